"""Drills on announcements: what is called out when something happens at a table."""

from collections.abc import Sequence

from msgspec.structs import replace

from punto.messages import Message
from punto.rules.game import Game
from punto.school.chance import Chance
from punto.school.citations import cited
from punto.school.drills.drill import Drill, act_in_words, lines_of, scene_of
from punto.school.items import Facts, Form, Part, Solution, Topic
from punto.school.practice import Practice, practice
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
    """Something is done, as the last line of the scene: what follows from it is not asked."""
    act = chance.pick(MOMENTS)
    if act == "open":
        return {"scene": Practice(game, chance).give(act).scene, "act": act}
    table = practice(game, chance, patrons=2)
    if act == "totals":
        table.follow_to(Step.ANNOUNCE_TOTALS)
    elif act == "outcome":
        table.follow_to(Step.ANNOUNCE_OUTCOME)
    elif act.startswith("report"):
        table.follow(lambda state: False, 3)
    return {"scene": table.give(act).scene, "act": act}


def _called(game: Game, facts: Facts) -> Solution:
    before = scene_of(game, {**facts, "scene": lines_of(facts)[:-1]})
    events = scene_of(game, facts).events[len(before.events) :]
    words = [called for event in events if (called := announcement(event)) is not None]
    right = words[-1] if words else NOTHING
    every = {right, NOTHING, PLACE_YOUR_BETS, NO_MORE_BETS, VOID, *_mistaken(events)}
    choices = sorted(every, key=lambda each: each.english)
    text = _asked(act_in_words(facts, before), events)
    part = Part(
        "called",
        Form.CHOICE,
        (right.english,),
        tuple(each.english for each in choices),
        cited(game, events),
        None,
        tuple(each.chinese for each in choices),
    )
    return Solution(text, (part,))


def _asked(act: Message, events: Sequence[e.Event]) -> Message:
    """What is done, with what follows from it: the totals, or that the round is void."""
    for event in events:
        if isinstance(event, e.TotalsAnnounced | e.RoundSettled):
            return Message.of(
                "This is done: {act}. Player's total is {player}, Banker's {banker}. What is called"
                " out?",
                act=act,
                player=event.player,
                banker=event.banker,
            )
        if isinstance(event, e.RoundVoided):
            return Message.of(
                "This is done: {act}. The round is void. What is called out?", act=act
            )
    return Message.of("This is done: {act}. What is called out?", act=act)


def _mistaken(events: Sequence[e.Event]) -> list[Announcement]:
    """What would be called with the two hands taken for each other."""
    found = []
    for event in events:
        if isinstance(event, e.TotalsAnnounced | e.RoundSettled):
            swapped = announcement(replace(event, player=event.banker, banker=event.player))
            if swapped is not None:
                found.append(swapped)
    return found


DRILLS = (Drill("announcement", Topic.ANNOUNCEMENTS, _moment, _called),)
