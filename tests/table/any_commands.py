"""Random commands for a table, valid or absurd, by any person: for tests only."""

from collections.abc import Callable, Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from punto.rules.cards import DECK, parse_card
from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import CardSource
from punto.table.people import Actor, Approval, Patron, Staff
from punto.table.prompt import next_step
from punto.table.shoes import seal
from tests.envelope import Given
from tests.table.any_configuration import (
    ABSURD_NUMBERS,
    ABSURD_WORDS,
    any_configuration,
    configuration,
)
from tests.table.authority_oracle import NOBODY, resolves, rightful
from tests.table.likely_commands import BETWEEN_ROUNDS, FOREIGN, LIKELY_BY_STEP
from tests.table.order_oracle import digest

if TYPE_CHECKING:
    from tests.table.machine import Table

PATRONS = ("seat1", "seat2", "seat3", "seat4", "guest")
CODES = tuple(card.code for card in DECK)
VALUES = {digest(f"{number:064x}"): f"{number:064x}" for number in range(40)}  # by their digests
STAND_INS = ("robin", "sam")  # staff who may act in a higher position
SIDES = tuple(Side)
SECOND = Approval(Staff("second", Position.ASSISTANT_CASINO_MANAGER))


def anybody(chance: Random) -> Actor:
    """Some member of staff or some patron."""
    if chance.random() < 0.2:
        return Staff(chance.choice(STAND_INS), chance.choice((Position.DEALER, *Position)))
    if chance.random() < 0.6:
        return Staff("staff", chance.choice(tuple(Position)))
    return Patron(chance.choice((*PATRONS, "")))


def gesture(table: "Table", chance: Random) -> Given:
    """Any command at all, often at the right time and by the right person, often not."""
    likely = LIKELY_BY_STEP.get(next_step(table.state).step, BETWEEN_ROUNDS)
    kind = chance.choice(likely) if chance.random() < 0.75 else chance.choice(tuple(GESTURES))
    while table.state.method in FOREIGN.get(kind, ()) and chance.random() < 0.9:
        kind = chance.choice(likely)
    made: Any = GESTURES[kind](table, chance)
    command, giver = (made.command, made.by) if isinstance(made, Given) else (made, None)
    if chance.random() < 0.04:
        command = _spoiled(command, chance)
    may = rightful(table.state, command, giver or NOBODY)
    by = may.somebody() if chance.random() < 0.75 else anybody(chance)
    if isinstance(command, c.RevealContribution) and chance.random() < 0.9:
        by = giver or by
    if isinstance(command, c.Report) and table.state.configuration and chance.random() < 0.6:
        by = Staff("staff", resolves(table.state, command.irregularity))
    sets = isinstance(command, c.OpenTable | c.ChangeConfiguration) and chance.random() < 0.5
    return Given(command, by, chance.randrange(1000), SECOND if sets else None)


def _spoiled(command: Any, chance: Random) -> Any:
    """The command with one of its words or numbers made absurd."""
    fields = [f for f in command.__struct_fields__ if isinstance(getattr(command, f), str | int)]
    fields = [f for f in fields if not isinstance(getattr(command, f), bool)]
    fields = [f for f in fields if not isinstance(getattr(command, f), I | Position)]
    if not fields:
        return command
    field = chance.choice(fields)
    absurd = ABSURD_WORDS if isinstance(getattr(command, field), str) else ABSURD_NUMBERS
    return replace(command, **{field: chance.choice(absurd)})


def _change(table: "Table", chance: Random) -> c.Command:
    now = table.state.configuration
    if now is None or chance.random() < 0.3:
        return c.ChangeConfiguration(any_configuration(chance))
    wanted = configuration(chance, table.state.game)
    if chance.random() < 0.7:
        wanted = replace(wanted, decks=now.decks)
    if chance.random() < 0.7:
        wanted = replace(wanted, card_source=now.card_source)
    return c.ChangeConfiguration(wanted)


def _load(table: "Table", chance: Random) -> c.Command:
    config = table.state.configuration
    order = list(CODES) * (config.decks if config else 1)
    chance.shuffle(order)
    virtual = config is not None and config.card_source is not CardSource.PHYSICAL
    sealed = virtual if chance.random() < 0.9 else not virtual
    table.prepared = tuple(order)
    return c.LoadShoe(
        f"shoe{chance.randrange(4)}" if chance.random() < 0.3 else f"shoe{len(table.events)}",
        backs_alike=chance.random() < 0.95,
        commitment=seal(tuple(order), "salt") if sealed else "",
    )


