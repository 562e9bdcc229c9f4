"""What cannot have happened in a case: reports, options, acting, and cards put right."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from punto.rules.cards import DECK
from punto.table import events as e
from punto.table.state import Acting, Round, Shoe, State, Waits

CODES = frozenset(card.code for card in DECK)
WAITS = frozenset(waits.value for waits in Waits)


def strange_cards(cards: Iterable[str | None]) -> str:
    return "" if all(card is None or card in CODES for card in cards) else "there is no such card"


def round_of(state: State) -> Round:
    assert state.round is not None, "checked before"
    return state.round


def shoe_of(state: State) -> Shoe:
    assert state.shoe is not None, "checked before"
    return state.shoe


def _offered(state: State, event: e.OptionOffered) -> str:
    known = event.patrons and set(event.withdrawable) <= set(round_of(state).stakes)
    return "" if known else "no such stakes are on the table"


def _answered(state: State, event: e.OptionAnswered) -> str:
    assert state.case is not None, "checked before"
    if event.patron not in state.case.asked:
        return "that patron was not asked"
    known = set(event.withdrawn) <= set(round_of(state).stakes)
    return "" if known else "no such stakes are on the table"


def _lapsed(state: State, event: e.OptionLapsed) -> str:
    assert state.case is not None, "checked before"
    same = event.patrons and event.patrons == state.case.asked
    return "" if same else "other patrons were asked, or none"


def _filed(state: State, event: e.ReportFiled) -> str:
    waiting = state.case is not None and state.case.waits is Waits.CONFIRMATION
    return "another report waits" if waiting or not event.filed_by else ""


def _resolved(state: State, event: e.ReportConfirmed | e.ReportDismissed) -> str:
    assert state.case is not None, "checked before"
    same = state.case.irregularity is event.irregularity
    return "" if same else "another irregularity was reported"


def _acting_started(state: State, event: e.ActingStarted) -> str:
    named = event.person and event.given_by and event.person != event.given_by
    return "" if named else "no person was given a position"


def _acting(state: State, event: e.ActingEnded | e.ActedAs) -> str:
    acting = state.acting.get(event.person)
    if isinstance(event, e.ActedAs):
        same = acting == Acting(event.position, event.until, event.given_by)
    else:
        same = acting is not None and acting.position is event.position
    return "" if same else "that person acts in no such position"


def _case_opened(state: State, event: e.CaseOpened) -> str:
    return "" if event.waits_for in WAITS - {Waits.CONFIRMATION.value} else "nothing waits for that"


def _case_closed(state: State, event: e.CaseClosed) -> str:
    same = state.case is not None and state.case.irregularity is event.irregularity
    return "" if same else "no such case is open"


def _reconstructed(state: State, event: e.CardsReconstructed) -> str:
    play, shoe = round_of(state), shoe_of(state)
    out = [*(dealt.card for dealt in play.cards), *play.set_aside]
    known: Counter[str | None] = Counter(card for card in out if card)
    if known - Counter(event.cards):
        return "a card that was drawn is not among them"
    if not len(out) <= len(event.cards) <= len(out) + shoe.left:
        return "another number of cards was drawn"
    if not {*event.named} <= {*range(1, len(event.cards) + 1)}:
        return "there is no such place"
    return strange_cards(event.cards)


def _set_aside(state: State, event: e.CardsSetAside) -> str:
    return "so many cards are not left" if shoe_of(state).left < 2 else strange_cards(event.cards)


def _sorted(state: State, event: e.CardsSorted) -> str:
    return strange_cards(event.candidates)


def _replaced(state: State, event: e.MissingReplaced) -> str:
    missing = sum(dealt.card is None for dealt in round_of(state).cards)
    if len(event.cards) != missing:
        return "another number of cards is missing"
    return strange_cards(event.cards)


CASE_DETAILS: dict[type, Callable[[State, Any], str]] = {
    e.OptionOffered: _offered,
    e.OptionAnswered: _answered,
    e.OptionLapsed: _lapsed,
    e.ReportFiled: _filed,
    e.ReportConfirmed: _resolved,
    e.ReportDismissed: _resolved,
    e.ActingStarted: _acting_started,
    e.ActingEnded: _acting,
    e.ActedAs: _acting,
    e.CaseOpened: _case_opened,
    e.CaseClosed: _case_closed,
    e.CardsReconstructed: _reconstructed,
    e.CardsSetAside: _set_aside,
    e.CardsSorted: _sorted,
    e.MissingReplaced: _replaced,
}
