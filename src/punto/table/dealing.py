"""Dealing: each card drawn, exposed and announced, until the table of play is done."""

from punto.refusals import Reason, Refused
from punto.rules.cards import parse_card
from punto.rules.drawing import DrawRule
from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.table import commands as c
from punto.table import events as e
from punto.table.cutting import cut_card_lies_next, cut_card_out
from punto.table.handling import owed
from punto.table.people import Staff
from punto.table.requirements import dealing_round, round_in_play
from punto.table.settling import settle_round, void_round
from punto.table.state import Dealt, Round, State

Events = tuple[e.Event, ...]


def draw_card(state: State, command: c.DrawCard) -> Events:
    """One card to the hand the rules name; a card that cannot be there voids the round at once."""
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
        return void_round(state, _surplus(state))
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


def expose_cards(state: State, command: c.ExposeCards) -> Events:
    """A hand is turned face up by whoever handles it, or by the dealer where nobody does."""
    play = dealing_round(state)
    side, read = command.side, iter(_codes(command.cards))
    handler = play.handlers.get(side, "")
    if handler and isinstance(command.by, Staff):
        raise Refused(
            Reason.NOT_THE_HANDLER,
            f"{handler} exposes {side.title}; report an absence if {handler} is not there.",
            clause=state.game.cite("5.10"),
        )
    _passed_first(state, play, side)
    if state.method is Method.A:
        _first_revealed_first(state, play, side)
    hand = play.hand(side)
    hidden = [dealt for dealt in hand if not dealt.face_up]
    if not hidden:
        raise Refused(Reason.ROUND_NOT_COMPLETE, f"{side.title} has no card that lies face down.")
    shown = [_turned(dealt, None if dealt.face_up else next(read, None)) for dealt in hand]
    if next(read, None) is not None:
        raise Refused(
            Reason.CARD_CONTRADICTS, f"{side.title} has {len(hidden)} cards face down, not more."
        )
    shoe = state.shoe
    assert shoe is not None, "a round is opened with a shoe only"
    news = [card for place, card in enumerate(shown) if hand[place].card is None]
    if not all(shoe.holds(card, news.count(card)) for card in news):
        return void_round(state, _surplus(state))
    return (
        e.CardsExposed(side=side, cards=tuple(shown), clause=exposing_clause(state, play, side)),
    )


def exposing_clause(state: State, play: Round, side: Side) -> str:
    """The clause by which a hand's cards are turned up, the first two or the third."""
    third = len(play.hand(side)) == 3
    if state.method is Method.C:
        return "3.12.7" if third else "3.12.5"
    return "3.10.7" if third else "3.10.6"


def announce_totals(state: State, command: c.AnnounceTotals) -> Events:
    play = dealing_round(state)
    if not play.initial_deal_done or play.totals_announced:
        raise Refused(
            Reason.ROUND_NOT_COMPLETE, "Totals are announced once, after four cards are dealt."
        )
    _all_up(play)
    due = play.due()
    assert due is not None, "all cards are face up"
    totals = [sum(play.points(side)) % 10 for side in Side]
    return (
        e.TotalsAnnounced(player=totals[0], banker=totals[1], clause=state.game.drawing[due.rule]),
    )


def announce_outcome(state: State, command: c.AnnounceOutcome) -> Events:
    play = dealing_round(state)
    _all_up(play)
    if not play.totals_announced:
        raise Refused(
            Reason.TOTALS_NOT_ANNOUNCED,
            "First the totals of four cards are announced.",
            clause=state.game.cite(state.game.drawing[DrawRule.COMPLETE]),
        )
    due = play.due()
    assert due is not None, "all cards are face up"
    if due.side is not None:
        raise Refused(
            Reason.ROUND_NOT_COMPLETE, due.why, clause=state.game.cite(state.game.draw_clause(due))
        )
    return settle_round(state)


def report_cut_card(state: State, command: c.ReportCutCard) -> Events:
    """The cut card shows: it is taken out and the round is played to its end."""
    play = round_in_play(state)
    shoe = state.shoe
    assert shoe is not None, "a round is opened with a shoe only"
    if shoe.cut_card_out:
        raise Refused(Reason.ROUND_NOT_COMPLETE, "The cut card is out already.")
    return (cut_card_out(state, play),)


def _due(state: State, play: Round) -> tuple[Side, str]:
    if play.initial_deal_done:
        _all_up(play)
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
        raise Refused(Reason.CARD_NOT_ALLOWED, due.why, clause=state.game.cite(clause))
    return due.side, clause


def _read_by_method(state: State, card: str | None) -> None:
    """Cards lie open in method B, and the device of method C reads them (3.12.1)."""
    if card is not None or state.method is Method.A:
        return
    if state.method is Method.C:
        raise Refused(
            Reason.CARD_UNREAD,
            "Method C is dealt from a device that reads the cards.",
            clause=state.game.cite("3.12.1"),
        )
    raise Refused(Reason.CARD_UNREAD, "Say which card was drawn, as TH.")


def _all_up(play: Round) -> None:
    if not play.all_face_up:
        hidden = next(dealt.side for dealt in play.cards if not dealt.face_up)
        raise Refused(Reason.CARDS_FACE_DOWN, f"The {hidden.title} cards must be exposed first.")


def _read(state: State, play: Round, card: str | None) -> str | None:
    if play.set_aside:
        kept = play.set_aside[0]
        if kept is not None and card is not None and kept != card:
            raise Refused(
                Reason.CARD_CONTRADICTS,
                f"The card set aside to be drawn next is not {card}.",  # which it is stays hidden
                clause=state.game.cite("5.11.4") if play.replaced else None,
            )
        return card or kept
    return card


def _codes(texts: tuple[str, ...]) -> list[str]:
    return [parse_card(text).code for text in texts]


def _turned(dealt: Dealt, read: str | None) -> str:
    if dealt.card is not None and read is not None and dealt.card != read:
        raise Refused(
            Reason.CARD_CONTRADICTS, f"The device read {dealt.card} where {read} was turned up."
        )
    known = dealt.card or read
    if known is None:
        raise Refused(Reason.CARD_UNREAD, "Say which cards were turned up, as TH.")
    return known


def _passed_first(state: State, play: Round, side: Side) -> None:
    """A hand goes to the patron who is due it before anybody exposes it (3.10.2)."""
    to = owed(state, play, side)
    if to.patron:
        raise Refused(
            Reason.NOT_THE_HANDLER,
            f"The {side.title} cards are due to {to.patron}: pass them, or report the error.",
            clause=state.game.cite(to.clause),
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
            f"{first.title} is revealed first.",
            clause=state.game.cite("3.10.6"),
        )


def _surplus(state: State) -> Irregularity:
    extra = Irregularity.EXTRA_OR_MISSING_CARDS
    return extra if state.game.procedure(extra) else Irregularity.FOREIGN_CARDS
