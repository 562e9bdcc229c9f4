"""A table being played by a script: commands given, money followed, the dealer's routine done."""

from msgspec.structs import replace

from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import Configuration
from punto.table.decide import decide
from punto.table.evolve import evolve_all
from punto.table.people import Staff
from punto.table.prompt import Step, next_step
from punto.table.scripts.verbs import usual_actor
from punto.table.state import CLOSED, State

DEALER = Staff("dealer", Position.DEALER)


class Stage:
    """The table of a script and what has happened at it."""

    def __init__(self, config: Configuration) -> None:
        self.config = config
        self.state: State = CLOSED
        self.events: list[e.Event] = []
        self.balances: dict[str, int] = {}

    def give(self, command: c.Command) -> tuple[e.Event, ...]:
        """Give a command; refused ones raise and change nothing."""
        events = decide(self.state, command)
        self.state = evolve_all(self.state, events)
        self.events += events
        for event in events:
            self._follow_money(event)
        self.config = self.state.configuration or self.config
        return events

    def prepare(self) -> None:
        """Open the table and load a shoe where the script has not said how."""
        if self.state.configuration is None:
            self._usual(c.OpenTable(self.config, by=DEALER))
        if self.state.shoe is None and self.state.round is None:
            self._usual(c.LoadShoe(f"shoe{len(self.events)}", by=DEALER))

    def announce(self, *steps: Step) -> None:
        """Announce what is due, as a dealer does without being told."""
        while (due := next_step(self.state).step) in steps:
            announces_totals = due is Step.ANNOUNCE_TOTALS
            self.give(
                c.AnnounceTotals(by=DEALER) if announces_totals else c.AnnounceOutcome(by=DEALER)
            )

    def last(self, *kinds: type) -> e.Event | None:
        """The latest event of these kinds."""
        return next((event for event in reversed(self.events) if isinstance(event, kinds)), None)

    def _usual(self, command: c.Command) -> None:
        self.give(replace(command, by=usual_actor(self.state, command)))

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
