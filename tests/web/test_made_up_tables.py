"""Custom wagers on a felt: a test house plays them, verify proves them, a real house has none."""

import json
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import httpx
import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from punto.cli import main
from punto.client import Client, Watch
from punto.currencies import TEST_CURRENCY
from punto.journal.store import Store
from punto.journal.verify.journal import verify
from punto.refusals import Reason, Refused
from punto.rules import made_up_games
from punto.rules.games import find_game
from punto.rules.made_up_games import make_up, portable_name, write_definitions
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import (
    CardSource,
    Configuration,
    Funding,
    Timekeeper,
    check_configuration,
)
from punto.table.evolve import Corrupt
from punto.web.app import make_app
from punto.web.demo import demo_configuration
from punto.web.server import in_thread, opened
from punto.web.views.table import TableView
from tests.journal.forgery import forge, with_events
from tests.rules.made_up import WAGERS, lucky_game
from tests.web.served import FAST, closed_clients, credits_table, open_session, served
from tests.web.test_serve import free_port, wait_for

GAME = lucky_game()
ROUNDS = {  # cards, and what lucky-nine and red-player come to of 20.00 on each
    "won": ("4H 2C 5D 5S", (200_00, 30_00)),
    "lost": ("2H 4C 4S 5S", (-20_00, -20_00)),
    "pushed": ("4C 2C 3S 5S", (0, 0)),
}


def made_up_table() -> Configuration:
    """A table of the test game where the dealer types the cards and records chips."""
    usual = demo_configuration(GAME, TEST_CURRENCY)
    return replace(
        usual,
        funding=Funding.CHIPS,
        timekeeper=Timekeeper.DEALER,
        card_source=CardSource.PHYSICAL,
        positions=8,
    )


class Played(NamedTuple):
    """A journal of three rounds that were played over the network, and what was told of them."""

    journal: Path
    settled: list[dict[str, dict[str, Any]]]  # by wager
    table: TableView
    wagers: list[dict[str, Any]]
    lobby: dict[str, Any]
    odds: dict[str, Any]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    journal = tmp_path_factory.mktemp("made-up") / "house.journal"
    settled = []
    with (
        opened(str(journal), dealing_times=FAST, currency=TEST_CURRENCY) as (casino, _),
        in_thread(make_app(casino)) as address,
        closed_clients(),
    ):
        pit = open_session(casino, address, "pit", Position.PIT_MANAGER, "t1")
        pit.give("t1", c.OpenTable(made_up_table()))
        pit.give("t1", c.LoadShoe("one"))
        for cards, _ in ROUNDS.values():
            pit.give("t1", c.OpenBetting())
            for wager in ("lucky-nine", "red-player", "banker"):
                pit.give("t1", c.PlaceStake("seat1", wager, 1, 20_00))
            pit.give("t1", c.CloseBetting())
            for card in cards.split():
                pit.give("t1", c.DrawCard(card))
            pit.give("t1", c.AnnounceTotals())
            done = to_builtins(pit.give("t1", c.AnnounceOutcome()))
            (paid,) = (each for each in done["events"] if each["type"] == "round-settled")
            settled.append({line["wager"]: line for line in paid["fields"]["lines"]})
        with httpx.Client(base_url=f"{address}/api/v1", timeout=60) as http:
            http.get("/me")
            token = {"x-csrftoken": http.cookies["csrftoken"]}
            return Played(
                journal,
                settled,
                pit.table("t1"),
                http.get(f"/games/{GAME.id}@{GAME.edition}/wagers").json(),
                http.get("/lobby").json(),
                http.post(f"/games/{GAME.id}/odds", json={}, headers=token).json(),
            )


@pytest.mark.parametrize(("number", "way"), list(enumerate(ROUNDS)))
def test_a_round_pays_custom_wagers_on_totals_and_on_suits(
    played: Played, number: int, way: str
) -> None:
    _, (nine, red) = ROUNDS[way]
    lines = played.settled[number]
    assert lines["lucky-nine"]["profit_cents"] == nine
    assert lines["red-player"]["profit_cents"] == red
    assert {lines[each]["clause"] for each in ("lucky-nine", "red-player")} == {"custom"}
    assert lines["banker"]["clause"] != "custom"


