"""No card is sent before its time: every frame of every seat is searched."""

import re
from collections import Counter
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path
from threading import Thread

import msgspec
import pytest
from msgspec.structs import replace

from punto.client import Client, Watch
from punto.journal.people.people import Kind
from punto.journal.sealed_shoes import SealedShoes
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.refusals import Refused
from punto.rules.game import Method
from punto.rules.games import GAMES, find_game
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Patron, Staff
from punto.table.state import State
from punto.table.visibility import SeenHands
from punto.web.casino import Casino
from punto.web.live import live_table
from punto.web.views import table as views
from tests.envelope import Given
from tests.sample import sample
from tests.submission import ask
from tests.web.long_leaks import Play, play_and_search, tokens_of
from tests.web.recorder import leaks, truth
from tests.web.served import add_everybody, caller, come_in, credits_table, served

CODE = re.compile(r'"([A23456789TJQK][SHDC])"')
DEALER = Staff("dealer", Position.DEALER)
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)
ROUNDS = 4


def record(watch: Watch, frames: list[str], seconds: float) -> None:
    """Keep every frame as it came over the wire."""
    try:
        while True:
            frames.append(str(watch.socket.recv(timeout=seconds)))
    except Exception:  # the socket was closed, or nothing came for so long
        return


def test_an_automatic_table_shows_no_seat_a_card_before_it_is_turned_up(tmp_path: Path) -> None:
    with served(tmp_path, demo=True) as (casino, address), ExitStack() as stack:
        frames: dict[tuple[str, str], list[str]] = {}
        threads = []
        casino.sessions.add("watcher", Kind.STAFF, "correct horse battery", Position.DEALER, ("*",))
        _, key = casino.sessions.add_device("display", ("*",))
        staff, device = come_in(address, "watcher"), caller(address, key)
        guests = [caller(address), caller(address)]
        for guest in guests:
            guest.sign_in_as_guest()
        for game in GAMES:
            for name, who in zip("gGsd", (*guests, staff, device), strict=True):
                watch = stack.enter_context(who.watch(game.id))
                kept = frames.setdefault((game.id, name), [])
                threads.append(Thread(target=record, args=(watch, kept, 15.0), daemon=True))
                threads[-1].start()
        play(casino, guests)
        stack.close()
        for thread in threads:
            thread.join(60)
        secrets = sealed(casino)
        for (table, name), kept in frames.items():
            known = dict(truth(casino.store, table))
            assert list(leaks(kept, known, "")) == [], (table, name)
            assert len(kept) > 20, (table, name)
            assert not any(secret in frame for frame in kept for secret in secrets)
            hands = sum(bool(CODE.findall(frame)) for frame in kept)
            assert hands > 10, "cards were shown when their time had come"


@pytest.mark.parametrize("planted", sample([False, True]))
def test_no_method_shows_a_card_early_and_one_that_did_would_be_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, planted: bool
) -> None:
    def everything(state: State, patron: str = "") -> SeenHands:
        hands = (tuple(d.card or "??" for d in state.round.hand(side)) for side in Side)  # type: ignore[union-attr]
        return SeenHands(*hands)

    for wait in ("MERGE_S", "STAKES_WAIT_S"):
        monkeypatch.setattr(live_table, wait, 0.0)  # so that every event is a frame
    if planted:
        monkeypatch.setattr(views, "seen_by", everything)
    found: Counter[str] = Counter()
    with served(tmp_path) as (casino, address):
        tokens, port = tokens_of(casino), int(address.rpartition(":")[2])
        for method in Method:
            play = Play(casino.host, find_game("tiger"), method)
            found += play_and_search(casino, port, tokens, play, 3)
    told = [what for what in found if what not in ("rounds", "frames")]
    assert bool(told) is planted, told
    assert found["frames"] > 300


def play(casino: Casino, guests: list[Client]) -> None:
    """Guests stake at every table until each has had some rounds."""
    done: dict[str, int] = {game.id: 0 for game in GAMES}
    staked: set[tuple[str, int, str]] = set()
    while any(rounds < ROUNDS for rounds in done.values()):
        for table in done:
            state = casino.host.look(table).state
            done[table] = state.rounds - (state.round is not None)
            if state.round is None or not state.round.betting_open:
                continue
            for position, guest in enumerate(guests, 1):
                seat = (table, state.round.number, guest.token)
                if seat in staked:
                    continue
                staked.add(seat)
                name = guest.me().id
                with suppress(Refused):  # the automatic dealer may have been quicker
                    guest.give(table, c.PlaceStake(name, "player", position, 1000))


def sealed(casino: Casino) -> set[str]:
    """Salts and orders of shoes that are still sealed."""
    found = set()
    for game in GAMES:
        shoe = casino.host.look(game.id).state.shoe
        assert shoe is not None
        kept = SealedShoes(casino.store, game.id).find(shoe.commitment)
        assert kept is not None
        found |= {
            kept.salt,
            " ".join(kept.order[:10]),
            msgspec.json.encode(kept.order[:10]).decode(),
        }
    return found


