"""Irregularities: what each game's own clause does about what was reported, step by step."""

from punto.refusals import Reason, Refused
from punto.rules.cards import parse_card
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity, Option, Procedure, Remedy
from punto.table import commands as c
from punto.table import events as e
from punto.table.evolve import evolve_all
from punto.table.options import decided_now, offer
from punto.table.requirements import case_waiting, no_case, open_table, round_in_play
from punto.table.settling import settle_again, void_finished, void_round
from punto.table.state import Round, State, Waits

Events = tuple[e.Event, ...]
I = Irregularity  # noqa: E741  (short where the table below is read as a table)

# Reported by doing something else, which the sentence names.
NOT_REPORTED = {
    I.LATE_STAKE: "Late stakes are refused as they come.",
    I.LATE_WITHDRAWAL: "Late withdrawals are refused as they come.",
    I.UNDER_MINIMUM: "Stakes under the minimum are found when the round is settled.",
    I.OVER_MAXIMUM: "Stakes over the maximum are found when the round is settled.",
    I.DIFFERENTIAL_EXCEEDED: "The differential is measured: ask for decreases.",
    I.CUT_CARD_FIRST: "Report the cut card, then allow withdrawal.",
    I.WRONG_DISPLAY: "Correct the display of the round.",
}
VOIDING = (Remedy.VOID, Remedy.VOID_UNLESS_RECONSTRUCTED)
BETWEEN_ROUNDS = (I.FOREIGN_CARDS, I.EXTRA_OR_MISSING_CARDS, I.UNSHUFFLED_CARDS)


def report(state: State, command: c.Report) -> Events:
    """Take up an irregularity by the game's own procedure for it."""
    open_table(state)
    kind = command.irregularity
    if kind in NOT_REPORTED:
        raise Refused(Reason.NO_SUCH_CASE, NOT_REPORTED[kind])
    procedure = state.game.procedure(kind)
    if procedure is None or procedure.remedy not in VOIDING or command.reconstructable:
        no_case(state)  # but a round that cannot stand is void whatever else it waits for
    if procedure is None:
        return _uncovered(state, command)
    if state.round is None:
        return _between_rounds(state, command, procedure)
    _check_stage(state, state.round, command)
    noted = e.IrregularityReported(irregularity=kind, note=command.note, clause=procedure.clause)
    match kind:
        case I.POWER_FAILURE:
            return (noted, *_power_failure(state, state.round, procedure))
        case I.PATRON_LEFT_WITH_CARDS:
            return (noted, _wait(procedure, Waits.SETTING_ASIDE))
        case I.PASSED_TO_WRONG_PATRON | I.HANDLER_ABSENT | I.EXPOSED_OR_NOT_PASSED:
            assert command.side is not None, "checked above"
            keeps = kind is not I.PASSED_TO_WRONG_PATRON
            retrieved = e.HandRetrieved(
                side=command.side, dealer_keeps=keeps, clause=procedure.clause
            )
            return (noted, retrieved)
    match procedure.remedy:
        case Remedy.VOID:
            return void_round(state, kind, why=command.note)
        case Remedy.VOID_UNLESS_RECONSTRUCTED:
            if not command.reconstructable:
                return void_round(state, kind, why=command.note)
            if kind is I.WRONG_NUMBER_OF_CARDS:
                return (noted, _wait(procedure, Waits.CARDS_IN_ORDER))
            return (noted,)
        case Remedy.DECIDE:
            return (noted, _wait(procedure, Waits.DECISION))
        case Remedy.RECONSTRUCT | Remedy.REOPEN_BETTING:
            asked = offer(state, kind, procedure.clause, procedure.option)
            return (noted, *(asked or _after_option(state, kind, procedure.clause)))
        case _:
            return (noted,)


def after_answer(state: State, events: Events) -> Events:
    """What follows once everybody has answered an option, or it has lapsed."""
    case = state.case
    assert case is not None, "an option was answered"
    later = evolve_all(state, events)
    if later.case is not None and later.case.asked:
        return events
    return (*events, *_after_option(later, case.irregularity, case.clause))


