"""Pricing batches of shoes, as a table and as lines of JSON, against the original JSON batch."""

import json

import numpy as np

from bench import json_batch
from bench.clock import Row, rates, row
from punto.cli.batch import read_request
from punto.cli.odds import answer_line
from punto.cli.output import json_line
from punto.odds.distribution import warm
from punto.odds.price_table import price_shoes
from punto.rules.cards import RANKS
from punto.rules.games import find_game
from tests.odds.brute import depleted

SHOES = 400
SHOES_IN_A_TABLE = 100_000


def rows() -> list[Row]:
    """Measure a table of 100,000 shoes and lines of JSON, against the original JSON batch."""
    tiger = find_game("tiger")
    few = np.array([depleted(8, 20 + seed % 390, seed).counts for seed in range(SHOES)])
    many = np.tile(few, (SHOES_IN_A_TABLE // SHOES, 1))
    letters = [rank.letter for rank in RANKS]
    lines = [
        json.dumps({"game": "tiger", "shoe": dict(zip(letters, counts, strict=True))})
        for counts in few.tolist()
    ]
    warm()

    def table() -> int:
        priced = price_shoes(many, tiger.wagers)
        assert len(priced.columns()["tie.variance"]) == SHOES_IN_A_TABLE
        return SHOES_IN_A_TABLE

    def by_line() -> int:
        for line in lines:
            json_line(answer_line(read_request(line)))
        return SHOES

    def as_it_was() -> int:
        for line in lines:
            json_batch.answer_line(tiger, line)
        return SHOES

    tabled, lined, baseline = rates(table, by_line, as_it_was)
    than = "a line of JSON a shoe, in fractions"
    return [
        row("100,000 shoes: mean, variance, every line", tabled, baseline, "shoes/s", than),
        row("punto odds --batch, a line of JSON a shoe", lined, baseline, "shoes/s", "same"),
    ]
