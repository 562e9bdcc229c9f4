"""Who may give a command: the lowest position, from the game's own clauses, or the patron."""

from collections.abc import Iterator

from msgspec import Struct

from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.rules.game import Method
from punto.rules.games import find_game
from punto.rules.irregularities import Irregularity, Remedy
from punto.rules.made_up_games import base_id
from punto.rules.staff import RANKS_CLAUSE, Position, Power, highest, reaches
from punto.table import commands as c
from punto.table.acting_positions import acting_clause, acting_now, in_position
from punto.table.approvals import APPROVES
from punto.table.card_source import GIVES
from punto.table.card_source import READING as CARD_SOURCE
from punto.table.configuration import CUT_CARD, WHO_DECIDES, Configuration, Funding, find_configured
from punto.table.dealers import READING as DEALERS
from punto.table.handlers import holder
from punto.table.late import late_clause
from punto.table.people import Actor, Machine, Origin, Patron, Staff
from punto.table.shared_order import READING as SHARED_ORDER
from punto.table.state import State, Waits
from punto.table.waits import ENDS, WAITS, Who

NO_ACTOR = Patron("")
THE_PATRON = Message.of("the patron")
ON_BEHALF = "reading on-behalf"
OPTION_LAPSES = "reading option-lapses"
DEALING = {Method.A: "3.10.1", Method.B: "3.11.1", Method.C: "3.12.1"}
HANDLING = {Method.A: "3.10.2", Method.B: "3.11.2", Method.C: "3.12.3"}
DEVICE = {Method.A: "3.9.1", Method.B: "3.9.1", Method.C: "3.12.1"}


class Authority(Struct, frozen=True, gc=False):
    """The lowest position that may give a command, or the patron whose it is, and by what."""

    position: Position | None  # None: only a patron
    patron: str = ""  # the patron who may, beside that staff
    clause: str = ""


def check_authority(state: State, command: c.Command, origin: Origin) -> None:
    """Refuse a command from someone who may not give it at this table."""
    allowed = authority(state, command, origin.by, origin.at_ms)
    match origin.by:
        case Machine() as machine:
            _check_machine(state, command, machine, allowed)
        case Staff(position=position) as person:
            if allowed.position is not None:
                if reaches(state.ranks, position, allowed.position):
                    return
                through = in_position(state, person, origin.at_ms).position
                acts = reaches(state.ranks, through, allowed.position)
                # Through a position one acts in, no position is given, replaced or ended.
                if acts and not isinstance(command, c.ActAs | c.EndActing):
                    return
            needed = allowed.position
            raise Refused(
                Reason.NOT_AUTHORISED,
                "This is for {who} to do, not for the {other}.",
                clause=_cited(state, allowed.clause),
                who=Message.of("the {position}", position=needed) if needed else THE_PATRON,
                other=position,
            )
        case Patron(id=patron):
            if allowed.patron and allowed.patron == patron:
                return
            if allowed.patron:
                raise Refused(
                    Reason.NOT_YOURS,
                    "You can act only for yourself.",
                    clause=_cited(state, allowed.clause),
                )
            if allowed.position is None:
                raise Refused(
                    Reason.NOT_AUTHORISED,
                    "Nobody can do this now.",
                    clause=_cited(state, allowed.clause),
                )
            raise Refused(
                Reason.NOT_AUTHORISED,
                "This is for the {position} to do, not for a player.",
                clause=_cited(state, allowed.clause),
                position=allowed.position,
            )


def _check_machine(state: State, command: c.Command, machine: Machine, allowed: Authority) -> None:
    """A machine does its own work and nothing else."""
    if not isinstance(command, GIVES[machine.role]):
        raise Refused(
            Reason.NOT_AUTHORISED,
            "This is not for a machine to do.",
            clause=_cited(state, allowed.clause),
        )


def acts_through(state: State, command: c.Command, origin: Origin) -> Staff | None:
    """The person who gave this, where they could only by the position they act in."""
    person = origin.by
    if not isinstance(person, Staff):
        return None
    needed = authority(state, command, person, origin.at_ms).position
    waits = Irregularity.WRONG_DISPLAY  # for its correction: a report of it resolves nothing
    if isinstance(command, c.Report) and command.irregularity is not waits:
        needed = resolves(state, command.irregularity).position
    assert needed is not None, "asked of what staff may give"
    through = in_position(state, person, origin.at_ms).position
    own = reaches(state.ranks, person.position, needed)
    return person if not own and reaches(state.ranks, through, needed) else None