def test_a_face_down_card_is_seen_by_the_one_who_squeezes_it_and_nobody_else(
    tmp_path: Path,
) -> None:
    with served(tmp_path) as (casino, address), ExitStack() as stack:
        add_everybody(casino)
        config = replace(credits_table(), method=Method.A)
        ids = count(1)

        def give(command: Given) -> None:
            ask(casino.host, "t1", f"k{next(ids)}", command)

        give(Given(c.OpenTable(config), MANAGER))
        give(Given(c.LoadShoe("first"), DEALER))
        ask(casino.host, CAGE, "fund", Given(cage.BuyCredits("patron", 100_000), DEALER))
        patron, staff, guest = (
            come_in(address, "patron"),
            come_in(address, "dealer"),
            caller(address),
        )
        guest.sign_in_as_guest()
        watches = {
            name: stack.enter_context(who.watch("t1"))
            for name, who in (("patron", patron), ("staff", staff), ("guest", guest))
        }
        give(Given(c.OpenBetting(), DEALER))
        patron.give("t1", c.PlaceStake("patron", "player", 1, 5000))
        give(Given(c.CloseBetting(), DEALER))
        for card in ("2C", "3C", "4D", "KD"):
            give(Given(c.DrawCard(card), DEALER))
        give(Given(c.PassCards(Side.PLAYER, "patron"), DEALER))
        frames = {name: taken(watch) for name, watch in watches.items()}
        for name, kept in frames.items():
            assert not CODE.findall("".join(kept)), name
        assert patron.mine("t1").cards == {}
        patron.give("t1", c.SqueezeCards(Side.PLAYER))
        assert patron.mine("t1").cards == {"player": ("2C", "4D")}
        assert patron.table("t1").round.banker == ("??", "??")  # type: ignore[union-attr]
        for who in (staff, guest):
            assert who.mine("t1").cards == {}
        for who in (patron, staff, guest):
            assert who.table("t1").round.player == ("??", "??")  # type: ignore[union-attr]
            assert not CODE.findall(who.http.get("/api/v1/tables/t1/rounds/1").text)
        frames = {name: taken(watch) for name, watch in watches.items()}
        assert set(CODE.findall("".join(frames["patron"]))) == {"2C", "4D"}
        for name in ("staff", "guest"):
            assert not CODE.findall("".join(frames[name])), name
        # Void, its cards never turned up: they are not told afterwards either.
        give(Given(c.Report(Irregularity.FOREIGN_CARDS, note="the 2C is foreign"), MANAGER))
        after = guest.table("t1")
        assert after.round is None
        assert after.finished[-1].void
        for who in (staff, guest):
            for path in ("", "/rounds", "/rounds/1"):
                assert not CODE.findall(who.http.get(f"/api/v1/tables/t1{path}").text)
        assert "foreign" not in re.sub("foreign-cards", "", "".join(taken(watches["guest"])))
        assert not CODE.findall("".join(taken(watches["staff"])))


def taken(watch: Watch) -> list[str]:
    kept: list[str] = []
    record(watch, kept, 0.5)
    return kept


def test_from_which_amount_on_two_must_agree_is_for_staff_to_know(tmp_path: Path) -> None:
    with served(tmp_path) as (casino, address):
        add_everybody(casino)
        config = replace(credits_table(), approval_cents=777_700)
        ask(casino.host, "t1", "o", Given(c.OpenTable(config), MANAGER))
        patron, staff = come_in(address, "patron"), come_in(address, "dealer")
        for path in ("", "/configuration"):
            assert "777700" in staff.http.get(f"/api/v1/tables/t1{path}").text
            assert "777700" not in patron.http.get(f"/api/v1/tables/t1{path}").text
        frames = []
        for who in (patron, staff):
            with who.watch("t1", after=0) as watch:
                frames.append(str(watch.socket.recv(timeout=60)))
        assert ["777700" in frame for frame in frames] == [False, True]


def test_other_peoples_names_stakes_and_credits_stay_theirs(tmp_path: Path) -> None:
    with served(tmp_path) as (casino, address):
        add_everybody(casino)
        ask(casino.host, "t1", "o", Given(c.OpenTable(credits_table()), MANAGER))
        ask(casino.host, "t1", "l", Given(c.LoadShoe("first"), DEALER))
        ask(casino.host, CAGE, "fund", Given(cage.BuyCredits("patron", 123_457), DEALER))
        ask(casino.host, "t1", "b", Given(c.OpenBetting(), DEALER))
        staked = Given(c.PlaceStake("patron", "player", 1, 7700), Patron("patron"))
        ask(casino.host, "t1", "s", staked)
        guest, staff = caller(address), come_in(address, "dealer")
        guest.sign_in_as_guest()
        _, key = casino.sessions.add_device("display", ("t1",))
        for who in (guest, caller(address, key)):
            for path in ("", "/rounds/1", "/rounds"):
                text = who.http.get(f"/api/v1/tables/t1{path}").text
                assert "115757" not in text
                assert '"patron"' not in re.sub(r'"patron":|"kind":"patron"', "", text)
        view = staff.table("t1").round
        assert view is not None
        assert [(each.patron, each.cents) for each in view.stakes] == [("patron", 7700)]
        assert "115757" not in staff.http.get("/api/v1/tables/t1").text
        mine = come_in(address, "patron").mine("t1")
        assert mine.me.credits_cents == 115757
        assert [each.cents for each in mine.stakes] == [7700]
