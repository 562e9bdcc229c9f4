"""Events: what has happened at a table, in the past tense; the state is a fold over them."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity, Option
from punto.rules.settlement import Result
from punto.table.configuration import Configuration


class Happened(Struct, frozen=True, kw_only=True, gc=False):
    """What every event may carry: the clause it rests on, and the reason given."""

    clause: str = ""
    why: str = ""


class Paid(Struct, frozen=True, gc=False):
    """One stake settled: what it won or lost and what goes back to its patron."""

    stake: int
    patron: str
    wager: str
    cents: int
    result: Result
    pays: str
    profit_cents: int
    returned_cents: int
    clause: str
    limit_clause: str = ""


class TableOpened(Happened, frozen=True, tag="table-opened"):
    configuration: Configuration


class ConfigurationChanged(Happened, frozen=True, tag="configuration-changed"):
    configuration: Configuration


class TableClosed(Happened, frozen=True, tag="table-closed"):
    pass


class ShoeLoaded(Happened, frozen=True, tag="shoe-loaded"):
    shoe: str
    decks: int
    backs_alike: bool
    commitment: str


class CardsBurned(Happened, frozen=True, tag="cards-burned"):
    first: str
    count: int


class ShoeRetired(Happened, frozen=True, tag="shoe-retired"):
    shoe: str


class ShoeRevealed(Happened, frozen=True, tag="shoe-revealed"):
    shoe: str
    order: tuple[str, ...]
    salt: str


class BettingOpened(Happened, frozen=True, tag="betting-opened"):
    round: int


class StakePlaced(Happened, frozen=True, tag="stake-placed"):
    stake: int
    patron: str
    wager: str
    position: int
    cents: int
    on_behalf: bool


class StakeChanged(Happened, frozen=True, tag="stake-changed"):
    stake: int
    patron: str
    wager: str
    cents: int
    was_cents: int


class StakeWithdrawn(Happened, frozen=True, tag="stake-withdrawn"):
    stake: int
    patron: str
    wager: str
    cents: int


class DecreaseAsked(Happened, frozen=True, tag="decrease-asked"):
    side: Side
    excess_cents: int


class BettingClosed(Happened, frozen=True, tag="betting-closed"):
    pass


class BettingReopened(Happened, frozen=True, tag="betting-reopened"):
    pass


class CardDrawn(Happened, frozen=True, tag="card-drawn"):
    """A card left the device for a hand; in method C drawn by a patron in view of the staff."""

    side: Side
    card: str | None
    face_up: bool
    from_set_aside: bool = False
    drawn_by: str = ""
    in_view: bool = True


class CutCardAppeared(Happened, frozen=True, tag="cut-card-appeared"):
    first_of_round: bool


class HandPassed(Happened, frozen=True, tag="hand-passed"):
    side: Side
    patron: str


class HandRefused(Happened, frozen=True, tag="hand-refused"):
    side: Side
    patron: str


class HandlerChosen(Happened, frozen=True, tag="handler-chosen"):
    """Staff used discretion: this patron, or the person one named, is to handle the hand."""

    side: Side
    patron: str
    named_by: str = ""


class HandRetrieved(Happened, frozen=True, tag="hand-retrieved"):
    """A hand's cards come back to the dealer, who passes them on or, here, keeps them."""

    side: Side
    dealer_keeps: bool = False


class FirstRevealedChosen(Happened, frozen=True, tag="first-revealed-chosen"):
    side: Side


class CardsSqueezed(Happened, frozen=True, tag="cards-squeezed"):
    side: Side
    patron: str


class CardsExposed(Happened, frozen=True, tag="cards-exposed"):
    """Cards of a hand were turned up; the whole hand in order, None for one still face down."""

    side: Side
    cards: tuple[str | None, ...]


class TotalsAnnounced(Happened, frozen=True, tag="totals-announced"):
    player: int
    banker: int


class RoundSettled(Happened, frozen=True, tag="round-settled"):
    round: int
    cards: tuple[str, ...]
    player: int
    banker: int
    lines: tuple[Paid, ...]
    under_minimum: tuple[str, ...] = ()
    corrects: bool = False


class RoundVoided(Happened, frozen=True, tag="round-voided"):
    round: int
    lines: tuple[Paid, ...]
    must_replace: bool = False
    corrects: bool = False  # the round was finished and paid before


class SettlementReversed(Happened, frozen=True, tag="settlement-reversed"):
    round: int
    lines: tuple[Paid, ...]


class DisplayCorrected(Happened, frozen=True, tag="display-corrected"):
    round: int
    shown: str
    stands: str


class MethodChosen(Happened, frozen=True, tag="method-chosen"):
    method: Method


class DeviceGiven(Happened, frozen=True, tag="device-given"):
    patron: str
    without_stake: bool


class DeviceReturned(Happened, frozen=True, tag="device-returned"):
    patron: str


class IrregularityReported(Happened, frozen=True, tag="irregularity-reported"):
    irregularity: Irregularity
    note: str = ""
    side: Side | None = None
    patron: str = ""
    card: str = ""


class OptionOffered(Happened, frozen=True, tag="option-offered"):
    irregularity: Irregularity
    option: Option
    patrons: tuple[str, ...]
    withdrawable: tuple[int, ...]


class OptionAnswered(Happened, frozen=True, tag="option-answered"):
    patron: str
    withdrawn: tuple[int, ...]


class OptionLapsed(Happened, frozen=True, tag="option-lapsed"):
    patrons: tuple[str, ...]


class CaseOpened(Happened, frozen=True, tag="case-opened"):
    """The round waits for what the clause asks next."""

    irregularity: Irregularity
    waits_for: str


class CaseClosed(Happened, frozen=True, tag="case-closed"):
    irregularity: Irregularity


class CardsReconstructed(Happened, frozen=True, tag="cards-reconstructed"):
    cards: tuple[str | None, ...]


class CardsSetAside(Happened, frozen=True, tag="cards-set-aside"):
    cards: tuple[str | None, str | None]


class CardsSorted(Happened, frozen=True, tag="cards-sorted"):
    counts: Mapping[str, int]
    candidates: tuple[str, ...]


class MissingReplaced(Happened, frozen=True, tag="missing-replaced"):
    cards: tuple[str, ...]


class Decided(Happened, frozen=True, tag="decided"):
    irregularity: Irregularity
    void: bool


Event: TypeAlias = (
    TableOpened
    | ConfigurationChanged
    | TableClosed
    | ShoeLoaded
    | CardsBurned
    | ShoeRetired
    | ShoeRevealed
    | BettingOpened
    | StakePlaced
    | StakeChanged
    | StakeWithdrawn
    | DecreaseAsked
    | BettingClosed
    | BettingReopened
    | CardDrawn
    | CutCardAppeared
    | HandPassed
    | HandRefused
    | HandlerChosen
    | HandRetrieved
    | FirstRevealedChosen
    | CardsSqueezed
    | CardsExposed
    | TotalsAnnounced
    | RoundSettled
    | RoundVoided
    | SettlementReversed
    | DisplayCorrected
    | MethodChosen
    | DeviceGiven
    | DeviceReturned
    | IrregularityReported
    | OptionOffered
    | OptionAnswered
    | OptionLapsed
    | CaseOpened
    | CaseClosed
    | CardsReconstructed
    | CardsSetAside
    | CardsSorted
    | MissingReplaced
    | Decided
)

STAKED = (StakePlaced, StakeChanged, StakeWithdrawn)  # what one patron's stake comes to
