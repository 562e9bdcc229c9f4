"""Readers' sequence numbers: nothing dealt twice, no loss undetected, across restarts."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from punto.floor.card_reads import Read, Reads, Taken
from punto.floor.host import Host
from punto.journal.archive.archive import last_position, remove_archived, write_archive
from punto.journal.store import Store
from punto.refusals import Reason
from punto.rules.game import Method, Zone
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.people import Staff
from tests.envelope import Given
from tests.floor.tables import DEALER, MANAGER, configuration, stake
from tests.sample import SQLITE_FIRST
from tests.submission import ask

CHIEF = Staff("chief", Position.ASSISTANT_CASINO_MANAGER)


@pytest.fixture
def host(store: Store) -> Iterator[Host]:
    host = Host(store)
    ask(host, "t1", "open", Given(c.OpenTable(configuration()), MANAGER))
    ask(host, "t1", "load", Given(c.LoadShoe("first"), DEALER))
    yield host
    host.stop()


def begin(host: Host, name: str = "") -> None:
    ask(host, "t1", f"bet{name}", Given(c.OpenBetting(), DEALER))
    ask(host, "t1", f"close{name}", Given(c.CloseBetting(), DEALER))


def drawn(host: Host) -> list[str | None]:
    play = host.look("t1").state.round
    return [card.card for card in play.cards] if play else []


def summary(taken: Taken) -> tuple[bool, Reason | None, int | None]:
    return taken.again, taken.refused.reason if taken.refused else None, taken.expected


@SQLITE_FIRST
def test_a_repeated_read_is_answered_and_not_dealt(host: Host, store: Store) -> None:
    begin(host)
    reads = Reads(host, store)
    assert reads.expected("t1", "r") == 1
    first = reads.take("t1", "r", Read(1, "10h"))
    assert summary(first) == (False, None, 2)
    assert summary(reads.take("t1", "r", Read(2, "2C"))) == (False, None, 3)
    again = reads.take("t1", "r", Read(1, "TH"))
    assert summary(again) == (True, None, 3)
    assert again.records == first.records
    assert drawn(host) == ["TH", "2C"]


@SQLITE_FIRST
def test_the_same_number_with_another_card_is_refused(host: Host, store: Store) -> None:
    begin(host)
    reads = Reads(host, store)
    reads.take("t1", "r", Read(1, "TH"))
    assert summary(reads.take("t1", "r", Read(1, "2C"))) == (False, Reason.ID_USED_BEFORE, 2)
    assert drawn(host) == ["TH"]


@pytest.mark.parametrize("code", ["9S\n", "9\u0000S", "9\u202eS"])
def test_a_read_that_is_not_recorded_does_not_use_up_its_number(
    host: Host, store: Store, code: str
) -> None:
    begin(host)
    reads = Reads(host, store)
    refused = reads.take("t1", "r", Read(1, code))
    assert summary(refused) == (False, Reason.UNREADABLE_REQUEST, 1)
    assert reads.expected("t1", "r") == 1
    assert summary(reads.take("t1", "r", Read(1, "9S"))) == (False, None, 2)


def test_a_code_with_a_line_break_is_no_read() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"number":1,"code":"9S\\n"}', type=Read)


@SQLITE_FIRST
def test_a_lost_read_is_found_and_its_number_named(host: Host, store: Store) -> None:
    begin(host)
    reads = Reads(host, store)
    assert summary(reads.take("t1", "r", Read(2, "TH"))) == (False, Reason.READ_MISSING, 1)
    reads.take("t1", "r", Read(1, "TH"))
    lost = reads.take("t1", "r", Read(3, "2C"))
    assert summary(lost) == (False, Reason.READ_MISSING, 2)
    assert lost.refused is not None
    assert "Read 2 is expected, not 3" in lost.refused.sentence
    assert drawn(host) == ["TH"]


@SQLITE_FIRST
def test_a_read_that_no_card_is_due_for_is_refused_by_clause_and_its_number_used(
    host: Host, store: Store
) -> None:
    ask(host, "t1", "bet", Given(c.OpenBetting(), DEALER))
    reads = Reads(host, store)
    early = reads.take("t1", "r", Read(1, "TH"))
    assert summary(early) == (False, Reason.BETTING_OPEN, 2)
    assert summary(reads.take("t1", "r", Read(1, "TH"))) == (True, Reason.BETTING_OPEN, 2)
    ask(host, "t1", "close", Given(c.CloseBetting(), DEALER))
    for card, number in zip(("9C", "5D", "KH", "AH"), range(2, 6), strict=True):
        acknowledged = 1 if number == 2 else None
        assert summary(reads.take("t1", "r", Read(number, card, acknowledged)))[1] is None
    ask(host, "t1", "totals", Given(c.AnnounceTotals(), DEALER))
    natural = reads.take("t1", "r", Read(6, "2S"))
    assert natural.refused is not None
    assert (natural.refused.reason, natural.expected) == (Reason.CARD_NOT_ALLOWED, 7)
    assert natural.refused.clause is not None
    assert natural.refused.clause.startswith("tiger 3.")


@SQLITE_FIRST
def test_the_card_after_a_misread_one_is_not_dealt_in_its_place(host: Host, store: Store) -> None:
    begin(host)
    reads = Reads(host, store)
    assert summary(reads.take("t1", "r", Read(1, "??"))) == (False, Reason.UNREADABLE_CARD, 2)
    assert summary(reads.take("t1", "r", Read(2, "2C"))) == (False, Reason.READ_UNHEARD, 2)
    assert summary(reads.take("t1", "r", Read(2, "2C", acknowledged=9))) == (
        False,
        Reason.READ_UNHEARD,
        2,
    )
    assert drawn(host) == []
    assert summary(reads.take("t1", "r", Read(2, "TH", acknowledged=1))) == (False, None, 3)
    assert drawn(host) == ["TH"]


@SQLITE_FIRST
def test_numbers_outlive_the_host_and_are_each_readers_own(host: Host, store: Store) -> None:
    begin(host)
    Reads(host, store).take("t1", "r", Read(1, "TH"))
    host.stop()
    later = Host(store)
    reads = Reads(later, store)
    assert reads.expected("t1", "r") == 2
    # Names that begin alike, and signs that mean something to a database.
    assert [reads.expected("t1", each) for each in ("r_", "r/read-1", "_", "other")] == [1] * 4
    assert summary(reads.take("t1", "r", Read(1, "TH"))) == (True, None, 2)
    assert summary(reads.take("t1", "other", Read(1, "2C"))) == (False, None, 2)
    assert drawn(later) == ["TH", "2C"]
    later.stop()


@SQLITE_FIRST
def test_many_at_once_deal_a_read_once(host: Host, store: Store) -> None:
    begin(host)
    reads = Reads(host, store)
    with ThreadPoolExecutor(16) as pool:
        taken = list(pool.map(lambda _: reads.take("t1", "r", Read(1, "TH")), range(32)))
    assert {each.records for each in taken} == {taken[0].records}
    assert all(each.refused is None for each in taken)
    assert drawn(host) == ["TH"]


def test_the_first_card_of_a_shoe_is_burned_where_the_table_burns(host: Host, store: Store) -> None:
    ask(host, "t1", "retire", Given(c.RetireShoe(), DEALER))
    burns = replace(configuration(), burn=True)
    ask(host, "t1", "set", Given(c.ChangeConfiguration(burns, why="burning"), MANAGER))
    ask(host, "t1", "reload", Given(c.LoadShoe("second"), DEALER))
    reads = Reads(host, store)
    assert summary(reads.take("t1", "r", Read(1, "no card"))) == (False, Reason.UNREADABLE_CARD, 2)
    assert summary(reads.take("t1", "r", Read(2, "kd", acknowledged=1))) == (False, None, 3)
    assert summary(reads.take("t1", "r", Read(2, "KD"))) == (True, None, 3)
    shoe = host.look("t1").state.shoe
    assert shoe is not None
    assert shoe.gone == 11
    begin(host)
    assert summary(reads.take("t1", "r", Read(3, "TH"))) == (False, None, 4)


@SQLITE_FIRST
def test_in_method_c_the_patron_draws_and_the_device_reads(host: Host, store: Store) -> None:
    squeezed = replace(configuration(), method=Method.C, zone=Zone.PAIZA_CLUB)
    ask(host, "c1", "open", Given(c.OpenTable(squeezed), CHIEF))
    ask(host, "c1", "load", Given(c.LoadShoe("first"), DEALER))
    ask(host, "c1", "bet", Given(c.OpenBetting(), DEALER))
    ask(host, "c1", "stake", stake("guest"))
    ask(host, "c1", "give", Given(c.GiveDevice("guest"), DEALER))
    ask(host, "c1", "close", Given(c.CloseBetting(), DEALER))
    taken = Reads(host, store).take("c1", "r", Read(1, "TH"))
    assert taken.refused is None
    assert [record.actor for record in taken.records] == ["r"]
    drawn = taken.records[0].event
    assert isinstance(drawn, e.CardDrawn)
    assert drawn.drawn_by == "guest"


@SQLITE_FIRST
def test_reads_that_were_archived_leave_any_number_to_begin_with(
    host: Host, store: Store, tmp_path: Path
) -> None:
    begin(host)
    reads = Reads(host, store)
    for number, card in enumerate(("9C", "5D", "KH", "AH"), 1):
        reads.take("t1", "r", Read(number, card))
    ask(host, "t1", "totals", Given(c.AnnounceTotals(), DEALER))
    ask(host, "t1", "outcome", Given(c.AnnounceOutcome(), DEALER))
    ask(host, "t1", "retire", Given(c.RetireShoe(), DEALER))
    ask(host, "t1", "reload", Given(c.LoadShoe("second"), DEALER))
    assert reads.expected("t1", "r") == 5
    with store.begin_read() as transaction:
        done = write_archive(transaction, last_position(transaction, 10**15), tmp_path / "old.gz")
    remove_archived(store, done)
    assert reads.expected("t1", "r") is None
    begin(host, "2")
    assert summary(reads.take("t1", "r", Read(5, "TH"))) == (False, None, 6)
    assert summary(reads.take("t1", "r", Read(7, "2C"))) == (False, Reason.READ_MISSING, 6)
    assert summary(reads.take("t1", "r", Read(4, "AH"))) == (False, Reason.READ_MISSING, 6)
