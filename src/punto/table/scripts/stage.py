"""A table being played by a script: commands given, money followed, the dealer's routine done."""

from punto.refusals import Reason, Refused
from punto.rules.game import Method
from punto.rules.made_up_games import base_id
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import Configuration
from punto.table.decide import decide
from punto.table.evolve import evolve_all
from punto.table.people import Actor, Approval, Staff
from punto.table.prompt import Step, next_step
from punto.table.scripts.actors import by_usual_actor
from punto.table.scripts.purses import Purses
from punto.table.state import CLOSED, State

DEALER = Staff("dealer", Position.DEALER)
# A script's table is opened as it says, where that takes two people too.
SECOND = Approval(Staff("second", Position.ASSISTANT_CASINO_MANAGER))


class Stage:
    """The table of a script and what has happened at it."""

    def __init__(self, config: Configuration, purses: Purses | None = None) -> None:
        self.config = config
        self.state: State = CLOSED
        self.events: list[e.Event] = []
        self.balances: dict[str, int] = {}
        self.staff: dict[str, Staff] = {}  # members of staff that the script names
        self.at = 0  # the time, in milliseconds of the script's day
        self._purses = purses
        self.is_rehearsal = False  # of a line: nothing that happens there counts
        self._funded = False  # from the first buy-in on, stakes come out of credits

    @property
    def game(self) -> str:
        """The game whose document applies, of a made-up game the one that it was made up from."""
        return base_id(self.config.game) if self.config.test_wagers else self.config.game

    @property
    def purses(self) -> Purses:
        """The patrons' credits; a script without the books cannot speak of them."""
        if self._purses is None:
            raise Refused(Reason.UNREADABLE_REQUEST, "Credits are known with the books only.")
        return self._purses

    def buy_in(self, patron: str, cents: int) -> None:
        self.purses.buy_in(patron, cents)
        self._funded = True

    def give(self, command: c.Command, by: Actor) -> tuple[e.Event, ...]:
        """Give a command; refused ones raise and change nothing."""
        second = SECOND if isinstance(command, c.OpenTable) else None
        events = decide(self.state, command, by, self.at, second)
        if self._funded:
            self.purses.post(self.state, events)
        self.state = evolve_all(self.state, events)
        self.events += events
        for event in events:
            self._follow_money(event)
        self.config = self.state.configuration or self.config
        return events

    def usual(self, command: c.Command, by: Actor | None = None) -> None:
        """Give a command by this person, or by the usual one where none is named."""
        if by is None:
            command, by = by_usual_actor(self.state, command)
        self.give(command, by)

    def rehearsal(self) -> "Stage":
        """The same table without its books: what is tried there changes nothing here."""
        trial = Stage(self.config)
        trial.is_rehearsal = True
        trial.state, trial.staff, trial.at = self.state, self.staff, self.at
        return trial

    def open(self) -> None:
        """Open the table where the script has not said how."""
        if self.state.configuration is None:
            self.usual(c.OpenTable(self.config))

    def prepare(self) -> None:
        """Open the table and load a shoe where the script has not said how."""
        self.open()
        if self.state.shoe is None and self.state.round is None:
            self.usual(c.LoadShoe(f"shoe{len(self.events)}"))

    def announce(self, *steps: Step) -> None:
        """Announce what is due, as a dealer does unasked."""
        while (due := next_step(self.state).step) in steps:
            announces_totals = due is Step.ANNOUNCE_TOTALS
            self.give(c.AnnounceTotals() if announces_totals else c.AnnounceOutcome(), DEALER)

    @property
    def waiting(self) -> str:
        """The card that is out already and is laid next, once the round was put in order.

        In method B alone: elsewhere it has to be passed and exposed, which a script tells.
        """
        play = self.state.round
        cards = play.set_aside if play and self.state.method is Method.B else ()
        return (cards[0] if cards else None) or ""

    def lay_waiting(self) -> None:
        """Lay the cards that are out already on the hands they belong to."""
        self.announce(Step.ANNOUNCE_TOTALS)
        while self.waiting and next_step(self.state).step is Step.DRAW:
            self.usual(c.DrawCard())
            self.announce(Step.ANNOUNCE_TOTALS)

    def last(self, *kinds: type) -> e.Event | None:
        """The latest event of these kinds."""
        return next((event for event in reversed(self.events) if isinstance(event, kinds)), None)

    def _follow_money(self, event: e.Event) -> None:
        match event:
            case e.SettlementReversed(lines=lines):
                sign = -1
            case e.RoundSettled(lines=lines):
                sign = 1
            case _:
                return
        for line in lines:
            before = self.balances.get(line.patron, 0)
            self.balances[line.patron] = before + sign * line.profit_cents
