"""What cannot have happened: an event against the state it comes upon, in a few words.

No policy: who might do it, and whether it was wise, is for `decide`. Here only the record is read
against itself, so that a journal someone has changed is noticed and never half understood.
"""

from collections.abc import Callable, Iterable
from typing import Any

from punto.refusals import Refused
from punto.rules.game import Method
from punto.rules.staff import is_ranking
from punto.table import events as e
from punto.table.case_consistency import CASE_DETAILS, round_of, shoe_of, strange_cards
from punto.table.configuration import CardSource, find_configured
from punto.table.contribution_consistency import CONTRIBUTION_DETAILS
from punto.table.state import Finished, Round, State
from punto.table.waits import ENDED_BY

BETWEEN_ROUNDS = frozenset(
    (
        e.ConfigurationChanged,
        e.TableClosed,
        e.ShoeLoaded,
        e.ContributionMade,
        e.ContributionsClosed,
        e.ContributionRevealed,
        e.ContributionsMissing,
        e.CardsBurned,
        e.ShoeRetired,
        e.BettingOpened,
        e.MethodChosen,
        e.SettlementReversed,
    )
)
IN_A_ROUND = frozenset(
    (
        e.StakePlaced,
        e.StakeChanged,
        e.StakeWithdrawn,
        e.LateStakeFound,
        e.LateWithdrawalFound,
        e.DecreaseAsked,
        e.BettingClosed,
        e.BettingReopened,
        e.CardDrawn,
        e.CutCardAppeared,
        e.HandPassed,
        e.HandRefused,
        e.HandlerChosen,
        e.HandRetrieved,
        e.FirstRevealedChosen,
        e.CardsSqueezed,
        e.CardsExposed,
        e.TotalsAnnounced,
        e.OptionOffered,
        e.OptionAnswered,
        e.OptionLapsed,
        e.CardsReconstructed,
        e.CardsSetAside,
        e.CardsSorted,
        e.MissingReplaced,
        e.DeviceGiven,
    )
)
OF_A_SHOE = frozenset(
    (
        e.ContributionMade,
        e.ContributionsClosed,
        e.ContributionRevealed,
        e.ContributionsMissing,
        e.CardsBurned,
        e.ShoeRetired,
        e.BettingOpened,
    )
)


def contradiction(state: State, event: e.Event) -> str:
    """Why this event cannot have happened in this state; empty when it can."""
    kind = type(event)
    if (state.configuration is None) is not (kind is e.TableOpened):
        return "the table is closed" if state.configuration is None else "the table is open"
    if state.round is None and kind in IN_A_ROUND:
        return "no round is in play"
    if state.round is not None and kind in BETWEEN_ROUNDS:
        return "a round is in play"
    if state.shoe is None and kind in OF_A_SHOE:
        return "there is no shoe"
    waits = None if kind is e.Decided and state.is_interrupted else ENDED_BY.get(kind)
    if waits is not None and (state.case is None or state.case.waits is not waits):
        return f"nothing waits for {waits.value}"
    detail = DETAILS.get(kind)
    return detail(state, event) if detail is not None else ""


def _set(state: State, event: e.TableOpened | e.ConfigurationChanged) -> str:
    config = event.configuration
    try:
        known = find_configured(config)
    except Refused:  # custom wagers that there cannot be
        known = None
    if known is None:
        return "there is no such game, or not in that edition"
    return "" if is_ranking(config.ranks) else "positions are not ranked so"


def _loaded(state: State, event: e.ShoeLoaded) -> str:
    return "a shoe is in use" if state.shoe is not None or event.decks < 1 else ""


def _burned(state: State, event: e.CardsBurned) -> str:
    if shoe_of(state).is_order_open:
        return "the order of the shoe is not fixed"
    if not 0 <= event.count < shoe_of(state).left:
        return "so many cards are not left"
    return strange_cards([event.first])


