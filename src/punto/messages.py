"""Messages: an English template with named facts, worded in each language that has a catalogue.

A catalogue is `catalogues/<language>.json`: it maps an English template to the same sentence in
that language, with the same placeholders, and a name that is a fact, written `wager: tie`, to the
name in that language. English needs none.
"""

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import lru_cache
from importlib.resources import files
from json import loads
from typing import TypeAlias, Union

from msgspec import Struct

from punto.currencies import MINOR_DIGITS_USUAL, print_amount

ENGLISH, CHINESE = "en", "zh"
LIST_SEPARATOR = ", "  # a catalogue may translate it


class Amount(Struct, frozen=True, tag="amount"):
    """An amount of money as a fact: minor units, and how many digits they take.

    >>> str(Amount(12500))
    '125.00'
    """

    cents: int
    digits: int = MINOR_DIGITS_USUAL

    def __str__(self) -> str:
        return print_amount(self.cents, self.digits)


class Message(Struct, frozen=True, tag="message"):
    """A template and the facts that go into it.

    >>> str(Message.of("Stake at least {minimum} on {wager}.", minimum=Amount(500), wager="tie"))
    'Stake at least 5.00 on tie.'
    """

    template: str
    facts: "dict[str, Fact]" = {}

    @staticmethod
    def of(template: str, /, **facts: object) -> "Message":
        """A message from a literal template; enumerations become terms that are translated."""
        return Message(template, {name: _fact(value) for name, value in facts.items()})

    def __str__(self) -> str:
        return word(self)


Item: TypeAlias = Union[str, int, Amount, Message]  # noqa: UP007  (Message is a Struct: no `|` here)
Fact: TypeAlias = Union[Item, tuple[Item, ...]]  # noqa: UP007


def word(message: Message, catalogue: Mapping[str, str] | None = None) -> str:
    """The message in the language of a catalogue, or in English where it has no such template.

    >>> word(Message.of("{side} lost.", side="banker"), {"{side} lost.": "{side}输。"})
    'banker输。'
    """
    words = catalogue if catalogue and message.template in catalogue else {}
    facts = {name: _worded(name, fact, words) for name, fact in message.facts.items()}
    return words.get(message.template, message.template).format_map(facts)


def word_in(language: str, message: Message) -> str:
    """The message in a language that has a catalogue, or in English."""
    return word(message, load_catalogue(language))


@lru_cache
def load_catalogue(language: str) -> Mapping[str, str]:
    """The sentences of a language by English template; English has none.

    >>> load_catalogue("en")
    {}
    """
    if language == ENGLISH:
        return {}
    text = (files("punto") / "catalogues" / f"{language}.json").read_text(encoding="utf-8")
    found: dict[str, str] = loads(text)
    return found


def _worded(name: str, fact: Fact, words: Mapping[str, str]) -> str | int:
    match fact:
        case Message():
            return word(fact, words)
        case tuple():
            separator = words.get(LIST_SEPARATOR, LIST_SEPARATOR)
            return separator.join(str(_worded(name, each, words)) for each in fact)
        case Amount():
            return str(fact)
        case str():
            return words.get(f"{name}: {fact}", fact)
        case _:
            return fact


def _fact(value: object) -> Fact:
    match value:
        case str() | int() if not isinstance(value, Enum):
            return value
        case Iterable() if not isinstance(value, str | Enum | Message | Amount):
            return tuple(_item(each) for each in value)
        case _:
            return _item(value)


def _item(value: object) -> Item:
    match value:
        case Enum():
            return term(value)
        case str() | int() | Amount() | Message():
            return value
        case _:
            return str(value)


def term(value: Enum) -> Message:
    """The name of a member of an enumeration, as a message that a catalogue can translate."""
    title = getattr(value, "title", None)
    return Message(title if isinstance(title, str) else str(value.value).replace("-", " "))