def resolves(state: State, irregularity: Irregularity) -> Authority:
    """The lowest position that resolves an irregularity once any member of staff reports it.

    What is referred for a decision is resolved by that decision: reporting it is for every one. So
    is the differential, over which the dealer asks for decreases.
    """
    config = state.configuration
    assert config is not None, "asked of an open table only"
    differential = irregularity is Irregularity.DIFFERENTIAL_EXCEEDED
    if differential or is_referred(state, irregularity):
        return Authority(Position.DEALER)
    procedure = state.game.procedure(irregularity)
    if procedure is not None and procedure.authority is not None:
        return Authority(procedure.authority, clause=procedure.clause)
    return Authority(config.resolver, clause=WHO_DECIDES)


def is_referred(state: State, irregularity: Irregularity) -> bool:
    """Whether a report of this is a referral: it opens a case that waits for a decision."""
    procedure = state.game.procedure(irregularity)
    if procedure is None:
        return irregularity not in (Irregularity.POWER_FAILURE, Irregularity.WRONG_DISPLAY)
    return procedure.remedy is Remedy.DECIDE


def decides(state: State, irregularity: Irregularity | None) -> Authority:
    """Who decides what was referred: the Gaming Shift Manager what no clause covers (6.1)."""
    if irregularity is Irregularity.DRAWN_TOGETHER_AFTER_INITIAL_DEAL:
        return _granted(state, Power.DETERMINE_ORDER, _resolver(state))
    return _granted(state, Power.DECIDE_UNCOVERED, _resolver(state))