def _retired(state: State, event: e.ShoeRetired) -> str:
    shoe = shoe_of(state)
    if event.undealt not in (0, shoe.left):
        return "another number of cards is left"
    return "" if event.shoe == shoe.id else "another shoe is in use"


def _revealed(state: State, event: e.ShoeRevealed) -> str:
    return "" if event.shoe in state.retired else "no such shoe is sealed"


def _opened(state: State, event: e.BettingOpened) -> str:
    if shoe_of(state).is_order_open:
        return "the order of the shoe is not fixed"
    return "" if event.round == state.rounds + 1 else "rounds are numbered one after another"


def _placed(state: State, event: e.StakePlaced) -> str:
    if not round_of(state).betting_open:
        return "betting is closed"
    if event.stake != state.stakes + 1:
        return "stakes are numbered one after another"
    return "" if event.cents > 0 and event.patron else "nobody staked, or nothing"


def _changed(state: State, event: e.StakeChanged) -> str:
    play = round_of(state)
    if not play.betting_open:
        return "betting is closed"
    if event.cents <= 0:
        return "there is no such stake"
    return _is_there(play, event, event.was_cents)


def _withdrawn(state: State, event: e.StakeWithdrawn) -> str:
    return _is_there(round_of(state), event, event.cents)


def _is_there(
    play: Round, event: e.StakeChanged | e.StakeWithdrawn | e.LateWithdrawalFound, cents: int
) -> str:
    stake = play.stakes.get(event.stake)
    named = (event.patron, event.wager, cents)
    same = stake is not None and (stake.patron, stake.wager, stake.cents) == named
    return "" if same else "there is no such stake"


def _betting_is_open(state: State, event: e.BettingClosed | e.DecreaseAsked) -> str:
    return "" if round_of(state).betting_open else "betting is closed"


def _betting_is_closed(state: State, event: e.BettingReopened) -> str:
    return "betting is open" if round_of(state).betting_open else ""


def _drawn(state: State, event: e.CardDrawn) -> str:
    play = round_of(state)
    due = play.due()
    if play.betting_open or due is None or due.side is not event.side:
        return "no card is due to that hand"
    if event.from_set_aside is not bool(play.set_aside):
        return "cards set aside are drawn first"
    if play.set_aside and play.set_aside[0] not in (None, event.card):
        return "another card was set aside"
    if not play.set_aside and shoe_of(state).left == 0:
        return "no card is left"
    return strange_cards([event.card])


def _cut(state: State, event: e.CutCardAppeared) -> str:
    return "the cut card is out" if shoe_of(state).cut_card_out else ""


def _named(state: State, event: e.HandPassed | e.HandRefused | e.HandlerChosen) -> str:
    return "" if event.patron else "nobody is named"


def _squeezed(state: State, event: e.CardsSqueezed) -> str:
    hidden = any(not dealt.face_up for dealt in round_of(state).hand(event.side))
    return "" if hidden and event.patron else "no card of that hand lies face down"


def _exposed(state: State, event: e.CardsExposed) -> str:
    hand = round_of(state).hand(event.side)
    if len(hand) != len(event.cards) or not any(event.cards):
        return "the hand has another number of cards"
    if any(code and hand[at].card not in (None, code) for at, code in enumerate(event.cards)):
        return "other cards were read"
    return strange_cards(event.cards)


def _totals(state: State, event: e.TotalsAnnounced) -> str:
    play = round_of(state)
    ready = len(play.cards) == 4 and play.all_face_up and not play.totals_announced
    return "" if ready else "totals are not due"


def _settled(state: State, event: e.RoundSettled) -> str:
    if event.corrects:
        return strange_cards(event.cards) or _pays_finished(state, event)
    play = state.round
    if play is None or play.number != event.round:
        return "another round is in play, or none"
    if tuple(dealt.card for dealt in play.cards) != event.cards or not play.all_face_up:
        return "other cards were dealt"
    return _dealt(play.dealer, event) or _pays_stakes(play.stakes, event.lines)