def _contribute(table: "Table", chance: Random) -> c.Command:
    return c.Contribute(chance.choice(tuple(VALUES)))


def _reveal_contribution(table: "Table", chance: Random) -> c.Command | Given:
    """The value that is awaited, but for now and then."""
    awaited = awaited_contribution(table)
    if awaited is None or chance.random() < 0.1:
        return c.RevealContribution(chance.choice(tuple(VALUES.values())))
    return awaited


def awaited_contribution(table: "Table") -> Given | None:
    """The first value that the shoe waits for, from the person who committed to it."""
    return next(awaited_contributions(table), None)


def awaited_contributions(table: "Table") -> Iterator[Given]:
    """Every value that the shoe waits for, each from the person who committed to it."""
    shoe = table.state.shoe
    for each in shoe.contributions if shoe else ():
        if not each.value and each.digest in VALUES:
            kind, _, person = each.contributor.partition(" ")
            by = Patron(person) if kind == "patron" else Staff(person, Position.DEALER)
            yield Given(c.RevealContribution(VALUES[each.digest]), by)


def _reveal(table: "Table", chance: Random) -> c.Command:
    known = list(table.sealed) or ["shoe0"]
    shoe = chance.choice(known)
    order = table.sealed.get(shoe, ()) if chance.random() < 0.7 else ("AS",)
    return c.RevealShoe(shoe, order, chance.choice(("salt", "salt", "")))


def _burn(table: "Table", chance: Random) -> c.Command:
    first = table.top(chance)
    count = parse_card(first).points or 10
    if chance.random() < 0.1:
        count = chance.choice(ABSURD_NUMBERS)
    return c.BurnCards(first, count)


def stake(table: "Table", chance: Random) -> c.PlaceStake:
    """Some patron's stake, usually a possible one."""
    config = table.state.configuration
    wagers = list(config.limits) if config else ["player"]
    wager = chance.choice(("player", "banker")) if chance.random() < 0.5 else chance.choice(wagers)
    unit = config.unit_cents if config else 100
    limits = config.limits.get(wager) if config else None
    cents = unit * chance.randint(1, 8) * 10
    if limits is not None:
        low, high = limits.min_cents, limits.max_cents
        roll = chance.random()
        if roll < 0.6:
            cents = low + unit * chance.randrange(4)
        elif roll < 0.8:
            cents = chance.choice((low - unit, high, high + unit, unit))
    seats = config.positions if config else 1
    position = chance.randint(1, seats) if chance.random() < 0.97 else chance.choice(ABSURD_NUMBERS)
    patron, asked = chance.choice(PATRONS), chance.random() < 0.1
    return c.PlaceStake(patron, wager, position, cents, on_request=asked)


def _stake_number(table: "Table", chance: Random) -> int:
    play = table.state.round
    if play and play.stakes and chance.random() < 0.9:
        return chance.choice(list(play.stakes))
    return chance.choice((*ABSURD_NUMBERS, table.state.stakes))


def _change_stake(table: "Table", chance: Random) -> c.Command:
    return c.ChangeStake(_stake_number(table, chance), stake(table, chance).cents)


def _late_stake(table: "Table", chance: Random) -> c.Command:
    found = stake(table, chance)
    return c.RecordLateStake(found.patron, found.wager, found.position, found.cents)


def _draw(table: "Table", chance: Random) -> c.Command:
    return c.DrawCard(_said(table, chance), in_view=chance.random() < 0.97)


def _said(table: "Table", chance: Random) -> str | None:
    """The card on top as the device reads it, or unread, or now and then a wrong one."""
    roll = chance.random()
    if roll < 0.05:
        return chance.choice(CODES)
    if roll < 0.07:
        return chance.choice(ABSURD_WORDS)
    if table.state.method is Method.A and not table.device_reads:
        return None
    return table.top(chance)


def _side(chance: Random) -> Side:
    return chance.choice(SIDES)


def _handed(table: "Table", chance: Random) -> str:
    """A patron, often the one who is due or holds cards."""
    play = table.state.round
    if play and play.handlers and chance.random() < 0.5:
        return chance.choice(list(play.handlers.values()))
    return chance.choice((*PATRONS, *PATRONS, ""))


def _expose(table: "Table", chance: Random) -> c.Command:
    side = _side(chance)
    codes = table.unread(side) if chance.random() < 0.9 else _said_cards(table, chance)
    turned_by = _handed(table, chance) if chance.random() < 0.5 else ""
    return c.ExposeCards(side, codes, turned_by=turned_by)


def _said_cards(table: "Table", chance: Random) -> tuple[str, ...]:
    return tuple(card for card in _cards(table, chance) if card is not None)


