"""No card before its time: every frame of every seat is kept and searched."""

import re
from collections import Counter
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path
from threading import Thread

import msgspec
import pytest
from msgspec.structs import replace

from punto.client import ME, Client, Watch
from punto.journal.people import Kind
from punto.journal.sealed import SealedShoes
from punto.ledger.cage import commands as cage
from punto.refusals import Refused
from punto.rules.game import Method
from punto.rules.games import GAMES, find_game
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Patron, Staff
from punto.table.sight import SeenHands
from punto.table.state import State
from punto.web import live_table, views
from punto.web.house import House
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
    with served(tmp_path, demo=True) as (house, address), ExitStack() as stack:
        frames: dict[tuple[str, str], list[str]] = {}
        threads = []
        house.sign_ins.add("watcher", Kind.STAFF, "correct horse battery", Position.DEALER, ("*",))
        _, key = house.sign_ins.add_device("display", ("*",))
        staff, device = come_in(address, "watcher"), caller(address, key)
        guests = [caller(address), caller(address)]
        for guest in guests:
            guest.come_as_guest()
        for game in GAMES:
            for name, who in zip("gGsd", (*guests, staff, device), strict=True):
                watch = stack.enter_context(who.watch(game.id))
                kept = frames.setdefault((game.id, name), [])
                threads.append(Thread(target=record, args=(watch, kept, 15.0), daemon=True))
                threads[-1].start()
        play(house, guests)
        stack.close()
        for thread in threads:
            thread.join(20)
        secrets = sealed(house)
        for (table, name), kept in frames.items():
            known = dict(truth(house.store, table))
            assert list(leaks(kept, known, "")) == [], (table, name)
            assert len(kept) > 20, (table, name)
            assert not any(secret in frame for frame in kept for secret in secrets)
            hands = sum(bool(CODE.findall(frame)) for frame in kept)
            assert hands > 10, "cards were shown when their time had come"


@pytest.mark.parametrize("planted", [False, True])
def test_no_method_shows_a_card_early_and_one_that_did_would_be_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, planted: bool
) -> None:
    def everything(state: State, patron: str = "") -> SeenHands:
        hands = (tuple(d.card or "??" for d in state.round.hand(side)) for side in Side)  # type: ignore[union-attr]
        return SeenHands(*hands)

    for wait in ("TOGETHER_S", "RUSH_S"):
        monkeypatch.setattr(live_table, wait, 0.0)  # so that every event is a frame
    if planted:
        monkeypatch.setattr(views, "seen_by", everything)
    found: Counter[str] = Counter()
    with served(tmp_path) as (house, address):
        tokens, port = tokens_of(house), int(address.rpartition(":")[2])
        for method in Method:
            play = Play(house.host, find_game("tiger"), method)
            found += play_and_search(house, port, tokens, play, 3)
    told = [what for what in found if what not in ("rounds", "frames")]
    assert bool(told) is planted, told
    assert found["frames"] > 300


def play(house: House, guests: list[Client]) -> None:
    """Guests stake at every table until each has had some rounds."""
    done: dict[str, int] = {game.id: 0 for game in GAMES}
    staked: set[tuple[str, int, str]] = set()
    while any(rounds < ROUNDS for rounds in done.values()):
        for table in done:
            state = house.host.look(table).state
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
                    guest.give(table, c.PlaceStake(name, "player", position, 1000, by=ME))


