"""A shoe played down in one line, so that a script can begin where its last cards lie."""

from collections import Counter
from collections.abc import Iterator

from punto.rules.cards import DECK, Card, parse_card
from punto.rules.round import deal_round
from punto.table import commands as c
from punto.table.prompt import next_step
from punto.table.scripts.stage import Stage


def play_down(stage: Stage, words: tuple[str, ...]) -> None:
    """`play-down to KS 5D`: rounds without stakes until only these cards are left.

    By whatever method the table is dealt; a patron who has the device gives it up first.
    """
    to, *kept = words
    shoe = stage.state.shoe
    if to != "to" or shoe is None or shoe.gone != sum(shoe.seen.values()):
        raise ValueError(words)
    left = Counter({card: shoe.decks - shoe.seen.get(card.code, 0) for card in DECK})
    left.subtract(parse_card(word) for word in kept)
    if min(left.values()) < 0:
        raise ValueError(kept)
    rounds = _rounds(list(left.elements()))
    if stage.state.device:
        stage.usual(c.GiveUpDevice())
    for cards in rounds:
        stage.usual(c.OpenBetting())
        stage.usual(c.CloseBetting())
        codes = iter(card.code for card in cards)
        while stage.state.round is not None:
            stage.usual(_next(stage, codes))


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


def _next(stage: Stage, codes: Iterator[str]) -> c.Command:
    """What brings a round without stakes on, by the table's own prompt."""
    asked = next_step(stage.state).commands[0].command
    return c.DrawCard(next(codes)) if isinstance(asked, c.DrawCard) else asked
