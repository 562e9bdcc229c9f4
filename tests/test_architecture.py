"""ARCHITECTURE.md holds: its paths exist, pure rooms are pure, and one module reads the clock."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src/punto"
FOLDERS = (ROOT, ROOT / "src", PACKAGE, ROOT / "terminals/src")
DOCUMENTS = ("ARCHITECTURE.md", "CONTRIBUTING.md")
PATH = re.compile(r"`((?:[\w.<>-]+/)*[\w.<>-]+\.(?:pyi|py|toml|json|md|tsx|ts)|(?:[\w.<>-]+/)+)`")
WALL_CLOCKS = {"time", "time_ns", "now", "utcnow", "today", "localtime", "gmtime"}


def named(document: str) -> list[str]:
    return PATH.findall((ROOT / document).read_text(encoding="utf-8"))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_path_named_exists(document: str) -> None:
    """A bare file name stands in the folder of the path before it."""
    paths = named(document)
    assert len(paths) >= 10
    beside: tuple[Path, ...] = ()
    missing = []
    for path in paths:
        pattern = re.sub(r"<\w+>", "*", path.rstrip("/"))
        found = [each for folder in (*FOLDERS, *beside) for each in folder.glob(pattern)]
        if not found:
            missing.append(path)
        elif "/" in path:
            beside = tuple(each if each.is_dir() else each.parent for each in found)
    assert missing == []


def contract(name: str) -> set[str]:
    """The rooms that an import contract is about."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (found,) = (
        each
        for each in settings["tool"]["importlinter"]["contracts"]
        if each["name"].startswith(name)
    )
    return {room.removeprefix("punto.") for room in found["source_modules"]}


def rooms_said_to_be_pure() -> set[str]:
    rows = re.findall(
        r"^\| `([\w./]+)` \|.*\| yes[^|]*\|$",
        (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    return {row.removesuffix(".py").split("/")[0] for row in rows}


def test_the_rooms_said_to_be_pure_are_those_of_the_contract() -> None:
    assert rooms_said_to_be_pure() == contract("Pure rooms")


def test_every_room_but_the_journal_has_no_database() -> None:
    rooms = {each.stem for each in PACKAGE.iterdir() if each.is_dir() or each.suffix == ".py"}
    without = {"journal", "__init__", "__main__", "__pycache__", "py", "catalogues"}
    assert contract("Only the journal has a database") == rooms - without


def calls(path: Path) -> Iterator[tuple[str, str]]:
    """What a module calls: the name, and what it is taken from."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            match node.func:
                case ast.Name(id=name):
                    yield name, ""
                case ast.Attribute(attr=name, value=ast.Name(id=owner)):
                    yield name, owner


def modules(room: str) -> list[Path]:
    folder = PACKAGE / room
    return sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]


def test_pure_rooms_open_no_file_and_print_nothing() -> None:
    for room in sorted(contract("Pure rooms")):
        for path in modules(room):
            done = {name for name, owner in calls(path) if not owner}
            assert not done & {"open", "print", "input", "exec", "eval"}, path
            if room != "risk":  # which samples with a seed
                assert not re.search(r"\b(np|numpy)\.random\b|default_rng", path.read_text()), path


def reads_the_time_of_day(path: Path) -> bool:
    text = path.read_text(encoding="utf-8")
    imported = re.search(r"^from time import .*\b(time|time_ns)\b", text, re.MULTILINE)
    owners = {"time", "datetime", "date", "dt"}
    return bool(imported) or any(
        name in WALL_CLOCKS and owner in owners for name, owner in calls(path)
    )


def test_only_the_floors_clock_reads_the_time_of_day() -> None:
    """Others measure how long something takes; none but the floor says when it happened."""
    found = [each for each in sorted(PACKAGE.rglob("*.py")) if reads_the_time_of_day(each)]
    assert found == [PACKAGE / "floor/clock.py"]


def walks() -> list[list[tuple[str, str]]]:
    """The tables of the path of a card and of a stake: each row's files, and what it says."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    tables = re.findall(r"(?:^\| \d+(?:–\d+)? \|.*\n)+", text, re.MULTILINE)
    row = re.compile(r"^\| [\d–]+ \| (.*?) \| (.*?) \|$", re.MULTILINE)
    return [row.findall(table) for table in tables]


def test_a_card_and_a_stake_have_a_short_way_to_the_screen() -> None:
    card, stake = walks()
    for walk in (card, stake):
        files = [path for row, _ in walk for path in PATH.findall(row)]
        assert len(files) <= 20
        assert len(set(files)) <= 15
    for row, said in (*card, *stake):
        source = "".join(
            (folder / path).read_text(encoding="utf-8")
            for path in PATH.findall(row)
            for folder in FOLDERS
            if (folder / path).is_file()
        )
        for name in re.findall(r"`([\w.]+)`", said):
            assert re.search(rf"\b{name.rpartition('.')[2]}\b", source), (row, name)
