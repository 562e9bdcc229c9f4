"""Options: patrons who may take stakes back are asked, answer or let it lapse."""

from punto.refusals import Reason, Refused
from punto.rules.card_certainty import decided_card_wagers
from punto.rules.certainty import decided_wagers, outcomes_left
from punto.rules.hands import Side
from punto.rules.irregularities import Option, Procedure
from punto.table import commands as c
from punto.table import events as e
from punto.table.people import Origin, Staff
from punto.table.preconditions import case_waiting, round_in_play
from punto.table.stakes import withdrawn
from punto.table.state import INITIAL_CARDS, Case, Dealt, Round, State

Events = tuple[e.Event, ...]


def offer(state: State, procedure: Procedure, *, decided: frozenset[str] = frozenset()) -> Events:
    """Ask every patron who has a stake that may be taken back; a patron without one is not asked.

    Stakes on wagers that are `decided` stay where they are (reading remaining-stakes).
    """
    if procedure.option is Option.NONE:
        return ()
    play = round_in_play(state)
    open_stakes = [stake for stake in play.stakes.values() if stake.wager not in decided]
    if not open_stakes:
        return ()
    return (
        e.OptionOffered(
            irregularity=procedure.irregularity,
            option=procedure.option,
            patrons=tuple(dict.fromkeys(stake.patron for stake in open_stakes)),
            withdrawable=tuple(stake.id for stake in open_stakes),
            clause=procedure.option_clause or procedure.clause,
        ),
    )


def answer_option(state: State, command: c.AnswerOption, origin: Origin) -> Events:
    """One patron's answer: the stakes taken back, all or none where the clause says so."""
    case = case_waiting(state, command)
    play = round_in_play(state)
    if command.patron not in case.asked:
        raise Refused(
            Reason.NO_SUCH_CASE,
            "{patron} has no option to answer.",
            clause=_cite(state, case),
            patron=command.patron,
        )
    own = {
        each
        for each in case.withdrawable
        if each in play.stakes and play.stakes[each].patron == command.patron
    }
    taken = set(command.withdraw)
    if not taken <= own:
        raise Refused(
            Reason.UNKNOWN_STAKE,
            "{patron} may withdraw bets {stakes} only.",
            clause=_cite(state, case),
            patron=command.patron,
            stakes=sorted(own),
        )
    if case.option is Option.WITHDRAW_ALL and taken and taken != own:
        raise Refused(
            Reason.ALL_OR_NOTHING,
            "{patron} withdraws all of bets {stakes}, or none.",
            clause=_cite(state, case),
            patron=command.patron,
            stakes=sorted(own),
        )
    on_behalf = isinstance(origin.by, Staff)
    answered = e.OptionAnswered(
        patron=command.patron,
        withdrawn=tuple(sorted(taken)),
        on_behalf=on_behalf,
        clause=case.clause,
    )
    back = (
        withdrawn(play.stakes[each], case.clause, on_behalf=on_behalf) for each in sorted(taken)
    )
    return (answered, *back)


def lapse_option(state: State, command: c.LapseOption, origin: Origin) -> Events:
    case = case_waiting(state, command)
    return (e.OptionLapsed(patrons=case.asked, clause=case.clause),)


def decided_now(state: State, play: Round) -> frozenset[str]:
    """The wagers that what lies face up has already won or lost for certain."""
    return _decided_by(state, play.cards)


def places_certain(play: Round) -> int:
    """How many cards came out before those drawn together after the initial deal: four at least."""
    return play.together[0] - 1 if play.together else INITIAL_CARDS


def decided_in_place(state: State, play: Round) -> frozenset[str]:
    """The wagers that the cards whose place is not in question have won or lost for certain."""
    return _decided_by(state, play.cards[: places_certain(play)])


def _decided_by(state: State, cards: tuple[Dealt, ...]) -> frozenset[str]:
    seen = [[dealt.shown for dealt in cards if dealt.side is side] for side in Side]
    player, banker = ([*hand, None, None, None] for hand in seen)
    ours, theirs = (player[0], player[1], player[2]), (banker[0], banker[1], banker[2])
    decided = decided_wagers(state.game, outcomes_left(ours, theirs))
    return decided | decided_card_wagers(state.game, ours, theirs)


def _cite(state: State, case: Case) -> str:
    return state.game.cite(case.clause)
