"""Simulated patrons who act of their own accord while a student deals, and the student's answers.

A patron puts a stake down, reaches for one, asks for something or leans over to the cards. The
student allows or denies it. Whether that is right the table itself says, at the moment when it
happens; what no clause of the document is about does not happen.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import partial

from msgspec import Struct

from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.school.chance import Chance
from punto.school.citations import READING
from punto.school.labels import label
from punto.school.practice import AMOUNTS, HANDS, SEATS, Practice, patrons_of
from punto.school.scenes import Tried, give_line, try_act
from punto.table.scripts.stage import Stage
from punto.table.state import INITIAL_CARDS, State

ALLOW, DENY = "allow", "deny"
ANSWERS = (ALLOW, DENY)
MOST = 3  # acts in a round


class Moment(StrEnum):
    """The stage of a round at which a patron acts."""

    BETTING = "betting"
    CLOSED = "closed"  # after the call, before the first four cards lie there
    DEALT = "dealt"


class Deed(StrEnum):
    """What a patron does."""

    STAKE = "stake"
    TAKE_BACK = "take-back"
    ASK_STAKE = "ask-stake"  # for staff to place it
    LEAN_OVER = "lean-over"
    ASK_DEVICE = "ask-device"
    DECLINE = "decline"


class PatronAct(Struct, frozen=True):
    """What a patron does, when, and the line by which the table is asked about it."""

    moment: Moment
    deed: Deed
    patron: str
    line: str

    @property
    def fact(self) -> str:
        """The act as a fact of a question."""
        return f"{self.moment.value} {self.deed.value} {self.patron} {self.line}"


class Answered(Struct, frozen=True):
    """How a student answered a patron; `right` is what the table's law asks for."""

    act: PatronAct
    right: str
    is_right: bool
    clauses: tuple[str, ...]
    why: Message | None


def read_acts(facts: Sequence[str]) -> tuple[PatronAct, ...]:
    """The acts of a question; refused where they are none."""
    found = []
    for fact in facts:
        words = fact.split(" ", 3)
        if len(words) < 4 or words[0] not in set(Moment) or words[1] not in set(Deed):
            raise Refused(Reason.UNREADABLE_REQUEST, "A patron's act is not understood.")
        found.append(PatronAct(Moment(words[0]), Deed(words[1]), words[2], words[3]))
    return tuple(found)


def is_answer(line: str) -> bool:
    """Whether a line of a student's answers a patron."""
    return line.partition(" ")[0] in ANSWERS


def is_moment(moment: Moment, state: State) -> bool:
    """Whether a table stands at this stage of a round."""
    play = state.round
    if play is None:
        return False
    if play.betting_open:
        return moment is Moment.BETTING
    return moment is (Moment.DEALT if len(play.cards) >= INITIAL_CARDS else Moment.CLOSED)


class Patrons:
    """The patrons of one course: who acts now, and how the student answered those before."""

    def __init__(self, game: Game, acts: Sequence[PatronAct]) -> None:
        self._game = game
        self._left = list(acts)
        self.answered: list[Answered] = []

    def waiting(self, state: State) -> PatronAct | None:
        """The act that waits for the student's answer; one at a time."""
        return next((each for each in self._left if is_moment(each.moment, state)), None)

    def right_answer(self, stage: Stage) -> str:
        """The line that answers the waiting patron rightly; empty where none waits."""
        act = self.waiting(stage.state)
        return f"{right_of(try_act(stage, self._game, act.line))} {act.patron}" if act else ""

    def pass_over(self, act: PatronAct | None) -> None:
        """The table has gone on without an answer."""
        if act is not None:
            self._left.remove(act)

    def answer(self, stage: Stage, line: str) -> tuple[PatronAct, list[str]]:
        """Answer the waiting patron; what is allowed is then done, or refused by the table."""
        act = self.waiting(stage.state)
        said, _, patron = line.partition(" ")
        if act is None or act.patron != patron.strip():
            raise Refused(Reason.NOTHING_THERE, "This patron waits for no answer now.")
        tried = try_act(stage, self._game, act.line)
        right = right_of(tried)
        why = tried.refused.message if tried.refused else None
        self._left.remove(act)
        self.answered.append(Answered(act, right, said == right, tried.clauses, why))
        return act, give_line(stage, act.line) if said == ALLOW else []


