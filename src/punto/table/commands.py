"""Commands: what is asked of a table, in the imperative. Who asks, and when, is the envelope's."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table.configuration import Configuration


class Base(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The base of all commands: one with a field that it does not have is refused."""


class Approvable(Base, frozen=True, gc=False):
    """A command that a second person has to approve where much hangs on it."""


class OpenTable(Approvable, frozen=True, tag="open-table"):
    configuration: Configuration


class ChangeConfiguration(Approvable, frozen=True, tag="change-configuration"):
    configuration: Configuration
    why: str = ""


class CloseTable(Base, frozen=True, tag="close-table"):
    pass


class LoadShoe(Base, frozen=True, tag="load-shoe"):
    """Shuffled cards go into the device; the commitment seals an order software knows."""

    shoe: str
    backs_alike: bool = True
    commitment: str = ""


class Contribute(Base, frozen=True, tag="contribute"):
    """Commit to a value for the order of a sealed shoe, by the SHA-256 digest of its digits."""

    digest: str


class CloseContributions(Base, frozen=True, tag="close-contributions"):
    """Fix who contributes to the order of a sealed shoe: from here on values are revealed."""


class RevealContribution(Base, frozen=True, tag="reveal-contribution"):
    """The value committed to: 256 random bits, as 64 hexadecimal digits."""

    value: str


class BurnCards(Base, frozen=True, tag="burn-cards"):
    """The first card, and unseen as many as it counts, tens and faces as ten."""

    first: str
    count: int


class RetireShoe(Base, frozen=True, tag="retire-shoe"):
    why: str = ""


class RevealShoe(Base, frozen=True, tag="reveal-shoe"):
    """Opens the seal of a retired shoe: its order and the salt."""

    shoe: str
    order: tuple[str, ...]
    salt: str


class OpenBetting(Base, frozen=True, tag="open-betting"):
    pass


class PlaceStake(Base, frozen=True, tag="place-stake"):
    """A stake at a terminal, chips that staff record, or one that staff place on request."""

    patron: str
    wager: str
    position: int
    cents: int
    on_request: bool = False  # staff place it because the patron asked them to


class ChangeStake(Base, frozen=True, tag="change-stake"):
    """Raises or lowers a stake to this amount."""

    stake: int
    cents: int


class WithdrawStake(Base, frozen=True, tag="withdraw-stake"):
    stake: int


class RecordLateStake(Base, frozen=True, tag="record-late-stake"):
    """Chips that came after the call are found on the layout; they go back to their patron."""

    patron: str
    wager: str
    position: int
    cents: int
    why: str = ""


class RecordLateWithdrawal(Base, frozen=True, tag="record-late-withdrawal"):
    """So much of a stake was taken off after the call; it is made good."""

    stake: int
    cents: int
    why: str = ""


class CloseBetting(Base, frozen=True, tag="close-betting"):
    pass


class DrawCard(Base, frozen=True, tag="draw-card"):
    """One card leaves the device; its code where the device or the dealer has read it."""

    card: str | None = None
    in_view: bool = True  # the staff had the device in full view


class PassCards(Base, frozen=True, tag="pass-cards"):
    side: Side
    patron: str


class RefuseCards(Base, frozen=True, tag="refuse-cards"):
    side: Side
    patron: str


class ChooseHandler(Base, frozen=True, tag="choose-handler"):
    side: Side
    patron: str
    why: str = ""


class AllowSqueezing(Base, frozen=True, tag="allow-squeezing"):
    """Any patron, or someone a patron names, may squeeze a hand."""

    side: Side
    patron: str
    named_by: str = ""  # the patron who named this person
    why: str = ""


class ChooseFirstRevealed(Base, frozen=True, tag="choose-first-revealed"):
    side: Side


class SqueezeCards(Base, frozen=True, tag="squeeze-cards"):
    """The one who handles a hand looks at its face-down cards."""

    side: Side


class ExposeCards(Base, frozen=True, tag="expose-cards"):
    """A hand's face-down cards are turned up; the codes of those that have not been read."""

    side: Side
    cards: tuple[str, ...] = ()
    turned_by: str = ""  # the patron who turned them up, where staff enter their codes


class AnnounceTotals(Base, frozen=True, tag="announce-totals"):
    pass


class AnnounceOutcome(Base, frozen=True, tag="announce-outcome"):
    """Ends the round: the outcome is called and every stake is settled."""


class ReportCutCard(Base, frozen=True, tag="report-cut-card"):
    pass


class AllowFirstCardWithdrawal(Base, frozen=True, tag="allow-first-card-withdrawal"):
    why: str = ""


class ChooseMethod(Base, frozen=True, tag="choose-method"):
    method: Method
    why: str = ""


class GiveDevice(Base, frozen=True, tag="give-device"):
    patron: str
    without_stake: bool = False
    why: str = ""


