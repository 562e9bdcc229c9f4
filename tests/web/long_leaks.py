"""Thousands of rounds of every game and method, checking every seat's frames: `make leaks`."""

# ruff: noqa: T201  (it is there to print)

import asyncio
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from msgspec.structs import replace

from bench.frames import Connection
from punto.floor.dealer import VIRTUAL_SHOE
from punto.floor.host import Host
from punto.journal.people.people import ALL_TABLES, Kind
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.ledger.cage.state import Limits
from punto.refusals import Refused
from punto.rules.game import Game, Method, Zone
from punto.rules.games import GAMES
from punto.rules.irregularities import Irregularity
from punto.rules.shoe import full_shoe
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import CardSource
from punto.table.people import Actor, Patron, Staff
from punto.table.prompt import Step, next_step
from punto.table.shoes import seal
from punto.table.state import State
from punto.web.app import make_app
from punto.web.casino import Casino
from punto.web.live import live_table
from punto.web.server import in_thread, opened
from tests.envelope import Given
from tests.submission import ask
from tests.table.order_oracle import contributing, mixed
from tests.web.recorder import leaks, truth
from tests.web.served import SECOND, credits_table

DEALER = Staff("dealer", Position.DEALER)
BOSS = Staff("boss", Position.ASSISTANT_CASINO_MANAGER)
PATRONS = ("one", "two")
CREDITS_CENTS = 10**10
VOID_EVERY = 40  # rounds
PACE_S = 0.004

Seats = dict[str, list[str]]  # frames by who sat there


VALUE = "5eed" * 16  # what is contributed to each shoe


class Play:
    """One table of a game by a method, dealt by hand from sealed shoes."""

    def __init__(
        self, host: Host, game: Game, method: Method, source: CardSource = CardSource.SEALED
    ) -> None:
        self.table = f"{game.id}-{method.value.lower()}"
        self._host = host
        self._chance = Random(self.table)
        self._ids = count(1)
        self._cards: Iterator[str] = iter(())
        self._sealed: tuple[str, tuple[str, ...], str] | None = None
        zone = next(each for each in Zone if each.hlga) if method is Method.C else None
        config = replace(credits_table(game.id, source), method=method)
        self._ask(Given(c.OpenTable(replace(config, zone=zone) if zone else config), BOSS))

    def rounds(self, number: int) -> None:
        for each in range(1, number + 1):
            self._round(each)

    def _round(self, number: int) -> None:
        """One round from betting to its outcome; now and then it is void."""
        self._ask_if_so(Given(c.GiveDevice(self._chance.choice(PATRONS)), DEALER))
        void_at = self._chance.randint(2, 7) if number % VOID_EVERY == 0 else 99
        for taken in count():
            state = self._host.state(self.table)
            if taken and state.round is None:
                return
            if taken == void_at and state.round is not None and state.round.cards:
                self._ask_if_so(Given(c.Report(Irregularity.FOREIGN_CARDS, note="foreign"), BOSS))
                continue
            for command in self._next(state):
                self._ask(command)

    def _next(self, state: State) -> list[Given]:
        prompt = next_step(state)
        side = prompt.side
        who: Actor = Patron(prompt.patrons[0]) if prompt.patrons else DEALER
        match prompt.step:
            case Step.LOAD_SHOE:
                return self._new_shoe(state)
            case Step.OPEN_BETTING:
                return [Given(c.OpenBetting(), DEALER)]
            case Step.CLOSE_BETTING:
                return [*self._stakes(state), Given(c.CloseBetting(), DEALER)]
            case Step.DRAW:
                return [Given(c.DrawCard(next(self._cards)), VIRTUAL_SHOE)]
            case Step.PASS_DEVICE:
                return [Given(c.GiveUpDevice(), DEALER)]
            case Step.PASS if side is not None:
                return [Given(c.PassCards(side, prompt.patrons[0]), DEALER)]
            case Step.CHOOSE_FIRST:
                hidden = [each.side for each in state.round.cards] if state.round else []
                return [Given(c.ChooseFirstRevealed(self._chance.choice(hidden)), DEALER)]
            case Step.EXPOSE if side is not None:
                if prompt.patrons and self._chance.random() < 0.7:
                    self._ask_if_so(Given(c.SqueezeCards(side), who))
                return [Given(c.ExposeCards(side), who)]
            case Step.ANNOUNCE_TOTALS:
                return [Given(c.AnnounceTotals(), DEALER)]
            case Step.ANNOUNCE_OUTCOME:
                return [Given(c.AnnounceOutcome(), DEALER)]
            case _:
                raise AssertionError(f"{self.table}: {prompt}")

    def _stakes(self, state: State) -> list[Given]:
        wagers = [wager.id for wager in state.game.wagers]
        return [
            Given(c.PlaceStake(who, wager, place, self._chance.randint(1, 20) * 1000), Patron(who))
            for place, who in enumerate(PATRONS, 1)
            for wager in {self._chance.choice(("player", "banker")), self._chance.choice(wagers)}
        ]

    def _new_shoe(self, state: State) -> list[Given]:
        done: list[Given] = []
        if state.shoe is not None:
            assert self._sealed is not None
            name, order, salt = self._sealed
            done = [
                Given(c.RetireShoe(), DEALER),
                Given(c.RevealShoe(name, order, salt), VIRTUAL_SHOE),
            ]
        cards = full_shoe(8)
        self._chance.shuffle(cards)
        order, salt = tuple(card.code for card in cards), f"{self._chance.getrandbits(128):032x}"
        name = f"shoe{next(self._ids)}"
        due = mixed(order, seal(order, salt), name, [VALUE])
        self._cards, self._sealed = iter(due), (name, order, salt)
        load = Given(c.LoadShoe(name, commitment=seal(order, salt)), VIRTUAL_SHOE)
        return [*done, load, *contributing(VALUE, DEALER)]

    def _ask(self, command: Given) -> None:
        ask(self._host, self.table, f"k{next(self._ids)}", command)
        sleep(PACE_S)  # so that it is told before the next

    def _ask_if_so(self, command: Given) -> None:
        """Ask for something that not every game and moment allows."""
        with suppress(Refused):
            self._ask(command)

    @property
    def salt(self) -> str:
        """Of the shoe that is still sealed."""
        return self._sealed[2] if self._sealed else "-"


