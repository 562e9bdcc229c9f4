"""The outcome distribution against brute force, against literal dealing, and against itself."""

import itertools
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.messages import Message
from punto.odds import compiled, kernel, program
from punto.odds.batch import distributions
from punto.odds.composition import Composition
from punto.odds.distribution import distribution, warm
from punto.rules.drawing import Draw, DrawRule, next_draw
from punto.rules.hands import Side
from punto.rules.outcome import outcomes
from tests.odds.brute import as_array, brute, deal_out, depleted

few = st.lists(st.integers(0, 12), max_size=7).map(
    lambda ranks: tuple(ranks.count(rank) for rank in range(13))
)
any_shoe = st.lists(st.integers(0, 40), min_size=13, max_size=13).map(tuple)


@pytest.fixture(scope="module", autouse=True)
def compiled_kernels() -> None:
    warm()


@pytest.mark.parametrize("decks", range(4, 11))
def test_whole_decks_agree_with_brute_force(decks: int) -> None:
    shoe = Composition.of_decks(decks)
    assert (as_array(distribution(shoe)) == brute(shoe.counts)).all()
    assert distribution(shoe).void == 0


@pytest.mark.parametrize("seed", range(40))
def test_depleted_shoes_agree_with_brute_force(seed: int) -> None:
    left = [6, 7, 8, 10, 14, 20, 52, 150, 300, 500][seed % 10]
    shoe = depleted(10, left, seed)
    assert (as_array(distribution(shoe)) == brute(shoe.counts)).all()


@settings(max_examples=60, deadline=None)
@given(any_shoe.filter(lambda counts: sum(counts) >= 6))
def test_any_composition_agrees_with_brute_force(counts: tuple[int, ...]) -> None:
    found = distribution(Composition(counts))
    assert (as_array(found) == brute(counts)).all()
    assert sum(found.counts) == found.deals


def test_lopsided_shoes_agree_with_brute_force() -> None:
    """Few ranks, and the four that share the value nil in unequal numbers."""
    for ranks in itertools.combinations(range(13), 2):
        counts = tuple(40 if rank == ranks[0] else 5 if rank in ranks else 0 for rank in range(13))
        assert (as_array(distribution(Composition(counts))) == brute(counts)).all()
    for counts in ((0,) * 9 + (1, 2, 3, 4), (0,) * 9 + (40, 1, 0, 2), (1,) * 9 + (0, 0, 7, 1)):
        assert (as_array(distribution(Composition(counts))) == brute(counts)).all()


@settings(max_examples=80, deadline=None)
@given(few)
def test_tiny_shoes_agree_with_dealing_every_order(counts: tuple[int, ...]) -> None:
    found, void = deal_out(counts)
    exact = distribution(Composition(counts))
    assert exact.void == void
    assert exact.deals == found.sum() + void
    assert (as_array(exact) == found).all()


@pytest.mark.parametrize("cards", range(7))
def test_shoes_of_so_few_cards_are_void_as_often_as_dealt(cards: int) -> None:
    for seed in range(20):
        shoe = depleted(4, cards, 100 * cards + seed)
        _, void = deal_out(shoe.counts)
        assert distribution(shoe).void == void
        if cards < 4:
            assert void == distribution(shoe).deals


def test_an_empty_shoe_has_one_deal_and_it_is_void() -> None:
    empty = distribution(Composition((0,) * 13))
    assert (empty.deals, empty.void, sum(empty.counts)) == (1, 1, 0)


@settings(max_examples=40, deadline=None)
@given(any_shoe.filter(lambda counts: sum(counts) >= 7))
def test_a_card_unseen_changes_nothing(counts: tuple[int, ...]) -> None:
    """Take a random card away unseen and the law stays: Σ c·law(shoe − card) = (n − 6)·law."""
    shoes = np.array([counts] + [counts] * 13)
    for rank in range(13):
        shoes[rank + 1, rank] = max(shoes[rank + 1, rank] - 1, 0)
    whole, *lighter = (row.astype(object) for row in distributions(shoes))
    weighed = sum(count * row for count, row in zip(counts, lighter, strict=True))
    assert (weighed == (sum(counts) - 6) * whole).all()


@settings(max_examples=30, deadline=None)
@given(any_shoe, st.permutations(range(9, 13)))
def test_ranks_that_share_a_value_may_be_exchanged(
    counts: tuple[int, ...], order: list[int]
) -> None:
    exchanged = counts[:9] + tuple(counts[place] for place in order)
    assert distribution(Composition(counts)).counts == distribution(Composition(exchanged)).counts


def test_code_is_compiled_even_where_it_cannot_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    real = numba.njit

    def nowhere_to_write(*, cache: bool = False, nogil: bool) -> object:
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return real(nogil=nogil)

    monkeypatch.setattr(numba, "njit", nowhere_to_write)
    assert compiled.compiled(lambda a, b: a + b)(2, 3) == 5


@pytest.mark.parametrize("name", ["count_each", "sum_lines"])
def test_compiled_code_is_kept_and_lets_other_threads_run(name: str) -> None:
    kernels: Any = compiled
    dispatcher = getattr(kernels, name)
    assert dispatcher.targetoptions["nogil"]
    assert list(Path(dispatcher.stats.cache_path).glob(f"kernel.{name}-*.nbi"))


@pytest.mark.parametrize("left", [0, 3, 5, 6, 90, 416])
def test_compiled_and_interpreted_are_one_function(left: int) -> None:
    shoe = np.array([depleted(8, left, left).counts])
    results = []
    for each in (kernel.count_each, compiled.count_each):
        deals = np.full((1, program.VOID + 1), -1, np.int64)
        each(shoe, *program.program().arrays, deals)
        results.append(deals)
    assert (results[0] == results[1]).all()


def test_no_count_is_negative_and_none_overflows() -> None:
    most = distribution(Composition((40,) * 13))
    assert min(most.counts) >= 0
    assert sum(most.counts) == most.deals == 520 * 519 * 518 * 517 * 516 * 515 < 2**63


def test_the_rows_come_from_the_drawing_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """Change the rule and the law changes with it: Banker on 5 stands whatever Player drew."""
    real = next_draw

    def other(player: tuple[int, ...], banker: tuple[int, ...]) -> Draw:
        if len(player) == 3 and sum(banker) % 10 == 5 and len(banker) == 2:
            return Draw(None, DrawRule.BANKER_AFTER_DRAW, Message("a rule of another house"))
        return real(player, banker)

    monkeypatch.setattr(program, "next_draw", other)
    changed = program.program.__wrapped__()
    deals = np.zeros(program.VOID + 1, np.int64)
    kernel.count_deals(np.array([32] * 13), *changed.arrays, deals)
    usual = np.array(distribution(Composition.of_decks(8)).counts)
    assert deals[: program.VOID].sum() == usual.sum()
    moved = {outcomes()[i].banker_cards for i in np.nonzero(deals[: program.VOID] - usual)[0]}
    assert moved == {2, 3}


def test_an_outcome_the_law_does_not_know_is_not_swept_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nobody_draws(player: tuple[int, ...], banker: tuple[int, ...]) -> Draw:
        side = None if len(player) + len(banker) >= 4 else Side.PLAYER
        return Draw(side, DrawRule.COMPLETE, Message(""))

    monkeypatch.setattr(program, "next_draw", nobody_draws)
    with pytest.raises(KeyError):
        program.program.__wrapped__()
