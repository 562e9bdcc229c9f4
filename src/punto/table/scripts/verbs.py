"""Verbs of a script that do something: each line becomes commands with the right person."""

import re
from collections import Counter
from collections.abc import Callable

from msgspec.structs import replace

from punto.money import parse_amount
from punto.refusals import Reason, Refused
from punto.rules.cards import DECK, parse_card
from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.authority import authority
from punto.table.configuration import Configuration
from punto.table.keeping import seal
from punto.table.people import Actor, Patron, Staff
from punto.table.scripts.settings import configured
from punto.table.scripts.shoes import play_down
from punto.table.state import State

Words = tuple[str, ...]
Verb = Callable[[State, Configuration, Words], list[c.Command]]
NOBODY = Patron("")
_CARD = re.compile(r"(?:[2-9AKQJT]|10)[SHDC]", re.IGNORECASE)


def commands_for(state: State, config: Configuration, verb: str, words: Words) -> list[c.Command]:
    """The commands a line gives; the person is the one it names, or the lowest who may."""
    words, by, why = _apart(words)
    make = VERBS.get(verb)
    if make is None:
        raise Refused(Reason.UNREADABLE_REQUEST, f"No line begins with {verb!r}.")
    try:
        made = make(state, config, words)
    except (IndexError, ValueError, KeyError):
        raise Refused(
            Reason.UNREADABLE_REQUEST, f"The words after {verb!r} are not understood."
        ) from None
    reasoned = [_because(command, why) if why else command for command in made]
    return [replace(command, by=by or usual_actor(state, command)) for command in reasoned]


def _apart(words: Words) -> tuple[Words, Actor | None, str]:
    """A line's own words, who does it (`by pit-manager`) and why (`because it was asked`)."""
    why: Words = ()
    if "because" in words:
        place = words.index("because")
        words, why = words[:place], words[place + 1 :]
        if why[-2:-1] == ("by",):  # who may stand behind the reason too
            words, why = words + why[-2:], why[:-2]
    by: Actor | None = None
    if "by" in words:
        place = words.index("by")
        if len(words) == place + 1:
            raise Refused(Reason.UNREADABLE_REQUEST, "The word 'by' wants somebody behind it.")
        by, words = _person(words[place + 1]), words[:place] + words[place + 2 :]
    return words, by, " ".join(why)


def _because(command: c.Command, why: str) -> c.Command:
    field = next((name for name in ("why", "note") if hasattr(command, name)), "")
    if not field:
        raise Refused(Reason.UNREADABLE_REQUEST, "No reason is recorded for this.")
    return replace(command, **{field: why})


def usual_actor(state: State, command: c.Command) -> Actor:
    """Whoever would usually give a command: its patron, else the lowest position that may."""
    allowed = authority(state, command)
    patron = allowed.patron
    if patron and (allowed.position is None or not isinstance(command, _RECORDED)):
        return Patron(patron)
    position = allowed.position or Position.DEALER
    return Staff(position.name.lower().replace("_", "-"), position)


# Commands that staff usually enter even where the patron might.
_RECORDED = (c.GiveUpDevice,)


def _person(name: str) -> Actor:
    for position in Position:
        if name == position.name.lower().replace("_", "-"):
            return Staff(name, position)
    return Patron(name)


def _alone(command: Callable[..., c.Command]) -> Verb:
    """A verb that stands alone: a word behind it is a slip of the pen and must not pass."""

    def make(state: State, config: Configuration, words: Words) -> list[c.Command]:
        if words:
            raise ValueError(words)
        return [command(by=NOBODY)]

    return make


def _table(state: State, config: Configuration, words: Words) -> list[c.Command]:
    if words:
        raise ValueError(words)
    return [c.OpenTable(config, by=NOBODY)]


def _configure(state: State, config: Configuration, words: Words) -> list[c.Command]:
    return [c.ChangeConfiguration(configured(config, words), by=NOBODY)]


