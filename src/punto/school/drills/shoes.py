"""Drills on the shoe: burning, the cut card, and when the cards are replaced."""

from punto.messages import Message
from punto.rules.game import Game, Method
from punto.rules.irregularities import Irregularity
from punto.school.chance import Chance
from punto.school.drills.drill import (
    Drill,
    irregularity_of,
    lines_of,
    number,
    number_of,
    scene_of,
    text_of,
    trial,
)
from punto.school.items import Facts, Solution, Topic
from punto.school.practice import Practice, practice, settings_of
from punto.school.right_line import BURNED_MAX, next_line
from punto.school.scenes import give_line, try_act
from punto.table.prompt import Step, next_step
from punto.table.scripts.stage import Stage


def _first_card(game: Game, chance: Chance) -> Facts:
    return {"scene": Practice(game, chance, "burn=yes").scene, "card": chance.card().code}


def _burned(game: Game, facts: Facts) -> Solution:
    """The table accepts one number of cards alone."""
    stage, card = scene_of(game, facts), text_of(facts, "card")
    counts = range(1, BURNED_MAX + 1)
    tried = {count: try_act(stage, game, f"burn {card} {count}") for count in counts}
    right = next(count for count, each in tried.items() if each.is_done)
    text = Message.of(
        "A table burns cards, and the first card of a new shoe is {card}. How many are burned"
        " after it?",
        card=card,
    )
    return Solution(text, (number("cards", right, tried[right].clauses),))


def _cut_card_shows(game: Game, chance: Chance) -> Facts:
    after = chance.below(4)
    table = practice(game, chance, None, f"after-cut={after}", patrons=1)
    table.follow(lambda state: False, 1 + chance.below(4))
    table.give("cut-card")
    return {"scene": table.scene, "after": after}


def _rounds_left(game: Game, facts: Facts) -> Solution:
    """Played on by the table's own prompts until it asks for new cards."""
    stage = scene_of(game, facts)
    out = try_act(_before_the_last(game, facts), game, "cut-card")
    chance = Chance("played on")
    finished = len(stage.state.finished)
    while next_step(stage.state).step is not Step.LOAD_SHOE:
        give_line(stage, next_line(stage, chance))
    right = len(stage.state.finished) - finished - 1
    text = Message.of(
        "The cut card comes out in this round; the table's setting for rounds after it is {after}."
        " How many more rounds are opened with this shoe?",
        after=number_of(facts, "after"),
    )
    clauses = tuple(dict.fromkeys((*out.clauses, "reading cut-card")))
    return Solution(text, (number("rounds", right, clauses),))


def _before_the_last(game: Game, facts: Facts) -> Stage:
    return scene_of(game, {**facts, "scene": lines_of(facts)[:-1]})


def _after_a_void(game: Game, chance: Chance) -> Facts:
    table = practice(game, chance, patrons=2)
    table.follow(lambda state: False, 2)
    if not chance.one_in(3):
        table.give("report foreign-cards")
    return {"scene": table.scene, "act": "retire"}


def _asked_to_retire(facts: Facts, stage: Stage) -> Message:
    return Message.of("May the cards be taken out of use now, and others be put in their place?")


def _after_an_irregularity(game: Game, chance: Chance) -> Facts:
    """A round after which the cards are replaced, or may be: by the clause on what happened."""
    table = Practice(game, chance, *settings_of(Method.C))
    table.give("open", "stake seat2 player 100", "device seat2", "close")
    table.follow(lambda state: False, 1)
    kind = chance.pick(("altered-by-moving-device", "foreign-cards", "shoe-order-altered"))
    return {"scene": table.give(f"report {kind}").scene, "act": "open", "irregularity": kind}


def _asked_to_open(facts: Facts, stage: Stage) -> Message:
    return Message.of(
        "The round was void because of {irregularity}. May the next one be opened with the same"
        " cards?",
        irregularity=irregularity_of(facts),
    )


def _after_missing_cards(game: Game, chance: Chance) -> Facts:
    table = Practice(game, chance, *settings_of(Method.A))
    table.give("open", "stake seat2 player 200", "stake seat3 banker 100")
    table.follow_to(Step.CHOOSE_FIRST).give("first banker")
    table.follow(lambda state: False, 1)
    table.give("report patron-left-with-cards seat2")
    table.finish_round()
    if chance.one_in(2):
        table.give("retire", "shoe fresh")
    return {"scene": table.scene, "act": "open"}


def _asked_after_missing(facts: Facts, stage: Stage) -> Message:
    return Message.of("A patron went away with cards. May betting be opened now?")


def _moves_device(game: Game) -> bool:
    return game.procedure(Irregularity.ALTERED_BY_MOVING_DEVICE) is not None


def _replaces_missing(game: Game) -> bool:
    return game.procedure(Irregularity.PATRON_LEFT_WITH_CARDS) is not None


DRILLS = (
    Drill("burn", Topic.SHOE, _first_card, _burned),
    Drill("rounds-after-cut", Topic.SHOE, _cut_card_shows, _rounds_left),
    trial("replace-after-void", Topic.SHOE, _after_a_void, _asked_to_retire),
    trial("same-cards", Topic.SHOE, _after_an_irregularity, _asked_to_open, applies=_moves_device),
    trial(
        "cards-taken-away",
        Topic.SHOE,
        _after_missing_cards,
        _asked_after_missing,
        applies=_replaces_missing,
    ),
)
