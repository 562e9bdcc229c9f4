"""100,000 stakes racing "No more bets" from many sockets: `make race`.

A dedicated server, two hundred sockets that place and change stakes as fast as answers arrive, and
a dealer who closes betting at a random moment. Then every answer is compared with the journal.
"""

# ruff: noqa: T201  (it is there to print)

import asyncio
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

import msgspec
from msgspec import Struct

from bench.frames import Connection
from bench.table_server import TABLE, Served
from bench.terminals import Dealer, serving
from punto.journal.codec import recorded
from punto.journal.store import Store
from punto.journal.verify.journal import verify
from punto.rules.round import deal_round
from punto.rules.shoe import full_shoe
from punto.table import events as e

SOCKETS = 200
AT_ONCE = 8  # commands of a socket that wait for answers
LATE = 3  # more of each socket after it has heard that betting is closed
PAUSE_S = 0.5  # of a socket that has used up its patron's commands for the moment
ANSWER_S = 60.0
LATER = {"too-often", "unavailable", "conflict"}  # nothing was done: ask again
_encode = msgspec.json.Encoder().encode


class Fields(Struct, frozen=True):
    stake: int = 0


class Event(Struct, frozen=True):
    fields: Fields


class Done(Struct, frozen=True):
    seq: int
    events: tuple[Event, ...]


class No(Struct, frozen=True):
    reason: str


class Answer(Struct, frozen=True, tag="answer"):
    id: str
    done: Done | None = None
    refused: No | None = None


class Push(Struct, frozen=True, tag="push"):
    pass


class Ping(Struct, frozen=True, tag="ping"):
    pass


_frames: msgspec.json.Decoder[Answer | Push | Ping] = msgspec.json.Decoder(Answer | Push | Ping)


class Thrower:
    """One socket: throws until it is told that betting is closed, and then some."""

    def __init__(self, number: int, patron: str) -> None:
        self.number = number
        self.patron = patron
        self.connection: Connection | None = None
        self.ready = asyncio.Event()
        self.asked: set[str] = set()
        self.done: list[int] = []  # the numbers of the events it was told were recorded
        self.refused: Counter[str] = Counter()
        self.twice = 0
        self.over = asyncio.Event()
        self._stake = 0
        self._late = 0
        self._paused = False
        self._keys = count(1)

    def begin(self) -> None:
        self._stake, self._late = 0, 0
        self.over.clear()
        self._place()

    def _place(self) -> None:
        self._give(
            {
                "type": "place-stake",
                "patron": self.patron,
                "wager": "banker",
                "position": self.number,
                "cents": 1000,
            }
        )

    def heard(self, frame: bytes) -> None:
        answer = _frames.decode(frame)
        if not isinstance(answer, Answer):
            self.ready.set()
            return
        if answer.id not in self.asked:
            self.twice += 1
        self.asked.discard(answer.id)
        if answer.done is not None:
            self.done.append(answer.done.seq)
            self._stake = self._stake or answer.done.events[0].fields.stake
        if answer.refused is not None:
            self.refused[answer.refused.reason] += 1
            if answer.refused.reason in LATER:
                self._pause()
            else:
                self._late += 1
        self._go_on()

    def _go_on(self) -> None:
        if self._paused:
            return
        if self._late == 0 and self._stake:
            while len(self.asked) < AT_ONCE:
                self._change()
        elif 0 < self._late <= LATE and self._stake:
            self._change()
        if not self.asked:
            self.over.set()

    def _pause(self) -> None:
        """Wait until there is more to spend."""
        if not self._paused:
            self._paused = True
            asyncio.get_running_loop().call_later(PAUSE_S, self._resume)

    def _resume(self) -> None:
        self._paused = False
        if self._stake == 0 and self._late == 0:
            self._place()
        elif self._stake and self._late <= LATE:
            self._change()
        elif not self.asked:
            self.over.set()

    def _change(self) -> None:
        cents = 100 * (10 + next(self._keys) % 500)
        self._give({"type": "change-stake", "stake": self._stake, "cents": cents})

    def _give(self, command: dict[str, object]) -> None:
        assert self.connection is not None
        key = f"{self.number}-{next(self._keys)}"
        self.asked.add(key)
        self.connection.send(_encode({"type": "give", "id": key, "command": command}))

    def closed(self) -> None:
        """A socket that ends leaves its commands unanswered, which is found."""

    @property
    def thrown(self) -> int:
        return len(self.done) + self.refused.total()


