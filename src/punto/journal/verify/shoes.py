"""Checks the cards that left each shoe against its decks and its seal."""

from collections import Counter
from copy import deepcopy
from hashlib import sha256

from msgspec import Struct

from punto.table import events as e
from punto.table.state import State

_RANKS, _SUITS = "A23456789TJQK", "SHDC"

OF_SHOES = frozenset(
    (
        e.ShoeLoaded,
        e.ContributionMade,
        e.ContributionsClosed,
        e.ContributionRevealed,
        e.BettingOpened,
        e.CardsReconstructed,
        e.MissingReplaced,
        e.CardsBurned,
        e.CardDrawn,
        e.CardsSetAside,
        e.CardsExposed,
        e.RoundSettled,
        e.ShoeRevealed,
    )
)


class Mixing(Struct):
    """The contributions to the order of one shoe: their digests in order, and their values."""

    seed: str  # before any value is mixed in
    digests: dict[str, str] = {}  # by contributor
    values: dict[str, str] = {}
    closed: bool = False

    def revealed(self, who: str, value: str) -> str:
        """Add a revealed value; return what is wrong with it, or an empty string."""
        if not self.closed:
            return "a contribution was revealed while others could still be made"
        if _hashed(value).hex() != self.digests.get(who) or who in self.values:
            return "a contribution is not the one that was committed to"
        self.values[who] = value
        return ""

    def final_seed(self) -> str | None:
        """The seed after all values; None if one is missing."""
        seed = self.seed
        for who in self.digests:
            if who not in self.values:
                return None
            seed = _hashed(f"{seed}:{self.values[who]}").hex()
        return seed if self.closed else None


class ShoesSeen(Struct, frozen=True):
    """The state of `Shoes`, from which another can continue."""

    decks: int = 0
    seals: dict[str, tuple[str, int]] = {}  # commitment and decks
    places: dict[str, tuple[tuple[int, str], ...]] = {}  # each card of a sealed shoe, by its place
    cards: dict[str, int] = {}  # copies seen of each card of the shoe in use
    rebuilt: bool = False  # the round's cards were reordered by hand
    mixing: dict[str, Mixing] = {}  # the contributions to sealed shoes


