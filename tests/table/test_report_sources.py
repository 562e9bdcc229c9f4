"""Every irregularity × every card source × every game: what cannot have happened is refused."""

from itertools import product

import pytest
from msgspec.structs import replace

from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.rules.games import GAMES
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.card_source import READING
from punto.table.configuration import CardSource, usual_configuration
from punto.table.people import Staff
from punto.table.report_sources import check_possible
from punto.table.state import State
from tests.envelope import Given, decide_given
from tests.table import state_parts
from tests.table.starting_states import OLDER, READER, SETTLED, after, cited, draw, opened
from tests.table.virtual_shoes import BOSS, LOADER, ORDER, loaded

PHYSICAL, SEALED, AUTOMATIC = CardSource.PHYSICAL, CardSource.SEALED, CardSource.AUTOMATIC
DEALER = Staff("dealer", Position.DEALER)

# Written out, so that a new irregularity has to be thought about.
HAPPENS_TO: dict[I, set[CardSource]] = {
    I.FOREIGN_CARDS: {PHYSICAL},
    I.EXTRA_OR_MISSING_CARDS: {PHYSICAL},
    I.UNSHUFFLED_CARDS: {PHYSICAL},
    I.WRONG_NUMBER_OF_CARDS: {PHYSICAL},
    I.DRAWN_TOGETHER_ORDER_KNOWN: {PHYSICAL},
    I.DRAWN_TOGETHER_IN_INITIAL_DEAL: {PHYSICAL},
    I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL: {PHYSICAL},
    I.SHOE_ORDER_ALTERED: {PHYSICAL},
    I.TOO_FEW_CARDS: set(CardSource),  # and refused at each while there are enough
    I.LATE_STAKE: set(CardSource),
    I.LATE_WITHDRAWAL: set(CardSource),
    I.FACE_UP_IN_DEVICE: {PHYSICAL},
    I.DEALT_IN_WRONG_ORDER: {PHYSICAL},
    I.PASSED_TO_WRONG_PATRON: {PHYSICAL, SEALED},
    I.EXPOSED_OR_NOT_PASSED: {PHYSICAL, SEALED},
    I.DEVICE_RESET: {PHYSICAL, SEALED},
    I.HANDLER_ABSENT: set(CardSource),
    I.PATRON_LEFT_WITH_CARDS: {PHYSICAL},
    I.EXPOSED_BY_MOVING_DEVICE: {PHYSICAL},
    I.ALTERED_BY_MOVING_DEVICE: {PHYSICAL},
    I.CUT_CARD_FIRST: {PHYSICAL},  # at the others where it did come first: see test_cut_card.py
    I.UNDER_MINIMUM: set(CardSource),
    I.OVER_MAXIMUM: set(CardSource),
    I.POWER_FAILURE: set(CardSource),
    I.DIFFERENTIAL_EXCEEDED: set(CardSource),
    I.DAMAGED_CARD: {PHYSICAL},
    I.NOT_COVERED: set(CardSource),
    I.WRONG_DISPLAY: set(CardSource),
}


def moments(game: Game, source: CardSource) -> list[State]:
    """A table before and in a round, at every number of cards, and without a shoe."""
    config = usual_configuration(game)
    ready = loaded(source, config=config)
    closed = after(ready, c.OpenBetting, c.CloseBetting)
    drawer = READER if source is PHYSICAL else LOADER[source]
    draws = [Given(c.DrawCard(card), drawer) for card in ORDER[:4]]
    in_play = [after(closed, *draws[:cards]) for cards in range(5)]
    return [ready, *in_play, after(ready, c.RetireShoe)]


def test_every_irregularity_is_listed() -> None:
    assert set(HAPPENS_TO) == set(I)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
@pytest.mark.parametrize("source", CardSource)
def test_what_cannot_have_happened_to_such_cards_is_refused(game: Game, source: CardSource) -> None:
    """Else a word would void a round, or let stakes be taken back, that the seal shows sound."""
    for state, kind, by in product(moments(game, source), I, (DEALER, BOSS)):
        report = Given(c.Report(kind, side=Side.PLAYER, patron="seat1", note="seen"), by)
        try:
            decide_given(state, report)
        except Refused as refused:
            is_impossible = (refused.reason, refused.clause) == (Reason.NO_SUCH_CASE, READING)
        else:
            is_impossible = False
        assert is_impossible is (source not in HAPPENS_TO[kind]), (kind, source)


def test_what_waits_is_told_before_what_cannot_have_happened_but_voids_nothing() -> None:
    closed = after(loaded(SEALED), c.OpenBetting, c.CloseBetting)
    impossible = (Reason.NO_SUCH_CASE, READING)
    for kind in (I.FACE_UP_IN_DEVICE, I.FOREIGN_CARDS):
        assert cited(closed, Given(c.Report(kind), BOSS)) == impossible
    held = after(closed, Given(c.Report(I.NOT_COVERED), BOSS))
    assert cited(held, Given(c.Report(I.FACE_UP_IN_DEVICE), BOSS))[0] is Reason.CASE_PENDING
    assert cited(held, Given(c.Report(I.FOREIGN_CARDS), BOSS)) == impossible


def test_a_finished_round_is_reported_by_its_own_source_and_cards_by_the_shoe_there() -> None:
    closed = after(opened(OLDER), c.OpenBetting, c.CloseBetting)
    played = after(closed, *draw("9S", "8S", "KS", "KH"), c.AnnounceTotals, c.AnnounceOutcome)
    other_shoe = replace(played, shoe=state_parts.shoe(played, source=SEALED))
    assert decide_given(other_shoe, Given(c.Report(I.WRONG_NUMBER_OF_CARDS, True), BOSS))
    foreign = Given(c.Report(I.FOREIGN_CARDS), BOSS)
    assert cited(other_shoe, foreign) == (Reason.NO_SUCH_CASE, READING)
    again = after(played, c.OpenBetting, c.CloseBetting, *draw("9S"))
    sealed_before = replace(again, finished=(replace(again.finished[-1], source=SEALED),))
    assert decide_given(sealed_before, Given(c.Report(I.WRONG_NUMBER_OF_CARDS), BOSS))


@pytest.mark.parametrize(
    "kind", [I.PASSED_TO_WRONG_PATRON, I.EXPOSED_OR_NOT_PASSED, I.DEVICE_RESET]
)
def test_a_person_who_has_taken_over_makes_the_mistakes_of_a_dealer(kind: I) -> None:
    itself = loaded(CardSource.AUTOMATIC)
    with pytest.raises(Refused):
        check_possible(itself, kind)
    check_possible(after(itself, Given(c.SignOnDealer(), DEALER)), kind)


def test_a_wrong_number_of_cards_is_of_the_source_of_the_last_round() -> None:
    kind = I.WRONG_NUMBER_OF_CARDS
    (last,) = SETTLED.finished
    sealed = replace(last, source=CardSource.SEALED)
    check_possible(replace(SETTLED, finished=(sealed, last)), kind)
    with pytest.raises(Refused):
        check_possible(replace(SETTLED, finished=(last, sealed)), kind)
