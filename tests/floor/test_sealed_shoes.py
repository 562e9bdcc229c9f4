"""Sealed shoes survive a crash: after a kill at any moment, the next card is correct."""

import os
import signal
import stat
import traceback
from pathlib import Path
from random import Random
from time import sleep

import psycopg
import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from punto.floor.dealer import AUTOMATIC, Dealer
from punto.floor.devices import ShuffledShoe
from punto.floor.host import Host
from punto.journal.codec import recorded
from punto.journal.errors import Conflict, Unavailable
from punto.journal.schema import sealed_shoes
from punto.journal.sealed_shoes import SealedShoes
from punto.journal.store import Store
from punto.journal.verify.journal import verify
from punto.refusals import Reason, Refused
from punto.table import commands as c
from punto.table import events as e
from tests.cli.run import started
from tests.envelope import Given
from tests.floor.dealing_process import MOMENTS, TABLE, short_shoes
from tests.floor.tables import MANAGER, ids
from tests.submission import ask
from tests.table.order_oracle import mixed

NTH = {"drawn": 7, "dealt": 9, "announcing": 3}  # in the midst of a round, of a shoe
ORDER = ("AS", "KD", "2C")
SALT = "5eed" * 16


class Dealing:
    """A process that deals, and what it says."""

    def __init__(self, journal: str, moment: str, *rest: str, nth: int = 1) -> None:
        self._said = Path(f"{journal}.said")
        reading, writing = os.pipe()
        self._out = os.fdopen(reading, "rb")
        program = ["tests.floor.dealing_process", journal, moment, str(nth), *rest]
        with os.fdopen(writing, "wb") as out, self._said.open("wb") as err:
            self.process = started(*program, out=out, err=err)

    def wait_until_begun(self) -> None:
        assert self._out.readline() == b"begun\n"

    def to_the_end(self) -> str:
        code = self.process.wait(120)
        self._out.close()
        said = self._said.read_text(encoding="utf-8")
        assert code in (0, -signal.SIGKILL), said
        return said


def faults(journal: str) -> list[str]:
    store = Store(journal)
    with store.begin_read() as transaction:
        found = [str(fault) for fault in verify(transaction)]
    store.close()
    return found


def shoes(journal: str) -> tuple[list[tuple[list[str], e.ShoeRevealed]], int]:
    """Each opened shoe with the cards that left it, and its order as contributions made it."""
    dealt: dict[str, list[str]] = {}
    seals: dict[str, str] = {}
    values: dict[str, list[str]] = {}
    opened: list[tuple[list[str], e.ShoeRevealed]] = []
    in_use = ""
    store = Store(journal)
    with store.begin_read() as transaction:
        events = [each.event for entry in transaction.entries(TABLE) for each in recorded(entry)]
        rows = transaction.connection.execute(sa.select(sa.func.count()).select_from(sealed_shoes))
        count = rows.scalar_one()
    store.close()
    for event in events:
        match event:
            case e.ShoeLoaded(shoe=in_use):
                dealt[in_use], values[in_use] = [], []
                seals[in_use] = event.commitment
            case e.ContributionRevealed(value=value):
                values[in_use].append(value)
            case e.CardsBurned(first=first, count=burned):
                dealt[in_use] += [first, *["unseen"] * burned]
            case e.CardDrawn(card=card):
                dealt[in_use].append(card or "unseen")
            case e.ShoeRevealed(shoe=shoe):
                due = mixed(event.order, seals[shoe], shoe, values[shoe])
                opened.append((dealt[shoe], replace(event, order=tuple(due))))
    return opened, count


def left_in_order(cards: list[str], order: tuple[str, ...]) -> bool:
    return all(card in ("unseen", due) for card, due in zip(cards, order, strict=False))


def test_killed_at_every_moment_of_a_shoe_the_next_card_comes(tmp_path: Path) -> None:
    journal = str(tmp_path / "casino.journal")
    for moment in ("sealed", *MOMENTS):
        dealing = Dealing(journal, moment, nth=NTH.get(moment, 1))
        dealing.to_the_end()
        assert dealing.process.returncode == -signal.SIGKILL, moment
    assert Dealing(journal, "never").to_the_end() == ""
    opened, left = shoes(journal)
    assert faults(journal) == []  # of the whole: what a kill had damaged would be there still
    assert len(opened) >= 2
    for cards, revealed in opened:
        assert len(cards) > 90
        assert left_in_order(cards, revealed.order)
    assert left == 0, "what was opened, or sealed and never loaded, is forgotten"


def test_killed_at_any_time_the_next_card_comes(tmp_path: Path) -> None:
    journal = str(tmp_path / "casino.journal")
    chance = Random(3)
    for _ in range(8):
        dealing = Dealing(journal, "at any time")
        dealing.wait_until_begun()
        sleep(chance.random() * 0.4)
        dealing.process.kill()
        dealing.to_the_end()
    Dealing(journal, "never").to_the_end()
    opened, _ = shoes(journal)
    assert faults(journal) == []
    assert opened
    assert all(left_in_order(cards, revealed.order) for cards, revealed in opened)


def test_a_dealer_who_skips_a_card_after_a_restart_is_found_out(tmp_path: Path) -> None:
    journal = str(tmp_path / "casino.journal")
    Dealing(journal, "drawn", nth=7).to_the_end()
    Dealing(journal, "retired", "skipping").to_the_end()
    said = Dealing(journal, "never").to_the_end()
    opened, _ = shoes(journal)
    assert "sealed as" in " ".join(faults(journal)), said
    assert not left_in_order(opened[0][0], opened[0][1].order)


