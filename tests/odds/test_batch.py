"""Batches of shoes: the same counts as one by one, also from several threads."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from punto.odds.batch import SHOES_AT_A_TIME, distributions, tally
from punto.odds.composition import Composition
from punto.odds.distribution import distribution
from punto.odds.price import price
from punto.odds.program import VOID
from punto.refusals import Refused
from punto.rules.games import GAMES
from tests.odds.brute import depleted

WAGERS = tuple(dict.fromkeys(wager for game in GAMES for wager in game.wagers))
SHOES = np.array([depleted(8, left, left).counts for left in range(0, 416, 3)])


def test_the_batch_spans_several_shares() -> None:
    assert len(SHOES) > 2 * SHOES_AT_A_TIME


def test_laws_are_those_of_one_shoe_after_another() -> None:
    for counts, row in zip(SHOES.tolist(), distributions(SHOES), strict=True):
        one = distribution(Composition(tuple(counts)))
        assert row[:VOID].tolist() == list(one.counts)
        assert row[VOID] == one.void


def test_every_line_and_push_is_counted() -> None:
    found = tally(SHOES, WAGERS)
    expectations = found.expectations()
    for n in range(0, len(SHOES), 17):
        exact = distribution(Composition(tuple(SHOES[n].tolist())))
        assert found.deals[n] == exact.deals
        assert found.void[n] == exact.void
        for wager in WAGERS:
            priced = price(exact, wager)
            chances = [line.probability for line in priced.lines] + [priced.push]
            columns = [k for k, (each, _) in enumerate(found.columns.names) if each == wager]
            assert [found.counts[n, k] for k in columns] == [p * exact.deals for p in chances]
            place = found.columns.wagers.index(wager)
            assert expectations[n, place] == pytest.approx(float(priced.ev), abs=1e-13)


def test_threads_may_share_the_work() -> None:
    whole = tally(SHOES, WAGERS).counts
    with ThreadPoolExecutor(2) as pool:
        parts = list(pool.map(lambda share: tally(share, WAGERS).counts, np.array_split(SHOES, 5)))
    assert (np.concatenate(parts) == whole).all()


def test_no_shoes_make_no_rows() -> None:
    assert tally(np.zeros((0, 13), np.int64), WAGERS).counts.shape[0] == 0
    assert distributions(np.zeros((0, 13), np.int64)).shape == (0, VOID + 1)


@pytest.mark.parametrize(
    "shoes", [np.full((2, 13), 41), np.full((2, 13), -1), np.zeros((2, 12)), np.zeros(13)]
)
def test_impossible_shoes_are_refused(shoes: np.ndarray) -> None:
    with pytest.raises(Refused):
        tally(shoes.astype(np.int64), WAGERS)
    with pytest.raises(Refused):
        distributions(shoes.astype(np.int64))


def test_any_memory_layout_will_do() -> None:
    assert (
        distributions(np.asfortranarray(SHOES))[:20] == distributions(SHOES[:20].astype(np.int32))
    ).all()
