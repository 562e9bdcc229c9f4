"""Custom wagers for pricing: definitions read, and checked against every deal of the cards."""

from collections.abc import Mapping
from typing import Any

from punto.messages import Message
from punto.odds.refined_lines import card_faults
from punto.refusals import Reason, Refused
from punto.rules import wager_language
from punto.rules.wager_language import add_wagers, read_definitions
from punto.rules.wagers import Wager, faults


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
    found = parse_wagers(text)
    if len(found) != 1:
        raise Refused(
            Reason.UNREADABLE_WAGER,
            "One wager is wanted here, and {count} are defined.",
            count=len(found),
        )
    return found[0]


def parse_wagers(text: str) -> tuple[Wager, ...]:
    """Read one definition, or those under [[wager]]."""
    return add_wagers((), map(define_wager, read_definitions(text)))


def all_faults(wager: Wager) -> list[Message]:
    """What is wrong with a wager: lines that never win, or that overlap in some deal."""
    return faults(wager) or (list(card_faults(wager)) if wager.needs_cards else [])


def check_cards(wager: Wager) -> None:
    """Refuse a wager on single cards of which a line never wins, or overlaps another."""
    found = next(card_faults(wager), None)
    if found is not None:
        raise Refused.of(Reason.UNSOUND_WAGER, found)


def define_wager(definition: Mapping[str, Any]) -> Wager:
    """Make a wager of a definition, and check that it is sound."""
    return wager_language.define_wager(definition, all_faults)
