"""Drills on finished rounds: who won, which wagers win, and what they pay."""

from punto.messages import Message
from punto.rules.cards import parse_cards, print_cards
from punto.rules.game import Game
from punto.rules.games import GAMES
from punto.rules.outcome import Outcome, Winner
from punto.rules.round import Round, read_round
from punto.rules.settlement import result_of
from punto.school.chance import Chance
from punto.school.citations import enforced
from punto.school.drills.drill import (
    NO,
    YES,
    YES_OR_NO,
    Drill,
    choice,
    describe_hands,
    text_of,
    trial,
)
from punto.school.items import Facts, Part, Solution, Topic
from punto.school.labels import label
from punto.school.practice import HANDS, practice
from punto.table.scripts.stage import Stage

NOTHING = "nothing"
TRIES = 40  # rounds dealt to find one in which the wager wins
WINNERS = tuple(each.value for each in Winner)
RESULTS = ("win", "lose", "push")


def _any_round(game: Game, chance: Chance) -> Facts:
    return {"cards": print_cards(chance.round().cards)}


def _round_of(game: Game, facts: Facts) -> Round:
    return read_round(game, parse_cards(text_of(facts, "cards")))


def outcome_clause(game: Game, outcome: Outcome) -> str:
    """The clause on who won; a tie has one of its own, by which Player and Banker push."""
    return game.wager("player").pushes_by if outcome.winner is Winner.TIE else game.winner_clause


def _who_won(game: Game, facts: Facts) -> Solution:
    dealt = _round_of(game, facts)
    text = Message.of(
        "{hands} No more cards are drawn. Who won?",
        hands=describe_hands(dealt.player, dealt.banker),
    )
    clauses = (outcome_clause(game, dealt.outcome),)
    return Solution(text, (choice("winner", dealt.outcome.winner.value, WINNERS, clauses),))


def _wager_and_round(game: Game, chance: Chance) -> Facts:
    wager = chance.pick(game.wagers)
    wins, alike = chance.one_in(2), chance.one_in(3)
    dealt = chance.round(alike=alike)
    for _ in range(TRIES if wins else 0):
        if game.verdict(wager.id, dealt.outcome).line is not None:
            break
        dealt = chance.round(alike=alike)
    return {"wager": wager.id, "cards": print_cards(dealt.cards)}


def wager_clauses(game: Game, wager_id: str) -> tuple[str, ...]:
    """The clauses of section 3 that say when a wager wins."""
    module = game.document.replace("-", "_")
    return enforced(game, f"rules.games.{module}.{wager_id.replace('-', '_').upper()}")


def _wager(game: Game, facts: Facts) -> Solution:
    dealt, wager = _round_of(game, facts), game.wager(text_of(facts, "wager"))
    verdict = game.verdict(wager.id, dealt.outcome)
    pays = verdict.line.pays if verdict.line else NOTHING
    printed = dict.fromkeys(line.pays for each in game.wagers for line in each.lines)
    clauses = tuple(dict.fromkeys((verdict.clause, *wager_clauses(game, wager.id))))
    text = Message.of(
        "{hands} What becomes of a stake on {wager}?",
        hands=describe_hands(dealt.player, dealt.banker),
        wager=label(wager.id),
    )
    parts: tuple[Part, ...] = (
        choice("result", result_of(verdict).value, RESULTS, clauses),
        choice("pays", pays, (*printed, NOTHING), clauses),
    )
    return Solution(text, parts)


def _any_wager(game: Game, chance: Chance) -> Facts:
    every = tuple(dict.fromkeys(wager.id for each in GAMES for wager in each.wagers))
    return {"wager": chance.pick(every)}


def _on_offer(game: Game, facts: Facts) -> Solution:
    wager = text_of(facts, "wager")
    offered = any(each.id == wager for each in game.wagers)
    text = Message.of("Is {wager} a wager of {game}?", wager=label(wager), game=game.title)
    part = choice("offered", YES if offered else NO, YES_OR_NO, (game.wagers_clause,))
    return Solution(text, (part,))


def _side_wager_alone(game: Game, chance: Chance) -> Facts:
    table = practice(game, chance, patrons=2)
    side = chance.pick([each.id for each in game.wagers if each.id not in HANDS])
    if chance.one_in(3):
        table.give("close")
    seat = table.free_seats[0]
    return {"scene": table.scene, "act": f"stake {seat} {side} 50", "wager": side}


def _asked_alone(facts: Facts, stage: Stage) -> Message:
    return Message.of(
        "May a patron who has no stake on a hand stake on {wager} now?",
        wager=label(text_of(facts, "wager")),
    )


def _alone_clauses(game: Game, facts: Facts, tried: object) -> tuple[str, ...]:
    module = game.document.replace("-", "_")
    parts = (f"rules.games.{module}.GAME", "rules.settlement.settle")
    return enforced(game, *parts)


DRILLS = (
    Drill("who-won", Topic.OUTCOME, _any_round, _who_won),
    Drill("wager-result", Topic.PAYMENT, _wager_and_round, _wager),
    Drill("wager-on-offer", Topic.WAGERS, _any_wager, _on_offer),
    trial("side-wager-alone", Topic.WAGERS, _side_wager_alone, _asked_alone, cites=_alone_clauses),
)
