"""Behind a proxy: forwarded addresses are trusted from it alone."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from punto.web.app import make_app
from punto.web.server import in_thread, opened

TRIES = 2


@contextmanager
def behind(folder: Path, proxies: tuple[str, ...]) -> Iterator[httpx.Client]:
    with (
        opened(str(folder / "j"), demo=False) as (casino, _),
        in_thread(make_app(casino, sign_ins_a_minute=TRIES), proxies=proxies) as address,
        httpx.Client(base_url=address) as client,
    ):
        casino.guests_cents = 1000
        yield client


def come(client: httpx.Client, address: str) -> httpx.Response:
    headers = {
        "X-Forwarded-For": address,
        "X-Forwarded-Proto": "https",
        "Authorization": "Bearer none",
    }
    return client.post("/api/v1/guests", json={}, headers=headers)


@pytest.mark.parametrize("proxies", [(), ("192.0.2.9",)])
def test_anybody_can_write_a_header(tmp_path: Path, proxies: tuple[str, ...]) -> None:
    with behind(tmp_path, proxies) as client:
        told = [come(client, f"192.0.2.{number}") for number in range(TRIES + 1)]
    assert [each.status_code for each in told] == [201] * TRIES + [429]
    assert "Secure" not in told[0].headers["set-cookie"]


def test_a_proxy_that_is_known_is_believed(tmp_path: Path) -> None:
    with behind(tmp_path, ("127.0.0.1",)) as client:
        told = [come(client, f"192.0.2.{number}") for number in range(TRIES + 1)]
        assert [each.status_code for each in told] == [201] * (TRIES + 1)
        again = [come(client, "192.0.2.0") for _ in range(TRIES)]
    assert [each.status_code for each in again] == [201] * (TRIES - 1) + [429]
    assert "Secure" in told[0].headers["set-cookie"]
