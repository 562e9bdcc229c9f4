"""Shoes loaded, burned, retired and revealed: records and refusals."""

from hashlib import sha256

import pytest
from msgspec.structs import replace

from punto.refusals import Reason
from punto.rules.cards import DECK
from punto.rules.game import Method
from punto.rules.games import find_game
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import CardSource, usual_configuration
from punto.table.decide import ORDER_OF_WORK, decide
from punto.table.people import Actor, Patron, Staff
from punto.table.shoes import seal
from punto.table.state import CLOSED, State
from tests.envelope import Given, decide_given
from tests.table.starting_states import (
    ANYBODY,
    BETTING,
    LOADED,
    METHOD_C,
    OLDER,
    OPEN,
    OPEN_SEALED,
    SEAL,
    SEALED_TIGER,
    SETTLED,
    SHOE,
    TIGER,
    after,
    cited,
    draw,
    opened,
    refused,
    report,
)
from tests.table.virtual_shoes import loaded

DEALER = Staff("dealer", Position.DEALER)
BURNING = opened(replace(TIGER, burn=True))
ORDER = tuple(card.code for card in DECK) * 8
SEALED = after(OPEN_SEALED, Given(c.LoadShoe("one", commitment=seal(ORDER, "salt")), SHOE))
RETIRED = after(SEALED, c.RetireShoe)
REFERRED = after(LOADED, report(Irregularity.NOT_COVERED))


def test_a_table_is_opened_and_its_shoe_loaded_by_the_clause_on_cards() -> None:
    assert decide(CLOSED, c.OpenTable(TIGER), ANYBODY) == (e.TableOpened(TIGER, clause="2.1"),)
    six = after(CLOSED, c.OpenTable(replace(SEALED_TIGER, decks=6)))
    load = Given(c.LoadShoe("two", commitment=SEAL), SHOE)
    assert decide_given(six, load) == (
        e.ShoeLoaded("two", 6, True, SEAL, CardSource.SEALED, True, clause="2.1"),
    )
    odd = Given(c.LoadShoe("two", backs_alike=False), DEALER)
    assert cited(OPEN, odd) == (Reason.INCONSISTENT_CONFIGURATION, "tiger 2.1")
    assert decide(OPEN, c.CloseTable(), ANYBODY) == (e.TableClosed(),)


def test_a_sealed_shoe_keeps_its_name_until_it_is_opened() -> None:
    again = Given(c.LoadShoe("one", commitment=SEAL), SHOE)
    assert cited(RETIRED, again) == (Reason.SHOE_IN_USE, ORDER_OF_WORK)
    reveal = Given(c.RevealShoe("one", ORDER, "salt"), SHOE)
    assert decide_given(RETIRED, reveal) == (e.ShoeRevealed("one", ORDER, "salt"),)
    shown = after(RETIRED, reveal)
    assert decide_given(shown, again)
    refusal = refused(shown, reveal)
    assert refusal.reason is Reason.SHOE_NEEDED
    assert "'one'" in refusal.sentence
    assert "'one'" in refused(RETIRED, again).sentence


def test_a_seal_is_the_digest_of_salt_and_order() -> None:
    assert seal(("AS", "KD"), "salt") == sha256(b"salt:AS KD").hexdigest()


@pytest.mark.parametrize(
    "order",
    [(), ("AS", "KD"), ORDER[1:], ORDER[:-1], (*ORDER, "AS"), ("AS", *ORDER[1:-1], "AS")],
)
def test_an_order_that_is_not_whole_decks_is_refused(order: tuple[str, ...]) -> None:
    sealed = Given(c.LoadShoe("odd", commitment=seal(order, "salt")), SHOE)
    retired = after(OPEN_SEALED, sealed, c.RetireShoe)
    reveal = Given(c.RevealShoe("odd", order, "salt"), SHOE)
    assert cited(retired, reveal) == (Reason.SEAL_BROKEN, "tiger 2.1")
    four = ORDER[: 4 * 52]
    load = Given(c.LoadShoe("four", commitment=seal(four, "s")), SHOE)
    assert decide(after(OPEN_SEALED, load, c.RetireShoe), c.RevealShoe("four", four, "s"), SHOE)


def test_the_seal_of_a_shoe_in_use_is_not_opened() -> None:
    reveal = Given(c.RevealShoe("one", ORDER, "salt"), SHOE)
    assert cited(SEALED, reveal) == (Reason.SHOE_NEEDED, ORDER_OF_WORK)
    assert cited(RETIRED, reveal.changed(salt="pepper")) == (Reason.SEAL_BROKEN, ORDER_OF_WORK)


