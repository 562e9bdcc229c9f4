"""Wrong beliefs about the law, each with the one topic in which it costs marks."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace as changed

from punto.ledger.payouts import Action
from punto.ledger.payouts import payouts as true_payouts
from punto.rules import drawing, hands
from punto.rules.cards import Rank
from punto.rules.game import Game
from punto.rules.games import find_game
from punto.rules.irregularities import Irregularity, Option, Remedy
from punto.rules.outcome import Winner
from punto.rules.staff import Position, Power
from punto.rules.wagers import When
from punto.school.drills import calls, cards, payments
from punto.school.drills import stakes as stake_drills
from punto.school.items import Facts, Topic
from punto.table import announcements, cases, deal, device, evolve, handlers, prompt, stakes
from punto.table.options import offer as true_offer
from punto.table.preconditions import round_in_play
from tests.school.students import Belief

T = Topic
I = Irregularity  # noqa: E741  (short where the table below is read as a table)
NEW, OLD = "tiger", "no-commission"  # a game of the newer documents and one of the older


class Misconception(NamedTuple):
    """What is believed, the game and the kind of question it must show in, and its topic.

    The facts are of a question on just this point, where chance seldom makes one.
    """

    name: str
    game: str
    kind: str
    topic: Topic
    belief: Belief
    facts: Facts | None = None


def pays(wager_id: str, odds: str, when: Callable[[When], bool] = lambda when: True) -> Belief:
    """A wager's lines are thought to pay this."""

    def belief(patch: pytest.MonkeyPatch, game: Game) -> Game:
        wager = game.wager(wager_id)
        lines = tuple(replace(line, pays=odds) if when(line.when) else line for line in wager.lines)
        return with_wager(game, replace(wager, lines=lines))

    return belief


def with_wager(game: Game, wager: Any) -> Game:
    wagers = tuple(wager if each.id == wager.id else each for each in game.wagers)
    return replace(game, wagers=wagers)


def offers_tiger(patch: pytest.MonkeyPatch, game: Game) -> Game:
    return replace(game, wagers=(*game.wagers, find_game(NEW).wager("tiger")))


def loses_on_ties(patch: pytest.MonkeyPatch, game: Game) -> Game:
    for wager_id in ("player", "banker"):
        game = with_wager(game, replace(game.wager(wager_id), push=None))
    return game


def wins_on_ties(patch: pytest.MonkeyPatch, game: Game) -> Game:
    banker = game.wager("banker")
    either = (Winner.BANKER, Winner.TIE)
    lines = tuple(replace(each, when=replace(each.when, winner=either)) for each in banker.lines)
    return with_wager(game, replace(banker, lines=lines, push=None))


def procedure(kind: Irregularity, **other: Any) -> Belief:
    """An irregularity is thought to be resolved so."""

    def belief(patch: pytest.MonkeyPatch, game: Game) -> Game:
        procedures = tuple(
            replace(each, **other) if each.irregularity is kind else each
            for each in game.procedures
        )
        return replace(game, procedures=procedures)

    return belief


def granted(power: Power, position: Position) -> Belief:
    """A power is thought to be this position's."""

    def belief(patch: pytest.MonkeyPatch, game: Game) -> Game:
        grants = tuple(
            replace(each, position=position) if each.power is power else each
            for each in game.grants
        )
        return replace(game, grants=grants)

    return belief


def patched(*places: tuple[Any, str], by: Any) -> Belief:
    """A part of the law is thought to be this."""

    def belief(patch: pytest.MonkeyPatch, game: Game) -> None:
        for owner, name in places:
            patch.setattr(owner, name, by)

    return belief


def draws(name: str, by: Any) -> Belief:
    """A line of the table of play is thought to be this."""

    def belief(patch: pytest.MonkeyPatch, game: Game) -> None:
        patch.setattr(drawing, name, by)
        patch.setattr(drawing, "_after_initial_deal", drawing._after_initial_deal.__wrapped__)

    return belief


def against(total: int, *thirds: int) -> tuple[frozenset[int], ...]:
    rows = list(drawing.BANKER_DRAWS_AGAINST)
    rows[total] = frozenset(thirds)
    return tuple(rows)


