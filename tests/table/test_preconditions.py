"""What must be so before a command is taken up: each check, in its words and by its clause."""

import pytest
from msgspec.structs import replace

from punto.refusals import Reason
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.acting_positions import LONGEST_MS
from punto.table.configuration import usual_configuration
from punto.table.decide import ORDER_OF_WORK
from punto.table.people import Patron
from punto.table.state import CLOSED, State
from tests.envelope import Given, decide_given
from tests.rules.made_up import lucky_game
from tests.table.starting_states import (
    ANYBODY,
    BETTING,
    DEALING,
    DEALT,
    LOADED,
    OPEN,
    SETTLED,
    TIGER,
    after,
    opened,
    refused,
    report,
)
from tests.table.state_parts import shoe

NOON = 12 * 3_600_000
NAMES_A_PATRON: list[c.Command] = [
    c.PlaceStake(" ", "player", 1, 10_00),
    c.RecordLateStake("", "player", 1, 10_00),
    c.PassCards(Side.PLAYER, ""),
    c.RefuseCards(Side.PLAYER, " "),
    c.ChooseHandler(Side.PLAYER, ""),
    c.AllowSqueezing(Side.PLAYER, "\t"),
    c.GiveDevice(""),
    c.AnswerOption(" "),
]
WORDS: list[tuple[c.Command, str]] = [
    *((command, "Say which patron.") for command in NAMES_A_PATRON),
    (c.Decide(True, " "), "Say why it is decided so."),
    (c.DismissReport(" "), "Say why there was no irregularity."),
    (c.ActAs(" ", Position.DEALER, NOON + 1), "Say which member of staff."),
    *(
        (c.ActAs("robin", Position.DEALER, until), "until a time within the next 24 hours.")
        for until in (0, NOON - 1, NOON, NOON + LONGEST_MS + 1)
    ),
    (c.CorrectDisplay(1, "draw"), "A display shows player, banker or tie."),
    *(
        (c.LoadShoe("one", commitment=seal), "A seal is 64 hexadecimal digits in lower case.")
        for seal in ("a" * 63, "a" * 65, "A" * 64, "g" * 64)
    ),
    (c.Contribute("a" * 63), "A digest is 64 hexadecimal digits in lower case."),
    (c.RevealContribution("a" * 65), "A contribution is 64 hexadecimal digits in lower case."),
]


@pytest.mark.parametrize(("command", "words"), WORDS, ids=str)
def test_a_command_says_what_it_is_about_whatever_the_state(command: c.Command, words: str) -> None:
    for state in (CLOSED, OPEN, DEALT):
        refusal = refused(state, Given(command, ANYBODY, at_ms=NOON))
        assert (refusal.reason, refusal.clause) == (Reason.UNREADABLE_REQUEST, ORDER_OF_WORK)
        assert refusal.sentence.endswith(words)


@pytest.mark.parametrize("until", [NOON + 1, NOON + LONGEST_MS])
def test_a_position_is_given_for_up_to_a_day(until: int) -> None:
    given = Given(c.ActAs("robin", Position.DEALER, until), ANYBODY, at_ms=NOON)
    assert decide_given(OPEN, given)


def worn(**changes: object) -> State:
    return replace(LOADED, shoe=shoe(LOADED, **changes))


