"""Verbs of a script that do something: each line becomes commands with the right person."""

import re
from collections import Counter
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from punto.money import parse_amount
from punto.refusals import Reason, Refused
from punto.rules.cards import DECK, parse_card
from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.rules.staff import POSITIONS
from punto.table import commands as c
from punto.table.configuration import Configuration
from punto.table.contributions import digest_of
from punto.table.people import Actor, Staff
from punto.table.scripts.actors import NO_STAFF, is_person, person_named
from punto.table.scripts.line_parts import take_apart
from punto.table.scripts.settings import configured
from punto.table.scripts.times import read_time
from punto.table.shoes import seal
from punto.table.state import State

Words = tuple[str, ...]
Verb = Callable[[State, Configuration, Words], list[c.Command]]
# Verbs that want so many words behind them, no fewer and no more.
COUNTS = {
    **dict.fromkeys(("close-contributions",), 0),
    **dict.fromkeys(("first", "squeeze", "method", "end-acting"), 1),
    **dict.fromkeys(("burn", "pass", "decline", "choose-handler", "display"), 2),
}
_CARD = re.compile(r"(?:[2-9AKQJT]|10)[SHDC]", re.IGNORECASE)


def commands_for(
    state: State,
    config: Configuration,
    verb: str,
    words: Words,
    staff: Mapping[str, Staff] = NO_STAFF,
) -> tuple[Actor | None, list[c.Command]]:
    """Whom a line names, None where it names no one, and the commands it gives."""
    words, name, why, finding = take_apart(words, lambda name: is_person(state, name, staff))
    by = None if name is None else person_named(name, staff)
    make = VERBS.get(verb)
    if make is None:
        raise Refused(Reason.UNREADABLE_REQUEST, "No line begins with {verb!r}.", verb=verb)
    not_understood = Refused(
        Reason.UNREADABLE_REQUEST, "The words after {verb!r} are not understood.", verb=verb
    )
    if len(words) != COUNTS.get(verb, len(words)):
        raise not_understood
    try:
        made = make(state, config, words)
    except (IndexError, ValueError, KeyError):
        raise not_understood from None
    reasoned = [_because(command, why) if why else command for command in made]
    return by, [_found(command, finding) if finding else command for command in reasoned]


def _because(command: c.Command, why: str) -> c.Command:
    field = next((name for name in ("why", "note") if hasattr(command, name)), "")
    if not field:
        raise Refused(Reason.UNREADABLE_REQUEST, "No reason is recorded for this.")
    return replace(command, **{field: why})


def _found(command: c.Command, finding: str) -> c.Command:
    if not hasattr(command, "surveillance"):
        raise Refused(Reason.UNREADABLE_REQUEST, "No finding of surveillance is recorded for this.")
    return replace(command, surveillance=finding)


def _alone(command: Callable[..., c.Command]) -> Verb:
    """A verb that stands alone: a word behind it is a slip of the pen and must not pass."""

    def make(state: State, config: Configuration, words: Words) -> list[c.Command]:
        if words:
            raise ValueError(words)
        return [command()]

    return make


def _table(state: State, config: Configuration, words: Words) -> list[c.Command]:
    if words:
        raise ValueError(words)
    return [c.OpenTable(config)]


def _configure(state: State, config: Configuration, words: Words) -> list[c.Command]:
    return [c.ChangeConfiguration(configured(config, words))]


def _shoe(state: State, config: Configuration, words: Words) -> list[c.Command]:
    name, *more = words or ("shoe",)
    if more[:1] == ["sealed"]:
        return [c.LoadShoe(name, commitment=seal(words[3:], words[2]))]
    if more not in ([], ["backs-differ"]):
        raise ValueError(words)
    return [c.LoadShoe(name, backs_alike=not more)]


def _contribute(state: State, config: Configuration, words: Words) -> list[c.Command]:
    """`contribute 5eed by seat1`: commits to these digits, filled up with zeros on the left."""
    return [c.Contribute(digest_of(_value(words)))]


def _reveal_contribution(state: State, config: Configuration, words: Words) -> list[c.Command]:
    return [c.RevealContribution(_value(words))]


def _value(words: Words) -> str:
    return (words[0] if words else "").zfill(64)


def _reveal(state: State, config: Configuration, words: Words) -> list[c.Command]:
    return [c.RevealShoe(words[0], words[2:], words[1])]


def _stake(state: State, config: Configuration, words: Words) -> list[c.Command]:
    """`stake seat1 tiger 100`; `at 3` for another position, `on-behalf` where staff place it."""
    on_request = words[-1] == "on-behalf"
    patron, wager, amount, *more = words[:-1] if on_request else words
    position = _position(patron, more)
    cents = parse_amount(amount, config.digits)
    return [c.PlaceStake(patron, wager, position, cents, on_request)]


def _position(patron: str, more: list[str]) -> int:
    """`at 3`, or where the patron sits."""
    if not more:
        return position_of(patron)
    at, position = more
    if at != "at":
        raise ValueError(at)
    return int(position)


