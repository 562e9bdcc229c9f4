"""Dealing: each card drawn, exposed and announced, until the table of play is done."""

from punto.refusals import Reason, Refused
from punto.rules.cards import parse_card
from punto.rules.drawing import DrawRule
from punto.rules.game import Method
from punto.rules.hands import Side, point_total
from punto.rules.irregularities import Irregularity
from punto.table import commands as c
from punto.table import events as e
from punto.table.card_source import CUT_CARD, READING, is_virtual
from punto.table.cut_card import cut_card_lies_next, cut_card_out
from punto.table.handlers import owed
from punto.table.impossible_cards import impossible_card
from punto.table.people import Origin, Patron
from punto.table.preconditions import dealing_round, round_in_play
from punto.table.settlement import settle_round, void_round
from punto.table.state import Round, State

Events = tuple[e.Event, ...]


def draw_card(state: State, command: c.DrawCard, origin: Origin) -> Events:
    """One card to the hand the rules name; one that cannot be there voids the round or holds it."""
    play = dealing_round(state)
    said = None if command.card is None else parse_card(command.card).code
    side, clause = _due(state, play)
    shoe = state.shoe
    assert shoe is not None, "a round is opened with a shoe only"
    from_set_aside = bool(play.set_aside)
    if not from_set_aside and shoe.left == 0:
        return void_round(state, Irregularity.TOO_FEW_CARDS)
    card = _read(state, play, said)
    _read_by_method(state, card)
    known = from_set_aside and play.set_aside[0] is not None
    if card and not known and not shoe.holds(card):
        return impossible_card(state, origin)
    drawn = e.CardDrawn(
        side=side,
        card=card,
        face_up=state.method is Method.B,
        from_set_aside=from_set_aside,
        drawn_by=state.device,
        clause="5.11.4" if play.replaced else clause,
    )
    if cut_card_lies_next(state) and not from_set_aside:
        return (cut_card_out(state, play), drawn)
    return (drawn,)


def expose_cards(state: State, command: c.ExposeCards, origin: Origin) -> Events:
    """A hand is turned face up by the patron who handles it, or by the dealer where no one does."""
    play = dealing_round(state)
    side, codes = command.side, _codes(command.cards)
    hand = play.hand(side)
    unread = [dealt for dealt in hand if dealt.card is None]
    handler = play.handlers.get(side, "")
    # The handler turns them up; of cards that no device has read the staff say which they are.
    recorded = bool(unread) and command.turned_by == handler
    if handler and not recorded and not isinstance(origin.by, Patron):
        raise Refused(
            Reason.NOT_THE_HANDLER,
            "{handler} exposes {side}; report an absence if {handler} is not there.",
            clause=state.game.cite("5.10"),
            handler=handler,
            side=side,
        )
    _passed_first(state, play, side)
    if state.method is Method.A:
        _first_revealed_first(state, play, side)
    if all(dealt.face_up for dealt in hand):
        raise Refused(
            Reason.ROUND_NOT_COMPLETE, "{side} has no card that lies face down.", side=side
        )
    _check_turned(side, len(unread), len(codes))
    shoe = state.shoe
    assert shoe is not None, "a round is opened with a shoe only"
    if not all(shoe.holds(card, codes.count(card)) for card in codes):
        return impossible_card(state, origin)
    turned = iter(codes)
    shown = [dealt.card or next(turned) for dealt in hand]
    return (
        e.CardsExposed(side=side, cards=tuple(shown), clause=exposing_clause(state, play, side)),
    )


def exposing_clause(state: State, play: Round, side: Side) -> str:
    """The clause by which a hand's cards are turned up, the first two or the third."""
    third = len(play.hand(side)) == 3
    if state.method is Method.C:
        return "3.12.7" if third else "3.12.5"
    return "3.10.7" if third else "3.10.6"


def announce_totals(state: State, command: c.AnnounceTotals, origin: Origin) -> Events:
    play = dealing_round(state)
    if not play.initial_deal_done or play.totals_announced:
        raise Refused(
            Reason.ROUND_NOT_COMPLETE,
            "Totals are announced once, after four cards are dealt.",
            clause=state.game.cite(state.game.drawing[DrawRule.COMPLETE]),
        )
    _all_up(state, play)
    due = play.due()
    assert due is not None, "all cards are face up"
    totals = [point_total(play.points(side)) for side in Side]
    return (
        e.TotalsAnnounced(player=totals[0], banker=totals[1], clause=state.game.drawing[due.rule]),
    )


def announce_outcome(state: State, command: c.AnnounceOutcome, origin: Origin) -> Events:
    play = dealing_round(state)
    _all_up(state, play)
    if not play.totals_announced:
        raise Refused(
            Reason.TOTALS_NOT_ANNOUNCED,
            "First the totals of four cards are announced.",
            clause=state.game.cite(state.game.drawing[DrawRule.COMPLETE]),
        )
    due = play.due()
    assert due is not None, "all cards are face up"
    if due.side is not None:
        clause = state.game.cite(state.game.draw_clause(due))
        raise Refused.of(Reason.ROUND_NOT_COMPLETE, due.message, clause)
    return settle_round(state)


