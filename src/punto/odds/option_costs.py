"""The mean cost of options, if the irregularity happens at a random moment of a random round.

**Moments.** A round that takes n cards passes through n moments: k cards have been drawn and one
more is due, for k from 0 to n − 1. Each moment of each round is equally likely to be the one at
which the irregularity happens. What lies face up then depends on it:

* power failure: the k cards drawn so far (Method B, where cards lie open as they are drawn);
* two cards drawn together: those two as well, which are the next in the shoe;
* a reset device, or the cut card as first card: nothing, and k is 0.

**Cost.** With a stake on a wager the patron gains at each moment what `options` says: the loss that
staying expects, where it does, else nothing. The mean over all moments is the cost to the house.
It is counted exactly, over all 13⁶ sequences of ranks and every number of cards exposed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np

from punto.odds.composition import Composition
from punto.odds.kernel import falling
from punto.odds.knowledge import PLACES
from punto.odds.options import INITIAL_CARDS, find_option
from punto.odds.program import Ints
from punto.odds.sequences import Bools, deals, decided, passes, results, totals
from punto.refusals import Reason, Refused
from punto.rules.cards import RANKS
from punto.rules.game import Game
from punto.rules.irregularities import Irregularity, Option, Procedure

COUNT_MAX = 2**63
Withheld = tuple[tuple[frozenset[str], Bools], ...]  # wagers that must stay, and where


@dataclass(frozen=True, slots=True)
class MomentCost:
    """One moment: how often the option is given there, and its value."""

    drawn: int  # cards drawn before it
    exposed: int  # cards that lie face up when patrons choose
    reached: Fraction
    offered: Fraction  # the share of all rounds that pass the moment and give the option there
    value: Fraction  # the sum over those, per round


@dataclass(frozen=True, slots=True)
class OptionCost:
    """An option's mean cost for some stakes, moment by moment."""

    procedure: Procedure
    moments: tuple[MomentCost, ...]

    @property
    def mean(self) -> Fraction:
        """The cost of one such irregularity at a random moment, in the unit of the stakes."""
        reached = sum((moment.reached for moment in self.moments), Fraction(0))
        value = sum((moment.value for moment in self.moments), Fraction(0))
        return value / reached if reached else Fraction(0)


def option_cost(
    game: Game, irregularity: Irregularity, stakes: Mapping[str, int], shoe: Composition
) -> OptionCost:
    """The mean cost of an option for these stakes, by wager id, in whole units.

    >>> from punto.rules.games import find_game
    >>> cost = option_cost(
    ...     find_game("tiger"), Irregularity.DEVICE_RESET, {"player": 1}, Composition.of_decks(8)
    ... )
    >>> round(float(cost.mean), 6)
    0.012351
    """
    return option_costs(game, irregularity, [stakes], shoe)[0]


def option_costs(
    game: Game,
    irregularity: Irregularity,
    several: Sequence[Mapping[str, int]],
    shoe: Composition,
) -> tuple[OptionCost, ...]:
    """The mean cost of an option for each of several sets of stakes."""
    if shoe.cards < PLACES:
        raise Refused(
            Reason.IMPOSSIBLE_COUNT,
            "A round may take {places} cards; {cards} are left.",
            places=PLACES,
            cards=shoe.cards,
        )
    procedure = find_option(game, irregularity)
    places = [(drawn, exposed_at(irregularity, drawn)) for drawn in moments_of(irregularity)]
    where = {exposed: _withheld(game, procedure, exposed) for _, exposed in places}
    found = []
    for stakes in several:
        parts, scales = _scales(game, stakes, shoe)
        moments = tuple(
            _cost(
                procedure.option,
                (drawn, exposed),
                where[exposed],
                parts,
                {
                    wager: totals(game.wager(wager), shoe, exposed) * scale
                    for wager, scale in scales.items()
                },
                shoe,
            )
            for drawn, exposed in places
        )
        found.append(OptionCost(procedure, moments))
    return tuple(found)


