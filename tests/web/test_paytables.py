"""Data that frees the pages from rules: pay tables, hands, lobby, a display's key."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from time import sleep

import httpx
import pytest

from punto.client import Client
from punto.money import Cents
from punto.roads.marks import Mark, mark_of
from punto.rules.cards import DECK
from punto.rules.games import GAMES, find_game
from punto.rules.round import deal_round
from punto.rules.settlement import Stake, settle
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from punto.web.api.lobby import COUNTDOWN_MS
from punto.web.api.pages import NOT_BUILT, page_routes
from punto.web.casino import Casino
from punto.web.server import opened
from punto.web.views.roads import ShoeMarks
from punto.web.views.rounds import rounds_of_shoe
from tests.envelope import Given
from tests.floor.tables import routine, shuffled
from tests.rules.later import later_edition
from tests.submission import ask
from tests.web.served import credits_table, everybody, served

MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)


@pytest.fixture(scope="module")
def place(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Casino, str]]:
    with served(tmp_path_factory.mktemp("felt"), demo=True) as (casino, address):
        yield casino, address


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_a_pay_table_is_the_laws_own(place: tuple[Casino, str], game: str) -> None:
    told = httpx.get(f"{place[1]}/api/v1/games/{game}/wagers").json()
    law = find_game(game).wagers
    assert [(each["id"], each["title"], each["loses_by"]) for each in told] == [
        (wager.id, wager.title, wager.loses_by) for wager in law
    ]
    assert [[line["pays"] for line in each["lines"]] for each in told] == [
        [line.pays for line in wager.lines] for wager in law
    ]
    assert all(line["when"] and line["clause"] for each in told for line in each["lines"])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_hands_are_read_as_they_are_settled(place: tuple[Casino, str], game: object) -> None:
    law = next(each for each in GAMES if each is game)
    chance = Random(7)
    with httpx.Client(base_url=place[1]) as http:
        for _ in range(30):
            dealt = deal_round(iter(chance.sample(DECK, 6)))
            assert dealt is not None
            hands = {
                "player": " ".join(card.code for card in dealt.player.cards),
                "banker": " ".join(card.code for card in dealt.banker.cards),
            }
            told = http.get(f"/api/v1/games/{law.id}/hands", params=hands).json()
            flat = {"cards": " ".join(card.code for card in dealt.cards)}
            assert http.get(f"/api/v1/games/{law.id}/hands", params=flat).json() == told
            assert told["player"]["total"] == dealt.player.total
            assert told["outcome"] == dealt.outcome.winner.value
            assert told["next"]["side"] == ""
            paid = settle(law, dealt.outcome, [Stake(w.id, Cents(10_000)) for w in law.wagers])
            assert [
                (each["wager"], each["result"], each["pays"], each["clause"])
                for each in told["wagers"]
            ] == [
                (line.wager, line.result, line.odds.text if line.odds else "", line.clause)
                for line in paid.lines
            ]


def test_hands_that_are_not_complete_tell_who_draws(
    place: tuple[Casino, str],
) -> None:
    with httpx.Client(base_url=f"{place[1]}/api/v1/games/tiger") as http:
        begun = http.get("/hands", params={"player": "2C 3D", "banker": "KH AH"}).json()
        assert begun["next"]["side"] == "player"
        assert begun["next"]["why"] == "Player has 5 and draws on 0 to 5."
        assert begun["outcome"] is None
        assert begun["wagers"] == []
        too_many = http.get("/hands", params={"player": "9C KD 2H", "banker": "KH AH"})
        assert too_many.status_code == 409
        assert too_many.json()["reason"] == "card-not-allowed"
        flat = http.get("/hands", params={"cards": "9C KH KD AH 2H"})
        assert flat.json()["reason"] == "card-not-allowed"
        assert http.get("/hands", params={"player": "XX"}).status_code == 400


def test_the_lobby_shows_tables_to_anybody_and_nothing_of_anybody(
    place: tuple[Casino, str],
) -> None:
    casino, address = place
    told = httpx.get(f"{address}/api/v1/lobby").json()
    assert told["guests"] is True
    assert {each["table"] for each in told["tables"]} == {game.id for game in GAMES}
    tiger = next(each for each in told["tables"] if each["table"] == "tiger")
    assert tiger["limits"]["tie"] == {"min_cents": 1_000, "max_cents": 1_000_000}
    assert tiger["seated"] == 0
    casino.presence.note("tiger", "guest-1")
    sleep(2 * COUNTDOWN_MS / 1000)  # the number of people may be so old
    again = httpx.get(f"{address}/api/v1/lobby")
    seated = {each["table"]: each["seated"] for each in again.json()["tables"]}
    assert seated["tiger"] == 1
    assert "guest-1" not in again.text
    casino.presence.leave("tiger", "guest-1")


def test_the_lobby_has_the_big_road_of_the_shoe(tmp_path: Path) -> None:
    with served(tmp_path, demo=True) as (_, address), Client(address) as guest:
        guest.sign_in_as_guest()
        with guest.watch("tiger") as watch:
            while watch.table is None or len(watch.table.finished) < 3:
                watch.next()
        told = httpx.get(f"{address}/api/v1/lobby").json()
        tiger = next(each for each in told["tables"] if each["table"] == "tiger")
        roads = guest.http.get("/api/v1/tables/tiger/roads").json()
        played = len(roads["bead_plate"])
        assert played >= 3
        assert tiger["statistics"]["rounds"] in (played, played - 1)
        if tiger["statistics"]["rounds"] == played:
            assert tiger["big_road"] == roads["big_road"]
            assert tiger["last"] == roads["bead_plate"][-1][2]


def test_the_marks_of_a_shoe_are_the_journals_however_seldom_one_asks(tmp_path: Path) -> None:
    with opened(str(tmp_path / "j")) as (casino, _):
        host, asked, cards = casino.host, count(), iter(shuffled(seed=5))

        def do(command: Given) -> None:
            ask(host, "t1", f"do-{next(asked)}", command)

        def play() -> None:
            do(Given(c.OpenBetting(), MANAGER))
            while (command := routine(host.state("t1"), cards)) is not None:
                do(command)

        def recorded() -> tuple[Mark, ...]:
            with casino.store.begin_read() as transaction:
                found = rounds_of_shoe(transaction, "t1")
            return tuple(mark_of(dealt) for _, dealt in sorted(found.items()) if dealt)

        do(Given(c.OpenTable(credits_table()), MANAGER))
        do(Given(c.LoadShoe("first"), MANAGER))
        often, seldom = ShoeMarks(casino.store), ShoeMarks(casino.store)
        assert seldom.of("t1", host.state("t1")) == ()
        for number in range(1, 16):
            play()
            if number == 13:
                wrong = Given(c.CorrectRound(12, ("9H", "KD", "KH", "KC"), "misread"), MANAGER)
                do(wrong)
            assert often.of("t1", host.state("t1")) == recorded()
        assert len(recorded()) == 15
        assert seldom.of("t1", host.state("t1")) == recorded()
        do(Given(c.RetireShoe(), MANAGER))
        assert often.of("t1", host.state("t1")) == recorded()
        assert ShoeMarks(casino.store).of("t1", host.state("t1")) == recorded()
        do(Given(c.LoadShoe("second"), MANAGER))
        assert often.of("t1", host.state("t1")) == recorded() == ()


def test_a_display_comes_in_with_its_key_and_only_with_it(tmp_path: Path) -> None:
    with served(tmp_path) as (casino, address):
        people = everybody(casino, address)
        key = people["pit-manager"].add_device("wall", ("*",)).key
        with httpx.Client(base_url=address) as browser:
            browser.get("/health")
            forged = {"x-csrftoken": browser.cookies["csrftoken"]}
            wrong = browser.post("/api/v1/displays", json={"key": key + "x"}, headers=forged)
            assert wrong.status_code == 401
            assert "punto" not in browser.cookies
            token = {"key": people["patron"].token}  # a person's token is no device's key
            assert browser.post("/api/v1/displays", json=token, headers=forged).status_code == 401
            right = browser.post("/api/v1/displays", json={"key": key}, headers=forged)
            assert right.json()["kind"] == "device"
            assert "HttpOnly" in right.headers["set-cookie"]
            assert browser.get("/api/v1/me").json()["id"] == "wall"


@contextmanager
def served_from(
    pages: Path, monkeypatch: pytest.MonkeyPatch, *, demo: bool = False
) -> Iterator[str]:
    """The address of a house whose pages come from this folder."""
    monkeypatch.setattr("punto.web.app.page_routes", lambda: page_routes(pages))
    with served(pages.parent, demo=demo) as (_, address):
        yield address


def test_pages_that_are_not_built_are_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served_from(tmp_path / "pages", monkeypatch) as address:
        told = httpx.get(f"{address}/table/tiger")
        assert (told.status_code, told.text) == (404, NOT_BUILT)
        assert httpx.get(f"{address}/favicon.svg").status_code == 404
        assert httpx.get(f"{address}/assets/x.js").status_code == 404


def test_built_pages_are_sent_with_what_may_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = tmp_path / "pages"
    (pages / "assets").mkdir(parents=True)
    (pages / "index.html").write_text("<!doctype html><title>Punto</title>")
    (pages / "assets" / "main-1a2b.js").write_text("void 0;\n" * 500)
    (tmp_path / "aside.txt").write_text("for nobody")
    with (
        served_from(pages, monkeypatch) as address,
        httpx.Client(base_url=address) as http,
    ):
        for path in ("/", "/table/tiger", "/display/t1", "/history/t1", "/rules/tiger", "/odds/x"):
            page = http.get(path)
            assert page.status_code == 200
            assert page.headers["cache-control"] == "no-cache"
            assert page.headers["content-type"].startswith("text/html")
            assert page.headers["content-security-policy"].startswith("default-src 'self'")
        script = http.get("/assets/main-1a2b.js")
        assert "immutable" in script.headers["cache-control"]
        assert "set-cookie" not in script.headers, "a cache may give it to others"
        assert "javascript" in script.headers["content-type"]
        for outside in ("/assets/../aside.txt", "/assets/%2e%2e/%2e%2e/aside.txt"):
            assert http.get(outside).status_code == 404


def test_a_page_says_what_its_address_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "index.html").write_text('<!doctype html><html lang="en"><head></head></html>')
    manifest = {
        "index.html": {"file": "assets/index-1.js", "imports": ["_shared"]},
        "_shared": {"file": "assets/shared-2.js"},
        "_plots": {"file": "assets/plots-3.js", "imports": ["_shared", "index.html"]},
        "src/pages/HowToPlay.tsx": {
            "file": "assets/HowToPlay-4.js",
            "imports": ["_plots", "_shared"],
            "isDynamicEntry": True,
        },
    }
    (pages / "manifest.json").write_text(json.dumps(manifest))
    with served_from(pages, monkeypatch, demo=True) as address:
        guide = httpx.get(f"{address}/how-to-play/tiger").text
        table = httpx.get(f"{address}/table/tiger").text
        unknown = httpx.get(f"{address}/table/t9").text
    assert re.findall('<link rel="modulepreload" href="([^"]*)" />', guide) == [
        "/assets/HowToPlay-4.js",
        "/assets/plots-3.js",
    ]
    assert "modulepreload" not in table
    game = re.findall('data-game="([^"]*)"', table + unknown + guide)
    assert game == ["tiger@Version 2", "", ""]


def test_the_law_is_compressed_and_what_is_anybodys_own_is_not(
    place: tuple[Casino, str],
) -> None:
    with httpx.Client(base_url=place[1]) as http:
        lobby = http.get("/api/v1/lobby")
        assert len(lobby.content) > 1000
        assert "content-encoding" not in lobby.headers
        for path in ("/schema/openapi.json", "/api/v1/games/tiger/clauses"):
            told = http.get(path)
            assert told.headers["content-encoding"] == "gzip"
            assert int(told.headers.get("content-length", 0)) < len(told.content)


@pytest.mark.parametrize("edition", ["2", "Version%202", "3", "Version%203"])
def test_a_pay_table_is_that_of_the_edition_asked_for(
    place: tuple[Casino, str], edition: str
) -> None:
    with later_edition():
        told = httpx.get(f"{place[1]}/api/v1/games/tiger%40{edition}/wagers").json()
        law = httpx.get(f"{place[1]}/api/v1/games/tiger%40{edition}").json()
        today = httpx.get(f"{place[1]}/api/v1/games/tiger").json()
    lines = {each["id"]: [line["pays"] for line in each["lines"]] for each in told}
    later = edition.endswith("3")
    assert lines["tie"] == ["9 to 1" if later else "8 to 1"]
    assert law["edition"] == ("Version 3" if later else "Version 2")
    assert today["edition"] == "Version 2"


def test_an_edition_that_there_is_not_is_refused(place: tuple[Casino, str]) -> None:
    answer = httpx.get(f"{place[1]}/api/v1/games/tiger%409/wagers")
    assert answer.status_code == 404
    assert answer.json()["reason"] == "unknown-game"
