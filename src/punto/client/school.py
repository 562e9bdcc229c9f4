"""The school: drills, practice tables, examinations, results and the class, for a client."""

from collections.abc import Mapping, Sequence

import msgspec

from punto.client.connection import Connection, check, path_to
from punto.school.examinations.commands import DrillAnswer
from punto.table import commands as c
from punto.web.api.guidance import Guidance
from punto.web.api.payouts import PayoutsView
from punto.web.api.practice_rounds import PracticeRoundView
from punto.web.api.school_class import ClassView
from punto.web.api.school_drills import DrillView, GradedDrill, SchoolView, TopicProgress
from punto.web.api.school_papers import (
    CertificateView,
    ExaminationView,
    ResultLine,
    ResultView,
)
from punto.web.api.school_tables import Hint, PracticeEvents, ScriptLine
from punto.web.school.practice_tables import PracticeView
from punto.web.school.replays import FinishedSituation
from punto.web.school.sittings import OpenedQuestion, SittingView
from punto.web.views.table import EventView

Answers = Mapping[str, Sequence[str]]


class SchoolRequests(Connection):
    """Requests to a practice house."""

    def school(self) -> SchoolView:
        """Return the games that are taught, and whether the caller is a trainer."""
        return self.get(path_to("school"), SchoolView)

    def practice_round(
        self, game: str, stakes: Mapping[str, int], seed: str = ""
    ) -> PracticeRoundView:
        """Return a round explained card by card, with the stakes settled; for players."""
        path = path_to("games", game, "practice-round")
        return self.post(path, {"stakes": dict(stakes), "seed": seed}, PracticeRoundView)

    # Drills

    def drills(self, game: str, topics: Sequence[str] = (), count: int = 10) -> list[DrillView]:
        """Return questions with their answers, those that are due first."""
        body = {"game": game, "topics": topics, "count": count}
        return self.post(path_to("school", "drills"), body, list[DrillView])

    def record_drills(self, answers: Sequence[DrillAnswer], key: str = "") -> list[GradedDrill]:
        """Send answers to drills; return their marks with the clauses."""
        path = path_to("school", "drills", "results")
        body = {"answers": msgspec.to_builtins(list(answers))}
        return self.post(path, body, list[GradedDrill], key=key or self.key())

    def progress(self, game: str) -> list[TopicProgress]:
        """Return the caller's accuracy and speed by topic."""
        return self.get(f"{path_to('school', 'progress')}?game={game}", list[TopicProgress])

    # Practice tables

    def start_situation(
        self, game: str = "", irregularity: str = "", script: str = ""
    ) -> PracticeView:
        """Start a practice table at which something happens."""
        body = {"game": game, "irregularity": irregularity, "script": script}
        return self.post(path_to("school", "tables"), body, PracticeView)

    def practice_table(self, table: str, position: str = "dealer") -> PracticeView:
        path = f"{path_to('school', 'tables', table)}?position={position}"
        return self.get(path, PracticeView)

    def act(
        self,
        table: str,
        command: c.Command | None = None,
        position: str = "dealer",
        patron: str = "",
    ) -> PracticeView:
        """Give a command at a practice table; without one, let patrons or the device act.

        `patron` answers one who acts: `allow` or `deny`.
        """
        given = None if command is None else msgspec.to_builtins(command)
        path = path_to("school", "tables", table, "acts")
        body = {"position": position, "command": given, "patron": patron}
        return self.post(path, body, PracticeView)

    def practice_irregularities(self, table: str, position: str = "dealer") -> Guidance:
        path = f"{path_to('school', 'tables', table, 'irregularities')}?position={position}"
        return self.get(path, Guidance)

    def practice_payouts(self, table: str) -> PayoutsView:
        return self.get(path_to("school", "tables", table, "payouts"), PayoutsView)

    def practice_events(self, table: str) -> tuple[EventView, ...]:
        path = path_to("school", "tables", table, "events")
        return self.get(path, PracticeEvents).events

    def hint(self, table: str) -> Hint:
        """Ask for the next right act; in an examination it is refused."""
        return self.post(path_to("school", "tables", table, "hint"), {}, Hint)

    def finish_situation(self, table: str) -> FinishedSituation:
        """Return the points, and the right line beside one's own."""
        return self.post(path_to("school", "tables", table, "finish"), {}, FinishedSituation)

    def add_situation(self, name: str, script: str, key: str = "") -> ScriptLine:
        """Add a trainer's own situation; refused where the table contradicts it."""
        body = {"name": name, "script": script}
        path = path_to("school", "situations")
        return self.post(path, body, ScriptLine, key=key or self.key())

    def situations(self) -> list[ScriptLine]:
        return self.get(path_to("school", "situations"), list[ScriptLine])

    # Examinations

    def set_examination(self, game: str, key: str = "", **about: object) -> ExaminationView:
        """Set an examination, as `name`, `weights`, `pass_percent`, `own_papers`, `seconds`."""
        path = path_to("school", "examinations")
        return self.post(path, {"game": game, **about}, ExaminationView, key=key or self.key())

    def examinations(self) -> list[ExaminationView]:
        return self.get(path_to("school", "examinations"), list[ExaminationView])

    def start_paper(self, number: int) -> SittingView:
        """Start the caller's paper, or go on with it."""
        return self.post(path_to("school", "examinations", number, "start"), {}, SittingView)

    def open_question(self, number: int, question: int) -> OpenedQuestion:
        path = path_to("school", "examinations", number, "questions", question)
        return self.post(path, {}, OpenedQuestion)

    def answer_question(self, number: int, question: int, answers: Answers) -> SittingView:
        path = path_to("school", "examinations", number, "questions", question, "answer")
        body = {"answers": {name: list(each) for name, each in answers.items()}}
        return self.post(path, body, SittingView)

    def hand_in(self, number: int) -> ResultView:
        """Hand in the caller's paper; return its marks."""
        return self.post(path_to("school", "examinations", number, "hand-in"), {}, ResultView)

    def results(self) -> list[ResultLine]:
        return self.get(path_to("school", "results"), list[ResultLine])

    def result(self, number: int) -> ResultView:
        return self.get(path_to("school", "results", number), ResultView)

    def approve_result(self, number: int, key: str = "") -> ResultLine:
        """Approve a paper as its examiner."""
        path = path_to("school", "results", number, "approve")
        return self.post(path, {}, ResultLine, key=key or self.key())

    def certificates(self) -> list[CertificateView]:
        return self.get(path_to("school", "certificates"), list[CertificateView])

    def class_report(self) -> ClassView:
        """Return how far everyone is, what is weak and who is ready; for trainers."""
        return self.get(path_to("school", "class"), ClassView)

    def export_class(self) -> str:
        """Return a row for each paper and topic, as CSV; for trainers."""
        answer = self.ask("GET", path_to("school", "class.csv"))
        check(answer)
        return answer.text
