"""Odds of any shoe over the network: every figure exact, custom wagers included."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import httpx
import msgspec
import pytest

from punto.odds.composition import Composition
from punto.odds.custom import define_wager
from punto.odds.distribution import distribution
from punto.odds.document import odds_document
from punto.odds.knowledge import Knowledge
from punto.odds.price import price
from punto.odds.question import ask
from punto.refusals import Reason
from punto.rules.cards import RANKS, Rank, parse_cards
from punto.rules.games import GAMES, find_game
from punto.rules.wager_language import vocabulary
from punto.rules.wagers import CONDITIONS
from punto.web.api.odds import REQUESTS_A_MINUTE, Condition, OddsRequest
from tests.web.served import served

LUCKY: dict[str, Any] = {
    "id": "lucky-nine",
    "name": "Lucky Nine",
    "lines": [
        {"pays": "10 to 1", "when": {"winner": ["player"], "player_total": [9]}},
        {"pays": "3 to 2", "when": {"winner": ["banker"], "banker_cards": [3]}},
    ],
    "push": {"winner": ["tie"]},
}


class Pricing:
    """Somebody whom nobody knows, asking; with the token against forgery that a page sends."""

    def __init__(self, address: str) -> None:
        self.http = httpx.Client(base_url=f"{address}/api/v1", timeout=60)
        self.http.get("/games")

    def ask(self, body: object, game: str = "tiger") -> httpx.Response:
        token = self.http.cookies["csrftoken"]
        return self.http.post(f"/games/{game}/odds", json=body, headers={"x-csrftoken": token})

    def told(self, body: object, game: str = "tiger") -> Any:
        answer = self.ask(body, game)
        assert answer.status_code == 200, answer.text
        return answer.json()


@pytest.fixture(scope="module")
def pricing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pricing]:
    with served(tmp_path_factory.mktemp("pricing"), starts_odds=True) as (_, address):
        asking = Pricing(address)
        yield asking
        asking.http.close()


def same(told: dict[str, str], exact: Fraction) -> None:
    """The fraction is the exact one and the decimals are its own, to the last."""
    assert told["fraction"] == f"{exact.numerator}/{exact.denominator}"
    assert abs(Fraction(told["decimal"]) - exact) <= Fraction(1, 2 * 10**12)
    if "percent" in told:
        assert abs(Fraction(told["percent"]) - 100 * exact) <= Fraction(1, 2 * 10**4)
    if told.get("one_in"):
        assert abs(Fraction(told["one_in"]) * exact - 1) <= exact / 200


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_every_figure_is_that_of_the_command_line(pricing: Pricing, game: str) -> None:
    gone, seen = "A=3, k=5,6=1", "9H 10d"
    told = pricing.told({"decks": 6, "gone": gone, "seen": seen}, game)
    by_rank = {Rank.ACE: 3, Rank.KING: 5, Rank.SIX: 1}
    question = ask(find_game(game), decks=6, gone=by_rank, seen=parse_cards(seen))
    document = odds_document(question)
    left = {each["rank"]: each["cards"] for each in told["left"]}
    assert (left, next(iter(left)), left["A"]) == (document["shoe"], "A", 21)
    assert (told["cards"], told["deals"]) == (312 - 11, document["deals"])
    for winner, share in document["winners"].items():
        same(told["winners"][winner], Fraction(share))
        for each, one in zip(
            told["by_total"][winner], document["wins_by_total"][winner], strict=True
        ):
            same(each, Fraction(one))
    assert [each["id"] for each in told["wagers"]] == list(document["wagers"])
    for each in told["wagers"]:
        exact = question.price(each["id"])
        same(each["edge"], exact.house_edge)
        same(each["pushes"], exact.push)
        same(each["wins"], exact.hit_rate)
        same(each["loses"], exact.loss_rate)
        for line, found in zip(each["lines"], exact.lines, strict=True):
            assert (line["pays"], line["clause"]) == (found.line.pays, found.line.clause)
            same(line["chance"], found.probability)


@pytest.mark.parametrize(
    "known", [["3=7", "1=6789"], ["2+4=9K"], ["1=8", "2=K", "3=2"], ["5=T", "6=A2345"]], ids=str
)
def test_what_is_known_is_that_of_the_command_line(pricing: Pricing, known: list[str]) -> None:
    told = pricing.told({"decks": 6, "seen": "9H", "known": known, "wagers": [LUCKY]})
    question = ask(
        find_game("tiger"),
        decks=6,
        seen=parse_cards("9H"),
        known=Knowledge.parse(known),
        extra=[define_wager(LUCKY)],
    )
    assert told["deals"] == str(question.distribution.deals)
    assert ", ".join(told["known"]) == str(question.known)
    for each in told["wagers"]:
        same(each["edge"], question.price(each["id"]).house_edge)
    assert pricing.told({})["known"] == []


def test_edges_by_decks_are_those_of_full_shoes(pricing: Pricing) -> None:
    told = pricing.told({"gone": "8=30", "wagers": [LUCKY]})
    laws = {decks: distribution(Composition.of_decks(decks)) for decks in range(4, 11)}
    wagers = {wager.id: wager for wager in (*find_game("tiger").wagers, define_wager(LUCKY))}
    for each in told["wagers"]:
        assert [at["decks"] for at in each["by_decks"]] == list(laws)
        for at in each["by_decks"]:
            same(at["edge"], price(laws[at["decks"]], wagers[each["id"]]).house_edge)


def test_a_wager_of_ones_own_is_priced_beside_the_games(pricing: Pricing) -> None:
    told = pricing.told({"wagers": [LUCKY]})["wagers"]
    assert [each["id"] for each in told if each["own"]] == ["lucky-nine"]
    exact = ask(find_game("tiger"), extra=[define_wager(LUCKY)]).price("lucky-nine")
    same(told[-1]["edge"], exact.house_edge)
    same(told[-1]["pushes"], exact.push)
    assert told[-1]["lines"][0]["when"] == {"winner": ["player"], "player_total": [9]}
    # What one visitor made up is nobody else's.
    assert not any(each["own"] for each in pricing.told({})["wagers"])


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"decks": 3}, Reason.DECKS_OUT_OF_RANGE),
        ({"decks": 10**30}, Reason.DECKS_OUT_OF_RANGE),
        ({"decks": "8"}, Reason.UNREADABLE_REQUEST),
        ({"gone": "A=33"}, Reason.TOO_MANY_COPIES),
        ({"gone": "A=-1"}, Reason.IMPOSSIBLE_COUNT),
        ({"gone": "Z=1"}, Reason.UNREADABLE_SHOE),
        ({"seen": "ZZ"}, Reason.UNREADABLE_CARD),
        ({"gone": "9=32", "seen": "9H"}, Reason.TOO_MANY_COPIES),
        ({"seen": "9H " * 600}, Reason.UNREADABLE_REQUEST),
        ({"known": ["7=3"]}, Reason.UNREADABLE_CARD),
        ({"known": ["1=7", "1=8"]}, Reason.UNREADABLE_CARD),
        ({"known": ["1=7"], "gone": "7=32"}, Reason.IMPOSSIBLE_COUNT),
        ({"known": ["1+2+3+4+5+6=A23456"]}, Reason.UNREADABLE_REQUEST),
        ({"wagers": [LUCKY | {"id": "tiger"}]}, Reason.WAGER_ID_TAKEN),
        ({"wagers": [LUCKY, LUCKY]}, Reason.WAGER_ID_TAKEN),
        ({"wagers": [LUCKY] * 5}, Reason.UNREADABLE_REQUEST),
        ({"wagers": [LUCKY | {"id": "no good"}]}, Reason.UNREADABLE_WAGER),
        ({"wagers": [LUCKY | {"lines": []}]}, Reason.UNSOUND_WAGER),
        ({"wagers": [LUCKY | {"lines": LUCKY["lines"] * 7}]}, Reason.UNREADABLE_REQUEST),
        ({"wagers": [LUCKY | {"push": {"winner": ["player"]}}]}, Reason.UNSOUND_WAGER),
        ({"wagers": [LUCKY | {"push": {}}]}, Reason.UNREADABLE_WAGER),
        ({"wagers": [LUCKY | {"push": {"winner": []}}]}, Reason.UNREADABLE_WAGER),
        (
            {"wagers": [LUCKY | {"lines": [{"pays": "lots", "when": {"cards": [4]}}]}]},
            Reason.UNREADABLE_AMOUNT,
        ),
        (
            {"wagers": [LUCKY | {"lines": [{"pays": "0 to 1", "when": {"cards": [4]}}]}]},
            Reason.UNSOUND_WAGER,
        ),
        (
            {"wagers": [LUCKY | {"lines": [{"pays": "8 to 1", "when": {"cards": [7]}}]}]},
            Reason.UNREADABLE_REQUEST,
        ),
    ],
)
def test_what_cannot_be_priced_is_refused_in_a_sentence(
    pricing: Pricing, body: object, reason: Reason
) -> None:
    answer = pricing.ask(body)
    assert (answer.status_code in (400, 409), answer.json()["reason"]) == (True, reason.value)
    assert answer.json()["sentence"].endswith((".", "?"))


def test_the_last_cards_of_a_shoe_may_not_be_enough(pricing: Pricing) -> None:
    gone = ",".join(f"{rank.letter}={28 if rank is Rank.NINE else 32}" for rank in RANKS)
    told = pricing.told({"gone": gone})
    assert told["cards"] == 4
    assert told["winners"]["tie"]["fraction"] == "1/1"  # four nines: eight against eight
    assert told["wagers"][0]["edge"]["decimal"] in ("0.000000000000",)
    nothing = pricing.told({"gone": ",".join(f"{rank.letter}=32" for rank in RANKS)})
    assert (nothing["cards"], nothing["void"]["fraction"]) == (0, "1/1")
    assert nothing["cards_per_round"] is None


def test_the_vocabulary_is_the_laws_own(pricing: Pricing) -> None:
    told = {each["name"]: each["values"] for each in pricing.http.get("/conditions").json()}
    assert told == {name: list(vocabulary(name)) for name in CONDITIONS}
    assert [field.name for field in msgspec.structs.fields(Condition)] == list(CONDITIONS)
    every = {name: values for name, values in told.items() if name not in ("natural", "cards")}
    asked = {"wagers": [LUCKY | {"lines": [{"pays": "8 to 1", "when": every}], "push": None}]}
    assert msgspec.convert(asked, OddsRequest).wagers[0].lines[0].when.pairs == tuple(told["pairs"])


def test_nobody_asks_without_end(tmp_path: Any) -> None:
    with served(tmp_path) as (_, address):
        asking = Pricing(address)
        statuses = [asking.ask({"decks": 3}).status_code for _ in range(REQUESTS_A_MINUTE + 1)]
        asking.http.close()
    assert (statuses[-2], statuses[-1]) == (400, 429)


def test_ranks_taken_out_are_less() -> None:
    shoe = Composition.of_decks(8).less({Rank.ACE: 32, Rank.TWO: 1})
    assert (shoe[Rank.ACE], shoe[Rank.TWO], shoe.cards) == (0, 31, 416 - 33)
