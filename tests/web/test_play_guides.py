"""How to play, as the server tells it: card values, who draws and examples, all by the law."""

from collections.abc import Iterator

import httpx
import pytest

from punto.rules.cards import parse_cards
from punto.rules.drawing import BANKER_DRAWS_AGAINST, BANKER_DRAWS_ON_WHEN_PLAYER_STANDS
from punto.rules.games import GAMES, find_game
from punto.rules.round import read_hands
from punto.rules.settlement import result_of
from tests.web.served import served


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("guide"), demo=True) as (_, found):
        yield found


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_every_pay_line_has_an_example_that_the_law_pays(address: str, game: str) -> None:
    told = httpx.get(f"{address}/api/v1/games/{game}/how-to-play").json()
    law = find_game(game)
    lines = [(wager.id, at) for wager in law.wagers for at in range(len(wager.lines))]
    assert [(each["wager"], each["line"]) for each in told["examples"]] == lines
    for each in told["examples"]:
        hands = [parse_cards(" ".join(each[side]["cards"])) for side in ("player", "banker")]
        dealt = read_hands(law, *hands).round
        assert dealt is not None
        assert (dealt.player.total, dealt.banker.total) == (
            each["player"]["total"],
            each["banker"]["total"],
        )
        verdict = law.verdict(each["wager"], dealt.outcome)
        wager = next(one for one in law.wagers if one.id == each["wager"])
        assert result_of(verdict) == "win"
        assert verdict.line == wager.lines[each["line"]]


def test_the_table_of_play_and_the_values_of_cards_are_the_laws_own(address: str) -> None:
    told = httpx.get(f"{address}/api/v1/games/tiger/how-to-play").json()
    assert [set(row["against"]) for row in told["banker"]] == [
        set(each) for each in BANKER_DRAWS_AGAINST
    ]
    assert {row["total"] for row in told["banker"] if row["after_stand"]} == set(
        BANKER_DRAWS_ON_WHEN_PLAYER_STANDS
    )
    assert told["player_draws_on"] == [0, 1, 2, 3, 4, 5]
    assert told["points"] == {
        "A": 1,
        **{str(n): n for n in range(2, 10)},
        **dict.fromkeys("TJQK", 0),
    }
    missing = httpx.get(f"{address}/api/v1/games/whist/how-to-play")
    assert missing.status_code == 404