def position_of(patron: str) -> int:
    """A patron called seat3 sits at position 3; anyone else at 1."""
    digits = "".join(letter for letter in patron if letter.isdigit())
    return int(digits or 1)


def _change(state: State, config: Configuration, words: Words) -> list[c.Command]:
    patron, wager, amount = words
    cents = parse_amount(amount, config.digits)
    return [c.ChangeStake(stakes_of(state, patron, wager)[0], cents)]


def _withdraw(state: State, config: Configuration, words: Words) -> list[c.Command]:
    patron, wager = words
    return [c.WithdrawStake(stakes_of(state, patron, wager)[0])]


def stakes_of(state: State, patron: str, wager: str) -> list[int]:
    """A patron's stakes on a wager; an impossible number where there is none."""
    placed = state.round.stakes.values() if state.round else ()
    return [each.id for each in placed if (each.patron, each.wager) == (patron, wager)] or [-1]


def _draw(state: State, config: Configuration, words: Words) -> list[c.Command]:
    """`draw 2C 5D ?? 9H`, unread ones as `??`; `out-of-view` at the end where staff saw none.

    `draw KD on banker`: where it was due to the other hand, that it was laid wrongly is reported.
    """
    if "on" in words:
        card, on, side = words
        if on != "on":
            raise ValueError(words)
        due = state.round.due() if state.round else None
        (read,) = _unread((card,))
        if due is None or due.side in (None, Side(side)):
            return [c.DrawCard(read)]
        laid = c.Report(Irregularity.DEALT_IN_WRONG_ORDER, side=Side(side), card=read or "")
        return [c.DrawCard(read), laid]
    in_view = "out-of-view" not in words
    cards = _unread(tuple(word for word in words if word != "out-of-view") or ("??",))
    return [c.DrawCard(card, in_view) for card in cards]


def _unread(words: Words) -> tuple[str | None, ...]:
    return tuple(None if word == "??" else word for word in words)


def _expose(state: State, config: Configuration, words: Words) -> list[c.Command]:
    return [c.ExposeCards(Side(words[0]), words[1:])]


def _report(state: State, config: Configuration, words: Words) -> list[c.Command]:
    """`report patron-left-with-cards seat2`: behind it a hand, a card, a patron, as it needs.

    `together 3 4` says which cards came out together: the third and the fourth.
    """
    places: Words = ()
    if "together" in words:
        place = words.index("together")
        words, places = words[:place], words[place + 1 :]
        if not places:
            raise ValueError(words)
    about = [word for word in words[1:] if word != "reconstructable"]
    sides = [word for word in about if word in ("player", "banker")]
    cards = [word for word in about if _CARD.fullmatch(word)]
    patrons = [word for word in about if word not in (*sides, *cards)]
    if max(len(sides), len(cards), len(patrons)) > 1:
        raise ValueError(words)
    return [
        c.Report(
            Irregularity(words[0]),
            reconstructable="reconstructable" in words,
            side=Side(sides[0]) if sides else None,
            patron=patrons[0] if patrons else "",
            card=cards[0] if cards else "",
            together=tuple(int(each) for each in places),
        )
    ]


def _confirm(state: State, config: Configuration, words: Words) -> list[c.Command]:
    """`confirm`, or with `reconstructable` or `not-reconstructable` where that differs."""
    said = {(): None, ("reconstructable",): True, ("not-reconstructable",): False}[words]
    return [c.ConfirmReport(reconstructable=said)]


def _late_stake(state: State, config: Configuration, words: Words) -> list[c.Command]:
    """`late-stake seat2 banker 50`: chips found on the layout that came after the call."""
    patron, wager, amount, *more = words
    position = _position(patron, more)
    cents = parse_amount(amount, config.digits)
    return [c.RecordLateStake(patron, wager, position, cents)]


def _late_withdrawal(state: State, config: Configuration, words: Words) -> list[c.Command]:
    """`late-withdrawal seat2 banker`: all of a stake was taken off late, or so much of it."""
    patron, wager, *amount = words
    stake = stakes_of(state, patron, wager)[0]
    placed = state.round.stakes.get(stake) if state.round else None
    cents = parse_amount(amount[0], config.digits) if amount else placed.cents if placed else 1
    return [c.RecordLateWithdrawal(stake, cents)]


def _acting(state: State, config: Configuration, words: Words) -> list[c.Command]:
    """`acting dana as pit-manager until 22:00`."""
    person, as_, position, until, time = words
    if (as_, until) != ("as", "until"):
        raise ValueError(words)
    return [c.ActAs(person, POSITIONS[position], read_time(time))]


def _answer(state: State, config: Configuration, words: Words) -> list[c.Command]:
    """`answer seat1 stay`, `… withdraw tie banker`, `… withdraw all`."""
    patron, what, *wagers = words
    if (what == "withdraw") is not bool(wagers) or what not in ("stay", "withdraw"):
        raise ValueError(words)
    may = state.case.withdrawable if state.case else ()
    placed = state.round.stakes if state.round else {}
    if wagers == ["all"]:
        taken = [each for each in may if each in placed and placed[each].patron == patron]
    else:
        taken = [each for wager in wagers for each in stakes_of(state, patron, wager)]
    return [c.AnswerOption(patron, tuple(sorted(taken)))]