@pytest.mark.parametrize(
    "command",
    [
        Given(c.CloseTable(), ANYBODY),
        Given(c.RetireShoe(), DEALER),
        Given(c.ChooseMethod(Method.A), ANYBODY),
    ],
)
def test_a_table_waits_while_something_is_referred(command: Given) -> None:
    assert cited(REFERRED, command) == (Reason.CASE_PENDING, "tiger 6.1")
    assert decide(LOADED, c.RetireShoe(), DEALER), "else a shoe may go at any time"


def test_another_shoe_may_be_loaded_while_something_is_referred() -> None:
    waiting = after(OPEN, report(Irregularity.NOT_COVERED))
    assert decide(waiting, c.LoadShoe("one"), DEALER)


@pytest.mark.parametrize(
    "command", [Given(c.RetireShoe(), DEALER), Given(c.BurnCards("7S", 7), DEALER)]
)
def test_without_a_shoe_none_is_retired_or_burned(command: Given) -> None:
    assert cited(OPEN, command) == (Reason.SHOE_NEEDED, ORDER_OF_WORK)


@pytest.mark.parametrize(("first", "count"), [("7S", 7), ("AS", 1), ("KD", 10), ("TH", 10)])
def test_as_many_cards_are_burned_as_the_first_counts(first: str, count: int) -> None:
    burned = e.CardsBurned(first, count, clause="reading burn")
    assert decide(BURNING, c.BurnCards(first, count), DEALER) == (burned,)
    for wrong in (count - 1, count + 1):
        burn = Given(c.BurnCards(first, wrong), DEALER)
        assert cited(BURNING, burn) == (Reason.CARD_CONTRADICTS, "reading burn")
    after_it = after(BURNING, c.BurnCards(first, count))
    assert after_it.shoe is not None
    assert (after_it.shoe.gone, after_it.shoe.seen) == (count + 1, {first: 1})
    for state in (after_it, LOADED):
        again = Given(c.BurnCards(first, count), DEALER)
        assert cited(state, again) == (Reason.SHOE_IN_USE, "reading burn")
    betting = after(after_it, c.OpenBetting)
    assert cited(betting, Given(c.BurnCards("7S", 7), DEALER))[0] is Reason.ROUND_IN_PLAY


def test_a_shoe_is_retired_by_the_clause_that_asks_for_other_cards() -> None:
    void = after(BETTING, report(Irregularity.FOREIGN_CARDS))
    older = after(opened(OLDER), c.OpenBetting, report(Irregularity.FOREIGN_CARDS))
    altered = after(METHOD_C, report(Irregularity.ALTERED_BY_MOVING_DEVICE))
    fresh = after(void, c.RetireShoe, c.LoadShoe("one"))
    void_again = after(fresh, c.OpenBetting, report(Irregularity.FOREIGN_CARDS))
    played = after(void, c.OpenBetting, c.CloseBetting, *draw("9S", "8S", "KS", "KH"))
    played = after(played, c.AnnounceTotals, c.AnnounceOutcome)
    for state, clause in (
        (LOADED, ""),
        (SETTLED, ""),
        (void, "5.13"),
        (older, ""),
        (altered, "5.12.2"),
        (fresh, ""),
        (void_again, "5.13"),
        (played, ""),
    ):
        assert decide(state, c.RetireShoe("worn"), DEALER) == (
            e.ShoeRetired("one", clause=clause, why="worn"),
        )


FIXED = loaded(CardSource.SEALED)  # its order is fixed, and all of its cards are left


@pytest.mark.parametrize(
    ("by", "shoe", "more_rounds", "undealt"),
    [
        (DEALER, {}, 0, 416),
        (DEALER, {"gone": 16}, 0, 400),
        (SHOE, {"gone": 16}, 0, 0),
        (DEALER, {"gone": 16, "source": CardSource.PHYSICAL}, 0, 0),
        (DEALER, {"gone": 16, "must_replace": "5.12.2"}, 0, 0),
        (DEALER, {"gone": 16, "cut_card_out": True}, 0, 400),
        (DEALER, {"gone": 16, "cut_card_out": True, "rounds_after_cut": 1}, 0, 0),
        (DEALER, {"gone": 16, "cut_card_out": True, "rounds_after_cut": 1}, 1, 400),
        (DEALER, {"gone": 16, "cut_card_out": True, "rounds_after_cut": 2}, 1, 0),
    ],
)
def test_cards_that_a_person_leaves_undealt_in_a_virtual_shoe_are_counted(
    by: Actor, shoe: dict[str, object], more_rounds: int, undealt: int
) -> None:
    assert FIXED.shoe is not None
    assert FIXED.configuration is not None
    state = replace(
        FIXED,
        shoe=replace(FIXED.shoe, **shoe),
        configuration=replace(FIXED.configuration, rounds_after_cut=more_rounds),
    )
    (retired,) = decide(state, c.RetireShoe(), by)
    assert isinstance(retired, e.ShoeRetired)
    assert retired.undealt == undealt


