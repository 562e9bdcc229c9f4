"""Every command: help with an example, plain in a pipe, quick to start."""

import subprocess
import sys
from pathlib import Path

import pytest

from punto.cli import COMMANDS
from tests.cli.run import Said, fresh, imported_anew, punto, refused
from tests.sample import sample


def test_help_lists_every_command_with_its_purpose() -> None:
    said = punto("--help")
    assert said.code == 0
    assert "Example:" in said.out
    for name, (purpose, _) in COMMANDS.items():
        assert name in said.out
        assert purpose.split(",")[0][:40] in " ".join(said.out.replace("│", " ").split())


@pytest.mark.parametrize("name", sample(COMMANDS))
def test_every_command_has_help_with_an_example(name: str) -> None:
    said = imported_anew(name, "--help")  # with nothing imported but its own module
    assert said.code == 0
    assert f"Example: punto {name}" in said.out


@pytest.mark.parametrize(
    "arguments",
    [(), ("--help",), ("--version",), ("games",), ("settle", "--help")],
)
def test_asking_is_never_an_error(arguments: tuple[str, ...]) -> None:
    assert punto(*arguments).code == 0


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("nonsense",), "nonsense"),
        (("settle", "tiger", "--nonsense"), "--nonsense"),
        (("settle", "tiger", "--decks", "many"), "decks"),
        (("rules",), "GAME"),
        (("deal", "tiger", "--rounds", "1.5"), "rounds"),
    ],
)
def test_a_misused_command_is_told_in_one_sentence(arguments: tuple[str, ...], word: str) -> None:
    assert word in refused(punto(*arguments))


def test_a_command_that_is_mistyped_is_guessed() -> None:
    assert 'Unknown command "setle". Did you mean "settle"?' in refused(punto("setle", "tiger"))


@pytest.mark.parametrize("arguments", [["games", "--json"], ["setle"]], ids=str)
def test_nothing_heavy_is_imported_before_it_is_needed(arguments: list[str]) -> None:
    """Counts what is loaded, since a clock on a busy machine would lie."""
    script = (
        f"import sys; from punto.cli import main; main({arguments});"
        "heavy = {'numpy', 'numba', 'matplotlib', 'dask', 'sqlalchemy', 'litestar', 'asyncio'};"
        "sys.exit(sorted(heavy & set(sys.modules)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_output_in_a_pipe_is_plain() -> None:
    for arguments in (("games",), ("rules", "tiger"), ("deal", "tiger", "--seed", "1")):
        said = fresh(*arguments)
        assert said.code == 0
        assert "\x1b" not in said.out


@pytest.mark.parametrize("command", ["settle", "odds", "roads"])
def test_a_closed_standard_input_is_told_in_one_sentence(command: str) -> None:
    script = f"{sys.executable} -m punto {command} --batch - <&-"
    done = subprocess.run(script, shell=True, capture_output=True, text=True, check=False)
    assert "standard input" in refused(Said(done.returncode, done.stdout, done.stderr))


def test_a_byte_order_mark_is_no_part_of_the_first_line() -> None:
    said = punto("roads", "--batch", "-", stdin='\ufeff{"results": "BP"}\n')
    assert said.code == 0
    assert said.lines[0]["leading_ties"] == 0


def test_an_old_terminal_gets_what_it_can_show() -> None:
    said = punto("settle", "tiger", "--cards", "9C 5D KH AH", PYTHONIOENCODING="ascii")
    assert said.code == 0
    assert "9?" in said.out
    fancy = punto("rules", "tiger", "--json").json
    assert punto("rules", "tiger", "--json", PYTHONIOENCODING="ascii").json == fancy


@pytest.mark.parametrize("columns", sample(["30", "80"]))
def test_no_figure_is_cut_short(columns: str) -> None:
    stakes = ("--stake", "tiger=1000000000000", "--stake", "small-tiger=1000000000000")
    said = punto("settle", "tiger", "--cards", "2C 5D 3H AH KD", *stakes, COLUMNS=columns)
    for amount in ("12000000000000.00", "22000000000000.00", "34000000000000.00"):
        assert amount in said.out
    shown = [
        punto("odds", "tiger", "--removals", "--covariances", COLUMNS=columns),
        punto("protect", "tiger", "--shoes", "1", "--seed", "1", COLUMNS=columns),
        punto("simulate", "tiger", "--rounds", "1000", "--seed", "1", COLUMNS=columns),
    ]
    for said in shown:
        assert "…" not in said.out


def test_a_reader_that_leaves_is_no_error_of_ours() -> None:
    done = subprocess.run(
        f"{sys.executable} -m punto rules tiger | head -1",
        shell=True,
        capture_output=True,
        check=False,
    )
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr


@pytest.mark.parametrize("options", ["", "--json"])
def test_a_full_device_is_one_sentence(options: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "punto", "rules", "tiger", *options.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == b"punto: The output could not be written: No space left on device.\n"


@pytest.mark.parametrize("command", ["staff list", "devices list", "staff unlock ann"])
def test_what_only_reads_accounts_makes_no_journal(command: str, tmp_path: Path) -> None:
    journal = tmp_path / "none.journal"
    said = punto(*command.split(), "--journal", str(journal))
    assert "There is no journal" in refused(said)
    assert list(tmp_path.iterdir()) == []


def test_postgresql_without_its_package_says_what_to_install(tmp_path: Path) -> None:
    without = (
        "import sys; sys.modules['psycopg'] = None; from punto.cli import main; sys.exit(main())"
    )
    for command in (["verify"], ["serve", "--database"]):
        done = subprocess.run(
            [sys.executable, "-c", without, *command, "postgresql://127.0.0.1/none"],
            capture_output=True,
            check=False,
            cwd=tmp_path,
        )
        assert done.returncode == 2, done.stderr
        wanted = b"punto: PostgreSQL needs one more package: pip install 'punto[postgresql]'.\n"
        assert done.stderr == wanted


@pytest.mark.parametrize("proxy", ["notanip", "127.0.0.1:80", "10.0.0.0/8", "*", ""])
def test_a_proxy_that_is_no_address_is_refused(proxy: str) -> None:
    assert "A proxy is an IP address" in refused(punto("serve", "--proxy", proxy))


@pytest.mark.parametrize(
    ("closed", "command", "code"),
    sample(
        [
            (">&-", "games", 0),
            (">&-", "--help", 0),
            (">&-", "nonsense", 2),
            ("2>&-", "games", 0),
            ("2>&-", "nonsense", 2),
            ("2>/dev/full", "nonsense", 2),
            (">&- 2>&- <&-", "nonsense", 2),
        ],
        lambda closed, command, code: (code,),
    ),
)
def test_streams_that_are_closed_or_full_change_no_exit_code(
    closed: str, command: str, code: int
) -> None:
    """A sentence on standard error does not turn up on standard output either."""
    line = f"{sys.executable} -m punto {command} {closed}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert "punto: " not in done.stdout
