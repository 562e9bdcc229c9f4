"""Irregularities: what each game's own clause does about what was reported, step by step."""

from collections import Counter

from punto.refusals import Reason, Refused
from punto.rules.cards import parse_card
from punto.rules.game import Method
from punto.rules.irregularities import Irregularity, Procedure, Remedy
from punto.table import commands as c
from punto.table import events as e
from punto.table.evolve import evolve_all
from punto.table.options import decided_now, offer
from punto.table.reports import check_stage
from punto.table.requirements import case_waiting, no_case, open_table, round_in_play
from punto.table.settling import settle_again, void_finished, void_round
from punto.table.state import Round, State, Waits

Events = tuple[e.Event, ...]
I = Irregularity  # noqa: E741  (short where the table below is read as a table)

# Taken up by something else than a report, which the sentence names.
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
MOVING_DEVICE = (I.EXPOSED_BY_MOVING_DEVICE, I.ALTERED_BY_MOVING_DEVICE)
BETWEEN_ROUNDS = (I.FOREIGN_CARDS, I.EXTRA_OR_MISSING_CARDS, I.UNSHUFFLED_CARDS)


def report(state: State, command: c.Report) -> Events:
    """Take up an irregularity by the game's own procedure for it."""
    kind = command.irregularity
    procedure = state.game.procedure(kind)
    if procedure is None or procedure.remedy not in VOIDING or command.reconstructable:
        no_case(state)  # but a round that cannot stand is void whatever else it waits for
    if kind in NOT_REPORTED:
        raise Refused(Reason.NO_SUCH_CASE, NOT_REPORTED[kind])
    if procedure is None:
        return _uncovered(state, command)
    if state.round is None:
        return _between_rounds(state, command, procedure)
    check_stage(state, state.round, command)
    noted = _noted(command, procedure.clause)
    match kind:
        case I.POWER_FAILURE:
            return _power_failure(state, state.round, command, procedure)
        case I.PATRON_LEFT_WITH_CARDS:
            return (noted, _wait(procedure, Waits.SETTING_ASIDE))
        case I.EXPOSED_OR_NOT_PASSED if command.card:
            return (noted, _exposed_in_error(state, state.round, command, procedure))
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


def reconstruct(state: State, command: c.Reconstruct) -> Events:
    """Put the cards in the order they left the device."""
    case = case_waiting(state, Waits.CARDS_IN_ORDER)
    if case.round:
        finished = next(each for each in state.finished if each.number == case.round)
        cards = [card for card in command.cards if card]
        return (
            *settle_again(state, finished, cards, clause=case.clause),
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
    decided = e.Decided(irregularity=kind, void=command.void, clause=case.clause, why=command.why)
    procedure = state.game.procedure(kind)
    if kind is I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL and procedure:
        if command.void:
            raise Refused(
                Reason.NOT_COVERED,
                "The order is fixed and the round played on; it is not void.",
                clause=state.game.cite(case.clause),
            )
        ordered = e.CardsReconstructed(cards=_in_order(state, command.cards), clause=case.clause)
        asked = offer(state, procedure)
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
    if procedure is None or not config.zone.hlga or not play.cut_card_first or play.cards:
        raise Refused(
            Reason.NO_SUCH_CASE,
            "Only in the HLGA, when the cut card came first and no other card has been drawn.",
            clause=state.game.cite(procedure.clause) if procedure else None,
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
        return (_noted(command, f"{procedure.clause}.2"),)
    return (_noted(command, procedure.option_clause), *offer(state, procedure))


def _exposed_in_error(
    state: State, play: Round, command: c.Report, procedure: Procedure
) -> e.CardsExposed:
    """One card lies face up by mistake: everybody has seen it, and its hand goes on as it was."""
    assert command.side is not None, "checked before"
    code = parse_card(command.card).code
    hand = play.hand(command.side)
    shoe = state.shoe
    assert shoe is not None, "a round is opened with a shoe only"
    might_be = (code, None) if shoe.holds(code) else (code,)
    hidden = [place for place, dealt in enumerate(hand) if not dealt.face_up]
    fits = [place for card in might_be for place in hidden if hand[place].card == card]
    if not fits:
        raise Refused(
            Reason.CARD_CONTRADICTS,
            f"{code} is none of the {command.side.title} cards that lay face down.",
        )
    shown = tuple(
        code if place == fits[0] else (dealt.card if dealt.face_up else None)
        for place, dealt in enumerate(hand)
    )
    return e.CardsExposed(side=command.side, cards=shown, clause=procedure.clause)


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
        _noted(command, clause),
        e.CaseOpened(irregularity=command.irregularity, waits_for="decision", clause=clause),
    )


def _between_rounds(state: State, command: c.Report, procedure: Procedure) -> Events:
    kind = command.irregularity
    noted = _noted(command, procedure.clause)
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
    raise Refused(Reason.NO_ROUND, "There is no round in play for that.")


def _in_order(state: State, texts: tuple[str | None, ...]) -> tuple[str | None, ...]:
    """The round's cards in their true order: at least those known already, each a real copy."""
    play = round_in_play(state)
    shoe = state.shoe
    assert shoe is not None, "a round is opened with a shoe only"
    codes = tuple(None if text is None else parse_card(text).code for text in texts)
    out = [*(dealt.card for dealt in play.cards), *play.set_aside]
    known, named = (Counter(card for card in cards if card) for cards in (out, codes))
    for card, copies in (named - known).items():
        if not shoe.holds(card, copies):
            raise Refused(Reason.TOO_MANY_COPIES, f"{shoe.decks} decks do not hold another {card}.")
    if None in codes and state.method is not Method.A:
        raise Refused(Reason.CARD_UNREAD, "Say which cards they are, as TH.")
    for card in known - named:
        raise Refused(Reason.CARD_CONTRADICTS, f"{card} was drawn in this round too.")
    if len(codes) > len(out) + shoe.left:
        raise Refused(Reason.CARD_CONTRADICTS, "So many cards were not left in the device.")
    if len(codes) < len(out):
        raise Refused(Reason.CARD_MISSING, f"{len(out)} cards were drawn, not {len(codes)}.")
    return codes


def _noted(command: c.Report, clause: str) -> e.IrregularityReported:
    return e.IrregularityReported(
        irregularity=command.irregularity,
        note=command.note,
        side=command.side,
        patron=command.patron,
        card=command.card,
        clause=clause,
    )


def _wait(procedure: Procedure, waits: Waits) -> e.CaseOpened:
    return e.CaseOpened(
        irregularity=procedure.irregularity, waits_for=waits.value, clause=procedure.clause
    )
