"""Drills on methods A, B and C: who may hold, squeeze, draw and turn up cards."""

from punto.messages import Message
from punto.rules.game import Game, Method
from punto.rules.hands import Side
from punto.rules.staff import Power
from punto.school.chance import Chance
from punto.school.citations import enforced
from punto.school.drills.drill import (
    Drill,
    choice,
    hand_of,
    position_of,
    scene_of,
    text_of,
    trial,
)
from punto.school.items import Facts, Solution, Topic
from punto.school.labels import label
from punto.school.practice import STAFF, Practice, patrons_of, practice, settings_of
from punto.school.scenes import Tried
from punto.table import events as e
from punto.table.handlers import due
from punto.table.prompt import Step, next_step
from punto.table.scripts.stage import Stage
from punto.table.state import INITIAL_CARDS

NO_ONE = "no-one"
DEALER = "dealer"
HANDS = tuple(side.value for side in Side)


def knows_methods(game: Game) -> bool:
    """Whether a game names methods of dealing."""
    return len(game.methods) > 1


def _bettors(game: Game, chance: Chance) -> Practice:
    """Method A with four cards dealt face down; some patrons have the same amount on a hand."""
    table = Practice(game, chance, *settings_of(Method.A))
    seats = [f"seat{number}" for number in chance.some(range(1, 9), 4)]
    table.give("open")
    for seat in seats:
        table.give(f"stake {seat} {chance.pick(HANDS)} {chance.pick((100, 200, 200, 300))}")
    return table.give("close", "draw ?? ?? ?? ??")


def _due_cards(game: Game, chance: Chance) -> Facts:
    table, side = _bettors(game, chance), chance.pick(tuple(Side))
    for _ in range(chance.below(3)):
        assert table.state.round is not None, "it has just been dealt"
        offered = due(table.state, table.state.round, side)
        if offered.patron:
            table.give(f"decline {side.value} {offered.patron}")
    return {"scene": table.scene, "hand": side.value}


def _is_due(game: Game, facts: Facts) -> Solution:
    stage, side = scene_of(game, facts), hand_of(facts)
    play = stage.state.round
    assert play is not None, "cards are passed in a round"
    to = due(stage.state, play, side)
    patrons = patrons_of(stage.state)
    grant = game.grant(Power.CHOOSE_HANDLER)
    clause = to.clause or (grant.clause if grant else "")
    text = Message.of("To whom does the dealer pass the {hand} cards?", hand=side)
    return Solution(text, (choice("patron", to.patron or NO_ONE, (*patrons, NO_ONE), (clause,)),))


def _passing(game: Game, chance: Chance) -> Facts:
    if chance.one_in(4):
        table = practice(game, chance, Method.B).follow_to(Step.ANNOUNCE_TOTALS)
    else:
        table = _bettors(game, chance)
    patron, hand = chance.pick(table.patrons), chance.pick(HANDS)
    return {
        "scene": table.scene,
        "act": f"pass {hand} {patron} by dealer",
        "hand": hand,
        "patron": patron,
    }


def _asked_to_pass(facts: Facts, stage: Stage) -> Message:
    return Message.of(
        "May the dealer pass the {hand} cards to {patron}?",
        hand=hand_of(facts),
        patron=label(text_of(facts, "patron")),
    )


def _choosing_handler(game: Game, chance: Chance) -> Facts:
    table, position = _bettors(game, chance), chance.pick(STAFF)
    hand = chance.pick(HANDS)
    for _ in range(4 if chance.one_in(2) else 0):
        assert table.state.round is not None, "it has just been dealt"
        offered = due(table.state, table.state.round, Side(hand)).patron
        if offered:
            table.give(f"decline {hand} {offered}")
    act = f"choose-handler {hand} {chance.pick(table.patrons)} by {position}"
    return {"scene": table.scene, "act": act, "hand": hand, "position": position}


def _asked_to_choose(facts: Facts, stage: Stage) -> Message:
    return Message.of(
        "May the {position} choose who handles the {hand} cards now?",
        position=position_of(facts),
        hand=hand_of(facts),
    )


def _choosing_method(game: Game, chance: Chance) -> Facts:
    zone = chance.pick(("main", "paiza-club", "ruby-room"))
    method, position = chance.pick(tuple(Method)).value, chance.pick(STAFF)
    table = Practice(game, chance, f"zone={zone}")
    if chance.one_in(4):
        table.give("open")
    act = f"method {method} by {position}"
    return {"scene": table.scene, "act": act, "method": method, "position": position}


def _asked_method(facts: Facts, stage: Stage) -> Message:
    return Message.of(
        "May the {position} choose method {method} now?",
        position=position_of(facts),
        method=text_of(facts, "method"),
    )


def _method_clauses(game: Game, facts: Facts, tried: Tried) -> tuple[str, ...]:
    return enforced(game, "table.device.choose_method")


def _taking_device(game: Game, chance: Chance) -> Facts:
    method = chance.pick((Method.A, Method.B, Method.C, Method.C, Method.C))
    table = Practice(game, chance, *settings_of(method))
    table.give("open", "stake seat1 player 100", "stake seat2 banker 50")
    if method is Method.C and chance.one_in(3):
        table.give("device seat1")
    patron, position = f"seat{1 + chance.below(3)}", chance.pick(STAFF)
    leave = " without-stake" if chance.one_in(3) else ""
    act = f"device {patron}{leave} by {position}"
    return {"scene": table.scene, "act": act, "patron": patron, "position": position}


def _asked_device(facts: Facts, stage: Stage) -> Message:
    return Message.of(
        "May the {position} give the dealing device to {patron} so?",
        position=position_of(facts),
        patron=label(text_of(facts, "patron")),
    )


