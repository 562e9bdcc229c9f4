"""Settling: the end of a round, void or paid, and its correction by reversal and settling again."""

from collections import defaultdict
from collections.abc import Collection, Sequence

from punto.messages import Message
from punto.money import Cents
from punto.refusals import Reason, Refused
from punto.rules.cards import parse_card, parse_cards
from punto.rules.game import Game
from punto.rules.holdings import facts
from punto.rules.irregularities import Irregularity, Remedy
from punto.rules.round import Round as Dealt
from punto.rules.round import read_round
from punto.rules.settlement import Limits, Result, Settled, settle
from punto.rules.settlement import Stake as LawStake
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import Configuration
from punto.table.people import Origin
from punto.table.preconditions import no_case, no_round, open_table
from punto.table.state import Finished, Stake, State

Events = tuple[e.Event, ...]
VOID = "reading void-returns-all"


def settle_round(state: State) -> Events:
    """Settle every stake of the round in play on its cards."""
    play = state.round
    assert play is not None, "only a round in play is settled"
    config = open_table(state)
    codes = tuple(dealt.card for dealt in play.cards if dealt.card)
    dealt = read_round(state.game, parse_cards(" ".join(codes)), config.decks)
    lines, under = pay(state.game, config, dealt, play.stakes.values(), state.under_minimum)
    settled = e.RoundSettled(
        round=play.number,
        cards=codes,
        player=dealt.outcome.player_total,
        banker=dealt.outcome.banker_total,
        lines=lines,
        under_minimum=under,
        clause=state.game.winner_clause,
        dealer=play.dealer,
    )
    if _device_is_lost(state, lines):
        return (settled, e.DeviceReturned(patron=state.device, clause="3.12.8.2"))
    return (settled,)


def pay(
    game: Game,
    config: Configuration,
    dealt: Dealt,
    stakes: Collection[Stake],
    under_minimum: tuple[str, ...],
) -> tuple[tuple[e.Paid, ...], tuple[str, ...]]:
    """Settle stakes patron by patron; the lines in the order staked, and the minimum's memory."""
    remembered = set(under_minimum)
    paid: dict[int, e.Paid] = {}
    limits = _limits(config)
    hands = facts(dealt.player.cards, dealt.banker.cards) if game.card_wagers else None
    by_patron: defaultdict[str, list[Stake]] = defaultdict(list)
    for stake in stakes:
        by_patron[stake.patron].append(stake)
    for patron, own in by_patron.items():
        settlement = settle(
            game,
            dealt.outcome,
            [LawStake(stake.wager, Cents(stake.cents)) for stake in own],
            limits=limits,
            under_minimum_before=patron in remembered,
            hands=hands,
        )
        if settlement.under_minimum_found:
            remembered.add(patron)
        for stake, line in zip(own, settlement.lines, strict=True):
            paid[stake.id] = _paid(stake, line)
    return tuple(paid[stake.id] for stake in stakes), tuple(sorted(remembered))


def void_round(
    state: State, irregularity: Irregularity, *, clause: str = "", why: str = ""
) -> Events:
    """The round in play is void: every stake goes back, earlier rounds stand."""
    play = state.round
    assert play is not None, "only a round in play is voided"
    if not clause:
        procedure = state.game.procedure(irregularity)
        assert procedure is not None, "voided by a clause"
        clause = procedure.clause
    lines = tuple(_returned(stake, clause) for stake in play.stakes.values())
    must_replace = irregularity is Irregularity.ALTERED_BY_MOVING_DEVICE
    return (
        e.IrregularityReported(irregularity=irregularity, clause=clause, why=why),
        e.RoundVoided(
            round=play.number,
            lines=lines,
            must_replace=must_replace,
            clause=clause,
            why=why,
            dealer=play.dealer,
        ),
    )


def correct_round(state: State, command: c.CorrectRound, origin: Origin) -> Events:
    """Reverse a settlement that rested on wrong cards, and settle again on the right ones."""
    no_case(state)
    no_round(state)
    finished = find_finished(state, command.round)
    if finished.void:
        raise Refused(
            Reason.NO_ROUND,
            "Round {number} was void: its bets went back.",
            clause=VOID,
            number=finished.number,
        )
    if tuple(parse_card(card).code for card in command.cards) == finished.cards:
        limited = any(line.limit_clause for line in finished.lines)
        raise Refused(
            Reason.NO_SUCH_CASE,
            "Round {number} was settled on these cards and stays settled.",
            clause=finished.game.cite("5.16" if limited else correction_clause(finished.game)),
            number=finished.number,
        )
    return settle_again(state, finished, command.cards, found=command)


def settle_again(
    state: State,
    finished: Finished,
    cards: Sequence[str],
    *,
    found: c.CorrectRound | c.Reconstruct,
    clause: str = "",
) -> Events:
    """Reverse what a finished round paid, and pay what these cards come to, as was then set."""
    game, config = finished.game, finished.configuration
    said = parse_cards(" ".join(cards))
    _check_shoe_holds(state, finished, [card.code for card in said])
    dealt = read_round(game, said, config.decks)
    lines, under = pay(game, config, dealt, finished.stakes, finished.under_minimum_before)
    clause = clause or correction_clause(game)
    return (
        e.SettlementReversed(
            round=finished.number,
            lines=finished.lines,
            surveillance=found.surveillance,
            clause=clause,
            why=found.why,
        ),
        e.RoundSettled(
            round=finished.number,
            cards=tuple(card.code for card in dealt.cards),
            player=dealt.outcome.player_total,
            banker=dealt.outcome.banker_total,
            lines=lines,
            under_minimum=under,
            corrects=True,
            clause=clause,
            why=found.why,
            dealer=finished.dealer,
        ),
    )