def _cards(table: "Table", chance: Random) -> tuple[str | None, ...]:
    """The round's cards, or some others."""
    roll = chance.random()
    if roll < 0.3:
        return table.told_order()
    if roll < 0.4:
        return table.in_order()
    if roll < 0.6 and table.state.finished:
        return chance.choice(table.state.finished).cards
    count = chance.choice((0, 1, 2, 4, 5, 6, 7, 12))
    cards = tuple(chance.choice(CODES) for _ in range(count))
    if roll > 0.97:
        return (*cards, chance.choice(ABSURD_WORDS))
    return (*table.in_order(), *cards[:2]) if roll > 0.85 else cards


def _report(table: "Table", chance: Random) -> c.Command:
    play = table.state.round
    likely = [I.POWER_FAILURE, I.NOT_COVERED, I.DEVICE_RESET]
    if play and play.cards:
        likely += [I.DRAWN_TOGETHER_ORDER_KNOWN, I.DEALT_IN_WRONG_ORDER, I.WRONG_NUMBER_OF_CARDS]
        likely += [I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL, I.FACE_UP_IN_DEVICE]
    if play and play.handlers:
        likely += [I.PATRON_LEFT_WITH_CARDS] * 12
        likely += [I.HANDLER_ABSENT, I.PASSED_TO_WRONG_PATRON, I.EXPOSED_OR_NOT_PASSED]
    if play is None and table.state.finished:
        likely += [I.WRONG_NUMBER_OF_CARDS] * 3
    kind = chance.choice(likely) if chance.random() < 0.7 else chance.choice(tuple(I))
    if _may_be_gone(table) and chance.random() < 0.6:
        kind = I.PATRON_LEFT_WITH_CARDS
    held = list(play.handlers.items()) if play else []
    side, patron = chance.choice(held) if held else (chance.choice((*SIDES, None)), "")
    if chance.random() < 0.2:
        side, patron = chance.choice((*SIDES, None)), _handed(table, chance)
    return c.Report(
        kind,
        reconstructable=chance.random() < 0.7,
        side=side,
        patron=patron,
        card=chance.choice(("", "", "AS", "XX")),
        place=chance.choice((0, 0, 1, 2, 3, -1)),
        note=chance.choice(("", "seen")),
    )


def _may_be_gone(table: "Table") -> bool:
    """Whether a patron holds cards that nobody has read, and all others are read."""
    play = table.state.round
    unread = {dealt.side for dealt in play.cards if dealt.card is None} if play else set()
    return play is not None and len(unread) == 1 and unread <= set(play.handlers)


def _answer(table: "Table", chance: Random) -> c.Command:
    case, play = table.state.case, table.state.round
    asked = case.asked if case else ()
    patron = chance.choice(asked) if asked and chance.random() < 0.8 else _handed(table, chance)
    may = [
        each
        for each in (case.withdrawable if case else ())
        if play and each in play.stakes and play.stakes[each].patron == patron
    ]
    roll = chance.random()
    if roll < 0.4:
        return c.AnswerOption(patron, tuple(may))
    if roll < 0.6:
        return c.AnswerOption(patron, tuple(may[:1]))
    if roll < 0.7:
        return c.AnswerOption(patron, (_stake_number(table, chance),))
    return c.AnswerOption(patron)


def _set_aside(table: "Table", chance: Random) -> c.Command:
    first, second = table.next_two()
    if chance.random() < 0.5:
        return c.SetAside()
    if chance.random() < 0.1:
        return c.SetAside((chance.choice((*CODES, *ABSURD_WORDS)), "KH"))
    return c.SetAside((first, second if chance.random() < 0.7 else None))


def _sort(table: "Table", chance: Random) -> c.Command:
    counts = dict(table.sorted())
    if chance.random() < 0.25:
        counts[chance.choice((*CODES, "10H", "XX", ""))] = chance.choice((-1, 0, 99, 10**9, -4))
    return c.SortCards(counts)


def _replace(table: "Table", chance: Random) -> c.Command:
    missing = tuple(code for side in SIDES for code in table.unread(side))
    roll = chance.random()
    if roll < 0.5:
        return c.ReplaceMissing(missing)
    return c.ReplaceMissing(_said_cards(table, chance) if roll < 0.7 else ())


def _decide(table: "Table", chance: Random) -> c.Command:
    why = chance.choice(("seen by surveillance", "seen by surveillance", " ", ""))
    return c.Decide(chance.random() < 0.4, why, _cards(table, chance))


