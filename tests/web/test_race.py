"""Stakes racing "No more bets" from many sockets: none late, none lost, all answered."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event as Signal

from msgspec.structs import replace

from punto.client import Client
from punto.journal.codec import recorded
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.people import Staff
from punto.web.live.socket import Answer
from tests.envelope import Given
from tests.submission import ask
from tests.web.served import caller, credits_table, served

DEALER = Staff("dealer", Position.DEALER)
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)
SEATS, CHANGES, AT_ONCE = 8, 120, 24


def throw(client: Client, seat: int, half_way: Signal) -> dict[str, Answer]:
    """Stake, then change the stake as fast as answers come; every answer by its key."""
    name = client.me().id
    told: dict[str, Answer] = {}
    with client.watch("t1") as watch:
        watch.next()
        placed = watch.give(c.PlaceStake(name, "banker", seat, 1000), key="place")
        assert placed.done is not None
        told["place"] = placed
        stake = placed.done.events[0].fields["stake"]
        for start in range(0, CHANGES, AT_ONCE):
            keys = {f"k{number}" for number in range(start, start + AT_ONCE)}
            for key in sorted(keys):
                cents = 1000 + 100 * (1 + int(key[1:]))
                command = c.ChangeStake(stake, cents)
                watch.send({"type": "give", "id": key, "command": command})
            while not keys <= told.keys():
                frame = watch.next()
                if isinstance(frame, Answer) and frame.id is not None:
                    assert frame.id not in told, "one answer a key"
                    told[frame.id] = frame
            if start >= CHANGES // 3:
                half_way.set()
    return told


def test_no_stake_is_taken_late_and_none_is_lost(tmp_path: Path) -> None:
    with served(tmp_path) as (casino, address):
        config = replace(credits_table("rapid-no-commission"), positions=50)
        ask(casino.host, "t1", "open", Given(c.OpenTable(config), MANAGER))
        ask(casino.host, "t1", "load", Given(c.LoadShoe("first"), DEALER))
        ask(casino.host, "t1", "bet", Given(c.OpenBetting(), DEALER))
        guests = [caller(address) for _ in range(SEATS)]
        for guest in guests:
            guest.sign_in_as_guest()
        half_way = Signal()
        with ThreadPoolExecutor(SEATS) as pool:
            thrown = [
                pool.submit(throw, guest, seat, half_way) for seat, guest in enumerate(guests, 1)
            ]
            assert half_way.wait(60)
            ask(casino.host, "t1", "close", Given(c.CloseBetting(), DEALER))
            answers = [future.result(60) for future in thrown]
        assert all(len(told) == CHANGES + 1 for told in answers)
        done = [told.done.seq for each in answers for told in each.values() if told.done]
        refused = [told.refused for each in answers for told in each.values() if told.refused]
        assert {no.reason for no in refused} == {"betting-closed"}
        taken, closed = [], 0
        with casino.store.begin_read() as transaction:
            for entry in transaction.entries("t1"):
                for record in recorded(entry) if not entry.refusal else ():
                    if isinstance(record.event, e.StakePlaced | e.StakeChanged):
                        taken.append(record.seq)
                    elif isinstance(record.event, e.BettingClosed):
                        closed = record.seq
        assert sorted(done) == taken
        assert max(taken) < closed
