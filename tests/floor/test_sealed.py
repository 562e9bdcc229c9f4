"""Sealed shoes outlive a crash: killed at any moment, exactly the next card comes."""

import signal
import stat
import subprocess
import sys
import traceback
from pathlib import Path
from random import Random
from time import sleep

import psycopg
import pytest
import sqlalchemy as sa

from punto.floor.dealer import Dealer
from punto.floor.devices import ShuffledShoe
from punto.floor.host import Host
from punto.journal.codec import recorded
from punto.journal.failures import Conflict, Unavailable
from punto.journal.schema import sealed_shoes
from punto.journal.sealed import SealedShoes
from punto.journal.store import Store
from punto.journal.verify import verify
from punto.refusals import Reason, Refused
from punto.table import commands as c
from punto.table import events as e
from tests.floor.dealing import MOMENTS, TABLE, short_shoes
from tests.floor.tables import MANAGER, ids

NTH = {"drawn": 7, "dealt": 9, "announcing": 3}  # in the midst of a round, of a shoe
ORDER = ("AS", "KD", "2C")
SALT = "5eed" * 16


def deal(journal: str, moment: str, *rest: str, nth: int = 1) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.floor.dealing", journal, moment, str(nth), *rest]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def to_the_end(process: subprocess.Popen[bytes]) -> str:
    said = process.communicate(timeout=120)[1].decode()
    assert process.returncode in (0, -signal.SIGKILL), said
    return said


def faults(journal: str) -> list[str]:
    store = Store(journal)
    with store.reading() as reading:
        found = [str(fault) for fault in verify(reading)]
    store.close()
    return found


def shoes(journal: str) -> tuple[list[tuple[list[str], e.ShoeRevealed]], int]:
    """Each opened shoe with the cards that left it, None for unseen ones; and how many are kept."""
    dealt: dict[str, list[str]] = {}
    opened: list[tuple[list[str], e.ShoeRevealed]] = []
    in_use = ""
    store = Store(journal)
    with store.reading() as reading:
        events = [each.event for entry in reading.entries(TABLE) for each in recorded(entry)]
        kept = reading.connection.execute(sa.select(sa.func.count()).select_from(sealed_shoes))
        count = kept.scalar_one()
    store.close()
    for event in events:
        match event:
            case e.ShoeLoaded(shoe=in_use):
                dealt[in_use] = []
            case e.CardsBurned(first=first, count=burned):
                dealt[in_use] += [first, *["unseen"] * burned]
            case e.CardDrawn(card=card):
                dealt[in_use].append(card or "unseen")
            case e.ShoeRevealed(shoe=shoe):
                opened.append((dealt[shoe], event))
    return opened, count


def left_in_order(cards: list[str], order: tuple[str, ...]) -> bool:
    return all(card in ("unseen", due) for card, due in zip(cards, order, strict=False))


def test_killed_at_every_moment_of_a_shoe_the_next_card_comes(tmp_path: Path) -> None:
    journal = str(tmp_path / "casino.journal")
    for moment in ("sealed", *MOMENTS):
        process = deal(journal, moment, nth=NTH.get(moment, 1))
        to_the_end(process)
        assert process.returncode == -signal.SIGKILL, moment
    assert to_the_end(deal(journal, "never")) == ""
    opened, kept = shoes(journal)
    assert faults(journal) == []  # of the whole: what a kill had damaged would be there still
    assert len(opened) >= 2
    for cards, revealed in opened:
        assert len(cards) > 90
        assert left_in_order(cards, revealed.order)
    assert kept == 0, "what was opened, or sealed and never loaded, is forgotten"


def test_killed_at_any_time_the_next_card_comes(tmp_path: Path) -> None:
    journal = str(tmp_path / "casino.journal")
    chance = Random(3)
    for _ in range(8):
        process = deal(journal, "at any time")
        assert process.stdout is not None
        assert process.stdout.readline() == b"begun\n"
        sleep(chance.random() * 0.4)
        process.kill()
        to_the_end(process)
    to_the_end(deal(journal, "never"))
    opened, _ = shoes(journal)
    assert faults(journal) == []
    assert opened
    assert all(left_in_order(cards, revealed.order) for cards, revealed in opened)


def test_a_dealer_who_skips_a_card_after_a_restart_is_found_out(tmp_path: Path) -> None:
    journal = str(tmp_path / "casino.journal")
    to_the_end(deal(journal, "drawn", nth=7))
    process = deal(journal, "retired", "skipping")
    to_the_end(process)
    said = to_the_end(deal(journal, "never"))
    opened, _ = shoes(journal)
    assert "sealed as" in " ".join(faults(journal)), said
    assert not left_in_order(opened[0][0], opened[0][1].order)


def test_an_order_is_kept_found_and_forgotten(store: Store) -> None:
    seals, elsewhere = SealedShoes(store, "t1"), SealedShoes(store, "t2")
    seals.keep("c1", ORDER, "salt")
    found = seals.find("c1")
    assert found is not None
    assert (found.order, found.salt) == (ORDER, "salt")
    assert elsewhere.find("c1") is None, "another table's shoe is nobody else's"
    elsewhere.keep("c9", ORDER, "salt")
    seals.keep("c2", ORDER, "pepper")
    seals.keep("c3", ORDER, "sugar")
    seals.forget_all_but(["c2"])
    assert [seals.find(name) is None for name in ("c1", "c2", "c3")] == [True, False, True]
    seals.forget("c2")
    assert seals.find("c2") is None
    assert elsewhere.find("c9") is not None


def test_an_order_shows_itself_nowhere(store: Store) -> None:
    seals = SealedShoes(store, "t1")
    seals.keep("c1", ORDER, SALT)
    found = seals.find("c1")
    assert "AS" not in repr(found) + str(found)
    assert SALT not in repr(found) + str(found)
    with pytest.raises(Conflict) as conflict:
        seals.keep("c1", ORDER, SALT)
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
    shoe = ShuffledShoe(8, keep=seals.keep)
    theirs = Store(f"{postgresql}&options=-csearch_path%3D{name}%20-crole%3D{name}")
    host = Host(theirs)
    host.ask("t1", "o1", c.OpenTable(short_shoes(), by=MANAGER))
    host.ask("t1", "l1", c.LoadShoe("s1", commitment=shoe.commitment, by=MANAGER))
    host.stop()
    with theirs.reading() as reading:
        assert [str(fault) for fault in verify(reading)] == []
    with pytest.raises(Unavailable, match="permission denied"):
        SealedShoes(theirs, "t1").find(shoe.commitment)
    assert seals.find(shoe.commitment) is not None
    for each in (owner, theirs):
        each.close()


def test_a_new_journal_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "casino.journal"
    store = Store(str(path))
    store.create()
    SealedShoes(store, "t1").keep("c1", ORDER, "salt")
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
    host.ask("t1", "o1", c.OpenTable(short_shoes(), by=MANAGER))
    host.ask("t1", "l1", c.LoadShoe("s1", commitment="0" * 64, by=MANAGER))
    seals = SealedShoes(store, "t1")
    dealer = Dealer(
        lambda command: host.ask("t1", f"d{next(ids)}", command),
        lambda: host.state("t1"),
        ShuffledShoe,
        seals=seals,
    )
    with pytest.raises(Refused) as refusal:
        dealer.go_on()
    assert refusal.value.reason is Reason.SHOE_NEEDED
    host.ask("t1", "r1", c.RetireShoe(why="its order is lost", by=MANAGER))
    dealer.go_on()
    host.stop()
    assert host.state("t1").rounds == 1
    assert list(host.state("t1").retired) == ["s1"], "it stays known as never opened"