def void_finished(state: State, finished: Finished, irregularity: Irregularity) -> Events:
    """Reverse what a finished round paid and give every stake back."""
    procedure = finished.game.procedure(irregularity)
    assert procedure is not None, "voided by a clause"
    assert procedure.remedy is Remedy.VOID_UNLESS_RECONSTRUCTED, "voided by a clause that voids"
    returned = tuple(_returned(stake, procedure.clause) for stake in finished.stakes)
    case = state.case
    closed = (e.CaseClosed(irregularity=case.irregularity, clause=case.clause),) if case else ()
    return (
        e.IrregularityReported(irregularity=irregularity, clause=procedure.clause),
        e.SettlementReversed(round=finished.number, lines=finished.lines, clause=procedure.clause),
        e.RoundVoided(
            round=finished.number,
            lines=returned,
            corrects=True,
            clause=procedure.clause,
            dealer=finished.dealer,
        ),
        *closed,
    )


def correct_display(state: State, command: c.CorrectDisplay, origin: Origin) -> Events:
    """A display was wrong: what the cards came to stands, and the difference is recorded."""
    if state.round is not None and state.round.number == command.round:
        game, stands = state.game, "undecided"
    else:
        finished = find_finished(state, command.round)
        game, stands = finished.game, _stands(finished)
    clause = correction_clause(game)
    if command.shown == stands:
        raise Refused(
            Reason.NO_SUCH_CASE,
            "Round {round} was {stands}: the display is right.",
            clause=game.cite(clause),
            round=command.round,
            stands=Message(stands),
        )
    corrected = e.DisplayCorrected(
        round=command.round, shown=command.shown, stands=stands, clause=clause
    )
    return (*_reported_display(state), corrected)


def _reported_display(state: State) -> Events:
    """The report of a wrong display that waits, as it always does, confirmed by the correction."""
    case = state.case
    if case is None or case.irregularity is not Irregularity.WRONG_DISPLAY:
        return ()
    return (e.ReportConfirmed(irregularity=case.irregularity, clause=case.clause),)


def _stands(finished: Finished) -> str:
    """What a finished round came to, from its cards."""
    if finished.void:
        return "void"
    decks = finished.configuration.decks
    dealt = read_round(finished.game, parse_cards(" ".join(finished.cards)), decks)
    return dealt.outcome.winner.value


def find_finished(state: State, number: int) -> Finished:
    found = next((each for each in state.finished if each.number == number), None)
    if found is None:
        raise Refused(
            Reason.NO_ROUND,
            "Round {number} is not among the last rounds played.",
            clause=state.game.cite(correction_clause(state.game)),
            number=number,
        )
    return found


def correction_clause(game: Game) -> str:
    """By what a round that was shown or recorded wrongly is put right."""
    display = game.procedure(Irregularity.WRONG_DISPLAY)
    return display.clause if display else "reading corrections"


def _check_shoe_holds(state: State, finished: Finished, codes: list[str]) -> None:
    """Cards that a round is corrected to must be there beside all others seen of its shoe."""
    if not finished.shoe_in_use:
        return
    shoe = state.shoe
    assert shoe is not None, "the one in use"
    for card in codes:
        if not shoe.holds(card, codes.count(card) - finished.cards.count(card)):
            raise Refused(
                Reason.TOO_MANY_COPIES,
                "{decks} decks do not hold another {card}.",
                clause=state.game.cite("2.1"),
                decks=shoe.decks,
                card=card,
            )


def _limits(config: Configuration) -> dict[str, Limits]:
    return {
        wager: Limits(Cents(each.min_cents), Cents(each.max_cents))
        for wager, each in config.limits.items()
    }


def _paid(stake: Stake, line: Settled) -> e.Paid:
    return e.Paid(
        stake=stake.id,
        patron=stake.patron,
        wager=stake.wager,
        cents=stake.cents,
        result=line.result,
        pays=line.odds.text if line.odds else "",
        profit_cents=line.profit_cents,
        returned_cents=line.returned_cents,
        clause=line.clause,
        limit_clause=line.limit_clause,
    )


def _returned(stake: Stake, clause: str) -> e.Paid:
    return e.Paid(
        stake.id, stake.patron, stake.wager, stake.cents, Result.VOID, "", 0, stake.cents, clause
    )


def _device_is_lost(state: State, lines: tuple[e.Paid, ...]) -> bool:
    """Whether the patron in control has lost (reading device-loses)."""
    if not state.device:
        return False
    own = [line for line in lines if line.patron == state.device]
    on_hands = [line for line in own if line.wager in ("player", "banker")]
    if on_hands:
        return any(line.result is Result.LOSE for line in on_hands)
    return bool(own) and all(line.result is Result.LOSE for line in own)
