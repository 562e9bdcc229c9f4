"""Commands: what people ask of a table, in the imperative; who and when come with each."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.table.configuration import Configuration
from punto.table.people import Actor, Approval


class Given(Struct, frozen=True, kw_only=True, gc=False):
    """What every command comes with: the person who gives it and the time, in UTC milliseconds."""

    by: Actor
    at: int = 0


class Approvable(Given, frozen=True, kw_only=True, gc=False):
    """A command that a second person has to approve where much money hangs on it."""

    approval: Approval | None = None


class OpenTable(Given, frozen=True, tag="open-table"):
    configuration: Configuration


class ChangeConfiguration(Given, frozen=True, tag="change-configuration"):
    configuration: Configuration
    why: str = ""


class CloseTable(Given, frozen=True, tag="close-table"):
    pass


class LoadShoe(Given, frozen=True, tag="load-shoe"):
    """Shuffled cards go into the device; the commitment seals an order software knows."""

    shoe: str
    backs_alike: bool = True
    commitment: str = ""


class BurnCards(Given, frozen=True, tag="burn-cards"):
    """The first card, and unseen as many as it counts, tens and faces as ten."""

    first: str
    count: int


class RetireShoe(Given, frozen=True, tag="retire-shoe"):
    why: str = ""


class RevealShoe(Given, frozen=True, tag="reveal-shoe"):
    """Opens the seal of a retired shoe: its order and the salt."""

    shoe: str
    order: tuple[str, ...]
    salt: str


class OpenBetting(Given, frozen=True, tag="open-betting"):
    pass


class PlaceStake(Given, frozen=True, tag="place-stake"):
    """A stake at a terminal, chips that staff record, or one that staff place on request."""

    patron: str
    wager: str
    position: int
    cents: int
    on_request: bool = False  # staff place it because the patron asked them to


class ChangeStake(Given, frozen=True, tag="change-stake"):
    """Raises or lowers a stake to this amount."""

    stake: int
    cents: int


class WithdrawStake(Given, frozen=True, tag="withdraw-stake"):
    stake: int


class CloseBetting(Given, frozen=True, tag="close-betting"):
    pass


class DrawCard(Given, frozen=True, tag="draw-card"):
    """One card leaves the device; its code where the device or the dealer has read it."""

    card: str | None = None
    in_view: bool = True  # the staff had the device in full view


class PassCards(Given, frozen=True, tag="pass-cards"):
    side: Side
    patron: str


class RefuseCards(Given, frozen=True, tag="refuse-cards"):
    side: Side
    patron: str


class ChooseHandler(Given, frozen=True, tag="choose-handler"):
    side: Side
    patron: str
    why: str = ""


class AllowSqueezing(Given, frozen=True, tag="allow-squeezing"):
    """Any patron, or somebody a patron names, may squeeze a hand."""

    side: Side
    patron: str
    named_by: str = ""  # the patron who named this person
    why: str = ""


class ChooseFirstRevealed(Given, frozen=True, tag="choose-first-revealed"):
    side: Side


class SqueezeCards(Given, frozen=True, tag="squeeze-cards"):
    """The one who handles a hand looks at its face-down cards."""

    side: Side


class ExposeCards(Given, frozen=True, tag="expose-cards"):
    """A hand's face-down cards are turned up; their codes where nobody had read them before."""

    side: Side
    cards: tuple[str, ...] = ()


class AnnounceTotals(Given, frozen=True, tag="announce-totals"):
    pass


class AnnounceOutcome(Given, frozen=True, tag="announce-outcome"):
    """Ends the round: the outcome is called and every stake is settled."""


class ReportCutCard(Given, frozen=True, tag="report-cut-card"):
    pass


class AllowFirstCardWithdrawal(Given, frozen=True, tag="allow-first-card-withdrawal"):
    why: str = ""


class ChooseMethod(Given, frozen=True, tag="choose-method"):
    method: Method
    why: str = ""


class GiveDevice(Given, frozen=True, tag="give-device"):
    patron: str
    without_stake: bool = False
    why: str = ""


class GiveUpDevice(Given, frozen=True, tag="give-up-device"):
    pass


class Report(Approvable, frozen=True, tag="report"):
    """Something is irregular: what, and what the clause asks about it."""

    irregularity: Irregularity
    reconstructable: bool = False
    side: Side | None = None
    patron: str = ""
    card: str = ""
    note: str = ""


class AnswerOption(Given, frozen=True, tag="answer-option"):
    """A patron takes back these stakes, or none of them."""

    patron: str
    withdraw: tuple[int, ...] = ()


class LapseOption(Given, frozen=True, tag="lapse-option"):
    """Whoever has not answered plays on."""


class Reconstruct(Approvable, frozen=True, tag="reconstruct"):
    """The round's cards in the order they truly left the device."""

    cards: tuple[str | None, ...]  # None for one that lies face down unread


class SetAside(Given, frozen=True, tag="set-aside"):
    """Two cards leave the device face down and are kept in order; codes where it has read them."""

    cards: tuple[str | None, str | None] = (None, None)


class SortCards(Given, frozen=True, tag="sort-cards"):
    """What lies sorted on the table: all cards left in the device and all discards, by code."""

    counts: Mapping[str, int]


class ReplaceMissing(Given, frozen=True, tag="replace-missing"):
    """Cards like the missing ones are taken from a complete deck; named where it is not certain."""

    cards: tuple[str, ...] = ()


class Decide(Approvable, frozen=True, tag="decide"):
    """The position a case waits for decides it: void, or go on, and the cards in order if asked."""

    void: bool
    why: str
    cards: tuple[str | None, ...] = ()


class AskToDecrease(Given, frozen=True, tag="ask-to-decrease"):
    pass


class RemoveStakes(Given, frozen=True, tag="remove-stakes"):
    stakes: tuple[int, ...]
    why: str = ""


class CorrectRound(Approvable, frozen=True, tag="correct-round"):
    """A finished round was recorded wrongly: these were its cards."""

    round: int
    cards: tuple[str, ...]
    why: str


class CorrectDisplay(Given, frozen=True, tag="correct-display"):
    """A display showed a wrong outcome; the cards stand."""

    round: int
    shown: str


Command: TypeAlias = (
    OpenTable
    | ChangeConfiguration
    | CloseTable
    | LoadShoe
    | BurnCards
    | RetireShoe
    | RevealShoe
    | OpenBetting
    | PlaceStake
    | ChangeStake
    | WithdrawStake
    | CloseBetting
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
