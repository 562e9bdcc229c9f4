"""What cannot have happened: an event against the state it comes upon, told in a few words.

No policy: who might do it, and whether it was wise, is for `decide`. Here only the record is read
against itself, so that a journal somebody has changed is noticed and never half understood.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from punto.rules.cards import DECK
from punto.rules.game import Method
from punto.rules.games import GAMES
from punto.table import events as e
from punto.table.state import Finished, Round, Shoe, State, Waits

CODES = frozenset(card.code for card in DECK)
GAME_IDS = frozenset(game.id for game in GAMES)
WAITS = frozenset(waits.value for waits in Waits)

BETWEEN_ROUNDS = frozenset(
    (
        e.ConfigurationChanged,
        e.TableClosed,
        e.ShoeLoaded,
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
OF_A_SHOE = frozenset((e.CardsBurned, e.ShoeRetired, e.BettingOpened))
WAITING: dict[type, Waits] = {
    e.OptionAnswered: Waits.OPTION,
    e.OptionLapsed: Waits.OPTION,
    e.CardsSetAside: Waits.SETTING_ASIDE,
    e.CardsSorted: Waits.SORTING,
    e.MissingReplaced: Waits.REPLACEMENT,
    e.Decided: Waits.DECISION,
}


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
    waits = WAITING.get(kind)
    if waits is not None and (state.case is None or state.case.waits is not waits):
        return f"nothing waits for {waits.value}"
    detail = DETAILS.get(kind)
    return detail(state, event) if detail is not None else ""


def _set(state: State, event: e.TableOpened | e.ConfigurationChanged) -> str:
    return "" if event.configuration.game in GAME_IDS else "there is no such game"


def _loaded(state: State, event: e.ShoeLoaded) -> str:
    return "a shoe is in use" if state.shoe is not None or event.decks < 1 else ""


def _burned(state: State, event: e.CardsBurned) -> str:
    if not 0 <= event.count < _shoe(state).left:
        return "so many cards are not left"
    return _strange([event.first])


def _retired(state: State, event: e.ShoeRetired) -> str:
    return "" if event.shoe == _shoe(state).id else "another shoe is in use"


def _revealed(state: State, event: e.ShoeRevealed) -> str:
    return "" if event.shoe in state.retired else "no such shoe is sealed"


def _opened(state: State, event: e.BettingOpened) -> str:
    return "" if event.round == state.rounds + 1 else "rounds are numbered one after another"


def _placed(state: State, event: e.StakePlaced) -> str:
    if not _round(state).betting_open:
        return "betting is closed"
    if event.stake != state.stakes + 1:
        return "stakes are numbered one after another"
    return "" if event.cents > 0 and event.patron else "nobody staked, or nothing"


def _changed(state: State, event: e.StakeChanged) -> str:
    play = _round(state)
    if not play.betting_open:
        return "betting is closed"
    if event.cents <= 0:
        return "there is no such stake"
    return _is_there(play, event, event.was_cents)


def _withdrawn(state: State, event: e.StakeWithdrawn) -> str:
    return _is_there(_round(state), event, event.cents)


def _is_there(play: Round, event: e.StakeChanged | e.StakeWithdrawn, cents: int) -> str:
    stake = play.stakes.get(event.stake)
    told = (event.patron, event.wager, cents)
    same = stake is not None and (stake.patron, stake.wager, stake.cents) == told
    return "" if same else "there is no such stake"


def _betting_is_open(state: State, event: e.BettingClosed | e.DecreaseAsked) -> str:
    return "" if _round(state).betting_open else "betting is closed"


def _betting_is_closed(state: State, event: e.BettingReopened) -> str:
    return "betting is open" if _round(state).betting_open else ""


def _drawn(state: State, event: e.CardDrawn) -> str:
    play = _round(state)
    due = play.due()
    if play.betting_open or due is None or due.side is not event.side:
        return "no card is due to that hand"
    if event.from_set_aside is not bool(play.set_aside):
        return "cards set aside are drawn first"
    if play.set_aside and play.set_aside[0] not in (None, event.card):
        return "another card was set aside"
    if not play.set_aside and _shoe(state).left == 0:
        return "no card is left"
    return _strange([event.card])


def _cut(state: State, event: e.CutCardAppeared) -> str:
    return "the cut card is out" if _shoe(state).cut_card_out else ""


def _named(state: State, event: e.HandPassed | e.HandRefused | e.HandlerChosen) -> str:
    return "" if event.patron else "nobody is named"


def _squeezed(state: State, event: e.CardsSqueezed) -> str:
    hidden = any(not dealt.face_up for dealt in _round(state).hand(event.side))
    return "" if hidden and event.patron else "no card of that hand lies face down"


def _exposed(state: State, event: e.CardsExposed) -> str:
    hand = _round(state).hand(event.side)
    if len(hand) != len(event.cards) or not any(event.cards):
        return "the hand has another number of cards"
    if any(code and hand[at].card not in (None, code) for at, code in enumerate(event.cards)):
        return "other cards were read"
    return _strange(event.cards)


def _totals(state: State, event: e.TotalsAnnounced) -> str:
    play = _round(state)
    ready = len(play.cards) == 4 and play.all_face_up and not play.totals_announced
    return "" if ready else "totals are not due"


def _settled(state: State, event: e.RoundSettled) -> str:
    if event.corrects:
        return _strange(event.cards) or _pays_finished(state, event)
    play = state.round
    if play is None or play.number != event.round:
        return "another round is in play, or none"
    if tuple(dealt.card for dealt in play.cards) != event.cards or not play.all_face_up:
        return "other cards were dealt"
    return _pays_stakes(play.stakes, event.lines)


def _voided(state: State, event: e.RoundVoided) -> str:
    if event.corrects:
        return _pays_finished(state, event)
    play = state.round
    if play is None or play.number != event.round:
        return "another round is in play, or none"
    return _pays_stakes(play.stakes, event.lines)


def _reversed(state: State, event: e.SettlementReversed) -> str:
    old = _finished(state, event.round)
    same = old is not None and not old.void and old.lines == event.lines
    return "" if same else "no such round was settled so"


def _pays_finished(state: State, event: e.RoundSettled | e.RoundVoided) -> str:
    old = _finished(state, event.round)
    if old is None or old.void or state.round is not None:
        return "no such round was settled lately"
    return _pays_stakes((stake.id for stake in old.stakes), event.lines)


def _pays_stakes(stakes: Iterable[int], lines: tuple[e.Paid, ...]) -> str:
    return "" if [line.stake for line in lines] == [*stakes] else "other stakes were placed"


def _method(state: State, event: e.MethodChosen) -> str:
    return "" if event.method in state.game.methods else "the game has no such method"


def _given(state: State, event: e.DeviceGiven) -> str:
    may = event.patron and state.method is Method.C
    return "" if may else "nobody can take the device"


def _given_back(state: State, event: e.DeviceReturned) -> str:
    return "" if event.patron and event.patron == state.device else "another has the device"


def _offered(state: State, event: e.OptionOffered) -> str:
    known = event.patrons and set(event.withdrawable) <= set(_round(state).stakes)
    return "" if known else "no such stakes are on the table"


def _answered(state: State, event: e.OptionAnswered) -> str:
    assert state.case is not None, "checked before"
    return "" if event.patron in state.case.asked else "that patron was not asked"


def _case_opened(state: State, event: e.CaseOpened) -> str:
    return "" if event.waits_for in WAITS else "nothing waits for that"


def _case_closed(state: State, event: e.CaseClosed) -> str:
    same = state.case is not None and state.case.irregularity is event.irregularity
    return "" if same else "no such case is open"


def _reconstructed(state: State, event: e.CardsReconstructed) -> str:
    play, shoe = _round(state), _shoe(state)
    out = [*(dealt.card for dealt in play.cards), *play.set_aside]
    known: Counter[str | None] = Counter(card for card in out if card)
    if known - Counter(event.cards):
        return "a card that was drawn is not among them"
    if not len(out) <= len(event.cards) <= len(out) + shoe.left:
        return "another number of cards was drawn"
    return _strange(event.cards)


def _set_aside(state: State, event: e.CardsSetAside) -> str:
    return "so many cards are not left" if _shoe(state).left < 2 else _strange(event.cards)


def _sorted(state: State, event: e.CardsSorted) -> str:
    return _strange(event.candidates)


def _replaced(state: State, event: e.MissingReplaced) -> str:
    missing = sum(dealt.card is None for dealt in _round(state).cards)
    if len(event.cards) != missing:
        return "another number of cards is missing"
    return _strange(event.cards)


def _strange(cards: Iterable[str | None]) -> str:
    return "" if all(card is None or card in CODES for card in cards) else "there is no such card"


def _finished(state: State, number: int) -> Finished | None:
    return next((each for each in state.finished if each.number == number), None)


def _round(state: State) -> Round:
    assert state.round is not None, "checked before"
    return state.round


def _shoe(state: State) -> Shoe:
    assert state.shoe is not None, "checked before"
    return state.shoe


DETAILS: dict[type, Callable[[State, Any], str]] = {
    e.TableOpened: _set,
    e.ConfigurationChanged: _set,
    e.ShoeLoaded: _loaded,
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
    e.OptionOffered: _offered,
    e.OptionAnswered: _answered,
    e.CaseOpened: _case_opened,
    e.CaseClosed: _case_closed,
    e.CardsReconstructed: _reconstructed,
    e.CardsSetAside: _set_aside,
    e.CardsSorted: _sorted,
    e.MissingReplaced: _replaced,
}
