"""`punto count` for a wager on suits or single cards: tags by card, the edge simulated."""

import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from punto.rules.game import Game
from punto.rules.wagers import Wager
from punto.sim.card_counts import (
    CardCount,
    best_card_tags,
    best_card_trigger,
    card_correlation,
    card_effects,
    evaluate_card_count,
)
from punto.sim.count_search import VALUES
from punto.sim.count_systems import CountingSystem, Divisor
from punto.sim.deal_rules import Dealing
from punto.sim.document import Document, counting_document


class CardPlan(NamedTuple):
    """What was asked for; None where the best is to be found."""

    tags: tuple[int, ...] | None  # by value or by rank
    level: int
    trigger: Fraction | None
    divisor: Divisor
    burned_seen: bool


def count_cards(
    game: Game,
    wager: Wager,
    dealing: Dealing,
    plan: CardPlan,
    shoes: int,
    seed: int,
    threads: int | None,
    progress: Callable[[int], None] | None,
) -> tuple[Document, bool]:
    """Find the count where none was given, and play it; whether it was interrupted."""
    if plan.tags is None:
        tags = best_card_tags(wager, dealing.decks, plan.level)
    else:
        by_value = len(plan.tags) == VALUES
        ranks = CountingSystem.of_values(plan.tags, 0).tags if by_value else plan.tags
        tags = CardCount.of_ranks(ranks)
    count = CardCount(tags, plan.trigger or Fraction(0), plan.divisor, plan.burned_seen)
    if plan.trigger is None:
        count = replace(count, trigger=best_card_trigger(count, wager, dealing, seed=seed))
    started = time.perf_counter()
    found = evaluate_card_count(
        count, wager, dealing, shoes=shoes, seed=seed, threads=threads, progress=progress
    )
    seconds = time.perf_counter() - started
    document = counting_document(game, wager, count, dealing, found, seed, seconds)
    effects = card_effects(wager, dealing.decks)
    document["betting_correlation"] = card_correlation(count.tags, effects)
    document["searched"] = {"tags": plan.tags is None, "trigger": plan.trigger is None}
    return document, found.interrupted
