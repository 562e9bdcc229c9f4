"""Drills on stakes: limits, areas, stakes for a patron, the call of no more bets, differential."""

from punto.messages import Message
from punto.rules.game import Game
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Power
from punto.school.chance import Chance
from punto.school.citations import enforced
from punto.school.drills.drill import (
    Drill,
    act_in_words,
    choice,
    position_of,
    scene_of,
    text_of,
    trial,
)
from punto.school.items import Facts, Form, Part, Solution, Topic
from punto.school.practice import STAFF, Practice, practice
from punto.school.scenes import Tried, play_scene, try_act
from punto.table import events as e
from punto.table.scripts.stage import Stage
from punto.table.stakes import differential_excess

LIMITS = "limits=50..1000"
AROUND = (10, 49, 50, 100, 500, 1000, 1001, 5000)
NEITHER = "neither"
DIFFERENTIAL = 500


def _asked_stake(facts: Facts, stage: Stage) -> Message:
    return Message.of("Is this stake taken: {act}?", act=act_in_words(facts, stage))


def _amount(game: Game, chance: Chance) -> Facts:
    """At a terminal, or placed by staff at a patron's request."""
    funding = ("funding=credits",) if chance.one_in(2) else ()
    table = Practice(game, chance, LIMITS, *funding).give("open")
    wager, amount = chance.pick(game.wagers).id, chance.pick(AROUND)
    may_place = game.grant(Power.PLACE_ON_BEHALF) is not None and not funding
    request = " on-behalf" if may_place else ""
    return {"scene": table.scene, "act": f"stake seat3 {wager} {amount}{request}"}


def _on_behalf(game: Game, chance: Chance) -> Facts:
    funding = ("funding=credits",) if chance.one_in(2) else ()
    table = Practice(game, chance, *funding).give("open")
    by = chance.pick((*STAFF[:3], "seat3", "seat4"))
    request = " on-behalf" if by in STAFF else ""
    return {"scene": table.scene, "act": f"stake seat3 banker 100{request} by {by}"}


def _area(game: Game, chance: Chance) -> Facts:
    fewer = 1 + chance.below(3)
    table = Practice(game, chance, f"stakes-per-area={fewer}").give("open")
    for number in range(1 + chance.below(3)):
        if number < fewer:
            table.give(f"stake patron{number} banker 100 at 4")
    return {"scene": table.scene, "act": "stake newcomer banker 100 at 4"}


def _restricting(game: Game, chance: Chance) -> Facts:
    position = chance.pick(STAFF)
    act = f"configure stakes-per-area={1 + chance.below(2)} by {position}"
    return {"scene": Practice(game, chance).scene, "act": act, "position": position}


def _asked_restricting(facts: Facts, stage: Stage) -> Message:
    return Message.of(
        "May the {position} allow fewer than three stakes at an area?",
        position=position_of(facts),
    )


def _late(game: Game, chance: Chance) -> Facts:
    """A stake placed, raised, lowered or withdrawn before or after the call."""
    table = practice(game, chance, patrons=2)
    if not chance.one_in(3):
        table.follow(lambda state: False, 1 + chance.below(4))
    play = table.state.round
    assert play is not None, "a round is in play"
    stake = chance.pick(list(play.stakes.values()))
    act = chance.pick(
        (
            f"stake {stake.patron} tie 50",
            f"change {stake.patron} {stake.wager} 2000",
            f"withdraw {stake.patron} {stake.wager}",
        )
    )
    return {"scene": table.scene, "act": act}


def _asked_late(facts: Facts, stage: Stage) -> Message:
    return Message.of("Is this allowed now: {act}?", act=act_in_words(facts, stage))


def _before_the_call(game: Game, chance: Chance) -> Facts:
    table = Practice(game, chance)
    if chance.one_in(2):
        table.give("open")
    return {"scene": table.scene, "act": "stake seat2 player 100"}


def _opened_by(game: Game, facts: Facts, tried: Tried) -> tuple[str, ...]:
    """Stakes are taken from the call on, by the clause of the call itself."""
    lines = (f"game {game.ref}", "open")
    opened = play_scene(lines).last(e.BettingOpened)
    return (opened.clause,) if opened else ()


def _chips_found(game: Game, chance: Chance) -> Facts:
    table = practice(game, chance, patrons=2).give("close")
    play = table.state.round
    assert play is not None, "a round is in play"
    stake = chance.pick(list(play.stakes.values()))
    late = f"late-stake {stake.patron} tie 50"
    taken = f"late-withdrawal {stake.patron} {stake.wager}"
    return {"scene": table.scene, "act": chance.pick((late, taken))}


