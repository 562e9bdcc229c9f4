"""State: everything a table remembers, as immutable records; nothing here decides anything."""

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct

from punto.rules.cards import POINTS, Card, parse_card
from punto.rules.drawing import INITIAL_DEAL, Draw, next_draw
from punto.rules.game import Game, Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity, Option
from punto.rules.staff import USUAL_RANKS, Position, Ranks
from punto.table.configuration import CardSource, Configuration, law_of
from punto.table.events import Paid, ReportFiled

ROUNDS_REMEMBERED = 10
CHANGES_COUNTED = 500  # for so many rounds a change by one person is added to later ones
UNREAD = "??"  # in place of a code
INITIAL_CARDS = 4  # two for each hand: the initial deal


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

    CONFIRMATION = "confirmation"
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
    report: ReportFiled | None = None  # the report that waits for confirmation
    interrupted: "Case | None" = None  # the case that goes on if the report is dismissed


class Acting(Struct, frozen=True, gc=False):
    """The position a person acts in, until when, and who gave it."""

    position: Position
    until: int  # UTC milliseconds
    given_by: str


class Due(Struct, frozen=True, gc=False):
    """The patron a hand's cards are due to, and the clause that says so; no one when empty."""

    patron: str = ""
    clause: str = ""


class Contribution(Struct, frozen=True, gc=False):
    """What one person contributes to the order of a shoe."""

    contributor: str  # kind and id
    digest: str
    value: str = ""  # once it is revealed


class Shoe(Struct, frozen=True, gc=False):
    """The cards in use: how many there were, which have been seen, and how far they have gone."""

    id: str
    decks: int
    commitment: str = ""
    gone: int = 0  # cards that have left the device
    seen: Mapping[str, int] = {}  # cards whose faces are known, even if to a reader alone
    unturned: tuple[str, ...] = ()  # of them, those of void rounds that were never face up
    cut_card_out: bool = False
    rounds_after_cut: int = 0
    must_replace: str = ""  # the clause by which it may not be used again
    source: CardSource | None = None  # as it was recorded when the shoe was loaded
    seed: str = ""  # of a sealed shoe; with every value in it once the order is fixed
    contributions: tuple[Contribution, ...] = ()  # until the order is fixed
    contributions_closed: bool = False  # the contributors are final, their values awaited
    order_fixed: bool = False  # every value is revealed
    dealt: str = ""  # of a sealed shoe, the codes in the order they came; `??` for one unread

    @property
    def left(self) -> int:
        return self.decks * 52 - self.gone

    @property
    def is_order_open(self) -> bool:
        """Whether no card may leave it yet, because its order is not fixed."""
        return bool(self.seed) and not self.order_fixed

    @property
    def unrevealed(self) -> tuple[str, ...]:
        """The contributors whose values are not known yet."""
        return tuple(each.contributor for each in self.contributions if not each.value)

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
    power_failed: bool = False  # the power failed during the round
    together: tuple[int, ...] = ()  # places of cards drawn together, where the report names them
    taken_back_cents: int = 0  # withdrawn because of an irregularity
    cards_named: bool = False  # staff said which cards it has, or in which order
    dealer: str = ""  # who deals it

    def hand(self, side: Side) -> tuple[Dealt, ...]:
        return tuple(card for card in self.cards if card.side is side)

    def staked(self, wager: str) -> int:
        """All the money on a wager."""
        return sum(stake.cents for stake in self.stakes.values() if stake.wager == wager)

    @property
    def initial_deal_done(self) -> bool:
        return len(self.cards) >= INITIAL_CARDS

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
    source: CardSource | None = None  # of that shoe
    dealer: str = ""  # who dealt it
    changed_cents: int = 0  # what its void, corrections, options and named cards were about

    @property
    def game(self) -> Game:
        return law_of(self.configuration)

    @property
    def small_change_cents(self) -> int:
        """What it was changed by, if that was too little to need two people."""
        limit_cents = self.configuration.approval_cents
        is_small = limit_cents is None or self.changed_cents < limit_cents
        return self.changed_cents if is_small else 0


class State(Struct, frozen=True, gc=False):
    """A table."""

    configuration: Configuration | None = None
    method: Method = Method.B
    shoe: Shoe | None = None
    retired: Mapping[str, str] = {}  # shoes out of use whose seal is still closed, with commitments
    retired_dealt: Mapping[str, str] = {}  # what those shoes had dealt, as in `Shoe.dealt`
    retired_seeds: Mapping[str, str] = {}  # and the seeds of those that took contributions
    barred: Mapping[str, int] = {}  # who withheld a value; to how many shoes they cannot contribute
    round: Round | None = None
    case: Case | None = None
    rounds: int = 0
    stakes: int = 0
    finished: tuple[Finished, ...] = ()
    small_changes: tuple[tuple[int, int], ...] = ()  # earlier rounds, and their small changes
    under_minimum: tuple[str, ...] = ()  # patrons whose one stake under the minimum was settled
    device: str = ""  # the patron who controls it, in method C
    device_without_stake: bool = False
    acting: Mapping[str, Acting] = {}  # by the person's id
    dealer: str = ""  # who is signed on
    closed_as: Configuration | None = None  # how a closed table was set; opening it is measured so

    @property
    def game(self) -> Game:
        assert self.configuration is not None, "asked of an open table only"
        return law_of(self.configuration)

    @property
    def ranks(self) -> Ranks:
        """Which position is higher than which here; at a closed table as it was."""
        set_to = self.configuration or self.closed_as
        return USUAL_RANKS if set_to is None else set_to.ranks

    @property
    def is_interrupted(self) -> bool:
        """Whether the power failed in this round of a game with no clause on it, and no case waits
        for another decision (reading power-failure-elsewhere)."""
        if self.round is None or not self.round.power_failed:
            return False
        if self.case is not None and self.case.waits is Waits.DECISION:
            return False
        return self.game.procedure(Irregularity.POWER_FAILURE) is None

    @property
    def knows_methods(self) -> bool:
        """Whether the game names methods of dealing; one that does not is dealt as in B."""
        return len(self.game.methods) > 1


CLOSED = State()
