"""Every card accounted for: what left each shoe, against its decks and against its seal."""

from collections import Counter
from hashlib import sha256

from msgspec import Struct

from punto.table import events as e
from punto.table.state import State

_RANKS, _SUITS = "A23456789TJQK", "SHDC"

OF_SHOES = frozenset(
    (
        e.ShoeLoaded,
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


class ShoesSeen(Struct, frozen=True):
    """How far the shoes of a table were followed, for whoever goes on from there."""

    decks: int = 0
    seals: dict[str, tuple[str, int]] = {}  # commitment and decks
    places: dict[str, dict[int, str]] = {}  # which card came at which place of a sealed shoe
    cards: dict[str, int] = {}  # read out of the shoe in use
    rebuilt: bool = False  # the round's cards were put in order by hand


class Shoes:
    """The shoes of a table as their cards went; written on its own, from the events alone."""

    def __init__(self, seen: ShoesSeen | None = None) -> None:
        seen = seen or ShoesSeen()
        self._decks = seen.decks
        self._seals = dict(seen.seals)
        self._places = {shoe: dict(came) for shoe, came in seen.places.items()}
        self._seen = Counter(seen.cards)
        self._rebuilt = seen.rebuilt

    def seen(self) -> ShoesSeen:
        """As far as they were followed."""
        return ShoesSeen(self._decks, self._seals, self._places, dict(self._seen), self._rebuilt)

    def follow(self, before: State, event: e.Event) -> str:
        """Take one event in, on the state before it; what is wrong with it, if anything is.

        Only those `OF_SHOES` say anything of cards.
        """
        shoe = before.shoe
        match event:  # what comes most is asked for first
            case e.CardDrawn(card=card, from_set_aside=False) if shoe is not None and card:
                return self._came(shoe.id, shoe.gone, card)
            case e.ShoeLoaded(shoe=name, decks=decks, commitment=commitment):
                self._decks = decks
                self._seen.clear()
                if commitment:  # of one that is not sealed nothing is ever revealed
                    self._seals[name] = (commitment, decks)
                    self._places[name] = {}
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
                told = [
                    self._came(shoe.id, shoe.gone + place, card)
                    for place, card in enumerate(cards)
                    if card
                ]
                return next((each for each in told if each), "")
            case e.ShoeRevealed(shoe=name, order=order, salt=salt):
                return self._revealed(name, order, salt)
            case _:
                pass
        return ""

    def _read(self, cards: Counter[str]) -> str:
        """So many copies of each card were seen now that had not been before."""
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
        if sha256(f"{salt}:{' '.join(order)}".encode()).hexdigest() != commitment:
            return f"the order of shoe {name} is not the one that was sealed"
        full = Counter({rank + suit: decks for rank in _RANKS for suit in _SUITS})
        if Counter(order) != full:
            return f"shoe {name} did not hold {decks} whole decks"
        for place, card in came.items():
            if order[place] != card:
                return f"card {place + 1} of shoe {name} came as {card}, sealed as {order[place]}"
        return ""
