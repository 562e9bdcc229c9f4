"""Checks the payments of a settled round against the independent settlement."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from punto.journal.errors import Corrupt
from punto.journal.verify.independent_settlement import (
    PRICES,
    Staked,
    settle_independently,
    settle_minimum_independently,
)
from punto.rules.settlement import Result
from punto.table import events as e
from punto.table.configuration import Configuration, Funding, law_of
from punto.table.state import Finished, State


def contradictions_of_settlement(state: State, event: e.RoundSettled) -> Iterator[str]:
    """What is wrong with the payments of a round, under its edition."""
    finished = next((each for each in state.finished if each.number == event.round), None)
    config = finished.configuration if finished else state.configuration
    if config is None:
        raise Corrupt("a round was settled while the table was closed")
    law = law_of(config)
    edition = f"{law.document}@{law.edition_id}"
    if edition not in PRICES:
        yield f"the second settlement has no prices of {edition}"
        return
    try:
        wins = settle_independently(edition, event.cards, config.test_wagers)
    except ValueError as strange:
        yield f"the second settlement cannot read the custom wagers: {strange}"
        return
    except LookupError:
        yield "it was settled on cards that are no round"
        return
    returned, used_up = _minimum(state, finished, config, event, wins)
    for line in event.lines:
        if line.wager not in wins or line.wager not in config.limits:
            yield f"stake {line.stake} is on {line.wager}, which the table did not have"
        elif line.result is Result.RETURNED and line.stake not in returned:
            yield f"stake {line.stake} was returned, though it counted"
        elif line.result is not Result.RETURNED and line.stake in returned:
            yield f"stake {line.stake} was settled, though it had to be returned"
        else:
            yield from _wrong_amounts(config, line, wins[line.wager])
    if set(event.under_minimum) != used_up:
        yield "whose stakes under the minimum were settled is not what the rounds come to"


def _minimum(
    state: State,
    finished: Finished | None,
    config: Configuration,
    event: e.RoundSettled,
    wins: Mapping[str, Fraction | None],
) -> tuple[set[int], set[str]]:
    """Which stakes 5.14 returns, and which patrons have used up their one exception after it."""
    before = finished.under_minimum_before if finished else state.under_minimum
    staked = [Staked(line.stake, line.patron, line.wager, line.cents) for line in event.lines]
    # Terminals refuse stakes under the minimum, so only chip tables have any.
    limits = config.limits if config.funding is Funding.CHIPS else {}
    minimum_cents = {wager: each.min_cents for wager, each in limits.items()}
    return settle_minimum_independently(staked, wins, minimum_cents, before)


def _wrong_amounts(config: Configuration, line: e.Paid, won: Fraction | None) -> Iterator[str]:
    """What is wrong with the money of one stake; the part above the maximum is no risk (5.15)."""
    cents, at_risk = line.cents, line.cents
    if config.funding is Funding.CHIPS:
        at_risk = min(cents, config.limits[line.wager].max_cents)
    if line.result is Result.RETURNED:
        profit = 0
    elif won is None:
        profit = -at_risk
    else:
        profit = at_risk * won.numerator // won.denominator
    if (line.profit_cents, line.returned_cents) != (profit, cents + profit):
        yield (
            f"stake {line.stake} on {line.wager} was paid {line.profit_cents} and came"
            f" back as {line.returned_cents}, not {profit} and {cents + profit}"
        )
