"""Seeded play at a table: stakes, cards, irregularities and corrections in random order."""

from collections.abc import Sized
from random import Random
from typing import Protocol

from msgspec.structs import replace

from punto.refusals import Refused
from punto.rules.cards import DECK, Card
from punto.rules.game import Method, Zone
from punto.rules.games import GAMES
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.rules.round import deal_round
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import Configuration, Funding, usual_configuration
from punto.table.people import Patron, Staff
from punto.table.prompt import Step, next_step
from punto.table.state import State
from tests.envelope import Given
from tests.ledger.books import Books

BOSS = Staff("boss", Position.ASSISTANT_CASINO_MANAGER)
PATRONS = ("seat1", "seat2", "seat3")
STEPS = 120  # commands of a sequence, after the one that opens the table


class Seen(Protocol):
    """A table as somebody sees who is about to ask something of it."""

    @property
    def state(self) -> State: ...
    @property
    def moved(self) -> Sized: ...


def play(seed: int, steps: int = STEPS) -> Books:
    """One sequence from its seed, every accepted command checked."""
    chance = Random(seed)
    config = configuration(chance)
    with_credits = PATRONS if config.funding is Funding.CREDITS else ()
    books = Books(with_credits, credits_cents=200_000)
    books.give(Given(c.OpenTable(config), BOSS))
    for _ in range(steps):
        try:
            books.give(something(books, chance))
        except Refused:
            books.check()
    return books


def configuration(chance: Random) -> Configuration:
    game = chance.choice(GAMES)
    config = usual_configuration(game, 2_000, 50_000)
    credit = game.electronic or chance.random() < 0.5
    method = chance.choice(tuple(game.methods))
    return replace(
        config,
        funding=Funding.CREDITS if credit else Funding.CHIPS,
        differential_cents=chance.choice((None, 30_000)) if len(game.methods) > 1 else None,
        method=method,
        zone=Zone.PAIZA_CLUB if method is Method.C else config.zone,
    )


def something(books: Seen, chance: Random) -> Given:
    """What somebody asks next: mostly what is due, and everything beside it."""
    due, dice = next_step(books.state).step, chance.random()
    if due is Step.CLOSE_BETTING and dice < 0.8:
        return _betting(books, chance)
    if due is Step.DECREASE and dice < 0.5:
        return _betting(books, chance)
    if due is Step.OPEN_BETTING and books.state.finished and dice < 0.5:
        cards = some_round(chance)
        wrong = chance.choice(books.state.finished)
        again = wrong.cards if chance.random() < 0.2 else cards
        return Given(c.CorrectRound(wrong.number, again, "as surveillance saw it"), BOSS)
    if dice < 0.1:
        irregular = chance.choice(tuple(Irregularity))
        return Given(
            c.Report(
                irregular,
                reconstructable=chance.random() < 0.3,
                side=chance.choice((None, *Side)),
                patron=chance.choice(PATRONS),
            ),
            BOSS,
        )
    return _due(books, chance)


def _betting(books: Seen, chance: Random) -> Given:
    """A stake placed, raised, lowered or withdrawn, in and beside the limits."""
    play, config = books.state.round, books.state.configuration
    assert play is not None, "betting is open"
    assert config is not None, "at an open table"
    cents = 100 * chance.randint(1, 700)
    mine = tuple(play.stakes.values())
    if mine and chance.random() < 0.4:
        stake = chance.choice(mine)
        by = Patron(stake.patron) if config.funding is Funding.CREDITS else BOSS
        if chance.random() < 0.5:
            return Given(c.ChangeStake(stake.id, cents), by)
        return Given(c.WithdrawStake(stake.id), by)
    who = chance.choice(PATRONS)
    return Given(
        c.PlaceStake(who, chance.choice(tuple(config.limits)), PATRONS.index(who) + 1, cents),
        Patron(who) if config.funding is Funding.CREDITS else BOSS,
    )


def _due(books: Seen, chance: Random) -> Given:
    """What the table asks for next, by somebody who may; anything hard to answer is voided."""
    prompt, state = next_step(books.state), books.state
    side = prompt.side or Side.PLAYER
    holder = Patron(prompt.patrons[0]) if prompt.patrons else BOSS
    match prompt.step:
        case Step.LOAD_SHOE if state.shoe is not None:
            return Given(c.RetireShoe(), BOSS)
        case Step.LOAD_SHOE:
            return Given(c.LoadShoe(f"shoe{len(books.moved)}-{state.rounds}"), BOSS)
        case Step.OPEN_BETTING:
            return Given(c.OpenBetting(), BOSS)
        case Step.CLOSE_BETTING:
            return Given(c.CloseBetting(), BOSS)
        case Step.DECREASE if state.round is not None:
            if state.round.decrease_asked is not prompt.side:
                return Given(c.AskToDecrease(), BOSS)
            heavy = [each.id for each in state.round.stakes.values() if each.wager == side.value]
            return Given(c.RemoveStakes(tuple(heavy)), BOSS)
        case Step.DRAW:
            return Given(c.DrawCard(chance.choice(DECK).code), holder)
        case Step.PASS:
            return Given(c.PassCards(side, prompt.patrons[0]), BOSS)
        case Step.CHOOSE_FIRST:
            return Given(c.ChooseFirstRevealed(side), BOSS)
        case Step.EXPOSE:
            return Given(c.ExposeCards(side), holder)
        case Step.ANNOUNCE_TOTALS:
            return Given(c.AnnounceTotals(), BOSS)
        case Step.ANNOUNCE_OUTCOME:
            return Given(c.AnnounceOutcome(), BOSS)
        case Step.ANSWER_OPTION:
            return _answer(books, prompt.patrons[0], chance)
        case Step.DECIDE:
            return Given(c.Decide(chance.random() < 0.5, "as surveillance saw it"), BOSS)
        case Step.RECONSTRUCT:
            return Given(c.Reconstruct(some_round(chance)), BOSS)
        case _:
            return Given(c.Report(Irregularity.EXTRA_OR_MISSING_CARDS), BOSS)


def _answer(books: Seen, who: str, chance: Random) -> Given:
    case, play = books.state.case, books.state.round
    assert case is not None, "somebody is asked"
    assert play is not None, "in a round"
    mine = {stake.id for stake in play.stakes.values() if stake.patron == who}
    own = tuple(each for each in case.withdrawable if each in mine)
    return Given(c.AnswerOption(who, own if chance.random() < 0.5 else ()), BOSS)


def some_round(chance: Random) -> tuple[str, ...]:
    """The cards of a whole round."""
    cards: list[Card] = chance.sample(DECK, 6)
    dealt = deal_round(iter(cards))
    assert dealt is not None, "six cards are enough"
    return tuple(card.code for card in dealt.cards)
