"""Rounds that were played: in pages by what is looked for, one by one, with the shoe's proof."""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from punto.journal.codec import Entry, Recorded, decode_events, recorded
from punto.journal.passbook import credits_around
from punto.journal.people import Person
from punto.journal.played import outcomes, outcomes_since, round_entries, round_position, shoe_of
from punto.journal.reading import Reading
from punto.ledger.accounts import patron
from punto.money import print_amount
from punto.roads.marks import Mark, Winner
from punto.rules.cards import parse_card
from punto.rules.outcome import Winner as Won
from punto.rules.round import Round, deal_round
from punto.table import events as e
from punto.web.event_views import EventView, event_view
from punto.web.views import LineView, is_staff, line_view

ROUNDS_MAX = 100  # of a page
LOOKED_AT_MAX = 2_000  # rounds looked at for one page
RECKONED_BACK_MAX = 1_000_000  # entries gone back through for somebody's credits: a second or two
NUMBER_MAX = 2**53
MARKS = {Won.PLAYER: Winner.PLAYER, Won.BANKER: Winner.BANKER, Won.TIE: Winner.TIE}
VOID = "void"
OUTCOMES = (*(won.value for won in Won), VOID)

Ended = e.RoundSettled | e.RoundVoided


class CreditsAround(Struct, frozen=True):
    """What a patron held before their first stake of a round, and after the last word on it."""

    before: str
    after: str


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
    lines: tuple[LineView, ...] = ()  # the caller's own stakes
    credits: CreditsAround | None = None  # the caller's own, where they staked credits


class ShoeProof(Struct, frozen=True):
    """The shoe a round came from; once its seal is opened, order and salt prove the commitment."""

    shoe: str
    commitment: str
    revealed: bool
    order: tuple[str, ...] = ()
    salt: str = ""


class PlayedView(Struct, frozen=True):
    """A round as one person may see it, event by event, and its shoe."""

    table: str
    number: int
    events: tuple[EventView, ...]
    shoe: ShoeProof | None = None
    credits: CreditsAround | None = None  # the caller's own, where they staked credits


class Wanted(Struct, frozen=True, kw_only=True):
    """Which rounds are looked for; what is empty or None does not matter."""

    first: int = 0
    since_ms: int | None = None
    until_ms: int | None = None
    outcome: str = ""
    wager: str = ""
    patron: str = ""


def rounds_before(
    reading: Reading,
    table: str,
    before: int | None,
    limit: int,
    wanted: Wanted,
    person: Person,
) -> tuple[tuple[RoundLine, ...], int | None]:
    """Rounds that are over, latest first, and where the next page begins where there is more."""
    found: list[RoundLine] = []
    looked_at = last = 0
    following: int | None = None
    times = wanted.since_ms, wanted.until_ms
    for entry in outcomes(reading, table, before, *times, wanted.first):
        event = _ended(entry)
        if event is None or event.round == last:
            continue  # the last word on a round comes first
        if len(found) >= min(max(limit, 1), ROUNDS_MAX) or looked_at >= LOOKED_AT_MAX:
            following = last
            break
        last, looked_at = event.round, looked_at + 1
        if _matches(event, wanted, person):
            found.append(_line(entry, event, person))
    return _with_credits(reading, table, found, person), following


def _with_credits(
    reading: Reading, table: str, found: list[RoundLine], person: Person
) -> tuple[RoundLine, ...]:
    """The rounds, with what the caller held before and after each that they staked on."""
    played = {line.stake: each.number for each in found for line in each.lines}
    held = _credits(reading, table, played, person)
    return tuple(replace(each, credits=held.get(each.number)) for each in found)


def _credits(
    reading: Reading, table: str, played: Mapping[int, int], person: Person
) -> dict[int, CreditsAround]:
    """By round; nothing of rounds so long ago that to reckon back would take too long."""
    begun = round_position(reading, table, min(played.values())) if played else None
    if begun is None or reading.position() - begun > RECKONED_BACK_MAX:
        return {}
    around = credits_around(reading, patron(person.id), table, played, begun)
    return {
        number: CreditsAround(print_amount(before), print_amount(after))
        for number, (before, after) in around.items()
    }