def tokens_of(casino: Casino) -> dict[str, str]:
    """Somebody of every kind, with a token: two who play, one who does not, staff, a display."""
    limits = Limits(purchase_cents_max=CREDITS_CENTS)
    ask(casino.host, CAGE, "limits", Given(cage.SetLimits(limits, why="test"), BOSS))
    found: dict[str, str] = {}
    for name in (*PATRONS, "passer-by"):
        person = casino.sessions.add(name, Kind.PATRON, "correct horse battery")
        ask(
            casino.host,
            CAGE,
            f"fund-{name}",
            Given(cage.BuyCredits(name, CREDITS_CENTS), BOSS, approval=SECOND),
        )
        found[name] = casino.sessions.open_session(person)
    staff = casino.sessions.add(
        "staff", Kind.STAFF, "correct horse battery", Position.PIT_MANAGER, (ALL_TABLES,)
    )
    found["staff"] = casino.sessions.open_session(staff)
    found["display"] = casino.sessions.add_device("display", (ALL_TABLES,))[1]
    return found


async def sit(port: int, table: str, tokens: dict[str, str], seats: Seats) -> list[Connection]:
    """A socket for each of them at a table; every frame is kept."""
    sockets: list[Connection] = []
    for name, token in tokens.items():
        kept = seats.setdefault(name, [])
        sockets.append(
            await Connection.open(port, table, token, partial(_keep, kept), lambda: None)
        )
    return sockets


def _keep(kept: list[str], frame: bytes) -> None:
    kept.append(frame.decode())


def play_and_search(
    casino: Casino, port: int, tokens: dict[str, str], play: Play, rounds: int
) -> Counter[str]:
    """Play so many rounds with everybody looking; what was seen that must not have been."""
    seats = Seats()

    async def watched() -> None:
        sockets = await sit(port, play.table, tokens, seats)
        await asyncio.to_thread(play.rounds, rounds)
        last = casino.host.look(play.table).head.seq
        for _ in range(400):
            newest = ("".join(kept[-3:]) for kept in seats.values())
            if all(f'"seq":{last},' in each for each in newest):
                break
            await asyncio.sleep(0.05)
        for each in sockets:
            each.close()

    asyncio.run(watched())
    known = dict(truth(casino.store, play.table))
    found: Counter[str] = Counter()
    for name, kept in seats.items():
        found["frames"] += len(kept)
        for what in leaks(kept, known, name if name in PATRONS else ""):
            found[f"{play.table} {name}: {what}"] += 1
        for frame in kept:
            found[f"{play.table} {name}: the seal"] += play.salt in frame
    found["rounds"] = casino.host.state(play.table).rounds
    return +found


def main() -> None:
    """Play as many rounds of each game and method as asked, and tell what was found."""
    parser = ArgumentParser(prog="python -m tests.web.long_leaks", description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=300)
    rounds = parser.parse_args().rounds
    total: Counter[str] = Counter()
    with (
        TemporaryDirectory(dir=Path.cwd()) as folder,
        opened(str(Path(folder) / "leaks.journal")) as (casino, _),
        in_thread(make_app(casino)) as address,
    ):
        live_table.MERGE_S = live_table.STAKES_WAIT_S = 0.0  # every event is a frame of its own
        port, tokens = int(address.rpartition(":")[2]), tokens_of(casino)
        for game in GAMES:
            for method in game.methods:
                start = perf_counter()
                play = Play(casino.host, game, method)
                found = play_and_search(casino, port, tokens, play, rounds)
                total += found
                print(
                    f"{play.table}: {found['rounds']:,} rounds, {found['frames']:,} frames"
                    f" ({perf_counter() - start:,.0f} s)",
                    flush=True,
                )
    leaked = [what for what in total if what not in ("rounds", "frames")]
    print(f"\n{total['rounds']:,} rounds, {total['frames']:,} frames, {len(leaked)} leaks")
    for what in leaked[:20]:
        print(what)
    raise SystemExit(1 if leaked or not total["rounds"] else 0)


if __name__ == "__main__":
    main()
