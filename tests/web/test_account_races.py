"""Concurrent account changes: disabling and new passwords win over a sign-in in progress."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from time import monotonic, sleep

import pytest

from punto.client import Client
from punto.journal.people.lockout import FAILURES_MAX
from punto.journal.people.people import Kind
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.web.app import make_app
from punto.web.auth import sessions
from punto.web.casino import Casino
from punto.web.server import in_thread, opened
from tests.new_journal import new_database, new_file
from tests.web.served import FAST, PASSWORD, add_everybody, caller, closed_clients, come_in

OTHER = "another horse stapled"
Place = tuple[Casino, str]


@pytest.fixture(params=["sqlite", "postgresql"])
def place(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Place]:
    # So many processors that passwords are checked side by side.
    monkeypatch.setattr("os.sched_getaffinity", lambda _: set(range(64)))
    journal = new_file(tmp_path / "house.journal")
    if request.param == "postgresql":
        journal = new_database(request.getfixturevalue("postgresql"))
    with (
        opened(journal, dealing_times=FAST) as (casino, _),
        in_thread(make_app(casino, sign_ins_a_minute=10_000)) as address,
        closed_clients(),
    ):
        add_everybody(casino)
        yield casino, address


def while_checking(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Let something happen after a password was read and before its check has ended."""
    verify, done = sessions._verify, list[bool]()

    def slow(secret: str, password: str) -> bool:
        if not done:
            done.append(True)
            act()
        return verify(secret, password)

    monkeypatch.setattr(sessions, "_verify", slow)


def fail_once(address: str, name: str) -> None:
    """One wrong password: a right one has something to write back."""
    with pytest.raises(Refused):
        caller(address).sign_in(name, "wrong password")


def try_to_sign_in(client: Client, name: str, password: str = PASSWORD) -> bool:
    try:
        client.sign_in(name, password)
    except Refused:
        return False
    return True


def test_disabling_wins_against_a_sign_in_in_progress(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    casino, address = place
    manager, client = come_in(address, "pit-manager"), caller(address)
    fail_once(address, "dealer")
    while_checking(monkeypatch, lambda: manager.disable("dealer"))
    assert not try_to_sign_in(client, "dealer")
    person = casino.people.find("dealer")
    assert person is not None
    assert person.disabled
    assert not try_to_sign_in(caller(address), "dealer")


def test_a_new_password_wins_against_a_sign_in_in_progress(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    casino, address = place
    manager, client = come_in(address, "pit-manager"), caller(address)
    fail_once(address, "dealer")
    while_checking(monkeypatch, lambda: manager.change_password("dealer", OTHER))
    assert not try_to_sign_in(client, "dealer")
    casino.sessions.attempts.unlock("dealer")
    assert not try_to_sign_in(caller(address), "dealer")
    assert try_to_sign_in(caller(address), "dealer", OTHER)


def test_a_move_wins_against_a_sign_in_in_progress(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    casino, address = place
    manager = come_in(address, "pit-manager")
    fail_once(address, "dealer")
    move = manager.change_staff
    while_checking(monkeypatch, lambda: move("dealer", Position.DEALER, ("t9",)))
    assert try_to_sign_in(caller(address), "dealer")
    person = casino.people.find("dealer")
    assert person is not None
    assert person.tables == ("t9",)


def test_no_disable_is_undone_by_what_else_is_changed(place: Place) -> None:
    """A move, a new password, sign-ins and a disable at once: disabled is what remains."""
    casino, address = place
    managers = [come_in(address, "gaming-shift-manager") for _ in range(3)]
    signers = [caller(address) for _ in range(2)]
    for round_ in range(10):
        casino.sessions.add(f"d{round_}", Kind.STAFF, PASSWORD, Position.DEALER, ("t1",))
        name, start = f"d{round_}", Barrier(5)
        acts: list[Callable[[], object]] = [
            lambda name=name: managers[0].disable(name),  # type: ignore[misc]
            lambda name=name: managers[1].change_staff(name, Position.DEALER, ("t2",)),  # type: ignore[misc]
            lambda name=name: managers[2].change_password(name, OTHER),  # type: ignore[misc]
            lambda name=name: try_to_sign_in(signers[0], name),  # type: ignore[misc]
            lambda name=name: try_to_sign_in(signers[1], name),  # type: ignore[misc]
        ]

        def do(act: Callable[[], object], start: Barrier = start) -> None:
            start.wait()
            act()

        with ThreadPoolExecutor(5) as pool:
            list(pool.map(do, acts))
        person = casino.people.find(name)
        assert person is not None
        assert (person.disabled, person.tables) == (True, ("t2",))
        for signer in signers:
            with pytest.raises(Refused):
                signer.me()
        assert not try_to_sign_in(caller(address), name, OTHER)


def test_parallel_guesses_are_counted_before_they_are_checked(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, address = place
    checked, answered = list[str](), list[Reason | None]()
    verify = sessions._verify
    guesses = 16

    def held(secret: str, password: str) -> bool:
        """No check ends before every guess is refused or checked, or too many are checked."""
        checked.append(password)
        until = monotonic() + 60
        while len(checked) <= FAILURES_MAX and len(checked) + len(answered) < guesses:
            assert monotonic() < until
            sleep(0.005)
        return verify(secret, password)

    clients, start = [caller(address) for _ in range(guesses)], Barrier(guesses)

    def guess(number: int) -> None:
        start.wait()
        reason = None
        try:
            clients[number].sign_in("dealer", f"guess {number}")
        except Refused as refused:
            reason = refused.reason
        answered.append(reason)

    with monkeypatch.context() as patch, ThreadPoolExecutor(guesses) as pool:
        patch.setattr(sessions, "_verify", held)
        list(pool.map(guess, range(guesses)))
    assert len(checked) == FAILURES_MAX
    assert None not in answered
    with pytest.raises(Refused) as locked:
        caller(address).sign_in("dealer", PASSWORD)
    assert locked.value.reason is Reason.LOCKED_OUT
