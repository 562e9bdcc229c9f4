"""`punto table`, `punto staff`, `punto devices` and `punto serve`, against a real server."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from punto.cli import main
from punto.cli.command_groups import VERBS
from punto.cli.table_commands import command_of
from punto.client import Client
from punto.floor.card_reads import Read
from punto.journal.people.people import ALL_TABLES, Kind
from punto.refusals import Refused
from punto.rules.staff import Position
from tests.cli.run import punto, refused
from tests.web.served import PASSWORD, served
from tests.web.test_serve import free_port

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server with a Pit Manager, who is also the one at this terminal."""
    with served(tmp_path) as (house, address):
        house.sessions.add("boss", Kind.STAFF, PASSWORD, Position.PIT_MANAGER, (ALL_TABLES,))
        shift = Position.GAMING_SHIFT_MANAGER
        house.sessions.add("second", Kind.STAFF, PASSWORD, shift, (ALL_TABLES,))
        monkeypatch.setenv("PUNTO_SERVER", address)
        monkeypatch.setenv("PUNTO_NAME", "boss")
        monkeypatch.setenv("PUNTO_PASSWORD", PASSWORD)
        yield address


def said(capsys: Capture, *arguments: str) -> Any:
    assert main([*arguments, "--json"]) == 0, capsys.readouterr().err
    return json.loads(capsys.readouterr().out)


def complained(capsys: Capture, *arguments: str) -> str:
    assert main(list(arguments)) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    return told.err


@pytest.mark.parametrize(
    ("name", "verb"), [(name, verb) for name, verbs in VERBS.items() for verb in verbs]
)
def test_every_verb_has_help_with_an_example(name: str, verb: str, capsys: Capture) -> None:
    assert main([name, verb, "--help"]) == 0
    assert f"Example: punto {name} {verb}" in capsys.readouterr().out


def test_a_table_is_opened_set_played_and_closed(address: str, capsys: Capture) -> None:
    limits = ("--min", "25", "--max", "5000", "--limit", "tie=10..500")
    opened = said(capsys, "table", "open", "t1", "tiger", *limits, "--funding", "credits", "--burn")
    assert [event["type"] for event in opened["events"]] == ["table-opened"]
    view = said(capsys, "table", "show", "t1")
    config = view["configuration"]
    assert config["limits"]["tie"] == {"min": "10.00", "max": "500.00"}
    assert config["limits"]["banker"] == {"min": "25.00", "max": "5000.00"}
    assert (config["funding"], config["burn"], view["method"]) == ("credits", True, "B")
    said(capsys, "table", "configure", "t1", "--max", "9000", "--no-burn", "--why", "busy")
    said(capsys, "table", "configure", "t1", "--betting-seconds", "40")
    config = said(capsys, "table", "show", "t1")["configuration"]
    assert config["betting_seconds"] == 40
    assert config["limits"]["tie"] == {"min": "10.00", "max": "9000.00"}
    assert not config["burn"]
    assert main(["table", "give", "t1", "load-shoe", "shoe=first", "backs_alike=true"]) == 0
    assert "shoe-loaded" in capsys.readouterr().out
    done = said(capsys, "table", "give", "t1", "open-betting", "--key", "one")
    assert said(capsys, "table", "give", "t1", "open-betting", "--key", "one") == done
    assert main(["table", "show", "t1"]) == 0
    shown = capsys.readouterr().out
    assert "round 1: betting open; player -; banker -" in shown
    assert "you may: " in shown
    assert "round in play" in complained(capsys, "table", "close", "t1")
    said(capsys, "table", "open", "t0", "tiger")
    closed = said(capsys, "table", "close", "t0")
    assert [event["type"] for event in closed["events"]] == ["table-closed"]
    _, line = said(capsys, "table", "list")
    assert (line["table"], line["game"], line["open"]) == ("t1", "tiger", True)
    assert main(["table", "list"]) == 0
    assert "tiger" in capsys.readouterr().out


def test_a_table_is_opened_for_a_virtual_shoe_and_stays_so(address: str, capsys: Capture) -> None:
    said(capsys, "table", "open", "t1", "tiger", "--card-source", "sealed")
    assert said(capsys, "table", "show", "t1")["configuration"]["card_source"] == "sealed"
    felt = ("table", "give", "t1", "load-shoe", "shoe=felt")
    assert "set to sealed cards" in complained(capsys, *felt)
    other = ("table", "configure", "t1", "--card-source", "physical")
    assert "for the Gaming Shift Manager" in complained(capsys, *other)
    said(capsys, "table", "close", "t1")
    again = ("table", "open", "t1", "tiger", "--card-source", "physical")
    assert "for the Gaming Shift Manager" in complained(capsys, *again)


def test_the_order_of_positions_is_set_by_name(address: str, capsys: Capture) -> None:
    usual = "dealer,pit-supervisor,pit-manager,gaming-shift-manager,assistant-casino-manager"
    said(capsys, "table", "open", "t1", "tiger", "--ranks", usual)
    assert said(capsys, "table", "show", "t1")["configuration"]["ranks"] == [1, 2, 3, 4, 5]
    other = "dealer,pit-manager,pit-supervisor,gaming-shift-manager,assistant-casino-manager"
    change = ("table", "configure", "t1", "--ranks", other)
    assert "for the Assistant Casino Manager" in complained(capsys, *change)
    odd = ("table", "configure", "t1", "--ranks", "dealer,croupier")
    assert "one of dealer" in complained(capsys, *odd)