def _voided(state: State, event: e.RoundVoided) -> str:
    if event.corrects:
        return _pays_finished(state, event)
    play = state.round
    if play is None or play.number != event.round:
        return "another round is in play, or none"
    return _dealt(play.dealer, event) or _pays_stakes(play.stakes, event.lines)


def _reversed(state: State, event: e.SettlementReversed) -> str:
    old = _finished(state, event.round)
    same = old is not None and not old.void and old.lines == event.lines
    return "" if same else "no such round was settled so"


def _pays_finished(state: State, event: e.RoundSettled | e.RoundVoided) -> str:
    old = _finished(state, event.round)
    if old is None or old.void or state.round is not None:
        return "no such round was settled lately"
    stakes = (stake.id for stake in old.stakes)
    return _dealt(old.dealer, event) or _pays_stakes(stakes, event.lines)


def _dealt(dealer: str, event: e.RoundSettled | e.RoundVoided) -> str:
    return "" if event.dealer == dealer else "another dealt it"


def _pays_stakes(stakes: Iterable[int], lines: tuple[e.Paid, ...]) -> str:
    return "" if [line.stake for line in lines] == [*stakes] else "other stakes were placed"


def _method(state: State, event: e.MethodChosen) -> str:
    return "" if event.method in state.game.methods else "the game has no such method"


def _given(state: State, event: e.DeviceGiven) -> str:
    may = event.patron and state.method is Method.C
    return "" if may else "nobody can take the device"


def _given_back(state: State, event: e.DeviceReturned) -> str:
    return "" if event.patron and event.patron == state.device else "another has the device"


def _late(state: State, event: e.LateStakeFound | e.LateWithdrawalFound) -> str:
    play = round_of(state)
    if play.betting_open:
        return "betting is open"
    if event.cents <= 0 or not event.patron:
        return "nobody staked, or nothing"
    if isinstance(event, e.LateStakeFound):
        return ""
    return _is_there(play, event, max(event.cents, event.stands_cents))


def _signed_on(state: State, event: e.DealerSignedOn) -> str:
    is_other = event.dealer and event.dealer != state.dealer
    return "" if is_other and event.relieves == state.dealer else "no other dealer comes"


def _signed_off(state: State, event: e.DealerSignedOff) -> str:
    config = state.configuration
    deals_on = config is not None and config.card_source is CardSource.AUTOMATIC
    if state.round is not None and not deals_on:
        return "a round is in play"
    return "" if event.dealer and event.dealer == state.dealer else "that dealer is not there"


def _finished(state: State, number: int) -> Finished | None:
    return next((each for each in state.finished if each.number == number), None)


DETAILS: dict[type, Callable[[State, Any], str]] = {
    e.TableOpened: _set,
    e.ConfigurationChanged: _set,
    e.ShoeLoaded: _loaded,
    **CONTRIBUTION_DETAILS,
    e.CardsBurned: _burned,
    e.ShoeRetired: _retired,
    e.ShoeRevealed: _revealed,
    e.BettingOpened: _opened,
    e.StakePlaced: _placed,
    e.StakeChanged: _changed,
    e.StakeWithdrawn: _withdrawn,
    e.DecreaseAsked: _betting_is_open,
    e.BettingClosed: _betting_is_open,
    e.BettingReopened: _betting_is_closed,
    e.CardDrawn: _drawn,
    e.CutCardAppeared: _cut,
    e.HandPassed: _named,
    e.HandRefused: _named,
    e.HandlerChosen: _named,
    e.CardsSqueezed: _squeezed,
    e.CardsExposed: _exposed,
    e.TotalsAnnounced: _totals,
    e.RoundSettled: _settled,
    e.RoundVoided: _voided,
    e.SettlementReversed: _reversed,
    e.MethodChosen: _method,
    e.DeviceGiven: _given,
    e.DeviceReturned: _given_back,
    e.DealerSignedOn: _signed_on,
    e.DealerSignedOff: _signed_off,
    e.LateStakeFound: _late,
    e.LateWithdrawalFound: _late,
    **CASE_DETAILS,
}
