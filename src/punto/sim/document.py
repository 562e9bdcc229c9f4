"""Simulation, protection and counting results as plain JSON values, in their public shapes."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from punto.rules.cards import RANKS
from punto.rules.game import Game
from punto.rules.wagers import Wager
from punto.sim.card_counts import CardCount, tag_names
from punto.sim.card_wagers import estimate_card_wagers, not_dealt
from punto.sim.count_systems import CountingResult, CountingSystem
from punto.sim.deal_rules import Dealing
from punto.sim.estimates import ChiSquare, Estimate, chi_square, estimates, exact_distribution
from punto.sim.protection import Exposure, Protection
from punto.sim.ratios import Ratio
from punto.sim.run import Answer
from punto.sim.tally import Ints

Document = dict[str, Any]

CONFIDENCE_95 = 1.959963984540054  # standard errors either side


def simulation_document(
    game: Game, answer: Answer, seconds: float, wagers: Sequence[Wager] | None = None
) -> Document:
    """Return a simulation as JSON; only `seconds` differs from run to run.

    `wagers` and `chi_square` cover the rounds that every shoe reaches, where the exact distribution
    applies; `cut_card_effect` covers the rounds beyond; `all_rounds` covers both. Wagers that
    depend on the cards themselves are simulated separately, in sure rounds only.
    """
    dealing, tally = answer.request.dealing, answer.tally
    exact = exact_distribution(dealing.decks)
    offered = game.wagers if wagers is None else wagers
    plain = [wager for wager in offered if not wager.needs_cards]
    on_cards = [wager for wager in offered if wager.needs_cards]
    rounds, seed = int(tally.sure.sum()), answer.request.seed
    dealt = estimate_card_wagers(on_cards, dealing, rounds, seed, exact)
    tested = estimates(tally.sure, plain, exact) | dealt
    beyond = estimates(tally.late, plain, exact) | not_dealt(on_cards, exact)
    whole = estimates(tally.counts, plain, exact) | dealt
    return {
        "game": game.id,
        "decks": dealing.decks,
        "rounds": tally.rounds,
        "seed": answer.request.seed,
        "seconds": round(seconds, 3),
        "wagers": {name: _tested(each) for name, each in tested.items()},
        "chi_square": _chi_square(chi_square(tally.sure, exact)),
        "interrupted": answer.interrupted,
        "dealing": _dealing(dealing),
        "cut_card_effect": {
            "rounds": int(tally.late.sum()),
            "wagers": {name: _effect(each) for name, each in beyond.items()},
            "chi_square": _chi_square(chi_square(tally.late, exact)),
        },
        "all_rounds": {
            "rounds": tally.rounds,
            "wagers": {
                name: {"ev": each.ev, "stderr": each.stderr} for name, each in whole.items()
            },
        },
        "shoes": _shoes(tally.lengths),
        "watched": {
            "shoes": int(tally.ties.sum()),
            "ties_per_shoe": _distribution(tally.ties),
            "player_runs": _trimmed(tally.runs[0]),
            "banker_runs": _trimmed(tally.runs[1]),
        },
    }


def protection_document(
    game: Game, found: Protection, seed: int, seconds: float, limit: float
) -> Document:
    """Return each wager's exposure at the requested cut and at every depth examined."""
    dealing = found.dealing
    depth = found.cuts.index(dealing.cut)
    return {
        "game": game.id,
        "decks": dealing.decks,
        "cut": dealing.cut,
        "burn": dealing.burn,
        "after_cut": dealing.after_cut,
        "shoes": found.shoes,
        "rounds": int(found.rounds[:, depth].sum()),
        "seed": seed,
        "seconds": round(seconds, 3),
        "interrupted": found.interrupted,
        "wagers": {
            wager.id: _exposure(found.exposure(wager, dealing.cut)) for wager in found.wagers
        },
        "recommended": {
            "limit_units_per_100": limit,
            "cut": found.recommended_cut(limit),
            "wagers": {wager.id: found.recommended_cut(limit, [wager]) for wager in found.wagers},
        },
        "depths": [
            {
                "cut": cut,
                "units_per_100": {
                    wager.id: found.exposure(wager, cut).units_per_100.value
                    for wager in found.wagers
                },
            }
            for cut in found.cuts
        ],
    }