def in_order_of_staking(play: Any, side: Any, positions: int) -> list[str]:
    on_side = (each.patron for each in play.stakes.values() if each.wager == side.value)
    return list(dict.fromkeys(on_side))


def pays_first(finished: Any) -> Any:
    found = true_payouts(finished)
    order = (Action.PAY, Action.TAKE, Action.LEAVE)
    return tuple(sorted(found, key=lambda each: order.index(each.action)))


def asks_one(*about: Any, **more: Any) -> Any:
    """Only the first patron is asked."""
    offered: Any = true_offer(*about, **more)
    return tuple(changed(each, patrons=each.patrons[:1]) for each in offered)


def no_more_bets_is_not_called(event: Any) -> Any:
    called = announcements.announcement(event)
    return None if called is announcements.NO_MORE_BETS else called


def pair_by_points(first: Any, second: Any) -> bool:
    return bool(first.points == second.points)


def ten_counts_ten(patch: pytest.MonkeyPatch, game: Game) -> None:
    for rank in (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING):
        patch.setattr(rank, "points", 10)


SIX = ("game no-commission@6", "open", "stake seat1 banker 100", "close", "draw 2C 5D 3H AH KD")


def late_stakes_taken(patch: pytest.MonkeyPatch, game: Game) -> None:
    patch.setattr(stakes, "betting_round", lambda state, late: round_in_play(state))
    patch.setattr(evolve, "contradiction", lambda *about: None)


NO_CHECK = lambda *about, **more: None  # noqa: E731


