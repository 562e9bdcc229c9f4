"""Custom wagers: a designer's definition, in the games' own vocabulary, read and checked.

A definition is one wager in TOML:

    id = "lucky-nine"
    name = "Lucky Nine"

    [[lines]]
    pays = "10 to 1"
    when = { winner = "player", player_total = 9, player_cards = 3 }

    [push]
    winner = "tie"
    player_total = 9

A condition names outcome fields and the value, or the list of values, that satisfy each; all must
hold. What no line pays and no push returns is lost.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from punto.money import Odds
from punto.refusals import Reason, Refused
from punto.rules.outcome import Pairs, Winner, outcomes
from punto.rules.wagers import CONDITIONS, Pays, Wager, When, faults

CUSTOM = "custom"  # stands where a game's wager cites its clause

_ID = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?", re.ASCII)

Value = int | Winner | Pairs


def parse_wager(text: str) -> Wager:
    """Read a definition in TOML.

    >>> wager = parse_wager('''
    ... id = "lucky-nine"
    ... name = "Lucky Nine"
    ... lines = [{ pays = "10 to 1", when = { winner = "player", player_total = 9 } }]
    ... ''')
    >>> wager.title, wager.lines[0].when.winner
    ('Lucky Nine', <Winner.PLAYER: 'player'>)
    """
    try:
        definition = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        why = str(error).rstrip(".") or "it is nested too deeply"
        raise Refused(
            Reason.UNREADABLE_WAGER, f"The wager's definition is not TOML: {why}."
        ) from None
    return define_wager(definition)


def define_wager(definition: Mapping[str, Any]) -> Wager:
    """Make a wager of a definition and check that it is sound."""
    _check_keys(definition, {"id", "name", "lines", "push"}, "A wager")
    for key, example in (("id", "lucky-nine"), ("name", "Lucky Nine")):
        if not isinstance(definition.get(key), str) or not definition[key].strip():
            raise Refused(
                Reason.UNREADABLE_WAGER, f"A wager needs its {key}, as {key} = '{example}'."
            )
    wager_id: str = definition["id"]
    if not _ID.fullmatch(wager_id):
        raise Refused(
            Reason.UNREADABLE_WAGER,
            f"{wager_id[:40]!r} is not an id for a wager; "
            "use at most 40 small letters, digits and hyphens, as in lucky-nine.",
        )
    lines = definition.get("lines", [])
    if not isinstance(lines, list) or not all(isinstance(line, dict) for line in lines):
        raise Refused(
            Reason.UNREADABLE_WAGER,
            "A wager's lines are a list of tables, each written under [[lines]].",
        )
    push = definition.get("push")
    wager = Wager(
        wager_id,
        definition["name"].strip(),
        tuple(_line(line, f"line {n}") for n, line in enumerate(lines, 1)),
        loses_by=CUSTOM,
        push=None if push is None else _condition(push, "the push"),
        pushes_by="" if push is None else CUSTOM,
    )
    return check_wager(wager)


def check_wager(wager: Wager) -> Wager:
    """Refuse a wager that could never win, or could be paid in two ways at once."""
    if found := faults(wager):
        raise Refused(Reason.UNSOUND_WAGER, found[0])
    for number, line in enumerate(wager.lines, 1):
        if line.odds.numerator == 0:
            raise Refused(
                Reason.UNSOUND_WAGER,
                f"In wager {wager.id!r} line {number} pays nothing; make it the push instead.",
            )
    return wager


def add_wagers(offered: Iterable[Wager], extra: Iterable[Wager]) -> tuple[Wager, ...]:
    """A game's wagers and the designer's own after them; no two may share an id."""
    together = tuple(offered)
    for wager in extra:
        if any(wager.id == other.id for other in together):
            raise Refused(
                Reason.WAGER_ID_TAKEN,
                f"There is already a wager {wager.id!r} here; give yours another id.",
            )
        together = (*together, wager)
    return together


def _line(line: Mapping[str, Any], place: str) -> Pays:
    _check_keys(line, {"pays", "when", "title", "clause"}, place.capitalize())
    pays = line.get("pays")
    if not isinstance(pays, str):
        raise Refused(
            Reason.UNREADABLE_WAGER, f"{place.capitalize()} needs its odds, as pays = '8 to 1'."
        )
    Odds.parse(pays)
    title, clause = line.get("title", ""), line.get("clause", CUSTOM)
    if not isinstance(title, str) or not isinstance(clause, str):
        raise Refused(
            Reason.UNREADABLE_WAGER, f"In {place} the title and the clause must be texts."
        )
    return Pays(pays, _condition(line.get("when"), place), clause, title)


def _condition(condition: object, place: str) -> When:
    if not isinstance(condition, dict) or not condition:
        raise Refused(
            Reason.UNREADABLE_WAGER,
            f"{place.capitalize()} needs a condition, as when = {{ winner = 'banker' }}.",
        )
    _check_keys(condition, set(CONDITIONS), f"The condition of {place}")
    return When(**{name: _values(name, wanted, place) for name, wanted in condition.items()})


def _values(name: str, wanted: object, place: str) -> Any:
    words = wanted if isinstance(wanted, list) else [wanted]
    if not words:
        raise Refused(Reason.UNREADABLE_WAGER, f"In {place} the list of {name} is empty.")
    known = vocabulary(name)
    values: list[Value] = []
    for word in words:
        # True equals 1 in Python, and is no number here.
        if not isinstance(word, int | str) or isinstance(word, bool) or word not in known:
            raise Refused(
                Reason.UNREADABLE_WAGER,
                f"In {place} {name} can be {', '.join(map(str, known))}, not {str(word)[:40]!r}.",
            )
        values.append(known[word])
    return tuple(values) if isinstance(wanted, list) else values[0]


@cache
def vocabulary(name: str) -> dict[int | str, Value]:
    """What a condition's field may be: the words a definition uses and what they mean.

    >>> list(vocabulary("winner")), list(vocabulary("cards"))
    (['player', 'banker', 'tie'], [4, 5, 6])
    """
    found = {getattr(outcome, name) for outcome in outcomes()} - {None}
    if name in ("winner", "natural"):
        return {winner.value: winner for winner in Winner if winner in found}
    if name == "pairs":
        return {pairs.name.lower(): pairs for pairs in Pairs if pairs in found}
    return {number: number for number in sorted(found)}


def _check_keys(table: Mapping[str, Any], known: set[str], what: str) -> None:
    if strange := sorted(set(table) - known):
        raise Refused(
            Reason.UNREADABLE_WAGER,
            f"{what} has no field {strange[0][:40]!r}; it may have {', '.join(sorted(known))}.",
        )
