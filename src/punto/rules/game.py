"""Game: one rule document in one edition, as a record of data."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import cached_property

from punto.money import Cents, smallest_unit
from punto.refusals import Reason, Refused
from punto.rules.drawing import Draw, DrawRule
from punto.rules.irregularities import Irregularity, Procedure
from punto.rules.layouts import Layout
from punto.rules.staff import Grant, Power
from punto.rules.wagers import Verdict, Wager, verdicts


class Zone(Enum):
    """Where a table stands; the two private zones are the HLGA (reading hlga)."""

    MAIN = "main"
    PAIZA_CLUB = "paiza-club"
    RUBY_ROOM = "ruby-room"

    @property
    def hlga(self) -> bool:
        return self is not Zone.MAIN


class Method(Enum):
    """Who deals and who handles the cards; games that do not name methods deal as in B."""

    A = "A"  # cards go face down to the highest bettor of each hand
    B = "B"  # the dealer keeps the cards
    C = "C"  # a patron controls the dealing device, in the HLGA only


@dataclass(frozen=True)
class Game:
    """One approved document: everything that differs from game to game, each with its clause."""

    id: str
    title: str
    edition: str
    effective: date
    wagers: tuple[Wager, ...]
    wagers_clause: str
    layouts: tuple[Layout, ...]
    drawing: Mapping[DrawRule, str]
    winner_clause: str
    procedures: tuple[Procedure, ...]
    grants: tuple[Grant, ...]
    methods: tuple[Method, ...] = (Method.B,)
    decks: tuple[int, int] = (4, 10)
    decks_clause: str = "2.1"
    hlga_clause: str = ""
    stakes_per_area_clause: str = ""
    limits_clause: str = ""
    new_cards_clause: str = ""  # says that cards may be replaced after a void round
    terminals_clause: str = ""

    @property
    def electronic(self) -> bool:
        """Whether patrons stake at terminals of their own only."""
        return bool(self.terminals_clause)

    @cached_property
    def unit_cents(self) -> Cents:
        """The smallest stake unit at which every pay line is exact (reading exact-money)."""
        return smallest_unit(line.odds for wager in self.wagers for line in wager.lines)

    @cached_property
    def _wagers_by_id(self) -> dict[str, Wager]:
        return {wager.id: wager for wager in self.wagers}

    def wager(self, wager_id: str) -> Wager:
        """The wager of this id; one the game does not have is refused."""
        found = self._wagers_by_id.get(wager_id)
        if found is None:
            offered = ", ".join(self._wagers_by_id)
            raise Refused(
                Reason.UNKNOWN_WAGER,
                f"{self.title} has no wager {wager_id[:40]!r}; it has {offered}.",
                clause=self.cite(self.wagers_clause),
            )
        return found

    @cached_property
    def _verdicts(self) -> dict[str, tuple[Verdict, ...]]:
        return {}

    def verdicts(self, wager_id: str) -> tuple[Verdict, ...]:
        """What a wager of this game does on each outcome, by outcome index; worked out once."""
        found = self._verdicts.get(wager_id)
        if found is None:
            found = self._verdicts[wager_id] = verdicts(self.wager(wager_id))
        return found

    @cached_property
    def _procedures_by_irregularity(self) -> dict[Irregularity, Procedure]:
        return {each.irregularity: each for each in self.procedures}

    @cached_property
    def _grants_by_power(self) -> dict[Power, Grant]:
        return {each.power: each for each in self.grants}

    def procedure(self, irregularity: Irregularity) -> Procedure | None:
        """What this game does about an irregularity, None where it has no clause for it."""
        return self._procedures_by_irregularity.get(irregularity)

    def grant(self, power: Power) -> Grant | None:
        """Who has a power in this game, None where the game does not know it."""
        return self._grants_by_power.get(power)

    def cite(self, clause: str) -> str:
        """A clause with its game, as refusals and reports cite it; a reading stands for all games.

        >>> from punto.rules.games import find_game
        >>> find_game("tiger").cite("4.3")
        'tiger 4.3'
        >>> find_game("tiger").cite("reading cut-card")
        'reading cut-card'
        """
        return clause if clause.startswith("reading ") else f"{self.id} {clause}"

    def draw_clause(self, draw: Draw) -> str:
        """The clause by which a draw is decided."""
        return self.drawing[draw.rule]
