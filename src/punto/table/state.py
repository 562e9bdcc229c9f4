"""State: everything a table remembers, as immutable records; nothing here decides anything."""

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct

from punto.rules.cards import POINTS, Card, parse_card
from punto.rules.drawing import INITIAL_DEAL, Draw, next_draw
from punto.rules.game import Game, Method
from punto.rules.games import find_game
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity, Option
from punto.table.configuration import Configuration
from punto.table.events import Paid

ROUNDS_REMEMBERED = 10


class Stake(Struct, frozen=True, gc=False):
    """Money of a patron on one wager at one position; `order` tells which was completed first."""

    id: int
    patron: str
    wager: str
    position: int
    cents: int
    order: int


class Dealt(Struct, frozen=True, gc=False):
    """A card on the table: what it is if anyone or any device knows, and who has seen its face."""

    side: Side
    card: str | None
    face_up: bool
    seen_by: tuple[str, ...] = ()

    @property
    def shown(self) -> Card | None:
        """The card as everyone sees it: nothing while it lies face down."""
        return parse_card(self.card) if self.face_up and self.card else None


class Waits(Enum):
    """What an irregularity waits for before the round can go on."""

    OPTION = "option"
    CARDS_IN_ORDER = "cards-in-order"
    SETTING_ASIDE = "setting-aside"
    SORTING = "sorting"
    REPLACEMENT = "replacement"
    DECISION = "decision"


class Case(Struct, frozen=True, gc=False):
    """An irregularity that is not resolved yet."""

    irregularity: Irregularity
    clause: str
    waits: Waits
    option: Option = Option.NONE
    asked: tuple[str, ...] = ()  # patrons who have not answered
    withdrawable: tuple[int, ...] = ()
    candidates: tuple[str, ...] = ()  # cards that may be the missing ones
    round: int = 0  # the finished round it is about, where it is not the one in play


class Due(Struct, frozen=True, gc=False):
    """The patron a hand's cards are due to, and the clause that says so; nobody when empty."""

    patron: str = ""
    clause: str = ""


class Shoe(Struct, frozen=True, gc=False):
    """The cards in use: how many there were, which have been seen, and how far they have gone."""

    id: str
    decks: int
    commitment: str = ""
    gone: int = 0  # cards that have left the device
    seen: Mapping[str, int] = {}
    cut_card_out: bool = False
    rounds_after_cut: int = 0
    must_replace: str = ""  # the clause by which it may not be used again

    @property
    def left(self) -> int:
        return self.decks * 52 - self.gone

    def holds(self, card: str, copies: int = 1) -> bool:
        """Whether the decks have so many copies of a card beside those that were seen."""
        return self.seen.get(card, 0) + copies <= self.decks


class Round(Struct, frozen=True, gc=False):
    """The round in play."""

    number: int
    betting_open: bool = True
    stakes: Mapping[int, Stake] = {}
    seats: Mapping[int, str] = {}  # whose stake was the first at a position
    cards: tuple[Dealt, ...] = ()
    totals_announced: bool = False
    handlers: Mapping[Side, str] = {}  # who holds a hand's cards
    chosen: Mapping[Side, Due] = {}  # whom staff chose to handle a hand
    refused: Mapping[Side, tuple[str, ...]] = {}
    kept: tuple[Side, ...] = ()  # hands the dealer keeps and exposes
    first_revealed: Side | None = None
    decrease_asked: Side | None = None
    cut_card_first: bool = False
    set_aside: tuple[str | None, ...] = ()
    replaced: bool = False  # cards that a patron took away were replaced

    def hand(self, side: Side) -> tuple[Dealt, ...]:
        return tuple(card for card in self.cards if card.side is side)

    def staked(self, wager: str) -> int:
        """All the money on a wager."""
        return sum(stake.cents for stake in self.stakes.values() if stake.wager == wager)

    @property
    def initial_deal_done(self) -> bool:
        return len(self.cards) >= 4

    @property
    def all_face_up(self) -> bool:
        return all(card.face_up for card in self.cards)

    def due(self) -> Draw | None:
        """Who draws next and why; None while a card that decides it is not face up."""
        if not self.initial_deal_done:
            return INITIAL_DEAL[len(self.cards)]
        if not self.all_face_up:
            return None
        return next_draw(self.points(Side.PLAYER), self.points(Side.BANKER))

    def points(self, side: Side) -> tuple[int, ...]:
        """What each card of a hand counts, as far as it is known."""
        codes = [dealt.card for dealt in self.cards if dealt.side is side]
        return tuple([POINTS[code] if code else 0 for code in codes])


class Finished(Struct, frozen=True, gc=False):
    """A round that is over, kept for a while so that it can be corrected."""

    number: int
    cards: tuple[str, ...]
    stakes: tuple[Stake, ...]
    lines: tuple[Paid, ...]
    void: bool
    configuration: Configuration  # as the table was set then
    under_minimum_before: tuple[str, ...] = ()
    shoe_in_use: bool = True  # its cards came from the shoe that is in use now

    @property
    def game(self) -> Game:
        return find_game(self.configuration.game)


class State(Struct, frozen=True, gc=False):
    """A table."""

    configuration: Configuration | None = None
    method: Method = Method.B
    shoe: Shoe | None = None
    retired: Mapping[str, str] = {}  # shoes out of use whose seal is still closed, with commitments
    round: Round | None = None
    case: Case | None = None
    rounds: int = 0
    stakes: int = 0
    finished: tuple[Finished, ...] = ()
    under_minimum: tuple[str, ...] = ()  # patrons whose one stake under the minimum was settled
    device: str = ""  # the patron who controls it, in method C
    device_without_stake: bool = False

    @property
    def game(self) -> Game:
        assert self.configuration is not None, "asked of an open table only"
        return find_game(self.configuration.game)

    @property
    def knows_methods(self) -> bool:
        """Whether the game names methods of dealing; one that does not is dealt as in B."""
        return len(self.game.methods) > 1


CLOSED = State()
