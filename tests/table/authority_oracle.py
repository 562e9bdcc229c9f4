"""Who may give a command, stated independently from the documents: for tests only."""

from typing import NamedTuple

from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import CardSource, Funding
from punto.table.people import Actor, Machine, Patron, Role, Staff
from punto.table.state import State
from tests.envelope import Given

DEALER, SUPERVISOR, PIT, SHIFT, ASSISTANT = Position
NOBODY = Patron("")
SOFTWARE = "automatic dealer"
FULL_DOCUMENTS = ("tiger", "dragon-tiger-no-commission")  # those with methods and a section 6


class Rightful(NamedTuple):
    """The lowest position that may, None for no staff; the patron and the machines who may."""

    position: Position | None
    patron: str = ""
    roles: tuple[Role, ...] = ()
    staff: str = ""  # the one of that position who may, where only one may
    pressers: tuple[str, ...] | None = None  # whose press the automatic dealer needs; "" for none

    def includes_now(self, state: State, given: Given) -> bool:
        """Whether the person who gives it may, by their own position or the one they act in."""
        person = given.by
        through = not isinstance(given.command, c.ActAs | c.EndActing)  # never by acting
        acting = state.acting.get(person.id) if through else None
        if isinstance(person, Staff) and acting and given.at_ms < acting.until:
            person = Staff(person.id, max(person.position, acting.position))
        return self.includes(person)

    def includes(self, actor: Actor) -> bool:
        match actor:
            case Staff(id=name, position=position):
                is_high_enough = self.position is not None and position >= self.position
                return is_high_enough and self.staff in ("", name)
            case Patron(id=name):
                return bool(name) and name == self.patron
            case Machine(role=Role.DEALER, pressed_by=presser) if self.pressers is not None:
                return Role.DEALER in self.roles and presser in self.pressers
            case Machine(role=role):
                return role in self.roles

    def somebody(self) -> Actor:
        """The lowest who may; the patron or a machine where no staff may; nobody as a patron."""
        if self.position is not None:
            return Staff(self.staff or "staff", self.position)
        if self.roles and not self.patron:
            if self.roles[0] is Role.DEALER:
                return Machine(SOFTWARE, Role.DEALER, (self.pressers or ("",))[0])
            return Machine("machine", self.roles[0])
        return Patron(self.patron)


# Kept, dealt and announced by the dealer (3.1, 3.2, 3.10.1, 3.10.6, 3.11.1, 3.22.1, 5.18.1).
LOWEST: dict[type, Position] = {
    c.LoadShoe: DEALER,
    c.BurnCards: DEALER,
    c.Contribute: DEALER,  # reading shared-order: or a patron
    c.RevealContribution: DEALER,
    c.CloseContributions: DEALER,
    c.RetireShoe: DEALER,
    c.RevealShoe: DEALER,
    c.OpenBetting: DEALER,
    c.SignOnDealer: DEALER,
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
    c.RecordLateStake: DEALER,
    c.RecordLateWithdrawal: DEALER,
    c.LapseOption: DEALER,
    c.ChooseHandler: SUPERVISOR,  # 3.10.4.1
    c.CloseTable: PIT,
    c.OpenTable: PIT,
    c.ChangeConfiguration: PIT,  # 3.7.1, 3.9.2
    c.ChooseMethod: PIT,  # 3.9.2
    c.AllowSqueezing: PIT,  # 3.21, 3.16
    c.RemoveStakes: PIT,  # 5.18.3
    c.Report: DEALER,  # reading who-decides
    c.GiveDevice: DEALER,  # 3.12: allowed by whoever allowed the method
    c.SetAside: SHIFT,  # 5.11.1
    c.SortCards: SHIFT,
    c.ReplaceMissing: SHIFT,
}


