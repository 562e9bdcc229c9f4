"""`punto odds`: the contract, any shoe, custom wagers, batches, one sentence per mistake."""

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from punto.cli import main
from punto.odds.composition import Composition
from punto.rules.games import GAMES, find_game
from punto.rules.holdings import FIELDS
from punto.rules.wager_language import JOINED
from punto.rules.wagers import CONDITIONS
from tests.cli.run import Said, punto, refused
from tests.odds.brute import brute, profits

LUCKY = """
id = "lucky-nine"
name = "Lucky Nine"

[[lines]]
pays = "10 to 1"
when = { winner = "player", player_total = 9, player_cards = 3 }

[push]
winner = "tie"
player_total = 9
"""


@pytest.fixture
def lucky(tmp_path: Path) -> str:
    path = tmp_path / "lucky.toml"
    path.write_text(LUCKY, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_json_is_as_the_contract_says(game: str) -> None:
    found = punto("odds", game, "--json").json
    assert found["game"] == game
    assert found["decks"] == 8
    assert found["deals"] == "4998398275503360"
    assert found["cards_per_round"] == "46924771178/9501213267"
    assert found["void"] == "0/1"
    counted = brute((32,) * 13)
    rules = find_game(game)
    assert list(found["wagers"]) == [wager.id for wager in rules.wagers]
    for wager in rules.wagers:
        priced = found["wagers"][wager.id]
        by_profit = profits(game, wager.id, counted)
        deals = sum(by_profit.values())
        ev = sum(x * n for x, n in by_profit.items()) / Fraction(deals)
        assert priced["ev"] == f"{ev.numerator}/{ev.denominator}"
        assert priced["house_edge"] == float(-ev)
        square = sum((x - ev) ** 2 * n for x, n in by_profit.items()) / deals
        assert priced["variance"] == pytest.approx(float(square), rel=1e-15)
        assert Fraction(priced["push"]) == Fraction(by_profit.get(Fraction(0), 0), deals)
        won = sum(n for x, n in by_profit.items() if x > 0)
        assert priced["hit_rate"] == won / deals
        assert [(line["pays"], line["clause"]) for line in priced["lines"]] == [
            (line.pays, line.clause) for line in wager.lines
        ]
        total = sum(Fraction(line["probability"]) for line in priced["lines"])
        assert total == Fraction(won, deals)


@pytest.mark.parametrize("decks", [4, 6, 10])
def test_decks_and_a_full_shoe_say_the_same(decks: int) -> None:
    by_decks = punto("odds", "tiger", "--decks", str(decks), "--json").json
    by_shoe = punto("odds", "tiger", "--shoe", str(Composition.of_decks(decks)), "--json").json
    assert by_decks == by_shoe
    assert by_decks["decks"] == decks


def test_seen_cards_leave_the_shoe() -> None:
    seen = punto("odds", "tiger", "--seen", "8H 9D 10s", "--json").json
    counts = {rank: 32 - (rank in "89T") for rank in "A23456789TJQK"}
    assert seen["shoe"] == counts
    assert seen["decks"] == 8
    text = ",".join(f"{rank}={count}" for rank, count in counts.items())
    left = punto("odds", "tiger", "--shoe", text, "--json").json
    assert left["decks"] is None
    assert left["wagers"] == seen["wagers"]
    both = punto("odds", "tiger", "--decks", "8", "--shoe", text, "--seen", "AH", "--json").json
    assert both["decks"] == 8
    assert both["shoe"] == counts | {"A": 31}


def test_a_small_shoe_says_what_was_assumed() -> None:
    found = punto("odds", "dragon-tiger-no-commission", "--shoe", "A=2,2=1,5=2", "--json").json
    assert 0 < Fraction(found["void"]) < 1
    assert found["deals"] == "120"
    assert found["wagers"]["tie"]["push"] == "0/1"
    assert found["wagers"]["player"]["push"] == found["winners"]["tie"]
    told = " ".join(found["assumptions"])
    assert "void" in told
    assert "dragon-tiger-no-commission 5.3" in told
    assert "3, 4, 6, 7, 8, 9, T, J, Q, K" in told
    empty = punto("odds", "tiger", "--shoe", "A=0", "--json").json
    assert empty["deals"] == "1"
    assert empty["void"] == "1/1"
    assert empty["cards_per_round"] is None
    assert punto("odds", "tiger", "--shoe", "A=0").code == 0


def test_people_see_a_plain_table_in_a_pipe() -> None:
    said = punto("odds", "tiger", COLUMNS="80")
    assert said.code == 0
    assert said.err == ""
    assert "\x1b" not in said.out
    assert all(len(line) <= 80 for line in said.out.splitlines() if not line.endswith("."))
    for text in ("Tiger Baccarat, 8 decks: 416 cards", "16.1217%", "0.95 to 1", "push", "4.938819"):
        assert text in said.out


def test_people_see_all_they_ask_for(lucky: str) -> None:
    said = punto(
        *("odds", "tiger", "--wager", lucky, "--edge", "lucky-nine=5%", "--edge", "tiger:2=0.1"),
        *("--stake", "tie=10", "--stake", "banker=100", "--covariances", "--removals"),
    )
    assert said.code == 0
    for text in ("Lucky Nine", "must pay", "110.00 together", "correlation", "removing", "(9)"):
        assert text in said.out


def test_a_custom_wager_alone_or_with_a_game(lucky: str) -> None:
    alone = punto("odds", "--wager", lucky, "--json").json
    assert alone["game"] is None
    assert list(alone["wagers"]) == ["lucky-nine"]
    among = punto("odds", "tiger", "--wager", lucky, "--json").json
    assert list(among["wagers"])[-1] == "lucky-nine"
    assert among["wagers"]["lucky-nine"] == alone["wagers"]["lucky-nine"]
    counted = brute((32,) * 13)
    won = Fraction(int(counted[9, :9, 3].sum()), int(counted.sum()))
    push = Fraction(int(counted[9, 9].sum()), int(counted.sum()))
    found = alone["wagers"]["lucky-nine"]
    assert Fraction(found["lines"][0]["probability"]) == won
    assert Fraction(found["push"]) == push
    assert Fraction(found["ev"]) == 10 * won - (1 - won - push)
    assert punto("odds", "--wager", lucky).code == 0


def test_what_a_line_must_pay(lucky: str) -> None:
    asked = ("--edge", "lucky-nine=5%", "--edge", "tiger:2=0.1")
    found = punto("odds", "tiger", "--wager", lucky, *asked, "--json").json
    first, second = found["solutions"]
    chance = Fraction(found["wagers"]["lucky-nine"]["lines"][0]["probability"])
    push = Fraction(found["wagers"]["lucky-nine"]["push"])
    assert Fraction(first["pays"]) * chance - (1 - chance - push) == -Fraction(1, 20)
    assert first["nearest"].endswith(" to 1")
    assert (second["wager"], second["line"], second["edge"]) == ("tiger", 2, "1/10")


def test_stakes_covariances_and_removals_in_json() -> None:
    stakes = ("--stake", "tie=10", "--stake", "tiger=5.50", "--stake", "tie=2")
    found = punto("odds", "tiger", *stakes, "--covariances", "--removals", "--json").json
    evs = {name: Fraction(priced["ev"]) for name, priced in found["wagers"].items()}
    table: Any = found["covariances"]
    amounts = {"tie": Fraction(12), "tiger": Fraction(11, 2)}
    assert Fraction(found["stakes"]["staked"]) == Fraction(35, 2)
    assert Fraction(found["stakes"]["ev"]) == sum(x * evs[name] for name, x in amounts.items())
    assert Fraction(found["stakes"]["variance"]) == sum(
        x * y * Fraction(table[one][other])
        for one, x in amounts.items()
        for other, y in amounts.items()
    )
    for name, priced in found["wagers"].items():
        assert table[name][name] == priced["variance_exact"]
        assert sum(32 * Fraction(effect) for effect in found["removals"][name].values()) == 0


@pytest.mark.sweep
def test_removals_by_card_of_a_wager_on_suits(tmp_path: Path) -> None:
    """Of a red hand a red card takes away, a black one gives; the other wagers stay by rank."""
    red = tmp_path / "red.toml"
    red.write_text(
        'id = "red"\nname = "Red"\nlines = [{ pays = "6 to 1", when = { player_colours = "red" } }]'
    )
    asked = ("odds", "tiger", "--wager", str(red), "--seen", "AH", "--removals")
    found = punto(*asked, "--json").json
    assert list(found["removals_by_card"]) == ["red"]
    by_card = {name: Fraction(each) for name, each in found["removals_by_card"]["red"].items()}
    assert len(by_card) == 52
    assert by_card["AD"] < 0 < by_card["AS"]
    copies = {name: 7 if name == "AH" else 8 for name in by_card}
    assert sum(copies[name] * each for name, each in by_card.items()) == 0
    aces = sum(copies[f"A{suit}"] * by_card[f"A{suit}"] for suit in "SHDC") / 31
    assert Fraction(found["removals"]["red"]["A"]) == aces
    shown = punto(*asked).out.split("Red, by card\n")[1].splitlines()
    assert shown[0].split() == ["removing,", "‱", "♠", "♥", "♦", "♣"]
    assert shown[1].split() == ["A", *(f"{float(by_card[f'A{s}']) * 1e4:+.2f}" for s in "SHDC")]
    assert "removals_by_card" not in punto("odds", "tiger", "--removals", "--json").json


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "Name a game"),
        (("nonsense",), "no game 'nonsense'"),
        (("tiger", "--decks", "3"), "4 to 10 decks"),
        (("tiger", "--decks", "8.5"), "--decks"),
        (("tiger", "--shoe", "A=41"), "41 cards of rank A"),
        (("tiger", "--shoe", "A=-1"), "-1 cards of rank A"),
        (("tiger", "--shoe", "A"), "not a rank and its count"),
        (("tiger", "--decks", "4", "--shoe", "A=17"), "4 decks hold from 0 to 16"),
        (("tiger", "--shoe", "A=1", "--seen", "AH AS"), "the shoe held 1"),
        (("tiger", "--decks", "4", "--seen", "AH " * 5), "AH is seen 5 times"),
        (("tiger", "--seen", "1H"), "'1H' is not a card"),
        (("tiger", "--wager", "/nonsense.toml"), "cannot be read"),
        (("tiger", "--wager", "/"), "cannot be read"),
        (("tiger", "--edge", "tie"), "not an edge"),
        (("tiger", "--edge", "tie=1e9"), "not an edge"),
        (("tiger", "--edge", "nonsense=5%"), "no wager 'nonsense'"),
        (("tiger", "--edge", "tiger=5%"), "say which"),
        (("tiger", "--edge", "tiger:3=5%"), "no line 3"),
        (("tiger", "--edge", "tie=99%"), "paid nothing"),
        (("tiger", "--stake", "tie"), "not a stake"),
        (("tiger", "--stake", "tie=0"), "more than zero"),
        (("tiger", "--stake", "nonsense=1"), "no wager 'nonsense'"),
        (("tiger", "--batch", "-"), "each line"),
        (("--batch", "-", "--known", "1=A"), "each line"),
        (("tiger", "--known", "9=A"), "There is no card 9"),
        (("tiger", "--shoe", "A=7", "--known", "1=2"), "does not hold the cards"),
        (("tiger", "--known", "1=2", "--removals"), "nothing is known"),
        (("tiger", "--groups", "6789"), "goes with --peek"),
        (("tiger", "--peek", "1", "--known", "1=2"), "without --known"),
        (("tiger", "--peek", "x"), "which cards are seen"),
        (("--batch", "-", "--removals"), "each line"),
        (("--batch", "/nonsense"), "cannot be read"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(
    arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["odds", *arguments])
    assert words in refused(Said(code, *capsys.readouterr()))


def test_a_bad_definition_is_told_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.toml"
    for text, words in (
        (b"id = 'w'\nname = 'W'", "no pay line"),
        (b"\xff\xfe", "not text in UTF-8"),
        (LUCKY.replace("lucky-nine", "tie").encode(), "already a wager 'tie'"),
        (LUCKY.replace("Lucky Nine", "").encode(), "needs its name"),
        (LUCKY.replace('winner = "tie"', 'winner = "player"').encode(), "overlaps"),
    ):
        path.write_bytes(text)
        code = main(["odds", "tiger", "--wager", str(path)])
        assert words in refused(Said(code, *capsys.readouterr()))


def test_a_batch_answers_in_order_and_goes_on_after_a_bad_line() -> None:
    asked: list[object] = [
        {"game": "tiger"},
        {"game": "nonsense"},
        {"game": "tiger", "decks": 6, "seen": "8H 9D"},
        {"game": "tiger", "shoe": "A=4,K=9"},
        {"game": "tiger", "shoe": {"A": 4, "K": 9}, "seen": ["AH"], "decks": 4},
        {"game": "tiger", "decks": 3},
        {"game": "tiger", "deck": 6},
        {"game": "tiger", "shoe": {"A": "4,K=9"}},
        {"game": "tiger", "shoe": [4]},
        {"game": "tiger", "seen": [4, []]},
        {"game": "tiger", "decks": True},
        {},
        [],
    ]
    stdin = "\n".join(map(json.dumps, asked)) + "\nnonsense\n"
    said = punto("odds", "--batch", "-", stdin=stdin)
    assert said.code == 1
    answers = said.lines
    assert len(answers) == len(asked) + 1
    good = [n for n, answer in enumerate(answers) if "error" not in answer]
    assert good == [0, 2, 3, 4]
    assert answers[0] == punto("odds", "tiger", "--json").json
    alone = punto("odds", "tiger", "--decks", "6", "--seen", "8H,9D", "--json").json
    assert answers[2] == alone
    assert answers[3]["shoe"] | {"A": 3} == answers[4]["shoe"]


def test_a_long_batch_is_compiled_on_the_way_and_answers_alike() -> None:
    line = json.dumps({"game": "tiger", "shoe": "A=9,6=9,K=9,3=2"})
    said = punto("odds", "--batch", "-", stdin=f"{line}\n" * 30)
    assert said.code == 0
    assert said.err == ""
    assert len(said.out.splitlines()) == 30
    assert len(set(said.out.splitlines())) == 1


def test_a_single_question_starts_no_compiler() -> None:
    script = (
        "import sys; from punto.cli import main; main(['odds', 'tiger', '--json']);"
        "sys.exit('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_condition_a_definition_may_use_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "analysts.md").read_text(encoding="utf-8")
    for field in (*CONDITIONS, *JOINED, *FIELDS):
        assert f"`{field}`" in page, field


def test_known_cards_are_priced_alone_and_in_a_batch() -> None:
    alone = punto("odds", "tiger", "--known", "3=7", "--known", "1=6789", "--json").json
    assert alone["known"] == "1=6789, 3=7"
    assert int(alone["deals"]) * 416 * 415 == 4998398275503360 * (96 * 32 + 32 * 31)
    lines = [{"game": "tiger", "known": ["3=7", "1=6789"]}, {"game": "tiger", "known": "3=7"}]
    stdin = "".join(f"{json.dumps(line)}\n" for line in lines)
    answers = [
        json.loads(line) for line in punto("odds", "--batch", "-", stdin=stdin).out.splitlines()
    ]
    assert answers[0] == alone
    assert answers[1]["known"] == "3=7"
    said = punto("odds", "tiger", "--known", "1+3=7K")
    assert "Known of the next cards: 1+3=7K." in said.out
    assert said.out.startswith("Tiger Baccarat, 8 decks: 416 cards, known of the next: 1+3=7K\n")


def test_what_seeing_a_card_is_worth_is_printed() -> None:
    said = punto("odds", "tiger", "--peek", "1", "--groups", "6789,A2345")
    assert "sitting out" in said.out
    peek = punto("odds", "tiger", "--peek", "1", "--groups", "6789", "--json").json["peek"]
    assert [case["known"] for case in peek["cases"]] == ["1=6789", "1=A2345TJQK"]
    assert Fraction(peek["value"]) >= Fraction(peek["value_always_staking"])
    assert sum(Fraction(case["probability"]) for case in peek["cases"]) == 1
