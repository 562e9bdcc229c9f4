"""Drills on announcements: what is called out when something happens at a table."""

from msgspec.structs import replace

from punto.messages import Message
from punto.rules.game import Game
from punto.school.chance import Chance
from punto.school.drills.drill import Drill, choice, scene_of, text_of
from punto.school.items import Facts, Solution, Topic
from punto.school.practice import Practice, practice
from punto.school.scenes import Tried, try_act
from punto.table import events as e
from punto.table.announcements import NO_MORE_BETS, PLACE_YOUR_BETS, VOID, announcement
from punto.table.prompt import Step

MOMENTS = ("open", "close", "totals", "outcome", "report foreign-cards")
NOTHING = "nothing"


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
    tried = try_act(scene_of(game, facts), game, text_of(facts, "act"))
    words = [called for event in tried.events if (called := announcement(event)) is not None]
    right = words[-1].english if words else NOTHING
    usual = (each.english for each in (PLACE_YOUR_BETS, NO_MORE_BETS, VOID))
    choices = tuple(sorted({right, NOTHING, *usual, *_mistaken(tried)}))
    text = Message.of("What is called out when this is done: {act}?", act=text_of(facts, "act"))
    return Solution(text, (choice("called", right, choices, tried.clauses),))


def _mistaken(tried: Tried) -> list[str]:
    """What would be called with the two hands taken for each other."""
    found = []
    for event in tried.events:
        if isinstance(event, e.TotalsAnnounced | e.RoundSettled):
            swapped = announcement(replace(event, player=event.banker, banker=event.player))
            if swapped is not None:
                found.append(swapped.english)
    return found


DRILLS = (Drill("announcement", Topic.ANNOUNCEMENTS, _moment, _called),)
