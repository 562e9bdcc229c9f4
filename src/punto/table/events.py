"""Events: what has happened at a table, in the past tense; the state is a fold over them."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity, Option
from punto.rules.settlement import Result
from punto.rules.staff import Position
from punto.table.configuration import Configuration
from punto.table.dealer_events import DealerSignedOff as DealerSignedOff
from punto.table.dealer_events import DealerSignedOn as DealerSignedOn
from punto.table.shoe_events import CardsBurned as CardsBurned
from punto.table.shoe_events import ContributionMade as ContributionMade
from punto.table.shoe_events import ContributionRevealed as ContributionRevealed
from punto.table.shoe_events import ContributionsClosed as ContributionsClosed
from punto.table.shoe_events import ContributionsMissing as ContributionsMissing
from punto.table.shoe_events import Happened as Happened
from punto.table.shoe_events import SealContradicted as SealContradicted
from punto.table.shoe_events import ShoeLoaded as ShoeLoaded
from punto.table.shoe_events import ShoeRetired as ShoeRetired
from punto.table.shoe_events import ShoeRevealed as ShoeRevealed


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
    on_behalf: bool = False  # staff did it for the patron


class StakeWithdrawn(Happened, frozen=True, tag="stake-withdrawn"):
    stake: int
    patron: str
    wager: str
    cents: int
    on_behalf: bool = False


class LateStakeFound(Happened, frozen=True, tag="late-stake-found"):
    """Chips that came after the call: not honoured, returned to their patron."""

    patron: str
    wager: str
    position: int
    cents: int


class LateWithdrawalFound(Happened, frozen=True, tag="late-withdrawal-found"):
    """Chips were taken off after the call: the stake stands and is still won or lost."""

    stake: int
    patron: str
    wager: str
    cents: int
    stands_cents: int


class DecreaseAsked(Happened, frozen=True, tag="decrease-asked"):
    side: Side
    excess_cents: int


class BettingClosed(Happened, frozen=True, tag="betting-closed"): ...


class BettingReopened(Happened, frozen=True, tag="betting-reopened"): ...


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
    dealer: str = ""  # who dealt it


class RoundVoided(Happened, frozen=True, tag="round-voided"):
    round: int
    lines: tuple[Paid, ...]
    must_replace: bool = False
    corrects: bool = False  # the round was finished and paid before
    dealer: str = ""  # who dealt it


class SettlementReversed(Happened, frozen=True, tag="settlement-reversed"):
    round: int
    lines: tuple[Paid, ...]
    surveillance: str = ""


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
    together: tuple[int, ...] = ()  # places of the cards that came out together
    place: int = 0  # of the one card it is about, in its hand


class ReportFiled(Happened, frozen=True, tag="report-filed"):
    """A report by a lower position than resolves it: the round is held until it is resolved."""

    irregularity: Irregularity
    filed_by: str
    resolver: Position  # the lowest position that resolves it
    reconstructable: bool = False
    side: Side | None = None
    patron: str = ""
    card: str = ""
    note: str = ""
    together: tuple[int, ...] = ()
    place: int = 0


class ReportConfirmed(Happened, frozen=True, tag="report-confirmed"):
    irregularity: Irregularity
    surveillance: str = ""  # what surveillance found, where it rests on that


class ReportDismissed(Happened, frozen=True, tag="report-dismissed"):
    irregularity: Irregularity
    surveillance: str = ""


class ActingStarted(Happened, frozen=True, tag="acting-started"):
    """A person acts in a position until a time, in UTC milliseconds."""

    person: str
    position: Position
    until: int
    given_by: str


class ActingEnded(Happened, frozen=True, tag="acting-ended"):
    person: str
    position: Position


class ActedAs(Happened, frozen=True, tag="acted-as"):
    """What follows in the same entry was done by a person acting in this position."""

    person: str
    position: Position
    until: int
    given_by: str


class OptionOffered(Happened, frozen=True, tag="option-offered"):
    irregularity: Irregularity
    option: Option
    patrons: tuple[str, ...]
    withdrawable: tuple[int, ...]


class OptionAnswered(Happened, frozen=True, tag="option-answered"):
    patron: str
    withdrawn: tuple[int, ...]
    on_behalf: bool = False


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
    surveillance: str = ""
    named: tuple[int, ...] = ()  # the places whose cards were named; the others lie face down


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
    surveillance: str = ""
    dealer: str = ""  # who dealt the round that it is about


Event: TypeAlias = (
    TableOpened
    | ConfigurationChanged
    | TableClosed
    | ShoeLoaded
    | ContributionMade
    | ContributionsClosed
    | ContributionRevealed
    | ContributionsMissing
    | CardsBurned
    | ShoeRetired
    | ShoeRevealed
    | SealContradicted
    | BettingOpened
    | StakePlaced
    | StakeChanged
    | StakeWithdrawn
    | LateStakeFound
    | LateWithdrawalFound
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
    | ReportFiled
    | ReportConfirmed
    | ReportDismissed
    | ActingStarted
    | ActingEnded
    | ActedAs
    | DealerSignedOn
    | DealerSignedOff
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