class Shoes:
    """Follows the shoes of a table, independently of the engine, from the events alone."""

    def __init__(self, seen: ShoesSeen | None = None) -> None:
        seen = seen or ShoesSeen()
        self._decks = seen.decks
        self._seals = dict(seen.seals)
        self._places = {shoe: dict(came) for shoe, came in seen.places.items()}
        self._seen = Counter(seen.cards)
        self._rebuilt = seen.rebuilt
        self._mixing = {shoe: deepcopy(each) for shoe, each in seen.mixing.items()}
        self._used: set[str] = set()  # the seals of all shoes loaded since the opening

    def seen(self) -> ShoesSeen:
        """The state so far."""
        places = {shoe: tuple(sorted(came.items())) for shoe, came in self._places.items()}
        counts = dict(self._seen)
        mixing = deepcopy(self._mixing)
        return ShoesSeen(self._decks, self._seals, places, counts, self._rebuilt, mixing)

    def follow(self, before: State, event: e.Event) -> str:
        """Apply an event to the state before it; return what is wrong, or an empty string.

        Only the events in `OF_SHOES` matter.
        """
        shoe = before.shoe
        match event:  # the most frequent first
            case e.CardDrawn(card=card, from_set_aside=False) if shoe is not None and card:
                return self._came(shoe.id, shoe.gone, card)
            case e.ShoeLoaded(shoe=name, decks=decks, commitment=commitment):
                self._decks = decks
                self._seen.clear()
                if commitment:  # an unsealed shoe is never revealed
                    self._seals[name] = (commitment, decks)
                    self._places[name] = {}
                    if event.takes_contributions:
                        seed = _hashed(f"punto order 2:{commitment}:{name}").hex()
                        self._mixing[name] = Mixing(seed)
                    if commitment in self._used:
                        return f"shoe {name} was loaded under a seal that was used before"
                    self._used.add(commitment)
            case e.ContributionMade() | e.ContributionsClosed() | e.ContributionRevealed():
                return self._contributed(shoe.id if shoe else "", event)
            case e.BettingOpened():
                self._rebuilt = False
            case e.CardsReconstructed(cards=cards) if before.round is not None:
                self._rebuilt = True
                lay = (*(dealt.card for dealt in before.round.cards), *before.round.set_aside)
                return self._read(Counter(filter(None, cards)) - Counter(filter(None, lay)))
            case e.MissingReplaced(cards=replacing):
                self._rebuilt = True
                return self._read(Counter(replacing))
            case e.CardsExposed(side=side, cards=turned) if before.round is not None:
                hand = before.round.hand(side)
                pairs = zip(turned, hand, strict=False)
                return self._read(Counter(card for card, dealt in pairs if card and not dealt.card))
            case e.RoundSettled(corrects=True, round=number, cards=corrected):
                for old in before.finished:
                    if old.number == number and old.shoe_in_use:
                        self._seen.subtract(old.cards)
                        return self._read(Counter(corrected))
            case e.CardsBurned(first=first) if shoe is not None:
                return self._came(shoe.id, shoe.gone, first)
            case e.CardsSetAside(cards=cards) if shoe is not None:
                faults = [
                    self._came(shoe.id, shoe.gone + place, card)
                    for place, card in enumerate(cards)
                    if card
                ]
                return next((each for each in faults if each), "")
            case e.ShoeRevealed(shoe=name, order=order, salt=salt):
                return self._revealed(name, order, salt)
            case _:
                pass
        return ""

    def _contributed(
        self, shoe: str, event: e.ContributionMade | e.ContributionsClosed | e.ContributionRevealed
    ) -> str:
        mixing = self._mixing.get(shoe)
        if mixing is None:
            return "there is no order to contribute to"
        if isinstance(event, e.ContributionsClosed):
            mixing.closed = True
            return ""
        who = f"{event.kind.value} {event.contributor}"
        if isinstance(event, e.ContributionRevealed):
            return mixing.revealed(who, event.value)
        if mixing.closed or who in mixing.digests:
            return "a contribution came after contributions were closed, or a second time"
        mixing.digests[who] = event.digest
        return ""

    def _read(self, cards: Counter[str]) -> str:
        """Count newly seen cards; return a fault if there are too many copies of one."""
        self._seen += cards
        for card in cards:
            if self._seen[card] > self._decks:
                return f"{card} came {self._seen[card]} times out of {self._decks} decks"
        return ""

    def _came(self, shoe: str, place: int, card: str) -> str:
        self._seen[card] += 1
        if shoe in self._places and not self._rebuilt:
            self._places[shoe][place] = card
        if self._seen[card] > self._decks:
            return f"{card} came {self._seen[card]} times out of {self._decks} decks"
        if place >= self._decks * 52:
            return f"card {place + 1} came out of {self._decks} decks"
        return ""

    def _revealed(self, name: str, order: tuple[str, ...], salt: str) -> str:
        if name not in self._seals:
            return f"shoe {name} was revealed but never loaded"
        commitment, decks = self._seals.pop(name)
        came = self._places.pop(name)
        mixing = self._mixing.pop(name, None)
        if sha256(f"{salt}:{' '.join(order)}".encode()).hexdigest() != commitment:
            return f"the order of shoe {name} is not the one that was sealed"
        full = Counter({rank + suit: decks for rank in _RANKS for suit in _SUITS})
        if Counter(order) != full:
            return f"shoe {name} did not hold {decks} whole decks"
        seed = mixing.final_seed() if mixing else ""
        if seed is None:
            return f"shoe {name} was dealt before its order was fixed" if came else ""
        due = order_due(order, seed)
        for place, card in came.items():
            if due[place] != card:
                return f"card {place + 1} of shoe {name} came as {card}, sealed as {due[place]}"
        return ""


def order_due(order: tuple[str, ...], seed: str) -> list[str]:
    """The order in which a shoe must be dealt, given the seed of its contributions.

    From the end, each card is drawn from those left, and the last of them takes its place. Written
    independently of the table's, as a check on it.
    """
    left, due = list(order), list[str]()
    if not seed:
        return left
    drawn, block = b"", 0
    while len(left) > 1:
        if not drawn:
            drawn, block = _hashed(f"{seed}:{block}"), block + 1
        place = (256 * drawn[0] + drawn[1]) % (2 ** (len(left) - 1).bit_length())
        drawn = drawn[2:]
        if place < len(left):
            due.append(left[place])
            left[place] = left[-1]
            left.pop()
    return [*left, *reversed(due)]


def _hashed(text: str) -> bytes:
    return sha256(text.encode()).digest()
