"""Automatic tables: paced, dealing only to present patrons, and robust to failures."""

import socket
import sqlite3
from collections import Counter
from functools import partial
from io import StringIO
from itertools import pairwise
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from punto.floor.automatic import AutomaticTable
from punto.floor.countdown import Countdown
from punto.floor.dealer import AUTOMATIC, Dealer
from punto.floor.devices import ShuffledShoe, TypedCards
from punto.floor.devices.lines import tcp_line
from punto.floor.host import Host
from punto.floor.submission import Submission
from punto.floor.worker import LOOK_MS, RETRY_MS, RETRY_MS_MAX, Retrying, Runner
from punto.journal.errors import Conflict
from punto.journal.schema import sealed_shoes
from punto.journal.sealed_shoes import SealedShoes
from punto.journal.store import Store
from punto.journal.verify.journal import verify
from punto.refusals import Refused
from punto.rules.game import Method, Zone
from punto.table import commands as c
from punto.table import events as e
from punto.table.evolve import Corrupt
from punto.table.people import Machine, Patron
from tests.envelope import Given
from tests.floor.automatic_floor import DEALING_TIMES, Floor, check_cards
from tests.floor.dealing_process import AT_ONCE, short_shoes
from tests.floor.tables import DEALER, MANAGER, configuration, ids, stake
from tests.submission import ask


def test_a_round_goes_at_a_pace_that_people_can_follow(floor: Floor) -> None:
    turn = floor.table()
    floor.play(turn, lambda: floor.host.look("t1").state.rounds == 2)
    at_ms: dict[str, list[int]] = {}
    for record in floor.records():
        at_ms.setdefault(type(record.event).__name__, []).append(record.at_ms)
    assert at_ms["BettingClosed"][0] - at_ms["BettingOpened"][0] == DEALING_TIMES.betting_ms
    drawn = at_ms["CardDrawn"]
    assert {later - first for first, later in pairwise(drawn[:4])} == {DEALING_TIMES.card_ms}
    assert at_ms["BettingOpened"][1] - at_ms["RoundSettled"][0] == DEALING_TIMES.outcome_ms
    assert floor.warnings == []
    assert floor.faults() == []


def test_stakes_are_taken_until_the_time_is_over(floor: Floor) -> None:
    turn = floor.table()
    floor.play(turn, lambda: "BettingOpened" in floor.kinds())
    floor.clock.move(DEALING_TIMES.betting_ms - DEALING_TIMES.call_ms - 1)
    turn()
    ask(floor.host, "t1", "s1", stake("seat1"))
    floor.clock.move(1)
    turn()
    assert floor.kinds()[-2:] == ["StakePlaced", "BettingClosed"]


def test_it_rests_when_everybody_has_gone_and_finishes_what_was_begun(floor: Floor) -> None:
    turn = floor.table()
    floor.play(turn, lambda: "BettingClosed" in floor.kinds())
    floor.presence.leave("t1", "seat1")
    floor.play(turn, lambda: "RoundSettled" in floor.kinds())
    rested = floor.host.look("t1").head
    for _ in range(20):
        floor.clock.move(turn())
    assert floor.host.look("t1").head == rested
    floor.presence.note("t1", "seat2")
    floor.play(turn, lambda: floor.kinds()[-1] == "BettingOpened")
    assert floor.host.look("t1").state.rounds == 2


def test_a_seal_is_opened_though_everybody_has_gone(floor: Floor) -> None:
    turn = floor.table()
    floor.play(turn, lambda: "RoundSettled" in floor.kinds())
    floor.presence.leave("t1", "seat1")
    for command in (c.SignOnDealer(), c.RetireShoe(), c.SignOffDealer()):
        ask(floor.host, "t1", f"r{next(ids)}", Given(command, MANAGER))
    turn()
    assert floor.kinds()[-3:] == ["ShoeRetired", "DealerSignedOff", "ShoeRevealed"]