def _giving_up(game: Game, chance: Chance) -> Facts:
    table = practice(game, chance, Method.C)
    who = chance.pick((*table.patrons, DEALER))
    return {"scene": table.scene, "act": f"give-up-device by {who}", "patron": who}


def _asked_giving_up(facts: Facts, stage: Stage) -> Message:
    return Message.of(
        "May {patron} end the control of the dealing device?",
        patron=label(text_of(facts, "patron")),
    )


def _drawing(game: Game, chance: Chance) -> Facts:
    """Somebody draws the next card: a patron, the dealer, in view of the staff or out of it."""
    method = chance.pick(game.methods)
    table = practice(game, chance, method)
    table.follow_to(*((Step.DRAW,) if chance.one_in(3) else (Step.ANNOUNCE_TOTALS,)))
    if next_step(table.state).step is Step.ANNOUNCE_TOTALS:
        table.give("totals")
    card = chance.card()
    by_device = method is Method.C and chance.one_in(2)
    who = table.state.device if by_device else chance.pick((*table.patrons, DEALER))
    view = " out-of-view" if by_device and chance.one_in(2) else ""
    by = "" if by_device else f" by {who}"
    return {"scene": table.scene, "act": f"draw {card}{view}{by}", "patron": who}


def _asked_drawing(facts: Facts, stage: Stage) -> Message:
    return Message.of("May {patron} draw the next card so?", patron=label(text_of(facts, "patron")))


def _squeezing(game: Game, chance: Chance) -> Facts:
    method = chance.pick(game.methods)
    hand, position = chance.pick(HANDS), chance.pick(STAFF)
    table = practice(game, chance, method)
    table.follow(lambda state: bool(state.round and len(state.round.cards) >= INITIAL_CARDS))
    friend = chance.pick(table.patrons)
    act = f"allow-squeezing {hand} friend for {friend} by {position}"
    return {"scene": table.scene, "act": act, "hand": hand, "position": position, "patron": friend}


def _asked_squeezing(facts: Facts, stage: Stage) -> Message:
    return Message.of(
        "May the {position} let a friend of {patron} squeeze the {hand} cards?",
        position=position_of(facts),
        patron=label(text_of(facts, "patron")),
        hand=hand_of(facts),
    )


def _looking(game: Game, chance: Chance) -> Facts:
    table = practice(game, chance, chance.pick((Method.A, Method.C)))
    table.follow_to(Step.CHOOSE_FIRST, Step.EXPOSE, Step.ANNOUNCE_TOTALS)
    who, hand = chance.pick(table.patrons), chance.pick(HANDS)
    return {"scene": table.scene, "act": f"squeeze {hand} by {who}", "hand": hand, "patron": who}


def _asked_looking(facts: Facts, stage: Stage) -> Message:
    return Message.of(
        "May {patron} squeeze the {hand} cards?",
        patron=label(text_of(facts, "patron")),
        hand=hand_of(facts),
    )


def _revealing(game: Game, chance: Chance) -> Facts:
    table = practice(game, chance, Method.A).follow_to(Step.CHOOSE_FIRST, Step.EXPOSE)
    first, hand = chance.pick(HANDS), chance.pick(HANDS)
    if chance.one_in(2) and next_step(table.state).step is Step.CHOOSE_FIRST:
        table.give(f"first {first}")
    cards = " ".join(str(each) for each in chance.some(tuple(chance.round().cards), 2))
    return {"scene": table.scene, "act": f"expose {hand} {cards}", "hand": hand}


def _asked_revealing(facts: Facts, stage: Stage) -> Message:
    return Message.of("May the {hand} cards be exposed now?", hand=hand_of(facts))


def _device_after(game: Game, chance: Chance) -> Facts:
    table = practice(game, chance, Method.C, patrons=2).follow_to(Step.ANNOUNCE_OUTCOME)
    return {"scene": table.scene}


def _has_device(game: Game, facts: Facts) -> Solution:
    stage = scene_of(game, facts)
    patrons = patrons_of(stage.state)
    stage.announce(Step.ANNOUNCE_TOTALS, Step.ANNOUNCE_OUTCOME)
    returned = stage.last(e.DeviceReturned)
    holder = stage.state.device or DEALER
    keeps = enforced(game, "table.device.give_device", "table.settlement.settle_round")
    clauses = (returned.clause,) if returned and holder is DEALER else keeps
    text = Message.of("The outcome is announced. Who has control of the dealing device then?")
    return Solution(text, (choice("holder", holder, (*patrons, DEALER), clauses),))


DRILLS = (
    Drill("due-cards", Topic.HANDLING, _due_cards, _is_due, knows_methods),
    trial("pass-cards", Topic.HANDLING, _passing, _asked_to_pass, knows_methods),
    trial("choose-handler", Topic.HANDLING, _choosing_handler, _asked_to_choose, knows_methods),
    trial(
        "choose-method",
        Topic.HANDLING,
        _choosing_method,
        _asked_method,
        knows_methods,
        _method_clauses,
    ),
    trial("take-device", Topic.HANDLING, _taking_device, _asked_device, knows_methods),
    trial("give-up-device", Topic.HANDLING, _giving_up, _asked_giving_up, knows_methods),
    trial("draw-by", Topic.HANDLING, _drawing, _asked_drawing, knows_methods),
    trial("allow-squeezing", Topic.HANDLING, _squeezing, _asked_squeezing, knows_methods),
    trial("squeeze", Topic.HANDLING, _looking, _asked_looking, knows_methods),
    trial("expose", Topic.HANDLING, _revealing, _asked_revealing, knows_methods),
    Drill("device-after", Topic.HANDLING, _device_after, _has_device, knows_methods),
)
