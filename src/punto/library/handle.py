"""The way in: `punto.game("tiger")`, and what may be asked of a game."""

import secrets
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from punto.floor.clock import today
from punto.library.answers import OddsAnswer, SessionAnswer, SettleAnswer, SimulateAnswer
from punto.library.grid import Grid, Shown
from punto.money import Cents, check_amount, parse_amount
from punto.odds.composition import Composition, parse_counts
from punto.odds.knowledge import Knowledge
from punto.odds.question import ask
from punto.refusals import Reason, Refused
from punto.rules.cards import RANKS, parse_cards
from punto.rules.game import Game
from punto.rules.games import find_game, games_in_force
from punto.rules.round import read_round
from punto.rules.settlement import Stake
from punto.rules.settlement import settle as settle_stakes
from punto.rules.shoe import USUAL_DECKS, check_decks
from punto.rules.wager_language import add_wagers
from punto.rules.wagers import Wager

if TYPE_CHECKING:
    from punto.odds.price_table import PriceTable
    from punto.report.sheet import Sheet

Amount = str | int | Decimal  # of whole units: 100 and "100.00" are the same; no floats
Shoe = str | Mapping[str, int] | Iterable[int]  # "A=32,…", by rank, or thirteen counts


@dataclass(frozen=True, repr=False)
class GameHandle(Shown):
    """A game and what may be asked of it.

    >>> tiger = game("tiger")
    >>> tiger.title, tiger.odds(decks=6)["tie"].house_edge > 0
    ('Tiger Baccarat', True)
    """

    rules: Game
    own: tuple[Wager, ...] = ()  # a designer's wagers beside the game's

    @property
    def title(self) -> str:
        return self.rules.title

    @property
    def wagers(self) -> tuple[Wager, ...]:
        return add_wagers(self.rules.wagers, self.own)

    def with_wagers(self, *wagers: Wager | str) -> "GameHandle":
        """The game with wagers of your own, each as read or as the TOML that defines it."""
        from punto.odds.custom import parse_wager

        read = tuple(parse_wager(each) if isinstance(each, str) else each for each in wagers)
        add_wagers(self.wagers, read)  # refuses an id that is taken
        return GameHandle(self.rules, (*self.own, *read))

    def odds(
        self,
        *,
        decks: int | None = None,
        shoe: Shoe | None = None,
        seen: str | Iterable[str] = (),
        known: str | Iterable[str] = (),
    ) -> OddsAnswer:
        """Exact odds of every wager, for whole decks or the cards left in a shoe.

        `seen` are cards that have left it ("8H 9D"); `known` says what the next cards are ("3=7").

        >>> game("tiger").odds(decks=8, seen="8H 9D", known="3=7")["player"].ev > 0
        True
        """
        cards = seen if isinstance(seen, str) else " ".join(seen)
        entries = (known,) if isinstance(known, str) else tuple(known)
        question = ask(
            self.rules,
            decks=decks,
            left=None if shoe is None else _counts(shoe),
            seen=parse_cards(cards) if cards.strip() else (),
            known=Knowledge.parse(entries),
            extra=self.own,
        )
        return OddsAnswer(question)

    def price_shoes(self, shoes: Any, *, decks: int = 10) -> "PriceTable":
        """Thousands of shoes in one call, from NumPy, pandas, Polars or Arrow."""
        from punto.odds.price_table import price_shoes

        return price_shoes(shoes, self.wagers, decks=decks)

    def settle(
        self,
        cards: str | Iterable[str],
        stakes: Mapping[str, Amount],
        *,
        decks: int = USUAL_DECKS,
        unit: Amount | None = None,
    ) -> SettleAnswer:
        """Settle stakes on the cards of a round, in the order they were dealt.

        >>> game("tiger").settle("2C 5D 3H AH KD", {"tiger": 100, "banker": "50.00"}).net
        '1247.50'
        """
        text = cards if isinstance(cards, str) else " ".join(cards)
        dealt = read_round(self.rules, parse_cards(text), decks)
        staked = [Stake(self.rules.wager(each).id, _cents(stakes[each])) for each in stakes]
        unit_cents = None if unit is None else _cents(unit)
        settlement = settle_stakes(self.rules, dealt.outcome, staked, unit_cents=unit_cents)
        return SettleAnswer(self.rules, dealt, settlement)

    def simulate(
        self,
        rounds: int,
        *,
        decks: int = USUAL_DECKS,
        seed: int | None = None,
        cut: int = 14,
        burn: bool = False,
        after_cut: int = 0,
        threads: int | None = None,
    ) -> SimulateAnswer:
        """Deal rounds from whole shoes, and hold them against the exact odds."""
        from punto.sim.deal_rules import Dealing  # late: the compiler takes a second to load
        from punto.sim.run import Request
        from punto.sim.run import simulate as deal

        check_decks(self.rules, decks)
        seed = secrets.randbits(53) if seed is None else seed
        request = Request(Dealing(decks, cut, burn, after_cut), rounds, seed)
        started = time.perf_counter()
        answer = deal(request, threads=threads)
        return SimulateAnswer(self.rules, answer, self.wagers, time.perf_counter() - started)

    def session(
        self,
        stakes: Mapping[str, Amount],
        rounds: int,
        *,
        decks: int = USUAL_DECKS,
        bankroll: Amount | None = None,
        stop_loss: Amount | None = None,
        stop_win: Amount | None = None,
        progression: tuple[int, ...] = (1,),
        table_max: Amount | None = None,
        seed: int = 1,
    ) -> SessionAnswer:
        """What the same stakes in every round may come to.

        >>> found = game("tiger").session({"banker": 100}, rounds=100, stop_win=500)
        >>> found.session.how.value, 0 < found.session.won_out < 1
        ('convolution', True)
        """
        from punto.odds.distribution import distribution
        from punto.risk.plan import Plan
        from punto.risk.result import round_result
        from punto.risk.session import run_session

        check_decks(self.rules, decks)
        by_id = {wager.id: wager for wager in self.wagers}
        staked = {
            by_id.get(name) or self.rules.wager(name): int(_cents(amount))
            for name, amount in stakes.items()
        }
        if not staked:
            raise Refused(Reason.UNREADABLE_REQUEST, "Say what is staked, as {{'banker': 100}}.")
        plan = Plan(
            round_result(distribution(Composition.of_decks(decks)), staked),
            rounds,
            bankroll=_optional(bankroll),
            stop_loss=_optional(stop_loss),
            stop_win=_optional(stop_win),
            multiples=tuple(progression),
            table_max=_optional(table_max),
        )
        return SessionAnswer(self.rules, run_session(plan, seed=seed))

    def report(
        self,
        out: str,
        *,
        decks: int = USUAL_DECKS,
        rounds: int = 1_000_000,
        seed: int = 1,
        shoes: int = 16,
    ) -> str:
        """Write the PAR sheet, as .pdf, .html or .xlsx by the file's ending; answers its hash.

        It has fewer simulated rounds and shoes than `punto report`, unless you say otherwise.
        """
        from punto.floor.clock import utc_now
        from punto.report.file import set_file  # late: plots and typesetting

        sheet = _build_sheet(self.rules.ref, decks, self.own, rounds, seed, shoes)
        path = Path(out)
        path.write_bytes(set_file(sheet, path.suffix.lower(), utc_now()))
        return sheet.figures_hash

    def grid(self) -> Grid:
        rows = [
            (wager.id, wager.title, ", ".join(line.pays for line in wager.lines))
            for wager in self.wagers
        ]
        return Grid(f"{self.title} ({self.rules.ref})", ("wager", "title", "pays"), tuple(rows))


