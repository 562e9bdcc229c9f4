"""The second settlement decides every published side bet as the engine does."""

import json
import re
from pathlib import Path
from random import Random

import pytest

from punto.journal.verify.independent_settlement import settle_independently
from punto.rules.game import Game
from punto.rules.games import find_game
from punto.rules.holdings import FIELDS, facts
from punto.rules.made_up_games import make_up, write_definitions
from punto.rules.round import Round, deal_round
from punto.rules.settlement import Stake, settle
from punto.rules.shoe import full_shoe
from punto.rules.wager_language import CARD_CONDITIONS, JOINED, read_definitions, vocabulary
from punto.rules.wagers import CONDITIONS

PAGE = (Path(__file__).parents[2] / "docs" / "side-bets.md").read_text(encoding="utf-8")
PUBLISHED = read_definitions(re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)[0])
CENTS = 6_000


def one_of_each() -> list[dict[str, object]]:
    """A wager for each value that each field of the language may have, and for each way to join."""
    asked: list[dict[str, object]] = [
        {name: value} for name in CONDITIONS for value in vocabulary(name)
    ]
    for name in CARD_CONDITIONS:
        values = FIELDS[name.partition("_")[2]].values
        asked += [{name: value} for value in values[:: max(1, len(values) // 25)]]
    asked += [{joined: [{"winner": "tie"}, {"cards": [4, 6]}]} for joined in JOINED]
    return [
        {"id": f"w{n}", "name": f"W{n}", "lines": [{"pays": "1.5 to 1", "when": when}]}
        for n, when in enumerate(asked)
    ]


def agree(game: Game, dealt: Round) -> set[tuple[str, object]]:
    codes = tuple(card.code for card in dealt.cards)
    wins = settle_independently(f"{game.document}@{game.edition_id}", codes, game.definitions)
    stakes = [Stake(each.id, CENTS) for each in game.wagers]  # type: ignore[arg-type]
    hands = facts(dealt.player.cards, dealt.banker.cards)
    for line in settle(game, dealt.outcome, stakes, hands=hands).lines:
        won = wins[line.wager]
        assert line.profit_cents == (-CENTS if won is None else CENTS * won), (codes, line)
    return set(wins.items())


@pytest.mark.parametrize("seed", [1, 2])
def test_every_published_side_bet_is_decided_alike(seed: int) -> None:
    game = make_up(find_game("tiger"), write_definitions(PUBLISHED))
    chance, shoe, seen = Random(seed), full_shoe(8), set[tuple[str, object]]()
    for _ in range(2000):
        chance.shuffle(shoe)
        dealt = deal_round(iter(shoe))
        assert dealt is not None
        seen |= agree(game, dealt)
    own = {each["id"] for each in PUBLISHED}
    assert all(any(name == each and won for name, won in seen) for each in own)


def test_every_word_of_the_language_is_decided_alike() -> None:
    chance, shoe = Random(3), full_shoe(1)
    definitions = one_of_each()
    parts = [definitions[n : n + 60] for n in range(0, len(definitions), 60)]
    games = [make_up(find_game("no-commission"), write_definitions(each)) for each in parts]
    seen = set[tuple[str, object]]()
    for _ in range(400):
        chance.shuffle(shoe)
        dealt = deal_round(iter(shoe))
        assert dealt is not None
        for game in games:
            seen |= agree(game, dealt)
    assert json.loads(games[0].definitions)
    won = {name for name, win in seen if win and name.startswith("w")}
    assert len(won) > len(definitions) * 2 // 3
