"""The right line: what the table's own prompt asks for next, as a line of a round script.

Nothing is known here of any procedure. The prompt says what comes next and whose it is; what it
leaves open, such as the face of a card, is filled in from chance.
"""

from punto.rules.cards import Card
from punto.rules.hands import Side
from punto.rules.outcome import Winner
from punto.school.chance import Chance
from punto.school.scenes import try_act
from punto.table import commands as c
from punto.table.missing_cards import missing_count
from punto.table.prompt import Prompt, Step, next_step
from punto.table.scripts.stage import Stage
from punto.table.state import UNREAD, Round, State

BURNED_MAX = 10
PLAIN = {
    Step.OPEN_TABLE: "open-table",
    Step.OPEN_BETTING: "open",
    Step.CLOSE_BETTING: "close",
    Step.PASS_DEVICE: "give-up-device",
    Step.ANNOUNCE_TOTALS: "totals",
    Step.ANNOUNCE_OUTCOME: "outcome",
    Step.CONFIRM_REPORT: "confirm",
    Step.SET_ASIDE: "set-aside",
}


def next_line(stage: Stage, chance: Chance) -> str:
    """The line that brings the table on."""
    state = stage.state
    prompt = next_step(state)
    if prompt.step in PLAIN:
        return PLAIN[prompt.step]
    side = prompt.side.value if prompt.side else ""
    match prompt.step:
        case Step.LOAD_SHOE:
            return "retire" if state.shoe else f"shoe shoe{len(stage.events)}"
        case Step.BURN:
            return _burn(stage, chance)
        case Step.DECREASE:
            return _decrease(state, prompt)
        case Step.DRAW:
            return _draw(state, chance)
        case Step.PASS:
            return f"pass {side} {prompt.patrons[0]}"
        case Step.CHOOSE_FIRST:
            return f"first {chance.pick(tuple(Side)).value}"
        case Step.EXPOSE:
            return _expose(state, prompt, chance)
        case Step.CORRECT_DISPLAY:
            return _display(stage, prompt)
        case Step.ANSWER_OPTION:
            return f"answer {prompt.patrons[0]} {chance.pick(('stay', 'withdraw all'))}"
        case Step.RECONSTRUCT:
            return f"reconstruct {' '.join(order_as_dealt(state))}"
        case Step.SORT:
            return _sort(state, chance)
        case Step.REPLACE:
            return _replace(state)
        case Step.DECIDE:
            return _decide(state, prompt)
        case _:
            raise AssertionError(f"a shoe with a sealed order is not dealt at school: {prompt}")


def _burn(stage: Stage, chance: Chance) -> str:
    """The table says how many cards are burned after this one: no other number is accepted."""
    card = chance.card()
    tried = (f"burn {card} {count}" for count in range(1, BURNED_MAX + 1))
    return next(each for each in tried if try_act(stage, stage.state.game, each).is_done)


def _decrease(state: State, prompt: Prompt) -> str:
    first = prompt.commands[0]
    if isinstance(first.command, c.AskToDecrease):
        return "ask-decrease"
    assert state.round is not None, "decreases are asked for while betting is open"
    stake = state.round.stakes[int(first.fields[0].choices[-1])]
    return f"remove {stake.patron} {stake.wager}"


def _draw(state: State, chance: Chance) -> str:
    """A card that a device or the dealer reads, or one face down that no one has read."""
    play = state.round
    assert play is not None, "cards are drawn in a round"
    if play.set_aside and play.set_aside[0] is not None:
        return "draw"
    form = next_step(state).commands[0]
    is_read = any(field.required for field in form.fields)
    return f"draw {fresh_card(state, chance) if is_read else UNREAD}"


def fresh_card(state: State, chance: Chance) -> Card:
    """A card that the shoe can still hold."""
    while True:
        card = chance.card()
        if state.shoe is None or state.shoe.holds(card.code):
            return card


def _expose(state: State, prompt: Prompt, chance: Chance) -> str:
    play, side = state.round, prompt.side
    assert play is not None, "cards are exposed in a round"
    assert side is not None, "a hand is exposed"
    unread = sum(dealt.card is None for dealt in play.hand(side))
    return " ".join(("expose", side.value, *(str(chance.card()) for _ in range(unread))))


def _display(stage: Stage, prompt: Prompt) -> str:
    command = prompt.commands[0].command
    assert isinstance(command, c.CorrectDisplay), "what corrects a display"
    lines = (f"display {command.round} {shown.value}" for shown in Winner)
    return next(each for each in lines if try_act(stage, stage.state.game, each).is_done)


def order_as_dealt(state: State) -> tuple[str, ...]:
    """The cards in the order they lie: named if everyone sees them, and unnamed if no one does."""
    case, play = state.case, state.round
    if case is not None and case.round:
        return next(each for each in state.finished if each.number == case.round).cards
    assert play is not None, "the cards of a round are put in order"
    return tuple(dealt.card if dealt.face_up and dealt.card else UNREAD for dealt in play.cards)


def _unread(play: Round) -> int:
    return missing_count(play) + sum(card is None for card in play.set_aside)


def _sort(state: State, chance: Chance) -> str:
    """All cards lie sorted there but those that are missing and the two set aside."""
    assert state.round is not None, "cards are missing from a round"
    missing: list[str] = []
    while len(missing) < _unread(state.round):
        card = chance.card().code
        if card not in missing:
            missing.append(card)
    return " ".join(("sort all-but", *missing))


def _replace(state: State) -> str:
    case, play = state.case, state.round
    assert case is not None, "what is replaced is missing"
    assert play is not None, "cards are missing from a round"
    return " ".join(("replace", *case.candidates[: missing_count(play)]))


def _decide(state: State, prompt: Prompt) -> str:
    names_cards = any(each.name == "cards" and each.required for each in prompt.commands[0].fields)
    cards = order_as_dealt(state) if names_cards else ()
    return " ".join(("decide continue", *cards, "because no one was at fault"))
