"""Who may give a command, stated a second time from the documents: for tests only."""

from typing import NamedTuple

from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import Funding
from punto.table.people import Actor, Patron, Staff
from punto.table.state import State

DEALER, SUPERVISOR, PIT, SHIFT, ASSISTANT = Position
FULL_DOCUMENTS = ("tiger", "dragon-tiger-no-commission")  # those with methods and a section 6


class Rightful(NamedTuple):
    """The lowest position that may, None where no staff may; and the patron who may, if any."""

    position: Position | None
    patron: str = ""

    def includes(self, actor: Actor) -> bool:
        match actor:
            case Staff(position=position):
                return self.position is not None and position >= self.position
            case Patron(id=name):
                return bool(name) and name == self.patron

    def somebody(self) -> Actor:
        """The lowest who may; the patron where no staff may."""
        if self.position is None:
            return Patron(self.patron)
        return Staff("staff", self.position)


# Kept, dealt and announced by the dealer (3.1, 3.2, 3.10.1, 3.10.6, 3.11.1, 3.22.1, 5.18.1).
LOWEST: dict[type, Position] = {
    c.LoadShoe: DEALER,
    c.BurnCards: DEALER,
    c.RetireShoe: DEALER,
    c.RevealShoe: DEALER,
    c.OpenBetting: DEALER,
    c.CloseBetting: DEALER,
    c.DrawCard: DEALER,
    c.ExposeCards: DEALER,
    c.AnnounceTotals: DEALER,
    c.AnnounceOutcome: DEALER,
    c.ReportCutCard: DEALER,
    c.AllowFirstCardWithdrawal: DEALER,
    c.PassCards: DEALER,
    c.ChooseFirstRevealed: DEALER,
    c.AskToDecrease: DEALER,
    c.LapseOption: DEALER,
    c.ChooseHandler: SUPERVISOR,  # 3.10.4.1
    c.CloseTable: PIT,
    c.OpenTable: PIT,
    c.ChangeConfiguration: PIT,  # 3.7.1, 3.9.2
    c.ChooseMethod: PIT,  # 3.9.2
    c.AllowSqueezing: PIT,  # 3.21, 3.16
    c.RemoveStakes: PIT,  # 5.18.3
    c.Reconstruct: PIT,  # 5.7, 5.8: an irregularity (reading staff-in-older-games)
    c.CorrectRound: PIT,
    c.CorrectDisplay: PIT,
    c.GiveDevice: DEALER,  # 3.12: allowed by whoever allowed the method
    c.SetAside: SHIFT,  # 5.11.1
    c.SortCards: SHIFT,
    c.ReplaceMissing: SHIFT,
}


def rightful(state: State, command: c.Command) -> Rightful:
    """Who may give this command in this state."""
    config, play = state.configuration, state.round
    full = config is not None and config.game in FULL_DOCUMENTS
    match command:
        case c.PlaceStake(patron=patron, on_request=asked):
            return _stakes(state, patron, asked=asked)
        case c.ChangeStake(stake=number) | c.WithdrawStake(stake=number):
            placed = play.stakes.get(number) if play else None
            giver = command.by.id if isinstance(command.by, Patron) else ""
            return _stakes(state, placed.patron if placed else giver)  # whose is it? nobody's
        case c.RefuseCards(patron=patron) | c.AnswerOption(patron=patron):
            return Rightful(DEALER, patron)
        case c.SqueezeCards(side=side):
            return Rightful(None, _has_cards(state, side))
        case c.ExposeCards(side=side):
            handler = play.handlers.get(side, "") if play else ""
            return Rightful(DEALER, handler or state.device)
        case c.DrawCard() if state.method is Method.C and state.device:
            return Rightful(None, state.device)  # 3.12.1
        case c.GiveUpDevice():
            return Rightful(DEALER, state.device)  # 3.12.8.1
        case c.GiveDevice(without_stake=True):
            return Rightful(ASSISTANT)  # 3.12.2
        case c.ChooseMethod(method=Method.C):
            return Rightful(ASSISTANT)  # 3.9.2
        case c.OpenTable(configuration=wanted) | c.ChangeConfiguration(configuration=wanted):
            open_now = config is not None  # a closed table deals by no method
            dealt_so = open_now and state.method is Method.C
            allows_c = wanted.method is Method.C and not dealt_so
            return Rightful(ASSISTANT if allows_c else PIT)
        case c.Decide():
            # 6.1; but the order of cards drawn together is for the Pit Manager (5.8.2.2).
            waiting = state.case.irregularity if state.case else None
            together = waiting is I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL
            return Rightful(SHIFT if full and not together else PIT)
        case c.Report(irregularity=kind):
            if kind in (I.LATE_STAKE, I.LATE_WITHDRAWAL):
                return Rightful(DEALER)
            if full and kind in (I.HANDLER_ABSENT, I.CUT_CARD_FIRST):
                return Rightful(DEALER)  # 5.10, 3.22.1
            if full and kind is I.NOT_COVERED:
                return Rightful(DEALER)  # 6.1: anybody refers it, the Gaming Shift Manager decides
            if full and kind is I.PATRON_LEFT_WITH_CARDS:
                return Rightful(SHIFT)  # 5.11.1
            return Rightful(PIT)
        case _:
            return Rightful(LOWEST[type(command)])


def _has_cards(state: State, side: Side) -> str:
    """Whoever was passed a hand; in method C else the patron who draws it."""
    play = state.round
    if play is None or side in play.kept or state.method is Method.B:
        return ""
    return play.handlers.get(side, "") or state.device


def _stakes(state: State, patron: str, *, asked: bool = False) -> Rightful:
    config = state.configuration
    if config is None:
        return Rightful(DEALER, patron)
    if config.funding is Funding.CHIPS and not asked:
        return Rightful(DEALER)  # chips are recorded by staff
    if asked:
        patron = ""  # what a patron asks for is placed by staff, or by nobody
    if config.game in FULL_DOCUMENTS:
        return Rightful(DEALER, patron)  # 3.8
    return Rightful(None, patron)  # at terminals, with no clause that lets staff stake