def reconstruct(state: State, command: c.Reconstruct) -> Events:
    """Put the cards in the order they left the device."""
    case = case_waiting(state, Waits.CARDS_IN_ORDER)
    if case.round:
        finished = next(each for each in state.finished if each.number == case.round)
        return (
            *settle_again(state, finished, command.cards, clause=case.clause),
            e.CaseClosed(irregularity=case.irregularity, clause=case.clause),
        )
    return (
        e.CardsReconstructed(cards=_in_order(state, command.cards), clause=case.clause),
        e.CaseClosed(irregularity=case.irregularity, clause=case.clause),
    )


def decide_case(state: State, command: c.Decide) -> Events:
    """The one the case waits for has decided: void, or the round goes on."""
    case = case_waiting(state, Waits.DECISION)
    kind = case.irregularity
    if not command.why.strip():
        raise Refused(Reason.UNREADABLE_REQUEST, "Say why it is decided so.")
    decided = e.Decided(irregularity=kind, void=command.void, clause=case.clause, why=command.why)
    if kind is I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL and state.game.procedure(kind):
        if command.void:
            raise Refused(
                Reason.NOT_COVERED,
                "The order is fixed and the round played on; it is not void.",
                clause=state.game.cite(case.clause),
            )
        ordered = e.CardsReconstructed(cards=_in_order(state, command.cards), clause=case.clause)
        asked = offer(state, kind, case.clause, Option.WITHDRAW_ALL)
        closed = e.CaseClosed(irregularity=kind, clause=case.clause)
        return (decided, ordered, *(asked or (closed,)))
    if command.void:
        round_in_play(state)
        return (decided, *void_round(state, kind, clause=case.clause, why=command.why)[1:])
    closed = e.CaseClosed(irregularity=kind, clause=case.clause)
    if not command.cards:
        return (decided, closed)
    ordered = e.CardsReconstructed(cards=_in_order(state, command.cards), clause=case.clause)
    return (decided, ordered, closed)


def allow_first_card_withdrawal(state: State, command: c.AllowFirstCardWithdrawal) -> Events:
    """In the HLGA, when the cut card came first, the dealer may let stakes be withdrawn."""
    config = open_table(state)
    no_case(state)
    play = round_in_play(state)
    procedure = state.game.procedure(I.CUT_CARD_FIRST)
    if procedure is None or not config.zone.hlga or not play.cut_card_first or len(play.cards) > 1:
        raise Refused(
            Reason.NO_SUCH_CASE,
            "Only in the HLGA, and only when the cut card came before the first card.",
            clause=state.game.cite(procedure.clause) if procedure else None,
        )
    noted = e.IrregularityReported(
        irregularity=I.CUT_CARD_FIRST, clause=procedure.clause, why=command.why
    )
    return (noted, *offer(state, I.CUT_CARD_FIRST, procedure.clause, procedure.option))


def _after_option(state: State, kind: Irregularity, clause: str) -> Events:
    closed = e.CaseClosed(irregularity=kind, clause=clause)
    match kind:
        case I.DEVICE_RESET:
            return (e.BettingReopened(clause=clause), closed)
        case I.DRAWN_TOGETHER_ORDER_KNOWN | I.DEALT_IN_WRONG_ORDER:
            return (e.CaseOpened(irregularity=kind, waits_for="cards-in-order", clause=clause),)
        case _:
            return (closed,)


def _power_failure(state: State, play: Round, procedure: Procedure) -> Events:
    """Withdrawal is offered only while no wager is decided (5.17.1); else play goes on (5.17.2)."""
    if decided_now(state, play):
        return ()
    return offer(state, I.POWER_FAILURE, f"{procedure.clause}.1", procedure.option)


def _uncovered(state: State, command: c.Report) -> Events:
    """No clause of this game: a referral where it has one (6.1), else by our readings."""
    referral = state.game.procedure(I.NOT_COVERED)
    if command.irregularity is I.POWER_FAILURE:
        clause = "reading power-failure-elsewhere"
        if state.round is None or command.reconstructable:
            return (e.IrregularityReported(irregularity=I.POWER_FAILURE, clause=clause),)
        return void_round(state, I.POWER_FAILURE, clause=clause, why=command.note)
    clause = referral.clause if referral else "reading staff-in-older-games"
    return (
        e.IrregularityReported(irregularity=command.irregularity, note=command.note, clause=clause),
        e.CaseOpened(irregularity=command.irregularity, waits_for="decision", clause=clause),
    )


