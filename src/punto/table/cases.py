"""Irregularities: what each game's own clause does about what was reported, step by step."""

from msgspec.structs import replace

from punto.refusals import Reason, Refused
from punto.rules.cards import parse_card
from punto.rules.game import Method
from punto.rules.irregularities import Irregularity, Procedure, Remedy
from punto.table import commands as c
from punto.table import events as e
from punto.table.card_order import check_places, in_order, is_impossible, named_places
from punto.table.card_source import READING
from punto.table.dealers import dealt_by
from punto.table.evolve import evolve_all
from punto.table.impossible_cards import surplus
from punto.table.options import decided_in_place, decided_now, offer
from punto.table.people import Origin
from punto.table.power_failure import WHO_DECIDES, decide_interrupted
from punto.table.preconditions import case_waiting, no_case, open_table, round_in_play
from punto.table.reports import check_drawn_together, check_stage
from punto.table.settlement import settle_again, void_finished, void_round
from punto.table.state import Round, State, Waits

Events = tuple[e.Event, ...]
I = Irregularity  # noqa: E741  (short where the table below is read as a table)

VOIDING = (Remedy.VOID, Remedy.VOID_UNLESS_RECONSTRUCTED)
MOVING_DEVICE = (I.EXPOSED_BY_MOVING_DEVICE, I.ALTERED_BY_MOVING_DEVICE)
BETWEEN_ROUNDS = (I.FOREIGN_CARDS, I.EXTRA_OR_MISSING_CARDS, I.UNSHUFFLED_CARDS)


def report(state: State, command: c.Report) -> Events:
    """Take up an irregularity by the game's own procedure for it."""
    kind = command.irregularity
    procedure = state.game.procedure(kind)
    if procedure is None and kind is I.POWER_FAILURE:
        return (note_report(command, WHO_DECIDES),)  # at any stage; the round resumes as it stood
    if procedure is None or procedure.remedy not in VOIDING or command.reconstructable:
        no_case(state)  # but a round that cannot stand is void whatever else it waits for
    if procedure is None:
        return _uncovered(state, command)
    if state.round is None:
        return _between_rounds(state, command, procedure)
    check_stage(state, state.round, command)
    noted = note_report(command, procedure.clause)
    match kind:
        case I.POWER_FAILURE:
            return _power_failure(state, state.round, command, procedure)
        case I.PATRON_LEFT_WITH_CARDS:
            return (noted, _wait(procedure, Waits.SETTING_ASIDE))
        case I.EXPOSED_OR_NOT_PASSED if command.card or command.place:
            return _exposed_in_error(state, state.round, command, procedure)
        case I.PASSED_TO_WRONG_PATRON | I.HANDLER_ABSENT | I.EXPOSED_OR_NOT_PASSED:
            assert command.side is not None, "checked above"
            keeps = kind is not I.PASSED_TO_WRONG_PATRON
            retrieved = e.HandRetrieved(
                side=command.side, dealer_keeps=keeps, clause=procedure.clause
            )
            return (noted, retrieved)
    match procedure.remedy:
        case Remedy.VOID:
            reported, *voided = void_round(state, kind, why=command.note)
            return (replace(reported, together=command.together), *voided)
        case Remedy.VOID_UNLESS_RECONSTRUCTED:
            if not command.reconstructable:
                return void_round(state, kind, why=command.note)
            if kind is I.WRONG_NUMBER_OF_CARDS:
                return (noted, _wait(procedure, Waits.CARDS_IN_ORDER))
            return (noted,)
        case Remedy.DECIDE:
            return (noted, _wait(procedure, Waits.DECISION))
        case Remedy.RECONSTRUCT | Remedy.REOPEN_BETTING:
            asked = offer(state, procedure)
            return (noted, *(asked or _after_option(state, kind, procedure.clause)))
        case _:
            return (noted,)


def after_answer(state: State, events: Events) -> Events:
    """What follows once everybody has answered an option, or it has lapsed."""
    later = evolve_all(state, events)
    case = later.case
    assert case is not None, "an answer leaves the case open"
    if case.asked:
        return events
    procedure = state.game.procedure(case.irregularity)
    assert procedure is not None, "what gave the option"
    return (*events, *_after_option(later, case.irregularity, procedure.clause))


