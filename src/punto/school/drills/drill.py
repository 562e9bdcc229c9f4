"""A drill: a kind of question, made from chance and answered from the law."""

from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeVar

from msgspec import Struct

from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.rules.cards import print_cards
from punto.rules.game import Game
from punto.rules.hands import Hand, Side
from punto.rules.irregularities import Irregularity
from punto.rules.staff import POSITIONS, Position
from punto.school.act_words import describe_line
from punto.school.chance import Chance
from punto.school.items import (
    Answer,
    Answers,
    Facts,
    Form,
    Item,
    Mark,
    Part,
    Solution,
    Topic,
    grade,
)
from punto.school.scenes import Lines, Tried, play_scene, try_act
from punto.table.scripts.stage import Stage

T = TypeVar("T")
YES, NO = "yes", "no"
BY = " by "  # who acts, in a line of a script
YES_OR_NO = (YES, NO)

Maker: TypeAlias = Callable[[Game, Chance], Facts]
Solver: TypeAlias = Callable[[Game, Facts], Solution]


def always(game: Game) -> bool:
    """Every game has it."""
    return True


class Drill(Struct, frozen=True):
    """One kind of question."""

    kind: str
    topic: Topic
    make: Maker
    solve: Solver
    applies: Callable[[Game], bool] = always  # whether a game has what it asks about
    grade: Callable[[Item, Answers], tuple[Mark, ...]] = grade  # part by part, if not otherwise


def text_of(facts: Facts, name: str) -> str:
    """A fact that is a text; refuse a question without it."""
    value = facts.get(name)
    if not isinstance(value, str):
        raise _unreadable(name)
    return value


def number_of(facts: Facts, name: str) -> int:
    """A fact that is a number; refuse a question without it."""
    value = facts.get(name)
    if not isinstance(value, int):
        raise _unreadable(name)
    return value


def lines_of(facts: Facts, name: str = "scene") -> Lines:
    """A fact that is some lines; refuse a question without it."""
    value = facts.get(name)
    if not isinstance(value, tuple | list):
        raise _unreadable(name)
    return tuple(value)


def hand_of(facts: Facts) -> Side:
    """The hand that a question is about."""
    return _member({side.value: side for side in Side}, facts, "hand")


def position_of(facts: Facts) -> Position:
    """The position of staff that a question is about."""
    return _member(POSITIONS, facts, "position")


def irregularity_of(facts: Facts) -> Irregularity:
    """The irregularity that a question is about."""
    return _member({each.value: each for each in Irregularity}, facts, "irregularity")


def _member(known: Mapping[str, T], facts: Facts, name: str) -> T:
    found = known.get(text_of(facts, name))
    if found is None:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "The question's {name} is one of {known}.",
            name=name,
            known=tuple(known),
        )
    return found


def _unreadable(name: str) -> Refused:
    return Refused(Reason.UNREADABLE_REQUEST, "The question lacks its {name}.", name=name)


def scene_of(game: Game, facts: Facts) -> Stage:
    """The table of a question, in the game that it is about."""
    lines = lines_of(facts)
    words = lines[0].split() if lines else []
    if words[:2] != ["game", game.ref]:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "The scene of a question on {ref} is of it.", ref=game.ref
        )
    stage = play_scene(lines)
    stage.prepare()
    return stage


def act_in_words(facts: Facts, stage: Stage) -> Message:
    """What is done in a question, in words."""
    return describe_line(stage, text_of(facts, "act"))


def describe_hands(player: Hand, banker: Hand) -> Message:
    """Both hands with their totals, which are given in every question that is not about them."""
    return Message.of(
        "Player has {player}, a total of {player_total}; Banker has {banker}, a total of"
        " {banker_total}.",
        player=print_cards(player.cards),
        player_total=player.total,
        banker=print_cards(banker.cards),
        banker_total=banker.total,
    )


def choice(
    name: str,
    right: str,
    choices: tuple[str, ...],
    clauses: tuple[str, ...],
    why: Message | None = None,
    topic: Topic | None = None,
) -> Part:
    """A part with one right choice."""
    return Part(name, Form.CHOICE, (right,), choices, clauses, why, topic=topic)


def number(name: str, right: int, clauses: tuple[str, ...], why: Message | None = None) -> Part:
    """A part whose answer is a number."""
    return Part(name, Form.NUMBER, (str(right),), (), clauses, why)


def chosen(
    name: str,
    right: Answer,
    choices: tuple[str, ...],
    clauses: tuple[str, ...],
    why: Message | None = None,
) -> Part:
    """A part with any number of right choices."""
    return Part(name, Form.CHOICES, right, choices, clauses, why)


Worded: TypeAlias = Callable[[Facts, Stage], Message]
Cites: TypeAlias = Callable[[Game, Facts, Tried], tuple[str, ...]]


def _no_more(game: Game, facts: Facts, tried: Tried) -> tuple[str, ...]:
    return ()


def _examined(stage: Stage, game: Game, act: str, tried: Tried) -> Topic | None:
    """Why an act is refused, where that is not what the drill is about.

    What others may do at this moment is refused because of authority. Whether betting is still
    open is a matter of stakes.
    """
    if tried.refused is None:
        return None
    said, by, who = act.rpartition(BY)
    if by and who in POSITIONS:
        others = (f"{said}{BY}{each}" for each in POSITIONS)
        if any(try_act(stage, game, each).is_done for each in others):
            return Topic.AUTHORITY
    return Topic.STAKES if tried.refused.reason is Reason.BETTING_CLOSED else None


def trial(
    kind: str,
    topic: Topic,
    make: Maker,
    text: Worded,
    applies: Callable[[Game], bool] = always,
    cites: Cites = _no_more,
) -> Drill:
    """A drill on whether an act is allowed at a table: the table itself is asked.

    `cites` adds clauses that the table's answer rests on and does not name.
    """

    def solve(game: Game, facts: Facts) -> Solution:
        stage = scene_of(game, facts)
        tried = try_act(stage, game, text_of(facts, "act"))
        clauses = tuple(dict.fromkeys((*tried.clauses, *cites(game, facts, tried))))
        why = tried.refused.message if tried.refused else None
        right = YES if tried.is_done else NO
        examined = _examined(stage, game, text_of(facts, "act"), tried)
        part = choice("allowed", right, YES_OR_NO, clauses, why, examined)
        return Solution(text(facts, stage), (part,))

    return Drill(kind, topic, make, solve, applies)
