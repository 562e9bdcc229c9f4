"""Sessions and programmes as plain JSON values; amounts are decimal strings."""

from fractions import Fraction
from typing import Any

from punto.money import print_amount
from punto.odds.document import print_fraction
from punto.risk.plan import Plan
from punto.risk.programme import BestStops, LossRebate, Rolling
from punto.risk.ruin import Ruin
from punto.risk.session import Session

Document = dict[str, Any]

QUANTILES = (0.005, 0.025, 0.05, 0.25, 0.5, 0.75, 0.95, 0.975, 0.995)


def plan_document(plan: Plan) -> Document:
    """What was asked."""
    return {
        "rounds": plan.rounds,
        "staked": print_amount(plan.stake(0)),
        "progression": list(plan.multiples),
        "bankroll": _amount(plan.bankroll),
        "stop_loss": _amount(plan.stop_loss),
        "stop_win": _amount(plan.stop_win),
        "table_max": _amount(plan.table_max),
    }


def session_document(session: Session) -> Document:
    """How a session may end."""
    spread, plan = session.spread, session.plan
    return {
        "method": session.how.value,
        "samples": session.samples or None,
        "ev_a_round": print_fraction(plan.result.mean * plan.multiple(0) / 100),
        "expected": spread.mean / 100,
        "stderr": None if session.stderr is None else session.stderr / 100,
        "standard_deviation": spread.deviation / 100,
        "expected_rounds": session.rounds,
        "ahead": spread.ahead,
        "even": spread.even,
        "behind": spread.behind,
        "quantiles": {f"{q:g}": print_amount(spread.quantile(q)) for q in QUANTILES},
        "ends": {
            "stop_win": session.won_out,
            "stop_loss": session.lost_out,
            "ruin": session.ruined,
            "last_round": max(0.0, 1 - session.won_out - session.lost_out - session.ruined),
        },
        "ruin_mean_round": session.ruin_rounds,
    }


def ruin_document(ruin: Ruin) -> Document:
    """Playing on without end; None where the expected number of rounds is infinite."""
    rounds = None if ruin.rounds == float("inf") else ruin.rounds
    return {"ruin": ruin.chance, "goal": ruin.goal_chance, "expected_rounds": rounds}


def hold_document(session: Session) -> Document:
    """How far the house's win may stray from what it expects, and what a normal curve would say."""
    plan, spread = session.plan, session.spread
    handle = plan.stake(0) * plan.rounds
    mean, deviation = -spread.mean, spread.deviation
    ranges = {}
    for level, deviations in ((0.95, 1.959963984540054), (0.99, 2.5758293035489004)):
        low, high = spread.interval(level)
        ranges[f"{level:g}"] = {
            "win": [print_amount(-high), print_amount(-low)],
            "hold": [-high / handle, -low / handle],
            "normal_win": [
                (mean - deviations * deviation) / 100,
                (mean + deviations * deviation) / 100,
            ],
        }
    return {
        "handle": print_amount(handle),
        "expected_win": mean / 100,
        "skewness": plan.result.skewness,
        "ranges": ranges,
    }


def loss_rebate_document(rebate: LossRebate, best: BestStops | None) -> Document:
    """A rebate on losses: what the house keeps, and where the patron does best to stop."""
    return {
        "rebate": rebate.rebate,
        "expected_win": rebate.win / 100,
        "given_back": rebate.given_back / 100,
        "keeps": rebate.keeps / 100,
        "break_even_rebate": rebate.break_even,
        "best_stops": None
        if best is None
        else {
            "loss": print_amount(best.loss),
            "win": print_amount(best.win),
            "patron_expects": best.value / 100,
            "expected_rounds": best.rounds,
        },
    }


def rolling_document(rolling: Rolling) -> Document:
    """Rolling chips, for each unit of chips lost."""
    return {
        "plays_a_chip": print_fraction(rolling.plays),
        "edge": print_fraction(rolling.edge),
        "rebate": print_fraction(rolling.rebate),
        "keeps": print_fraction(rolling.keeps),
        "break_even_rebate": print_fraction(rolling.break_even),
    }


def turnover_document(edge: Fraction, commission: Fraction) -> Document:
    """A commission on turnover, for each unit staked."""
    return {
        "edge": print_fraction(edge),
        "commission": print_fraction(commission),
        "keeps": print_fraction(edge - commission),
        "break_even_commission": print_fraction(edge),
    }


def _amount(cents: int | None) -> str | None:
    return None if cents is None else print_amount(cents)