def game(name: str) -> GameHandle:
    """A game by its id, as in force today, or in an edition: `tiger`, `tiger@2`.

    >>> game("tigr")
    Traceback (most recent call last):
    ...
    punto.refusals.Refused: ...
    """
    return GameHandle(find_game(name, today()))


def games() -> tuple[GameHandle, ...]:
    """Every game that is in force today."""
    return tuple(GameHandle(each) for each in games_in_force(today()))


def _cents(amount: Amount) -> Cents:
    """An amount in minor units; a float is refused, for it may not be what was meant."""
    if isinstance(amount, bool) or not isinstance(amount, str | int | Decimal):
        raise Refused(
            Reason.UNREADABLE_AMOUNT,
            "An amount is a string, a whole number or a Decimal, not {amount!r}.",
            amount=amount,
        )
    if isinstance(amount, int):
        cents = Cents(amount * 100)
        check_amount(cents)
        return cents
    return parse_amount(amount if isinstance(amount, str) else format(amount, "f"))


def _optional(amount: Amount | None) -> int | None:
    return None if amount is None else int(_cents(amount))


def _counts(shoe: Shoe) -> Any:
    if isinstance(shoe, str):
        return parse_counts(shoe)
    if isinstance(shoe, Mapping):
        return parse_counts(",".join(f"{rank}={count}" for rank, count in shoe.items()))
    whole = Composition(tuple(shoe))
    return dict(zip(RANKS, whole.counts, strict=True))


@lru_cache(maxsize=1)  # a sheet is often written as PDF, then as a spreadsheet
def _build_sheet(
    game: str, decks: int, own: tuple[Wager, ...], rounds: int, seed: int, shoes: int
) -> "Sheet":
    from punto.report.sheet import build_sheet

    return build_sheet(find_game(game), decks, own, rounds=rounds, seed=seed, shoes=shoes)
