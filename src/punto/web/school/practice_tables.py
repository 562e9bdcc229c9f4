"""Practice tables: a real table in memory, worked by a student through the dealer's console.

It is in no journal, so that nothing done at it can touch any books. The cards, and what patrons
do, are supplied from the seed of the question.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from secrets import token_urlsafe
from threading import RLock

from msgspec import Struct
from msgspec.structs import replace

from punto.journal.codec import Recorded
from punto.journal.people.people import ALL_TABLES, Kind, Person
from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.rules.games import find_game
from punto.rules.staff import POSITIONS
from punto.school.act_words import describe_line
from punto.school.acts import is_act, read_act, write_act
from punto.school.chance import Chance
from punto.school.course import LINES_MAX, is_over, take_turn
from punto.school.drills.drill import lines_of, text_of
from punto.school.drills.rounds import acts_of
from punto.school.drills.situations import situation_of
from punto.school.items import Item, Topic
from punto.school.patrons import (
    ANSWERS,
    PatronAct,
    Patrons,
    describe_act,
    describe_answer,
    is_answer,
)
from punto.school.right_line import next_line
from punto.school.scenes import Lines, play_scene
from punto.school.situations import hint as next_right_line
from punto.school.situations import reported
from punto.school.written import SEED, Written
from punto.table import commands as c
from punto.table.forms import Giver
from punto.table.legal.moves import may
from punto.table.people import Staff
from punto.table.prompt import Step, next_step
from punto.web.errors import RefusalView, refusal_view
from punto.web.live.frames import Push
from punto.web.school.questions import both
from punto.web.views.events import events_for
from punto.web.views.mine import mine_view
from punto.web.views.table import AnnouncementView, EventView, FormView, table_view

DEALER = "dealer"
# What the dealer does with cards whose faces the device, the patrons or the deck supply.
SUPPLIED = ("draw-card", "burn-cards", "expose-cards", "sort-cards")
RANK = 1
OF_PAPER = re.compile(r"examination-(\d{1,9})-(\d{1,9})")
NO_HINT = Message.of("Nothing is left to do: finish the situation.")


class PatronReply(Struct, frozen=True):
    """What a patron who is asked says: whether they take their stakes back."""

    patron: str
    withdraws: bool


class SeatAct(Struct, frozen=True):
    """What happens at a patron's seat; one who waits for an answer is allowed it or refused."""

    patron: str
    says: AnnouncementView
    waits: bool


class PracticeView(Struct, frozen=True):
    """A practice table as its student sees it, in the position in which they look."""

    id: str
    game: str
    position: str
    description: AnnouncementView  # what happens at the table
    at_seat: SeatAct | None  # what a patron does at this moment
    push: Push
    replies: tuple[PatronReply, ...]
    supplied: AnnouncementView | None  # what patrons or the device do next, when it is let happen
    tries: int  # acts so far, refused ones too
    is_over: bool
    is_examined: bool  # part of a paper: no hints
    hints: int
    events: tuple[EventView, ...] = ()  # of the last act
    refused: RefusalView | None = None  # why the last act was refused


