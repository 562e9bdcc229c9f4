"""Every sentence is a literal template with facts, and the same in English and Chinese."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from string import Formatter

import msgspec
import pytest

import punto
from punto.messages import CHINESE, LIST_SEPARATOR, Amount, Message, load_catalogue, term, word
from punto.refusals import Kind, Reason, Refused
from punto.rules.games import GAMES
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.rules.outcome import Winner
from punto.rules.staff import Position, Power
from punto.table.configuration import CardSource
from punto.table.state import Waits

SOURCE = Path(punto.__file__).parent
REACHED = (
    "money.py",
    "text.py",
    *("rules", "odds", "table", "ledger", "school", "journal", "floor", "risk", "web"),
)  # what a person at a table, at the cage or on a page may read
MAKERS = {
    "Refused": 1,
    "NotRecorded": 1,
    "RecordedRefusal": 1,
    "Message.of": 0,
}  # where the template is
MADE_ELSEWHERE = ("refusals.py", "messages.py")
TERMS: tuple[type[Enum], ...] = (Side, Position, Power, Irregularity, Waits, CardSource)
CHINESE_SENTENCES = load_catalogue(CHINESE)
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")
OUTCOMES = (*(each.value for each in Winner), "void", "undecided")
NAMES = {  # facts that are names in English, as the sentences have them
    "wager": {wager.id for game in GAMES for wager in game.wagers},
    "bet": {wager.title for game in GAMES for wager in game.wagers},
    "game": {game.title for game in GAMES},
    "irregularity": {each.value for each in Irregularity},
    "given": {each.value for each in Irregularity},
    "what": {"why", "note", "a name", "a patron's name", "the name of the witness", "the password"},
    "name": {"The bankroll", "The stop-loss", "The stop-win", "The table maximum"},
}


def modules(*rooms: str) -> Iterator[tuple[str, ast.Module]]:
    for room in rooms:
        found = SOURCE / room
        for path in [found] if found.is_file() else sorted(found.rglob("*.py")):
            name = path.relative_to(SOURCE).as_posix()
            yield name, ast.parse(path.read_text(encoding="utf-8"))


def calls(tree: ast.Module) -> Iterator[tuple[ast.Call, ast.expr]]:
    """Each call that makes a message, with what stands where its template should."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in MAKERS:
            place = MAKERS[ast.unparse(node.func)]
            if len(node.args) > place:
                yield node, node.args[place]


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def templates(*rooms: str) -> dict[str, str]:
    """Every template by where it stands first."""
    found: dict[str, str] = {}
    for name, tree in modules(*rooms):
        for call, template in calls(tree):
            if isinstance(template, ast.Constant):
                found.setdefault(str(template.value), f"{name}:{call.lineno}")
    return found


@pytest.mark.parametrize("room", [path.name for path in sorted(SOURCE.iterdir())])
def test_a_sentence_is_a_literal_and_names_the_facts_it_is_given(room: str) -> None:
    for name, tree in modules(room):
        if name in MADE_ELSEWHERE:
            continue
        for call, template in calls(tree):
            where = f"{name}:{call.lineno}"
            assert isinstance(template, ast.Constant), f"{where}: {ast.unparse(template)}"
            assert isinstance(template.value, str), where
            given = {each.arg for each in call.keywords} - {"clause"}
            assert None not in given, f"{where}: its facts cannot be read here"
            assert placeholders(template.value) == given, where


def test_every_sentence_for_a_person_is_in_the_catalogue_with_the_same_facts() -> None:
    for template, where in templates(*REACHED).items():
        assert template in CHINESE_SENTENCES, f"{where}: {template!r} has no Chinese sentence"
        chinese = CHINESE_SENTENCES[template]
        assert placeholders(chinese) == placeholders(template), f"{where}: {chinese}"
        assert template == "{sentence}" or is_chinese(chinese), f"{where}: {chinese}"


def test_every_sentence_says_the_same_facts_in_both_languages() -> None:
    """Each fact as often in the one as in the other, and so each number that is no fact."""
    for template, where in templates(*REACHED).items():
        chinese = CHINESE_SENTENCES[template]
        assert said(template) == said(chinese), f"{where}: {chinese}"


def said(template: str) -> Counter[str]:
    """The facts and numbers of a sentence."""
    parts = list(Formatter().parse(template))
    literal = " ".join(text for text, *_ in parts)
    return Counter([*(name for _, name, *_ in parts if name), *numbers(literal)])


def numbers(sentence: str) -> Counter[str]:
    return Counter(re.findall(r"\d+(?:\.\d+)*", re.sub(r"(?<=\d),(?=\d)", "", sentence)))


def test_every_name_in_a_sentence_is_in_the_catalogue_and_nothing_is_left_over() -> None:
    terms = {term(member).template for kind in TERMS for member in kind}
    names = {f"{fact}: {name}" for fact, known in NAMES.items() for name in known}
    wanted = {*templates(*REACHED), *terms, *names, *PLACES, *OUTCOMES, LIST_SEPARATOR}
    assert set(CHINESE_SENTENCES) == wanted
    assert all(is_chinese(CHINESE_SENTENCES[each]) for each in (*terms, *names))


def is_chinese(text: str) -> bool:
    """Whether it has Chinese words, and full-width punctuation beside them."""
    is_worded = re.search("[一-鿿{]", re.sub(r"[{]\w+[}]", "{", text)) is not None
    return is_worded and re.search("[一-鿿][,;:!?()]|[,;:!?()][一-鿿]", text) is None


def test_facts_go_into_the_sentence_and_stay_readable() -> None:
    refused = Refused(
        Reason.BELOW_MINIMUM,
        "The minimum on {wager} for {side} is {minimum}: {places}, not {text!r}.",
        wager="tie",
        side=Side.BANKER,
        minimum=Amount(1250, 3),
        places=[1, Irregularity.LATE_STAKE, "x"],
        text="a{b}",
    )
    said = "The minimum on tie for Banker is 1.250: 1, late stake, x, not 'a{b}'."
    assert (refused.sentence, str(refused)) == (said, said)
    assert refused.facts["minimum"] == Amount(1250, 3)
    assert refused.facts["side"] == Message("Banker")
    written = msgspec.json.encode(refused.message)
    assert msgspec.json.decode(written, type=Message) == refused.message


def test_a_message_is_a_fact_of_another() -> None:
    inner = Message.of("line {number}", number=3)
    assert str(Message.of("In {place}.", place=inner)) == "In line 3."
    words = {"In {place}.": "在{place}。", "line {number}": "第{number}行"}
    assert word(Message.of("In {place}.", place=inner), words) == "在第3行。"


def test_a_name_is_translated_by_what_it_names_and_a_person_never_is() -> None:
    words = {"{patron} on {wager}.": "{patron} 投注{wager}。", "wager: tie": "和"}
    said = Message.of("{patron} on {wager}.", patron="tie", wager="tie")
    assert word(said, words) == "tie 投注和。"


def test_a_sentence_without_a_translation_is_english_throughout() -> None:
    said = Message.of("An old sentence about {side} and {wager}.", side=Side.BANKER, wager="tie")
    assert word(said, CHINESE_SENTENCES) == "An old sentence about Banker and tie."


def test_every_reason_has_a_kind() -> None:
    assert {reason.kind for reason in Reason} == set(Kind)
    house = {reason.value for reason in Reason if reason.kind is Kind.HOUSE}
    assert {"halted", "unavailable", "conflict", "internal"} <= house
    assert Reason.TOO_OFTEN.kind is Kind.MOMENT
