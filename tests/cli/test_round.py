"""`punto round`: exit 0 for agreement, 1 for a difference, 2 for an unreadable script."""

import json
from pathlib import Path

import pytest

from tests.cli.run import punto, refused

ROUNDS = Path(__file__).parent.parent / "rounds"
GOOD = """\
game tiger-no-commission
open
stake seat1 tiger 100
close
draw 2C 5D 3H AH KD
settle seat1 tiger +1200    # 4.3
"""


def write(folder: Path, script: str, name: str = "case.round") -> str:
    path = folder / name
    path.write_text(script, encoding="utf-8")
    return str(path)


def test_scripts_that_agree(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD)
    said = punto("round", path)
    assert (said.code, said.err) == (0, "")
    assert said.out == f"agrees  {path}\n1 of 1 scripts agree with the table.\n"


def test_a_folder_is_searched_to_its_bottom(tmp_path: Path) -> None:
    (tmp_path / "deeper").mkdir()
    first = write(tmp_path, GOOD, "a.round")
    second = write(tmp_path / "deeper", GOOD, "b.round")
    write(tmp_path, "no script at all", "notes.txt")
    said = punto("round", str(tmp_path))
    assert said.code == 0
    assert said.out.splitlines() == [
        f"agrees  {first}",
        f"agrees  {second}",
        "2 of 2 scripts agree with the table.",
    ]


def test_our_own_scripts_agree() -> None:
    said = punto("round", str(ROUNDS))
    assert said.code == 0, said.out


