"""Game: one edition of a rule document, as a data record."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from functools import cached_property

from punto.money import Cents, smallest_unit
from punto.refusals import Reason, Refused
from punto.rules.drawing import Draw, DrawRule
from punto.rules.holdings import Hands
from punto.rules.irregularities import Irregularity, Procedure
from punto.rules.layouts import Layout
from punto.rules.outcome import Outcome
from punto.rules.staff import Grant, Power
from punto.rules.wagers import Verdict, Wager, decide_wager, verdicts

SINGAPORE_HOURS = 8  # ahead of UTC, all year


class Zone(Enum):
    """The zone a table stands in; the two private zones are the HLGA (reading hlga)."""

    MAIN = "main"
    PAIZA_CLUB = "paiza-club"
    RUBY_ROOM = "ruby-room"

    @property
    def hlga(self) -> bool:
        return self is not Zone.MAIN


class Method(Enum):
    """Who deals and who handles the cards; games that name no methods use B."""

    A = "A"  # cards go face down to the highest bettor of each hand
    B = "B"  # the dealer keeps the cards
    C = "C"  # a patron controls the dealing device, in the HLGA only


@dataclass(frozen=True, slots=True)
class Amendment:
    """A clause that a later edition changes from the game's register."""

    kind: str
    summary: str
    enforced_by: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Game:
    """One approved document: everything that varies between games, each item with its clause."""

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
    new_cards_clause: str = ""  # allows cards to be replaced after a void round
    terminals_clause: str = ""
    acting_clause: str = ""  # allows a person to act in a position
    amendments: Mapping[str, Amendment | None] = field(default_factory=dict)
    base: str = ""  # of a made-up game: the approved game whose document it takes (test houses)
    definitions: str = ""  # and its custom wagers, as `rules/made_up_games.py` writes them

    @property
    def is_approved(self) -> bool:
        """Whether it is an approved document as it stands, with no made-up wager beside."""
        return not self.definitions

    @property
    def document(self) -> str:
        """The id of the game whose document applies: its own, or what it is made up from."""
        return self.base or self.id

    @cached_property
    def edition_id(self) -> str:
        """Return the edition's number, or the day it came into force if it has none.

        >>> from punto.rules.games import find_game
        >>> find_game("tiger").edition_id, find_game("dragon-tiger-no-commission").edition_id
        ('2', '2023-12-07')
        """
        number = self.edition.removeprefix("Version ")
        return number if number.isdigit() else self.effective.isoformat()

    @cached_property
    def ref(self) -> str:
        """Return the game id with its edition, as commands accept it and journals record it.

        >>> from punto.rules.games import find_game
        >>> find_game("tiger").ref
        'tiger@2'
        """
        return f"{self.id}@{self.edition_id}"

    @cached_property
    def in_force_ms(self) -> int:
        """Return when it comes into force: 00:00 Singapore time, in UTC milliseconds.

        >>> from punto.rules.games import find_game
        >>> find_game("tiger").in_force_ms
        1570464000000
        """
        days = (self.effective - date(1970, 1, 1)).days
        return (days * 24 - SINGAPORE_HOURS) * 3_600_000

    @property
    def electronic(self) -> bool:
        """Whether patrons stake only at their own terminals."""
        return bool(self.terminals_clause)

    @cached_property
    def unit_cents(self) -> Cents:
        """Return the smallest stake unit at which every pay line is exact (reading exact-money)."""
        return smallest_unit(line.odds for wager in self.wagers for line in wager.lines)

    @cached_property
    def _wagers_by_id(self) -> dict[str, Wager]:
        return {wager.id: wager for wager in self.wagers}

    def wager(self, wager_id: str) -> Wager:
        """Return the wager with this id, or refuse one the game does not have."""
        found = self._wagers_by_id.get(wager_id)
        if found is None:
            offered = tuple(self._wagers_by_id)
            raise Refused(
                Reason.UNKNOWN_WAGER,
                "{game} has no wager {wager!r}; it has {offered}.",
                clause=self.cite(self.wagers_clause),
                game=self.title,
                wager=wager_id[:40],
                offered=offered,
            )
        return found

    @cached_property
    def _verdicts(self) -> dict[str, tuple[Verdict, ...]]:
        return {}

    def verdicts(self, wager_id: str) -> tuple[Verdict, ...]:
        """Return a wager's verdict on each outcome, by outcome index; cached."""
        found = self._verdicts.get(wager_id)
        if found is None:
            found = self._verdicts[wager_id] = verdicts(self.wager(wager_id))
        return found

    @cached_property
    def card_wagers(self) -> tuple[Wager, ...]:
        """The wagers that an outcome does not decide: they test suits or single cards."""
        return tuple(wager for wager in self.wagers if wager.needs_cards)

    def verdict(self, wager_id: str, outcome: Outcome, hands: Hands | None = None) -> Verdict:
        """Return a wager's verdict on a round; `hands` are needed by `card_wagers` alone."""
        if hands is not None and (wager := self.wager(wager_id)) in self.card_wagers:
            return decide_wager(wager, outcome, hands)
        return self.verdicts(wager_id)[outcome.index]

    @cached_property
    def _procedures_by_irregularity(self) -> dict[Irregularity, Procedure]:
        return {each.irregularity: each for each in self.procedures}

    @cached_property
    def _grants_by_power(self) -> dict[Power, Grant]:
        return {each.power: each for each in self.grants}

    def procedure(self, irregularity: Irregularity) -> Procedure | None:
        """Return this game's procedure for an irregularity, None if it has no clause for it."""
        return self._procedures_by_irregularity.get(irregularity)

    def grant(self, power: Power) -> Grant | None:
        """Return the grant of a power in this game, None if the game does not have it."""
        return self._grants_by_power.get(power)

    def cite(self, clause: str) -> str:
        """Return a clause with its game id, as refusals and reports cite it; readings have no game.

        >>> from punto.rules.games import find_game
        >>> find_game("tiger").cite("4.3")
        'tiger 4.3'
        >>> find_game("tiger").cite("reading cut-card")
        'reading cut-card'
        """
        return clause if clause.startswith("reading ") else f"{self.id} {clause}"

    def draw_clause(self, draw: Draw) -> str:
        """Return the clause that decides a draw."""
        return self.drawing[draw.rule]
