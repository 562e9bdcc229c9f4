"""`punto round`: plays round scripts through the real table and reports differences."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from punto.cli.arguments import Json
from punto.cli.output import console, print_json
from punto.refusals import Reason, Refused


def round(  # noqa: A001  (the command's own name)
    *files: Annotated[Path, Parameter(help="Round scripts, or folders of them.")],
    all: Annotated[bool, Parameter(help="Show every difference, not only the first.")] = False,  # noqa: A002
    json: Json = False,
) -> int:
    """Play round scripts through the real table; 1 when any script and the table disagree."""
    from punto.floor.clock import today
    from punto.ledger.script_purses import ScriptPurses
    from punto.table.scripts import play_all

    found = find_scripts(files)
    faults: dict[str, list[str]] = {}
    for path in found:
        try:
            played = play_all(_read(path), ScriptPurses(), first_only=not all, on=today())
        except Refused as refusal:
            raise Refused(
                refusal.reason, "{path}: {wrong}", path=path, wrong=refusal.message
            ) from None
        if played[1]:
            faults[str(path)] = [str(each) for each in played[1]]
    if json:
        print_json([_answer(str(path), faults.get(str(path), []), every=all) for path in found])
    else:
        from rich.markup import escape  # late: a --json run never needs it

        out = console()
        for path in found:
            differs = faults.get(str(path), [])
            out.print("[red]differs[/]" if differs else "[green]agrees[/] ", escape(str(path)))
            for each in differs:
                out.print(f"  {escape(each)}")
        out.print(f"{len(found) - len(faults)} of {len(found)} scripts agree with the table.")
    return 1 if faults else 0


def _answer(path: str, faults: list[str], *, every: bool) -> dict[str, object]:
    answer: dict[str, object] = {"script": path, "fault": faults[0] if faults else None}
    return {**answer, "faults": faults} if every else answer


def find_scripts(files: tuple[Path, ...]) -> list[Path]:
    """Return the named scripts, and all scripts in the named folders."""
    found: list[Path] = []
    for path in files:
        found += sorted(path.rglob("*.round")) if path.is_dir() else [path]
    if not found:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "Name a round script, or a folder that holds some."
        )
    return found


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise Refused(Reason.UNREADABLE_REQUEST, "The file cannot be read.") from None