def _number(table: "Table", chance: Random) -> int:
    played = [each.number for each in table.state.finished]
    if played and chance.random() < 0.9:
        return chance.choice(played)
    return chance.choice(ABSURD_NUMBERS)


def _correct(table: "Table", chance: Random) -> c.Command:
    cards = _said_cards(table, chance)
    if chance.random() < 0.5:  # what a round in the same order of cards would have come to
        cards = table.some_round(chance)
    return c.CorrectRound(_number(table, chance), cards, "misread")


def _remove(table: "Table", chance: Random) -> c.Command:
    numbers = tuple(_stake_number(table, chance) for _ in range(chance.randrange(4)))
    return c.RemoveStakes(numbers)


Gesture = Callable[["Table", Random], Any]  # a command, in its envelope where it is one's own
GESTURES: dict[type, Gesture] = {
    c.OpenTable: lambda t, r: c.OpenTable(any_configuration(r)),
    c.ChangeConfiguration: _change,
    c.CloseTable: lambda t, r: c.CloseTable(),
    c.LoadShoe: _load,
    c.Contribute: _contribute,
    c.CloseContributions: lambda table, chance: c.CloseContributions(),
    c.RevealContribution: _reveal_contribution,
    c.BurnCards: _burn,
    c.RetireShoe: lambda t, r: c.RetireShoe(),
    c.RevealShoe: _reveal,
    c.OpenBetting: lambda t, r: c.OpenBetting(),
    c.PlaceStake: stake,
    c.ChangeStake: _change_stake,
    c.WithdrawStake: lambda t, r: c.WithdrawStake(_stake_number(t, r)),
    c.CloseBetting: lambda t, r: c.CloseBetting(),
    c.RecordLateStake: _late_stake,
    c.RecordLateWithdrawal: lambda t, r: c.RecordLateWithdrawal(
        _stake_number(t, r), r.choice((100, 1000, 10**9))
    ),
    c.DrawCard: _draw,
    c.PassCards: lambda t, r: c.PassCards(_side(r), _handed(t, r)),
    c.RefuseCards: lambda t, r: c.RefuseCards(_side(r), _handed(t, r)),
    c.ChooseHandler: lambda t, r: c.ChooseHandler(_side(r), _handed(t, r)),
    c.AllowSqueezing: lambda t, r: c.AllowSqueezing(
        _side(r), _handed(t, r), r.choice(("", *PATRONS))
    ),
    c.ChooseFirstRevealed: lambda t, r: c.ChooseFirstRevealed(_side(r)),
    c.SqueezeCards: lambda t, r: c.SqueezeCards(_side(r)),
    c.ExposeCards: _expose,
    c.AnnounceTotals: lambda t, r: c.AnnounceTotals(),
    c.AnnounceOutcome: lambda t, r: c.AnnounceOutcome(),
    c.ReportCutCard: lambda t, r: c.ReportCutCard(),
    c.AllowFirstCardWithdrawal: lambda t, r: c.AllowFirstCardWithdrawal("first"),
    c.ChooseMethod: lambda t, r: c.ChooseMethod(r.choice(tuple(Method))),
    c.GiveDevice: lambda t, r: c.GiveDevice(_handed(t, r), without_stake=r.random() < 0.4),
    c.GiveUpDevice: lambda t, r: c.GiveUpDevice(),
    c.Report: _report,
    c.ConfirmReport: lambda t, r: c.ConfirmReport(
        "seen", reconstructable=r.choice((None, None, True, False))
    ),
    c.DismissReport: lambda t, r: c.DismissReport(r.choice(("no card moved", " "))),
    c.ActAs: lambda t, r: c.ActAs(
        r.choice((*STAND_INS, "")), r.choice(tuple(Position)), r.choice((0, 500, 1000, 10**6))
    ),
    c.EndActing: lambda t, r: c.EndActing(r.choice((*STAND_INS, "nobody"))),
    c.SignOnDealer: lambda t, r: c.SignOnDealer(),
    c.SignOffDealer: lambda t, r: c.SignOffDealer(),
    c.AnswerOption: _answer,
    c.LapseOption: lambda t, r: c.LapseOption(),
    c.Reconstruct: lambda t, r: c.Reconstruct(_cards(t, r)),
    c.SetAside: _set_aside,
    c.SortCards: _sort,
    c.ReplaceMissing: _replace,
    c.Decide: _decide,
    c.AskToDecrease: lambda t, r: c.AskToDecrease(),
    c.RemoveStakes: _remove,
    c.CorrectRound: _correct,
    c.CorrectDisplay: lambda t, r: c.CorrectDisplay(
        _number(t, r), r.choice(("player", "banker", "tie", "", "void"))
    ),
}