def test_shoes_are_loaded_and_retired_between_rounds_and_one_after_another() -> None:
    load = Given(c.LoadShoe("two"), DEALER)
    assert cited(LOADED, load) == (Reason.SHOE_IN_USE, ORDER_OF_WORK)
    assert refused(LOADED, load).sentence == "Retire the shoe in use first."
    assert cited(BETTING, load) == (Reason.ROUND_IN_PLAY, ORDER_OF_WORK)
    assert cited(BETTING, Given(c.RetireShoe(), DEALER)) == (Reason.ROUND_IN_PLAY, ORDER_OF_WORK)


def test_a_shoe_is_not_burned_before_its_order_is_fixed() -> None:
    burning = after(CLOSED, c.OpenTable(replace(SEALED_TIGER, burn=True)))
    fresh = after(burning, Given(c.LoadShoe("one", commitment=SEAL), SHOE))
    burn = Given(c.BurnCards("7S", 7), SHOE)
    assert cited(fresh, burn) == (Reason.CONTRIBUTION_NEEDED, "reading shared-order")
    assert decide_given(loaded(CardSource.SEALED, burn=True), burn)


def test_a_shoe_whose_value_was_withheld_says_whose_before_it_goes() -> None:
    committed = after(SEALED, Given(c.Contribute("ab" * 32), Patron("ann")), c.CloseContributions)
    missing, retired = decide(committed, c.RetireShoe(), DEALER)
    assert isinstance(missing, e.ContributionsMissing)
    assert isinstance(retired, e.ShoeRetired)


DECK_ORDER = ORDER[:52]
REFERRAL = {"tiger": "6.1", "no-commission": "reading who-decides"}


def sealed_and_dealt(game: str, dealt: str, **changes: object) -> State:
    """A table whose retired shoe, one deck sealed as it lay, dealt these cards."""
    config = usual_configuration(find_game(game))
    remembered = {
        "retired": {"one": seal(DECK_ORDER, "salt")},
        "retired_dealt": {"one": dealt},
        "retired_seeds": {"one": ""},
    }
    return replace(after(CLOSED, c.OpenTable(config)), **{**remembered, **changes})


REVEALS = Given(c.RevealShoe("one", DECK_ORDER, "salt"), SHOE)
REVEALED = e.ShoeRevealed("one", DECK_ORDER, "salt")


@pytest.mark.parametrize("game", REFERRAL)
@pytest.mark.parametrize(
    ("dealt", "places"),
    [
        ("", ()),
        ("".join(DECK_ORDER[:5]), ()),
        ("".join(DECK_ORDER), ()),
        (DECK_ORDER[0] + "??" + DECK_ORDER[2], ()),
        (DECK_ORDER[1] + DECK_ORDER[0] + DECK_ORDER[2], (1, 2)),
        (DECK_ORDER[0] + "??" + DECK_ORDER[3], (3,)),
        ("".join(DECK_ORDER) + "??", ()),
        ("".join(DECK_ORDER) + DECK_ORDER[0], (53,)),
    ],
)
def test_a_seal_that_the_cards_dealt_contradict_holds_the_table(
    game: str, dealt: str, places: tuple[int, ...]
) -> None:
    state = sealed_and_dealt(game, dealt)
    if not places:
        assert decide_given(state, REVEALS) == (REVEALED,)
        return
    contradicted = e.SealContradicted("one", places, clause="reading card-source")
    held = e.CaseOpened(Irregularity.NOT_COVERED, "decision", clause=REFERRAL[game])
    assert decide_given(state, REVEALS) == (REVEALED, contradicted, held)
    waiting = after(state, report(Irregularity.NOT_COVERED))
    assert decide_given(waiting, REVEALS) == (REVEALED, contradicted), "it is held already"


def test_a_shoe_of_which_no_cards_or_seed_were_recorded_contradicts_nothing() -> None:
    assert decide_given(sealed_and_dealt("tiger", "", retired_dealt={}), REVEALS) == (REVEALED,)
    as_sealed = sealed_and_dealt("tiger", "".join(DECK_ORDER), retired_seeds={})
    assert decide_given(as_sealed, REVEALS) == (REVEALED,)
    mixed = sealed_and_dealt("tiger", "".join(DECK_ORDER), retired_seeds={"one": "5eed"})
    assert len(decide_given(mixed, REVEALS)) == 3, "the order due is the one that was mixed"