async def race(served: Served, wanted: int, seed: int) -> list[Thrower]:
    """Round after round until so many were thrown and answered."""
    chance = Random(seed)
    throwers = [Thrower(number, name) for number, name in enumerate(served.tokens, 1)]
    dealer = Dealer()
    people: list[tuple[Thrower | Dealer, str]] = [(dealer, served.dealer)]
    people += [(each, served.tokens[each.patron]) for each in throwers]
    for who, token in people:
        who.connection = await Connection.open(served.port, TABLE, token, who.heard, who.closed)
        await who.ready.wait()
    shoe: Iterator[object] = iter(())
    for number in count(1):
        if number % 50 == 1:
            if number > 1:
                await dealer.give("retire-shoe")
            cards = full_shoe(8)
            chance.shuffle(cards)
            shoe = iter(cards)
            await dealer.give("load-shoe", shoe=f"shoe{number}")
        await dealer.give("open-betting")
        for each in throwers:
            each.begin()
        await asyncio.sleep(0.2 + chance.random())
        await dealer.give("close-betting")
        await asyncio.wait_for(asyncio.gather(*(each.over.wait() for each in throwers)), ANSWER_S)
        dealt = deal_round(shoe)  # type: ignore[arg-type]
        assert dealt is not None
        for place, card in enumerate(dealt.cards):
            if place == 4:
                await dealer.give("announce-totals")
            await dealer.give("draw-card", card=card.code)
        if len(dealt.cards) == 4:
            await dealer.give("announce-totals")
        await dealer.give("announce-outcome")
        thrown = sum(each.thrown for each in throwers)
        print(f"{thrown:>9,} thrown and answered in {number} rounds", flush=True)
        if thrown >= wanted:
            break
    return throwers


def recorded_stakes(store: Store) -> tuple[list[int], int]:
    """The numbers of all stakes that were taken, and how many of them after "No more bets"."""
    taken: list[int] = []
    late, is_open = 0, False
    with store.begin_read() as transaction:
        for entry in transaction.entries(TABLE):
            for record in recorded(entry) if not entry.refusal else ():
                match record.event:
                    case e.BettingOpened():
                        is_open = True
                    case e.BettingClosed():
                        is_open = False
                    case e.StakePlaced() | e.StakeChanged():
                        taken.append(record.seq)
                        late += not is_open
    return taken, late


def main() -> None:
    """Throw as many as asked, and tell what came of them."""
    parser = ArgumentParser(prog="python -m tests.web.long_race", description=main.__doc__)
    parser.add_argument("--stakes", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=2026)
    asked = parser.parse_args()
    with TemporaryDirectory(dir=Path.cwd()) as folder:
        journal = str(Path(folder) / "race.journal")
        start = perf_counter()
        with serving(journal, SOCKETS, 1) as served:
            throwers = asyncio.run(race(served[0], asked.stakes, asked.seed))
        took = perf_counter() - start
        store = Store(journal)
        taken, late = recorded_stakes(store)
        with store.begin_read() as transaction:
            faults = list(verify(transaction))
        store.close()
    told = sorted(seq for each in throwers for seq in each.done)
    refused = sum((each.refused for each in throwers), Counter())
    unanswered = sum(len(each.asked) for each in throwers)
    twice = sum(each.twice for each in throwers)
    thrown = sum(each.thrown for each in throwers)
    print(
        f"\n{thrown:,} stakes from {SOCKETS} sockets in {took:,.0f} s:"
        f" {len(told):,} taken, {refused.total():,} refused"
        f" ({', '.join(f'{number:,} {reason}' for reason, number in refused.items())}).\n"
        f"Taken late: {late}. Unanswered: {unanswered}. Answered twice: {twice}."
        f" Told as taken but not recorded: {len(set(told) - set(taken))}."
        f" Recorded but not told: {len(set(taken) - set(told))}."
        f" Faults of the journal: {len(faults)}."
    )
    sound = not late and not unanswered and not twice and told == taken and not faults
    is_true = refused["betting-closed"] and not set(refused) - {"betting-closed", *LATER}
    raise SystemExit(0 if sound and is_true else 1)


if __name__ == "__main__":
    main()