# What a table that deals itself does beside its cards.
AUTOMATED = (
    c.CloseContributions,
    c.OpenBetting,
    c.CloseBetting,
    c.AskToDecrease,
    c.PassCards,
    c.ChooseFirstRevealed,
    c.ExposeCards,
    c.AnnounceTotals,
    c.AnnounceOutcome,
    c.GiveUpDevice,
    c.RefuseCards,
    c.SignOffDealer,
)
# What no person does there who has not taken the table over.
DEALERS_ALONE = (
    c.OpenBetting,
    c.DrawCard,
    c.RetireShoe,
    c.CloseContributions,
    c.CloseBetting,
    c.AskToDecrease,
    c.GiveDevice,
    c.PassCards,
    c.ChooseFirstRevealed,
    c.ExposeCards,
    c.AnnounceTotals,
    c.AnnounceOutcome,
)


def rightful(state: State, command: c.Command, by: Actor = NOBODY, at_ms: int = 0) -> Rightful:
    """Who may give this command in this state, a command that names cards too."""
    found = _rightful(state, command, by, at_ms)
    config = state.configuration
    if config is None or config.card_source is not CardSource.AUTOMATIC:
        return found
    # Software deals, or the person who has taken the table over (reading dealer-at-table).
    person = "" if state.dealer == SOFTWARE else state.dealer
    if isinstance(command, DEALERS_ALONE):
        found = found._replace(position=found.position if person else None, staff=person)
    pressers: tuple[str, ...] = (person, state.device) if state.device else (person,)
    if isinstance(command, c.SignOffDealer):  # a person who has gone away
        pressers += ("",)
    return found._replace(pressers=pressers)


def _rightful(state: State, command: c.Command, by: Actor, at_ms: int) -> Rightful:
    people = rightful_people(state, command, by, at_ms)
    automatic = (Role.DEALER,) if isinstance(command, AUTOMATED) else ()
    source = state.shoe.source if state.shoe else None
    match command:
        case c.LoadShoe(commitment=seal):
            return _loads(state, people, sealed=bool(seal))
        case c.RevealShoe():
            return Rightful(None, "", (Role.SHOE, Role.DEALER))
        case c.RetireShoe():
            return people._replace(roles=(Role.SHOE, Role.DEALER))
        case c.BurnCards() | c.DrawCard() if state.shoe is not None and names_cards(command):
            if source is not CardSource.PHYSICAL:
                only = Role.SHOE if source is CardSource.SEALED else Role.DEALER
                return Rightful(None, "", (only,))
            return Rightful(people.position, "", (Role.READER,))
        case c.BurnCards() | c.DrawCard():
            return people._replace(roles=tuple(Role))
        case c.CorrectRound(round=number):
            return Rightful(None) if _was_sealed(state, number) else people
        case c.Reconstruct() if state.case is not None and state.case.round:
            sealed = names_cards(command) and _was_sealed(state, state.case.round)
            return Rightful(None) if sealed else people
        case _ if state.shoe is not None and names_cards(command):
            return Rightful(people.position if source is CardSource.PHYSICAL else None)
        case _:
            return people._replace(roles=automatic)


def _loads(state: State, people: Rightful, *, sealed: bool) -> Rightful:
    """A shoe is loaded by the one card source of the table (reading card-source)."""
    match state.configuration.card_source if state.configuration else None:
        case CardSource.AUTOMATIC:
            return Rightful(None, "", (Role.DEALER,))
        case CardSource.SEALED if sealed:
            return Rightful(None, "", (Role.SHOE,))
        case CardSource.PHYSICAL if not sealed:
            return people
        case _:
            return Rightful(None)


def _was_sealed(state: State, number: int) -> bool:
    return any(
        each.number == number and each.source is not CardSource.PHYSICAL for each in state.finished
    )


def names_cards(command: c.Command) -> bool:
    """Whether a command says which cards there are."""
    for field in ("card", "first", "cards", "counts"):
        said = getattr(command, field, None)
        if isinstance(said, str):
            return bool(said) or field == "first" or isinstance(command, c.DrawCard)
        if said is not None and any(each is not None for each in said):
            return True
    return False