def _shoe(state: State, config: Configuration, words: Words) -> list[c.Command]:
    name = words[0] if words else "shoe"
    if len(words) > 1 and words[1] == "sealed":
        return [c.LoadShoe(name, commitment=seal(words[3:], words[2]), by=NOBODY)]
    return [c.LoadShoe(name, backs_alike="backs-differ" not in words, by=NOBODY)]


def _reveal(state: State, config: Configuration, words: Words) -> list[c.Command]:
    return [c.RevealShoe(words[0], words[2:], words[1], by=NOBODY)]


def _stake(state: State, config: Configuration, words: Words) -> list[c.Command]:
    """`stake seat1 tiger 100`; `at 3` for another position, `on-behalf` where staff place it."""
    patron, wager, amount, *more = words
    position = int(more[more.index("at") + 1]) if "at" in more else position_of(patron)
    on_request = "on-behalf" in more
    return [
        c.PlaceStake(patron, wager, position, parse_amount(amount), on_request, by=NOBODY),
    ]


def position_of(patron: str) -> int:
    """A patron called seat3 sits at position 3; anybody else at 1."""
    digits = "".join(letter for letter in patron if letter.isdigit())
    return int(digits or 1)


def _change(state: State, config: Configuration, words: Words) -> list[c.Command]:
    patron, wager, amount = words
    return [c.ChangeStake(stakes_of(state, patron, wager)[0], parse_amount(amount), by=NOBODY)]


def _withdraw(state: State, config: Configuration, words: Words) -> list[c.Command]:
    patron, wager = words
    return [c.WithdrawStake(stakes_of(state, patron, wager)[0], by=NOBODY)]


def stakes_of(state: State, patron: str, wager: str) -> list[int]:
    """A patron's stakes on a wager; an impossible number where there is none."""
    placed = state.round.stakes.values() if state.round else ()
    return [each.id for each in placed if (each.patron, each.wager) == (patron, wager)] or [-1]


def _draw(state: State, config: Configuration, words: Words) -> list[c.Command]:
    """`draw 2C 5D ?? 9H`, unread ones as `??`; `out-of-view` at the end where staff saw none."""
    in_view = "out-of-view" not in words
    cards = _unread(tuple(word for word in words if word != "out-of-view") or ("??",))
    return [c.DrawCard(card, in_view, by=NOBODY) for card in cards]


def _unread(words: Words) -> tuple[str | None, ...]:
    return tuple(None if word == "??" else word for word in words)


def _expose(state: State, config: Configuration, words: Words) -> list[c.Command]:
    return [c.ExposeCards(Side(words[0]), words[1:], by=NOBODY)]


def _report(state: State, config: Configuration, words: Words) -> list[c.Command]:
    """`report patron-left-with-cards seat2`: behind it a hand, a card, a patron, as it needs."""
    about = [word for word in words[1:] if word != "reconstructable"]
    sides = [word for word in about if word in ("player", "banker")]
    cards = [word for word in about if _CARD.fullmatch(word)]
    patrons = [word for word in about if word not in (*sides, *cards)]
    return [
        c.Report(
            Irregularity(words[0]),
            reconstructable="reconstructable" in words,
            side=Side(sides[0]) if sides else None,
            patron=patrons[0] if patrons else "",
            card=cards[0] if cards else "",
            by=NOBODY,
        )
    ]


def _answer(state: State, config: Configuration, words: Words) -> list[c.Command]:
    patron, what, *wagers = words
    placed = state.round.stakes.values() if state.round else ()
    own = [each for each in placed if each.patron == patron]
    may = state.case.withdrawable if state.case else ()
    taken: tuple[int, ...] = ()
    if what == "withdraw":
        taken = tuple(
            each.id
            for each in own
            if each.wager in wagers or (wagers == ["all"] and each.id in may)
        )
    elif what != "stay":
        raise ValueError(what)
    return [c.AnswerOption(patron, taken, by=NOBODY)]


def _set_aside(state: State, config: Configuration, words: Words) -> list[c.Command]:
    first, second = _unread(words or ("??", "??"))
    return [c.SetAside((first, second), by=NOBODY)]