def test_it_waits_for_a_database_that_is_gone_and_goes_on(floor: Floor, tmp_path: Path) -> None:
    sa.event.listen(
        floor.store.engine, "connect", lambda each, _: each.execute("PRAGMA busy_timeout=20")
    )
    floor.store.engine.dispose()
    turn = floor.table()
    floor.play(turn, lambda: "CardDrawn" in floor.kinds())
    held = sqlite3.connect(tmp_path / "casino.journal", isolation_level=None)
    held.execute("BEGIN IMMEDIATE")
    pauses = [turn() for _ in range(6)]
    held.execute("ROLLBACK")
    held.close()
    assert pauses == [RETRY_MS, 2_000, 4_000, 8_000, RETRY_MS_MAX, RETRY_MS_MAX]
    assert floor.warnings == ["Another program holds the journal locked: close it, then go on."]
    floor.play(turn, lambda: floor.host.look("t1").state.rounds == 2)
    ask(floor.host, "t1", "close", Given(c.CloseBetting(), AUTOMATIC))
    check_cards(floor)


def test_an_answer_that_was_lost_deals_no_card_twice(floor: Floor) -> None:
    """The commit was done, and the host could not say so: what it says again is the same."""
    turn = floor.table()
    submit, lost = floor.host.submit_and_wait, Counter[str]()

    def losing(submission: Submission) -> object:
        answer = submit(submission)
        floor.presence.note("t1", "seat1")
        name = type(submission.command).__name__
        lost[name] += 1
        if lost[name] % 2:
            raise Conflict("the answer is lost")
        return answer

    floor.host.submit_and_wait = losing  # type: ignore[method-assign, assignment]
    floor.play(turn, lambda: floor.host.look("t1").state.rounds == 4)
    floor.host.submit_and_wait = submit  # type: ignore[method-assign]
    assert lost["DrawCard"] > 10
    check_cards(floor)


def test_two_dealers_go_at_the_pace_of_one_and_the_other_goes_on_alone(floor: Floor) -> None:
    """Each dealer is called when it is due, as if in a process of its own."""
    turns = [floor.table(), floor.table()]
    due_ms = [0, 100]
    for _ in range(4_000):
        if floor.host.look("t1").state.rounds == 3 and len(turns) == 2:
            del turns[0], due_ms[0]  # killed in the middle of something
        if floor.host.look("t1").state.rounds == 6:
            break
        floor.presence.note("t1", "seat1")
        first = due_ms.index(min(due_ms))
        floor.clock.move(max(0, due_ms[first] - floor.clock.steady_ms()))
        due_ms[first] = floor.clock.steady_ms() + turns[first]()
    assert floor.host.look("t1").state.rounds == 6
    drawn = [each for each in floor.records() if isinstance(each.event, e.CardDrawn)]
    gaps_ms = [later.at_ms - before.at_ms for before, later in pairwise(drawn)]
    assert min(gaps_ms) >= DEALING_TIMES.card_ms
    settled = [each.at_ms for each in floor.records() if isinstance(each.event, e.RoundSettled)]
    opened = [each.at_ms for each in floor.records() if isinstance(each.event, e.BettingOpened)]
    assert min(b - a for a, b in zip(settled, opened[1:], strict=False)) >= DEALING_TIMES.outcome_ms
    closed = [each.at_ms for each in floor.records() if isinstance(each.event, e.BettingClosed)]
    assert {b - a for a, b in zip(opened, closed, strict=False)} == {DEALING_TIMES.betting_ms}
    assert floor.warnings == []
    check_cards(floor)


def test_a_dealer_whose_turn_another_had_is_not_refused_for_good(floor: Floor) -> None:
    """Two sealed a shoe each, and one of them is loaded; the other one goes on with that."""
    turn = floor.table()
    submit = floor.host.submit_and_wait

    def late(submission: Submission) -> Any:
        if isinstance(submission.command, c.LoadShoe) and floor.host.submit_and_wait is late:
            floor.host.submit_and_wait = submit  # type: ignore[method-assign]
            other = floor.table()
            while other() != DEALING_TIMES.call_ms or floor.host.look("t1").state.shoe is None:
                pass
        return submit(submission)

    floor.host.submit_and_wait = late  # type: ignore[method-assign]
    floor.play(turn, lambda: "RoundSettled" in floor.kinds())
    assert floor.warnings == []
    check_cards(floor)


