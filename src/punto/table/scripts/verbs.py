"""Verbs of a script that do something: each line becomes commands with the right person."""

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
NOBODY = Patron("")


def commands_for(state: State, config: Configuration, verb: str, words: Words) -> list[c.Command]:
    """The commands a line gives; the person is the one it names, or the lowest who may."""
    by: Actor | None = None
    if "by" in words:
        place = words.index("by")
        if len(words) == place + 1:
            raise Refused(Reason.UNREADABLE_REQUEST, "The word 'by' wants somebody behind it.")
        by, words = _person(words[place + 1]), words[:place] + words[place + 2 :]
    make = VERBS.get(verb)
    if make is None:
        raise Refused(Reason.UNREADABLE_REQUEST, f"No line begins with {verb!r}.")
    try:
        made = make(state, config, words)
    except (IndexError, ValueError, KeyError):
        raise Refused(
            Reason.UNREADABLE_REQUEST, f"The words after {verb!r} are not understood."
        ) from None
    return [replace(command, by=by or usual_actor(state, command)) for command in made]


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


def _table(state: State, config: Configuration, words: Words) -> list[c.Command]:
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
    patron, wager, amount, *place = words
    position = int(place[1]) if place else position_of(patron)
    return [c.PlaceStake(patron, wager, position, parse_amount(amount), by=NOBODY)]


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
    return [c.DrawCard(None if word == "??" else word, by=NOBODY) for word in words or ("??",)]


def _expose(state: State, config: Configuration, words: Words) -> list[c.Command]:
    return [c.ExposeCards(Side(words[0]), words[1:], by=NOBODY)]


def _report(state: State, config: Configuration, words: Words) -> list[c.Command]:
    side = next((Side(word) for word in words[1:] if word in ("player", "banker")), None)
    known = ("reconstructable", "player", "banker")
    patron = next((word for word in words[1:] if word not in known), "")
    return [
        c.Report(
            Irregularity(words[0]),
            reconstructable="reconstructable" in words,
            side=side,
            patron=patron,
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
    first, second = (None if word == "??" else word for word in words or ("??", "??"))
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
    until = words.index("because")
    void = {"void": True, "continue": False}[words[0]]
    return [c.Decide(void, " ".join(words[until + 1 :]), words[1:until], by=NOBODY)]


def _correct(state: State, config: Configuration, words: Words) -> list[c.Command]:
    until = words.index("because")
    why = " ".join(words[until + 1 :])
    return [c.CorrectRound(int(words[0]), words[1:until], why, by=NOBODY)]


def _remove(state: State, config: Configuration, words: Words) -> list[c.Command]:
    return [c.RemoveStakes(tuple(stakes_of(state, *words)), by=NOBODY)]


def _device(state: State, config: Configuration, words: Words) -> list[c.Command]:
    return [c.GiveDevice(words[0], without_stake="without-stake" in words, by=NOBODY)]


VERBS: dict[str, Callable[[State, Configuration, Words], list[c.Command]]] = {
    "open-table": _table,
    "configure": _configure,
    "close-table": lambda s, g, w: [c.CloseTable(by=NOBODY)],
    "shoe": _shoe,
    "burn": lambda s, g, w: [c.BurnCards(w[0], int(w[1]), by=NOBODY)],
    "retire": lambda s, g, w: [c.RetireShoe(" ".join(w), by=NOBODY)],
    "reveal": _reveal,
    "play-down": play_down,
    "open": lambda s, g, w: [c.OpenBetting(by=NOBODY)],
    "stake": _stake,
    "change": _change,
    "withdraw": _withdraw,
    "close": lambda s, g, w: [c.CloseBetting(by=NOBODY)],
    "ask-decrease": lambda s, g, w: [c.AskToDecrease(by=NOBODY)],
    "remove": _remove,
    "draw": _draw,
    "expose": _expose,
    "totals": lambda s, g, w: [c.AnnounceTotals(by=NOBODY)],
    "outcome": lambda s, g, w: [c.AnnounceOutcome(by=NOBODY)],
    "cut-card": lambda s, g, w: [c.ReportCutCard(by=NOBODY)],
    "allow-withdrawal": lambda s, g, w: [c.AllowFirstCardWithdrawal(" ".join(w), by=NOBODY)],
    "pass": lambda s, g, w: [c.PassCards(Side(w[0]), w[1], by=NOBODY)],
    "decline": lambda s, g, w: [c.RefuseCards(Side(w[0]), w[1], by=NOBODY)],
    "choose-handler": lambda s, g, w: [c.ChooseHandler(Side(w[0]), w[1], by=NOBODY)],
    "allow-squeezing": lambda s, g, w: [c.AllowSqueezing(Side(w[0]), w[1], by=NOBODY)],
    "first": lambda s, g, w: [c.ChooseFirstRevealed(Side(w[0]), by=NOBODY)],
    "squeeze": lambda s, g, w: [c.SqueezeCards(Side(w[0]), by=NOBODY)],
    "method": lambda s, g, w: [c.ChooseMethod(Method(w[0]), by=NOBODY)],
    "device": _device,
    "give-up-device": lambda s, g, w: [c.GiveUpDevice(by=NOBODY)],
    "report": _report,
    "answer": _answer,
    "lapse": lambda s, g, w: [c.LapseOption(by=NOBODY)],
    "reconstruct": lambda s, g, w: [c.Reconstruct(w, by=NOBODY)],
    "set-aside": _set_aside,
    "sort": _sort,
    "replace": lambda s, g, w: [c.ReplaceMissing(w, by=NOBODY)],
    "decide": _decide,
    "correct": _correct,
    "display": lambda s, g, w: [c.CorrectDisplay(int(w[0]), w[1], by=NOBODY)],
}