def _matches(event: Ended, wanted: Wanted, person: Person) -> bool:
    if wanted.outcome and wanted.outcome != _outcome(event):
        return False
    lines = [
        line
        for line in event.lines
        if (is_staff(person) or line.patron == person.id)
        and wanted.patron in ("", line.patron)
        and wanted.wager in ("", line.wager)
    ]
    return bool(lines) or not (wanted.patron or wanted.wager)


def _outcome(event: Ended) -> str:
    if isinstance(event, e.RoundVoided):
        return VOID
    if event.player == event.banker:
        return Won.TIE.value
    return Won.PLAYER.value if event.player > event.banker else Won.BANKER.value


def _ended(entry: Entry) -> Ended | None:
    """How a round stands after an entry."""
    events = reversed(decode_events(entry))
    return next((each for each in events if isinstance(each, e.RoundSettled | e.RoundVoided)), None)


def _own(event: Ended, person: Person) -> tuple[LineView, ...]:
    return tuple(line_view(line) for line in event.lines if line.patron == person.id)


def _line(entry: Entry, event: Ended, person: Person) -> RoundLine:
    own = _own(event, person)
    if isinstance(event, e.RoundVoided):
        return RoundLine(event.round, entry.at_ms, True, (), corrected=event.corrects, lines=own)
    dealt = _dealt(event.cards)
    return RoundLine(
        event.round,
        entry.at_ms,
        False,
        event.cards,
        event.player,
        event.banker,
        event.corrects,
        dealt.outcome.winner.value,
        tuple(card.code for card in dealt.player.cards),
        tuple(card.code for card in dealt.banker.cards),
        own,
    )


def one_round(reading: Reading, table: str, number: int, person: Person) -> PlayedView | None:
    """All that was recorded of a round, as this person may see it, corrections too."""
    if not 0 < number < NUMBER_MAX:
        return None
    records = tuple(_of_round(round_entries(reading, table, number), number))
    if not records:
        return None
    seen = (event_view(each, person) for each in records)
    events = tuple(each for each in seen if each is not None)
    ended = [each.event for each in records if isinstance(each.event, Ended)]
    own = {line.stake: number for event in ended for line in _own(event, person)}
    held = _credits(reading, table, own, person).get(number)
    return PlayedView(table, number, events, _proof(reading, table, number), held)


def _of_round(found: Iterator[Entry], number: int) -> Iterator[Recorded]:
    in_play = True
    for entry in found:
        for record in recorded(entry):
            if in_play or getattr(record.event, "round", None) == number:
                yield record
            if isinstance(record.event, e.RoundSettled | e.RoundVoided):
                in_play = False


def _proof(reading: Reading, table: str, number: int) -> ShoeProof | None:
    found = shoe_of(reading, table, number)
    if found is None:
        return None
    _, loaded, revealed = found
    if revealed is None:
        return ShoeProof(loaded.shoe, loaded.commitment, False)
    return ShoeProof(loaded.shoe, loaded.commitment, True, revealed.order, revealed.salt)


def marks_of_shoe(reading: Reading, table: str) -> dict[int, Mark | None]:
    """What each round of the shoe in use leaves on the roads; a void one leaves nothing."""
    shoe = shoe_of(reading, table)
    if shoe is None:
        return {}
    found: dict[int, Mark | None] = {}
    for entry in outcomes_since(reading, table, shoe[0]):
        event = _ended(entry)
        if event is not None:
            found[event.round] = mark_of(event.cards) if isinstance(event, e.RoundSettled) else None
    return found


def mark_of(cards: tuple[str, ...]) -> Mark:
    """What a round with these cards leaves on the roads."""
    dealt = _dealt(cards)
    return Mark(MARKS[dealt.outcome.winner], dealt.player.pair, dealt.banker.pair)


def _dealt(cards: tuple[str, ...]) -> Round:
    dealt = deal_round(iter([parse_card(card) for card in cards]))
    assert dealt is not None, "a round that was settled was complete"
    return dealt
