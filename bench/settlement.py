"""Settlements per second through the public Python API, against hard-coded if-chains."""

from fractions import Fraction
from random import Random

from bench.clock import Row, rates, row
from punto.money import Cents
from punto.rules.cards import Card
from punto.rules.games import find_game
from punto.rules.round import deal_round, read_round
from punto.rules.settlement import Stake, settle
from punto.rules.shoe import full_shoe
from tests.rules.oracle import pays, play

ROUNDS = 20_000
STAKES = [("banker", 50_00), ("tiger", 100_00), ("tiger-pair", 20_00)]


def rows() -> list[Row]:
    """Measure three stakes on a round of Tiger, from the cards to the cited clauses."""
    game = find_game("tiger")
    dealt = _rounds()
    outcomes = [read_round(game, cards).outcome for cards in dealt]
    values = [
        ([card.rank.letter for card in cards], tuple(card.points for card in (*cards, *cards)[:6]))
        for cards in dealt
    ]

    def from_cards() -> int:
        for cards in dealt:
            stakes = [Stake(wager, Cents(cents)) for wager, cents in STAKES]
            settle(game, read_round(game, cards).outcome, stakes)
        return ROUNDS

    def from_outcomes() -> int:
        stakes = [Stake(wager, Cents(cents)) for wager, cents in STAKES]
        for outcome in outcomes:
            settle(game, outcome, stakes)
        return ROUNDS

    def by_hand() -> int:
        for letters, points in values:
            won = play(points)
            for wager, cents in STAKES:
                paid = pays("tiger", wager, letters, won)
                _ = cents * Fraction(paid) if isinstance(paid, str) and paid != "push" else 0
        return ROUNDS

    ours, settled, baseline = rates(from_cards, from_outcomes, by_hand)
    return [
        row("settle from cards, three stakes", ours, baseline, "rounds/s", "if-chains, no checks"),
        row("settle an outcome, three stakes", settled, baseline, "rounds/s", "same"),
    ]


def _rounds() -> list[tuple[Card, ...]]:
    chance = Random(1)
    shoe = full_shoe(8)
    found: list[tuple[Card, ...]] = []
    while len(found) < ROUNDS:
        chance.shuffle(shoe)
        dealt = deal_round(iter(shoe))
        assert dealt is not None
        found.append(dealt.cards)
    return found