def authority(state: State, command: c.Command, by: Actor = NO_ACTOR, at_ms: int = 0) -> Authority:
    """Who may give this command now; some are one's own to give, so it matters who asks."""
    now = state.configuration
    if now is None:
        return _opening(state, command)
    match command:  # what is asked most comes first
        case c.PlaceStake(patron=patron, on_request=on_request):
            return _for_patron(state, now, patron, on_request=on_request)
        case c.ChangeStake(stake=stake) | c.WithdrawStake(stake=stake):
            placed = state.round.stakes.get(stake) if state.round else None
            return _for_patron(state, now, placed.patron if placed else by.id)
        case c.DrawCard() if state.device:
            further = state.round is not None and state.round.initial_deal_done
            return Authority(None, patron=state.device, clause="3.12.6" if further else "3.12.1")
        case c.DrawCard() | c.AnnounceTotals() | c.AnnounceOutcome():
            return Authority(Position.DEALER, clause=_by_method(state, DEALING))
        case c.OpenBetting():
            return Authority(Position.DEALER, clause="3.1")
        case c.CloseBetting():
            return Authority(Position.DEALER, clause="3.2")
        case c.ChangeConfiguration(configuration=wanted):
            return _setting(state, now, wanted)
        case c.Contribute() | c.RevealContribution():
            return Authority(Position.DEALER, patron=by.id, clause=SHARED_ORDER)
        case c.CloseContributions():
            return Authority(Position.DEALER, clause=SHARED_ORDER)
        case c.CloseTable():
            return Authority(Position.PIT_MANAGER, clause=WHO_DECIDES)
        case c.CorrectRound() | c.CorrectDisplay():
            return Authority(now.resolver, clause=WHO_DECIDES)
        case c.PassCards():
            return Authority(Position.DEALER, clause=_by_method(state, HANDLING))
        case c.ChooseFirstRevealed():
            return _granted(state, Power.CHOOSE_FIRST_REVEALED, Position.DEALER)
        case c.AllowFirstCardWithdrawal():
            return _granted(state, Power.ALLOW_FIRST_CARD_WITHDRAWAL, Position.DEALER)
        case c.GiveUpDevice():
            clause = _by_method(state, DEVICE | {Method.C: "3.12.8.1"})
            return Authority(Position.DEALER, patron=state.device, clause=clause)
        case c.AnswerOption(patron=patron):
            if now.funding is Funding.CREDITS:  # answered where the stakes were made
                return Authority(None, patron=patron, clause=ON_BEHALF)
            return Authority(Position.DEALER, patron=patron, clause=ON_BEHALF)
        case c.RefuseCards(patron=patron):
            clause = _by_method(state, HANDLING | {Method.A: "3.10.3"})
            return Authority(Position.DEALER, patron=patron, clause=clause)
        case c.SqueezeCards(side=side):
            squeezes = holder(state, state.round, side) if state.round else ""
            return Authority(None, patron=squeezes, clause=_by_method(state, HANDLING))
        case c.ExposeCards(side=side):
            handler = state.round.handlers.get(side, "") if state.round else ""
            clause = _by_method(state, HANDLING)
            return Authority(Position.DEALER, patron=handler or state.device, clause=clause)
        case c.ChooseHandler():
            return _granted(state, Power.CHOOSE_HANDLER, Position.PIT_SUPERVISOR)
        case c.AllowSqueezing():
            return _granted(state, Power.ALLOW_SQUEEZING, Position.PIT_MANAGER)
        case c.ChooseMethod(method=method):
            if method is Method.C:
                return _granted(state, Power.ALLOW_METHOD_C, Position.ASSISTANT_CASINO_MANAGER)
            return _granted(state, Power.CHOOSE_METHOD_A_OR_B, Position.PIT_MANAGER)
        case c.GiveDevice(without_stake=True):
            return _granted(
                state, Power.ALLOW_DRAWING_WITHOUT_STAKE, Position.ASSISTANT_CASINO_MANAGER
            )
        case c.GiveDevice():
            return Authority(Position.DEALER, clause=_by_method(state, DEVICE))
        case c.AskToDecrease():
            known = state.game.procedure(Irregularity.DIFFERENTIAL_EXCEEDED) is not None
            return Authority(Position.DEALER, clause="5.18.1" if known else _announcing(state))
        case c.ReportCutCard():
            return Authority(Position.DEALER, clause=CUT_CARD)
        case c.Report():
            return Authority(Position.DEALER, clause=WHO_DECIDES)  # every member of staff
        case c.RecordLateStake():
            return _late(state, Irregularity.LATE_STAKE)
        case c.RecordLateWithdrawal():
            return _late(state, Irregularity.LATE_WITHDRAWAL)
        case c.ActAs(person=person, position=position):
            # What a higher position gave is not taken away by giving less in its place.
            held = acting_now(state, person, at_ms)
            given = (position,) if held is None else (position, held.position)
            return Authority(highest(state.ranks, *given), clause=acting_clause(state))
        case c.EndActing(person=person):
            acting = state.acting.get(person)
            position = acting.position if acting else Position.DEALER
            return Authority(position, clause=acting_clause(state))
        case c.SignOnDealer():
            return Authority(Position.DEALER, clause=DEALERS)
        case c.SignOffDealer():  # the dealer's own, or for someone above who finds them gone
            is_own = state.dealer in ("", by.id)
            lowest = Position.DEALER if is_own else Position.PIT_SUPERVISOR
            return Authority(lowest, clause=DEALERS)
        case c.RemoveStakes():
            return _granted(state, Power.REMOVE_STAKES, Position.PIT_MANAGER)
        case _ if type(command) in ENDS:
            return _ends_wait(state, now, WAITS[ENDS[type(command)]].who)
        case _:
            return Authority(Position.DEALER, clause=_announcing(state))


def _ends_wait(state: State, now: Configuration, who: Who) -> Authority:
    """Whose word ends what a case waits for."""
    case = state.case
    match who:
        case Who.RESOLVER if case is not None and case.report is not None:
            return resolves(state, case.irregularity)
        case Who.RESOLVER | Who.TABLE_RESOLVER:
            return Authority(now.resolver, clause=WHO_DECIDES)
        case Who.OVERSEER:
            return _granted(state, Power.OVERSEE_MISSING_CARDS, Position.GAMING_SHIFT_MANAGER)
        case Who.DECIDER:
            return decides(state, case.irregularity if case else None)
        case Who.PATRONS:  # what they do not answer lapses at the dealer's word
            asked = case is not None and case.waits is Waits.OPTION
            clause = OPTION_LAPSES if asked else _announcing(state)
            return Authority(Position.DEALER, clause=clause)


def _opening(state: State, command: c.Command) -> Authority:
    """The one command that a closed table takes is to be opened, as it was set or otherwise."""
    if isinstance(command, c.OpenTable) and command.configuration.method is Method.C:
        config = command.configuration
        game = find_configured(config) or find_game(base_id(config.game))
        grant = game.grant(Power.ALLOW_METHOD_C)
        clause = game.cite(grant.clause) if grant else WHO_DECIDES
        opening = Authority(Position.ASSISTANT_CASINO_MANAGER, clause=clause)
    elif isinstance(command, c.OpenTable):
        named = _sets_resolver(state, command.configuration.resolver)
        opening = Authority(named, clause=WHO_DECIDES)
    else:
        return Authority(Position.PIT_MANAGER, clause=WHO_DECIDES)
    return _highest(state, *_guarded(state, command.configuration), opening)


