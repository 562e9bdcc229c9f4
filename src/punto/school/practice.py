"""Practice tables: simulated patrons who stake, and a round played to any of its moments."""

from collections.abc import Callable

from punto.rules.game import Game, Method
from punto.rules.staff import POSITIONS
from punto.school.chance import Chance
from punto.school.right_line import next_line
from punto.school.scenes import Lines, give_line, play_scene, title_line
from punto.table.prompt import Step, next_step
from punto.table.scripts.stage import Stage
from punto.table.state import State

AMOUNTS = (10, 20, 25, 50, 100, 150, 200, 250, 500, 1000)
SEATS = tuple(range(1, 9))
HANDS = ("player", "banker")
LINES = {Method.A: 16, Method.B: 9, Method.C: 13}  # of a round, from the first stake on
BOUND = 60  # lines from anywhere to the end of a round
STAFF = tuple(POSITIONS)
Until = Callable[[State], bool]


def settings_of(method: Method) -> tuple[str, ...]:
    """How a practice table is set for a method; C is dealt in the HLGA alone."""
    match method:
        case Method.A:
            return ("method=A",)
        case Method.B:
            return ()
        case Method.C:
            return ("zone=paiza-club", "method=C")


def any_method(game: Game, chance: Chance) -> Method:
    return chance.pick(game.methods)


def stake_lines(game: Game, chance: Chance, patrons: int = 3, wagers: int = 2) -> Lines:
    """Stakes of some patrons, each on a hand first and perhaps on more."""
    sides = tuple(each.id for each in game.wagers if each.id not in HANDS)
    lines: list[str] = []
    for seat in chance.some(SEATS, patrons):
        chosen = [chance.pick(HANDS), *chance.some(sides, chance.below(wagers))]
        lines += [f"stake seat{seat} {wager} {chance.pick(AMOUNTS)}" for wager in chosen]
    return tuple(lines)


def patrons_of(state: State) -> tuple[str, ...]:
    """Everyone with a stake in the round, in the order they staked."""
    placed = state.round.stakes.values() if state.round else ()
    return tuple(dict.fromkeys(each.patron for each in placed))


class Practice:
    """A table that is being played, and the lines that brought it there."""

    def __init__(self, game: Game, chance: Chance, *settings: str) -> None:
        self.game = game
        self.chance = chance
        self.lines: list[str] = [title_line(game, *settings)]
        self.stage: Stage = play_scene(tuple(self.lines))
        self.stage.prepare()

    @classmethod
    def at(cls, table: "Practice", chance: Chance) -> "Practice":
        """Another table that stands as this one does, to be played on by other chance."""
        found = cls.__new__(cls)
        found.game, found.chance = table.game, chance
        found.lines, found.stage = list(table.lines), table.stage.rehearsal()
        return found

    @property
    def state(self) -> State:
        return self.stage.state

    def give(self, *lines: str) -> "Practice":
        """Do what these lines say."""
        for line in lines:
            give_line(self.stage, line)
            self.lines.append(line)
        return self

    def play_down(self, *cards: str) -> "Practice":
        """Play rounds without stakes until only these cards are left in the shoe."""
        self.lines.append(" ".join(("play-down to", *cards)))
        self.stage = play_scene(self.scene)
        return self

    def follow(self, until: Until, most: int = BOUND) -> "Practice":
        """Follow the table's prompts until it stands so, for so many lines at most."""
        for _ in range(most):
            if until(self.state):
                break
            self.give(next_line(self.stage, self.chance))
        return self

    def follow_to(self, *steps: Step) -> "Practice":
        """Follow the prompts until one of these steps is next."""
        return self.follow(lambda state: next_step(state).step in steps)

    def finish_round(self) -> "Practice":
        return self.follow(lambda state: state.round is None)

    @property
    def scene(self) -> Lines:
        return tuple(self.lines)

    @property
    def patrons(self) -> tuple[str, ...]:
        """Everyone with a stake in the round, in the order they staked."""
        return patrons_of(self.state)

    @property
    def free_seats(self) -> tuple[str, ...]:
        """The seats without a stake, by number."""
        taken = self.patrons
        return tuple(seat for number in SEATS if (seat := f"seat{number}") not in taken)


def practice(
    game: Game, chance: Chance, method: Method | None = None, *settings: str, patrons: int = 3
) -> Practice:
    """A table at which betting is open and some patrons have staked."""
    chosen = method or any_method(game, chance)
    table = Practice(game, chance, *settings_of(chosen), *settings)
    table.give("open", *stake_lines(game, chance, patrons))
    if chosen is Method.C:
        table.give(f"device {chance.pick(table.patrons)}")
    return table


def at_any_moment(game: Game, chance: Chance, method: Method | None = None) -> Practice:
    """A table somewhere in a round: while betting is open, at any card, or just after it."""
    table = practice(game, chance, method)
    return table.follow(lambda state: state.round is None, chance.below(LINES[table.state.method]))
