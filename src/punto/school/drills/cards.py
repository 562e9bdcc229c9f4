"""Drills on cards and hands: points, totals, and who draws."""

from punto.messages import Message
from punto.rules.cards import parse_card, parse_cards, print_cards
from punto.rules.drawing import INITIAL_DEAL
from punto.rules.game import Game
from punto.rules.hands import Hand, point_total
from punto.rules.round import deal, read_hands
from punto.school.chance import Chance
from punto.school.citations import enclosing, enforced
from punto.school.drills.drill import (
    Drill,
    choice,
    describe_hands,
    number,
    number_of,
    text_of,
    trial,
)
from punto.school.items import Facts, Solution, Topic
from punto.school.practice import practice
from punto.table.prompt import Step
from punto.table.scripts.stage import Stage

NO_ONE = "no-one"
DRAWERS = ("player", "banker", NO_ONE)
FIRST_CARDS = len(INITIAL_DEAL)


def _any_card(game: Game, chance: Chance) -> Facts:
    return {"card": chance.card().code}


def _points(game: Game, facts: Facts) -> Solution:
    card = parse_card(text_of(facts, "card"))
    text = Message.of("How many points does {card} count?", card=card)
    return Solution(text, (number("points", card.points, enforced(game, "rules.cards.Rank")),))


def _any_hand(game: Game, chance: Chance) -> Facts:
    cards = [chance.card() for _ in range(2 + chance.below(2))]
    return {"cards": print_cards(cards)}


def _total(game: Game, facts: Facts) -> Solution:
    cards = parse_cards(text_of(facts, "cards"))
    text = Message.of("What is the point total of {cards}?", cards=print_cards(cards))
    clauses = (*enforced(game, "rules.hands.point_total"), *enforced(game, "rules.cards.Rank"))
    total = point_total(card.points for card in cards)
    return Solution(text, (number("total", total, clauses),))


def _any_place(game: Game, chance: Chance) -> Facts:
    return {"place": 1 + chance.below(FIRST_CARDS)}


def _first_four(game: Game, facts: Facts) -> Solution:
    place = number_of(facts, "place") % (FIRST_CARDS + 1) or 1
    draw = INITIAL_DEAL[place - 1]
    assert draw.side is not None, "every one of the first cards goes to a hand"
    clauses = (
        *enclosing(game, game.draw_clause(draw)),
        *enforced(game, "rules.round.Round", "rules.drawing.next_draw"),
    )
    text = Message.of("To which hand does card {place} of a round go?", place=place)
    part = choice("hand", draw.side.value, DRAWERS[:2], tuple(dict.fromkeys(clauses)), draw.message)
    return Solution(text, (part,))


def _any_deal(game: Game, chance: Chance) -> Facts:
    cards = chance.round().cards
    dealt = deal(iter(cards[: 4 + chance.below(len(cards) - 3)]))
    return {
        "player": print_cards(dealt.player.cards),
        "banker": print_cards(dealt.banker.cards),
    }


def _who_draws(game: Game, facts: Facts) -> Solution:
    player, banker = (parse_cards(text_of(facts, side)) for side in ("player", "banker"))
    draw = read_hands(game, player, banker).next
    text = Message.of(
        "{hands} Who draws the next card?", hands=describe_hands(Hand(player), Hand(banker))
    )
    right = draw.side.value if draw.side else NO_ONE
    part = choice("draws", right, DRAWERS, (game.draw_clause(draw),), draw.message)
    return Solution(text, (part,))


def _before_a_draw(game: Game, chance: Chance) -> Facts:
    table = practice(game, chance, game.methods[-2] if len(game.methods) > 1 else None, patrons=1)
    table.follow_to(Step.ANNOUNCE_TOTALS)
    if chance.one_in(2):
        table.give("totals")
    return {"scene": table.scene, "act": f"draw {chance.card()} by dealer"}


def _asked_to_draw(facts: Facts, stage: Stage) -> Message:
    return Message.of("Four cards lie face up. May the dealer draw another card now?")


DRILLS = (
    Drill("card-points", Topic.CARD_VALUES, _any_card, _points),
    Drill("hand-total", Topic.CARD_VALUES, _any_hand, _total),
    Drill("first-four-cards", Topic.DRAWING, _any_place, _first_four),
    Drill("who-draws", Topic.DRAWING, _any_deal, _who_draws),
    trial("draw-now", Topic.DRAWING, _before_a_draw, _asked_to_draw),
)
