"""Entries of earlier decision versions still verify, and forged ones are caught."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from punto.floor import batch
from punto.floor.host import Host
from punto.journal import codec
from punto.journal.codec import Entry
from punto.journal.decisions import DECISION_VERSION, RELEASED_VERSION, VERSIONS
from punto.journal.store import Store
from punto.journal.verify import stream
from punto.journal.verify.journal import Verification
from punto.refusals import Reason, Refused
from punto.rules.irregularities import Irregularity
from punto.rules.settlement import Result
from punto.table import commands as c
from punto.table import decide, evolve
from punto.table import events as e
from punto.table.people import Origin
from punto.table.state import State
from tests.envelope import Given
from tests.floor.tables import DEALER, MANAGER, opened, play_round, stake
from tests.journal.forgery import forge, with_events
from tests.submission import ask, submit

CARDS = ("KS", "4S", "KH", "5S")  # nine for Banker
NEXT = DECISION_VERSION + 1


def set_version(patch: pytest.MonkeyPatch, version: int) -> None:
    """Let this process be the engine of a version."""
    for module in (codec, stream, batch):
        patch.setattr(module, "DECISION_VERSION", version)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Rounds of the current version: won, lost, under the minimum, void; and a refusal."""
    path = tmp_path_factory.mktemp("versions") / "casino.journal"
    store = Store(str(path))
    store.create()
    host = Host(store)
    opened(host, "t1")
    submit(host, "t1", "early", stake("seat1")).result()
    chips = [stake("seat1", 3000, "tie"), stake("seat2", 2000), stake("seat3", 500)]
    play_round(host, "t1", iter(CARDS), chips)
    play_round(host, "t1", iter(("7S", "4H", "2H", "5H")), [stake("seat3", 500, "tie")])
    ask(host, "t1", "bet", Given(c.OpenBetting(), DEALER))
    ask(host, "t1", "stake", stake("seat1", 4000))
    ask(host, "t1", "void", Given(c.Report(Irregularity.FOREIGN_CARDS, note="a red back"), MANAGER))
    host.stop()
    store.close()
    return path


@pytest.fixture
def store(written: Path, tmp_path: Path) -> Iterator[Store]:
    shutil.copy(written, tmp_path / "copy.journal")
    copy = Store(str(tmp_path / "copy.journal"))
    yield copy
    copy.close()


def verified(store: Store, workers: int = 0) -> tuple[list[str], int, int]:
    """The faults, and how many entries were proved which way."""
    with store.begin_read() as transaction:
        proved = Verification(transaction, workers=workers)
        faults = [str(fault) for fault in proved.faults()]
    return faults, proved.redecided, proved.checked


def test_every_version_is_described() -> None:
    assert list(VERSIONS) == list(range(1, DECISION_VERSION + 1))
    assert RELEASED_VERSION in (DECISION_VERSION - 1, DECISION_VERSION)


@pytest.mark.parametrize("workers", [0, 2])
def test_the_current_version_is_decided_again(store: Store, workers: int) -> None:
    faults, redecided, checked = verified(store, workers)
    assert faults == []
    assert (redecided > 20, checked) == (True, 0)


def refuse_stakes(state: State, command: c.PlaceStake, origin: Origin) -> tuple[e.Event, ...]:
    raise Refused(Reason.BETTING_CLOSED, "No stake is taken any more.")


