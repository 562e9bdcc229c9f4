"""The wager language: custom wagers defined in the games' own vocabulary, read and checked.

A file holds one wager in TOML, or several under [[wager]]:

    id = "lucky-nine"
    name = "Lucky Nine"

    [[lines]]
    pays = "10 to 1"
    when = { winner = "player", player_total = 9, player_cards = 3 }

    [[push]]
    winner = "tie"
    player_total = 9

A condition names fields and the value, or the list of values, that satisfy each; all must hold.
`any`, `all` and `not` join conditions. Fields such as player_third or banker_pair ask about the
cards themselves. What no line pays and no push returns is lost; a line that pays 0 is a push.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.rules.hands import Side
from punto.rules.holdings import FIELDS, HandIs, read_field, read_values
from punto.rules.outcome import Pairs, Winner, outcomes
from punto.rules.wagers import CONDITIONS, Pays, Wager, When, faults

CUSTOM = "custom"  # stands where a game's wager cites its clause
NESTED_MAX = 8

JOINED = {"any": "any_of", "all": "all_of", "not": "none_of"}  # as written, and as `When` has it
CARD_CONDITIONS = tuple(f"{side.value}_{field}" for side in Side for field in FIELDS)

_ID = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?", re.ASCII)

Value = int | Winner | Pairs
Check = Callable[[Wager], Sequence[Message]]  # what is wrong with a wager, a sentence each


def read_definitions(text: str) -> tuple[Mapping[str, Any], ...]:
    """The definition in a TOML text, or those under [[wager]]; none is checked yet.

    >>> [each["id"] for each in read_definitions('[[wager]]\\nid = "a"\\n[[wager]]\\nid = "b"')]
    ['a', 'b']
    """
    try:
        definition = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refused(
            Reason.UNREADABLE_WAGER, "The wager's definition is not TOML: {why}.", why=str(error)
        ) from None
    if "wager" not in definition:
        return (definition,)
    _check_keys(definition, {"wager"}, Message.of("a file of several wagers"))
    tables = definition["wager"]
    if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
        raise Refused(
            Reason.UNREADABLE_WAGER, "Several wagers are written each under its own [[wager]]."
        )
    return tuple(tables)


def define_wager(definition: Mapping[str, Any], check: Check = faults) -> Wager:
    """Make a wager of a definition, refused where `check` finds something wrong with it.

    By outcomes alone it is not seen whether two lines on single cards overlap: `odds/custom.py`
    checks that too.
    """
    _check_keys(definition, {"id", "name", "lines", "push"}, Message.of("a wager"))
    for key, example in (("id", "lucky-nine"), ("name", "Lucky Nine")):
        if not isinstance(definition.get(key), str) or not definition[key].strip():
            raise Refused(
                Reason.UNREADABLE_WAGER,
                "A wager needs its {key}, as {key} = '{example}'.",
                key=key,
                example=example,
            )
    wager_id: str = definition["id"]
    if not _ID.fullmatch(wager_id):
        raise Refused(
            Reason.UNREADABLE_WAGER,
            "{wager!r} is not an id for a wager; use at most 40 small letters, digits"
            " and hyphens, as in lucky-nine.",
            wager=wager_id[:40],
        )
    lines = definition.get("lines", [])
    if not isinstance(lines, list) or not all(isinstance(line, dict) for line in lines):
        raise Refused(
            Reason.UNREADABLE_WAGER,
            "A wager's lines are a list of tables, each written under [[lines]].",
        )
    paid = [_line(line, Message.of("line {number}", number=n)) for n, line in enumerate(lines, 1)]
    wager = Wager(
        wager_id,
        definition["name"].strip(),
        tuple(line for line in paid if line.odds.numerator),
        loses_by=CUSTOM,
    )
    returned = [line.when for line in paid if not line.odds.numerator]
    return check_wager(wager, [*_pushes(definition.get("push")), *returned], check)


def _pushes(push: object) -> list[When]:
    """The conditions under [push], or under each [[push]]."""
    if push is None:
        return []
    if isinstance(push, list):
        return [
            _condition(each, Message.of("push {number}", number=n))
            for n, each in enumerate(push, 1)
        ]
    return [_condition(push, Message.of("the push"))]


def check_wager(wager: Wager, pushes: Sequence[When] = (), check: Check = faults) -> Wager:
    """Refuse a wager that could never win, or could be paid in two ways at once."""
    for push in pushes:  # one after another: each must be possible, and clash with no line
        wager = replace(wager, push=push, pushes_by=CUSTOM)
        _check_sound(wager, check)
    if len(pushes) > 1:
        wager = replace(wager, push=When(any_of=tuple(pushes)))
    _check_sound(wager, check)
    return wager


def _check_sound(wager: Wager, check: Check) -> None:
    found = check(wager)
    if found:
        raise Refused.of(Reason.UNSOUND_WAGER, found[0])


def add_wagers(offered: Iterable[Wager], extra: Iterable[Wager]) -> tuple[Wager, ...]:
    """A game's wagers and the designer's own after them; no two may share an id."""
    together = tuple(offered)
    for wager in extra:
        if any(wager.id == other.id for other in together):
            raise Refused(
                Reason.WAGER_ID_TAKEN,
                "There is already a wager {wager!r} here; give yours another id.",
                wager=wager.id,
            )
        together = (*together, wager)
    return together


def _line(line: Mapping[str, Any], place: Message) -> Pays:
    _check_keys(line, {"pays", "when", "title", "clause"}, place)
    pays = line.get("pays")
    if not isinstance(pays, str):
        raise Refused(
            Reason.UNREADABLE_WAGER,
            "Give {place} its odds, as pays = '8 to 1'.",
            place=place,
        )
    title, clause = line.get("title", ""), line.get("clause", CUSTOM)
    if not isinstance(title, str) or not isinstance(clause, str):
        raise Refused(
            Reason.UNREADABLE_WAGER,
            "In {place} the title and the clause must be texts.",
            place=place,
        )
    return Pays(pays, _condition(line.get("when"), place), clause, title)


def _condition(condition: object, place: Message, depth: int = 0) -> When:
    if not isinstance(condition, dict) or not condition:
        raise Refused(
            Reason.UNREADABLE_WAGER,
            "Give {place} a condition, as when = {{ winner = 'banker' }}.",
            place=place,
        )
    if depth > NESTED_MAX:
        raise Refused(
            Reason.UNREADABLE_WAGER, "The condition of {place} is nested too deeply.", place=place
        )
    _check_keys(
        condition,
        {*CONDITIONS, *CARD_CONDITIONS, *JOINED},
        Message.of("the condition of {place}", place=place),
    )
    asked: dict[str, Any] = {}
    hands: list[HandIs] = []
    for name, wanted in condition.items():
        if name in JOINED:
            parts = wanted if isinstance(wanted, list) else [wanted]
            if not parts:
                raise Refused(
                    Reason.UNREADABLE_WAGER,
                    "In {place} {name} joins nothing.",
                    place=place,
                    name=name,
                )
            joined = tuple(_condition(part, place, depth + 1) for part in parts)
            asked[JOINED[name]] = joined
        elif (field := read_field(name)) is not None:
            words = wanted if isinstance(wanted, list) else [wanted]
            if not words:
                raise Refused(
                    Reason.UNREADABLE_WAGER,
                    "In {place} the list of {name} is empty.",
                    place=place,
                    name=name,
                )
            hands.append(HandIs(*field, read_values(field[1], words, place)))
        else:
            asked[name] = _values(name, wanted, place)
    return When(**asked, hands=tuple(hands) or None)


def _values(name: str, wanted: object, place: Message) -> Any:
    words = wanted if isinstance(wanted, list) else [wanted]
    if not words:
        raise Refused(
            Reason.UNREADABLE_WAGER,
            "In {place} the list of {name} is empty.",
            place=place,
            name=name,
        )
    known = vocabulary(name)
    values: list[Value] = []
    for word in words:
        # True equals 1 in Python, and is no number here.
        if not isinstance(word, int | str) or isinstance(word, bool) or word not in known:
            raise Refused(
                Reason.UNREADABLE_WAGER,
                "In {place} {name} can be {known}, not {word!r}.",
                place=place,
                name=name,
                known=map(str, known),
                word=str(word)[:40],
            )
        values.append(known[word])
    return tuple(values) if isinstance(wanted, list) else values[0]


@cache
def vocabulary(name: str) -> dict[int | str, Value]:
    """What a condition's field may be: the words a definition uses and what they mean.

    >>> list(vocabulary("winner")), list(vocabulary("cards"))
    (['player', 'banker', 'tie'], [4, 5, 6])
    """
    if name in ("winner", "natural"):
        return {winner.value: winner for winner in Winner}
    if name == "pairs":
        return {pairs.name.lower(): pairs for pairs in Pairs}
    return {number: number for number in sorted({getattr(each, name) for each in outcomes()})}


def _check_keys(table: Mapping[str, Any], known: set[str], what: Message) -> None:
    if strange := sorted(set(table) - known):
        raise Refused(
            Reason.UNREADABLE_WAGER,
            "There is no field {strange!r} in {what}; it may have {known}.",
            what=what,
            strange=strange[0][:40],
            known=sorted(known),
        )
