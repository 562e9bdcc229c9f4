"""Counting and perfect play on wagers that look at single cards."""

import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

from punto.cli import main
from punto.odds.composition import Composition
from punto.odds.custom import parse_wagers
from punto.odds.distribution import Distribution, distribution
from punto.odds.price import price
from punto.refusals import Refused
from punto.rules.cards import DECK
from punto.rules.games import find_game
from punto.sim.card_counts import CardCount, best_card_tags, evaluate_card_count
from punto.sim.card_history import profits_of, remember_cards
from punto.sim.card_protection import card_expectations, is_within_reach
from punto.sim.deal_rules import Dealing
from punto.sim.estimates import exact_distribution

WAGERS = """
[[wager]]
id = "red"
name = "Red"
lines = [{ pays = "3 to 1", when = { player_colours = "red" } }]
push = { player_colours = "black" }

[[wager]]
id = "perfect"
name = "Perfect"
lines = [
  { pays = "200 to 1", when = { player_pair = "perfect", banker_pair = "perfect" } },
  { pays = "25 to 1", when = { player_pair = "perfect", not = { banker_pair = "perfect" } } },
]

[[wager]]
id = "aces"
name = "Aces"
lines = [{ pays = "160 to 1", when = { player_ranks = "AA" } }]
"""
RED, PERFECT, ACES = parse_wagers(WAGERS)


@pytest.mark.parametrize("wager", [RED, PERFECT, ACES], ids=lambda wager: wager.id)
def test_dealt_rounds_come_to_the_exact_mean(wager: object) -> None:
    one = next(each for each in (RED, PERFECT, ACES) if each is wager)
    dealing = Dealing(decks=8, cut=14)
    blocks = [remember_cards(dealing, 7, block) for block in range(12)]
    sure = [profits_of(one, each.hands[: 64 * dealing.rounds_sure]) for each in blocks]
    profits = np.concatenate(sure)  # each of these rounds is as likely as a first one
    exact = price(exact_distribution(8), one)
    error = float(exact.variance) ** 0.5 / len(profits) ** 0.5
    assert abs(profits.mean() - float(exact.ev)) < 4 * error


@pytest.mark.parametrize(("burn", "after"), [(False, 0), (True, 2)])
def test_what_was_dealt_is_no_longer_unseen(burn: bool, after: int) -> None:
    dealing = Dealing(decks=4, cut=40, burn=burn, after_cut=after)
    rounds = remember_cards(dealing, 3, 0)
    for shoe in range(5):
        rows = np.flatnonzero(rounds.shoe == shoe)
        burned = int(rounds.gone[rows[0]])
        assert rounds.unseen[rows[0]].sum() == 208 - (1 if burn else 0)
        assert burned == (0 if not burn else burned) <= 11
        for now, then in pairwise(rows):
            hand = [card for card in rounds.hands[now] if card >= 0]
            left = rounds.unseen[now].astype(int) - np.bincount(hand, minlength=52)
            assert (left == rounds.unseen[then]).all()
            assert rounds.gone[then] == rounds.gone[now] + len(hand)
        late = (rounds.gone[rows] > dealing.last_start).sum()
        assert late == after


def test_many_shoes_are_priced_as_one_by_one() -> None:
    chance, whole = Random(5), Composition.of_decks(8)
    every = [card for card in DECK for _ in range(8)]
    shoes = [whole.without(chance.sample(every, gone)) for gone in (0, 10, 200, 380, 400)]
    unseen = np.array([shoe.by_card for shoe in shoes], np.uint8)
    for wager in (PERFECT, ACES):
        exact = [
            float(price(Distribution(shoe, distribution(shoe).counted), wager).ev) for shoe in shoes
        ]
        assert card_expectations(wager, unseen) == pytest.approx(exact, abs=1e-12)
    assert not is_within_reach(RED)


def test_the_best_count_tags_suits_where_the_wager_looks_at_them() -> None:
    red = dict(zip(DECK, best_card_tags(RED, 8, 1), strict=True))
    assert {red[card] for card in DECK if card.suit.name in ("HEARTS", "DIAMONDS")} == {-1}
    assert sum(red.values()) == 0
    aces = best_card_tags(ACES, 8, 2)
    assert aces[DECK.index(next(card for card in DECK if card.rank.letter == "A"))] == -2
    with pytest.raises(Refused, match="No card that goes"):
        best_card_tags(PERFECT, 8, 1)


def test_a_count_of_every_round_wins_what_the_wager_is_worth() -> None:
    always = CardCount((0,) * 52, Fraction(0))
    found = evaluate_card_count(always, RED, Dealing(), shoes=1024, seed=2)
    assert found.frequency.value == 1.0
    exact = float(price(exact_distribution(8), RED).ev)
    assert abs(found.edge.value - exact) < 4 * found.edge.stderr
    again = evaluate_card_count(always, RED, Dealing(), shoes=1024, seed=2, threads=1)
    assert again == found


def test_counting_reds_beats_the_wager() -> None:
    count = CardCount(best_card_tags(RED, 8, 1), Fraction(4))
    found = evaluate_card_count(count, RED, Dealing(), shoes=1024, seed=4)
    assert found.edge.value > 3 * found.edge.stderr
    assert 0.02 < found.frequency.value < 0.5


def test_the_commands_work_and_say_what_is_simulated_or_out_of_reach(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "w.toml"
    path.write_text(WAGERS)
    own = ["--wager", str(path)]
    count = ["count", "tiger", "red", *own, "--shoes", "128", "--seed", "1", "--level", "1"]
    assert main([*count, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["method"] == "simulated"
    assert said["system"]["tags"]["AH"] == -1
    assert main([*count, "--trigger", "3"]) == 0
    assert "simulated from what the bets won" in capsys.readouterr().out
    protect = ["protect", "tiger", *own, "--shoes", "64", "--seed", "1"]
    assert main([*protect, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["out_of_reach"] == ["red"]
    ids = {wager.id for wager in find_game("tiger").wagers}
    assert set(said["wagers"]) == ids | {"perfect", "aces"}
    assert all(set(each["units_per_100"]) == set(said["wagers"]) for each in said["depths"])
    assert main(protect) == 0
    assert "out of reach" in capsys.readouterr().out
    session = ["session", "tiger", *own, "--stake", "red=10", "--stake", "banker=20"]
    assert main([*session, "--rounds", "20", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["session"]["method"] != "simulation"
    assert main(["simulate", "tiger", *own, "--rounds", "10000", "--seed", "1", "--json"]) == 0
    late = json.loads(capsys.readouterr().out)["cut_card_effect"]["wagers"]
    assert late["red"]["effect"] is None
    assert late["tie"]["effect"] is not None
