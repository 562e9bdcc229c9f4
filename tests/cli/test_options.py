"""`punto options`: one moment priced, the averages, one sentence per mistake."""

from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.run import punto, refused

MOMENT = ("options", "tiger", "power-failure", "--known", "1=9", "--known", "2=K")


def test_a_moment_is_priced() -> None:
    said = punto(*MOMENT, "--stake", "banker=100", "--stake", "tie=10", "--json").json
    assert said["clause"] == "5.17.1"
    assert said["offered"]
    assert said["withdraw"] == ["banker", "tie"]
    staying = {each["wager"]: Fraction(each["staying"]) for each in said["stakes"]}
    assert Fraction(said["value"]) == -sum(staying.values())
    shown = punto(*MOMENT, "--stake", "banker=100")
    assert "the option is worth 28.97" in shown.out
    assert "tiger 5.17.1" in shown.out


def test_a_decided_round_offers_nothing() -> None:
    cards = [
        word for place, rank in enumerate("9KK2", 1) for word in ("--known", f"{place}={rank}")
    ]
    said = punto("options", "tiger", "power-failure", *cards, "--stake", "player=100")
    assert "there is no option" in said.out


def test_the_average_of_a_reset_is_the_house_edge() -> None:
    said = punto("options", "tiger", "device-reset", "--json").json["device-reset"]
    edge = punto("odds", "tiger", "--json").json["wagers"]["player"]["ev"]
    assert Fraction(said["player"]["mean"]) == -Fraction(edge)
    assert [moment["drawn"] for moment in said["player"]["moments"]] == [0]
    shown = punto("options", "tiger", "cut-card-first")
    assert "1.2351%" in shown.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("tiger", "late-stake"), "gives patrons no option"),
        (("tiger", "nonsense"), "is no irregularity"),
        (("tiger", "--known", "1=9"), "say what happened"),
        (("tiger", "power-failure", "--known", "1=9"), "say what happened"),
        (("tiger", "power-failure", "--stake", "banker"), "is not a stake"),
        (("tiger", "power-failure", "--stake", "nonsense=5"), "no wager"),
        (("nonsense",), "no game"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(arguments: tuple[str, ...], words: str) -> None:
    assert words in refused(punto("options", *arguments))


THIRD = """
id = "three-giving-eight"
name = "3 Giving 8"
lines = [{ pays = "200 to 1", when = { banker_first_two = 3, player_third = 8 } }]
"""
RED = """
id = "red"
name = "Player [red]"
lines = [{ pays = "6 to 1", when = { player_colours = "red" } }]
"""


def test_a_wager_of_your_own_is_priced_at_a_moment(tmp_path: Path) -> None:
    red = tmp_path / "red.toml"
    red.write_text(RED)
    asked = (
        "options",
        "tiger",
        "power-failure",
        "--wager",
        str(red),
        "--stake",
        "red=10",
        "--json",
    )
    lost = punto(*asked, "--known", "1=7S").json
    assert lost["offered"] is False  # a black card has decided it, so there is no option (5.17.2)
    alive = punto(*asked, "--known", "1=7H").json
    law = punto("odds", "--wager", str(red), "--known", "1=7H", "--json").json
    assert alive["offered"] is True
    assert Fraction(alive["staying"]) == 10 * Fraction(law["wagers"]["red"]["ev"])
    said = refused(punto(*asked, "--known", "1=7"))
    assert said.endswith("with its suit, as 1=9H.")


def test_the_mean_of_wagers_of_your_own_by_rank_and_not_by_suit(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(f"[[wager]]{THIRD}\n[[wager]]{RED}")
    asked = ("options", "tiger", "device-reset", "--wager", str(own))
    by_wager = punto(*asked, "--json").json["device-reset"]
    edge = punto("odds", "--wager", str(own), "--json").json["wagers"]["three-giving-eight"]["ev"]
    assert Fraction(by_wager["three-giving-eight"]["mean"]) == -Fraction(edge)
    assert "red" not in by_wager
    shown = punto(*asked).out
    assert "Tiger Baccarat, 8 decks: 416 cards" in shown
    assert "3 Giving 8" in shown
    assert "Player [red] can be priced at one moment only" in " ".join(shown.split())


def test_a_moment_is_printed_with_every_setting() -> None:
    asked = (
        "options",
        "tiger",
        "power-failure",
        "--decks",
        "6",
        "--known",
        "1=9",
        "--known",
        "2=K",
    )
    shown = punto(*asked, "--stake", "banker=100").out
    assert "power-failure (tiger 5.17.1), 6 decks: 312 cards" in shown
    assert "Face up or known: 1=9, 2=K." in shown