def test_a_slip_of_a_scanner_is_told_once_and_play_goes_on(floor: Floor) -> None:
    cards = TypedCards(StringIO("2C\nXX\n5D\n3H\nAH\nKD\n"))
    turn = floor.table(cards)
    floor.play(turn, lambda: "RoundSettled" in floor.kinds())
    assert len(floor.warnings) == 1
    assert floor.warnings[0].startswith("Line 2: 'XX' is not a card")
    assert [each.event.card for each in floor.records() if isinstance(each.event, e.CardDrawn)] == [
        "2C",
        "5D",
        "3H",
        "AH",
        "KD",
    ]


def test_what_the_table_refuses_is_not_asked_again_until_something_changes(floor: Floor) -> None:
    """A dealer whose prompt is out of step with the table does not fill the journal."""
    turn = floor.table()
    floor.play(turn, lambda: "BettingOpened" in floor.kinds())
    floor.clock.move(DEALING_TIMES.betting_ms)
    submit = floor.host.submit_and_wait

    def twisted(submission: Submission) -> Any:
        return submit(replace(submission, by=DEALER, command=c.AnnounceOutcome()))

    floor.host.submit_and_wait = twisted  # type: ignore[method-assign]
    assert turn() == RETRY_MS
    refused = floor.host.look("t1").head
    floor.host.submit_and_wait = submit  # type: ignore[method-assign]
    assert [turn() for _ in range(5)] == [LOOK_MS] * 5
    assert floor.host.look("t1").head == refused
    assert len(floor.warnings) == 1
    ask(floor.host, "t1", "s1", stake("seat1"))
    turn()
    assert floor.kinds()[-1] == "BettingClosed"


