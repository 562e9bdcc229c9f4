"""Options: the value to a patron of being allowed to withdraw stakes, given the exposed cards.

A perfect patron sees the exposed cards, knows the shoe, withdraws stakes with an expected loss and
leaves those with an expected profit. The gain over leaving everything is the value of the option,
which the house pays.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from punto.messages import Message
from punto.odds.composition import Composition
from punto.odds.detail import looks_at_suits
from punto.odds.distribution import distribution
from punto.odds.knowledge import NOTHING, Knowledge
from punto.odds.price import prices
from punto.refusals import Reason, Refused
from punto.rules.card_certainty import decided_card_wagers
from punto.rules.cards import SUITS, Card, Rank
from punto.rules.certainty import Seen, decided_wagers, outcomes_left
from punto.rules.drawing import next_draw
from punto.rules.game import Game
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity, Option, Procedure

INITIAL_CARDS = 4
Stakes = Mapping[str, Fraction | int]  # by the wager's id


@dataclass(frozen=True, slots=True)
class StakePrice:
    """One stake at the moment of the choice."""

    wager: str
    stake: Fraction
    staying: Fraction  # its expected profit if it is left, in the unit of the stake
    may_withdraw: bool


@dataclass(frozen=True, slots=True)
class OptionPrice:
    """A patron's choice: the expected profit of staying and of the best answer, and that answer."""

    procedure: Procedure
    is_offered: bool
    stakes: tuple[StakePrice, ...]
    withdraw: tuple[str, ...]  # the wagers whose stakes a perfect patron withdraws
    staying: Fraction
    best: Fraction

    @property
    def value(self) -> Fraction:
        """The value of the option to a perfect patron, and its cost to the house."""
        return self.best - self.staying


def procedures_with_option(game: Game) -> tuple[Procedure, ...]:
    """The irregularities after which a game lets patrons withdraw stakes.

    >>> from punto.rules.games import find_game
    >>> [each.option_clause or each.clause for each in procedures_with_option(find_game("tiger"))]
    ['5.8.1', '5.8.2.2', '5.9', '3.22.1', '5.17.1']
    """
    return tuple(each for each in game.procedures if each.option is not Option.NONE)


def without_suits(game: Game) -> Game:
    """A game without its wagers on suits, for which no mean over all moments is counted."""
    counted = tuple(wager for wager in game.wagers if not looks_at_suits(wager))
    return game if counted == game.wagers else replace(game, wagers=counted)


def price_option(
    game: Game,
    irregularity: Irregularity,
    stakes: Stakes,
    *,
    shoe: Composition,
    known: Knowledge = NOTHING,
) -> OptionPrice:
    """Price one patron's option, given what is known of the round's cards at that moment.

    A card known for certain lies face up. The shoe is that before the round.

    >>> from punto.rules.games import find_game
    >>> moment = Knowledge.parse(["1=9", "2=K"])
    >>> price = price_option(
    ...     find_game("tiger"), Irregularity.POWER_FAILURE, {"banker": 100},
    ...     shoe=Composition.of_decks(8), known=moment,
    ... )
    >>> price.withdraw, round(float(price.value), 2)
    (('banker',), 28.97)
    """
    procedure = find_option(game, irregularity)
    staked = {game.wager(wager).id: Fraction(stake) for wager, stake in stakes.items()}
    given = distribution(shoe, known)
    evs = {each.wager.id: each.ev for each in prices(given, map(game.wager, staked))}
    held = withheld(game, procedure, _face_up(known, game))
    priced = tuple(
        StakePrice(wager, stake, stake * evs[wager], held is not None and wager not in held)
        for wager, stake in staked.items()
    )
    withdraw = best_withdrawal(procedure.option, priced)
    staying = sum((each.staying for each in priced), Fraction(0))
    gained = sum((each.staying for each in priced if each.wager in withdraw), Fraction(0))
    return OptionPrice(procedure, held is not None, priced, withdraw, staying, staying - gained)


def _face_up(known: Knowledge, game: Game) -> tuple[Card | None, ...]:
    """The cards that lie face up, with suits if a wager of the game looks at them."""
    kinds = [next(iter(kinds)) if len(kinds) == 1 else None for kinds in known.allowed]
    if any(map(looks_at_suits, game.card_wagers)) and any(isinstance(kind, Rank) for kind in kinds):
        raise Refused(
            Reason.UNREADABLE_CARD,
            "A wager here looks at suits: write each card that lies face up with its suit,"
            " as 1=9H.",
        )
    return tuple(Card(kind, SUITS[0]) if isinstance(kind, Rank) else kind for kind in kinds)


def find_option(game: Game, irregularity: Irregularity) -> Procedure:
    """A game's procedure for an irregularity; refused if it gives patrons no option."""
    procedure = game.procedure(irregularity)
    if procedure is None or procedure.option is Option.NONE:
        given = [each.irregularity.value for each in procedures_with_option(game)]
        raise Refused(
            Reason.NOT_COVERED,
            "{game} gives patrons no option for {irregularity}; it does for: {given}.",
            game=game.title,
            irregularity=irregularity.value,
            given=given or Message.of("none"),
        )
    return procedure


def withheld(
    game: Game, procedure: Procedure, cards: tuple[Card | None, ...]
) -> frozenset[str] | None:
    """The wagers whose stakes must stay, or None if the option is not given at all.

    `cards` are the round's cards in drawn order, None for one that is not face up. The clauses and
    readings are the table's: after a power failure there is no option once a wager is decided, and
    after the initial deal, stakes that it alone has decided stay (reading remaining-stakes).
    """
    match procedure.irregularity:
        case Irregularity.POWER_FAILURE:
            return None if decided_by(game, cards) else frozenset()
        case Irregularity.DRAWN_TOGETHER_AFTER_INITIAL_DEAL:
            return decided_by(game, cards[:INITIAL_CARDS])
    return frozenset()


def decided_by(game: Game, cards: tuple[Card | None, ...]) -> frozenset[str]:
    """The wagers that the exposed cards have won or lost for certain."""
    player, banker = hands_of(cards)
    decided = decided_wagers(game, outcomes_left(player, banker))
    return decided | decided_card_wagers(game, player, banker)


def hands_of(cards: tuple[Card | None, ...]) -> tuple[Seen, Seen]:
    """The exposed cards of each hand; a third card counts once its hand is known."""
    player: list[Card | None] = [None, None, None]
    banker: list[Card | None] = [None, None, None]
    for place, card in enumerate(cards[:INITIAL_CARDS]):
        (player if place % 2 == 0 else banker)[place // 2] = card
    thirds = [card for card in cards[INITIAL_CARDS:] if card is not None]
    if thirds and None not in (*player[:2], *banker[:2]):
        points = [tuple(c.points for c in hand[:2] if c is not None) for hand in (player, banker)]
        for card in thirds:
            side = next_draw(points[0], points[1]).side
            if side is None:
                break
            place = list(Side).index(side)
            points[place] = (*points[place], card.points)
            (player, banker)[place][2] = card
    return (player[0], player[1], player[2]), (banker[0], banker[1], banker[2])


def best_withdrawal(option: Option, stakes: tuple[StakePrice, ...]) -> tuple[str, ...]:
    """The stakes a perfect patron withdraws: each with an expected loss, and none that breaks even.

    If the option is all or none: all of them, if together they have an expected loss.
    """
    free = [each for each in stakes if each.may_withdraw]
    if option is Option.WITHDRAW_ALL:
        together = sum((each.staying for each in free), Fraction(0))
        return tuple(each.wager for each in free) if together < 0 else ()
    return tuple(each.wager for each in free if each.staying < 0)
