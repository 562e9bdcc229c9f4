"""Sessions computed with fractions, one round at a time, from the definition."""

from collections import defaultdict
from fractions import Fraction

from punto.money import Cents
from punto.odds.distribution import Distribution
from punto.risk.plan import Plan
from punto.rules.game import Game
from punto.rules.outcome import outcomes
from punto.rules.settlement import Stake, settle


def one_round(
    game: Game, distribution: Distribution, stakes: dict[str, int]
) -> dict[int, Fraction]:
    """The net result of one round through the settlement that tables use."""
    nets: defaultdict[int, Fraction] = defaultdict(Fraction)
    for outcome, count in zip(outcomes(), distribution.counts, strict=True):
        if count:
            placed = [Stake(wager, Cents(cents)) for wager, cents in stakes.items()]
            net = sum(line.profit_cents for line in settle(game, outcome, placed).lines)
            nets[net] += Fraction(count, distribution.deals)
    return dict(nets)


def play(plan: Plan, once: dict[int, Fraction]) -> dict[tuple[int, str, int], Fraction]:
    """The chance of every (result, how it ended, rounds played)."""
    alive: dict[tuple[int, int], Fraction] = {(0, 0): Fraction(1)}
    ended: defaultdict[tuple[int, str, int], Fraction] = defaultdict(Fraction)
    for number in range(1, plan.rounds + 1):
        after: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for (result, step), chance in alive.items():
            for net, share in once.items():
                now = result + net * plan.multiple(step)
                to = step if net == 0 else (step + 1) % len(plan.multiples) if net < 0 else 0
                if plan.stop_win is not None and now >= plan.stop_win:
                    ended[now, "won", number] += chance * share
                elif plan.stop_loss is not None and now <= -plan.stop_loss:
                    ended[now, "lost", number] += chance * share
                elif plan.bankroll is not None and plan.bankroll + now < plan.stake(to):
                    ended[now, "ruined", number] += chance * share
                else:
                    after[now, to] += chance * share
        alive = after
    for (result, _), chance in alive.items():
        ended[result, "last", plan.rounds] += chance
    return dict(ended)