def _between_rounds(state: State, command: c.Report, procedure: Procedure) -> Events:
    kind = command.irregularity
    noted = e.IrregularityReported(irregularity=kind, note=command.note, clause=procedure.clause)
    if kind in BETWEEN_ROUNDS:
        return (noted,)
    if kind is I.NOT_COVERED:
        return (noted, _wait(procedure, Waits.DECISION))
    last = state.finished[-1] if state.finished else None
    this_game = last is not None and last.game is state.game and not last.void
    if kind is I.WRONG_NUMBER_OF_CARDS and last is not None and this_game:
        # Seen before the next round has commenced (5.2 of the older games).
        if not command.reconstructable:
            return void_finished(state, last, kind)
        return (noted, _wait(procedure, Waits.CARDS_IN_ORDER))
    raise Refused(Reason.NO_ROUND, "There is no round in play for that.")


def _check_stage(state: State, play: Round, command: c.Report) -> None:
    """Each irregularity has its time: refuse one that cannot be now."""
    kind = command.irregularity
    sentence = ""
    match kind:
        case I.FACE_UP_IN_DEVICE | I.DEALT_IN_WRONG_ORDER | I.DRAWN_TOGETHER_ORDER_KNOWN:
            sentence = "" if play.cards else "No card of this round has been drawn yet."
        case I.WRONG_NUMBER_OF_CARDS:
            sentence = "" if play.cards else "No card of this round has been drawn yet."
        case I.DRAWN_TOGETHER_IN_INITIAL_DEAL:
            sentence = "The initial deal is over." if play.initial_deal_done else ""
        case I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL:
            sentence = "" if play.initial_deal_done else "The initial deal is not over."
        case I.DEVICE_RESET:
            if play.betting_open:
                sentence = "Betting is still open."
            elif any(dealt.face_up for dealt in play.cards):
                sentence = "A card has been shown, so betting cannot open again."
        case I.EXPOSED_BY_MOVING_DEVICE | I.ALTERED_BY_MOVING_DEVICE:
            sentence = "" if state.device else "The device moves in method C only."
        case I.PASSED_TO_WRONG_PATRON | I.HANDLER_ABSENT:
            held = command.side is not None and command.side in play.handlers
            sentence = "" if held else "Nobody holds the cards of that hand."
        case I.EXPOSED_OR_NOT_PASSED:
            sentence = "" if command.side is not None else "Say which hand."
        case I.PATRON_LEFT_WITH_CARDS:
            sentence = _nothing_missing(play, command.patron)
    if sentence:
        procedure = state.game.procedure(kind)
        cited = state.game.cite(procedure.clause) if procedure else None
        raise Refused(Reason.NO_SUCH_CASE, sentence, clause=cited)
    if command.card:
        parse_card(command.card)


def _nothing_missing(play: Round, patron: str) -> str:
    sides = [side for side in Side if play.handlers.get(side) == patron]
    hidden = [card for side in sides for card in play.hand(side) if not card.face_up]
    if not patron or not hidden:
        return "That patron holds no cards that lie face down."
    if all(card.card for card in hidden):
        return "The device has read those cards: report the handler absent and expose them."
    return ""


def _in_order(state: State, texts: tuple[str, ...]) -> tuple[str, ...]:
    """The round's cards in their true order: at least those known already, each a real copy."""
    play = round_in_play(state)
    shoe = state.shoe
    assert shoe is not None, "a round is opened with a shoe only"
    codes = tuple(parse_card(text).code for text in texts)
    known = [dealt.card for dealt in play.cards if dealt.card]
    spare = list(codes)
    for card in known:
        if card not in spare:
            raise Refused(Reason.CARD_CONTRADICTS, f"{card} was drawn in this round too.")
        spare.remove(card)
    if len(codes) < len(play.cards):
        raise Refused(Reason.CARD_MISSING, f"{len(play.cards)} cards were drawn, not {len(codes)}.")
    for card in set(spare):
        if shoe.seen.get(card, 0) + spare.count(card) > shoe.decks:
            raise Refused(Reason.TOO_MANY_COPIES, f"{shoe.decks} decks do not hold another {card}.")
    return codes


def _wait(procedure: Procedure, waits: Waits) -> e.CaseOpened:
    return e.CaseOpened(
        irregularity=procedure.irregularity, waits_for=waits.value, clause=procedure.clause
    )