def _set_aside(state: State, config: Configuration, words: Words) -> list[c.Command]:
    first, second = _unread(words or ("??", "??"))
    return [c.SetAside((first, second))]


def _sort(state: State, config: Configuration, words: Words) -> list[c.Command]:
    """`sort all-but KD 4H`: everything lies sorted there but these and what is in play."""
    if words[:1] not in ((), ("all-but",)):
        raise ValueError(words)
    lying = Counter({card.code: config.decks for card in DECK})
    lying.subtract(parse_card(word).code for word in words[1:])
    if state.round:
        lying.subtract(dealt.card for dealt in state.round.cards if dealt.card)
        lying.subtract(card for card in state.round.set_aside if card)
    return [c.SortCards(dict(lying))]


def _decide(state: State, config: Configuration, words: Words) -> list[c.Command]:
    """`decide void because …` or `decide continue KD 5H because …`."""
    void = {"void": True, "continue": False}[words[0]]
    return [c.Decide(void, "", _unread(words[1:]))]


def _correct(state: State, config: Configuration, words: Words) -> list[c.Command]:
    """`correct 1 2C 5D 3H AH KD because the fifth card was misread`."""
    return [c.CorrectRound(int(words[0]), words[1:], "")]


def _remove(state: State, config: Configuration, words: Words) -> list[c.Command]:
    return [c.RemoveStakes(tuple(stakes_of(state, *words)))]


def _device(state: State, config: Configuration, words: Words) -> list[c.Command]:
    patron, *more = words
    if more not in ([], ["without-stake"]):
        raise ValueError(words)
    return [c.GiveDevice(patron, without_stake=bool(more))]


def _allow_squeezing(state: State, config: Configuration, words: Words) -> list[c.Command]:
    """`allow-squeezing banker seat3`, or `… friend for seat3` where the patron named someone."""
    side, person, *named = words
    if named and (len(named) != 2 or named[0] != "for"):
        raise ValueError(words)
    named_by = named[1] if named else ""
    return [c.AllowSqueezing(Side(side), person, named_by)]


VERBS: dict[str, Verb] = {
    "open-table": _table,
    "configure": _configure,
    "close-table": _alone(c.CloseTable),
    "shoe": _shoe,
    "burn": lambda s, g, w: [c.BurnCards(w[0], int(w[1]))],
    "retire": lambda s, g, w: [c.RetireShoe(" ".join(w))],
    "contribute": _contribute,
    "close-contributions": lambda *_: [c.CloseContributions()],
    "reveal-contribution": _reveal_contribution,
    "reveal": _reveal,
    "open": _alone(c.OpenBetting),
    "stake": _stake,
    "change": _change,
    "withdraw": _withdraw,
    "close": _alone(c.CloseBetting),
    "late-stake": _late_stake,
    "late-withdrawal": _late_withdrawal,
    "ask-decrease": _alone(c.AskToDecrease),
    "remove": _remove,
    "draw": _draw,
    "expose": _expose,
    "totals": _alone(c.AnnounceTotals),
    "outcome": _alone(c.AnnounceOutcome),
    "cut-card": _alone(c.ReportCutCard),
    "allow-withdrawal": lambda s, g, w: [c.AllowFirstCardWithdrawal(" ".join(w))],
    "pass": lambda s, g, w: [c.PassCards(Side(w[0]), w[1])],
    "decline": lambda s, g, w: [c.RefuseCards(Side(w[0]), w[1])],
    "choose-handler": lambda s, g, w: [c.ChooseHandler(Side(w[0]), w[1])],
    "allow-squeezing": _allow_squeezing,
    "first": lambda s, g, w: [c.ChooseFirstRevealed(Side(w[0]))],
    "squeeze": lambda s, g, w: [c.SqueezeCards(Side(w[0]))],
    "method": lambda s, g, w: [c.ChooseMethod(Method(w[0]))],
    "device": _device,
    "give-up-device": _alone(c.GiveUpDevice),
    "report": _report,
    "acting": _acting,
    "end-acting": lambda s, g, w: [c.EndActing(w[0])],
    "sign-on": _alone(c.SignOnDealer),
    "sign-off": _alone(c.SignOffDealer),
    "confirm": _confirm,
    "dismiss": _alone(lambda: c.DismissReport("")),
    "answer": _answer,
    "lapse": _alone(c.LapseOption),
    "reconstruct": lambda s, g, w: [c.Reconstruct(_unread(w))],
    "set-aside": _set_aside,
    "sort": _sort,
    "replace": lambda s, g, w: [c.ReplaceMissing(w)],
    "decide": _decide,
    "correct": _correct,
    "display": lambda s, g, w: [c.CorrectDisplay(int(w[0]), w[1])],
}
