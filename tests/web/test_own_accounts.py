"""Own accounts: staff change their passwords, common ones are refused, second factor."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pyotp
import pytest

from punto.cli import main
from punto.client import Client
from punto.journal.people.lockout import FAILURES_MAX
from punto.journal.people.people import Kind
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.web.casino import Casino
from tests.sample import sample
from tests.web.served import PASSWORD, SetClock, add_everybody, caller, come_in, served

OTHER = "another horse stapled"
Place = tuple[Casino, str, SetClock]


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    clock = SetClock()
    with served(tmp_path, clock=clock) as (casino, address):
        add_everybody(casino)
        yield casino, address, clock


def refusal(act: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as told:
        act()
    return told.value


@pytest.mark.parametrize("name", ["dealer", "assistant-casino-manager", "patron"])
def test_people_change_their_own_password(place: Place, name: str) -> None:
    casino, address, _ = place
    client, elsewhere = come_in(address, name), come_in(address, name)
    client.change_own_password(PASSWORD, OTHER)
    assert client.me().id == name
    assert refusal(elsewhere.me).reason is Reason.NOT_SIGNED_IN
    assert refusal(lambda: come_in(address, name)).reason is Reason.WRONG_PASSWORD
    caller(address).sign_in(name, OTHER)
    assert not casino.separation.are_connected(name, "stranger", casino.clock.now_ms())


def test_the_current_password_is_asked_for_and_counted(place: Place) -> None:
    _, address, _ = place
    client = come_in(address, "dealer")
    for _ in range(FAILURES_MAX):
        told = refusal(lambda: client.change_own_password("wrong password", OTHER))
        assert told.reason is Reason.WRONG_PASSWORD
    told = refusal(lambda: client.change_own_password(PASSWORD, OTHER))
    assert told.reason is Reason.LOCKED_OUT


def test_guests_and_devices_have_no_password_to_change(place: Place) -> None:
    _, address, _ = place
    guest = caller(address)
    guest.sign_in_as_guest()
    assert refusal(lambda: guest.change_own_password("", OTHER)).reason is Reason.WRONG_PASSWORD


@pytest.mark.parametrize(
    "password",
    sample(
        [
            "short",
            "password1234",
            "P@ssword2024!",
            "passwordpassword",
            "123456789012",
            "qwertyuiop12",
            "aaaaaaaaaaaa",
            "abcabcabcabc",
            "letmein12345",
            "baccarat1234",
            "my-dealer-name-is",
        ],
        lambda password: (password in ("short", "my-dealer-name-is"),),
    ),
)
def test_a_common_password_is_refused_everywhere(place: Place, password: str) -> None:
    casino, address, _ = place
    dealer, manager = come_in(address, "dealer"), come_in(address, "pit-manager")
    asked: list[Callable[[], object]] = [
        lambda: dealer.change_own_password(PASSWORD, password),
        lambda: manager.change_password("dealer", password),
        lambda: manager.add_staff("my-dealer-name", password, Position.DEALER, ("t1",)),
        lambda: manager.add_patron("my-dealer-name", password),
        lambda: casino.sessions.add("my-dealer-name", Kind.STAFF, password, Position.DEALER),
    ]
    for act in asked:
        assert refusal(act).reason is Reason.UNREADABLE_REQUEST
    assert dealer.me().id == "dealer"


# The second factor

TWO_DAYS_MS = 2 * 86_400_000


def set_up(place: Place, name: str) -> pyotp.TOTP:
    """An authenticator, set up with the password alone."""
    _, address, clock = place
    made = caller(address).set_up_second_factor(name, PASSWORD)
    assert made.uri.startswith("otpauth://totp/")
    assert made.qr.startswith("<svg")
    assert f"secret={made.secret}" in made.uri
    phone = pyotp.TOTP(made.secret)
    code = phone.at(clock.at_ms // 1000)
    assert caller(address).set_up_second_factor(name, PASSWORD, code).done
    return phone


def test_a_second_factor_is_asked_for_once_it_is_set_up(place: Place) -> None:
    _, address, clock = place
    phone = set_up(place, "dealer")
    assert refusal(lambda: come_in(address, "dealer")).reason is Reason.SECOND_FACTOR_NEEDED
    first = phone.at(clock.at_ms // 1000)  # the code that set it up is used, too
    used = refusal(lambda: caller(address).sign_in("dealer", PASSWORD, first))
    assert used.reason is Reason.WRONG_PASSWORD
    wrong = refusal(lambda: caller(address).sign_in("dealer", "wrong password"))
    assert wrong.reason is Reason.WRONG_PASSWORD  # asked for only where the password is right
    clock.at_ms += 30_000
    code = phone.at(clock.at_ms // 1000)
    assert caller(address).sign_in("dealer", PASSWORD, code).id == "dealer"
    again = refusal(lambda: caller(address).sign_in("dealer", PASSWORD, code))
    assert again.reason is Reason.WRONG_PASSWORD  # each code counts once
    for off in (-90, 90):
        far = phone.at(clock.at_ms // 1000 + off)
        with pytest.raises(Refused):
            caller(address).sign_in("dealer", PASSWORD, far)


def test_a_clock_that_was_ahead_bars_no_one_from_their_second_factor(place: Place) -> None:
    _, address, clock = place
    phone = set_up(place, "dealer")
    clock.at_ms += TWO_DAYS_MS
    assert caller(address).sign_in("dealer", PASSWORD, phone.at(clock.at_ms // 1000)).id
    clock.at_ms -= TWO_DAYS_MS - 60_000
    code = phone.at(clock.at_ms // 1000)
    assert caller(address).sign_in("dealer", PASSWORD, code).id == "dealer"
    again = refusal(lambda: caller(address).sign_in("dealer", PASSWORD, code))
    assert again.reason is Reason.WRONG_PASSWORD, "each code still counts once"


def test_one_code_lets_in_once_however_many_try_it_at_once(place: Place) -> None:
    _, address, clock = place
    phone = set_up(place, "dealer")
    clock.at_ms += 60_000
    code = phone.at(clock.at_ms // 1000)
    clients = [caller(address) for _ in range(3)]

    def enter(client: Client) -> bool:
        try:
            client.sign_in("dealer", PASSWORD, code)
        except Refused:
            return False
        return True

    with ThreadPoolExecutor(3) as pool:
        assert sum(pool.map(enter, clients)) == 1


def test_guessed_codes_are_counted_and_lock_like_passwords(place: Place) -> None:
    _, address, _ = place
    set_up(place, "dealer")
    for number in range(FAILURES_MAX):
        told = refusal(partial(caller(address).sign_in, "dealer", PASSWORD, f"{number:06}"))
        assert told.reason is Reason.WRONG_PASSWORD
    assert refusal(lambda: come_in(address, "dealer")).reason is Reason.LOCKED_OUT


def test_a_house_wants_it_from_a_position_upwards(place: Place) -> None:
    casino, address, clock = place
    casino.sessions.second_factor_from = Position.PIT_MANAGER
    come_in(address, "dealer")
    come_in(address, "patron")
    for name in ("pit-manager", "assistant-casino-manager"):
        told = refusal(partial(come_in, address, name))
        assert told.reason is Reason.SECOND_FACTOR_NEEDED
    phone = set_up(place, "pit-manager")
    clock.at_ms += 30_000
    code = phone.at(clock.at_ms // 1000)
    assert caller(address).sign_in("pit-manager", PASSWORD, code).position == "Pit Manager"


def test_one_that_is_set_up_is_not_replaced_by_a_password_alone(place: Place) -> None:
    _, address, _ = place
    set_up(place, "dealer")
    told = refusal(lambda: caller(address).set_up_second_factor("dealer", PASSWORD))
    assert told.reason is Reason.SECOND_FACTOR_NEEDED


def test_a_lost_one_is_reset_from_above_and_a_managers_by_two(place: Place) -> None:
    casino, address, _ = place
    manager = come_in(address, "gaming-shift-manager")
    second = come_in(address, "assistant-casino-manager")
    set_up(place, "dealer")
    set_up(place, "pit-manager")
    path = "/api/v1/people/{}/second-factor/reset"
    manager.post(path.format("dealer"), {}, dict[str, object])
    come_in(address, "dealer")
    told = refusal(lambda: manager.post(path.format("pit-manager"), {}, dict[str, object]))
    assert told.reason is Reason.APPROVAL_NEEDED
    assert refusal(lambda: come_in(address, "pit-manager")).reason is Reason.SECOND_FACTOR_NEEDED
    second.approve(told.sentence.rpartition("request ")[2].rstrip("."))
    come_in(address, "pit-manager")
    assert casino.separation.are_connected("gaming-shift-manager", "dealer", casino.clock.now_ms())


def test_a_password_is_changed_from_the_command_line(
    place: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, address, _ = place
    monkeypatch.setenv("PUNTO_PASSWORD", PASSWORD)
    monkeypatch.setenv("PUNTO_NEW_PASSWORD", OTHER)
    assert main(["staff", "password", "--server", address, "--as", "dealer"]) == 0
    assert "dealer" in capsys.readouterr().out
    caller(address).sign_in("dealer", OTHER)


def test_a_password_is_the_same_from_every_keyboard(place: Place) -> None:
    """Composed or not, what looks the same is the same; what cannot be seen is refused."""
    composed, apart = "caf\u00e9 noir stapled", "cafe\u0301 noir stapled"
    casino, _, _ = place
    casino.sessions.add("pierre", Kind.STAFF, apart, Position.DEALER)
    for each in (composed, apart):
        assert casino.sessions.sign_in("pierre", each)[0].id == "pierre"
    for hidden in ("\x00", "\n", "\u202e", "\u200b"):
        with pytest.raises(Refused) as told:
            casino.sessions.add("anne", Kind.STAFF, f"noir{hidden} stapled horse")
        assert told.value.reason is Reason.UNREADABLE_REQUEST
