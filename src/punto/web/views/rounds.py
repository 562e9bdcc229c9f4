"""Finished rounds: filtered in pages, or one in full with its shoe's proof."""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from punto.journal.codec import Entry, Recorded, decode_events, recorded
from punto.journal.people.people import Person
from punto.journal.projections.tags import CORRECTED, VOID, outcome_tag, patron_tag, wager_tag
from punto.journal.queries.account_history import credits_around
from punto.journal.queries.rounds_of_table import (
    cards_of_shoe,
    contributions_to,
    outcomes,
    outcomes_since,
    round_entries,
    shoe_of,
)
from punto.journal.read_transaction import ReadTransaction
from punto.ledger.accounts import patron
from punto.rules.cards import parse_card
from punto.rules.outcome import Winner
from punto.rules.round import Round, deal_round
from punto.table import events as e
from punto.web.views.events import event_view
from punto.web.views.table import EventView, is_staff

ROUNDS_MAX = 100  # in a page
CORRECTED_MAX = 20  # rounds read for a page beyond its length: some have another outcome now
NUMBER_MAX = 2**53
OUTCOMES = (*(winner.value for winner in Winner), VOID)

Ended = e.RoundSettled | e.RoundVoided


class CreditsAround(Struct, frozen=True):
    """A patron's credits before their first stake on a round and after its last settlement."""

    before_cents: int
    after_cents: int


class RoundLine(Struct, frozen=True):
    """A round in a list: its number, cards and totals; a void round has no cards."""

    number: int
    at_ms: int
    void: bool
    cards: tuple[str, ...]
    player: int | None = None
    banker: int | None = None
    corrected: bool = False
    winner: Winner | None = None
    player_cards: tuple[str, ...] = ()
    banker_cards: tuple[str, ...] = ()
    lines: tuple[e.Paid, ...] = ()  # the caller's own stakes
    credits: CreditsAround | None = None  # the caller's own, if they staked credits


class ContributionView(Struct, frozen=True):
    """A contribution to the order of a shoe; only its maker sees that it is theirs."""

    digest: str
    value: str  # empty until it is revealed
    kind: str
    mine: bool


class ShoeProof(Struct, frozen=True):
    """The shoe of a round; once its seal is opened, order and salt prove the commitment."""

    shoe: str
    commitment: str
    revealed: bool
    order: tuple[str, ...] = ()
    salt: str = ""
    takes_contributions: bool = False
    contributions: tuple[ContributionView, ...] = ()  # in the order made
    cards: tuple[str, ...] = ()  # in the order drawn, once the seal is opened; `??` if unseen


class PlayedView(Struct, frozen=True):
    """A round as one person may see it, event by event, and its shoe."""

    table: str
    number: int
    events: tuple[EventView, ...]
    shoe: ShoeProof | None = None
    credits: CreditsAround | None = None  # the caller's own, if they staked credits


class RoundFilter(Struct, frozen=True, kw_only=True):
    """Which rounds to find; empty or None fields are ignored."""

    first: int = 0
    since_ms: int | None = None
    until_ms: int | None = None
    outcome: str = ""
    wager: str = ""
    patron: str = ""


def rounds_before(
    transaction: ReadTransaction,
    table: str,
    before: int | None,
    limit: int,
    wanted: RoundFilter,
    person: Person,
) -> tuple[tuple[RoundLine, ...], int | None]:
    """Finished rounds, latest first, and the `before` of the next page if there may be more."""
    found: list[RoundLine] = []
    read = last = 0
    following: int | None = None
    times = wanted.since_ms, wanted.until_ms
    tags = _tags(wanted, person)
    page = min(max(limit, 1), ROUNDS_MAX)
    read_max = page + CORRECTED_MAX
    for entry in outcomes(transaction, table, before, *times, wanted.first, tags, read_max):
        event = _ended(entry)
        if event is None or event.round == last:
            continue  # the latest settlement of a round comes first
        if len(found) >= page or read >= read_max:
            following = last
            break
        last, read = event.round, read + 1
        if _matches(event, wanted, person):
            found.append(_line(entry, event, person))
    if following is None and read >= read_max:  # there may be more
        following = last
    return _with_credits(transaction, table, found, person), following


def _with_credits(
    transaction: ReadTransaction, table: str, found: list[RoundLine], person: Person
) -> tuple[RoundLine, ...]:
    """Add the caller's credits around each round that they staked on."""
    played = {line.stake: each.number for each in found for line in each.lines}
    held = _credits(transaction, table, played, person)
    return tuple(replace(each, credits=held.get(each.number)) for each in found)


