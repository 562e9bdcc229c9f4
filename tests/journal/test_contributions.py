"""Verify finds a contribution to a sealed shoe that was altered, swapped, dropped or ignored."""

from collections.abc import Sequence
from pathlib import Path
from typing import cast

import pytest

from punto.floor.dealer import VIRTUAL_SHOE
from punto.floor.host import Host
from punto.journal.codec import recorded
from punto.journal.store import Store
from punto.journal.verify.shoes import Shoes
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import CardSource
from punto.table.evolve import evolve
from punto.table.people import Patron
from punto.table.shoes import seal
from punto.table.state import CLOSED, State
from tests.envelope import Given
from tests.floor.tables import DEALER, MANAGER, configuration, ids, play_round, shuffled
from tests.journal.test_each_check import entry_of, faults_of, rewrite
from tests.submission import ask
from tests.table.order_oracle import digest, mixed

ORDER, SALT = tuple(shuffled(7)), "salt7"
SEAL = seal(ORDER, SALT)
VALUES = [f"{number:064x}" for number in (1, 2, 3)]
FIRST = 3  # the entry of the first contribution


def played(path: Path, dealt_by: list[str]) -> Store:
    """A sealed shoe with three contributions, dealt as these would have it, and opened."""
    store = Store(str(path / "casino.journal"))
    store.create()
    host = Host(store)
    config = configuration(source=CardSource.SEALED)
    ask(host, "t1", f"p{next(ids)}", Given(c.OpenTable(config), MANAGER))
    ask(host, "t1", f"l{next(ids)}", Given(c.LoadShoe("sealed", commitment=SEAL), VIRTUAL_SHOE))
    for number, value in enumerate(VALUES, 1):
        ask(
            host, "t1", f"c{next(ids)}", Given(c.Contribute(digest(value)), Patron(f"seat{number}"))
        )
    ask(host, "t1", f"c{next(ids)}", Given(c.CloseContributions(), DEALER))
    for number, value in sorted(enumerate(VALUES, 1), reverse=True):
        ask(
            host, "t1", f"v{next(ids)}", Given(c.RevealContribution(value), Patron(f"seat{number}"))
        )
    cards = iter(mixed(ORDER, SEAL, "sealed", dealt_by))
    for _ in range(3):
        play_round(host, "t1", cards)
    ask(host, "t1", f"r{next(ids)}", Given(c.RetireShoe(), DEALER))
    ask(host, "t1", f"o{next(ids)}", Given(c.RevealShoe("sealed", ORDER, SALT), VIRTUAL_SHOE))
    host.stop()
    return store


def kinds(store: Store) -> list[type]:
    with store.begin_read() as transaction:
        return [type(each.event) for entry in transaction.entries("t1") for each in recorded(entry)]


def test_an_honest_shoe_is_sound(tmp_path: Path) -> None:
    store = played(tmp_path, VALUES)
    assert faults_of(store) == []
    assert e.SealContradicted not in kinds(store)
    store.close()


@pytest.mark.parametrize(
    "dealt_by",
    [VALUES[:2], VALUES[1:], [VALUES[1], VALUES[0], VALUES[2]], [*VALUES, VALUES[0]], []],
    ids=["last dropped", "first dropped", "swapped", "one more", "none"],
)
def test_a_house_that_deals_by_other_contributions_is_found_at_once_and_by_verify(
    tmp_path: Path, dealt_by: list[str]
) -> None:
    store = played(tmp_path, dealt_by)
    assert e.SealContradicted in kinds(store)
    assert any("sealed as" in each for each in faults_of(store))
    store.close()


FIRST_VALUE = FIRST + len(VALUES) + 1  # the entry of the first value, which is the last one's


@pytest.mark.parametrize("digest_too", [False, True])
def test_a_rewritten_chain_no_longer_fits_the_digest_or_the_cards(
    tmp_path: Path, digest_too: bool
) -> None:
    """Every hash of the chain is recomputed, so only the digest or the cards show it."""
    store = played(tmp_path, VALUES)
    edits = {FIRST_VALUE: (VALUES[2], "f" * 64)}
    if digest_too:
        edits[FIRST + 2] = (digest(VALUES[2]), digest("f" * 64))
    changes: dict[int, dict[str, object]] = {}
    for number, (old, new) in edits.items():
        entry = entry_of(store, "t1", number)
        assert old.encode() in entry.events
        changes[number] = {
            "command": entry.command.replace(old.encode(), new.encode()),
            "events": entry.events.replace(old.encode(), new.encode()),
        }
    rewrite(store, "t1", changes)
    wanted = "sealed as" if digest_too else "match a digest"
    assert any(wanted in each for each in faults_of(store))
    store.close()


OF_CONTRIBUTIONS = (e.ContributionMade, e.ContributionsClosed, e.ContributionRevealed)


def test_each_event_of_the_contributions_is_needed_and_in_its_place(tmp_path: Path) -> None:
    """The verifier's own count of them, on the states of the honest journal."""
    store = played(tmp_path, VALUES)
    with store.begin_read() as transaction:
        found = [each.event for entry in transaction.entries("t1") for each in recorded(entry)]
    store.close()
    events = cast("list[e.Event]", found)
    states, state = [], CLOSED
    for event in events:
        states.append(state)
        state = evolve(state, event)
    pairs = list(zip(states, events, strict=True))
    places = [at for at, event in enumerate(events) if isinstance(event, OF_CONTRIBUTIONS)]
    assert len(places) == 2 * len(VALUES) + 1
    assert _followed(pairs) == ""
    for at in places:
        assert _followed(pairs[:at] + pairs[at + 1 :]), "dropped"
        assert _followed(pairs[: at + 1] + pairs[at:]) or events[at] == events[places[3]], "twice"
    for first in places[:-1]:
        swapped = [*pairs]
        swapped[first], swapped[first + 1] = pairs[first + 1], pairs[first]
        values = all(isinstance(events[at], e.ContributionRevealed) for at in (first, first + 1))
        assert bool(_followed(swapped)) is not values, "only values may come in any order"


def _followed(pairs: Sequence[tuple[State, e.Event]]) -> str:
    shoes, wrong = Shoes(), ""
    for state, event in pairs:
        wrong = wrong or shoes.follow(state, event)
    return wrong