def test_a_person_takes_the_table_over_and_the_software_deals_on_when_it_is_given_back(
    floor: Floor,
) -> None:
    turn = floor.table()
    seals = SealedShoes(floor.store, "t1")
    countdown = Countdown(floor.host, floor.store, "t1", DEALING_TIMES.betting_ms, floor.clock)
    floor.play(turn, lambda: "BettingOpened" in floor.kinds())
    assert countdown.shown() is not None
    ask(floor.host, "t1", "on", Given(c.SignOnDealer(), DEALER))
    assert countdown.shown() is None, "the person closes betting"
    taken = floor.host.look("t1").head
    for _ in range(5):
        floor.clock.move(DEALING_TIMES.away_ms // 6)
        assert turn() == LOOK_MS
    assert floor.host.look("t1").head == taken

    def give(command: c.Command, by: Machine) -> None:
        ask(floor.host, "t1", f"press{next(ids)}", Given(command, by))

    pressed = replace(AUTOMATIC, pressed_by=DEALER.id)
    see = partial(floor.host.state, "t1")
    device = Dealer(give, see, ShuffledShoe, by=pressed, seals=seals)
    ask(floor.host, "t1", "close", Given(c.CloseBetting(), DEALER))
    assert [device.step() is not None for _ in range(2)] == [True, True]
    ask(floor.host, "t1", "off", Given(c.SignOffDealer(), DEALER))
    floor.presence.note("t1", "seat1")
    floor.play(turn, lambda: floor.kinds().count("BettingOpened") == 2)
    check_cards(floor)
    settled = [each.event for each in floor.records() if isinstance(each.event, e.RoundSettled)]
    assert [each.dealer for each in settled] == [DEALER.id]
    assert floor.host.state("t1").dealer == AUTOMATIC.id
    assert floor.warnings == []


def test_software_takes_the_table_back_from_a_person_who_has_gone_away(floor: Floor) -> None:
    """Though a patron goes on placing stakes."""
    turn = floor.table()
    floor.play(turn, lambda: "BettingOpened" in floor.kinds())
    ask(floor.host, "t1", "on", Given(c.SignOnDealer(), DEALER))
    for number in range(2):
        assert turn() == LOOK_MS
        assert "DealerSignedOff" not in floor.kinds()
        ask(floor.host, "t1", f"bet{number}", stake(f"seat{number + 1}"))
        floor.clock.move(DEALING_TIMES.away_ms // 2)
    assert turn() == LOOK_MS
    assert floor.kinds()[-1] == "DealerSignedOff"
    last = floor.records()[-1]
    assert last.actor == AUTOMATIC.id
    floor.play(turn, lambda: "BettingClosed" in floor.kinds())


def with_device(floor: Floor, turn: Retrying) -> None:
    """Play until the first card of a round is due from the patron who has the device."""
    floor.play(turn, lambda: "BettingOpened" in floor.kinds())
    ask(floor.host, "t1", "bet", stake("seat1"))
    for number, command in enumerate((c.SignOnDealer(), c.GiveDevice("seat1"), c.SignOffDealer())):
        ask(floor.host, "t1", f"give{number}", Given(command, DEALER))
    floor.play(turn, lambda: "BettingClosed" in floor.kinds())


def test_a_patron_with_the_device_who_never_presses_does_not_stop_the_table(
    sqlite: Store,
) -> None:
    """Refused commands are no steps, so they do not prolong the wait."""
    config = replace(configuration(), method=Method.C, zone=Zone.PAIZA_CLUB)
    floor = Floor(sqlite, config)
    floor.presence.note("t1", "seat1")
    turn = floor.table()
    with_device(floor, turn)
    waiting = floor.host.look("t1").head
    for number in range(10):
        turn()
        assert floor.host.look("t1").head.seq == waiting.seq
        floor.clock.move(DEALING_TIMES.patron_ms // 10)
        early = Given(c.AnnounceOutcome(), Patron("seat1"))
        with pytest.raises(Refused):
            ask(floor.host, "t1", f"early{number}", early)
    assert turn() != LOOK_MS
    assert floor.kinds()[-1] == "DeviceReturned"
    last = floor.records()[-1]
    assert (last.actor, last.event.clause) == (AUTOMATIC.id, "reading patron-does-not-act")
    floor.play(turn, lambda: "RoundSettled" in floor.kinds())
    assert floor.warnings == []
    assert floor.faults() == []
    floor.host.stop()


def test_a_patron_who_draws_in_time_keeps_the_device(sqlite: Store) -> None:
    config = replace(configuration(), method=Method.C, zone=Zone.PAIZA_CLUB)
    floor = Floor(sqlite, config)
    floor.presence.note("t1", "seat1")
    turn = floor.table()
    with_device(floor, turn)
    pressed = replace(AUTOMATIC, pressed_by="seat1")

    def give(command: c.Command, by: Machine) -> None:
        ask(floor.host, "t1", f"press{next(ids)}", Given(command, by))

    see = partial(floor.host.state, "t1")
    device = Dealer(give, see, ShuffledShoe, by=pressed, seals=SealedShoes(sqlite, "t1"))
    for _ in range(3):
        turn()
        floor.clock.move(DEALING_TIMES.patron_ms - 1)
        assert turn() == LOOK_MS
        assert device.step() is not None
    assert "DeviceReturned" not in floor.kinds()
    for _ in range(2):  # the first waits as after a card of another dealer
        turn()
    floor.clock.move(DEALING_TIMES.patron_ms)
    turn()
    assert floor.kinds()[-1] == "DeviceReturned"
    floor.host.stop()


def test_a_patron_who_never_turns_the_cards_up_does_not_stop_the_table(sqlite: Store) -> None:
    floor = Floor(sqlite, replace(configuration(), method=Method.A))
    floor.presence.note("t1", "seat1")
    turn = floor.table()
    floor.play(turn, lambda: "BettingOpened" in floor.kinds())
    ask(floor.host, "t1", "bet", stake("seat1"))
    floor.play(turn, lambda: "HandPassed" in floor.kinds())
    floor.play(turn, lambda: "RoundSettled" in floor.kinds())
    assert "HandRefused" in floor.kinds()
    assert floor.warnings == []
    assert floor.faults() == []
    floor.host.stop()


def test_a_table_that_moved_on_gets_no_card(floor: Floor) -> None:
    head = floor.host.look("t1").head
    ask(floor.host, "t1", "l1", Given(c.LoadShoe("s1"), AUTOMATIC))
    with pytest.raises(Conflict, match="moved on"):
        ask(floor.host, "t1", "b1", Given(c.OpenBetting(), AUTOMATIC), after=head.number)
    assert floor.kinds()[-1] == "ShoeLoaded"
    ask(floor.host, "t1", "b1", Given(c.OpenBetting(), AUTOMATIC), after=head.number + 1)
    again = ask(floor.host, "t1", "b1", Given(c.OpenBetting(), AUTOMATIC), after=head.number + 1)
    assert [type(each.event) for each in again] == [e.DealerSignedOn, e.BettingOpened]


def test_a_corrupt_table_and_a_mistake_of_ours_end_no_thread() -> None:
    troubles = iter([Corrupt("entry 2 is damaged"), ZeroDivisionError(), None])
    warnings: list[str] = []

    def turn() -> int:
        trouble = next(troubles)
        if trouble is not None:
            raise trouble
        return 7

    careful = Retrying("t1", turn, lambda table, sentence: warnings.append(f"{table}: {sentence}"))
    assert [careful() for _ in range(3)] == [1_000, 2_000, 7]
    assert warnings == [
        "t1: entry 2 is damaged",
        "t1: Internal error, ZeroDivisionError: call support.",
    ]


def test_two_dealers_at_one_table_deal_each_card_once(store: Store) -> None:
    """Two processes that both think the table is theirs: neither skips nor doubles a card."""
    floors = [Floor(store, short_shoes()) for _ in range(2)]
    for floor in floors:
        floor.presence.note("t1", "seat1")
    turns = [floor.table(dealing_times=AT_ONCE) for floor in floors]

    def deal(turn: Retrying) -> None:
        deadline = monotonic() + 60
        while floors[0].host.look("t1").state.rounds < 12 and monotonic() < deadline:
            turn()

    threads = [Thread(target=deal, args=(turn,)) for turn in turns]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(90)
    assert floors[0].host.look("t1").state.rounds >= 12
    played_to_the_reveal(floors[0])
    for floor in floors:
        floor.host.stop()


def played_to_the_reveal(floor: Floor) -> None:
    """Play the shoe out with one dealer, open its seal, and have everything proved."""
    turn = floor.table(dealing_times=AT_ONCE)
    deadline = monotonic() + 60
    while "ShoeRevealed" not in floor.kinds() and monotonic() < deadline:
        for _ in range(20):
            turn()
    assert "ShoeRevealed" in floor.kinds()
    assert floor.faults() == []


def test_threads_deal_and_stop_cleanly(sqlite: Store) -> None:
    host = Host(sqlite)
    turns = {}
    for table in ("t1", "t2", "t3"):
        ask(host, table, f"open{next(ids)}", Given(c.OpenTable(short_shoes()), MANAGER))
        seals = SealedShoes(sqlite, table)
        load = partial(ShuffledShoe, save=seals.save)
        countdown = Countdown(host, sqlite, table, 0)
        turns[table] = AutomaticTable(
            host, table, load, countdown, lambda _: True, dealing_times=AT_ONCE, seals=seals
        ).turn
    warnings: list[str] = []
    woken: list[bool] = []
    runner = Runner(
        turns, warn=lambda _, sentence: warnings.append(sentence), wake=lambda: woken.append(True)
    )
    runner.start()
    deadline = monotonic() + 60
    while min(host.state(table).rounds for table in turns) < 3 and monotonic() < deadline:
        sleep(0.05)
    assert runner.stop()
    before = [host.look(table).head for table in turns]
    sleep(0.3)
    assert [host.look(table).head for table in turns] == before
    assert min(host.state(table).rounds for table in turns) >= 3
    assert warnings == []
    assert woken == [True]
    host.stop()
    with sqlite.begin_read() as transaction:
        assert [str(fault) for fault in verify(transaction)] == []
        stored = transaction.connection.execute(sa.select(sealed_shoes.c.stream)).scalars().all()
    assert Counter(stored) == {"t1": 1, "t2": 1, "t3": 1}


def test_a_thread_that_waits_for_a_scanner_stops_when_it_is_told_to(floor: Floor) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        cards = TypedCards(tcp_line("127.0.0.1", server.getsockname()[1]))
        runner = Runner({"t1": floor.table(cards, AT_ONCE)}, wake=cards.close)
        runner.start()
        connection, _ = server.accept()
        with connection:
            connection.sendall(b"2C\n5D\n")
            deadline = monotonic() + 60
            while floor.kinds().count("CardDrawn") < 2 and monotonic() < deadline:
                sleep(0.02)
            assert runner.stop()
    assert floor.kinds()[-1] == "CardDrawn"
    assert floor.faults() == []
