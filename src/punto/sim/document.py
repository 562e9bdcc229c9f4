"""Simulation and protection as plain JSON values: the shapes that programs rely on."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from punto.rules.game import Game
from punto.rules.wagers import Wager
from punto.sim.estimates import ChiSquare, Estimate, chi_square, estimates, exact_law
from punto.sim.protection import Exposure, Protection
from punto.sim.run import Answer
from punto.sim.tally import Ints

Document = dict[str, Any]


def simulation_document(
    game: Game, answer: Answer, seconds: float, wagers: Sequence[Wager] | None = None
) -> Document:
    """Everything a simulation says; `seconds` is the only value that differs from run to run.

    `wagers` and `chi_square` are over the rounds that every shoe reaches, where the exact law
    holds exactly; `cut_card_effect` over the rounds beyond; `all_rounds` over both.
    """
    dealing, tally = answer.request.dealing, answer.tally
    law = exact_law(dealing.decks)
    offered = game.wagers if wagers is None else wagers
    tested = estimates(tally.sure, offered, law)
    beyond = estimates(tally.late, offered, law)
    whole = estimates(tally.counts, offered, law)
    return {
        "game": game.id,
        "decks": dealing.decks,
        "rounds": tally.rounds,
        "seed": answer.request.seed,
        "seconds": round(seconds, 3),
        "wagers": {name: _tested(each) for name, each in tested.items()},
        "chi_square": _chi_square(chi_square(tally.sure, law)),
        "interrupted": answer.interrupted,
        "dealing": {
            "cut": dealing.cut,
            "burn": dealing.burn,
            "after_cut": dealing.after_cut,
            "rounds_sure": dealing.rounds_sure,
        },
        "cut_card_effect": {
            "rounds": int(tally.late.sum()),
            "wagers": {name: _effect(each) for name, each in beyond.items()},
            "chi_square": _chi_square(chi_square(tally.late, law)),
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
    """How exposed each wager is at the cut asked about, and at every depth looked at."""
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
    """Mean, extremes and the whole histogram, by value from 0."""
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
    """Runs by length, as far as any were seen."""
    return {str(length): int(runs[length]) for length in np.flatnonzero(runs)}