def report_cut_card(state: State, command: c.ReportCutCard, origin: Origin) -> Events:
    """The cut card of a physical shoe shows: it is taken out and the round is played to its end."""
    play = round_in_play(state)
    shoe = state.shoe
    assert shoe is not None, "a round is opened with a shoe only"
    if shoe.cut_card_out:
        raise Refused(Reason.ROUND_NOT_COMPLETE, "The cut card is out already.")
    if is_virtual(shoe):
        raise Refused.of(Reason.NO_SUCH_CASE, CUT_CARD, READING)
    return (cut_card_out(state, play),)


def _due(state: State, play: Round) -> tuple[Side, str]:
    if play.initial_deal_done:
        _all_up(state, play)
        if not play.totals_announced:
            raise Refused(
                Reason.TOTALS_NOT_ANNOUNCED,
                "Announce the totals before a third card is drawn.",
                clause=state.game.cite(state.game.drawing[DrawRule.COMPLETE]),
            )
    due = play.due()
    assert due is not None, "all cards are face up"
    clause = state.game.draw_clause(due)
    if due.side is None:
        raise Refused.of(Reason.CARD_NOT_ALLOWED, due.message, state.game.cite(clause))
    return due.side, clause


def _read_by_method(state: State, card: str | None) -> None:
    """A virtual shoe says each card; in method B they lie open, in C they are read (3.12.1)."""
    if card is not None:
        return
    assert state.shoe is not None, "a round is opened with a shoe only"
    if is_virtual(state.shoe):
        raise Refused(
            Reason.CARD_UNREAD,
            "This shoe is virtual: ask it for the card, and it says which it is.",
            clause=READING,
        )
    if state.method is Method.A:
        return
    if state.method is Method.C:
        raise Refused(
            Reason.CARD_UNREAD,
            "Method C is dealt from a device that reads the cards.",
            clause=state.game.cite("3.12.1"),
        )
    raise Refused(Reason.CARD_UNREAD, "Say which card was drawn, as TH.", clause=READING)


def _all_up(state: State, play: Round) -> None:
    if not play.all_face_up:
        hidden = next(dealt.side for dealt in play.cards if not dealt.face_up)
        raise Refused(
            Reason.CARDS_FACE_DOWN,
            "The {side} cards must be exposed first.",
            clause=state.game.cite(state.game.drawing[DrawRule.COMPLETE]),
            side=hidden,
        )


def _read(state: State, play: Round, card: str | None) -> str | None:
    kept = play.set_aside[0] if play.set_aside else None
    # In method B its face was named when the cards were put in order. Elsewhere it is not known to
    # people, and naming it is refused, right or wrong, or it could be guessed.
    if kept is not None and card is not None and (kept != card or state.method is not Method.B):
        raise Refused(
            Reason.CARD_CONTRADICTS,
            "The card set aside to be drawn next has been read: draw it without naming it.",
            clause=state.game.cite("5.11.4") if play.replaced else READING,
        )
    return card or kept


def _codes(texts: tuple[str, ...]) -> list[str]:
    return [parse_card(text).code for text in texts]


def _check_turned(side: Side, unread: int, named: int) -> None:
    """Only cards that have not been read are named: a face on record is not there to be guessed."""
    if named > unread:
        raise Refused(
            Reason.CARD_CONTRADICTS,
            "{side} has {unread} cards that have not been read: name those and no others.",
            clause=READING,
            side=side,
            unread=unread,
        )
    if named < unread:
        raise Refused(Reason.CARD_UNREAD, "Say which cards were turned up, as TH.")


def _passed_first(state: State, play: Round, side: Side) -> None:
    """A hand goes to the patron who is due it before anyone exposes it (3.10.2)."""
    to = owed(state, play, side)
    if to.patron:
        raise Refused(
            Reason.NOT_THE_HANDLER,
            "The {side} cards are due to {patron}: pass them, or report the error.",
            clause=state.game.cite(to.clause),
            side=side,
            patron=to.patron,
        )


def _first_revealed_first(state: State, play: Round, side: Side) -> None:
    """Where patrons hold cards, the dealer says which hand is revealed first (3.10.6)."""
    first = play.first_revealed
    if play.totals_announced:
        return
    if first is None:
        if play.handlers:
            raise Refused(
                Reason.NOT_THE_HANDLER,
                "The dealer says first which hand is revealed first.",
                clause=state.game.cite("3.10.6"),
            )
    elif side is not first and not all(dealt.face_up for dealt in play.hand(first)):
        raise Refused(
            Reason.CARDS_FACE_DOWN,
            "{side} is revealed first.",
            clause=state.game.cite("3.10.6"),
            side=first,
        )
