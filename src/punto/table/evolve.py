"""What an event changes: the state after it. No policy here, and no event is ever ignored."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import reduce
from typing import assert_never

from msgspec.structs import replace

from punto.rules.game import Method
from punto.rules.hands import Side
from punto.table import events as e
from punto.table.configuration import Configuration
from punto.table.consistency import contradiction
from punto.table.evolve_round import (
    close_betting,
    correct,
    draw,
    expose,
    finish,
    hidden_cards,
    put_aside,
    put_in_order,
    reopen_betting,
    replace_unread,
    retrieve,
    squeeze,
    take_back,
    with_dealer,
    with_report,
    with_stake,
    without_stake,
)
from punto.table.evolve_shoe import (
    burned,
    counted,
    dealt_with,
    new_shoe,
    with_cards_gone,
    with_contribution,
    with_missing,
    with_seal_opened,
    without_shoe,
)
from punto.table.state import (
    CHANGES_COUNTED,
    ROUNDS_REMEMBERED,
    Acting,
    Case,
    Due,
    Finished,
    Round,
    Shoe,
    Stake,
    State,
    Waits,
)
from punto.table.under_minimum import remembered_again


class Corrupt(Exception):  # noqa: N818  (a state of the journal, not a mistake in a call)
    """An event that cannot have happened here: the record contradicts itself."""


def evolve_all(state: State, events: Iterable[e.Event]) -> State:
    """The state after several events."""
    return reduce(evolve, events, state)


def evolve(state: State, event: e.Event) -> State:
    """The state after one event; one that cannot have happened here is corrupt."""
    wrong = contradiction(state, event)
    if wrong:
        raise Corrupt(f"{type(event).__name__} cannot be: {wrong}")
    match event:
        # What every round is made of comes first, what it has most of before the rest.
        case e.StakePlaced():
            stake = Stake(
                event.stake, event.patron, event.wager, event.position, event.cents, event.stake
            )
            return replace(state, round=with_stake(_round(state), stake), stakes=state.stakes + 1)
        case e.CardDrawn():
            return _drawn(state, event)
        case e.BettingOpened(round=number):
            return replace(state, round=Round(number, dealer=state.dealer), rounds=number)
        case e.BettingClosed():
            return replace(state, round=close_betting(_round(state)))
        case e.TotalsAnnounced():
            return replace(state, round=replace(_round(state), totals_announced=True))
        case e.RoundSettled():
            if event.corrects:
                return _corrected(state, event.round, event.cards, event.lines, void=False)
            return _settled(state, event)
        case e.TableOpened(configuration=config):
            return replace(state, configuration=config, method=config.method, closed_as=None)
        case e.ConfigurationChanged(configuration=config):
            kept = config.method is state.method
            return replace(
                state,
                configuration=config,
                method=config.method,
                device=state.device if kept else "",
                device_without_stake=kept and state.device_without_stake,
            )
        case e.TableClosed():
            return replace(
                state,
                configuration=None,
                device="",
                device_without_stake=False,
                acting={},
                dealer="",
                closed_as=state.configuration,
            )
        case e.ShoeLoaded():
            return replace(state, shoe=new_shoe(event))
        case e.ContributionMade() | e.ContributionsClosed() | e.ContributionRevealed():
            return with_contribution(state, _shoe(state), event)
        case e.ContributionsMissing():
            return with_missing(state, event)
        case e.CardsBurned(first=first, count=count):
            return replace(state, shoe=burned(_shoe(state), first, count))
        case e.ShoeRetired():
            return without_shoe(state, _shoe(state))
        case e.ShoeRevealed(shoe=name):
            return with_seal_opened(state, name)
        case e.StakeChanged(stake=number, cents=cents):
            return _changed(state, number, cents)
        case e.StakeWithdrawn(stake=number):
            return replace(state, round=without_stake(_round(state), number))
        case e.DecreaseAsked(side=side):
            return replace(state, round=replace(_round(state), decrease_asked=side))
        case e.BettingReopened():
            return replace(state, round=reopen_betting(_round(state)))
        case e.CutCardAppeared(first_of_round=first_of_round):
            play = replace(_round(state), cut_card_first=first_of_round)
            return replace(state, round=play, shoe=replace(_shoe(state), cut_card_out=True))
        case e.HandPassed(side=side, patron=patron):
            return _handled(state, handlers={**_round(state).handlers, side: patron})
        case e.HandRefused(side=side, patron=patron):
            play = _round(state)
            refused = {**play.refused, side: (*play.refused.get(side, ()), patron)}
            handlers = {s: who for s, who in play.handlers.items() if (s, who) != (side, patron)}
            chosen = {s: to for s, to in play.chosen.items() if (s, to.patron) != (side, patron)}
            return _handled(state, refused=refused, handlers=handlers, chosen=chosen)
        case e.HandlerChosen(side=side, patron=patron):
            play = _round(state)
            chosen = {**play.chosen, side: Due(patron, event.clause)}
            kept_by_dealer = tuple(each for each in play.kept if each is not side)
            return replace(state, round=replace(play, chosen=chosen, kept=kept_by_dealer))
        case e.HandRetrieved(side=side, dealer_keeps=keeps):
            return replace(state, round=retrieve(_round(state), side, dealer_keeps=keeps))
        case e.FirstRevealedChosen(side=side):
            return replace(state, round=replace(_round(state), first_revealed=side))
        case e.CardsSqueezed(side=side, patron=patron):
            return replace(state, round=squeeze(_round(state), side, patron))
        case e.CardsExposed(side=side, cards=cards):
            play = _round(state)
            hand = play.hand(side)
            news = [card for at, card in enumerate(cards) if card and hand[at].card is None]
            shoe = _shoe(state)
            return replace(
                state,
                round=expose(play, side, cards),
                shoe=replace(shoe, seen=counted(shoe.seen, news)),
            )
        case e.RoundVoided():
            return _voided(state, event)
        case e.MethodChosen(method=method):
            return replace(
                state,
                configuration=replace(_configuration(state), method=method),
                method=method,
                device="",
                device_without_stake=False,
            )
        case e.DeviceGiven(patron=patron, without_stake=without):
            return replace(state, device=patron, device_without_stake=without)
        case e.DeviceReturned():
            return replace(state, device="", device_without_stake=False)
        case e.OptionOffered():
            return replace(
                state,
                case=Case(
                    event.irregularity,
                    event.clause,
                    Waits.OPTION,
                    event.option,
                    event.patrons,
                    event.withdrawable,
                ),
            )
        case e.OptionAnswered(patron=patron, withdrawn=withdrawn):
            case_now, play = _case(state), take_back(_round(state), withdrawn)
            asked = tuple(each for each in case_now.asked if each != patron)
            return replace(state, round=play, case=replace(case_now, asked=asked))
        case e.OptionLapsed():
            return replace(state, case=replace(_case(state), asked=()))
        case e.ReportFiled():
            held = Case(
                event.irregularity,
                event.clause,
                Waits.CONFIRMATION,
                round=0 if state.round is not None else state.rounds,
                report=event,
                interrupted=state.case,
            )
            return replace(state, case=held)
        case e.ReportConfirmed() | e.ReportDismissed():
            return replace(state, case=_case(state).interrupted)
        case e.ActingStarted(person=person):
            now = Acting(event.position, event.until, event.given_by)
            return replace(state, acting={**state.acting, person: now})
        case e.ActingEnded(person=person):
            rest = {each: acting for each, acting in state.acting.items() if each != person}
            return replace(state, acting=rest)
        case e.DealerSignedOn() | e.DealerSignedOff():
            return with_dealer(state, event)
        case e.CaseOpened():
            about = 0 if state.round is not None else state.rounds
            waits = Waits(event.waits_for)
            return replace(state, case=Case(event.irregularity, event.clause, waits, round=about))
        case e.CaseClosed():
            return replace(state, case=None)
        case e.CardsReconstructed(cards=cards, named=named):
            return _reconstructed(state, cards, named)
        case e.CardsSetAside(cards=cards):
            shoe = _shoe(state)
            known = [card for card in cards if card]
            return replace(
                state,
                round=put_aside(_round(state), cards),
                shoe=replace(
                    shoe,
                    gone=shoe.gone + 2,
                    seen=counted(shoe.seen, known),
                    dealt=dealt_with(shoe, *cards),
                ),
                case=replace(_case(state), waits=Waits.SORTING),
            )
        case e.CardsSorted(candidates=candidates):
            sorted_out = replace(_case(state), waits=Waits.REPLACEMENT, candidates=candidates)
            return replace(state, case=sorted_out)
        case e.MissingReplaced(cards=cards):
            shoe = _shoe(state)
            return replace(
                state,
                round=replace_unread(_round(state), cards),
                shoe=replace(shoe, seen=counted(shoe.seen, cards)),
            )
        case e.IrregularityReported() if state.round:
            shoe = with_cards_gone(_shoe(state), event)
            return replace(state, round=with_report(state.round, event), shoe=shoe)
        case (
            e.SealContradicted()
            | e.SettlementReversed()
            | e.DisplayCorrected()
            | e.IrregularityReported()
            | e.ActedAs()
            | e.LateStakeFound()
            | e.LateWithdrawalFound()
            | e.Decided()
        ):
            return state  # recorded; what follows from them has events of its own
        case _:
            assert_never(event)


def _drawn(state: State, event: e.CardDrawn) -> State:
    play, shoe = _round(state), _shoe(state)
    kept = play.set_aside[0] if event.from_set_aside else None
    new = [event.card] if event.card and not kept else []
    gone = shoe.gone + (0 if event.from_set_aside else 1)
    return replace(
        state,
        round=draw(play, event),
        shoe=replace(
            shoe,
            gone=gone,
            seen=counted(shoe.seen, new),
            dealt=shoe.dealt if event.from_set_aside else dealt_with(shoe, event.card),
        ),
    )


def _reconstructed(state: State, cards: tuple[str | None, ...], named: tuple[int, ...]) -> State:
    play, shoe = _round(state), _shoe(state)
    out = [*(dealt.card for dealt in play.cards), *play.set_aside]
    counts = Counter(cards)
    counts.subtract(out)
    news = [card for card in counts.elements() if card]
    gone = shoe.gone + len(cards) - len(out)
    return replace(
        state,
        round=put_in_order(play, cards, named, all_up=state.method is Method.B),
        shoe=replace(
            shoe,
            gone=gone,
            seen=counted(shoe.seen, news),
            dealt=dealt_with(shoe, *[None] * (gone - shoe.gone)),
        ),
    )


def _settled(state: State, event: e.RoundSettled) -> State:
    finished = finish(state, event.cards, event.lines, void=False)
    return _after_round(state, finished, under_minimum=event.under_minimum)


def _voided(state: State, event: e.RoundVoided) -> State:
    if event.corrects:
        return _corrected(state, event.round, (), event.lines, void=True)
    play = _round(state)
    cards = tuple(dealt.card for dealt in play.cards if dealt.card)
    finished = finish(state, cards, event.lines, void=True)
    after = _after_round(state, finished, under_minimum=state.under_minimum)
    shoe = _shoe(after)
    clause = event.clause if event.must_replace else shoe.must_replace
    unturned = (*shoe.unturned, *hidden_cards(play))
    return replace(after, shoe=replace(shoe, must_replace=clause, unturned=unturned))


def _after_round(state: State, finished: Finished, under_minimum: tuple[str, ...]) -> State:
    shoe = _shoe(state)
    if shoe.cut_card_out:
        shoe = replace(shoe, rounds_after_cut=shoe.rounds_after_cut + 1)
    remembered = (*state.finished, finished)
    changes = [(each.number, each.small_change_cents) for each in remembered[:-ROUNDS_REMEMBERED]]
    return replace(
        state,
        round=None,
        case=None,
        shoe=shoe,
        finished=remembered[-ROUNDS_REMEMBERED:],
        small_changes=tuple(
            (number, cents)
            for number, cents in (*state.small_changes, *changes)
            if cents and number > finished.number - CHANGES_COUNTED
        ),
        under_minimum=under_minimum,
    )


def _corrected(
    state: State, number: int, cards: tuple[str, ...], lines: tuple[e.Paid, ...], *, void: bool
) -> State:
    """A finished round as it stands after a correction; what the shoe has shown follows it."""
    old = next(each for each in state.finished if each.number == number)
    new = correct(old, cards, lines, void=void)
    finished, memory = remembered_again(
        tuple(new if each.number == number else each for each in state.finished)
    )
    after = replace(state, finished=finished, under_minimum=memory)
    if old.shoe_in_use:
        shoe = _shoe(state)
        seen = {card: count - old.cards.count(card) for card, count in shoe.seen.items()}
        gone = shoe.gone + max(0, len(new.cards) - len(old.cards))
        return replace(after, shoe=replace(shoe, gone=gone, seen=counted(seen, new.cards)))
    return after


def _changed(state: State, number: int, cents: int) -> State:
    """A raised stake is completed anew; a lowered one keeps its place."""
    play = _round(state)
    stake = play.stakes[number]
    raised = cents > stake.cents
    order = state.stakes + 1 if raised else stake.order
    changed = replace(stake, cents=cents, order=order)
    return replace(
        state, round=with_stake(play, changed), stakes=state.stakes + 1 if raised else state.stakes
    )


def _handled(state: State, **changes: Mapping[Side, object]) -> State:
    return replace(state, round=replace(_round(state), **changes))


def _configuration(state: State) -> Configuration:
    assert state.configuration is not None, "the record does not contradict itself"
    return state.configuration


def _round(state: State) -> Round:
    assert state.round is not None, "the record does not contradict itself"
    return state.round


def _shoe(state: State) -> Shoe:
    assert state.shoe is not None, "the record does not contradict itself"
    return state.shoe


def _case(state: State) -> Case:
    assert state.case is not None, "the record does not contradict itself"
    return state.case