def reconstruct(state: State, command: c.Reconstruct, origin: Origin) -> Events:
    """Put the cards in the order they left the device."""
    case = case_waiting(state, command)
    if case.round:
        finished = next(each for each in state.finished if each.number == case.round)
        cards = [card for card in command.cards if card] or finished.cards  # as it was dealt
        return (
            *settle_again(state, finished, cards, clause=case.clause, found=command),
            e.CaseClosed(irregularity=case.irregularity, clause=case.clause),
        )
    codes = in_order(state, command.cards)
    check_places(state, case, command.cards)
    if is_impossible(state, codes):
        return void_round(state, surplus(state))
    return (
        e.CardsReconstructed(
            cards=codes,
            surveillance=command.surveillance,
            named=named_places(command.cards),
            clause=case.clause,
            why=command.why,
        ),
        e.CaseClosed(irregularity=case.irregularity, clause=case.clause),
    )


def decide_case(state: State, command: c.Decide, origin: Origin) -> Events:
    """The one the case waits for has decided: void, or the round goes on."""
    if state.is_interrupted:
        return decide_interrupted(state, command)
    case = case_waiting(state, command)
    kind = case.irregularity
    decided = e.Decided(
        irregularity=kind,
        void=command.void,
        surveillance=command.surveillance,
        clause=case.clause,
        why=command.why,
        dealer=dealt_by(state),
    )
    procedure = state.game.procedure(kind)
    if kind is I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL and procedure:
        if command.void:
            raise Refused(
                Reason.NOT_COVERED,
                "The order is fixed and the round played on; it is not void.",
                clause=state.game.cite(case.clause),
            )
        play = round_in_play(state)
        codes = in_order(state, command.cards)
        check_places(state, case, command.cards)
        if is_impossible(state, codes):
            return void_round(state, surplus(state))
        ordered = e.CardsReconstructed(
            cards=codes, named=named_places(command.cards), clause=case.clause
        )
        asked = offer(state, procedure, decided=decided_in_place(state, play))
        closed = e.CaseClosed(irregularity=kind, clause=case.clause)
        return (decided, ordered, *(asked or (closed,)))
    if command.void:
        round_in_play(state)
        return (decided, *void_round(state, kind, clause=case.clause, why=command.why)[1:])
    closed = e.CaseClosed(irregularity=kind, clause=case.clause)
    if not command.cards:
        return (decided, closed)
    codes = in_order(state, command.cards)
    check_places(state, case, command.cards)
    if is_impossible(state, codes):
        return void_round(state, surplus(state))
    ordered = e.CardsReconstructed(
        cards=codes, named=named_places(command.cards), clause=case.clause
    )
    return (decided, ordered, closed)


def allow_first_card_withdrawal(
    state: State, command: c.AllowFirstCardWithdrawal, origin: Origin
) -> Events:
    """In the HLGA, when the cut card came first, the dealer may let stakes be withdrawn."""
    config = open_table(state)
    no_case(state)
    play = round_in_play(state)
    procedure = state.game.procedure(I.CUT_CARD_FIRST)
    if procedure is None:
        raise Refused(
            Reason.NO_SUCH_CASE,
            "{game} has no clause that lets stakes be withdrawn when the cut card comes first.",
            clause="reading cut-card",
            game=state.game.title,
        )
    if not config.zone.hlga or not play.cut_card_first or play.cards:
        raise Refused(
            Reason.NO_SUCH_CASE,
            "Only in the HLGA, when the cut card came first and no other card has been drawn.",
            clause=state.game.cite(procedure.clause),
        )
    noted = e.IrregularityReported(
        irregularity=I.CUT_CARD_FIRST, clause=procedure.clause, why=command.why
    )
    return (noted, *offer(state, procedure))


def _after_option(state: State, kind: Irregularity, clause: str) -> Events:
    closed = (e.CaseClosed(irregularity=kind, clause=clause),) if state.case else ()
    match kind:
        case I.DEVICE_RESET:
            return (e.BettingReopened(clause=clause), *closed)
        case I.DRAWN_TOGETHER_ORDER_KNOWN | I.DEALT_IN_WRONG_ORDER:
            return (e.CaseOpened(irregularity=kind, waits_for="cards-in-order", clause=clause),)
        case _:
            return closed