def _setting(state: State, now: Configuration, wanted: Configuration) -> Authority:
    """Who may set a table so: the highest position that any of the changes needs."""
    return _highest(state, *_settings_changed(state, now, wanted))


def _highest(state: State, *needed: Authority) -> Authority:
    return max(needed, key=lambda each: state.ranks.index(each.position))


def _settings_changed(
    state: State, now: Configuration, wanted: Configuration
) -> Iterator[Authority]:
    """What each change needs: the Pit Manager's word, but for some; clauses name others."""
    yield from _guarded(state, wanted)
    if wanted.method is Method.C and state.method is not Method.C:
        yield _granted(state, Power.ALLOW_METHOD_C, Position.ASSISTANT_CASINO_MANAGER)
    elif wanted.method is not state.method:
        yield _granted(state, Power.CHOOSE_METHOD_A_OR_B, Position.PIT_MANAGER)
    if wanted.area_max != now.area_max:
        yield _granted(state, Power.RESTRICT_STAKES_PER_AREA, Position.PIT_MANAGER)
    yield Authority(Position.PIT_MANAGER, clause=WHO_DECIDES)


def _guarded(state: State, wanted: Configuration) -> Iterator[Authority]:
    """What is not left to those whom it binds, nor by closing a table and opening it otherwise."""
    now = state.configuration or state.closed_as
    if wanted.ranks != state.ranks:
        yield Authority(state.ranks[-1], clause=RANKS_CLAUSE)
    if now is None:
        return
    if wanted.resolver is not now.resolver:  # given away by the position that loses or gains it
        both = (_sets_resolver(state, each.resolver) for each in (wanted, now))
        yield Authority(highest(state.ranks, *both), clause=WHO_DECIDES)
    if wanted.approval_cents != now.approval_cents:
        yield Authority(APPROVES, clause=WHO_DECIDES)
    if wanted.card_source is not now.card_source:
        yield Authority(APPROVES, clause=CARD_SOURCE)


def _sets_resolver(state: State, resolver: Position) -> Position:
    """Who may name this position to resolve: one below the Pit Manager, not the Pit Manager."""
    return resolver if reaches(state.ranks, resolver, Position.PIT_MANAGER) else APPROVES


def _for_patron(
    state: State, config: Configuration, patron: str, *, on_request: bool = False
) -> Authority:
    """Stakes: the patron alone at a terminal; at a chip table staff, who record the chips or place
    them on request where the game lets them (reading on-behalf)."""
    game = state.game
    grant = game.grant(Power.PLACE_ON_BEHALF)
    if config.funding is Funding.CREDITS:
        clause = game.terminals_clause or (grant.clause if grant else ON_BEHALF)
        return Authority(None, patron=patron, clause=clause)
    if not on_request:
        return Authority(Position.DEALER, clause=game.wagers_clause)
    if grant is None:
        return Authority(None, clause=ON_BEHALF)
    return Authority(grant.position, clause=grant.clause)


def _late(state: State, irregularity: Irregularity) -> Authority:
    """What came late is recorded by the dealer, by the clause that does not honour it."""
    return Authority(Position.DEALER, clause=late_clause(state, irregularity))


def _resolver(state: State) -> Position:
    assert state.configuration is not None, "asked of an open table only"
    return state.configuration.resolver


def _granted(state: State, power: Power, otherwise: Position) -> Authority:
    grant = state.game.grant(power)
    if grant is None:
        return Authority(otherwise, clause=WHO_DECIDES)
    return Authority(grant.position, clause=grant.clause)


def _by_method(state: State, clauses: dict[Method, str]) -> str:
    """The clause on who does it by the method in use, where the game has methods."""
    return clauses[state.method] if state.knows_methods else _announcing(state)


def _announcing(state: State) -> str:
    """The clause on the dealer's calls; in the rapid game the terminals show them."""
    grant = state.game.grant(Power.ANNOUNCE)
    return grant.clause if grant else DEALERS


def _cited(state: State, clause: str) -> str | None:
    if not clause or state.configuration is None:
        return clause or None
    return state.game.cite(clause)
