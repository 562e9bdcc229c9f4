"""The library: the same answers as the modules behind it, shown three ways, fast to import."""

import json
import subprocess
import sys
from decimal import Decimal
from html.parser import HTMLParser
from io import StringIO

import pytest
from rich.console import Console

import punto
from punto.library.grid import Grid, Shown
from punto.refusals import Reason, Refused
from tests.cli.run import punto as run_command

LUCKY = 'id = "lucky"\nname = "<b>Lucky</b>"\nlines = [{ pays = "9 to 1", when = { cards = 4 } }]'
SHOE = "A=9,6=9,K=9,3=2"


@pytest.fixture(scope="module")
def tiger() -> punto.GameHandle:
    return punto.game("tiger")


def test_odds_are_those_of_the_command_line(tiger: punto.GameHandle) -> None:
    asked = tiger.odds(shoe=SHOE, seen=["AH"], known="3=6")
    said = run_command("odds", "tiger", "--shoe", SHOE, "--seen", "AH", "--known", "3=6", "--json")
    assert asked.to_dict() == said.json
    assert list(asked) == [wager.id for wager in tiger.wagers]
    assert len(asked) == len(tiger.wagers)
    counts = {"A": 9, "6": 9, "K": 9, "3": 2}
    by_rank = [counts.get(letter, 0) for letter in "A23456789TJQK"]
    for shoe in (counts, by_rank):
        assert tiger.odds(shoe=shoe)["tie"] == tiger.odds(shoe=SHOE)["tie"]


def test_stakes_settle_as_on_the_command_line(tiger: punto.GameHandle) -> None:
    cards = "2C 5D 3H AH KD"
    settled = tiger.settle(cards, {"tiger": 100, "banker": Decimal("50.00"), "tie": "5"})
    stakes = ("tiger=100", "banker=50", "tie=5")
    options = [option for stake in stakes for option in ("--stake", stake)]
    assert (
        settled.to_dict()
        == run_command("settle", "tiger", "--cards", cards, *options, "--json").json
    )
    assert "tiger 4.1" in str(settled)
    assert settled.net == "1242.50"


@pytest.mark.parametrize("amount", [12.5, True, None, 0, -1, "1e5", Decimal("NaN"), [1]])
def test_amounts_that_are_none_are_refused(tiger: punto.GameHandle, amount: object) -> None:
    with pytest.raises(Refused):
        tiger.settle("2C 5D 3H AH KD", {"tiger": amount})  # type: ignore[dict-item]


def test_a_session_is_that_of_the_command_line(tiger: punto.GameHandle) -> None:
    found = tiger.session({"banker": 100}, 50, bankroll=2000, stop_win="500").to_dict()
    options = "--stake=banker=100", "--rounds=50", "--bankroll=2000", "--stop-win=500"
    said = run_command("session", "tiger", *options, "--json").json
    assert found == {"plan": said["plan"], "session": said["session"]}
    with pytest.raises(Refused):
        tiger.session({}, 50)
    with pytest.raises(Refused):
        tiger.session({"tigr": 5}, 50)


def test_a_simulation_is_that_of_the_command_line(tiger: punto.GameHandle) -> None:
    found = tiger.simulate(5000, seed=8, cut=30, burn=True).to_dict()
    options = "--rounds=5000", "--seed=8", "--cut=30", "--burn", "--json"
    said = run_command("simulate", "tiger", *options).json
    assert found | {"seconds": 0} == said | {"seconds": 0}


def test_own_wagers_are_priced_beside_the_games(tiger: punto.GameHandle) -> None:
    own = tiger.with_wagers(LUCKY)
    assert "lucky" in own.odds(shoe=SHOE)
    assert "lucky" not in tiger.odds(shoe=SHOE)
    assert own.price_shoes([[32] * 13]).price(0, "lucky") == own.odds()["lucky"]
    with pytest.raises(Refused) as refusal:
        own.with_wagers(LUCKY)
    assert refusal.value.reason is Reason.WAGER_ID_TAKEN


class _Strict(HTMLParser):
    """Every tag that opens closes, in its turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_every_answer_shows_itself_as_text_html_and_rich(tiger: punto.GameHandle) -> None:
    own = tiger.with_wagers(LUCKY)
    answers: list[Shown] = [
        own,
        own.odds(shoe=SHOE),
        own.settle("2C 5D 3H AH KD", {"tiger": 100}),
        own.simulate(2000, seed=1),
        own.session({"banker": 100}, 10),
    ]
    for answer in answers:
        page = _Strict()
        page.feed(answer._repr_html_())
        page.close()
        assert page.open == []
        assert "table" in page.seen
        assert "b" not in page.seen  # a wager's title is no markup
        out = StringIO()
        Console(file=out, width=120).print(answer)
        title = answer.grid().title
        assert title in str(answer) == repr(answer)
        assert title in " ".join(out.getvalue().split())


def test_a_grid_escapes_whatever_it_is_given() -> None:
    grid = Grid("<i>", ("[red]a", "b"), (("<script>", "[/]"),), ("&",))
    assert "<script>" not in grid.as_html()
    out = StringIO()
    Console(file=out, width=80).print(grid.as_rich())
    assert "[red]a" in out.getvalue()
    assert "[/]" in out.getvalue()


def test_games_are_those_in_force() -> None:
    assert [each.rules.id for each in punto.games()] == [
        each["id"] for each in run_command("games", "--json").json
    ]


def test_importing_punto_loads_nothing_heavy() -> None:
    script = (
        "import sys, json; before = set(sys.modules); import punto;"
        "json.dump(sorted(set(sys.modules) - before), sys.stdout)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    loaded = json.loads(done.stdout)
    assert not [name for name in loaded if name.startswith(("numpy", "numba", "msgspec", "rich"))]
    assert [name for name in loaded if name.startswith("punto")] == ["punto"]
    assert {"game", "games", "Refused"} <= set(dir(punto))
    with pytest.raises(AttributeError, match="has no attribute 'gaem'"):
        _ = punto.gaem  # type: ignore[attr-defined]


def test_pricing_one_shoe_starts_no_compiler() -> None:
    script = "import sys, punto; punto.game('tiger').odds(); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