def _credits(
    transaction: ReadTransaction, table: str, played: Mapping[int, int], person: Person
) -> dict[int, CreditsAround]:
    """The caller's credits by round."""
    around = credits_around(transaction, patron(person.id), table, played) if played else {}
    return {number: CreditsAround(before, after) for number, (before, after) in around.items()}


def _tags(wanted: RoundFilter, person: Person) -> list[frozenset[str]]:
    """The tags of the rounds that may match, the rarest first."""
    found: list[frozenset[str]] = []
    own = "" if is_staff(person) or not wanted.wager else person.id
    if wanted.patron or own:
        found.append(frozenset((patron_tag(wanted.patron or own),)))
    if wanted.wager:
        found.append(frozenset((wager_tag(wanted.wager),)))
    if wanted.outcome:
        found.append(frozenset((outcome_tag(wanted.outcome), CORRECTED)))
    return found


def _matches(event: Ended, wanted: RoundFilter, person: Person) -> bool:
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
    return round_of(event.cards).outcome.winner.value


def _ended(entry: Entry) -> Ended | None:
    """The outcome that an entry gives a round, if any."""
    events = reversed(decode_events(entry))
    return next((each for each in events if isinstance(each, e.RoundSettled | e.RoundVoided)), None)


def _own(event: Ended, person: Person) -> tuple[e.Paid, ...]:
    return tuple(line for line in event.lines if line.patron == person.id)


def _line(entry: Entry, event: Ended, person: Person) -> RoundLine:
    own = _own(event, person)
    if isinstance(event, e.RoundVoided):
        return RoundLine(event.round, entry.at_ms, True, (), corrected=event.corrects, lines=own)
    dealt = round_of(event.cards)
    return RoundLine(
        event.round,
        entry.at_ms,
        False,
        event.cards,
        event.player,
        event.banker,
        event.corrects,
        dealt.outcome.winner,
        tuple(card.code for card in dealt.player.cards),
        tuple(card.code for card in dealt.banker.cards),
        own,
    )


def one_round(
    transaction: ReadTransaction, table: str, number: int, person: Person
) -> PlayedView | None:
    """All events of a round that this person may see, including corrections."""
    if not 0 < number < NUMBER_MAX:
        return None
    records = tuple(_of_round(round_entries(transaction, table, number), number))
    if not records:
        return None
    seen = (event_view(each, person) for each in records)
    events = tuple(each for each in seen if each is not None)
    ended = [each.event for each in records if isinstance(each.event, Ended)]
    own = {line.stake: number for event in ended for line in _own(event, person)}
    held = _credits(transaction, table, own, person).get(number)
    return PlayedView(table, number, events, _proof(transaction, table, number, person), held)


def _of_round(found: Iterator[Entry], number: int) -> Iterator[Recorded]:
    in_play = True
    for entry in found:
        for record in recorded(entry):
            if in_play or getattr(record.event, "round", None) == number:
                yield record
            if isinstance(record.event, e.RoundSettled | e.RoundVoided):
                in_play = False


def _proof(
    transaction: ReadTransaction, table: str, number: int, person: Person
) -> ShoeProof | None:
    found = shoe_of(transaction, table, number)
    if found is None:
        return None
    begun, loaded, revealed = found
    proof = ShoeProof(
        loaded.shoe,
        loaded.commitment,
        revealed is not None,
        takes_contributions=loaded.takes_contributions,
    )
    if loaded.takes_contributions:
        made = contributions_to(transaction, table, begun)
        proof = replace(proof, contributions=tuple(_contribution(*each, person) for each in made))
    if revealed is None:
        return proof
    cards = cards_of_shoe(transaction, table, begun) if loaded.takes_contributions else ()
    return replace(proof, order=revealed.order, salt=revealed.salt, cards=cards)


def _contribution(made: e.ContributionMade, value: str, person: Person) -> ContributionView:
    return ContributionView(made.digest, value, made.kind.value, made.contributor == person.id)


def rounds_of_shoe(transaction: ReadTransaction, table: str) -> dict[int, Round | None]:
    """Each round of the shoe in use by its number; None for a void round."""
    shoe = shoe_of(transaction, table)
    if shoe is None:
        return {}
    found: dict[int, Round | None] = {}
    for entry in outcomes_since(transaction, table, shoe[0]):
        event = _ended(entry)
        if event is not None:
            found[event.round] = None
            if isinstance(event, e.RoundSettled):
                found[event.round] = round_of(event.cards)
    return found


def round_of(cards: tuple[str, ...]) -> Round:
    """The round that was settled with these cards."""
    dealt = deal_round(iter([parse_card(card) for card in cards]))
    assert dealt is not None, "a settled round is complete"
    return dealt
