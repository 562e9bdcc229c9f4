"""Questions as the network sends them, in both languages, with or without their answers."""

from msgspec import Struct

from punto.messages import CHINESE, Message, word_in
from punto.refusals import Refused
from punto.rules.game import Game
from punto.rules.games import find_game
from punto.school.act_words import describe_line
from punto.school.citations import summary
from punto.school.drills.drill import scene_of
from punto.school.items import AT_TABLE, Item, Mark, Part
from punto.school.labels import label, part_label
from punto.table.scripts.stage import Stage
from punto.web.school.scenes import SceneView, scene_view
from punto.web.views.table import AnnouncementView

TABLE_TEST = "table"  # the topic that students read for what is answered at a table


class AnswerChoice(Struct, frozen=True):
    """A choice: what is answered with, and what people read."""

    value: str
    says: AnnouncementView


class PartView(Struct, frozen=True):
    """A part of a question: how it is answered, and its choices."""

    name: str
    form: str
    title: AnnouncementView
    choices: tuple[AnswerChoice, ...]


class QuestionView(Struct, frozen=True):
    """A question without its answers; `table` is what lies on the table, where it is about one."""

    topic: str
    game: str
    text: AnnouncementView
    parts: tuple[PartView, ...]
    act: AnnouncementView | None = None  # what is done or reported at this moment
    table: SceneView | None = None


class CitedClause(Struct, frozen=True):
    """A clause with what it says, in our own words."""

    clause: str
    says: AnnouncementView


class SolutionView(Struct, frozen=True):
    """The right answer to one part, why it is right, and the clauses it rests on."""

    part: str
    title: AnnouncementView
    right: tuple[str, ...]
    reads: tuple[AnnouncementView, ...]  # the same as people read it
    why: AnnouncementView | None
    clauses: tuple[CitedClause, ...]


class MarkView(Struct, frozen=True):
    """What one part of an answer earned."""

    is_right: bool
    given: tuple[str, ...]
    given_reads: tuple[AnnouncementView, ...]
    solution: SolutionView
    topic: str = ""  # of what it examines, where that is not the question's


def both(message: Message) -> AnnouncementView:
    """A message in both languages."""
    return AnnouncementView(str(message), word_in(CHINESE, message))


def question_view(item: Item) -> QuestionView:
    """A question as a student sees it: nothing of its answers, and of a table test not its kind."""
    if item.topic in AT_TABLE:
        return QuestionView(TABLE_TEST, item.question.game, both(item.text), ())
    game = find_game(item.question.game)
    stage = _stage(item, game)
    return QuestionView(
        item.topic.value,
        item.question.game,
        both(item.text),
        tuple(part_view(part) for part in item.parts),
        _act(item, stage),
        scene_view(stage) if stage is not None else None,
    )


def _stage(item: Item, game: Game) -> Stage | None:
    """The table of a question that is about one."""
    return scene_of(game, item.question.facts) if "scene" in item.question.facts else None


def _act(item: Item, stage: Stage | None) -> AnnouncementView | None:
    act = item.question.facts.get("act")
    if stage is None or not isinstance(act, str):
        return None
    try:
        return both(describe_line(stage, act))
    except Refused:  # what cannot be said of this table at all
        return None


def part_view(part: Part) -> PartView:
    """A part without its right answer."""
    chinese = part.chinese or None
    choices = tuple(
        AnswerChoice(value, AnnouncementView(value, chinese[at]) if chinese else both(label(value)))
        for at, value in enumerate(part.choices)
    )
    return PartView(part.name, part.form.value, both(part_label(part.name)), choices)


def solution_view(game: Game, part: Part | Mark, choices: Part | None = None) -> SolutionView:
    """The right answer to a part, with what it rests on."""
    name = part.name if isinstance(part, Part) else part.part
    return SolutionView(
        name,
        both(part_label(name)),
        tuple(part.right),
        reads(tuple(part.right), part if isinstance(part, Part) else choices),
        both(part.why) if part.why is not None else None,
        tuple(clause_view(game, each) for each in part.clauses),
    )


def mark_view(game: Game, mark: Mark, part: Part | None) -> MarkView:
    """What a part of an answer earned, with the right answer."""
    return MarkView(
        mark.is_right,
        mark.given,
        reads(mark.given, part),
        solution_view(game, mark, part),
        mark.topic.value if mark.topic else "",
    )


def reads(answer: tuple[str, ...], part: Part | None) -> tuple[AnnouncementView, ...]:
    """An answer as people read it."""
    chinese = dict(zip(part.choices, part.chinese, strict=True)) if part and part.chinese else {}
    return tuple(
        AnnouncementView(each, chinese[each]) if each in chinese else both(label(each))
        for each in answer
    )


def clause_view(game: Game, clause: str) -> CitedClause:
    """A clause or reading with what it says."""
    said = AnnouncementView(summary(game, clause), summary(game, clause, chinese=True))
    return CitedClause(clause, said)


def solutions(item: Item) -> tuple[SolutionView, ...]:
    """The right answers to a question, for practice."""
    game = find_game(item.question.game)
    return tuple(solution_view(game, part) for part in item.parts)
