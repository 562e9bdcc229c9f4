"""Effects of removal: differences of brute-force expectations, and weights that cancel out."""

from fractions import Fraction

import pytest

from punto.odds.composition import Composition
from punto.odds.distribution import warm
from punto.odds.removal import effects_of_removal
from punto.rules.cards import RANKS, Rank
from punto.rules.game import Game
from punto.rules.games import GAMES, find_game
from tests.odds.brute import brute, depleted, profits

warm()


def mean(game: str, wager: str, counts: tuple[int, ...]) -> Fraction:
    found = profits(game, wager, brute(counts))
    return sum(n * x for x, n in found.items()) / Fraction(sum(found.values()))


@pytest.mark.parametrize("shoe", [Composition.of_decks(8), depleted(6, 40, 1)], ids=["8", "40"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_effects_cancel_when_weighted_by_the_cards_there_are(game: Game, shoe: Composition) -> None:
    effects = effects_of_removal(shoe, game.wagers)
    assert set(effects) == {wager.id for wager in game.wagers}
    for by_rank in effects.values():
        assert set(by_rank) == {rank for rank in RANKS if shoe[rank]}
        assert sum(shoe[rank] * effect for rank, effect in by_rank.items()) == 0


@pytest.mark.parametrize("rank", [Rank.SIX, Rank.KING])
def test_an_effect_is_the_difference_of_two_shoes(rank: Rank) -> None:
    shoe = Composition.of_decks(6)
    place = RANKS.index(rank)
    lighter = tuple(count - (n == place) for n, count in enumerate(shoe.counts))
    effects = effects_of_removal(shoe, find_game("tiger").wagers)
    for wager, by_rank in effects.items():
        before, after = mean("tiger", wager, shoe.counts), mean("tiger", wager, lighter)
        assert by_rank[rank] == after - before


def test_known_directions() -> None:
    """The lore of the tables: fours help Player, sixes carry the Tiger."""
    effects = effects_of_removal(Composition.of_decks(8), find_game("tiger").wagers)
    assert min(effects["player"], key=lambda r: effects["player"][r]) is Rank.FOUR
    assert min(effects["tiger"], key=lambda r: effects["tiger"][r]) is Rank.SIX
    assert len(set(effects["tiger-pair"].values())) == 1


def test_an_empty_shoe_has_no_effects() -> None:
    assert effects_of_removal(Composition((0,) * 13), find_game("tiger").wagers)["tie"] == {}
