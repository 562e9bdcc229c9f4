"""Which parts of the table are mutated, and how survivors are matched with the record."""

from pathlib import Path

from tests.mutation.mutants import make_mutants
from tests.mutation.table import (
    LEFT_ALONE,
    PROSE,
    RECORD,
    _script_holds,
    function_at,
    table_files,
)
from tests.mutation.trial import ROOT

SOURCE = """LIMIT = 3

def outer(state):
    def inner():
        return 4
    assert state is not None, "checked before"
    return inner()
"""


def test_a_mutant_is_known_by_its_innermost_function(tmp_path: Path) -> None:
    path = tmp_path / "source.py"
    path.write_text(SOURCE, encoding="utf-8")
    where = {mutant.line: function_at(mutant) for mutant in make_mutants(path, {})}
    assert where == {1: "", 5: "inner", 6: "outer", 7: "outer"}


def test_records_type_aliases_assertions_and_sentences_are_left_alone() -> None:
    for line in ("class Round(Struct):", "Events = tuple[e.Event, ...]", "    assert one, 'two'"):
        assert LEFT_ALONE.match(line)
    assert LEFT_ALONE.match("            assert_never(event)")
    assert not LEFT_ALONE.match("    return asserted")
    assert PROSE.match("`'Say which hand.'` → `'ay which hand.'`")
    assert not PROSE.match("`'3.10.6'` → `'3.10.7'`")
    assert not PROSE.match("`'reading burn'` → `'reading bur'`")


def test_every_row_of_the_record_names_a_file_and_a_function_that_are_there() -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in table_files()}
    header = "| file | function | change | why it lives |\n"
    rows = RECORD.read_text(encoding="utf-8").split(header)[1].split("\n\n")[0].split("\n")[1:]
    assert rows
    for row in filter(None, rows):
        name, function, *_ = row.removeprefix("| ").split(" | ")
        assert f"def {function}(" in texts[name] or not function  # the module's own code


def test_scripts_that_speak_of_credits_are_tried_too() -> None:
    for path in sorted((ROOT / "tests/rounds").rglob("credits.round")):
        assert _script_holds(path.read_text(encoding="utf-8"))