class PracticeTable:
    """One student's practice table."""

    def __init__(
        self,
        student: str,
        source: Item | Written,
        now_ms: int,
        *,
        paper: tuple[int, int] | None = None,
        script: str = "",
    ) -> None:
        self.paper = paper  # the examination and the question that this is the table of
        self.id = table_id(paper) if paper else token_urlsafe(9)
        self.student = student
        self.source = source
        self.script = script  # the name of a trainer's situation
        self.used_ms = now_ms
        self.lock = RLock()
        self.hints = 0
        self.lines: list[str] = []
        self._records: list[Recorded] = []
        self.stage = play_scene(self.scene)
        self.stage.prepare()
        self._game = find_game(self.game)
        self.patrons = Patrons(self._game, self._acts())
        self._before = len(self.stage.events)

    @property
    def scene(self) -> Lines:
        """The lines that bring the table to the moment at which the student takes it over."""
        if isinstance(self.source, Written):
            return self.source.scene
        return lines_of(self.source.question.facts)

    @property
    def game(self) -> str:
        return self.source.game if isinstance(self.source, Written) else self.source.question.game

    @property
    def seed(self) -> str:
        """What the cards that come follow from."""
        if isinstance(self.source, Written):
            return SEED
        return text_of(self.source.question.facts, "seed")

    @property
    def said(self) -> dict[str, str]:
        """What patrons say if they are asked, by patron, as lines of a script."""
        if isinstance(self.source, Written) or self.source.topic is not Topic.SITUATIONS:
            return {}
        return {line.split()[1]: line for line in situation_of(self.source.question).said}

    @property
    def is_examined(self) -> bool:
        return self.paper is not None

    def play_again(self, lines: Sequence[str], now_ms: int) -> None:
        """Do what was done at this table before; what was refused then is refused again."""
        for line in lines:
            actor = read_act(line).by if is_act(line) else "table"
            with suppress(Refused):
                self._play(line, actor, now_ms)

    def _acts(self) -> tuple[PatronAct, ...]:
        if isinstance(self.source, Written):
            return ()
        return acts_of(self.source.question.facts)

    def give(self, position: str, command: c.Command, now_ms: int) -> tuple[EventView, ...]:
        """Give a command in a position; a refused one counts as tried."""
        return self._play(write_act(position, command), position, now_ms)

    def supply(self, now_ms: int) -> tuple[EventView, ...]:
        """Let the device or the patrons do what is theirs to do next."""
        line = self._supplied()
        if not line:
            raise Refused(
                Reason.CARD_NOT_ALLOWED,
                "Nothing comes from the patrons or the device now: act yourself.",
            )
        return self._play(line, "table", now_ms)

    def answer_patron(self, answer: str, now_ms: int) -> tuple[EventView, ...]:
        """Allow a patron who acts to go on, or refuse it."""
        waiting = self.patrons.waiting(self.stage.state)
        if answer not in ANSWERS or waiting is None:
            raise Refused(Reason.UNREADABLE_REQUEST, "No patron waits for this answer.")
        return self._play(f"{answer} {waiting.patron}", "table", now_ms)

    def _play(self, line: str, actor: str, now_ms: int) -> tuple[EventView, ...]:
        if len(self.lines) >= LINES_MAX:
            raise Refused(
                Reason.UNREADABLE_REQUEST, "At most {most} lines are played.", most=LINES_MAX
            )
        before = len(self.stage.events)
        self.used_ms = now_ms
        turn = take_turn(self._game, self.stage, self.patrons, line)
        self.lines.append(line)
        if turn.refused is not None:
            raise turn.refused
        made = [
            Recorded(self.id, seq, now_ms, actor, RANK, str(len(self.lines)), event)
            for seq, event in enumerate(self.stage.events[before:], start=before + 1)
        ]
        self._records += made
        return events_for(made, person_in(actor))

    def _supplied(self) -> str:
        """The line that patrons or the device supply now; empty where it is the student's turn."""
        state = self.stage.state
        if is_over(state):
            return ""
        prompt = next_step(state)
        chance = Chance(f"{self.seed}/{len(self.lines)}")
        if prompt.step is Step.ANSWER_OPTION:
            dealer = Staff(DEALER, POSITIONS[DEALER])
            staff_may = "answer-option" in may(state, dealer)
            return "" if staff_may else self.said.get(prompt.patrons[0], "")
        forms = prompt.commands
        types = {str(type(each.command).__struct_config__.tag) for each in forms}
        theirs = forms and all(each.giver is not Giver.STAFF for each in forms)
        if theirs or types & set(SUPPLIED):
            return next_line(self.stage, chance)
        return ""

    def ask_hint(self) -> AnnouncementView:
        """The next right act in words; how often it was asked for is counted."""
        if self.is_examined:
            raise Refused(Reason.NOT_AUTHORISED, "There are no hints in an examination.")
        self.hints += 1
        line = self._right_line()
        if is_answer(line):
            return both(describe_answer(self.patrons.waiting(self.stage.state), line))
        return both(describe_line(self.stage, line, names_usual=True) if line else NO_HINT)

    def _at_seat(self) -> SeatAct | None:
        """What a patron does now, or did when the situation began."""
        waiting = self.patrons.waiting(self.stage.state)
        if waiting is not None:
            return SeatAct(waiting.patron, both(describe_act(waiting)), True)
        if isinstance(self.source, Written) or self.source.topic is not Topic.SITUATIONS:
            return None
        patron = reported(situation_of(self.source.question)).patron
        return SeatAct(patron, both(self.source.text), False) if patron else None

    def _right_line(self) -> str:
        if isinstance(self.source, Written):
            return next(iter(self.source.right[len(self.lines) :]), "")
        if self.source.topic is Topic.SITUATIONS:
            return next_right_line(situation_of(self.source.question), self.lines)[0]
        if is_over(self.stage.state):
            return ""
        return self.patrons.right_answer(self.stage) or next_line(self.stage, Chance("hint"))

    def events(self) -> tuple[EventView, ...]:
        """Everything that has happened since the student took the table over."""
        return events_for(self._records, person_in(DEALER))

    @property
    def seq(self) -> int:
        return len(self.stage.events)

    def view(
        self,
        position: str,
        description: AnnouncementView,
        events: Sequence[EventView] = (),
        refused: Refused | None = None,
    ) -> PracticeView:
        """The table as the student sees it in a position."""
        state, person = self.stage.state, person_in(position)
        shown = table_view(self.id, self.seq, state, person, events=tuple(events))
        forms = tuple(_supplied_form(each) for each in shown.prompt.commands)
        shown = replace(shown, prompt=replace(shown.prompt, commands=forms))
        waiting = self._supplied()
        asked = state.case.asked if state.case else ()
        return PracticeView(
            self.id,
            self.game,
            position,
            description,
            self._at_seat(),
            Push(shown, mine_view(self.id, self.seq, state, person)),
            tuple(
                PatronReply(patron, line.split()[2] != "stay")
                for patron, line in self.said.items()
                if patron in asked
            ),
            both(describe_line(self.stage, waiting)) if waiting else None,
            len(self.lines),
            is_over(state),
            self.is_examined,
            self.hints,
            tuple(events),
            refusal_view(refused) if refused is not None else None,
        )


def table_id(paper: tuple[int, int]) -> str:
    """The name of the table of a question; it is the student's own paper that is meant.

    >>> table_id((3, 40))
    'examination-3-40'
    """
    return f"examination-{paper[0]}-{paper[1]}"


def read_table_id(name: str) -> tuple[int, int] | None:
    """The examination and the question of a table's name; None where it is another table."""
    found = OF_PAPER.fullmatch(name)
    return (int(found[1]), int(found[2])) if found else None


def check_position(position: str) -> None:
    """Refuse a name that is no position of staff."""
    if position not in POSITIONS:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "A position is one of {positions}.", positions=POSITIONS
        )


def person_in(position: str) -> Person:
    """The student in a position of staff, at every table."""
    found = POSITIONS.get(position, POSITIONS[DEALER])
    return Person(position, Kind.STAFF, found, (ALL_TABLES,))


def _supplied_form(form: FormView) -> FormView:
    """A form whose cards are supplied needs nothing typed: a press of its button is enough."""
    if form.command.get("type") not in SUPPLIED or not form.fields:
        return form
    return replace(form, fields=(), from_shoe=True)


def description_of(item: Item) -> AnnouncementView:
    """How a situation is described to a student."""
    return both(item.text)