def sealed(house: House) -> set[str]:
    """Salts and orders of shoes that are still sealed."""
    found = set()
    for game in GAMES:
        shoe = house.host.look(game.id).state.shoe
        assert shoe is not None
        kept = SealedShoes(house.store, game.id).find(shoe.commitment)
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
    with served(tmp_path) as (house, address), ExitStack() as stack:
        add_everybody(house)
        config = replace(credits_table(), method=Method.A)
        ids = count(1)

        def ask(command: c.Command) -> None:
            house.host.ask("t1", f"k{next(ids)}", command)

        ask(c.OpenTable(config, by=MANAGER))
        ask(c.LoadShoe("first", by=DEALER))
        house.host.ask_cage("fund", cage.BuyCredits("patron", 100_000, by=DEALER))
        patron, staff, guest = (
            come_in(address, "patron"),
            come_in(address, "dealer"),
            caller(address),
        )
        guest.come_as_guest()
        watches = {
            name: stack.enter_context(who.watch("t1"))
            for name, who in (("patron", patron), ("staff", staff), ("guest", guest))
        }
        ask(c.OpenBetting(by=DEALER))
        patron.give("t1", c.PlaceStake("patron", "player", 1, 5000, by=ME))
        ask(c.CloseBetting(by=DEALER))
        for card in ("2C", "3C", "4D", "KD"):
            ask(c.DrawCard(card, by=DEALER))
        ask(c.PassCards(Side.PLAYER, "patron", by=DEALER))
        frames = {name: taken(watch) for name, watch in watches.items()}
        for name, kept in frames.items():
            assert not CODE.findall("".join(kept)), name
        assert patron.table("t1").round.player == ("??", "??")  # type: ignore[union-attr]
        patron.give("t1", c.SqueezeCards(Side.PLAYER, by=ME))
        assert patron.table("t1").round.player == ("2C", "4D")  # type: ignore[union-attr]
        assert patron.table("t1").round.banker == ("??", "??")  # type: ignore[union-attr]
        for who in (staff, guest):
            assert who.table("t1").round.player == ("??", "??")  # type: ignore[union-attr]
            assert not CODE.findall(who.http.get("/api/v1/tables/t1/rounds/1").text)
        frames = {name: taken(watch) for name, watch in watches.items()}
        assert set(CODE.findall("".join(frames["patron"]))) == {"2C", "4D"}
        for name in ("staff", "guest"):
            assert not CODE.findall("".join(frames[name])), name
        # Void, its cards never turned up: they are not told afterwards either.
        ask(c.Report(Irregularity.FOREIGN_CARDS, note="the 2C is foreign", by=MANAGER))
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
    with served(tmp_path) as (house, address):
        add_everybody(house)
        config = replace(credits_table(), approval_cents=777_700)
        house.host.ask("t1", "o", c.OpenTable(config, by=MANAGER))
        patron, staff = come_in(address, "patron"), come_in(address, "dealer")
        for path in ("", "/configuration"):
            assert "7777.00" in staff.http.get(f"/api/v1/tables/t1{path}").text
            assert "7777.00" not in patron.http.get(f"/api/v1/tables/t1{path}").text
        frames = []
        for who in (patron, staff):
            with who.watch("t1", after=0) as watch:
                frames.append(str(watch.socket.recv(timeout=10)))
        assert ["7777.00" in frame for frame in frames] == [False, True]


def test_other_peoples_names_stakes_and_credits_stay_theirs(tmp_path: Path) -> None:
    with served(tmp_path) as (house, address):
        add_everybody(house)
        house.host.ask("t1", "o", c.OpenTable(credits_table(), by=MANAGER))
        house.host.ask("t1", "l", c.LoadShoe("first", by=DEALER))
        house.host.ask_cage("fund", cage.BuyCredits("patron", 123_457, by=DEALER))
        house.host.ask("t1", "b", c.OpenBetting(by=DEALER))
        staked = c.PlaceStake("patron", "player", 1, 7700, by=Patron("patron"))
        house.host.ask("t1", "s", staked)
        guest, staff = caller(address), come_in(address, "dealer")
        guest.come_as_guest()
        _, key = house.sign_ins.add_device("display", ("t1",))
        for who in (guest, caller(address, key)):
            for path in ("", "/rounds/1", "/rounds"):
                text = who.http.get(f"/api/v1/tables/t1{path}").text
                assert "1157.57" not in text
                assert '"patron"' not in re.sub(r'"patron":|"kind":"patron"', "", text)
        view = staff.table("t1").round
        assert view is not None
        assert [(each.patron, each.amount) for each in view.stakes] == [("patron", "77.00")]
        assert "1157.57" not in staff.http.get("/api/v1/tables/t1").text
        mine = come_in(address, "patron").table("t1")
        assert mine.me.credits == "1157.57"
        assert mine.round is not None
        assert [each.amount for each in mine.round.stakes] == ["77.00"]
