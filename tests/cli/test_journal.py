"""`punto verify` and `punto replay`: exit 0 for a sound journal, 1 for a fault, 2 for none."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from punto.floor.host import Host
from punto.journal.schema import entries
from punto.journal.store import Store
from tests.cli.run import punto, refused
from tests.floor.tables import opened, play_round, shuffled, stake


@pytest.fixture
def journal(tmp_path: Path) -> str:
    """Two rounds of Tiger at a table."""
    path = str(tmp_path / "casino.journal")
    store = Store(path)
    store.create()
    host = Host(store)
    opened(host, "t1")
    cards = iter(shuffled(1))
    for _ in range(2):
        play_round(host, "t1", cards, [stake("seat1"), stake("seat2", 2000, "tiger")])
    host.stop()
    store.close()
    return path


def tamper(journal: str) -> None:
    store = Store(journal)
    with store.begin_write([]) as transaction:
        third = sa.update(entries).where(entries.c.number == 3)
        transaction.connection.execute(third.values(actor="nobody"))
    store.close()


def test_a_sound_journal_and_its_heads(journal: str) -> None:
    said = punto("verify", journal)
    assert (said.code, said.err) == (0, "")
    assert "no fault in" in said.out
    heads = punto("verify", journal, "--json").json["heads"]
    assert f"head  t1={heads['t1']}" in said.out
    assert punto("verify", journal, "--head", f"t1={heads['t1']}").code == 0


def test_a_saved_head_that_is_not_there(journal: str) -> None:
    said = punto("verify", journal, "--head", f"t1={'ab' * 32}", "--json")
    assert said.code == 1
    (fault,) = said.json["faults"]
    assert fault == {"stream": "t1", "entry": 0, "what": "the saved head is not in the journal"}


def test_a_fault_is_told_with_its_place(journal: str) -> None:
    tamper(journal)
    said = punto("verify", journal)
    assert said.code == 1
    assert "wrong t1 entry 3: the hash of entry 3 does not follow from what it says" in said.out
    assert "is damaged" in refused(punto("replay", journal, "--round", "t1/1"))


def test_a_round_for_people(journal: str) -> None:
    said = punto("replay", journal, "--round", "t1/2")
    assert (said.code, said.err) == (0, "")
    for words in ("table t1, round 2", "betting opened", "card drawn", "round settled", "seat2"):
        assert words in said.out


def test_a_round_for_programs(journal: str) -> None:
    told = punto("replay", journal, "--round", "t1/1", "--json").json
    assert (told["round"], told["game"]) == ("t1/1", "tiger")
    assert [each["event"]["type"] for each in told["events"]][:2] == [
        "betting-opened",
        "stake-placed",
    ]
    assert [each["wager"] for each in told["stakes"]] == ["banker", "tiger"]


def test_what_is_no_journal_is_told_in_a_sentence(tmp_path: Path, journal: str) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("nothing of the kind, and quite long enough to be looked into" * 20)
    assert refused(punto("verify", str(text))) == f"{text}: This file is not a journal."
    assert refused(punto("verify", "none.journal")) == "There is no journal 'none.journal'."
    assert "is not a head" in refused(punto("verify", journal, "--head", "t1=ab"))
    assert "is not a round" in refused(punto("replay", journal, "--round", "one"))
    assert "holds no round" in refused(punto("replay", journal, "--round", "t1/9"))