PAID = "settle seat1 tiger +1200    # 4.3"
# The line that is changed in the good script, what it becomes, and what is then told of it.
DIFFERENCES = {
    "another payment": (PAID, "settle seat1 tiger +1100", 6, "+1100", "+1200"),
    "another clause": (PAID, "settle seat1 tiger +1200 # 4.1", 6, "by 4.1", "by 4.3"),
    "done where refused": (
        "close", "refuse close betting-closed", 4, "refused as betting-closed", "it was done"
    ),
    "refused where done": (
        "stake seat1 tiger 100", "stake seat1 dragon 100", 3, "this is done",
        "refused: Tiger No Commission Baccarat has no wager 'dragon'",
    ),
    "refused otherwise": (
        "close", "refuse open late", 4, "refused as betting-closed",
        "round-in-play: The round in play must be finished first.",
    ),
    "refused by another clause": (
        "close", "refuse draw 2C betting-open # 3.1", 4, "refused by 3.1",
        "refused by tiger-no-commission 3.2",
    ),
    "not void": (PAID, "void # 5.1.1", 6, "the round is void", "it is not"),
    "another step": ("close", "next draw player", 4, "draw player", "close-betting"),
    "other words": (
        "close", 'announces "No more bets"', 4, "No more bets", "Place your bets, please"
    ),
    "brackets as they stand": (
        "close", 'announces "[red]No[/] more"', 4, "[red]No[/] more", "Place your bets, please"
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", DIFFERENCES)
def test_a_difference_names_the_line_and_both_sides(tmp_path: Path, what: str) -> None:
    old, new, number, script_says, table_says = DIFFERENCES[what]
    assert GOOD.count(f"{old}\n") == 1
    path = write(tmp_path, GOOD.replace(f"{old}\n", f"{new}\n"))
    said = punto("round", path)
    assert (said.code, said.err) == (1, "")
    head, line, script, table, tail = said.out.splitlines()
    assert head == f"differs {path}"
    assert line == f"  line {number}: {new}"
    assert script == f"  the script says: {script_says}"
    assert table.startswith(f"  the table says:  {table_says}")
    assert tail == "0 of 1 scripts agree with the table."


def test_one_difference_among_many_is_told_and_the_rest_are_played(tmp_path: Path) -> None:
    bad = write(tmp_path, GOOD.replace("+1200", "-100"), "a.round")
    good = write(tmp_path, GOOD, "b.round")
    said = punto("round", bad, good)
    assert said.code == 1
    assert f"agrees  {good}" in said.out
    assert "1 of 2 scripts agree" in said.out


def test_json(tmp_path: Path) -> None:
    good = write(tmp_path, GOOD, "good.round")
    bad = write(tmp_path, GOOD.replace("+1200", "-100"), "bad.round")
    said = punto("round", good, bad, "--json")
    assert said.code == 1
    first, second = said.json
    assert first == {"script": good, "fault": None}
    assert second["script"] == bad
    assert second["fault"].splitlines() == [
        "line 6: settle seat1 tiger -100    # 4.3",
        "  the script says: -100",
        "  the table says:  +1200",
    ]
    assert punto("round", good, "--json").code == 0


UNREADABLE = {
    "an unknown verb": (GOOD + "shuffle\n", "Line 7: No line begins with 'shuffle'."),
    "an unknown verb refused": (
        GOOD + "refuse shuffle cards late\n",
        "Line 7: No line begins with 'shuffle'.",
    ),
    "words that do not fit": (
        GOOD + "stake seat1\n",
        "Line 7: The words after 'stake' are not understood.",
    ),
    "a check's words that do not fit": (
        GOOD + "settle seat1\n",
        "Line 7: The words after 'settle' are not understood.",
    ),
    "a check's amount": (GOOD + "balance seat1 much\n", "Line 7: "),
    "no reason after because": (
        GOOD + "open because\n",
        "Line 7: The word 'because' needs words after it.",
    ),
    "no one after offer": (GOOD + "offer\n", "Line 7: The words after 'offer' are not understood."),
    "no name after by": (GOOD + "open by\n", "Line 7: The word 'by' needs a name after it."),
    "a refusal without its reason": (
        GOOD + "refuse open\n",
        "Line 7 must end with the reason of the refusal.",
    ),
    "one quotation mark": (
        GOOD + 'announces "No more\n',
        "Line 7 has a quotation mark without its pair.",
    ),
    "an unknown game": (GOOD.replace("tiger-no", "lion-no"), "There is no game"),
    "no game": (GOOD.partition("\n")[2], "A script begins with the line game GAME."),
    "a setting that is none": (
        GOOD.replace("commission\n", "commission colour=red\n", 1),
        "The setting 'colour=red' is not understood.",
    ),
    "an empty file": ("", "A script begins with the line game GAME."),
    "comments alone": ("# nothing\n", "A script begins with the line game GAME."),
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_what_cannot_be_read_is_told_in_a_sentence(tmp_path: Path, what: str) -> None:
    script, sentence = UNREADABLE[what]
    path = write(tmp_path, script)
    assert refused(punto("round", path)).startswith(f"{path}: {sentence}")


def test_a_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "none.round"
    assert refused(punto("round", str(path))) == f"{path}: The file cannot be read."


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    path = tmp_path / "card.round"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    assert refused(punto("round", str(path))) == f"{path}: The file cannot be read."


def test_no_script_at_all(tmp_path: Path) -> None:
    sentence = "Name a round script, or a folder that holds some."
    assert refused(punto("round")) == sentence
    assert refused(punto("round", str(tmp_path))) == sentence


def test_all_differences_are_shown_where_that_is_asked(tmp_path: Path) -> None:
    wrong = GOOD.replace("+1200", "+1100") + "balance seat1 0\nrefuse open late\nnext load-shoe\n"
    path = write(tmp_path, wrong)
    first, every = punto("round", path), punto("round", path, "--all")
    assert (first.code, every.code) == (1, 1)
    assert first.out.count("the script says:") == 1
    assert every.out.count("the script says:") == 4
    assert "line 8: refuse open late" in every.out
    told = json.loads(punto("round", path, "--all", "--json").out)
    assert [each["script"] for each in told] == [path]
    assert [fault.split(":")[0] for fault in told[0]["faults"]] == [
        "line 6",
        "line 7",
        "line 8",
        "line 9",
    ]
    assert told[0]["fault"] == told[0]["faults"][0]
    good = json.loads(punto("round", write(tmp_path, GOOD), "--all", "--json").out)
    assert (good[0]["fault"], good[0]["faults"]) == (None, [])


def test_credits_are_kept_by_the_books(tmp_path: Path) -> None:
    script = "game rapid-no-commission\nbuy-in seat1 50\nopen\nstake seat1 player 60\n"
    said = punto("round", write(tmp_path, script))
    assert said.code == 1
    assert "seat1 has 50.00, and this takes 60.00." in said.out
