"""`punto school`: questions, situations, papers and classes, as people and programs use it."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.run import punto, refused

PAPER = ("school", "paper", "no-commission", "--seed", "autumn", "--student", "ana")
SHORT = (*PAPER, "--weight", "card-values=2", "--weight", "drawing=1", "--pass", "60")
SITUATION = ("school", "situation", "tiger", "power-failure", "--seed", "3")
WON = ("drill", "tiger", "--kind", "who-won", "--count", "1", "--answers")
WRITTEN = """game tiger
open
stake seat1 player 100
close
draw 9C 8D
# student
report foreign-cards by pit-manager
void                                     # 5.1.1
"""


def test_drills_are_asked_and_graded_with_their_clauses() -> None:
    ask = ("school", "drill", "tiger", "--kind", "who-draws", "--count", "2", "--seed", "7")
    asked = punto(*ask, "--json").json
    assert asked == punto(*ask, "--json").json
    first = asked["questions"][0]
    assert (first["topic"], first["game"]) == ("drawing", "tiger@2")
    assert first["parts"] == [
        {
            "name": "draws",
            "title": "Who draws",
            "form": "choice",
            "choices": ["player", "banker", "no-one"],
            "labels": ["Player", "Banker", "No one"],
        }
    ]
    answers = json.dumps([{"draws": "player"}, {"draws": ["banker"]}])
    graded = punto(*ask, "--json", "--answers", "-", stdin=answers).json["questions"]
    for question in graded:
        (mark,) = question["marks"]
        assert mark["is_right"] == (mark["given"] == mark["right"])
        assert mark["clauses"][0]["clause"] == "3.15"
        assert mark["clauses"][0]["says"]
        assert mark["why"]
    shown = punto(*ask, "--answers", "-", stdin="[]")
    assert shown.code == 0
    assert "1. wrong: Player has" in shown.out
    assert "3.15 Once the totals" in shown.out


def test_questions_are_asked_in_chinese_too() -> None:
    ask = ("school", "drill", "no-commission", "--kind", "hand-total", "--count", "1")
    assert "共几点？" in punto(*ask, "--language", "zh").out


def test_verdicts_points_and_results_are_in_chinese_too(tmp_path: Path) -> None:
    in_chinese = ("--language", "zh")
    lost = punto(*SITUATION, *in_chinese, "--lines", "-", stdin="report foreign-cards\n")
    assert "不对" in lost.out
    assert "正确的做法：" in lost.out
    paper = ("school", "paper", "tiger", "--seed", "zh", "--weight", "drawing=2", *in_chinese)
    marked = punto(*paper, "--answers", "-", stdin="[]")
    assert "2 分中得 0 分：不及格。" in marked.out
    assert "补牌" in marked.out
    saved = tmp_path / "paper.json"
    saved.write_text(punto(*paper, "--json", "--answers", "-", stdin="[]").out, encoding="utf-8")
    results = punto("school", "results", str(saved), *in_chinese)
    assert "不及格" in results.out
    assert "薄弱条款：" in results.out
    english = re.compile(r"\b(right|wrong|passed|missed|marks|refused|of \d)\b", re.IGNORECASE)
    for said in (lost.out, marked.out, results.out):
        assert not english.search(said), said


def test_progress_brings_back_what_was_wrong(tmp_path: Path) -> None:
    progress = str(tmp_path / "ana.json")
    ask = ("school", "drill", "no-commission", "--topic", "card-values", "--progress", progress)
    one = (*ask, "--count", "1", "--json", "--answers", "-")
    first = punto(*one, stdin="[]").json["questions"][0]["kind"]
    second = punto(*one, stdin="[]").json["questions"][0]["kind"]
    assert {first, second} == {"card-points", "hand-total"}
    memories = json.loads(Path(progress).read_text(encoding="utf-8"))["memories"]
    assert {each["asked"] for each in memories.values()} == {1}
    Path(progress).write_text("[]", encoding="utf-8")
    assert "no progress file" in refused(punto(*ask))


def test_amounts_are_decimals() -> None:
    ask = ("school", "drill", "no-commission", "--kind", "settle-layout", "--count", "1")
    seeded = (*ask, "--seed", "4", "--json")
    parts = punto(*seeded).json["questions"][0]["parts"]
    name = next(part["name"] for part in parts if part["form"] == "amount")
    wrong = punto(*seeded, "--answers", "-", stdin=json.dumps([{name: "0.05"}])).json
    marks = {mark["part"]: mark for mark in wrong["questions"][0]["marks"]}
    assert (marks[name]["given"], marks[name]["is_right"]) == (["0.05"], False)
    right = marks[name]["right"]
    assert "." in right[0]
    again = punto(*seeded, "--answers", "-", stdin=json.dumps([{name: right[0]}])).json
    assert {mark["part"]: mark for mark in again["questions"][0]["marks"]}[name]["is_right"]


def test_a_paper_is_drawn_graded_and_summed_up_for_the_class(tmp_path: Path) -> None:
    asked = punto(*SHORT, "--json").json
    assert [each["topic"] for each in asked["questions"]] == ["card-values"] * 2 + ["drawing"]
    empty = punto(*SHORT, "--json", "--answers", "-", stdin="[]")
    assert empty.code == 1
    assert empty.json["marks"] == {"got": 0, "of": empty.json["marks"]["of"]}
    answers = [
        {mark["part"]: mark["right"] for mark in each["marks"]} for each in empty.json["questions"]
    ]
    passed = punto(*SHORT, "--json", "--answers", "-", stdin=json.dumps(answers))
    assert (passed.code, passed.json["passed"]) == (0, True)
    ana, bo = tmp_path / "ana.json", tmp_path / "bo.json"
    ana.write_text(passed.out, encoding="utf-8")
    bo.write_text(json.dumps({**empty.json, "student": "bo"}), encoding="utf-8")
    summed = punto("school", "results", str(ana), str(bo), "--json")
    assert summed.code == 0
    assert summed.json["ready"] == ["ana"]
    assert [each["student"] for each in summed.json["papers"]] == ["ana", "bo"]
    assert summed.json["weak_clauses"][0]["missed"] >= 1
    assert "not passed" in punto("school", "results", str(ana), str(bo)).out
    forged = passed.json
    forged["questions"][0]["marks"][0]["is_right"] = False
    ana.write_text(json.dumps(forged), encoding="utf-8")
    found = punto("school", "results", str(ana), "--json")
    assert (found.code, found.json["altered"]) == (1, [str(ana)])


def test_papers_go_on_record_are_approved_and_verified(tmp_path: Path) -> None:
    empty = punto(*SHORT, "--json", "--answers", "-", stdin="[]").json
    answers = [
        {mark["part"]: mark["right"] for mark in each["marks"]} for each in empty["questions"]
    ]
    passed = punto(*SHORT, "--json", "--answers", "-", stdin=json.dumps(answers))
    paper, journal = tmp_path / "ana.json", str(tmp_path / "practice.journal")
    paper.write_text(passed.out, encoding="utf-8")
    record = ("school", "record", journal, str(paper), "--as", "dana")
    assert punto(*record, "--json").json == {"paper": 1, "student": "ana", "passed": True}
    assert "Paper 1 of ana: passed" in punto(*record).out, "the same file is recorded once"
    approve = ("school", "approve", journal, "1", "--as")
    assert "somebody else" in refused(punto(*approve, "dana"))
    assert "certificate of no-commission@6" in punto(*approve, "omar").out
    (certificate,) = punto("school", "certificates", journal, "--json").json
    assert (certificate["student"], certificate["standing"]) == ("ana", "valid")
    assert "ana" in punto("school", "certificates", journal).out
    summed = punto("school", "results", journal, "--json").json
    assert (summed["ready"], len(summed["papers"])) == (["ana"], 1)
    rows = punto("school", "results", journal, "--csv").out.splitlines()
    assert rows[0] == "student,game,seed,passed,topic,got,of"
    assert rows[1].startswith("ana,no-commission@6,autumn,True,card-values,")
    proved = punto("verify", journal, "--workers", "0", "--json")
    assert proved.code == 0, proved
    assert "There is no journal" in refused(punto("school", "certificates", "missing"))
    assert "Say who you are" in refused(punto("school", "record", journal, str(paper)))


def test_a_situation_is_shown_and_its_line_earns_points(tmp_path: Path) -> None:
    shown = punto(*SITUATION, "--json").json
    assert "happened" not in shown["facts"]
    assert shown["question"].startswith("The lights")
    given = punto(*SITUATION, "--json", "--lines", "-", stdin="report foreign-cards\n")
    assert given.code == 1
    points = {each["part"]: each["is_right"] for each in given.json["points"]}
    assert not points["taken-up"]
    line = "\n".join(given.json["right_line"])
    done = punto(*SITUATION, "--lines", "-", stdin=line)
    assert done.code == 0
    assert "right Taken up" in done.out


def test_patrons_act_in_a_round_and_are_allowed_or_denied(tmp_path: Path) -> None:
    ask = ("school", "situation", "tiger", "deal-round", "--seed", "3")
    shown = punto(*ask).out
    assert shown.count("(allow seat") == 3
    tried = tmp_path / "tried.txt"
    tried.write_text("close\n", "utf-8")
    right = punto(*ask, "--lines", str(tried), "--json").json["right_line"]
    assert sum(line.startswith(("allow ", "deny ")) for line in right) == 3
    tried.write_text("\n".join(right), "utf-8")
    assert punto(*ask, "--lines", str(tried)).code == 0
    tried.write_text("\n".join(line.replace("deny", "allow") for line in right), "utf-8")
    assert punto(*ask, "--lines", str(tried)).code == 1


def test_a_trainers_situation_is_checked_and_played(tmp_path: Path) -> None:
    script = tmp_path / "mine.round"
    script.write_text(WRITTEN, encoding="utf-8")
    ask = ("school", "situation", "--script", str(script))
    assert punto(*ask, "--json").json["scene"][0] == "game tiger"
    assert punto(*ask, "--lines", "-", stdin="report foreign-cards").code == 0
    assert punto(*ask, "--lines", "-", stdin="draw KS").code == 1
    script.write_text(WRITTEN.replace("void ", "offer seat1"), encoding="utf-8")
    assert "contradicts this situation" in refused(punto(*ask))


@pytest.mark.parametrize(
    ("arguments", "stdin", "said"),
    [
        (("drill", "chess"), "", "no game 'chess'"),
        (("drill", "tiger", "--topic", "poetry"), "", "no topic 'poetry'"),
        (("drill", "tiger", "--kind", "riddle"), "", "no drill 'riddle'"),
        (("drill", "no-commission", "--kind", "due-cards"), "", "nothing for the drill"),
        (("drill", "no-commission", "--topic", "handling"), "", "no questions on handling"),
        (("drill", "tiger", "--count", "0"), "", "from 1 to 200"),
        (("drill", "tiger", "--language", "fr"), "", "en or zh"),
        ((*WON, "missing.json"), "", "cannot be read"),
        ((*WON, "-"), "no", "is not JSON"),
        ((*WON, "-"), "{}", "a list of at most"),
        ((*WON, "-"), "[7]", "each with its parts"),
        ((*WON, "-"), '[{"x": "1"}]', "no part 'x'"),
        (("paper", "tiger", "--seed", "1", "--weight", "payment"), "", "is not a weight"),
        (("paper", "tiger", "--seed", "1", "--weight", "shoe=x"), "", "whole number"),
        (("paper", "tiger", "--seed", "1", "--pass", "0"), "", "1 to 100 percent"),
        (("situation", "tiger"), "", "Name a game and what happens"),
        (("situation", "no-commission", "device-reset"), "", "nothing for the drill"),
        (("situation", "--script", "missing.round"), "", "cannot be read"),
        (("results",), "", "Name the graded papers"),
        (("results", "README.md"), "", "is not JSON"),
    ],
)
def test_bad_input_is_told_in_one_sentence(
    arguments: tuple[str, ...], stdin: str, said: str
) -> None:
    assert said in refused(punto("school", *arguments, stdin=stdin))
