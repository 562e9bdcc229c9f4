"""One term for one thing: the glossary of the pages holds for the server's Chinese too."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest

import punto
from punto.ledger.cage import commands as cage
from punto.messages import CHINESE, load_catalogue
from punto.table import announcements
from punto.table.decide import DECIDERS

SOURCE = Path(punto.__file__).parent
GLOSSARY = Path(__file__).parents[1] / "terminals/src/languages/glossary.json"
CONCEPTS = json.loads(GLOSSARY.read_text(encoding="utf-8"))
CATALOGUES = {
    "sentences": load_catalogue(CHINESE),
    "clauses": json.loads(
        (SOURCE / "rules/register/chinese.json").read_text(encoding="utf-8"),
    ),
    "sheets": json.loads((SOURCE / "report/chinese.json").read_text(encoding="utf-8")),
}
CODE = tuple(
    path
    for path in sorted(SOURCE.rglob("*.py"))
    if re.search("[一-鿿]", path.read_text(encoding="utf-8"))
)  # what is worded beside the code that makes it


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_the_server_has_one_chinese_term_for_one_thing(catalogue: str) -> None:
    for english, chinese in CATALOGUES[catalogue].items():
        said = re.sub(r"^\w+: |[{][^}]*[}]", "", english)
        for concept in CONCEPTS:
            term = concept["english"]
            if term and re.search(rf"\b{re.escape(term)}(?!\w)", said, re.IGNORECASE):
                has_it = any(each in chinese for each in concept["chinese"])
                assert has_it, f"{english!r}: {chinese} should say {concept['chinese']}"


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_the_server_says_none_of_the_wrong_terms(catalogue: str) -> None:
    for chinese in CATALOGUES[catalogue].values():
        for concept in CONCEPTS:
            assert not [each for each in concept["never"] if each in chinese], chinese


def test_no_wrong_term_is_worded_in_code() -> None:
    assert Path(announcements.__file__) in CODE
    for path in CODE:
        text = path.read_text(encoding="utf-8")
        for concept in CONCEPTS:
            assert not [each for each in concept["never"] if each in text], path.name


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_command_has_words_on_the_pages(language: str) -> None:
    """A console tells what staff did in words, not by the name of the command."""
    folder = GLOSSARY.parent / language
    worded = "".join((folder / f"{name}.ts").read_text("utf-8") for name in ("records", "pit"))
    for command in (*DECIDERS, *get_args(cage.Command)):
        tag = command.__struct_config__.tag
        assert re.search(rf'^ +"?{tag}"?:', worded, re.MULTILINE), tag


def test_every_term_is_in_use_and_no_term_is_forbidden_by_another() -> None:
    pages = "".join(
        path.read_text(encoding="utf-8") for path in sorted((GLOSSARY.parent / "zh").glob("*.ts"))
    )
    said = pages + "".join("".join(each.values()) for each in CATALOGUES.values())
    wrong = [each for concept in CONCEPTS for each in concept["never"]]
    for concept in CONCEPTS:
        for term in concept["chinese"]:
            assert term in said, term
            assert not [each for each in wrong if each in term], term
