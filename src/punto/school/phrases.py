"""What the school says around its questions on the command line, in every language."""

from punto.messages import Message
from punto.school.items import Mark, Topic
from punto.school.labels import part_label
from punto.school.papers import Score
from punto.school.patrons import ALLOW, DENY, Moment, PatronAct, describe_act

SAY_LINES = Message.of("Say what you do, one line at a time; an empty line ends it.")
ASK_LINES = Message.of("What do you do? One line at a time; ? for a hint, an empty line to end.")
NOTHING_LEFT = Message.of("Nothing is left to do.")
WEAK_CLAUSES = Message.of("Weak clauses:")
MISSED = Message.of("Missed:")
TOPICS = {
    Topic.CARD_VALUES: Message.of("card values"),
    Topic.DRAWING: Message.of("drawing"),
    Topic.OUTCOME: Message.of("outcome"),
    Topic.WAGERS: Message.of("wagers"),
    Topic.PAYMENT: Message.of("payment"),
    Topic.ANNOUNCEMENTS: Message.of("announcements"),
    Topic.SHOE: Message.of("shoe"),
    Topic.HANDLING: Message.of("handling of cards"),
    Topic.STAKES: Message.of("stakes"),
    Topic.AUTHORITY: Message.of("authority"),
    Topic.IRREGULARITIES: Message.of("irregularities"),
    Topic.SITUATIONS: Message.of("irregular rounds"),
    Topic.ROUNDS: Message.of("ordinary rounds"),
}
MOMENTS = {
    Moment.BETTING: Message.of("while betting is open"),
    Moment.CLOSED: Message.of("after the call"),
    Moment.DEALT: Message.of("when the cards lie there"),
}


def correction(mark: Mark, right: str, why: Message | None) -> Message:
    """What a part should have been, and why."""
    part = part_label(mark.part)
    if why is None:
        return Message.of("wrong: {part} is {right}.", part=part, right=right)
    return Message.of("wrong: {part} is {right}. {why}", part=part, right=right, why=why)


def verdict(*, is_right: bool) -> Message:
    """Whether an answer or a point is right."""
    return Message.of("right") if is_right else Message.of("wrong")


def result(*, has_passed: bool) -> Message:
    """Whether a paper is passed."""
    return Message.of("passed") if has_passed else Message.of("not passed")


def score(score: Score) -> Message:
    """Marks out of how many."""
    return Message.of("{got} of {of}", got=score.got, of=score.of)


def total(score: Score, *, has_passed: bool) -> Message:
    """The marks of a paper, and whether they suffice."""
    return Message.of(
        "{got} of {of} marks: {result}.",
        got=score.got,
        of=score.of,
        result=result(has_passed=has_passed),
    )


def drill_score(right: int, asked: int, seconds: int) -> Message:
    """What a drill came to."""
    return Message.of(
        "{right} of {asked} marks in {seconds} seconds.",
        right=right,
        asked=asked,
        seconds=seconds,
    )


def patron_reply(line: str) -> Message:
    """How a patron answers when asked."""
    return Message.of("Asked, this patron would say: {line}", line=line)


def patron_act(act: PatronAct) -> Message:
    """What a patron does of their own accord, and how it is answered."""
    return Message.of(
        "{moment}: {act} ({allow}, or {deny})",
        moment=MOMENTS[act.moment],
        act=describe_act(act),
        allow=f"{ALLOW} {act.patron}",
        deny=f"{DENY} {act.patron}",
    )


def refused_line(line: str, why: Message) -> Message:
    """A line that the table refused."""
    return Message.of("refused: {line}: {why}", line=line, why=why)


def right_line(lines: list[str]) -> Message:
    """What would have been right."""
    return Message.of("The right line: {line}.", line="; ".join(lines))


def recorded(paper: int, student: str, *, has_passed: bool) -> Message:
    """A paper that was put on record."""
    return Message.of(
        "Paper {paper} of {student}: {result}.",
        paper=paper,
        student=student,
        result=result(has_passed=has_passed),
    )


def approved(paper: int, student: str, game: str, *, has_passed: bool) -> Message:
    """A paper that was approved, and what it earned."""
    if has_passed:
        return Message.of(
            "Paper {paper} is approved: {student} has a certificate of {game}.",
            paper=paper,
            student=student,
            game=game,
        )
    return Message.of(
        "Paper {paper} is approved: {student} has no certificate.", paper=paper, student=student
    )
