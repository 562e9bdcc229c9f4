"""What a person may do at a table this moment, asked of the table's own law."""

from collections.abc import Iterator

from msgspec import Struct

from punto.refusals import Reason, Refused
from punto.rules.game import Method
from punto.rules.games import GAMES
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.table import commands as c
from punto.table.configuration import usual_configuration
from punto.table.decide import decide
from punto.table.handling import next_handler
from punto.table.people import Actor, Patron
from punto.table.prompt import Step, next_step
from punto.table.state import State

# Reasons that lie in the moment or in the person. Any other lies in what was said, and what is
# tried here is said at random: somebody who says it right may well do it.
NOT_NOW = frozenset(
    (
        Reason.TABLE_CLOSED,
        Reason.TABLE_OPEN,
        Reason.NOT_YOURS,
        Reason.NOT_AUTHORISED,
        Reason.CASE_PENDING,
        Reason.ROUND_IN_PLAY,
        Reason.NO_ROUND,
        Reason.SHOE_NEEDED,
        Reason.SHOE_IN_USE,
        Reason.BURN_NEEDED,
        Reason.BETTING_CLOSED,
        Reason.BETTING_OPEN,
        Reason.NO_SUCH_CASE,
        Reason.METHOD_NOT_ALLOWED,
        Reason.NOT_THE_HANDLER,
        Reason.CARDS_FACE_DOWN,
        Reason.TOTALS_NOT_ANNOUNCED,
        Reason.ROUND_NOT_COMPLETE,
        Reason.UNKNOWN_STAKE,
        Reason.NOT_COVERED,
    )
)


class May(Struct, frozen=True):
    """The commands a person may give now; where there are none, why."""

    commands: tuple[str, ...]
    why: str = ""


def may(state: State, actor: Actor | None) -> May:
    """What this person may do at this table now; somebody who only looks on may do nothing."""
    if actor is None:
        return May((), "You are looking on.")
    found = dict.fromkeys(
        str(type(tried).__struct_config__.tag)
        for tried in _tried(state, actor)
        if _possible(state, tried)
    )
    return May(tuple(found), "" if found else next_step(state).why)


def _possible(state: State, tried: c.Command) -> bool:
    try:
        decide(state, tried)
    except Refused as refused:
        return refused.reason not in NOT_NOW
    return True


def _tried(state: State, by: Actor) -> Iterator[c.Command]:
    """One or more of each command that this person could ever give."""
    play = state.round
    mine = [each.id for each in play.stakes.values() if each.patron == by.id] if play else []
    yield from _stakes(state, by, mine)
    for side in Side:
        yield c.ExposeCards(side, by=by)
        yield c.SqueezeCards(side, by=by)
        yield c.RefuseCards(side, _who(state, by, side), by=by)
    yield c.DrawCard(by=by)
    yield c.GiveUpDevice(by=by)
    asked = state.case.asked if state.case else ()
    yield c.AnswerOption(by.id if isinstance(by, Patron) else next(iter(asked), "-"), by=by)
    if not isinstance(by, Patron):
        yield from _for_staff(state, by)


def _stakes(state: State, by: Actor, mine: list[int]) -> Iterator[c.Command]:
    play = state.round
    patron = by.id if isinstance(by, Patron) else "-"
    yield c.PlaceStake(patron, "banker", 1, 1, by=by)
    if not isinstance(by, Patron):
        yield c.PlaceStake(patron, "banker", 1, 1, on_request=True, by=by)
        mine = list(play.stakes)[:1] if play else []
    for stake in mine[:1]:
        yield c.ChangeStake(stake, 1, by=by)
        yield c.WithdrawStake(stake, by=by)


def _who(state: State, by: Actor, side: Side) -> str:
    if isinstance(by, Patron):
        return by.id
    play = state.round
    return (play.handlers.get(side, "") or next_handler(state, play, side) if play else "") or "-"


def _for_staff(state: State, by: Actor) -> Iterator[c.Command]:
    config = state.configuration or usual_configuration(GAMES[0])
    last = state.finished[-1].number if state.finished else 0
    yield c.OpenTable(config, by=by)
    yield c.ChangeConfiguration(config, why="-", by=by)
    yield c.CloseTable(by=by)
    yield c.LoadShoe("-", by=by)
    yield c.BurnCards("AS", 1, by=by)
    yield c.RetireShoe(by=by)
    for shoe in list(state.retired)[:1]:
        yield c.RevealShoe(shoe, (), "", by=by)
    yield c.OpenBetting(by=by)
    yield c.CloseBetting(by=by)
    due = next_step(state)
    to = due.patrons[0] if due.step is Step.PASS and due.patrons else "-"  # to nobody else
    for side in Side:
        yield c.PassCards(side, to, by=by)
        yield c.ChooseHandler(side, "-", why="-", by=by)
        yield c.AllowSqueezing(side, "-", why="-", by=by)
        yield c.ChooseFirstRevealed(side, by=by)
    yield c.AnnounceTotals(by=by)
    yield c.AnnounceOutcome(by=by)
    yield c.ReportCutCard(by=by)
    yield c.AllowFirstCardWithdrawal(why="-", by=by)
    for method in Method:
        yield c.ChooseMethod(method, why="-", by=by)
    stakes = state.round.stakes.values() if state.round else ()
    yield c.GiveDevice(next((each.patron for each in stakes), "-"), by=by)
    for irregularity in Irregularity:
        yield c.Report(irregularity, by=by)
    yield c.LapseOption(by=by)
    yield c.Reconstruct((), by=by)
    yield c.SetAside(by=by)
    yield c.SortCards({}, by=by)
    yield c.ReplaceMissing(by=by)
    yield c.Decide(void=True, why="-", by=by)
    yield c.AskToDecrease(by=by)
    yield c.RemoveStakes((), why="-", by=by)
    if last:
        yield c.CorrectRound(last, (), "-", by=by)
        yield c.CorrectDisplay(last, "tie", by=by)
