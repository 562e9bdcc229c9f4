"""`punto round`: play round scripts through the real table and say where the two disagree."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from punto.cli.arguments import Json
from punto.cli.output import console, print_json
from punto.refusals import Reason, Refused


def round(  # noqa: A001  (the command's own name)
    *files: Annotated[Path, Parameter(help="Round scripts, or folders of them.")],
    json: Json = False,
) -> int:
    """Play round scripts through the real table; 1 when any script and the table disagree."""
    from punto.table.scripts import Disagreement, play_script

    found = find_scripts(files)
    faults: dict[str, str] = {}
    for path in found:
        try:
            play_script(_read(path))
        except Disagreement as disagreement:
            faults[str(path)] = str(disagreement)
        except Refused as refusal:
            raise Refused(refusal.reason, f"{path}: {refusal.sentence}") from None
    if json:
        print_json([{"script": str(path), "fault": faults.get(str(path))} for path in found])
    else:
        from rich.markup import escape  # late: a --json run never needs it

        out = console()
        for path in found:
            fault = faults.get(str(path))
            out.print("[red]differs[/]" if fault else "[green]agrees[/] ", escape(str(path)))
            if fault:
                out.print(f"  {escape(fault)}")
        out.print(f"{len(found) - len(faults)} of {len(found)} scripts agree with the table.")
    return 1 if faults else 0


def find_scripts(files: tuple[Path, ...]) -> list[Path]:
    """The scripts named, and all those in the folders named."""
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
