"""Proof of a journal: chain, law, money and cards, each asked again of what was recorded."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from msgspec import Struct

from punto.journal.codec import GENESIS, Record, chain, decode_command, decode_event
from punto.journal.recount import recount
from punto.journal.store import Reading
from punto.ledger.accounts import Account
from punto.ledger.postings import postings
from punto.refusals import Refused
from punto.table import events as e
from punto.table.configuration import Funding
from punto.table.decide import decide
from punto.table.evolve import Corrupt, evolve
from punto.table.keeping import seal
from punto.table.state import CLOSED, State


class Fault(Struct, frozen=True):
    """What is wrong, and where."""

    stream: str
    seq: int
    what: str

    def __str__(self) -> str:
        return f"{self.stream} {self.seq}: {self.what}"


def verify(reading: Reading, heads: dict[str, bytes] | None = None) -> Iterator[Fault]:
    """Every fault there is; against saved heads, truncation and rewriting are found too."""
    moved: Counter[Account] = Counter()
    for stream in reading.streams():
        yield from _verify_stream(reading, stream, moved)
    for stream, wanted in (heads or {}).items():
        if all(record.hash != wanted for record in reading.records(stream)):
            yield Fault(stream, 0, "the saved head is not in the journal")
    yield from _verify_books(reading, moved)


def _verify_stream(reading: Reading, stream: str, moved: Counter[Account]) -> Iterator[Fault]:
    state, before, seq = CLOSED, GENESIS, 0
    shoes: dict[str, list[str | None]] = {}
    for command_id, group in groupby(reading.records(stream), key=lambda record: record.command):
        records = list(group)
        for record in records:
            seq += 1
            if record.seq != seq:
                yield Fault(stream, record.seq, f"record {seq} should stand here")
                return
            if chain(before, record) != record.hash:
                yield Fault(stream, seq, "the hash does not follow from the record before")
                return
            before = record.hash
        events = [decode_event(record) for record in records]
        yield from _decided_again(reading, stream, records, events, state, command_id)
        for record, event in zip(records, events, strict=True):
            yield from _recounted(stream, record.seq, state, event)
            try:
                state = evolve(state, event)
            except Corrupt as fault:
                yield Fault(stream, record.seq, str(fault))
                return
            yield from _follow_shoe(stream, record.seq, state, event, shoes)
        funding = state.configuration.funding if state.configuration else Funding.CHIPS
        for each in postings(stream, funding, events):
            moved[each.source] -= each.cents
            moved[each.target] += each.cents


def _decided_again(
    reading: Reading,
    stream: str,
    records: list[Record],
    events: list[e.Event],
    state: State,
    command_id: str,
) -> Iterator[Fault]:
    """The command that caused these events, decided again on the state before them."""
    answer = reading.answered(stream, [command_id]).get(command_id)
    if answer is None:
        yield Fault(stream, records[0].seq, f"command {command_id} is not recorded")
        return
    try:
        again = decide(state, decode_command(answer.asked))
    except Refused as refused:
        yield Fault(stream, records[0].seq, f"the table would have refused this: {refused}")
        return
    if list(again) != events:
        yield Fault(stream, records[0].seq, "the table would have decided otherwise")


def _recounted(stream: str, seq: int, state: State, event: e.Event) -> Iterator[Fault]:
    """Every payment against the second settlement; limits are the only thing that may lower it."""
    if not isinstance(event, e.RoundSettled) or state.configuration is None:
        return
    game = state.configuration.game
    for line in event.lines:
        if line.result.value == "returned":
            continue
        limit = state.configuration.limits[line.wager].max_cents
        chips = state.configuration.funding is Funding.CHIPS
        at_risk = min(line.cents, limit) if chips else line.cents
        won = recount(game, line.wager, event.cards)
        profit = -at_risk if won is None else at_risk * won
        if profit != line.profit_cents or line.returned_cents != line.cents + line.profit_cents:
            yield Fault(stream, seq, f"stake {line.stake} on {line.wager} was paid wrongly")


def _follow_shoe(
    stream: str, seq: int, state: State, event: e.Event, shoes: dict[str, list[str | None]]
) -> Iterator[Fault]:
    """Every card of a sealed shoe came in the order that was sealed."""
    match event:
        case e.ShoeLoaded(shoe=name):
            shoes[name] = []
        case e.CardsBurned(first=first, count=count):
            assert state.shoe is not None, "burned from a shoe"
            shoes[state.shoe.id] += [first, *[None] * count]
        case e.CardDrawn(card=card, from_set_aside=False):
            assert state.shoe is not None, "drawn from a shoe"
            shoes[state.shoe.id].append(card)
        case e.ShoeRevealed(shoe=name, order=order, salt=salt):
            if name not in shoes or not seal(order, salt):
                yield Fault(stream, seq, f"shoe {name} was revealed but never loaded")
                return
            drawn = shoes[name]
            if any(card not in (None, order[place]) for place, card in enumerate(drawn)):
                yield Fault(stream, seq, f"the cards of shoe {name} did not come as sealed")


def _verify_books(reading: Reading, moved: Counter[Account]) -> Iterator[Fault]:
    balances = reading.balances()
    if sum(balances.values()):
        yield Fault("books", 0, "the trial balance is not zero")
    for account, cents in balances.items():
        if cents < 0 and not account.house:
            yield Fault("books", 0, f"{account.name} is below zero")
        if cents != moved[account]:
            yield Fault("books", 0, f"{account.name} does not follow from what happened")