def test_words_that_are_no_command_are_told_in_a_sentence(address: str, capsys: Capture) -> None:
    said(capsys, "table", "open", "t1", "tiger")
    assert "open-betting" in complained(capsys, "table", "give", "t1", "nonsense")
    assert "patron, wager" in complained(capsys, "table", "give", "t1", "place-stake", "x=1")
    assert "no fields" in complained(capsys, "table", "give", "t1", "open-betting", "x=1")
    assert "position" in complained(
        capsys, "table", "give", "t1", "place-stake", "patron=p", "wager=tie", "position=x"
    )
    assert "no JSON" in complained(capsys, "table", "give", "t1", "sort-cards", "counts={")
    assert "WAGER=MIN..MAX" in complained(capsys, "table", "open", "t2", "tiger", "--limit", "x=1")
    assert "no table" in complained(capsys, "table", "show", "t9")
    assert "open" in complained(capsys, "table", "open", "t1", "tiger")


def test_staff_are_added_over_the_network_and_sign_in(address: str, capsys: Capture) -> None:
    made = said(capsys, "staff", "add", "d1", "--position", "dealer", "--tables", "t1")
    with Client(address) as client:
        assert client.sign_in("d1", made["password"]).position == "Dealer"
        listed = {each["name"]: each for each in said(capsys, "staff", "list")}
        assert listed["d1"] == {
            "name": "d1",
            "position": "Dealer",
            "tables": ["t1"],
            "disabled": False,
        }
        assert main(["staff", "disable", "d1"]) == 0
        with pytest.raises(Refused):
            client.me()
    assert main(["staff", "enable", "d1"]) == 0
    with Client(address) as client:
        assert client.sign_in("d1", made["password"]).id == "d1"
    capsys.readouterr()
    higher = ("staff", "add", "x", "--position", "assistant-casino-manager")
    assert "above Assistant Casino Manager" in complained(capsys, *higher)


def test_a_reader_is_added_and_its_key_lets_it_in(address: str, capsys: Capture) -> None:
    said(capsys, "table", "open", "t1", "tiger")
    made = said(capsys, "devices", "add", "r1", "--duty", "reader", "--tables", "t1")
    with Client(address) as second:
        second.sign_in("second", PASSWORD)
        second.approve(made["request"])
    with Client(address, made["key"]) as reader:
        (answer,) = reader.send_reads("t1", Read(1, "TH"))
        assert answer.refused is not None
    assert said(capsys, "devices", "list") == [
        {"name": "r1", "duty": "reader", "tables": ["t1"], "disabled": False}
    ]
    assert main(["devices", "add", "r2", "--duty", "reader", "--tables", "t1"]) == 0
    assert "A second person has to approve request" in capsys.readouterr().out.replace("\n", " ")
    assert "duty" in complained(capsys, "devices", "add", "r2", "--duty", "oracle")


def test_devices_are_told_to_a_journal_too(tmp_path: Path, capsys: Capture) -> None:
    journal = ("--journal", str(tmp_path / "j"))
    made = said(capsys, "devices", "add", "d1", "--tables", "*", *journal)
    assert len(made["key"]) >= 43  # 256 bits
    assert main(["devices", "list", *journal]) == 0
    assert "display" in capsys.readouterr().out


def test_who_asks_and_where_is_told_in_a_sentence_where_it_is_missing(
    address: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUNTO_PASSWORD", "wrong")
    assert "password is wrong" in complained(capsys, "table", "list")
    monkeypatch.delenv("PUNTO_PASSWORD")
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    assert "PUNTO_PASSWORD" in complained(capsys, "table", "list")
    monkeypatch.delenv("PUNTO_NAME")
    assert "--as NAME" in complained(capsys, "table", "list")
    assert "http://127.0.0.1:8000" in complained(
        capsys, "table", "list", "--as", "x", "--server", "nonsense"
    )


def test_a_server_that_is_not_there_is_told_in_a_sentence() -> None:
    said = punto("table", "list", "--as", "x", "--server", "http://127.0.0.1:1", PUNTO_PASSWORD="x")
    assert "No server answers at http://127.0.0.1:1" in refused(said)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--journal", "j", "--database", "postgresql://x/y"), "not both"),
        (("--database", "mysql://x/y"), "postgresql://"),
        (("--database", "postgresql://127.0.0.1:1/x?connect_timeout=2"), "does not answer"),
        (("--host", "192.0.2.1"), "192.0.2.1"),
        (("--port", "70000"), "65535"),
        (("--sign-ins-a-minute", "0"), "sign-in"),
        (("--requests-a-person", "0"), "request"),
        (("--requests-an-address", "0"), "request"),
    ],
)
def test_what_cannot_be_served_is_told_in_a_sentence(
    arguments: tuple[str, ...],
    word: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
) -> None:
    monkeypatch.chdir(tmp_path)
    port = () if "--port" in arguments else ("--port", str(free_port()))
    assert word in complained(capsys, "serve", *arguments, *port)


def test_every_command_of_a_table_can_be_written() -> None:
    assert {command_of(tag, ())["type"] for tag in ("open-betting", "close-table")} == {
        "open-betting",
        "close-table",
    }
    with pytest.raises(Refused) as told:
        command_of("place-stake", ())
    assert told.value.sentence.startswith("place-stake: ")
    assert command_of("set-aside", ())["cards"] == (None, None)
    assert command_of("give-device", ["patron=p", "without_stake=true"])["without_stake"] is True
