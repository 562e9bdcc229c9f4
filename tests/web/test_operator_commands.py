"""The command line for operators: passwords, patrons, the cage, tickets and approvals."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from punto.cli import main
from punto.journal.people.people import ALL_TABLES, Kind
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.web.casino import Casino
from tests.web.served import PASSWORD, add_everybody, caller, come_in, served

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Casino, str, Path]]:
    folder = tmp_path_factory.mktemp("operators")
    with served(folder) as (casino, address):
        add_everybody(casino)
        casino.sessions.add(
            "boss2", Kind.STAFF, PASSWORD, Position.ASSISTANT_CASINO_MANAGER, (ALL_TABLES, CAGE)
        )
        casino.separation.separate_ms = 0
        yield casino, address, folder / "house.journal"


@pytest.fixture
def run(
    place: tuple[Casino, str, Path],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Run:
    """Run a command as a member of staff, with what it exits with and prints."""

    def run(who: str, *arguments: str, **environment: str) -> tuple[int, str, str]:
        given = {"PUNTO_PASSWORD": PASSWORD, "PUNTO_SERVER": place[1], "PUNTO_NAME": who}
        for name, value in {**given, **environment}.items():
            monkeypatch.setenv(name, value)
        capsys.readouterr()
        code = main(list(arguments))
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def answered(told: tuple[int, str, str]) -> Any:
    assert told[0] == 0, told
    return json.loads(told[1])


BOSS = "assistant-casino-manager"


def test_a_patron_is_added_found_and_given_a_new_password(
    place: tuple[Casino, str, Path], run: Run
) -> None:
    made = answered(run("pit-manager", "patrons", "add", "anna", "--json"))
    caller(place[1]).sign_in("anna", made["password"])
    assert answered(run("pit-manager", "patrons", "list", "--find", "an", "--json")) == [
        {"name": "anna", "disabled": False}
    ]
    assert run("pit-manager", "patrons", "list")[1].splitlines() == ["anna", "patron"]
    assert run(BOSS, "patrons", "show", "anna")[1] == "anna has 0.00.\n"
    reset = answered(run(BOSS, "patrons", "reset", "anna", "--json"))
    request = reset["waits"].rpartition("request ")[2].rstrip(".")
    assert run("boss2", "approvals", "approve", request)[0] == 0
    caller(place[1]).sign_in("anna", reset["password"])
    with pytest.raises(Refused):
        caller(place[1]).sign_in("anna", made["password"])
    code, out, err = run("dealer", "patrons", "reset", "anna")
    assert (code, out) == (2, "")
    assert err.startswith("punto: ")
    assert err.count("\n") == 1


def test_credits_are_sold_cashed_out_printed_and_paid(
    place: tuple[Casino, str, Path], run: Run, tmp_path: Path
) -> None:
    assert "100.00" in run(BOSS, "cage", "buy", "patron", "100.00")[1]
    assert run(BOSS, "cage", "buy", "patron", "a lot")[0] == 2
    assert answered(run(BOSS, "patrons", "show", "patron", "--json"))["credits"] == "100.00"
    first = answered(run(BOSS, "cage", "out", "patron", "25.00", "--json"))["code"]
    second = run(BOSS, "cage", "out", "patron", "5.00")[1].split()[-1]
    found = answered(run("pit-supervisor", "tickets", "list", "--json"))
    assert (found["count"], found["total"]) == (2, "30.00")
    assert "2 open vouchers, 30.00 SGD." in run("pit-supervisor", "tickets", "list")[1]
    assert first not in str(found)
    svg = tmp_path / "ticket.svg"
    assert run(BOSS, "tickets", "print", "--out", str(svg), PUNTO_VOUCHER=first)[0] == 0
    assert svg.read_text().startswith("<svg")
    assert svg.stat().st_mode & 0o777 == 0o600, "whoever reads it has the money"
    assert run(BOSS, "tickets", "print", "--out", str(tmp_path / "x.pdf"))[0] == 2
    assert run(BOSS, "cage", "redeem", "patron", PUNTO_VOUCHER=first)[0] == 0
    assert run(BOSS, "cage", "redeem", "patron", PUNTO_VOUCHER=first)[0] == 2, "it is used"
    assert run(BOSS, "cage", "pay", PUNTO_VOUCHER=second)[0] == 0
    assert run(BOSS, "cage", "pay", PUNTO_VOUCHER="")[0] == 2, "there is no terminal"
    assert "patron:patron" in run(BOSS, "cage", "show")[1]
    assert "95.00" in json.dumps(answered(run(BOSS, "cage", "show", "--json")))


def test_a_retry_under_one_key_is_done_once(run: Run, tmp_path: Path) -> None:
    secret = tmp_path / "password"
    secret.write_text(f"{PASSWORD}\n", encoding="utf-8")
    from_file = {"PUNTO_PASSWORD": "", "PUNTO_PASSWORD_FILE": str(secret)}
    for _ in range(2):
        bought = run(BOSS, "cage", "buy", "patron", "1.00", "--key", "once", **from_file)
        assert bought[0] == 0
    assert answered(run(BOSS, "patrons", "show", "patron", "--json"))["credits"] == "96.00"


def test_any_command_of_the_cage_can_be_sent(run: Run) -> None:
    told = run(BOSS, "cage", "give", "buy-credits", "patron=patron", "amount=2.00")
    assert told[0] == 0, told
    code, _, err = run(BOSS, "cage", "give", "steal-credits")
    assert code == 2
    assert "buy-credits" in err
    assert run(BOSS, "cage", "give", "buy-credits", "whom=patron")[0] == 2
    told = run(BOSS, "cage", "give", "redeem-voucher", "patron=patron", PUNTO_VOUCHER="0000")
    assert told[0] == 2
    assert "voucher" in told[2].lower() or "code" in told[2].lower()


def test_what_waits_for_a_second_person_is_listed_approved_and_declined(
    place: tuple[Casino, str, Path], run: Run
) -> None:
    boss = come_in(place[1], BOSS)
    for _ in range(2):
        with pytest.raises(Refused) as waits:
            boss.give_cage(cage.BuyCredits("patron", 2_000_000))
        assert waits.value.reason is Reason.APPROVAL_NEEDED
    first, second = answered(run("boss2", "approvals", "list", "--json"))
    listed = run("boss2", "approvals", "list")[1].splitlines()
    assert [line.split()[0] for line in listed] == [first["id"], second["id"]]
    told = run("boss2", "approvals", "approve", first["id"])
    assert told[0] == 0, told
    assert run("boss2", "approvals", "decline", second["id"])[0] == 0
    assert answered(run("boss2", "approvals", "list", "--json")) == []
    assert run("boss2", "approvals", "approve", second["id"])[0] == 2


def test_a_password_is_reset_through_the_server_and_directly(
    place: tuple[Casino, str, Path], run: Run
) -> None:
    casino, address, journal = place
    new = answered(run(BOSS, "staff", "reset", "dealer", "--json"))["password"]
    caller(address).sign_in("dealer", new)
    token = casino.sessions.open_session(casino.people.find("dealer"))  # type: ignore[arg-type]
    arguments = ("staff", "reset", "dealer", "--journal", str(journal), "--json")
    newer = json.loads(run(BOSS, *arguments)[1])["password"]
    caller(address).sign_in("dealer", newer)
    casino.sessions._cache.clear()
    assert casino.sessions.authenticate(token) is None, "it is signed out everywhere"
    assert "once that is approved" in run(BOSS, "staff", "reset", "gaming-shift-manager")[1]
    assert run(BOSS, "staff", "reset", "nobody", "--journal", str(journal))[0] == 2
