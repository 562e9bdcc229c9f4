"""Questions asked in a terminal one by one, each graded at once and explained by its clause."""

from collections.abc import Sequence
from time import monotonic

from punto.cli.output import console
from punto.cli.school_progress import ProgressFile
from punto.cli.school_situations import patron_lines
from punto.cli.school_view import choices_of
from punto.messages import word_in
from punto.rules.game import Game
from punto.school.catalogue import grade_item
from punto.school.documents import mark_document, question_document, read_answers
from punto.school.drills.situations import LINE
from punto.school.items import AT_TABLE, Item
from punto.school.phrases import SAY_LINES, correction, drill_score


def ask_all(
    game: Game, items: Sequence[Item], language: str, kept: ProgressFile | None = None
) -> int:
    """Ask every question and print the score; Ctrl-C prints it so far."""
    right, asked, seconds = 0, 0, 0
    out = console()
    try:
        for number, item in enumerate(items, 1):
            started = monotonic()
            answers = _ask(number, item, language)
            taken = int(monotonic() - started)
            seconds += taken
            marks = grade_item(item, read_answers(item, answers))
            if kept is not None:
                kept.record(game, item, marks, taken)
            asked += len(marks)
            for mark in marks:
                right += mark.is_right
                if mark.is_right:
                    continue
                shown = mark_document(item, mark, language)
                said = correction(mark, ", ".join(shown["right"]) or "-", mark.why)
                out.print(f"   {word_in(language, said)}", markup=False)
                for clause in shown["clauses"]:
                    out.print(f"     {clause['clause']} {clause['says']}", markup=False)
    except (KeyboardInterrupt, EOFError):
        out.print("")
    if kept is not None:
        kept.write()
    out.print(word_in(language, drill_score(right, asked, seconds)), markup=False)
    return 0


def _ask(number: int, item: Item, language: str) -> dict[str, list[str]]:
    out = console()
    shown = question_document(item, language)
    for line in shown["facts"].get("scene", ()):
        out.print(f"   {line}", markup=False)
    out.print(f"{number}. {shown['question']}", markup=False)
    if item.topic in AT_TABLE:
        for said in patron_lines(item, language):
            out.print(f"   {said}", markup=False)
        out.print(f"   {word_in(language, SAY_LINES)}", markup=False)
        lines: list[str] = []
        while line := input("   > ").strip():
            lines.append(line)
        return {LINE: lines}
    answers: dict[str, list[str]] = {}
    for part in shown["parts"]:
        choices = f" ({choices_of(part)})" if part["choices"] else ""
        said = input(f"   {part['title']}{choices}: ").strip()
        separator = None if part["form"] == "chips" else ","
        answers[part["name"]] = [word.strip() for word in said.split(separator) if word.strip()]
    return answers