def _power_failure(state: State, play: Round, command: c.Report, procedure: Procedure) -> Events:
    """Withdrawal is offered only while no wager is decided (5.17.1); else play goes on (5.17.2)."""
    if decided_now(state, play):
        return (note_report(command, f"{procedure.clause}.2"),)
    return (note_report(command, procedure.option_clause), *offer(state, procedure))


def _exposed_in_error(state: State, play: Round, command: c.Report, procedure: Procedure) -> Events:
    """One card lies face up by mistake: everybody has seen it, and its hand goes on as it was.

    A card that has been read is meant by its place; its face is not there to be guessed.
    """
    assert command.side is not None, "checked before"
    hand = play.hand(command.side)
    read = not command.card
    down = [
        place
        for place, dealt in enumerate(hand, 1)
        if not dealt.face_up and (dealt.card is not None) is read
    ]
    place = command.place or next(iter(down), 0)
    if place not in down:
        raise Refused(
            Reason.CARD_CONTRADICTS,
            "Say the place of a card that lies face down; and its face only if it has not been"
            " read.",
            clause=READING,
        )
    code = hand[place - 1].card or parse_card(command.card).code
    shoe = state.shoe
    assert shoe is not None, "a round is opened with a shoe only"
    if not read and not shoe.holds(code):
        return void_round(state, surplus(state))
    shown = tuple(
        code if at == place else (dealt.card if dealt.face_up else None)
        for at, dealt in enumerate(hand, 1)
    )
    exposed = e.CardsExposed(side=command.side, cards=shown, clause=procedure.clause)
    return (note_report(command, procedure.clause), exposed)


def _uncovered(state: State, command: c.Report) -> Events:
    """No clause of this game: a referral where it has one (6.1), else by our readings."""
    referral = state.game.procedure(I.NOT_COVERED)
    clause = referral.clause if referral else "reading who-decides"
    if state.round is not None:
        check_drawn_together(state, state.round, command, clause)
    return (
        note_report(command, clause),
        e.CaseOpened(irregularity=command.irregularity, waits_for="decision", clause=clause),
    )


def _between_rounds(state: State, command: c.Report, procedure: Procedure) -> Events:
    kind = command.irregularity
    noted = note_report(command, procedure.clause)
    if kind in BETWEEN_ROUNDS:
        return (noted,)
    if kind in MOVING_DEVICE and state.method is Method.C and state.shoe is not None:
        if kind is I.EXPOSED_BY_MOVING_DEVICE or command.reconstructable:
            return (noted,)
        # There is no round to void, but the cards are replaced all the same (5.12.2).
        return (noted, e.ShoeRetired(shoe=state.shoe.id, clause=procedure.clause))
    if kind is I.NOT_COVERED:
        return (noted, _wait(procedure, Waits.DECISION))
    last = state.finished[-1] if state.finished else None
    if last and last.game is state.game and not last.void and kind is I.WRONG_NUMBER_OF_CARDS:
        # Seen before the next round has commenced (5.2 of the older games).
        if not command.reconstructable:
            return void_finished(state, last, kind)
        return (noted, _wait(procedure, Waits.CARDS_IN_ORDER))
    raise Refused(
        Reason.NO_ROUND,
        "There is no round in play for that.",
        clause=state.game.cite(procedure.option_clause or procedure.clause),
    )


def note_report(command: c.Report, clause: str) -> e.IrregularityReported:
    """What was reported, as it is recorded under the clause that it is taken up by."""
    return e.IrregularityReported(
        irregularity=command.irregularity,
        note=command.note,
        side=command.side,
        patron=command.patron,
        card=command.card,
        together=command.together,
        place=command.place,
        clause=clause,
    )


def _wait(procedure: Procedure, waits: Waits) -> e.CaseOpened:
    return e.CaseOpened(
        irregularity=procedure.irregularity, waits_for=waits.value, clause=procedure.clause
    )