class GiveUpDevice(Base, frozen=True, tag="give-up-device"):
    pass


class Report(Approvable, frozen=True, tag="report"):
    """Something is irregular: what, and what the clause asks about it."""

    irregularity: Irregularity
    reconstructable: bool = False
    side: Side | None = None
    patron: str = ""
    card: str = ""  # its code, where it has not been read
    place: int = 0  # its place in the hand, 1 for the first, where it has been read
    note: str = ""
    together: tuple[int, ...] = ()  # places of the cards that came out together: 1 for the first


class ConfirmReport(Approvable, frozen=True, tag="confirm-report"):
    """The position that resolves it agrees with the report that waits: its clause is applied."""

    why: str = ""
    reconstructable: bool | None = None  # None: as it was reported
    surveillance: str = ""  # what surveillance found, where the decision rests on it


class DismissReport(Base, frozen=True, tag="dismiss-report"):
    """There was no irregularity: the round goes on where it was held."""

    why: str
    surveillance: str = ""


class ActAs(Base, frozen=True, tag="act-as"):
    """A member of staff acts in a higher position until a time, in UTC milliseconds."""

    person: str
    position: Position
    until: int


class EndActing(Base, frozen=True, tag="end-acting"):
    person: str


class SignOnDealer(Base, frozen=True, tag="sign-on-dealer"):
    """The person who gives it is the table's dealer from here on."""


class SignOffDealer(Base, frozen=True, tag="sign-off-dealer"):
    """The dealer who is signed on leaves the table."""


class AnswerOption(Base, frozen=True, tag="answer-option"):
    """A patron takes back these stakes, or none of them."""

    patron: str
    withdraw: tuple[int, ...] = ()


class LapseOption(Base, frozen=True, tag="lapse-option"):
    """Patrons who have not answered play on."""


class Reconstruct(Approvable, frozen=True, tag="reconstruct"):
    """The round's cards in the order they truly left the device."""

    cards: tuple[str | None, ...]  # None: the next of the cards that are not named
    why: str = ""
    surveillance: str = ""  # what surveillance found, where the order rests on it


class SetAside(Approvable, frozen=True, tag="set-aside"):
    """Two cards leave the device face down and are kept in order; codes where it has read them."""

    cards: tuple[str | None, str | None] = (None, None)


class SortCards(Base, frozen=True, tag="sort-cards"):
    """What lies sorted on the table: all cards left in the device and all discards, by code."""

    counts: Mapping[str, int]


class ReplaceMissing(Approvable, frozen=True, tag="replace-missing"):
    """Cards like the missing ones are taken from a complete deck; named where it is not certain."""

    cards: tuple[str, ...] = ()


class Decide(Approvable, frozen=True, tag="decide"):
    """The position a case waits for decides it: void, or go on, and the cards in order if asked."""

    void: bool
    why: str
    cards: tuple[str | None, ...] = ()
    surveillance: str = ""  # what surveillance found, where the decision rests on it


class AskToDecrease(Base, frozen=True, tag="ask-to-decrease"):
    pass


class RemoveStakes(Base, frozen=True, tag="remove-stakes"):
    stakes: tuple[int, ...]
    why: str = ""


class CorrectRound(Approvable, frozen=True, tag="correct-round"):
    """A finished round was recorded wrongly: these were its cards."""

    round: int
    cards: tuple[str, ...]
    why: str
    surveillance: str = ""


class CorrectDisplay(Base, frozen=True, tag="correct-display"):
    """A display showed a wrong outcome; the cards stand."""

    round: int
    shown: str


Command: TypeAlias = (
    OpenTable
    | ChangeConfiguration
    | CloseTable
    | LoadShoe
    | Contribute
    | CloseContributions
    | RevealContribution
    | BurnCards
    | RetireShoe
    | RevealShoe
    | OpenBetting
    | PlaceStake
    | ChangeStake
    | WithdrawStake
    | CloseBetting
    | RecordLateStake
    | RecordLateWithdrawal
    | DrawCard
    | PassCards
    | RefuseCards
    | ChooseHandler
    | AllowSqueezing
    | ChooseFirstRevealed
    | SqueezeCards
    | ExposeCards
    | AnnounceTotals
    | AnnounceOutcome
    | ReportCutCard
    | AllowFirstCardWithdrawal
    | ChooseMethod
    | GiveDevice
    | GiveUpDevice
    | Report
    | ConfirmReport
    | DismissReport
    | ActAs
    | EndActing
    | SignOnDealer
    | SignOffDealer
    | AnswerOption
    | LapseOption
    | Reconstruct
    | SetAside
    | SortCards
    | ReplaceMissing
    | Decide
    | AskToDecrease
    | RemoveStakes
    | CorrectRound
    | CorrectDisplay
)

STAKING = (PlaceStake, ChangeStake, WithdrawStake)  # what moves one patron's stake and no more
