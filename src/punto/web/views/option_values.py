"""The value of a pending option to each patron who has it, for the pit's irregularity guide.

Cards face up are known and all others equally likely in any order, as for a patron who remembers
every card. Which stakes may be withdrawn is what the table has offered.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from punto.odds.composition import Composition
from punto.odds.detail import looks_at_suits
from punto.odds.distribution import distribution
from punto.odds.document import print_fraction
from punto.odds.knowledge import Knowledge
from punto.odds.options import StakePrice, best_withdrawal
from punto.odds.price import prices
from punto.rules.cards import DECK, RANKS, Card, parse_card
from punto.rules.games import find_game
from punto.rules.hands import Side
from punto.rules.irregularities import Option
from punto.rules.made_up_games import portable_name
from punto.table.configuration import law_of
from punto.table.state import Round, State, Waits
from punto.web.api.protection import unseen_cards
from punto.web.views.odds import decimal

FIRST_PLACES = {Side.PLAYER: (1, 3), Side.BANKER: (2, 4)}
CENTS = 100


class StakeWorth(Struct, frozen=True):
    """A stake of a patron with an option: its expectation if it stays, exactly and in money."""

    id: int
    wager: str
    position: int
    expects: str
    expects_exact: str  # num/den, in the currency's units
    may_withdraw: bool


class OptionWorth(Struct, frozen=True):
    """The value of the option to a patron, and the stakes that are best withdrawn."""

    patron: str
    positions: tuple[int, ...]
    worth: str
    worth_exact: str  # num/den, in the currency's units
    withdraw: tuple[int, ...]
    stakes: tuple[StakeWorth, ...]


class Holding(Struct, frozen=True):
    """One stake of a patron with an option."""

    id: int
    patron: str
    wager: str
    position: int
    cents: int
    may_withdraw: bool


class OptionInHand(Struct, frozen=True):
    """An option that patrons have now, with everything its value depends on."""

    game: str  # as `find_game` finds it in any process
    option: str
    shoe: tuple[int, ...]  # unseen and exposed cards, before the round: by rank, or by card
    known: tuple[str, ...]  # face up by place, as 1=9; as 1=9H if a wager looks at suits
    holdings: tuple[Holding, ...]


def option_in_hand(state: State) -> OptionInHand | None:
    """The option that a table waits for patrons to answer; None if there is none."""
    case, play, config = state.case, state.round, state.configuration
    if case is None or play is None or config is None or case.waits is not Waits.OPTION:
        return None
    law = law_of(config)
    by_card = any(map(looks_at_suits, law.card_wagers))
    known = exposed_places(play)
    shown = [parse_card(dealt.card) for dealt in play.cards if dealt.face_up and dealt.card]
    free = frozenset(case.withdrawable)
    return OptionInHand(
        portable_name(law),
        case.option.value,
        _before(unseen_cards(state), shown, by_card),
        tuple(f"{n}={card.code if by_card else card.rank.letter}" for n, card in known.items()),
        tuple(
            Holding(each.id, each.patron, each.wager, each.position, each.cents, each.id in free)
            for each in play.stakes.values()
            if each.patron in case.asked
        ),
    )


def _before(unseen: Composition, shown: list[Card], by_card: bool) -> tuple[int, ...]:
    """The shoe before the round: what is unseen, and the cards that lie face up."""
    if by_card and unseen.by_card is not None:
        counts = zip(DECK, unseen.by_card, strict=True)
        return tuple(count + shown.count(card) for card, count in counts)
    ranks = [card.rank for card in shown]
    return tuple(unseen[rank] + ranks.count(rank) for rank in RANKS)


def _composition(shoe: tuple[int, ...]) -> Composition:
    if len(shoe) == len(RANKS):
        return Composition(shoe)
    held = list(zip(DECK, shoe, strict=True))
    by_rank = (sum(count for card, count in held if card.rank is rank) for rank in RANKS)
    return Composition(tuple(by_rank), shoe)


def exposed_places(play: Round) -> dict[int, Card]:
    """The round's cards that lie face up, by their place in drawing order."""
    found: dict[int, Card] = {}
    thirds = iter((5, 6))
    held = dict.fromkeys(Side, 0)
    for dealt in play.cards:
        number, held[dealt.side] = held[dealt.side], held[dealt.side] + 1
        place = FIRST_PLACES[dealt.side][number] if number < 2 else next(thirds)
        if dealt.face_up and dealt.card:
            found[place] = parse_card(dealt.card)
    return found


@lru_cache(maxsize=64)
def price_options(pending: OptionInHand) -> tuple[OptionWorth, ...]:
    """The value of the option to each patron, in the order of their stakes."""
    evs = expectations(pending.game, pending.shoe, pending.known)
    patrons = dict.fromkeys(each.patron for each in pending.holdings)
    return tuple(
        _worth(
            patron,
            [each for each in pending.holdings if each.patron == patron],
            Option(pending.option),
            evs,
        )
        for patron in patrons
    )


def expectations(
    game: str, shoe: tuple[int, ...], known: tuple[str, ...]
) -> Mapping[str, Fraction]:
    """The expectation of one unit on each wager, given the cards face up."""
    given = distribution(_composition(shoe), Knowledge.parse(known))
    return {each.wager.id: each.ev for each in prices(given, find_game(game).wagers)}


def _worth(
    patron: str, holdings: list[Holding], option: Option, evs: Mapping[str, Fraction]
) -> OptionWorth:
    staying = {each.id: Fraction(each.cents, CENTS) * evs[each.wager] for each in holdings}
    priced = tuple(
        StakePrice(str(each.id), Fraction(each.cents, CENTS), staying[each.id], each.may_withdraw)
        for each in holdings
    )
    withdraw = tuple(int(each) for each in best_withdrawal(option, priced))
    worth = -sum((staying[each] for each in withdraw), Fraction(0))
    return OptionWorth(
        patron,
        tuple(sorted({each.position for each in holdings})),
        decimal(worth, 2),
        print_fraction(worth),
        withdraw,
        tuple(
            StakeWorth(
                each.id,
                each.wager,
                each.position,
                decimal(staying[each.id], 2),
                print_fraction(staying[each.id]),
                each.may_withdraw,
            )
            for each in holdings
        ),
    )