MISCONCEPTIONS = (
    Misconception(
        "half pay forgotten",
        OLD,
        "settle-layout",
        T.PAYMENT,
        pays("banker", "1 to 1"),
        {"scene": SIX},
    ),
    Misconception(
        "half pay on every Banker win", OLD, "settle-layout", T.PAYMENT, pays("banker", "1 to 2")
    ),
    Misconception(
        "commission forgotten", NEW, "settle-layout", T.PAYMENT, pays("banker", "1 to 1")
    ),
    Misconception("Tie pays nine", OLD, "wager-result", T.PAYMENT, pays("tie", "9 to 1")),
    Misconception(
        "Tiger pays alike on two and three cards",
        NEW,
        "wager-result",
        T.PAYMENT,
        pays("tiger", "12 to 1"),
        {"wager": "tiger", "cards": "2C KD 3H 2S KH 4D"},
    ),
    Misconception(
        "Player and Banker lose on a tie", OLD, "settle-layout", T.PAYMENT, loses_on_ties
    ),
    Misconception(
        "Banker wins ties",
        NEW,
        "wager-result",
        T.PAYMENT,
        wins_on_ties,
        {"wager": "banker", "cards": "9C 9D KH KS"},
    ),
    Misconception(
        "a pair is of one point value",
        OLD,
        "wager-result",
        T.PAYMENT,
        patched((hands, "is_pair"), by=pair_by_points),
        {"wager": "player-pair", "cards": "TC 5D KH AH 2D"},
    ),
    Misconception(
        "pays before taking",
        OLD,
        "settle-layout",
        T.PAYMENT,
        patched((payments, "payouts"), by=pays_first),
    ),
    Misconception("tens and faces count ten", OLD, "card-points", T.CARD_VALUES, ten_counts_ten),
    Misconception(
        "totals above nine",
        OLD,
        "hand-total",
        T.CARD_VALUES,
        patched((cards, "point_total"), by=sum),
    ),
    Misconception(
        "Banker draws on 6 against 5",
        OLD,
        "who-draws",
        T.DRAWING,
        draws("BANKER_DRAWS_AGAINST", against(6, 5, 6, 7)),
        {"player": "2C 3H 5D", "banker": "KD 6H"},
    ),
    Misconception(
        "Banker stands on 3",
        OLD,
        "who-draws",
        T.DRAWING,
        draws("BANKER_DRAWS_AGAINST", against(3)),
        {"player": "2C 3H 5D", "banker": "KD 3H"},
    ),
    Misconception(
        "Player draws on 6",
        OLD,
        "who-draws",
        T.DRAWING,
        draws("PLAYER_DRAWS_ON", frozenset(range(7))),
        {"player": "2C 4H", "banker": "KD 3H"},
    ),
    Misconception(
        "Banker stands on 5 after Player stands",
        OLD,
        "who-draws",
        T.DRAWING,
        draws("BANKER_DRAWS_ON_WHEN_PLAYER_STANDS", frozenset(range(5))),
        {"player": "2C 4H", "banker": "KD 5H"},
    ),
    Misconception(
        "late stakes taken",
        OLD,
        "stake-late",
        T.STAKES,
        late_stakes_taken,
    ),
    Misconception(
        "limits ignored",
        OLD,
        "stake-limits",
        T.STAKES,
        patched((stakes, "check_amount_on"), by=NO_CHECK),
    ),
    Misconception(
        "differential ignored",
        NEW,
        "differential",
        T.STAKES,
        patched(
            (stakes, "differential_excess"),
            (prompt, "differential_excess"),
            (stake_drills, "differential_excess"),
            by=NO_CHECK,
        ),
    ),
    Misconception(
        "the close of betting is not called",
        OLD,
        "announcement",
        T.ANNOUNCEMENTS,
        patched((calls, "announcement"), by=no_more_bets_is_not_called),
    ),
    Misconception(
        "cards go to the first bettor",
        NEW,
        "due-cards",
        T.HANDLING,
        patched((handlers, "bettors"), by=in_order_of_staking),
    ),
    Misconception(
        "patrons handle cards in method B",
        NEW,
        "allow-squeezing",
        T.HANDLING,
        patched((handlers, "_patrons_handle"), by=NO_CHECK),
    ),
    Misconception(
        "anybody may take the device",
        NEW,
        "take-device",
        T.HANDLING,
        patched((device, "_has_stake"), by=lambda *about: True),
    ),
    Misconception(
        "foreign cards are played on",
        OLD,
        "procedure-foreign-cards",
        T.IRREGULARITIES,
        procedure(I.FOREIGN_CARDS, remedy=Remedy.CONTINUE),
    ),
    Misconception(
        "a disturbed shoe is always void",
        OLD,
        "procedure-shoe-order-altered",
        T.IRREGULARITIES,
        procedure(I.SHOE_ORDER_ALTERED, remedy=Remedy.VOID),
    ),
    Misconception(
        "a device reset gives no option",
        NEW,
        "procedure-device-reset",
        T.IRREGULARITIES,
        procedure(I.DEVICE_RESET, option=Option.NONE),
    ),
    Misconception(
        "the option goes to one patron",
        NEW,
        "procedure-device-reset",
        T.IRREGULARITIES,
        patched((cases, "offer"), by=asks_one),
    ),
    Misconception(
        "power failure always gives the option",
        NEW,
        "procedure-power-failure",
        T.IRREGULARITIES,
        patched((cases, "decided_now"), by=lambda *about: frozenset()),
    ),
    Misconception(
        "the dealer resolves a disturbed shoe",
        OLD,
        "procedure-shoe-order-altered",
        T.AUTHORITY,
        procedure(I.SHOE_ORDER_ALTERED, authority=Position.DEALER),
    ),
    Misconception(
        "the Pit Manager oversees missing cards",
        NEW,
        "procedure-patron-left-with-cards",
        T.AUTHORITY,
        procedure(I.PATRON_LEFT_WITH_CARDS, authority=Position.PIT_MANAGER),
    ),
    Misconception(
        "a Pit Supervisor removes stakes",
        NEW,
        "lowest-position",
        T.AUTHORITY,
        granted(Power.REMOVE_STAKES, Position.PIT_SUPERVISOR),
    ),
    Misconception(
        "the Pit Manager allows method C",
        NEW,
        "choose-method",
        T.AUTHORITY,
        granted(Power.ALLOW_METHOD_C, Position.PIT_MANAGER),
    ),
    Misconception(
        "the dealer decides what is not covered",
        NEW,
        "procedure-not-covered",
        T.AUTHORITY,
        granted(Power.DECIDE_UNCOVERED, Position.DEALER),
    ),
    Misconception(
        "totals need not be announced",
        OLD,
        "draw-now",
        T.DRAWING,
        patched((deal, "_due"), by=lambda state, play: (play.due().side, "3.9")),
    ),
    Misconception("every game has Tiger", OLD, "wager-on-offer", T.WAGERS, offers_tiger),
)
