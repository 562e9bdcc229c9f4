"""Contributions to the order of an automatic shoe: their time, and what withholding costs."""

import pytest
from msgspec.structs import replace

from punto.floor.worker import Retrying
from punto.refusals import Reason, Refused
from punto.table import commands as c
from punto.table import events as e
from punto.table.people import Patron
from tests.envelope import Given
from tests.floor.automatic_floor import DEALING_TIMES, Floor, check_cards
from tests.submission import ask
from tests.table.order_oracle import digest

WAITING = replace(DEALING_TIMES, contributing_ms=8_000, revealing_ms=9_000)
VALUES = {"seat1": "ab" * 32, "seat2": "cd" * 32}


def test_where_nobody_contributes_in_time_the_sealed_order_alone_is_mixed(floor: Floor) -> None:
    turn = floor.table(dealing_times=WAITING)
    floor.play(turn, lambda: "BettingOpened" in floor.kinds())
    times = {type(each.event).__name__: each for each in floor.records()}
    closed = times["ContributionsClosed"]
    assert closed.event == e.ContributionsClosed(0, clause="reading shared-order")
    assert closed.at_ms - times["ShoeLoaded"].at_ms >= WAITING.contributing_ms
    assert "ContributionMade" not in floor.kinds()


def commit(floor: Floor, turn: Retrying) -> None:
    """Two patrons commit to values, and their time is over."""
    floor.play(turn, lambda: "ShoeLoaded" in floor.kinds())
    for seat, value in VALUES.items():
        floor.clock.move(turn())
        ask(floor.host, "t1", seat, Given(c.Contribute(digest(value)), Patron(seat)))
    floor.play(turn, lambda: "ContributionsClosed" in floor.kinds())


def test_patrons_commit_and_then_reveal_and_the_round_begins(floor: Floor) -> None:
    turn = floor.table(dealing_times=WAITING)
    commit(floor, turn)
    for seat in reversed(VALUES):  # in another order than they were committed to
        floor.clock.move(turn())
        assert "BettingOpened" not in floor.kinds()
        ask(floor.host, "t1", f"{seat}v", Given(c.RevealContribution(VALUES[seat]), Patron(seat)))
    floor.play(turn, lambda: "RoundSettled" in floor.kinds())
    loaded, closed = (
        next(each for each in floor.records() if isinstance(each.event, kind))
        for kind in (e.ShoeLoaded, e.ContributionsClosed)
    )
    assert closed.at_ms - loaded.at_ms >= WAITING.contributing_ms
    assert floor.kinds().count("ShoeLoaded") == 1
    check_cards(floor, list(VALUES.values()))


def test_a_withheld_value_costs_the_shoe_and_bars_its_owner_from_the_next_ones(
    floor: Floor,
) -> None:
    turn = floor.table(dealing_times=WAITING)
    commit(floor, turn)
    ask(floor.host, "t1", "v1", Given(c.RevealContribution(VALUES["seat1"]), Patron("seat1")))
    floor.play(turn, lambda: floor.kinds().count("ShoeLoaded") == 2)
    assert "CardDrawn" not in floor.kinds()
    times = {type(each.event).__name__: each for each in floor.records()}
    missing = times["ContributionsMissing"]
    assert missing.event.contributors == ("patron seat2",)
    assert missing.at_ms - times["ContributionsClosed"].at_ms >= WAITING.revealing_ms
    assert "ShoeRevealed" in floor.kinds(), "what was thrown away is shown"
    with pytest.raises(Refused) as refusal:
        ask(floor.host, "t1", "again", Given(c.Contribute(digest("ef" * 32)), Patron("seat2")))
    assert refusal.value.reason is Reason.CONTRIBUTIONS_CLOSED
    ask(floor.host, "t1", "other", Given(c.Contribute(digest("ef" * 32)), Patron("seat1")))
    assert floor.faults() == []
