"""Every reason for refusal at a table, by the fewest commands, with sentence and clause."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.messages import CHINESE, word_in
from punto.refusals import Reason, Refused
from punto.rules.game import Method
from punto.rules.games import find_game
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import WHO_DECIDES, usual_configuration
from punto.table.decide import ORDER_OF_WORK
from punto.table.people import Patron, Staff
from punto.table.shoes import seal
from punto.table.state import CLOSED, State
from tests.envelope import Given, decide_given
from tests.table.starting_states import (
    ANYBODY,
    BETTING,
    DEALING,
    DEALT,
    LOADED,
    OPEN,
    OPEN_SEALED,
    SETTLED,
    SHOE,
    TIGER,
    after,
    draw,
    opened,
    report,
    stake,
)
from tests.test_messages import numbers

DEALER = Staff("dealer", Position.DEALER)
RAPID = after(
    CLOSED,
    c.OpenTable(usual_configuration(find_game("rapid-no-commission"))),
    c.LoadShoe("one"),
    c.OpenBetting,
)
AT_TERMINAL = Given(c.PlaceStake("seat1", "player", 1, 10_00), Patron("seat1"))
TAKEN = after(RAPID, AT_TERMINAL)
ASKED = after(DEALING, report(Irregularity.POWER_FAILURE))
FACE_DOWN = after(
    LOADED,
    c.ChooseMethod(Method.A),
    c.OpenBetting,
    stake(),
    c.CloseBetting,
    *draw("9S", "8S", "KS", "KH"),
)
FULL = after(LOADED, c.OpenBetting, stake(), stake(), stake())
UNEVEN = after(
    OPEN,
    c.ChangeConfiguration(replace(TIGER, differential_cents=0)),
    c.LoadShoe("one"),
    c.OpenBetting,
    stake(),
)
TWO_STAKES = after(
    LOADED,
    c.OpenBetting,
    stake(),
    stake("seat1", "tie"),
    c.CloseBetting,
    report(Irregularity.POWER_FAILURE),
)
SEALED_FRESH = after(OPEN_SEALED, Given(c.LoadShoe("one", commitment=seal(("AS",), "salt")), SHOE))
SEALED = after(SEALED_FRESH, c.RetireShoe)
TOGETHER = after(DEALT, report(Irregularity.DRAWN_TOGETHER_AFTER_INITIAL_DEAL))
WRONG_ORDER = after(DEALT, report(Irregularity.DEALT_IN_WRONG_ORDER))
BURNING = after(LOADED, c.ChangeConfiguration(replace(TIGER, burn=True)))


def place(wager: str = "player", position: int = 2, cents: int = 10_00) -> Given:
    return Given(c.PlaceStake("seat3", wager, position, cents, on_request=True), ANYBODY)


REACHED: dict[Reason, tuple[State, Given, str | None, str]] = {
    Reason.UNREADABLE_REQUEST: (OPEN, Given(c.Decide(True, ""), ANYBODY), ORDER_OF_WORK, "Say why"),
    Reason.UNKNOWN_GAME: (
        CLOSED,
        Given(c.OpenTable(replace(TIGER, game="faro")), ANYBODY),
        ORDER_OF_WORK,
        "no game 'faro'",
    ),
    Reason.TABLE_CLOSED: (CLOSED, Given(c.OpenBetting(), DEALER), ORDER_OF_WORK, "not open"),
    Reason.TABLE_OPEN: (OPEN, Given(c.OpenTable(TIGER), ANYBODY), ORDER_OF_WORK, "open already"),
    Reason.NOT_YOURS: (
        RAPID,
        replace(AT_TERMINAL, by=Patron("seat2")),
        "rapid-no-commission 1.1.5",
        "only for yourself",
    ),
    Reason.NOT_AUTHORISED: (
        LOADED,
        Given(c.ChooseMethod(Method.A), DEALER),
        "tiger 3.9.2",
        "for the Pit Manager to do, not for the Dealer",
    ),
    Reason.CASE_PENDING: (ASKED, Given(c.DrawCard("AS"), DEALER), "tiger 5.17.1", "power failure"),
    Reason.ROUND_IN_PLAY: (BETTING, Given(c.OpenBetting(), DEALER), "tiger 3.1", "finished first"),
    Reason.NO_ROUND: (LOADED, Given(c.CloseBetting(), DEALER), "tiger 3.1", "open betting first"),
    Reason.SHOE_NEEDED: (OPEN, Given(c.OpenBetting(), DEALER), ORDER_OF_WORK, "Load a shoe"),
    Reason.SHOE_IN_USE: (
        LOADED,
        Given(c.LoadShoe("two"), DEALER),
        ORDER_OF_WORK,
        "Retire the shoe",
    ),
    Reason.CONTRIBUTION_NEEDED: (
        SEALED_FRESH,
        Given(c.OpenBetting(), DEALER),
        "reading shared-order",
        "contribute to the order",
    ),
    Reason.CONTRIBUTIONS_CLOSED: (
        LOADED,
        Given(c.Contribute("ab" * 32), DEALER),
        "reading shared-order",
        "not sealed",
    ),
    Reason.BURN_NEEDED: (BURNING, Given(c.OpenBetting(), DEALER), "reading burn", "Burn the first"),
    Reason.BETTING_CLOSED: (DEALING, place(), "tiger 5.4", "No more bets"),
    Reason.BETTING_OPEN: (BETTING, Given(c.DrawCard("AS"), DEALER), "tiger 3.2", "No more bets"),
    Reason.NO_SUCH_CASE: (DEALT, Given(c.LapseOption(), DEALER), ORDER_OF_WORK, "waits for option"),
    Reason.METHOD_NOT_ALLOWED: (
        LOADED,
        Given(c.ChooseMethod(Method.C), ANYBODY),
        "tiger 3.9.2",
        "HLGA only",
    ),
    Reason.DECKS_OUT_OF_RANGE: (
        OPEN,
        Given(c.ChangeConfiguration(replace(TIGER, decks=3)), ANYBODY),
        "tiger 2.1",
        "4 to 10 decks",
    ),
    Reason.UNREADABLE_CARD: (
        DEALING,
        Given(c.DrawCard("1S"), DEALER),
        ORDER_OF_WORK,
        "'1S' is not a card",
    ),
    Reason.NOT_THE_HANDLER: (
        FACE_DOWN,
        Given(c.PassCards(Side.PLAYER, "seat2"), DEALER),
        "tiger 3.10.2",
        "pass them to seat1",
    ),
    Reason.CARDS_FACE_DOWN: (
        FACE_DOWN,
        Given(c.AnnounceTotals(), DEALER),
        "tiger 3.15",
        "exposed first",
    ),
    Reason.TOTALS_NOT_ANNOUNCED: (
        DEALT,
        Given(c.AnnounceOutcome(), DEALER),
        "tiger 3.15",
        "totals",
    ),
    Reason.ROUND_NOT_COMPLETE: (
        DEALING,
        Given(c.AnnounceTotals(), DEALER),
        "tiger 3.15",
        "four cards",
    ),
    Reason.TOO_MANY_COPIES: (
        SETTLED,
        Given(c.CorrectRound(1, ("KH",) * 9, "misread"), ANYBODY),
        "tiger 2.1",
        "8 decks do not hold another KH",
    ),
    Reason.CARD_NOT_ALLOWED: (
        after(DEALT, c.AnnounceTotals),
        Given(c.DrawCard("AS"), DEALER),
        "tiger 3.15",
        "natural",
    ),
    Reason.CARD_UNREAD: (
        DEALING,
        Given(c.DrawCard(), DEALER),
        "reading card-source",
        "which card was drawn",
    ),
    Reason.CARD_CONTRADICTS: (
        WRONG_ORDER,
        Given(c.Reconstruct(("9S", "8S", "KS", "KD")), ANYBODY),
        "reading card-source",
        "Put every card of the round in order",
    ),
    Reason.CARD_MISSING: (
        SETTLED,
        Given(c.CorrectRound(1, ("9S", "8S"), "misread"), ANYBODY),
        "tiger 3.13.1",
        "third card is missing",
    ),
    Reason.UNKNOWN_WAGER: (BETTING, place("faro"), "tiger 3.5", "no wager 'faro'"),
    Reason.UNKNOWN_POSITION: (BETTING, place(position=9), "tiger 2.2", "1 to 8, not 9"),
    Reason.TERMINAL_TAKEN: (
        TAKEN,
        Given(c.PlaceStake("seat2", "player", 1, 10_00), Patron("seat2")),
        "rapid-no-commission 1.1.5",
        "seat1's",
    ),
    Reason.UNKNOWN_STAKE: (BETTING, Given(c.WithdrawStake(9), DEALER), ORDER_OF_WORK, "no bet 9"),
    Reason.AMOUNT_NOT_POSITIVE: (BETTING, place(cents=0), ORDER_OF_WORK, "more than zero"),
    Reason.AMOUNT_TOO_LARGE: (BETTING, place(cents=10**15), ORDER_OF_WORK, "at most"),
    Reason.UNIT_NOT_EXACT: (
        OPEN,
        Given(c.ChangeConfiguration(replace(TIGER, unit_cents=7)), ANYBODY),
        "tiger 4.1",
        "unit of 0.07",
    ),
    Reason.INCONSISTENT_CONFIGURATION: (
        OPEN,
        Given(c.ChangeConfiguration(replace(TIGER, stakes_per_area=4)), ANYBODY),
        "tiger 3.7",
        "one to three stakes",
    ),
    Reason.NOT_A_MULTIPLE: (BETTING, place(cents=10_01), "tiger 4.1", "in units of 1.00"),
    Reason.BELOW_MINIMUM: (
        BETTING,
        place(cents=9_00),
        "tiger 3.5.1",
        "minimum on player is 10.00",
    ),
    Reason.ABOVE_MAXIMUM: (
        BETTING,
        place(cents=10_001_00),
        "tiger 3.5.1",
        "maximum on player is 10000.00",
    ),
    Reason.AREA_FULL: (FULL, place(position=1), "tiger 3.7", "already has 3 bets"),
    Reason.DIFFERENTIAL_EXCEEDED: (
        UNEVEN,
        Given(c.CloseBetting(), DEALER),
        "tiger 5.18",
        "Player exceeds the table differential by 10.00",
    ),
    Reason.SIDE_ASKED_TO_DECREASE: (
        after(UNEVEN, c.AskToDecrease),
        place(),
        "tiger 5.18.1",
        "not raised",
    ),
    Reason.ALL_OR_NOTHING: (
        TWO_STAKES,
        Given(c.AnswerOption("seat1", (1,)), DEALER),
        "tiger 5.17.1",
        "all of bets 1, 2, or none",
    ),
    Reason.NOT_THE_CARD_SOURCE: (
        SEALED,
        Given(c.RevealShoe("one", ("AS",), "salt"), ANYBODY),
        "reading card-source",
        "The house's device",
    ),
    Reason.SEAL_BROKEN: (
        SEALED,
        Given(c.RevealShoe("one", ("KD",), "salt"), SHOE),
        ORDER_OF_WORK,
        "do not match",
    ),
    Reason.NOT_COVERED: (
        TOGETHER,
        Given(c.Decide(True, "seen"), ANYBODY),
        "tiger 5.8.2.2",
        "it is not void",
    ),
    Reason.APPROVAL_NEEDED: (
        after(opened(replace(TIGER, approval_cents=0)), c.OpenBetting),
        Given(c.Report(Irregularity.FOREIGN_CARDS), ANYBODY),
        WHO_DECIDES,
        "a second person has to approve it",
    ),
}

SOURCE = Path(__file__).parent.parent.parent / "src/punto"
# Said where people type amounts, clauses and wagers of their own, never by a table.
ELSEWHERE = {
    "UNKNOWN_CLAUSE",
    "UNREADABLE_AMOUNT",
    "UNREADABLE_WAGER",
    "UNSOUND_WAGER",
    "WAGER_ID_TAKEN",
}


def test_every_reason_that_the_law_or_the_table_has_is_reached() -> None:
    files = [*(SOURCE / "table").glob("*.py"), *(SOURCE / "rules").rglob("*.py")]
    named = {
        name
        for path in (*files, SOURCE / "money.py")
        for name in re.findall(r"Reason\.([A-Z_]+)", path.read_text(encoding="utf-8"))
    }
    assert {reason.name for reason in REACHED} == named - ELSEWHERE


@pytest.mark.parametrize("reason", REACHED)
def test_a_table_tells_the_reason_the_clause_and_a_sentence(reason: Reason) -> None:
    state, command, clause, words = REACHED[reason]
    with pytest.raises(Refused) as refusal:
        decide_given(state, command)
    assert (refusal.value.reason, refusal.value.clause) == (reason, clause)
    assert words in refusal.value.sentence
    assert refusal.value.sentence.endswith(".")
    chinese = word_in(CHINESE, refusal.value.message)
    assert numbers(chinese) == numbers(refusal.value.sentence)
    assert chinese.endswith("。")
