"""A shoe played down in one line, so that a script can begin where its last cards lie."""

from collections import Counter

from punto.rules.cards import DECK, Card, parse_card
from punto.rules.round import deal_round
from punto.table import commands as c
from punto.table.configuration import Configuration
from punto.table.people import Patron
from punto.table.state import State

NOBODY = Patron("")


def play_down(state: State, config: Configuration, words: tuple[str, ...]) -> list[c.Command]:
    """`play-down to KS 5D`: rounds without stakes until only these cards are left."""
    to, *kept = words
    shoe = state.shoe
    if to != "to" or shoe is None or shoe.gone != sum(shoe.seen.values()):
        raise ValueError(words)
    left = Counter({card: shoe.decks - shoe.seen.get(card.code, 0) for card in DECK})
    left.subtract(parse_card(word) for word in kept)
    if min(left.values()) < 0:
        raise ValueError(kept)
    return [command for cards in _rounds(list(left.elements())) for command in _play(cards)]


def _rounds(cards: list[Card]) -> list[tuple[Card, ...]]:
    """All of these cards as complete rounds: the first order found that leaves none over."""
    for start in range(len(cards)):
        pile = iter(cards[start:] + cards[:start])
        rounds: list[tuple[Card, ...]] = []
        while dealt := deal_round(pile):
            rounds.append(dealt.cards)
        if sum(map(len, rounds)) == len(cards):
            return rounds
    raise ValueError(len(cards))


def _play(cards: tuple[Card, ...]) -> list[c.Command]:
    return [
        c.OpenBetting(by=NOBODY),
        c.CloseBetting(by=NOBODY),
        *(c.DrawCard(card.code, by=NOBODY) for card in cards[:4]),
        c.AnnounceTotals(by=NOBODY),
        *(c.DrawCard(card.code, by=NOBODY) for card in cards[4:]),
        c.AnnounceOutcome(by=NOBODY),
    ]
