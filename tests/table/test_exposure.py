"""What the stakes of a round can come to, and what a settlement is about."""

import pytest
from msgspec.structs import replace

from punto.rules.settlement import Result
from punto.table.configuration import Range, usual_configuration
from punto.table.events import Paid
from punto.table.exposure import exposure_cents, settled_cents
from punto.table.state import Stake
from tests.rules.made_up import lucky_game
from tests.table.starting_states import TIGER

SUITS = """
[[wager]]
id = "red-player"
name = "Red Player"
lines = [
  { pays = "3 to 2", when = { player_colours = "red", player_total = 9 } },
  { pays = "5 to 2", when = { player_colours = "red" } },
  { pays = "1 to 1", when = { player_colours = "black", player_total = 9 } },
]
"""
MADE_UP = usual_configuration(lucky_game(wagers=SUITS))


def placed(**wagers: int) -> list[Stake]:
    return [
        Stake(at, "seat1", wager.replace("_", "-"), 1, cents, at)
        for at, (wager, cents) in enumerate(wagers.items(), 1)
    ]


@pytest.mark.parametrize(
    ("wagers", "cents"),
    [
        ({}, 0),
        ({"player": 10_00}, 20_00),
        ({"player": 10_00, "banker": 20_00}, 49_00),  # Banker wins 0.95 to 1
        ({"player": 30_00, "banker": 20_00}, 80_00),
        ({"player": 10_00, "tie": 10_00}, 100_00),  # the tie wins eight times its stake
    ],
)
def test_the_outcome_that_pays_most_counts(wagers: dict[str, int], cents: int) -> None:
    assert exposure_cents(TIGER, placed(**wagers)) == cents


@pytest.mark.parametrize(
    ("wagers", "cents"),
    [
        ({"red_player": 20_00}, 70_00),
        ({"red_player": 20_00, "player": 10_00}, 90_00),
        ({"player": 10_00}, 20_00),
    ],
)
def test_what_suits_decide_counts_by_its_best_line(wagers: dict[str, int], cents: int) -> None:
    assert exposure_cents(MADE_UP, placed(**wagers)) == cents


@pytest.mark.parametrize(("most", "cents"), [(4_00, 14_00), (10_00, 20_00), (11_00, 20_00)])
def test_a_stake_wins_by_its_limit_at_most(most: int, cents: int) -> None:
    limited = replace(TIGER, limits={"player": Range(1_00, most)})
    assert exposure_cents(limited, placed(player=10_00)) == cents
    unlimited = replace(TIGER, limits={})
    assert exposure_cents(unlimited, placed(player=10_00)) == 20_00


def test_two_stakes_on_a_wager_are_limited_each_by_itself() -> None:
    limited = replace(TIGER, limits={"player": Range(1_00, 4_00)})
    twice = [Stake(at, "seat1", "player", at, 10_00, at) for at in (1, 2)]
    assert exposure_cents(limited, twice) == 28_00


def test_a_settlement_is_about_what_was_staked_or_goes_back() -> None:
    won = Paid(1, "seat1", "player", 10_00, Result.WIN, "1 to 1", 10_00, 20_00, "4.1")
    lost = Paid(2, "seat1", "tie", 5_00, Result.LOSE, "", -5_00, 0, "3.16")
    assert settled_cents(()) == 0
    assert settled_cents((won,)) == 20_00
    assert settled_cents((won, lost)) == 25_00