def test_a_decision_changed_without_its_version_makes_old_entries_false(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(decide.DECIDERS, c.PlaceStake, refuse_stakes)
    assert any("it would have been refused" in fault for fault in verified(store)[0])


def test_a_decision_changed_with_its_version_leaves_old_entries_true(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries_before = verified(store)[1]
    monkeypatch.setitem(decide.DECIDERS, c.PlaceStake, refuse_stakes)
    set_version(monkeypatch, NEXT)
    assert verified(store) == ([], 0, entries_before)
    host = Host(store)
    assert host.halted == {}
    ask(host, "t1", "next-bet", Given(c.OpenBetting(), DEALER))
    receipt = submit(host, "t1", "next-stake", stake("seat1")).result()
    host.stop()
    assert receipt.refused is not None
    assert verified(store) == ([], 2, entries_before)
    with store.begin_read() as transaction:
        versions = [entry.decision_version for entry in transaction.entries("t1")]
    assert versions == sorted(versions)
    assert set(versions) == {DECISION_VERSION, NEXT}


def test_a_forger_who_forges_nothing_is_not_noticed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    forge(store, lambda entry: entry)
    assert verified(store)[0] == []
    set_version(monkeypatch, NEXT)
    assert verified(store)[0] == []


def _lines(change: Callable[[e.Paid], e.Paid]) -> Callable[[Any], Any]:
    def changed(event: Any) -> Any:
        if isinstance(event, e.RoundSettled | e.RoundVoided):
            return replace(event, lines=tuple(map(change, event.lines)))
        return event

    return changed


def _won_more(line: e.Paid) -> e.Paid:
    if line.result is not Result.WIN:
        return line
    return replace(
        line, profit_cents=line.profit_cents + 100, returned_cents=line.returned_cents + 100
    )


def _lost_and_paid(line: e.Paid) -> e.Paid:
    if line.wager != "tie":
        return line
    paid = replace(line, pays="8 to 1", result=Result.WIN)
    return replace(paid, profit_cents=24000, returned_cents=27000)


def _staked_more(line: e.Paid) -> e.Paid:
    if line.result is not Result.WIN or line.patron != "seat2":
        return line
    return replace(line, cents=4000, profit_cents=3800, returned_cents=7800)


def _returned(line: e.Paid) -> e.Paid:
    if line.patron != "seat2":
        return line
    return replace(line, result=Result.RETURNED, profit_cents=0, returned_cents=line.cents)


def _settled(line: e.Paid) -> e.Paid:
    if line.result is not Result.RETURNED:
        return line
    return replace(line, result=Result.LOSE, profit_cents=-500, returned_cents=0)


def _kept(line: e.Paid) -> e.Paid:
    if line.result is not Result.VOID:
        return line
    return replace(line, profit_cents=-4000, returned_cents=0)


def _renamed(line: e.Paid) -> e.Paid:
    return replace(line, patron="seat9") if line.patron == "seat2" else line


def _called_otherwise(line: e.Paid) -> e.Paid:
    return replace(line, result=Result.PUSH) if line.result is Result.WIN else line


ALTERED = [
    (_won_more, "was paid 2000 and came back as 4000, not 1900 and 3900"),
    (_lost_and_paid, "was paid 24000 and came back as 27000, not -3000 and 0"),
    (_staked_more, "is settled otherwise than it was placed"),
    (_returned, "was returned, though it counted"),
    (_settled, "was settled, though it had to be returned"),
    (_kept, "of a void round did not go back as it was"),
    (_renamed, "is settled otherwise than it was placed"),
    (_called_otherwise, "is called push, but is win"),
]


@pytest.mark.parametrize("version", [DECISION_VERSION, NEXT], ids=["current", "old"])
@pytest.mark.parametrize(
    ("change", "what"), ALTERED, ids=lambda each: getattr(each, "__name__", "")
)
def test_a_payment_altered_is_caught(
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[e.Paid], e.Paid],
    what: str,
    version: int,
) -> None:
    """Even if the whole stream, its transfers and the balances were rewritten."""
    forge(store, lambda entry: with_events(entry, _lines(change)))
    set_version(monkeypatch, version)
    faults = verified(store)[0]
    assert faults
    if version == NEXT or change in (_won_more, _lost_and_paid, _returned, _settled):
        # Of the current version too: the second settlement says so beside deciding again.
        assert any(what in fault for fault in faults), faults


def _more_chips(event: Any) -> Any:
    return replace(event, cents=90000) if isinstance(event, e.StakePlaced) else event


def test_an_event_that_its_command_did_not_ask_for_is_caught(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.MonkeyPatch.context() as patch:  # the settlement of it would contradict too
        patch.setattr(evolve, "contradiction", lambda state, event: "")
        forge(store, lambda entry: with_events(entry, _more_chips))
    set_version(monkeypatch, NEXT)
    faults = verified(store)[0]
    assert any("the command and what happened name another cents" in fault for fault in faults)


def test_an_answer_that_is_none_is_caught(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    set_version(monkeypatch, NEXT)

    def refused_after_all(entry: Entry) -> Entry:
        refusal = codec.encode_refusal(Refused(Reason.BETTING_CLOSED, "Too late."))
        return replace(entry, refusal=refusal) if b"open-betting" in entry.command else entry

    forge(store, refused_after_all)
    assert "t1 entry 4: it was refused, and yet something happened" in verified(store)[0]

    def allowed_after_all(entry: Entry) -> Entry:
        done = msgspec.json.decode(entry.command)["type"] == "open-betting"
        return replace(entry, refusal=b"") if done or entry.number == 3 else entry

    forge(store, allowed_after_all)
    assert verified(store)[0] == ["t1 entry 3: nothing happened, and yet it was not refused"]


def test_the_edition_of_an_entry_is_its_tables(store: Store) -> None:
    with store.begin_read() as transaction:
        assert {entry.edition for entry in transaction.entries("t1")} == {"tiger@2"}
    forge(
        store, lambda entry: replace(entry, edition="tiger@1" if entry.number == 5 else "tiger@2")
    )
    assert verified(store)[0] == [
        "t1 entry 5: it states 'tiger@1', but was decided under 'tiger@2'"
    ]


def test_versions_never_go_back(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """So nobody can call one entry among others older, and have it decided no more."""
    set_version(monkeypatch, NEXT)

    def mixed(entry: Entry) -> Entry:
        return replace(entry, decision_version=DECISION_VERSION if entry.number >= 5 else NEXT)

    forge(store, mixed)
    faults = verified(store)[0]
    assert "t1 entry 5: it was decided by an earlier version than the entry before" in faults


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ({"decision_version": 0}, "entry 1 was decided by a version which there never was"),
        (
            {"decision_version": NEXT},
            f"entry 1 was decided by version {NEXT} of the engine, and this edition of Punto"
            f" knows up to {DECISION_VERSION}: use the one that wrote it",
        ),
    ],
)
def test_a_version_that_there_cannot_be(store: Store, said: dict[str, int], what: str) -> None:
    forge(store, lambda entry: replace(entry, **said) if entry.number == 1 else entry)
    assert f"t1 entry 1: {what}" in verified(store)[0]
    host = Host(store)
    assert set(host.halted) == {"t1"}
    host.stop()
