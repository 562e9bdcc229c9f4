"""Moves: every command a person could give, and why some of them are refused now.

A candidate for each command is made from the state and tried on `decide`. Face-down cards are never
read here, so no answer depends on them.
"""

from collections.abc import Iterator
from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from punto.refusals import Refused
from punto.rules.game import Method
from punto.rules.games import GAMES
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.card_source import GIVES, source_of
from punto.table.configuration import CardSource, Configuration, usual_configuration
from punto.table.dealers import taken_over_by
from punto.table.forms import tag_of
from punto.table.handlers import holder, next_handler
from punto.table.legal.answers import is_open, refusal
from punto.table.legal.irregularities import LATE_STAKE, NO_PATRON, late_withdrawal, reports
from punto.table.people import Actor, Machine, Patron, Role, Staff
from punto.table.preconditions import open_table
from punto.table.prompt import displayed_round
from punto.table.state import Round, Shoe, State

CARD = "AS"  # some card; one that the shoe cannot hold voids the round, which is an answer too
SEAL = "0" * 64  # no one's seal, digest or value
SUPPLIERS = {CardSource.SEALED: Role.SHOE, CardSource.AUTOMATIC: Role.DEALER}


class Move(Struct, frozen=True):
    """A command tried for a person, or for the device they operate, and its answer."""

    command: c.Command
    by: Actor
    refused: Refused | None  # what `decide` answers; None if it is accepted as it is

    @property
    def is_open(self) -> bool:
        """Whether the command may be given now, with the right values."""
        return is_open(self.command, self.refused)


def may(state: State, by: Actor, at_ms: int = 0) -> tuple[str, ...]:
    """The commands that this person may give at this table now."""
    return tuple(tag_of(each.command) for each in moves(state, by, at_ms) if each.is_open)


def moves(state: State, by: Actor, at_ms: int = 0) -> tuple[Move, ...]:
    """Each command that this person could give at some time, with the answer of `decide` now."""
    found: dict[type, Move] = {}
    for tried, giver in _given(state, by, at_ms):
        kind = type(tried)
        if kind not in found or not found[kind].is_open:
            move = Move(tried, giver, refusal(state, tried, giver, at_ms))
            if kind not in found or move.is_open:
                found[kind] = move
    return tuple(found.values())


def methods(state: State, by: Actor) -> tuple[Method, ...]:
    """The other methods of dealing that this person may choose now."""
    return tuple(
        each
        for each in Method
        if each is not state.method and refusal(state, c.ChooseMethod(each), by) is None
    )


def pressed(state: State, by: Actor) -> Machine | None:
    """The house's device that deals a card at this person's request; None if there is none.

    An automatic table waits only for the patron who controls the device, and for the person who has
    taken it over.
    """
    if state.shoe is None or isinstance(by, Machine):
        return None
    source = source_of(state.shoe)
    if source is CardSource.AUTOMATIC and isinstance(by, Staff) and taken_over_by(state) != by.id:
        return None
    role = SUPPLIERS.get(source)
    return Machine("-", role, pressed_by=by.id) if role is not None else None


def _given(state: State, by: Actor, at_ms: int) -> Iterator[tuple[c.Command, Actor]]:
    """Each candidate with its giver: this person, or the device they operate."""
    own = GIVES[by.role] if isinstance(by, Machine) else None
    for tried in _candidates(state, by, at_ms):
        if own is None or isinstance(tried, own):
            yield tried, by
    yield _draw(state, by, at_ms)  # every machine gives it
    if isinstance(by, Staff):
        role = Role.DEALER if taken_over_by(state) == by.id else Role.SHOE
        yield c.LoadShoe("-", commitment=SEAL), Machine("-", role, by.id)
        if device := pressed(state, by):
            yield c.BurnCards(CARD, 1), device


def _draw(state: State, by: Actor, at_ms: int) -> tuple[c.Command, Actor]:
    """A draw; with a named card if it is refused only because the card is not named."""
    unnamed = c.DrawCard()
    refused = refusal(state, unnamed, by, at_ms)
    if refused is None or not is_open(unnamed, refused):
        return unnamed, by
    return c.DrawCard(CARD), pressed(state, by) or by


def _candidates(state: State, by: Actor, at_ms: int) -> Iterator[c.Command]:
    """Candidates for each command, the most likely to be accepted first."""
    play = state.round
    yield from _stakes(state, by)
    for side in Side:
        cards = _turned(play, side)
        yield c.ExposeCards(side, cards)
        if play is not None and side in play.handlers and not isinstance(by, Patron):
            yield c.ExposeCards(side, cards, turned_by=play.handlers[side])
        yield c.SqueezeCards(side)
        yield c.RefuseCards(side, _refuses(state, by, side))
    yield c.Contribute(_new_digest(state.shoe))
    yield c.RevealContribution(SEAL)
    yield c.GiveUpDevice()
    undecided = state.case.asked if state.case else ()
    yield c.AnswerOption(by.id if isinstance(by, Patron) else next(iter(undecided), NO_PATRON))
    if not isinstance(by, Patron):
        yield from _of_staff(state, by, at_ms)