def _cost(
    option: Option,
    moment: tuple[int, int],  # cards drawn and exposed
    where: Withheld,
    parts: int,
    profits: Mapping[str, Ints],  # by wager and the ranks exposed
    shoe: Composition,
) -> MomentCost:
    """One moment: the losses that staying expects, summed over what may lie face up."""
    drawn, exposed = moment
    goes_on = passes(drawn)
    every = falling(shoe.cards, PLACES)
    reached = int((deals(shoe, drawn) * goes_on).sum())
    value = offered = 0
    for held, place in where:
        mask = place & _widened(goes_on, drawn, exposed)
        offered += int(deals(shoe, exposed)[mask].sum())
        free = [each[mask] for wager, each in profits.items() if wager not in held]
        if option is Option.WITHDRAW_ALL and free:
            free = [np.sum(free, axis=0, dtype=np.int64)]
        value += sum(int(-np.minimum(each, 0).sum()) for each in free)
    return MomentCost(
        drawn,
        exposed,
        Fraction(reached, every),
        Fraction(offered, every),
        Fraction(value, every * parts),
    )


def moments_of(irregularity: Irregularity) -> range:
    """The numbers of cards that may have been drawn when it happens."""
    match irregularity:
        case Irregularity.DEVICE_RESET | Irregularity.CUT_CARD_FIRST:
            return range(1)
        case Irregularity.DRAWN_TOGETHER_AFTER_INITIAL_DEAL:
            return range(4, PLACES)
    return range(PLACES)


def exposed_at(irregularity: Irregularity, drawn: int) -> int:
    """The number of cards that lie face up when patrons choose."""
    match irregularity:
        case Irregularity.DEVICE_RESET | Irregularity.CUT_CARD_FIRST:
            return 0
        case Irregularity.POWER_FAILURE:
            return drawn
    return min(drawn + 2, PLACES)


def _scales(game: Game, stakes: Mapping[str, int], shoe: Composition) -> tuple[int, dict[str, int]]:
    """The parts in which profits are counted, and by wager how many one of its own parts is."""
    tables = {wager: results(game.wager(wager)) for wager in stakes}
    parts = lcm(*(each.parts for each in tables.values()))
    scales = {wager: stakes[wager] * parts // each.parts for wager, each in tables.items()}
    for wager, each in tables.items():
        if each.most * scales[wager] * falling(shoe.cards, PLACES) >= COUNT_MAX:
            raise Refused(
                Reason.AMOUNT_TOO_LARGE,
                "A stake of {stake} on {wager} is too large to be counted; use less.",
                stake=stakes[wager],
                wager=wager,
            )
    return parts, scales


def _withheld(game: Game, procedure: Procedure, exposed: int) -> Withheld:
    """By the ranks exposed, the wagers that must stay wherever the option is given.

    The same as `withheld` of `options`, for every sequence at once.
    """
    match procedure.irregularity:
        case Irregularity.POWER_FAILURE:
            known = [decided(wager, exposed) for wager in game.wagers]
            return ((frozenset(), ~np.any(known, axis=0)),)
        case Irregularity.DRAWN_TOGETHER_AFTER_INITIAL_DEAL:
            first = min(exposed, INITIAL_CARDS)
            bits = [decided(w, first).astype(np.int64) << n for n, w in enumerate(game.wagers)]
            stays = np.sum(bits, axis=0)
            return tuple(
                (_named(game, each), _widened(stays == each, first, exposed))
                for each in np.unique(stays).tolist()
            )
    return ((frozenset(), np.ones((len(RANKS),) * exposed, np.bool_)),)


def _named(game: Game, bits: int) -> frozenset[str]:
    return frozenset(wager.id for n, wager in enumerate(game.wagers) if bits >> n & 1)


def _widened(condition: Bools, drawn: int, exposed: int) -> Bools:
    """A condition on the first cards, as one on more of them."""
    more = condition[(..., *(None,) * (exposed - drawn))]
    return np.broadcast_to(more, (len(RANKS),) * exposed)
