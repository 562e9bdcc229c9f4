"""Rounds that were played, read from the journal's end backwards."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from punto.journal.codec import Recorded, recorded
from punto.journal.people import Person
from punto.journal.reading import Reading
from punto.roads.marks import Mark, Winner
from punto.rules.cards import parse_card
from punto.rules.outcome import Winner as Won
from punto.rules.round import Round, deal_round
from punto.table import events as e
from punto.web.event_views import EventView, event_view

ROUNDS_MAX = 100  # of a page
MARKS = {Won.PLAYER: Winner.PLAYER, Won.BANKER: Winner.BANKER, Won.TIE: Winner.TIE}


class RoundLine(Struct, frozen=True):
    """A round in a list: its number, cards and totals; no cards where it was void."""

    number: int
    at_ms: int
    void: bool
    cards: tuple[str, ...]
    player: int | None = None
    banker: int | None = None
    corrected: bool = False
    winner: str = ""
    player_cards: tuple[str, ...] = ()
    banker_cards: tuple[str, ...] = ()


class ProofView(Struct, frozen=True):
    """The shoe a round was dealt from: its seal, and order and salt once the seal is opened."""

    shoe: str
    commitment: str
    order: tuple[str, ...] = ()
    salt: str = ""


class PlayedView(Struct, frozen=True):
    """A round as one person may see it, event by event."""

    table: str
    number: int
    events: tuple[EventView, ...]
    proof: ProofView | None = None


def backwards(reading: Reading, table: str) -> Iterator[Recorded]:
    """Every event of a table, the last one first."""
    for entry in reading.backwards(table):
        if not entry.refusal:
            yield from reversed(recorded(entry))


def rounds_before(
    reading: Reading, table: str, before: int | None, limit: int
) -> tuple[RoundLine, ...]:
    """The last rounds that are over, or those before a number, latest first."""
    found: dict[int, RoundLine] = {}
    wanted = min(max(limit, 1), ROUNDS_MAX)
    for record in backwards(reading, table):
        event = record.event
        if isinstance(event, e.BettingOpened) and len(found) >= wanted:
            break
        if isinstance(event, e.RoundSettled | e.RoundVoided) and event.round not in found:
            if before is not None and event.round >= before:
                continue
            found[event.round] = _line(record, event)
    return tuple(sorted(found.values(), key=lambda line: -line.number))[:wanted]


def _line(record: Recorded, event: e.RoundSettled | e.RoundVoided) -> RoundLine:
    if isinstance(event, e.RoundVoided):
        return RoundLine(event.round, record.at_ms, True, (), corrected=event.corrects)
    dealt = _dealt(event.cards)
    return RoundLine(
        event.round,
        record.at_ms,
        False,
        event.cards,
        event.player,
        event.banker,
        event.corrects,
        dealt.outcome.winner.value,
        tuple(card.code for card in dealt.player.cards),
        tuple(card.code for card in dealt.banker.cards),
    )


def one_round(reading: Reading, table: str, number: int, person: Person) -> PlayedView | None:
    """All that was recorded of a round, as this person may see it, corrections too."""
    later: list[Recorded] = []
    earlier = backwards(reading, table)
    for record in earlier:
        later.append(record)
        if isinstance(record.event, e.BettingOpened) and record.event.round <= number:
            if record.event.round != number:
                return None
            seen = (event_view(each, person) for each in _of_round(reversed(later), number))
            told = tuple(each for each in seen if each is not None)
            return PlayedView(table, number, told, _proof(later, earlier))
    return None


def _proof(later: Iterable[Recorded], earlier: Iterator[Recorded]) -> ProofView | None:
    """The shoe in use when a round began: loaded before it, perhaps revealed after it."""
    loaded = next((each.event for each in earlier if isinstance(each.event, e.ShoeLoaded)), None)
    if not isinstance(loaded, e.ShoeLoaded):
        return None  # its beginning lies in an archive
    for record in later:
        if isinstance(record.event, e.ShoeRevealed) and record.event.shoe == loaded.shoe:
            opened = record.event
            return ProofView(loaded.shoe, loaded.commitment, opened.order, opened.salt)
    return ProofView(loaded.shoe, loaded.commitment)


def _of_round(records: Iterator[Recorded], number: int) -> Iterator[Recorded]:
    in_play = True
    for record in records:
        if in_play or getattr(record.event, "round", None) == number:
            yield record
        if isinstance(record.event, e.RoundSettled | e.RoundVoided):
            in_play = False


def marks_of_shoe(reading: Reading, table: str) -> dict[int, Mark | None]:
    """What each round of the shoe in use leaves on the roads; a void one leaves nothing."""
    found: dict[int, Mark | None] = {}
    for record in backwards(reading, table):
        event = record.event
        if isinstance(event, e.ShoeLoaded):
            break
        if isinstance(event, e.RoundSettled):
            found.setdefault(event.round, mark_of(event.cards))
        elif isinstance(event, e.RoundVoided):
            found.setdefault(event.round, None)
    return found


def mark_of(cards: tuple[str, ...]) -> Mark:
    """What a round with these cards leaves on the roads."""
    dealt = _dealt(cards)
    return Mark(MARKS[dealt.outcome.winner], dealt.player.pair, dealt.banker.pair)


def _dealt(cards: tuple[str, ...]) -> Round:
    dealt = deal_round(iter([parse_card(card) for card in cards]))
    assert dealt is not None, "a round that was settled was complete"
    return dealt