HELD = after(BETTING, report(I.NOT_COVERED))
ASKED = after(DEALING, report(I.POWER_FAILURE))
BURNING = opened(replace(TIGER, burn=True))
BETS = Given(c.OpenBetting(), ANYBODY)
REFUSED: list[tuple[State, Given, Reason, str | None, str]] = [
    (CLOSED, BETS, Reason.TABLE_CLOSED, ORDER_OF_WORK, "This table is not open."),
    (
        OPEN,
        Given(c.OpenTable(TIGER), ANYBODY),
        Reason.TABLE_OPEN,
        ORDER_OF_WORK,
        "This table is open already.",
    ),
    (
        HELD,
        Given(c.CloseBetting(), ANYBODY),
        Reason.CASE_PENDING,
        "tiger 6.1",
        "First not covered must be resolved: it waits for decision.",
    ),
    (
        ASKED,
        Given(c.DrawCard("9S"), ANYBODY),
        Reason.CASE_PENDING,
        "tiger 5.17.1",
        "First power failure must be resolved: it waits for option.",
    ),
    (
        ASKED,
        Given(c.Reconstruct(("9S",)), ANYBODY),
        Reason.NO_SUCH_CASE,
        "tiger 5.17.1",
        "No irregularity waits for cards in order.",
    ),
    (
        HELD,
        Given(c.LapseOption(), ANYBODY),
        Reason.NO_SUCH_CASE,
        "tiger 6.1",
        "No irregularity waits for option.",
    ),
    (
        DEALT,
        Given(c.Decide(True, "seen"), ANYBODY),
        Reason.NO_SUCH_CASE,
        ORDER_OF_WORK,
        "No irregularity waits for decision.",
    ),
    *(
        (
            state,
            Given(command, ANYBODY),
            Reason.NO_ROUND,
            "tiger 3.1",
            "There is no round in play: open betting first.",
        )
        for state in (LOADED, SETTLED)
        for command in (c.CloseBetting(), c.DrawCard("9S"), c.ReportCutCard())
    ),
    (
        BETTING,
        Given(c.RetireShoe(), ANYBODY),
        Reason.ROUND_IN_PLAY,
        ORDER_OF_WORK,
        "This waits until the round in play is finished.",
    ),
    (
        BETTING,
        Given(c.AnnounceTotals(), ANYBODY),
        Reason.BETTING_OPEN,
        "tiger 3.2",
        'First "No more bets" must be called.',
    ),
    (OPEN, BETS, Reason.SHOE_NEEDED, ORDER_OF_WORK, "Load a shoe first."),
    (
        worn(must_replace="5.1"),
        BETS,
        Reason.SHOE_NEEDED,
        "tiger 5.1",
        "The cards must be replaced before the next round.",
    ),
    (
        worn(cut_card_out=True, rounds_after_cut=1),
        BETS,
        Reason.SHOE_NEEDED,
        "reading cut-card",
        "The cut card has come out: load a new shoe.",
    ),
    (worn(gone=416), BETS, Reason.SHOE_NEEDED, ORDER_OF_WORK, "No card is left: load a new shoe."),
    (BURNING, BETS, Reason.BURN_NEEDED, "reading burn", "Burn the first cards of the shoe."),
]


@pytest.mark.parametrize(("state", "given", "reason", "clause", "words"), REFUSED)
def test_what_must_be_so_first_is_told(
    state: State, given: Given, reason: Reason, clause: str | None, words: str
) -> None:
    refusal = refused(state, given)
    assert (refusal.reason, refusal.clause) == (reason, clause)
    assert refusal.sentence == words


def test_the_last_card_the_last_round_and_a_burned_shoe_are_played() -> None:
    more = replace(TIGER, rounds_after_cut=1)
    last = replace(opened(more), shoe=shoe(LOADED, cut_card_out=True, rounds_after_cut=1))
    burned = replace(BURNING, shoe=shoe(BURNING, gone=2))
    for state in (worn(gone=415), worn(cut_card_out=True), last, burned):
        assert decide_given(state, BETS)


def test_a_game_that_is_not_known_is_not_set() -> None:
    faro = replace(TIGER, game="faro")
    for state, command in ((CLOSED, c.OpenTable(faro)), (OPEN, c.ChangeConfiguration(faro))):
        assert refused(state, Given(command, ANYBODY)).reason is Reason.UNKNOWN_GAME


def test_every_outcome_can_be_shown() -> None:
    for shown in ("player", "banker", "tie"):
        given = Given(c.CorrectDisplay(1, shown), ANYBODY)
        if shown == "player":  # as it was
            assert refused(SETTLED, given).reason is not Reason.UNREADABLE_REQUEST
        else:
            assert decide_given(SETTLED, given)


def test_the_name_of_a_test_game_is_one_only_with_its_wagers() -> None:
    config = usual_configuration(lucky_game())
    nobody = Patron("seat1")
    for wagers, reason in (
        (config.test_wagers, Reason.NOT_AUTHORISED),
        ("", Reason.UNKNOWN_GAME),
    ):
        opening = c.OpenTable(replace(config, test_wagers=wagers))
        assert refused(CLOSED, Given(opening, nobody)).reason is reason