def test_nobody_can_take_it_for_an_approved_game(played: Played) -> None:
    assert played.table.game == GAME.id
    assert played.table.game.startswith("test-tiger-")
    (line,) = played.lobby["tables"]
    assert line["title"].startswith("TEST GAME ")
    assert line["currency"]["code"] == "XTS"
    assert [each["id"] for each in played.wagers][-2:] == ["lucky-nine", "red-player"]
    assert [each["lines"][0]["pays"] for each in played.wagers[-2:]] == ["10 to 1", "3 to 2"]
    assert {each["id"] for each in played.odds["wagers"]} >= {"lucky-nine", "red-player"}, (
        played.odds
    )


def test_verify_decides_it_again_and_says_that_nobody_approved_it(
    played: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(played.journal), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["faults"] == []
    assert said["made_up"] == {"t1": [f"{GAME.id}@{GAME.edition}"]}
    assert main(["verify", str(played.journal)]) == 0
    assert "t1 dealt a game that nobody approved: test-tiger-" in capsys.readouterr().out
    assert main(["replay", str(played.journal), "--round", "t1/1"]) == 0
    shown = capsys.readouterr().out
    assert "TEST GAME" in shown
    assert "custom" in shown
    assert main(["ledger", str(played.journal), "meters", "--json"]) == 0
    meters = json.loads(capsys.readouterr().out)
    assert {"lucky-nine", "red-player"} <= {each["wager"] for each in meters["rows"]}, meters


@pytest.mark.parametrize("wager", ["lucky-nine", "red-player"])
def test_one_payment_altered_is_found(played: Played, tmp_path: Path, wager: str) -> None:
    copy = tmp_path / "forged.journal"
    with Store(str(played.journal)).begin_read() as before:
        assert list(verify(before)) == []
    shutil.copy(played.journal, copy)

    def change(event: Any) -> Any:
        if not isinstance(event, e.RoundSettled) or event.round != 1:
            return event
        lines = tuple(
            replace(
                line,
                profit_cents=line.profit_cents + 100,
                returned_cents=line.returned_cents + 100,
            )
            if line.wager == wager
            else line
            for line in event.lines
        )
        return replace(event, lines=lines)

    store = Store(str(copy))
    forge(store, lambda entry: with_events(entry, change))
    with store.begin_read() as transaction:
        said = [fault.what for fault in verify(transaction)]
    store.close()
    assert "it would have been decided otherwise" in said
    assert any(f"on {wager} was paid" in each for each in said)  # by the second settlement


def test_a_changed_definition_is_found(played: Played, tmp_path: Path) -> None:
    copy = tmp_path / "forged.journal"
    shutil.copy(played.journal, copy)

    def change(event: Any) -> Any:
        if not isinstance(event, e.TableOpened):
            return event
        wagers = event.configuration.test_wagers.replace("10 to 1", "20 to 1")
        return replace(event, configuration=replace(event.configuration, test_wagers=wagers))

    store = Store(str(copy))
    with pytest.raises(Corrupt):
        forge(store, lambda entry: with_events(entry, change))
    store.close()


def test_a_table_is_refused_that_is_not_for_tests() -> None:
    sound = made_up_table()
    assert check_configuration(sound) is GAME
    for change, words in (
        ({"currency": "SGD"}, "played in XTS alone"),
        ({"game": "tiger"}, "is not the name of a test game"),
        ({"game": "test-tiger-000000000000"}, "is not the name of a test game"),
        ({"test_wagers": ""}, "There is no game"),
        ({"next_edition": "Version 3"}, "no other edition"),
        ({"limits": {}}, "needs a minimum"),
    ):
        with pytest.raises(Refused) as refused:
            check_configuration(replace(sound, **change))
        assert words in refused.value.sentence


def test_a_real_house_takes_no_made_up_game(tmp_path: Path) -> None:
    with served(tmp_path) as (casino, address):
        pit = open_session(casino, address, "pit", Position.PIT_MANAGER, "t1")
        for config in (made_up_table(), replace(credits_table(), currency="XTS")):
            with pytest.raises(Refused) as refused:
                pit.give("t1", c.OpenTable(config))
            assert refused.value.reason is Reason.INCONSISTENT_CONFIGURATION
            assert "a test house" in refused.value.sentence


def test_a_test_house_takes_nothing_else(tmp_path: Path) -> None:
    overlap = WAGERS.replace('player_colours = "black"', "player_suits = 1")
    unsound = lucky_game(wagers=overlap)
    journal = str(tmp_path / "j")
    with (
        opened(journal, currency=TEST_CURRENCY) as (casino, _),
        in_thread(make_app(casino)) as address,
        closed_clients(),
    ):
        pit = open_session(casino, address, "pit", Position.PIT_MANAGER, "t1")
        with pytest.raises(Refused) as refused:
            pit.give("t1", c.OpenTable(credits_table()))
        assert "counts in XTS" in refused.value.sentence
        wrong = replace(made_up_table(), game=unsound.id, test_wagers=unsound.definitions)
        with pytest.raises(Refused) as refused:
            pit.give("t1", c.OpenTable(wrong))
        assert refused.value.reason is Reason.UNSOUND_WAGER
        pit.give("t1", c.OpenTable(made_up_table()))
    with pytest.raises(Refused) as refused, opened(journal):
        pass
    assert "needs a journal of its own" in refused.value.sentence


@pytest.mark.sweep
def test_a_wagers_file_is_served_at_a_table_that_deals_itself(tmp_path: Path) -> None:
    port, journal, wagers = free_port(), tmp_path / "j", tmp_path / "wagers.toml"
    wagers.write_text(WAGERS)
    arguments = ["serve", "--demo", "--journal", str(journal), "--port", str(port)]
    asked = ["--test-table", f"tiger={wagers}", "--betting-seconds", "2"]
    with subprocess.Popen(
        [sys.executable, "-m", "punto", *arguments, *asked],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(address)
            with Client(address) as guest:
                me = guest.sign_in_as_guest()
                with guest.watch("test-tiger") as watch:
                    bet(watch, me.id, "red-player")
                    while "settled" not in str(watch.next()):
                        pass
        finally:
            process.send_signal(signal.SIGINT)
            out, errors = process.communicate(timeout=20)
    assert "Traceback" not in errors
    assert re.search(
        r"nobody approved: TEST GAME .* \(test-tiger-[0-9a-f]{12}\)", " ".join(out.split())
    )
    assert main(["verify", str(journal)]) == 0


def bet(watch: Watch, guest: str, wager: str) -> None:
    watch.next()
    while watch.mine is None or "place-stake" not in watch.mine.may:
        watch.next()
    assert watch.give(c.PlaceStake(guest, wager, 1, 1000)).done is not None


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--test-table", "tiger=FILE"], "add --demo"),
        (["--demo", "--test-table", "tiger=FILE", "--currency", "SGD"], "counts in XTS"),
        (["--demo", "--test-table", "tiger"], "GAME=FILE"),
        (["--demo", "--test-table", "lion=FILE"], "There is no game"),
        (["--demo", "--test-table", "tiger=none.toml"], "cannot be read"),
        (["--demo", "--test-table", "tiger=FILE", "--test-table", "tiger=FILE"], "one file a game"),
        (["--demo", "--currency", "SGX"], "code of ISO 4217"),
    ],
)
def test_what_cannot_be_served_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    wagers = tmp_path / "wagers.toml"
    wagers.write_text(WAGERS)
    given = [each.replace("FILE", str(wagers)) for each in arguments]
    assert (
        main(["serve", "--journal", str(tmp_path / "j"), "--port", str(free_port()), *given]) == 2
    )
    assert words in capsys.readouterr().err


def test_nobody_makes_up_a_game_by_asking_for_it(tmp_path: Path) -> None:
    """A name with its definitions is for our own processes: it would be parsed and remembered."""
    wager = {"id": "new", "name": "New", "lines": [{"pays": "7 to 1", "when": {"margin": 7}}]}
    name = portable_name(make_up(find_game("tiger"), write_definitions([wager])))
    unmet = {**wager, "id": "newer"}
    other = f"{name.partition('#')[0]}#{write_definitions([unmet])}"
    with served(tmp_path) as (_, address), httpx.Client(base_url=f"{address}/api/v1") as http:
        before = len(made_up_games._known)
        token = {"x-csrftoken": http.get("/games").cookies["csrftoken"]}
        for each in (name, other):
            at = f"/games/{quote(each, safe='')}"
            for path in ("", "/odds", "/wagers", "/clauses", "/clauses/3.1", "/hands"):
                assert http.get(at + path).json()["reason"] == "unknown-game", path
            for path, body in (("/odds", {}), ("/session", {"stakes": [], "rounds": 1})):
                told = http.post(at + path, json=body, headers=token)
                assert told.json()["reason"] in ("unknown-game", "unreadable-request"), path
        assert len(made_up_games._known) == before
