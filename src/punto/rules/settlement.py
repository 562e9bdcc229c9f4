"""Settlement: stakes against an outcome, exact in minor units, each citing its clause."""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from msgspec import Struct

from punto.currencies import MINOR_DIGITS_USUAL
from punto.messages import Amount
from punto.money import ZERO, Cents, Odds, check_amount
from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.rules.holdings import Hands
from punto.rules.irregularities import Irregularity, Procedure, Remedy
from punto.rules.outcome import Outcome
from punto.rules.wagers import Verdict


class Result(StrEnum):
    """The result of a stake."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    VOID = "void"  # the round did not count
    RETURNED = "returned"  # the stake did not count: under the minimum again


class Stake(Struct, frozen=True, gc=False):
    """Money on a wager."""

    wager: str
    cents: Cents


class Limits(Struct, frozen=True, gc=False):
    """The displayed minimum and maximum of a wager."""

    min_cents: Cents
    max_cents: Cents


class Settled(Struct, frozen=True, gc=False):
    """One settled stake: profit or loss, the amount returned to the patron, and the clause."""

    wager: str
    stake_cents: Cents
    result: Result
    odds: Odds | None
    profit_cents: Cents
    returned_cents: Cents
    clause: str
    limit_clause: str = ""  # the clause that reduced the amount at risk, if any


class Settlement(Struct, frozen=True, gc=False):
    """All stakes settled, in the order they were given."""

    lines: tuple[Settled, ...]
    under_minimum_found: bool = False  # one was paid or collected, in this round or earlier

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
    hands: Hands | None = None,
) -> Settlement:
    """Settle one patron's stakes; all are checked before any is paid.

    `hands` are the facts about the cards, for wagers that an outcome does not decide.

    `under_minimum_before` says that this patron has already had a stake under the minimum paid or
    collected in an earlier round: from then on such stakes are returned whatever the outcome
    (reading under-minimum).

    >>> from punto.rules.games import find_game
    >>> from punto.rules.outcome import Pairs
    >>> big_six = Outcome(5, 6, 3, 3, Pairs.NONE)
    >>> settle(find_game("tiger"), big_six, [Stake("tiger", Cents(100_00))]).lines[0].profit_cents
    200000
    """
    staked = check_stakes(game, stakes, unit_cents)

    def verdict_of(stake: Stake) -> Verdict:
        return game.verdict(stake.wager, outcome, hands)

    lines: list[Settled] = []
    found = under_minimum_before
    for stake in staked:
        limit = limits.get(stake.wager) if limits else None
        if limit is not None and stake.cents < limit.min_cents:
            clause = _limit_clause(game, Irregularity.UNDER_MINIMUM, stake)
            if under_minimum_before:
                lines.append(_given_back(stake, Result.RETURNED, clause))
                continue
            line = _settle_stake(verdict_of(stake), stake, stake.cents, clause)
            found = found or line.result is not Result.PUSH
            lines.append(line)
        elif limit is not None and stake.cents > limit.max_cents:
            clause = _limit_clause(game, Irregularity.OVER_MAXIMUM, stake)
            lines.append(_settle_stake(verdict_of(stake), stake, limit.max_cents, clause))
        else:
            lines.append(_settle_stake(verdict_of(stake), stake, stake.cents, ""))
    return Settlement(tuple(lines), found)


def settle_void(
    game: Game, irregularity: Irregularity, stakes: Iterable[Stake], unit_cents: Cents | None = None
) -> Settlement:
    """Return every stake of a void round in full, citing the clause that voids it."""
    procedure = game.procedure(irregularity)
    if procedure is None or procedure.remedy not in _VOIDING:
        raise Refused(
            Reason.NOT_COVERED,
            "{game} has no clause that voids a round for {irregularity}.",
            game=game.title,
            irregularity=irregularity,
        )
    staked = check_stakes(game, stakes, unit_cents)
    return Settlement(tuple(_given_back(stake, Result.VOID, procedure.clause) for stake in staked))


_VOIDING = (Remedy.VOID, Remedy.VOID_UNLESS_RECONSTRUCTED)


def check_stakes(
    game: Game, stakes: Iterable[Stake], unit_cents: Cents | None
) -> tuple[Stake, ...]:
    """Refuse a stake on an unknown wager, of an impossible amount, or not in whole units."""
    unit = game.unit_cents if unit_cents is None else check_unit(game, unit_cents)
    staked = tuple(stakes)
    for stake in staked:
        check_stake(game, stake.wager, stake.cents, unit)
    return staked


def check_stake(
    game: Game, wager: str, cents: Cents, unit_cents: Cents, digits: int = MINOR_DIGITS_USUAL
) -> None:
    """Refuse one stake as `check_stakes` does; the unit has already been checked."""
    game.wager(wager)
    check_amount(cents, digits)
    if cents % unit_cents:
        raise Refused(
            Reason.NOT_A_MULTIPLE,
            "Bets are made in units of {unit}: {amount} on {wager} is not a multiple of it.",
            clause=game.cite("4.1"),
            unit=Amount(unit_cents, digits),
            amount=Amount(cents, digits),
            wager=wager,
        )


def check_unit(game: Game, unit_cents: Cents, digits: int = MINOR_DIGITS_USUAL) -> Cents:
    """Refuse a stake unit at which some line would not pay a whole amount (reading exact-money).

    `digits` is the number of minor digits the refusal prints for the table's currency.
    """
    exact = game.unit_cents
    if unit_cents <= 0 or unit_cents % exact:
        raise Refused(
            Reason.UNIT_NOT_EXACT,
            "A stake unit of {unit} cannot pay every line of {game} exactly; use a"
            " multiple of {exact}.",
            clause=game.cite("4.1"),
            unit=Amount(unit_cents, digits),
            game=game.title,
            exact=Amount(exact, digits),
        )
    return unit_cents


def result_of(verdict: Verdict) -> Result:
    """What becomes of a stake that counts."""
    if verdict.line is not None:
        return Result.WIN
    return Result.PUSH if verdict.pushes else Result.LOSE


def _settle_stake(verdict: Verdict, stake: Stake, at_risk: Cents, limit_clause: str) -> Settled:
    """Settle the part of a stake that is at risk; the rest is returned."""
    excess = stake.cents - at_risk
    odds, profit, returned = None, -at_risk, excess
    if verdict.line is not None:
        odds = verdict.line.odds
        profit = odds.profit(at_risk)
        returned = stake.cents + profit
    elif verdict.pushes:
        profit, returned = ZERO, stake.cents
    return Settled(
        stake.wager,
        stake.cents,
        result_of(verdict),
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
            "{game} has no clause for a stake outside the limits ({amount} on {wager}):"
            " ask a Pit Manager.",
            clause="reading who-decides",
            game=game.title,
            amount=Amount(stake.cents),
            wager=stake.wager,
        )
    return procedure.clause