def rightful_people(
    state: State, command: c.Command, by: Actor = NOBODY, at_ms: int = 0
) -> Rightful:
    """Which people may, if they name no card."""
    config, play = state.configuration, state.round
    full = config is not None and config.game in FULL_DOCUMENTS
    otherwise = config.resolver if config else PIT  # where no clause names a position
    match command:
        case c.PlaceStake(patron=patron, on_request=asked):
            return _stakes(state, patron, asked=asked)
        case c.ChangeStake(stake=number) | c.WithdrawStake(stake=number):
            placed = play.stakes.get(number) if play else None
            giver = by.id if isinstance(by, Patron) else ""
            return _stakes(state, placed.patron if placed else giver)  # whose is it? nobody's
        case c.AnswerOption(patron=patron):
            credit = config is not None and config.funding is Funding.CREDITS
            return Rightful(None if credit else DEALER, patron)
        case c.Contribute() | c.RevealContribution() if isinstance(by, Patron):
            return Rightful(DEALER, by.id)
        case c.RefuseCards(patron=patron):
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
            if allows_c:
                return Rightful(ASSISTANT)
            before = config or state.closed_as
            named = [PIT] if open_now else [wanted.resolver]
            if before is not None and wanted.resolver is not before.resolver:
                named = [wanted.resolver, before.resolver]
            guarded = before is not None and (
                wanted.approval_cents != before.approval_cents
                or wanted.card_source is not before.card_source
            )
            least = SHIFT if guarded else PIT
            return Rightful(max(least, *(each if each >= PIT else SHIFT for each in named)))
        case c.Reconstruct() | c.CorrectRound() | c.CorrectDisplay():
            return Rightful(otherwise)  # reading who-decides
        case c.Decide():
            # 6.1; but the order of cards drawn together is for the Pit Manager (5.8.2.2).
            waiting = state.case.irregularity if state.case else None
            together = waiting is I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL
            if full:
                return Rightful(PIT if together else SHIFT)
            return Rightful(otherwise)
        case c.ConfirmReport() | c.DismissReport():
            filed = state.case.report if state.case else None
            return Rightful(resolves(state, filed.irregularity) if filed else otherwise)
        case c.ActAs(person=person) if person and person == by.id:
            return Rightful(None)  # another person gives the position
        case c.ActAs(person=person, position=position):  # 6.2, and what is replaced
            acting = state.acting.get(person)
            held = acting.position if acting and at_ms < acting.until else DEALER
            return Rightful(max(position, held))
        case c.EndActing(person=person):
            return Rightful(state.acting[person].position if person in state.acting else DEALER)
        case c.SignOffDealer():  # one's own, or another's by someone above a dealer
            return Rightful(DEALER if state.dealer in ("", by.id) else Position.PIT_SUPERVISOR)
        case _:
            return Rightful(LOWEST[type(command)])


def resolves(state: State, kind: I) -> Position:
    """The lowest position whose report of this needs no confirmation."""
    config = state.configuration
    assert config is not None
    if config.game not in FULL_DOCUMENTS:
        covered = {
            I.FOREIGN_CARDS,
            I.WRONG_NUMBER_OF_CARDS,
            I.DRAWN_TOGETHER_IN_INITIAL_DEAL,
            I.SHOE_ORDER_ALTERED,
            I.TOO_FEW_CARDS,
            I.POWER_FAILURE,
            I.WRONG_DISPLAY,
        }
        if config.game == "tiger-no-commission":
            covered.add(I.EXTRA_OR_MISSING_CARDS)
        return config.resolver if kind in covered else DEALER
    late = (I.LATE_STAKE, I.LATE_WITHDRAWAL)
    if kind in (I.HANDLER_ABSENT, I.CUT_CARD_FIRST, I.DIFFERENTIAL_EXCEEDED, *late):
        return DEALER  # 5.10, 3.22.1, 5.18.1
    referred = (I.NOT_COVERED, I.DAMAGED_CARD, I.WRONG_NUMBER_OF_CARDS)
    if kind in (*referred, I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL):
        return DEALER  # referred: the decision is what resolves it (6.1, 5.8.2.2)
    return SHIFT if kind is I.PATRON_LEFT_WITH_CARDS else config.resolver  # 5.11.1


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
    if config.funding is Funding.CREDITS:
        return Rightful(None, patron)  # a stake made with credits is the patron's alone
    if asked and config.game not in FULL_DOCUMENTS:
        return Rightful(None)  # no clause lets staff place stakes on request
    return Rightful(DEALER)  # chips are recorded by staff, or placed on request (3.8)
