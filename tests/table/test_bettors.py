"""The order in which a hand is offered, against a simulated walk round the table."""

from hypothesis import given
from hypothesis import strategies as st

from punto.rules.hands import Side
from punto.table.handlers import bettors
from punto.table.state import Round, Stake

POSITIONS = 8

placements = st.lists(
    st.tuples(
        st.sampled_from("abcdef"),
        st.integers(1, POSITIONS),
        st.sampled_from(("player", "player", "banker", "tie")),
        st.sampled_from((100, 200, 300)),
    ),
    max_size=12,
)


def staked(placed: list[tuple[str, int, str, int]]) -> Round:
    return Round(
        1,
        stakes={
            number: Stake(number, patron, wager, position, cents, number)
            for number, (patron, position, wager, cents) in enumerate(placed, start=1)
        },
    )


def walk(play: Round, side: Side) -> list[str]:
    """Offer, be declined, offer again: what a dealer does with the clauses in hand."""
    stakes = [stake for stake in play.stakes.values() if stake.wager == side.value]
    waiting = {stake.patron for stake in stakes}
    offered: list[str] = []
    while waiting:
        highest = max(total(stakes, patron) for patron in waiting)
        equals = {patron for patron in waiting if total(stakes, patron) == highest}
        first = min(equals, key=lambda patron: completed(stakes, patron))
        offered.append(first)
        equals.discard(first)
        seat = lowest_seat(stakes, first)
        while equals:
            there = [patron for patron in equals if lowest_seat(stakes, patron) == seat]
            for patron in sorted(there, key=lambda patron: completed(stakes, patron)):
                offered.append(patron)
                equals.discard(patron)
            seat = seat % POSITIONS + 1
        waiting -= set(offered)
    return offered


def total(stakes: list[Stake], patron: str) -> int:
    return sum(stake.cents for stake in stakes if stake.patron == patron)


def completed(stakes: list[Stake], patron: str) -> int:
    return max(stake.order for stake in stakes if stake.patron == patron)


def lowest_seat(stakes: list[Stake], patron: str) -> int:
    return min(stake.position for stake in stakes if stake.patron == patron)


@given(placements, st.sampled_from(Side))
def test_the_order_is_that_of_a_dealer_walking_round(
    placed: list[tuple[str, int, str, int]], side: Side
) -> None:
    play = staked(placed)
    assert bettors(play, side, POSITIONS) == walk(play, side)


@given(placements, st.sampled_from(Side))
def test_everybody_on_a_hand_is_in_it_once_and_nobody_else(
    placed: list[tuple[str, int, str, int]], side: Side
) -> None:
    order = bettors(staked(placed), side, POSITIONS)
    assert sorted(order) == sorted(
        {patron for patron, _, wager, _ in placed if wager == side.value}
    )


def test_who_sits_at_two_positions_is_found_at_the_lower() -> None:
    play = staked(
        [
            ("x", 1, "player", 200),
            ("a", 2, "player", 100),
            ("b", 3, "player", 200),
            ("a", 8, "player", 100),
        ]
    )
    assert bettors(play, Side.PLAYER, POSITIONS) == ["x", "a", "b"]


def test_two_equals_at_one_position_go_by_who_completed_first() -> None:
    play = staked([("x", 3, "player", 100), ("b", 2, "player", 100), ("a", 2, "player", 100)])
    assert bettors(play, Side.PLAYER, POSITIONS) == ["x", "b", "a"]
