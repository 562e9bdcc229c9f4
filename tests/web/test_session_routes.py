"""Sessions and programmes over the network: the same figures as from the command line."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

import httpx
import pytest

from punto.refusals import Reason
from punto.risk.plan import Plan
from punto.risk.result import round_result
from punto.risk.session import How, run_session
from punto.rules.games import GAMES, find_game
from punto.web.api.betting_sessions import SessionRequest, StakeRequest, answer_session
from punto.web.views import betting_sessions
from punto.web.views.betting_sessions import bars
from tests.cli.run import punto
from tests.web.served import served


class Asking:
    """Somebody whom nobody knows, with the token against forgery that a page sends."""

    def __init__(self, address: str) -> None:
        self.http = httpx.Client(base_url=f"{address}/api/v1", timeout=60)
        self.http.get("/games")

    def ask(self, body: object, game: str = "tiger") -> httpx.Response:
        token = self.http.cookies["csrftoken"]
        return self.http.post(f"/games/{game}/session", json=body, headers={"x-csrftoken": token})


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    with served(tmp_path_factory.mktemp("sessions"), starts_odds=True) as (_, address):
        found = Asking(address)
        yield found
        found.http.close()


PLAN: dict[str, Any] = {
    "stakes": [{"wager": "banker", "amount": "100"}, {"wager": "tie", "amount": "20"}],
    "rounds": 60,
    "bankroll": "3000",
    "stop_win": "1500",
    "loss_rebate": "10%",
    "rolling": "1.2%",
    "turnover": "0.8%",
}
WORDS = ("--stake", "banker=100", "--stake", "tie=20", "--bankroll", "3000", "--stop-win", "1500")


def test_the_figures_are_those_of_the_command_line(asking: Asking) -> None:
    told = asking.ask(PLAN).json()
    session = punto("session", "tiger", *WORDS, "--rounds", "60", "--json").json
    found = session["session"]
    assert (told["method"], told["samples"]) == ("convolution", None)
    assert float(told["expected"]) == pytest.approx(found["expected"], abs=0.005)
    for name in ("ahead", "even", "behind"):
        assert told[name]["value"] == found[name]
        assert told[name]["percent"] == f"{found[name] * 100:.4f}"
    assert told["ends"]["ruin"]["value"] == found["ends"]["ruin"]
    quantiles = {f"{float(each['chance']) / 100:g}": each["result"] for each in told["quantiles"]}
    assert quantiles == found["quantiles"]
    ruin = told["without_end"]["ruin"]["value"]  # from a solver whose last digit may differ
    assert ruin == pytest.approx(session["without_end"]["ruin"], rel=1e-12)
    shares = ("--loss-rebate", "10%", "--rolling", "1.2%", "--turnover", "0.8%")
    programme = punto("programme", "tiger", *WORDS, *shares, "--rounds", "60", "--json").json
    rebate = programme["loss_rebate"]
    assert float(told["loss_rebate"]["keeps"]) == pytest.approx(rebate["keeps"], abs=0.005)
    assert told["loss_rebate"]["stop_loss"] == rebate["best_stops"]["loss"]
    assert told["loss_rebate"]["stop_win"] == rebate["best_stops"]["win"]
    for name in ("rolling", "turnover"):
        assert told[name]["keeps"]["value"] == float(Fraction(programme[name]["keeps"]))


def test_the_plots_hold_everything(asking: Asking) -> None:
    told = asking.ask({**PLAN, "rounds": 50, "bankroll": None, "stop_win": None}).json()
    assert sum(each["share"]["value"] for each in told["bars"]) == pytest.approx(1, abs=1e-9)
    ends = [(float(each["low"]), float(each["high"])) for each in told["bars"]]
    assert all(low <= high for low, high in ends)
    assert all(high < low for (_, high), (low, _) in pairwise(ends))
    assert [each["rounds"] for each in told["course"]][-1] == 50
    assert told["course"][-1]["ahead"] == told["ahead"]
    assert told["course"][-1]["middle"] == next(
        each["result"] for each in told["quantiles"] if each["chance"] == "50"
    )
    assert [each["percent"] for each in told["hold"]] == ["95", "99"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_bars_are_few_and_whole(game: Any) -> None:
    from punto.odds.composition import Composition
    from punto.odds.distribution import distribution

    once = round_result(distribution(Composition.of_decks(8)), {game.wagers[-1]: 1000})
    for rounds in (1, 40, 700):
        found = bars(run_session(Plan(once, rounds)).spread)
        assert len(found) <= betting_sessions.BARS_MAX
        assert sum(each.share.value for each in found) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize(("wager", "rounds"), [("banker", 100), ("tie", 200), ("big-tiger", 1000)])
def test_bars_rise_to_one_top_where_results_come_in_clusters(wager: str, rounds: int) -> None:
    """Results of Banker alone lie in clusters 97.5 apart, those of Big Tiger 51 stakes apart."""
    from punto.odds.composition import Composition
    from punto.odds.distribution import distribution

    tiger = find_game("tiger")
    once = round_result(distribution(Composition.of_decks(8)), {tiger.wager(wager): 100_00})
    shares = [each.share.value for each in bars(run_session(Plan(once, rounds)).spread)][1:-1]
    top = shares.index(max(shares))
    slack = 0.001  # the clusters themselves are not quite even
    assert all(one < two + slack for one, two in pairwise(shares[: top + 1]))
    assert all(one > two - slack for one, two in pairwise(shares[top:]))
    assert len(shares) > betting_sessions.WIDE


def test_what_is_out_of_reach_is_simulated_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(betting_sessions, "WORK_MAX", 0)
    monkeypatch.setattr(betting_sessions, "SAMPLES_MAX", 500)
    asked = SessionRequest([StakeRequest("banker", "100")], 40, stop_win="500")
    told = answer_session("tiger", asked)
    assert (told.method, told.samples) == (How.SIMULATION.value, 500)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"stakes": []}, Reason.UNREADABLE_REQUEST),
        ({"stakes": [{"wager": "banker", "amount": "0.01"}]}, Reason.UNIT_NOT_EXACT),
        ({"stakes": [{"wager": "nothing", "amount": "1"}]}, Reason.UNKNOWN_WAGER),
        ({"stakes": [{"wager": "banker", "amount": "lots"}]}, Reason.UNREADABLE_AMOUNT),
        ({"rounds": 0}, Reason.UNREADABLE_REQUEST),
        ({"rounds": 10**9}, Reason.UNREADABLE_REQUEST),
        ({"decks": 3}, Reason.DECKS_OUT_OF_RANGE),
        ({"bankroll": "1"}, Reason.UNREADABLE_REQUEST),
        ({"loss_rebate": "200%"}, Reason.UNREADABLE_REQUEST),
        ({"progression": [1, 2]}, Reason.UNREADABLE_REQUEST),
        ({"surprise": 1}, Reason.UNREADABLE_REQUEST),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(
    asking: Asking, change: dict[str, Any], reason: Reason
) -> None:
    answer = asking.ask(PLAN | change)
    assert (answer.status_code in (400, 404, 409), answer.json()["reason"]) == (True, reason.value)
    assert answer.json()["sentence"].endswith(".")


def test_the_longest_plans_are_answered_in_time(asking: Asking) -> None:
    every = [{"wager": each.id, "amount": "100"} for each in find_game("tiger").wagers]
    long = asking.ask({"stakes": every, "rounds": 5000})
    assert long.status_code == 200, long.text
    assert long.json()["method"] in ("fourier-transform", "simulation")
    stopped = asking.ask({"stakes": every, "rounds": 5000, "bankroll": "90000"})
    assert stopped.status_code == 200, stopped.text