def right_of(tried: Tried) -> str:
    """The right answer to a patron, by what the table said when it was tried."""
    return ALLOW if tried.is_done else DENY


def describe_act(act: PatronAct) -> Message:
    """What is seen at the patron's seat."""
    return WORDS[act.deed](label(act.patron), act.line.split())


def describe_answer(act: PatronAct | None, line: str) -> Message:
    """What a patron did and how that was answered."""
    if act is None:
        return Message.of("A patron is answered who waits for nothing.")
    if line.startswith(ALLOW):
        return Message.of("{act} It is allowed.", act=describe_act(act))
    return Message.of("{act} It is refused.", act=describe_act(act))


WORDS: Mapping[Deed, Callable[[Message, list[str]], Message]] = {
    Deed.STAKE: lambda patron, words: Message.of(
        "{patron} puts {amount} on {bet}.", patron=patron, amount=words[3], bet=label(words[2])
    ),
    Deed.TAKE_BACK: lambda patron, words: Message.of(
        "{patron} reaches out to take the stake on {bet} back.", patron=patron, bet=label(words[2])
    ),
    Deed.ASK_STAKE: lambda patron, words: Message.of(
        "{patron} asks the dealer to place {amount} on {bet} for them.",
        patron=patron,
        amount=words[3],
        bet=label(words[2]),
    ),
    Deed.LEAN_OVER: lambda patron, words: Message.of(
        "{patron} leans over and bends up the {hand} cards.", patron=patron, hand=label(words[1])
    ),
    Deed.ASK_DEVICE: lambda patron, words: Message.of(
        "{patron} asks for the dealing device.", patron=patron
    ),
    Deed.DECLINE: lambda patron, words: Message.of(
        "{patron} does not want the {hand} cards.", patron=patron, hand=label(words[1])
    ),
}


def draw_acts(table: Practice, chance: Chance) -> tuple[str, ...]:
    """Acts of different patrons for the round at a table, in the order of its stages.

    Each is tried on a round that is dealt as the prompts say, and is left out where the table's
    answer rests on no clause.
    """
    ahead = Practice.at(table, chance.apart("ahead"))
    found: list[str] = []
    taken: set[str] = set()
    for moment in Moment:
        ahead.follow(partial(_is_at, moment))
        act = _any_act(ahead, moment, chance, taken)
        if act is not None and len(found) < MOST:
            taken.add(act.patron)
            found.append(act.fact)
    return tuple(found)


def _is_at(moment: Moment, state: State) -> bool:
    return state.round is None or is_moment(moment, state)


def _any_act(table: Practice, moment: Moment, chance: Chance, taken: set[str]) -> PatronAct | None:
    """Something that a patron may do at this moment, of which a clause says what is right."""
    if not is_moment(moment, table.state):
        return None
    seats = [f"seat{number}" for number in SEATS if f"seat{number}" not in taken]
    for deed in chance.some(tuple(Deed), len(Deed)):
        for patron in chance.some(seats, len(seats)):
            line = _line(table, deed, patron, moment, chance)
            if line and _has_clause(try_act(table.stage, table.game, line)):
                return PatronAct(moment, deed, patron, line)
    return None


def _has_clause(tried: Tried) -> bool:
    return any(not each.startswith(READING) for each in tried.clauses)


def _line(table: Practice, deed: Deed, patron: str, moment: Moment, chance: Chance) -> str:
    """The line by which a patron does this; empty where they cannot."""
    stakes = table.state.round.stakes.values() if table.state.round else ()
    own = [each for each in stakes if each.patron == patron]
    hand = chance.pick(HANDS)
    match deed:
        case Deed.STAKE:
            return "" if own else f"stake {patron} {hand} {chance.pick(AMOUNTS)}"
        case Deed.TAKE_BACK:
            return f"withdraw {patron} {own[0].wager}" if own else ""
        case Deed.ASK_STAKE:
            return f"stake {patron} tie {chance.pick(AMOUNTS)} on-behalf by dealer"
        case Deed.LEAN_OVER:
            return f"squeeze {hand} by {patron}" if moment is Moment.DEALT else ""
        case Deed.ASK_DEVICE:
            return f"device {patron} by dealer" if moment is Moment.BETTING else ""
        case Deed.DECLINE:
            is_dealt = moment is Moment.DEALT and patron in patrons_of(table.state)
            return f"decline {hand} {patron}" if is_dealt else ""
