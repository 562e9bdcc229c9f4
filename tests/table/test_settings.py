"""What a table may be set to, by whom, and why not now: each setting, and each of its values."""

import pytest
from msgspec.structs import replace

from punto.refusals import Reason
from punto.rules.games import find_game
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import CardSource, usual_configuration
from punto.table.legal.settings import settings
from punto.table.state import CLOSED, State
from tests.table.starting_states import ANYBODY, OLDER, OPEN, TIGER, after, opened
from tests.table.virtual_shoes import loaded

Offered = dict[str, tuple[Position, Reason | None]]
PIT, SHIFT = Position.PIT_MANAGER, Position.GAMING_SHIFT_MANAGER
HIGHEST = Position.ASSISTANT_CASINO_MANAGER
ANY: Offered = {"": (PIT, None)}
OF_EVERY_GAME: dict[str, Offered] = {
    "limits": ANY,
    "zone": dict.fromkeys(("main", "paiza-club", "ruby-room"), (PIT, None)),
    "timekeeper": {"dealer": (PIT, None), "clock": (PIT, None)},
    "betting_seconds": ANY,
    "rounds_an_hour": ANY,
    "funding": {"chips": (PIT, None), "credits": (PIT, None)},
    "card_source": {
        "physical": (PIT, None),
        "sealed": (SHIFT, Reason.APPROVAL_NEEDED),
        "automatic": (SHIFT, Reason.APPROVAL_NEEDED),
    },
    "resolver": {
        "1": (SHIFT, None),
        "2": (SHIFT, None),
        "3": (PIT, None),
        "4": (SHIFT, None),
        "5": (HIGHEST, None),
    },
    "rounds_after_cut": ANY,
    "approval_cents": {"": (SHIFT, Reason.APPROVAL_NEEDED)},
    "decks": ANY,
}
OF_TIGER: dict[str, Offered] = {
    "differential_cents": ANY,
    "method": {
        "A": (PIT, None),
        "B": (PIT, None),
        "C": (HIGHEST, Reason.INCONSISTENT_CONFIGURATION),
    },
    "stakes_per_area": {"1": (PIT, None), "2": (PIT, None), "3": (PIT, None)},
}
OF_THE_OLDER: dict[str, Offered] = {"method": {"B": (PIT, None)}}


def offered(state: State) -> dict[str, Offered]:
    return {
        setting.name: {
            each.value: (each.position, each.not_now.reason if each.not_now else None)
            for each in setting.choices
        }
        for setting in settings(state, ANYBODY)
    }


@pytest.mark.parametrize(
    ("state", "own"),
    [(OPEN, OF_TIGER), (after(CLOSED, c.OpenTable(OLDER)), OF_THE_OLDER)],
    ids=["tiger", "no-commission"],
)
def test_every_setting_is_offered_with_its_values(state: State, own: dict[str, Offered]) -> None:
    assert offered(state) == {**OF_EVERY_GAME, **own}


@pytest.mark.parametrize("decks", [4, 6, 8])
def test_other_decks_wait_for_the_shoe_however_many_there_are(decks: int) -> None:
    table = opened(replace(TIGER, decks=decks))
    assert offered(table)["decks"] == {"": (PIT, Reason.SHOE_IN_USE)}


@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_a_virtual_shoe_keeps_the_cut_that_it_was_sealed_with(rounds: int) -> None:
    table = loaded(CardSource.SEALED, config=replace(TIGER, rounds_after_cut=rounds))
    assert offered(table)["rounds_after_cut"] == {"": (PIT, Reason.SHOE_IN_USE)}


@pytest.mark.parametrize(
    ("limit_cents", "reason"),
    [(None, None), (0, Reason.APPROVAL_NEEDED), (1, Reason.APPROVAL_NEEDED)],
)
def test_a_limit_is_set_by_one_person_and_raised_by_two(
    limit_cents: int | None, reason: Reason | None
) -> None:
    table = after(CLOSED, c.OpenTable(replace(TIGER, approval_cents=limit_cents)))
    assert offered(table)["approval_cents"] == {"": (SHIFT, reason)}


def test_terminals_take_no_chips() -> None:
    rapid = after(CLOSED, c.OpenTable(usual_configuration(find_game("rapid-no-commission"))))
    assert offered(rapid)["funding"] == {
        "chips": (PIT, Reason.INCONSISTENT_CONFIGURATION),
        "credits": (PIT, None),
    }


def test_what_is_offered_can_be_read_more_than_once() -> None:
    assert settings(CLOSED, ANYBODY) == ()
    found = settings(OPEN, ANYBODY)
    assert isinstance(found, tuple)
    assert all(isinstance(each.choices, tuple) for each in found)