FOUND = {e.LateStakeFound: "returned", e.LateWithdrawalFound: "wins-or-loses"}


def _becomes(game: Game, facts: Facts) -> Solution:
    stage = scene_of(game, facts)
    tried = try_act(stage, game, text_of(facts, "act"))
    found = tried.last(*FOUND)
    assert found is not None, "chips were found"
    text = Message.of(
        "This is found after the call: {act}. What becomes of the stake?",
        act=act_in_words(facts, stage),
    )
    part = choice("becomes", FOUND[type(found)], tuple(FOUND.values()), tried.clauses)
    return Solution(text, (part,))


def _with_chips(game: Game) -> bool:
    return not game.electronic


def _exceeding(game: Game, chance: Chance) -> Practice:
    table = Practice(game, chance, f"differential={DIFFERENTIAL}").give("open")
    heavy, light = chance.some([side.value for side in Side], 2)
    table.give(f"stake seat1 {heavy} {chance.pick((300, 600, 900))}")
    table.give(f"stake seat2 {heavy} {chance.pick((100, 300, 400))}")
    return table.give(f"stake seat3 {light} {chance.pick((100, 200, 400))}")


def _measured(game: Game, chance: Chance) -> Facts:
    return {"scene": _exceeding(game, chance).scene}


def _excess(game: Game, facts: Facts) -> Solution:
    state = scene_of(game, facts).state
    assert state.round is not None, "betting is open"
    found = differential_excess(state, state.round)
    clauses = enforced(game, "table.stakes.differential_excess")
    side = found[0].value if found else NEITHER
    text = Message.of("Which hand exceeds the table differential, and by how much?")
    choices = (*(each.value for each in Side), NEITHER)
    amount = Part("amount", Form.AMOUNT, (str(found[1] if found else 0),), (), clauses)
    return Solution(text, (choice("hand", side, choices, clauses), amount))


def _balancing(game: Game, chance: Chance) -> Facts:
    table = _exceeding(game, chance)
    play = table.state.round
    assert play is not None, "betting is open"
    if differential_excess(table.state, play) and not chance.one_in(3):
        table.give("ask-decrease")
    stakes = {each.patron: each for each in play.stakes.values()}
    patron = f"seat{1 + chance.below(3)}"
    wager = stakes[patron].wager
    act = chance.pick(
        (
            "ask-decrease by dealer",
            "close by dealer",
            f"change {patron} {wager} 950 by dealer",
            f"change {patron} {wager} 50 by dealer",
            f"remove seat1 {stakes['seat1'].wager} by {chance.pick(STAFF)}",
            f"remove seat1 {stakes['seat1'].wager} by pit-manager",
        )
    )
    return {"scene": table.scene, "act": act}


def _balancing_clauses(game: Game, facts: Facts, tried: Tried) -> tuple[str, ...]:
    """A raise on the lighter hand is what a clause on the differential allows."""
    changed = tried.last(e.StakeChanged)
    if isinstance(changed, e.StakeChanged) and changed.cents > changed.was_cents:
        return enforced(game, "table.stakes.change_stake", "table.stakes.place_stake")
    return ()


def _knows_differential(game: Game) -> bool:
    return game.procedure(Irregularity.DIFFERENTIAL_EXCEEDED) is not None


def _has_areas(game: Game) -> bool:
    return bool(game.stakes_per_area_clause)


DRILLS = (
    trial("stake-limits", Topic.STAKES, _amount, _asked_stake),
    trial("stake-by", Topic.STAKES, _on_behalf, _asked_stake),
    trial("stakes-at-area", Topic.STAKES, _area, _asked_stake, _has_areas),
    trial("fewer-stakes", Topic.STAKES, _restricting, _asked_restricting, _has_areas),
    trial("stake-late", Topic.STAKES, _late, _asked_late),
    trial("stake-before-call", Topic.STAKES, _before_the_call, _asked_stake, cites=_opened_by),
    Drill("late-chips", Topic.STAKES, _chips_found, _becomes, _with_chips),
    Drill("differential", Topic.STAKES, _measured, _excess, _knows_differential),
    trial(
        "differential-met",
        Topic.STAKES,
        _balancing,
        _asked_late,
        _knows_differential,
        _balancing_clauses,
    ),
)