def with_more(one: Document, other: Document) -> Document:
    """Join two protection documents of the same dealing, with different wagers."""
    cuts = [each["recommended"]["cut"] for each in (one, other)]
    return one | {
        "interrupted": one["interrupted"] or other["interrupted"],
        "wagers": one["wagers"] | other["wagers"],
        "recommended": one["recommended"]
        | {
            "cut": None if None in cuts else max(cuts),
            "wagers": one["recommended"]["wagers"] | other["recommended"]["wagers"],
        },
        "depths": [
            each | {"units_per_100": each["units_per_100"] | more["units_per_100"]}
            for each, more in zip(one["depths"], other["depths"], strict=True)
        ],
    }


def counting_document(
    game: Game,
    wager: Wager,
    system: CountingSystem | CardCount,
    dealing: Dealing,
    found: CountingResult,
    seed: int,
    seconds: float,
) -> Document:
    """Return the results of a counting system on a wager as JSON."""
    return {
        "game": game.id,
        "wager": wager.id,
        "decks": dealing.decks,
        "seed": seed,
        "seconds": round(seconds, 3),
        "shoes": found.shoes,
        "priced_shoes": found.priced_shoes,
        "method": "exact" if found.priced_shoes else "simulated",  # how the edge was found
        "rounds": found.rounds,
        "bets": found.bets,
        "interrupted": found.interrupted,
        "dealing": _dealing(dealing),
        "system": {
            "tags": tag_names(system.tags)
            if isinstance(system, CardCount)
            else {rank.letter: tag for rank, tag in zip(RANKS, system.tags, strict=True)},
            "trigger": str(system.trigger),
            "divisor": system.divisor.value,
            "burned_seen": system.burned_seen,
        },
        "frequency": _estimated(found.frequency),
        "edge": _estimated(found.edge),
        "units_per_100": _estimated(found.units_per_100),
        "units_per_shoe": _estimated(found.units_per_shoe),
        "desirability": _estimated(found.desirability),
    }


def _dealing(dealing: Dealing) -> Document:
    return {
        "cut": dealing.cut,
        "burn": dealing.burn,
        "after_cut": dealing.after_cut,
        "rounds_sure": dealing.rounds_sure,
    }


def _estimated(share: Ratio) -> Document:
    reach = CONFIDENCE_95 * share.stderr
    return {
        "value": share.value,
        "stderr": share.stderr,
        "confidence_95": [share.value - reach, share.value + reach],
    }


def _exposure(each: Exposure) -> Document:
    return {
        "frequency": each.frequency.value,
        "edge": each.edge.value,
        "units_per_100": each.units_per_100.value,
        "stderr": {
            "frequency": each.frequency.stderr,
            "edge": each.edge.stderr,
            "units_per_100": each.units_per_100.stderr,
        },
    }


def _tested(each: Estimate) -> Document:
    return {"ev": each.ev, "stderr": each.stderr, "exact_ev": each.exact_ev, "z": each.z}


def _effect(each: Estimate) -> Document:
    if not each.rounds:  # not dealt: nothing is known, not even that there is no effect
        return {"ev": None, "stderr": None, "effect": None, "z": None}
    return {
        "ev": each.ev,
        "stderr": each.stderr,
        "effect": each.ev - each.exact_ev,
        "z": each.z,
    }


def _chi_square(found: ChiSquare) -> Document:
    return {
        "rounds": found.rounds,
        "statistic": found.statistic,
        "degrees_of_freedom": found.freedom,
        "pooled_outcomes": found.pooled,
        "p_value": found.p_value,
    }


def _shoes(lengths: Ints) -> Document:
    return {"complete": int(lengths.sum()), "rounds_per_shoe": _distribution(lengths)}


def _distribution(counted: Ints) -> Document:
    """Return the mean, the extremes and the full histogram, by value from 0."""
    total = int(counted.sum())
    if not total:
        return {"mean": None, "min": None, "max": None, "counts": {}}
    values = np.flatnonzero(counted)
    return {
        "mean": float(counted @ np.arange(len(counted)) / total),
        "min": int(values[0]),
        "max": int(values[-1]),
        "counts": {str(value): int(counted[value]) for value in values},
    }


def _trimmed(runs: Ints) -> dict[str, int]:
    """Return runs by length, up to the longest seen."""
    return {str(length): int(runs[length]) for length in np.flatnonzero(runs)}