def _stakes(state: State, by: Actor) -> Iterator[c.Command]:
    play = state.round
    placed = list(play.stakes.values()) if play else []
    if isinstance(by, Patron):
        if not _is_full(state, by.id):
            yield c.PlaceStake(by.id, "banker", 1, 1)
        placed = [each for each in placed if each.patron == by.id]
    else:
        yield c.PlaceStake(NO_PATRON, "banker", 1, 1)
    if placed:
        yield c.ChangeStake(placed[0].id, 1)
        yield c.WithdrawStake(placed[0].id)


def _is_full(state: State, patron: str) -> bool:
    """Whether every terminal of an electronic table is another patron's in this round."""
    play = state.round
    if play is None or not state.game.electronic:
        return False
    return len(play.seats) >= open_table(state).positions and patron not in play.seats.values()


def _turned(play: Round | None, side: Side) -> tuple[str, ...]:
    """A card for each unread card of a hand."""
    hand = play.hand(side) if play else ()
    return tuple(CARD for dealt in hand if dealt.card is None)


def _refuses(state: State, by: Actor, side: Side) -> str:
    if isinstance(by, Patron):
        return by.id
    play = state.round
    if play is None:
        return NO_PATRON
    return play.handlers.get(side, "") or next_handler(state, play, side) or NO_PATRON


def _new_digest(shoe: Shoe | None) -> str:
    """A digest that has not been contributed to this shoe."""
    used = {each.digest for each in shoe.contributions} if shoe else set()
    return next(digest for n in count() if (digest := f"{n:064}") not in used)


def _of_staff(state: State, by: Actor, at_ms: int) -> Iterator[c.Command]:
    for config in _settings(state):
        yield c.OpenTable(config)
        yield c.ChangeConfiguration(config, why="-")
    yield c.CloseTable()
    yield c.LoadShoe("-")
    yield c.LoadShoe("-", commitment=SEAL)
    yield c.CloseContributions()
    yield c.BurnCards(CARD, 1)
    yield c.RetireShoe()
    if state.retired:
        yield c.RevealShoe(next(iter(state.retired)), (), "")
    yield c.OpenBetting()
    yield c.CloseBetting()
    yield from _handling(state)
    yield c.AnnounceTotals()
    yield c.AnnounceOutcome()
    yield c.ReportCutCard()
    yield c.AllowFirstCardWithdrawal(why="-")
    for method in Method:
        yield c.ChooseMethod(method, why="-")
    for kind in Irregularity:
        yield from reports(state, kind)
    yield from _late(state)
    yield c.ActAs(NO_PATRON, Position.DEALER, at_ms + 1)
    for person in state.acting:
        yield c.EndActing(person)
    yield c.SignOnDealer()
    yield c.SignOffDealer()
    yield c.ConfirmReport()
    yield c.DismissReport("-")
    yield c.LapseOption()
    yield c.Reconstruct(())
    yield c.SetAside()
    yield c.SortCards({})
    yield c.ReplaceMissing()
    yield c.Decide(void=True, why="-")
    yield c.Decide(void=False, why="-")
    yield c.AskToDecrease()
    yield c.RemoveStakes(())
    yield from _corrections(state)


def _settings(state: State) -> tuple[Configuration, ...]:
    """What the table is set to; one that is closed as it was, or as a table usually is."""
    if state.configuration is not None:
        return (state.configuration,)
    usual, before = usual_configuration(GAMES[0]), state.closed_as
    if before is None:
        return (usual,)
    as_usual = replace(
        usual,
        approval_cents=before.approval_cents,
        card_source=before.card_source,
        ranks=before.ranks,
    )
    return before, as_usual


def _handling(state: State) -> Iterator[c.Command]:
    play = state.round
    patrons = list(dict.fromkeys(each.patron for each in play.stakes.values())) if play else []
    for side in Side:
        yield c.PassCards(side, _passed_to(state, side, patrons))
        yield c.ChooseHandler(side, NO_PATRON, why="-")
        yield c.AllowSqueezing(side, NO_PATRON, why="-")
        yield c.ChooseFirstRevealed(side)
    for patron in (state.device, patrons[0] if patrons else "", NO_PATRON):
        if patron:
            yield c.GiveDevice(patron)
            yield c.GiveDevice(patron, without_stake=True, why="-")


def _passed_to(state: State, side: Side, patrons: list[str]) -> str:
    """The patron to whom a hand's cards are due, or else one who does not have them."""
    play = state.round
    if play is None:
        return NO_PATRON
    has_them = holder(state, play, side)
    others = (patron for patron in patrons if patron != has_them)
    return next_handler(state, play, side) or next(others, NO_PATRON)


def _late(state: State) -> Iterator[c.Command]:
    yield LATE_STAKE
    if state.round is not None and state.round.stakes:
        yield late_withdrawal(state)


def _corrections(state: State) -> Iterator[c.Command]:
    for each in reversed(state.finished):
        yield c.CorrectRound(each.number, (), "-")
    for shown in ("player", "banker"):  # at most one of them is right
        yield c.CorrectDisplay(displayed_round(state), shown)