def _sort(state: State, config: Configuration, words: Words) -> list[c.Command]:
    """`sort all-but KD 4H`: everything lies sorted there but these and what is in play."""
    lying = Counter({card.code: config.decks for card in DECK})
    lying.subtract(parse_card(word).code for word in words[1:])
    if state.round:
        lying.subtract(dealt.card for dealt in state.round.cards if dealt.card)
        lying.subtract(card for card in state.round.set_aside if card)
    return [c.SortCards(dict(lying), by=NOBODY)]


def _decide(state: State, config: Configuration, words: Words) -> list[c.Command]:
    """`decide void because …` or `decide continue KD 5H because …`."""
    void = {"void": True, "continue": False}[words[0]]
    return [c.Decide(void, "", _unread(words[1:]), by=NOBODY)]


def _correct(state: State, config: Configuration, words: Words) -> list[c.Command]:
    """`correct 1 2C 5D 3H AH KD because the fifth card was misread`."""
    return [c.CorrectRound(int(words[0]), words[1:], "", by=NOBODY)]


def _remove(state: State, config: Configuration, words: Words) -> list[c.Command]:
    return [c.RemoveStakes(tuple(stakes_of(state, *words)), by=NOBODY)]


def _device(state: State, config: Configuration, words: Words) -> list[c.Command]:
    return [c.GiveDevice(words[0], without_stake="without-stake" in words, by=NOBODY)]


def _allow_squeezing(state: State, config: Configuration, words: Words) -> list[c.Command]:
    """`allow-squeezing banker seat3`, or `… friend for seat3` where the patron named somebody."""
    side, person, *named = words
    named_by = named[1] if named else ""
    return [c.AllowSqueezing(Side(side), person, named_by, by=NOBODY)]


VERBS: dict[str, Verb] = {
    "open-table": _table,
    "configure": _configure,
    "close-table": _alone(c.CloseTable),
    "shoe": _shoe,
    "burn": lambda s, g, w: [c.BurnCards(w[0], int(w[1]), by=NOBODY)],
    "retire": lambda s, g, w: [c.RetireShoe(" ".join(w), by=NOBODY)],
    "reveal": _reveal,
    "play-down": play_down,
    "open": _alone(c.OpenBetting),
    "stake": _stake,
    "change": _change,
    "withdraw": _withdraw,
    "close": _alone(c.CloseBetting),
    "ask-decrease": _alone(c.AskToDecrease),
    "remove": _remove,
    "draw": _draw,
    "expose": _expose,
    "totals": _alone(c.AnnounceTotals),
    "outcome": _alone(c.AnnounceOutcome),
    "cut-card": _alone(c.ReportCutCard),
    "allow-withdrawal": lambda s, g, w: [c.AllowFirstCardWithdrawal(" ".join(w), by=NOBODY)],
    "pass": lambda s, g, w: [c.PassCards(Side(w[0]), w[1], by=NOBODY)],
    "decline": lambda s, g, w: [c.RefuseCards(Side(w[0]), w[1], by=NOBODY)],
    "choose-handler": lambda s, g, w: [c.ChooseHandler(Side(w[0]), w[1], by=NOBODY)],
    "allow-squeezing": _allow_squeezing,
    "first": lambda s, g, w: [c.ChooseFirstRevealed(Side(w[0]), by=NOBODY)],
    "squeeze": lambda s, g, w: [c.SqueezeCards(Side(w[0]), by=NOBODY)],
    "method": lambda s, g, w: [c.ChooseMethod(Method(w[0]), by=NOBODY)],
    "device": _device,
    "give-up-device": _alone(c.GiveUpDevice),
    "report": _report,
    "answer": _answer,
    "lapse": _alone(c.LapseOption),
    "reconstruct": lambda s, g, w: [c.Reconstruct(_unread(w), by=NOBODY)],
    "set-aside": _set_aside,
    "sort": _sort,
    "replace": lambda s, g, w: [c.ReplaceMissing(w, by=NOBODY)],
    "decide": _decide,
    "correct": _correct,
    "display": lambda s, g, w: [c.CorrectDisplay(int(w[0]), w[1], by=NOBODY)],
}
