"""The value of seeing cards, against published figures."""

from fractions import Fraction

import pytest

from punto.odds.composition import Composition
from punto.odds.distribution import distribution
from punto.odds.peek import EVERY_RANK, Case, Peek, look, read_groups, read_places
from punto.odds.price import price
from punto.refusals import Reason, Refused
from punto.rules.games import find_game

EIGHT = Composition.of_decks(8)
PLAYER, BANKER, TIE, *_ = find_game("tiger").wagers  # evens, 0.95 to 1, 8 to 1
HIGH_LOW = read_groups("6789")

# Eliot Jacobson, "Baccarat: The Known Card", apheat.net, 13 August 2012: the edge with one card
# known, in percent. He sits out where neither side is favoured; with a stake in every round the
# same cards give 6.389, 8.888 and 9.061 where he has 6.406, 8.973 and 9.098.
KNOWN_CARD = {1: "6.765", 2: "6.406", 3: "6.765", 4: "6.406", 5: "8.973", 6: "9.098"}
ALWAYS_STAKING = {1: "6.765", 2: "6.389", 3: "6.765", 4: "6.389", 5: "8.888", 6: "9.061"}


@pytest.mark.parametrize("place", KNOWN_CARD)
def test_one_known_card(place: int) -> None:
    seen = look(EIGHT, [place], EVERY_RANK, [PLAYER, BANKER])
    assert _percent(seen.value) == KNOWN_CARD[place]
    assert _percent(seen.value_always_staking) == ALWAYS_STAKING[place]


def test_a_first_card_by_rank() -> None:
    """excelpunks.com, "Baccarat 1st Card Advantage": Player's expectation by its first card."""
    published = dict(zip("A23456789T", _PLAYER_BY_FIRST_CARD, strict=True))
    player_only = look(EIGHT, [1], EVERY_RANK, [PLAYER])
    found = {str(case.known)[2:]: case.ev for case in player_only.cases}
    assert {rank: f"{float(found[rank]):.4f}" for rank in published} == published


_PLAYER_BY_FIRST_CARD = (
    *("-0.0783", "-0.0736", "-0.0672", "-0.0562", "-0.0347"),
    *("0.0076", "0.0737", "0.1729", "0.2153", "-0.0800"),
)


def test_edge_sorting() -> None:
    """Eliot Jacobson, "Edge Sorting in Baccarat", apheat.net, 18 August 2012.

    The first four cards are seen as high (6 7 8 9) or low. His figures: an average edge of
    20.928 %; Player high and low against Banker low and low 36.332 %, on 20.502 % of rounds; no
    wager on 22.824 % (all low); the tie alone on about 19.075 %.
    """
    seen = look(EIGHT, [1, 2, 3, 4], HIGH_LOW, [PLAYER, BANKER, TIE])
    assert _percent(seen.value) == "20.928"
    best = [
        case for case in seen.cases if [_is_high(case, n) for n in range(4)] in HIGH_AGAINST_LOW
    ]
    assert {_percent(case.ev) for case in best} == {"36.332"}
    assert {case.best for case in best} == {PLAYER}
    assert _percent(sum((case.probability for case in best), Fraction(0))) == "20.502"
    assert _percent(1 - seen.staked) == "22.824"
    ties = [case.probability for case in seen.cases if case.best is TIE and case.ev > 0]
    assert _percent(sum(ties, Fraction(0))) == "19.075"


HIGH_AGAINST_LOW = ([True, False, False, False], [False, False, True, False])


def test_cases_cover_everything() -> None:
    for places, groups in (([5], EVERY_RANK), ([1, 6], HIGH_LOW), ([2, 4, 5], HIGH_LOW)):
        found = look(EIGHT, places, groups, [PLAYER])
        assert sum(case.probability for case in found.cases) == 1
        # Seeing cards and staking on one wager whatever they are changes nothing.
        assert found.value_always_staking == price(distribution(EIGHT), PLAYER).ev


def test_seeing_more_is_never_worth_less() -> None:
    wagers = find_game("tiger").wagers
    one = look(EIGHT, [1], HIGH_LOW, wagers).value
    assert one <= look(EIGHT, [1], EVERY_RANK, wagers).value
    assert one <= look(EIGHT, [1, 2], HIGH_LOW, wagers).value


def test_ranks_the_shoe_lacks_are_no_case() -> None:
    found = look(Composition.parse("A=4,9=4,K=4"), [1, 2], EVERY_RANK, [PLAYER])
    assert len(found.cases) == 9
    with pytest.raises(Refused) as refused:
        look(Composition.parse("A=4"), [6], EVERY_RANK, [PLAYER])
    assert refused.value.reason is Reason.IMPOSSIBLE_COUNT


def test_requests_are_bounded_and_read() -> None:
    for call in (
        lambda: look(EIGHT, [1, 2, 3, 4], EVERY_RANK, [PLAYER]),
        lambda: read_places("7"),
        lambda: read_places("11"),
        lambda: read_places(""),
        lambda: read_places("1 2"),
        lambda: read_groups("67,78"),
    ):
        with pytest.raises(Refused) as refused:
            call()
        assert refused.value.reason is Reason.UNREADABLE_REQUEST
    assert len(read_groups("A2345TJQK,6789")) == 2
    assert Peek(()).value == 0


def _is_high(case: Case, place: int) -> bool:
    return case.known.allowed[place] == HIGH_LOW[0]


def _percent(value: Fraction) -> str:
    return f"{float(value) * 100:.3f}"
