"""Drills on announcements: what is called out when something happens at a table."""

from msgspec.structs import replace

from punto.messages import Message
from punto.rules.game import Game
from punto.school.chance import Chance
from punto.school.drills.drill import Drill, act_in_words, scene_of, text_of
from punto.school.items import Facts, Form, Part, Solution, Topic
from punto.school.practice import Practice, practice
from punto.school.scenes import Tried, try_act
from punto.table import events as e
from punto.table.announcements import (
    NO_MORE_BETS,
    PLACE_YOUR_BETS,
    VOID,
    Announcement,
    announcement,
)
from punto.table.prompt import Step

MOMENTS = ("open", "close", "totals", "outcome", "report foreign-cards")
NOTHING = Announcement("nothing", "不宣布")


def _moment(game: Game, chance: Chance) -> Facts:
    act = chance.pick(MOMENTS)
    if act == "open":
        return {"scene": Practice(game, chance).scene, "act": act}
    table = practice(game, chance, patrons=2)
    if act == "totals":
        table.follow_to(Step.ANNOUNCE_TOTALS)
    elif act == "outcome":
        table.follow_to(Step.ANNOUNCE_OUTCOME)
    elif act.startswith("report"):
        table.follow(lambda state: False, 3)
    return {"scene": table.scene, "act": act}


def _called(game: Game, facts: Facts) -> Solution:
    stage = scene_of(game, facts)
    tried = try_act(stage, game, text_of(facts, "act"))
    words = [called for event in tried.events if (called := announcement(event)) is not None]
    right = words[-1] if words else NOTHING
    every = {right, NOTHING, PLACE_YOUR_BETS, NO_MORE_BETS, VOID, *_mistaken(tried)}
    choices = sorted(every, key=lambda each: each.english)
    text = Message.of(
        "What is called out when this is done: {act}?", act=act_in_words(facts, stage)
    )
    part = Part(
        "called",
        Form.CHOICE,
        (right.english,),
        tuple(each.english for each in choices),
        tried.clauses,
        None,
        tuple(each.chinese for each in choices),
    )
    return Solution(text, (part,))


def _mistaken(tried: Tried) -> list[Announcement]:
    """What would be called with the two hands taken for each other."""
    found = []
    for event in tried.events:
        if isinstance(event, e.TotalsAnnounced | e.RoundSettled):
            swapped = announcement(replace(event, player=event.banker, banker=event.player))
            if swapped is not None:
                found.append(swapped)
    return found


DRILLS = (Drill("announcement", Topic.ANNOUNCEMENTS, _moment, _called),)
