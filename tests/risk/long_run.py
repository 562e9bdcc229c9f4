"""Ten million random sessions against the exact distribution: `make sessions`."""

import sys
import time

from punto.odds.composition import Composition
from punto.odds.distribution import distribution
from punto.risk.plan import Plan
from punto.risk.result import round_result
from punto.risk.samples import sample_session
from punto.risk.session import run_session
from punto.rules.games import find_game

SESSIONS = 10_000_000


def main() -> int:
    """Print each comparison with its distance in standard errors; 1 when one is beyond five."""
    tiger = find_game("tiger")
    stakes = {tiger.wager("banker"): 4000, tiger.wager("tiger-pair"): 1000}
    plan = Plan(
        round_result(distribution(Composition.of_decks(8)), stakes),
        rounds=60,
        bankroll=100_000,
        stop_win=50_000,
    )
    started = time.perf_counter()
    exact, sampled = run_session(plan), sample_session(plan, SESSIONS, seed=2026)
    worst = abs(sampled.spread.mean - exact.spread.mean) / (sampled.stderr or 1)
    means = exact.spread.mean, sampled.spread.mean
    sys.stdout.write(f"mean: exact {means[0]:.3f}, simulated {means[1]:.3f}, z {worst:.2f}\n")
    levels = {f"at most {q:g}": exact.spread.quantile(q) for q in (0.001, 0.05, 0.5, 0.95, 0.999)}
    rows = [
        ("ahead", exact.spread.ahead, sampled.spread.ahead),
        ("stopped by winning", exact.won_out, sampled.won_out),
        ("ruined", exact.ruined, sampled.ruined),
        *((name, exact.spread.at_most(r), sampled.spread.at_most(r)) for name, r in levels.items()),
    ]
    for name, mine, theirs in rows:
        z = abs(mine - theirs) / (mine * (1 - mine) / SESSIONS) ** 0.5
        worst = max(worst, z)
        sys.stdout.write(f"{name}: exact {mine:.6f}, simulated {theirs:.6f}, z {z:.2f}\n")
    seconds = time.perf_counter() - started
    sys.stdout.write(f"{SESSIONS:,} sessions in {seconds:.0f} s, furthest {worst:.2f} errors off\n")
    return int(worst > 5)


if __name__ == "__main__":
    sys.exit(main())