def test_an_order_is_saved_found_and_deleted(store: Store) -> None:
    seals, elsewhere = SealedShoes(store, "t1"), SealedShoes(store, "t2")
    seals.save("c1", ORDER, "salt")
    found = seals.find("c1")
    assert found is not None
    assert (found.order, found.salt) == (ORDER, "salt")
    assert elsewhere.find("c1") is None, "another table's shoe is nobody else's"
    elsewhere.save("c9", ORDER, "salt")
    seals.save("c2", ORDER, "pepper")
    seals.save("c3", ORDER, "sugar")
    seals.forget_all_but(["c2"])
    assert [seals.find(name) is None for name in ("c1", "c2", "c3")] == [True, False, True]
    seals.forget("c2")
    assert seals.find("c2") is None
    assert elsewhere.find("c9") is not None


def test_an_order_shows_itself_nowhere(store: Store) -> None:
    seals = SealedShoes(store, "t1")
    seals.save("c1", ORDER, SALT)
    found = seals.find("c1")
    assert "AS" not in repr(found) + str(found)
    assert SALT not in repr(found) + str(found)
    with pytest.raises(Conflict) as conflict:
        seals.save("c1", ORDER, SALT)
    said = "".join(traceback.format_exception(conflict.value))
    assert SALT not in said
    assert "AS KD" not in said


def test_verify_and_hosts_do_without_the_orders(postgresql: str) -> None:
    """On PostgreSQL, somebody with every grant but that one plays and verifies all the same."""
    name = f"granted{next(ids)}"
    with psycopg.connect(postgresql, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
        connection.execute(f"CREATE ROLE {name} LOGIN")
        owner = Store(f"{postgresql}&options=-csearch_path%3D{name}")
        owner.create()
        for grant in (
            f"GRANT USAGE ON SCHEMA {name} TO {name}",
            f"GRANT ALL ON ALL TABLES IN SCHEMA {name} TO {name}",
            f"GRANT ALL ON ALL SEQUENCES IN SCHEMA {name} TO {name}",
            f"REVOKE ALL ON {name}.sealed_shoes FROM {name}",
        ):
            connection.execute(grant)
    seals = SealedShoes(owner, "t1")
    shoe = ShuffledShoe(8, save=seals.save)
    theirs = Store(f"{postgresql}&options=-csearch_path%3D{name}%20-crole%3D{name}")
    host = Host(theirs)
    ask(host, "t1", "o1", Given(c.OpenTable(short_shoes()), MANAGER))
    ask(host, "t1", "l1", Given(c.LoadShoe("s1", commitment=shoe.commitment), AUTOMATIC))
    host.stop()
    with theirs.begin_read() as transaction:
        assert [str(fault) for fault in verify(transaction)] == []
    with pytest.raises(Unavailable, match="permission denied"):
        SealedShoes(theirs, "t1").find(shoe.commitment)
    assert seals.find(shoe.commitment) is not None
    for each in (owner, theirs):
        each.close()


def test_a_new_journal_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "casino.journal"
    store = Store(str(path))
    store.create()
    SealedShoes(store, "t1").save("c1", ORDER, "salt")
    modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in tmp_path.iterdir()}
    store.close()
    assert len(modes) > 1, "the log beside it too"
    assert set(modes.values()) == {0o600}
    path.chmod(0o640)
    again = Store(str(path))
    again.create()
    again.close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640, "one that is there is left as it is"


def test_a_shoe_whose_order_is_lost_is_left_to_staff(store: Store) -> None:
    host = Host(store)
    ask(host, "t1", "o1", Given(c.OpenTable(short_shoes()), MANAGER))
    ask(host, "t1", "l1", Given(c.LoadShoe("s1", commitment="0" * 64), AUTOMATIC))
    seals = SealedShoes(store, "t1")
    dealer = Dealer(
        lambda command, by: ask(host, "t1", f"d{next(ids)}", Given(command, by)),
        lambda: host.state("t1"),
        ShuffledShoe,
        seals=seals,
    )
    with pytest.raises(Refused) as refusal:
        dealer.run()
    assert refusal.value.reason is Reason.SHOE_NEEDED
    retires = c.RetireShoe(why="its order is lost")
    for command in (c.SignOnDealer(), retires, c.SignOffDealer()):
        ask(host, "t1", f"r{next(ids)}", Given(command, MANAGER))
    dealer.run()
    host.stop()
    assert host.state("t1").rounds == 1
    assert list(host.state("t1").retired) == ["s1"], "it stays known as never opened"


def test_a_seal_is_used_once_in_the_house(store: Store) -> None:
    host = Host(store)
    order = tuple(ORDER)
    used = ShuffledShoe.restore(order, SALT)
    for table in ("t1", "t2"):
        ask(host, table, "o1", Given(c.OpenTable(short_shoes()), MANAGER))
    seals = SealedShoes(store, "t2")
    assert not seals.is_used(used.commitment)
    ask(host, "t1", "l1", Given(c.LoadShoe("s1", commitment=used.commitment), AUTOMATIC))
    assert seals.is_used(used.commitment)
    dealer = Dealer(
        lambda command, by: ask(host, "t2", f"d{next(ids)}", Given(command, by)),
        lambda: host.state("t2"),
        lambda decks: used,
        seals=seals,
    )
    seals.save(used.commitment, order, SALT)
    with pytest.raises(Refused, match="used before"):
        dealer.step()
    host.stop()
    assert host.state("t2").shoe is None
