"""Settlement: any stakes against an outcome, exact in minor units, each by its clause."""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from msgspec import Struct

from punto.money import ZERO, Cents, Odds, check_amount, print_amount
from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.rules.irregularities import Irregularity, Procedure, Remedy
from punto.rules.outcome import Outcome


class Result(StrEnum):
    """What became of a stake."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    VOID = "void"  # the round did not count
    RETURNED = "returned"  # the stake did not count: under the minimum once too often


class Stake(Struct, frozen=True, gc=False):
    """Money on a wager."""

    wager: str
    cents: Cents


class Limits(Struct, frozen=True, gc=False):
    """The displayed minimum and maximum of a wager."""

    min_cents: Cents
    max_cents: Cents


class Settled(Struct, frozen=True, gc=False):
    """One stake settled: what it won or lost, what goes back to the patron, and by which clause."""

    wager: str
    stake_cents: Cents
    result: Result
    odds: Odds | None
    profit_cents: Cents
    returned_cents: Cents
    clause: str
    limit_clause: str = ""  # the clause that changed how much of the stake counted, if one did


class Settlement(Struct, frozen=True, gc=False):
    """All stakes settled, in the order they were given."""

    lines: tuple[Settled, ...]
    under_minimum_found: bool = False

    @property
    def net_cents(self) -> Cents:
        return Cents(sum(line.profit_cents for line in self.lines))


def settle(
    game: Game,
    outcome: Outcome,
    stakes: Iterable[Stake],
    *,
    unit_cents: Cents | None = None,
    limits: Mapping[str, Limits] | None = None,
    under_minimum_before: bool = False,
) -> Settlement:
    """Settle one patron's stakes; all are checked before any is paid.

    `under_minimum_before` is what the table remembers of this patron for the clause on stakes
    under the minimum: once one has been settled, each later one goes back whatever the outcome.

    >>> from punto.rules.games import find_game
    >>> from punto.rules.outcome import Pairs
    >>> big_six = Outcome(5, 6, 3, 3, Pairs.NONE)
    >>> settle(find_game("tiger"), big_six, [Stake("tiger", Cents(100_00))]).lines[0].profit_cents
    200000
    """
    staked = check_stakes(game, stakes, unit_cents)
    index = outcome.index
    lines: list[Settled] = []
    under_minimum = under_minimum_before
    for stake in staked:
        limit = limits.get(stake.wager) if limits else None
        if limit is not None and stake.cents < limit.min_cents:
            clause = _limit_clause(game, Irregularity.UNDER_MINIMUM, stake)
            if under_minimum:
                lines.append(_given_back(stake, Result.RETURNED, clause))
                continue
            under_minimum = True
            lines.append(_settle_stake(game, index, stake, stake.cents, clause))
        elif limit is not None and stake.cents > limit.max_cents:
            clause = _limit_clause(game, Irregularity.OVER_MAXIMUM, stake)
            lines.append(_settle_stake(game, index, stake, limit.max_cents, clause))
        else:
            lines.append(_settle_stake(game, index, stake, stake.cents, ""))
    return Settlement(tuple(lines), under_minimum)


def settle_void(
    game: Game, irregularity: Irregularity, stakes: Iterable[Stake], unit_cents: Cents | None = None
) -> Settlement:
    """Return every stake of a void round in full, by the clause that voids it."""
    procedure = game.procedure(irregularity)
    if procedure is None or procedure.remedy not in _VOIDING:
        raise Refused(
            Reason.NOT_COVERED, f"{game.title} has no clause that voids a round for {irregularity}."
        )
    staked = check_stakes(game, stakes, unit_cents)
    return Settlement(tuple(_given_back(stake, Result.VOID, procedure.clause) for stake in staked))


_VOIDING = (Remedy.VOID, Remedy.VOID_UNLESS_RECONSTRUCTED)


def check_stakes(
    game: Game, stakes: Iterable[Stake], unit_cents: Cents | None
) -> tuple[Stake, ...]:
    """Refuse a stake on an unknown wager, of an impossible amount, or off the stake unit."""
    unit = game.unit_cents if unit_cents is None else check_unit(game, unit_cents)
    staked = tuple(stakes)
    for stake in staked:
        check_stake(game, stake.wager, stake.cents, unit)
    return staked


def check_stake(game: Game, wager: str, cents: Cents, unit_cents: Cents) -> None:
    """Refuse a stake as `check_stakes` does, on a unit that was checked."""
    game.wager(wager)
    check_amount(cents)
    if cents % unit_cents:
        raise Refused(
            Reason.NOT_A_MULTIPLE,
            f"{print_amount(cents)} on {wager} is not a multiple of"
            f" {print_amount(unit_cents)}, so it might not be paid exactly.",
            clause=game.cite("4.1"),
        )


def check_unit(game: Game, unit_cents: Cents) -> Cents:
    """Refuse a stake unit at which some pay line would not be whole (reading exact-money)."""
    if unit_cents <= 0 or unit_cents % game.unit_cents:
        raise Refused(
            Reason.UNIT_NOT_EXACT,
            f"A stake unit of {print_amount(unit_cents)} cannot pay every line of {game.title}"
            f" exactly; use a multiple of {print_amount(game.unit_cents)}.",
            clause=game.cite("4.1"),
        )
    return unit_cents


def _settle_stake(
    game: Game, outcome_index: int, stake: Stake, at_risk: Cents, limit_clause: str
) -> Settled:
    """Settle the part of a stake that counts; the rest of it goes back."""
    verdict = game.verdicts(stake.wager)[outcome_index]
    excess = stake.cents - at_risk
    result, odds, profit, returned = Result.LOSE, None, -at_risk, excess
    if verdict.line is not None:
        result, odds = Result.WIN, verdict.line.odds
        profit = odds.profit(at_risk)
        returned = stake.cents + profit
    elif verdict.pushes:
        result, profit, returned = Result.PUSH, ZERO, stake.cents
    return Settled(
        stake.wager,
        stake.cents,
        result,
        odds,
        Cents(profit),
        Cents(returned),
        verdict.clause,
        limit_clause,
    )


def _given_back(stake: Stake, result: Result, clause: str) -> Settled:
    return Settled(stake.wager, stake.cents, result, None, ZERO, stake.cents, clause)


def _limit_clause(game: Game, irregularity: Irregularity, stake: Stake) -> str:
    procedure: Procedure | None = game.procedure(irregularity)
    if procedure is None:
        raise Refused(
            Reason.NOT_COVERED,
            f"{game.title} has no clause for a stake outside the limits"
            f" ({print_amount(stake.cents)} on {stake.wager}): ask a Pit Manager.",
            clause="reading staff-in-older-games",
        )
    return procedure.clause
