"""`punto serve --demo` as users start it, and a Chromium to view it."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from socket import socket
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

from punto.cli import main
from punto.client import Client
from punto.refusals import Reason, Refused
from punto.web.api.pages import PAGES

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
BETTING_S = 8
WAIT_MS = 120_000  # no test fails because a machine is slow
FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
]


class Served:
    """A server that can be killed in mid-round and started again on the same journal."""

    def __init__(self, folder: Path, python: str = "") -> None:
        """`python` is that of another environment with Punto in it; none: this source."""
        self._python = [python, "-P"] if python else [sys.executable]
        self._environment = dict(os.environ) if python else ENVIRONMENT
        self.journal = folder / "pages.journal"
        with socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.address = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        arguments = ["serve", "--demo", "--journal", str(self.journal), "--port", str(self.port)]
        # Everybody here comes from one address, a test after the other.
        arguments += ["--sign-ins-a-minute", "10000", "--requests-an-address", "10000"]
        self._process = subprocess.Popen(
            [*self._python, "-m", "punto", *arguments, "--betting-seconds", str(BETTING_S)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=self._environment,
        )
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            try:
                if httpx.get(f"{self.address}/ready").status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.1)
        raise AssertionError("the server did not start")

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(60)
            self._process = None

    def freeze(self, frozen: bool = True) -> None:
        """Let it hang, every connection open, or go on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP if frozen else signal.SIGCONT)

    def run(self, *arguments: str) -> Any:
        """What a command of `punto` prints about this server's journal."""
        printed = StringIO()
        with redirect_stdout(printed):
            assert main([*arguments, "--json", "--journal", str(self.journal)]) == 0
        return json.loads(printed.getvalue())

    def get(self, path: str, **query: str) -> Any:
        """What the API says to anybody."""
        return httpx.get(f"{self.address}/api/v1{path}", params=query).json()


def come_back(client: Client, name: str, password: str) -> None:
    """Sign in again, if they were idle for too long while others were tested."""
    try:
        client.me()
    except Refused as refused:
        if refused.reason is not Reason.NOT_SIGNED_IN:
            raise
        client.sign_in(name, password)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The headless shell of Debian's Chromium; a sentence where it, or the pages, are missing."""
    found = shutil.which("chromium-headless-shell")
    assert found, "There is no Chromium: run make chromium."
    assert (PAGES / "index.html").is_file(), "The pages are not built: make pages."
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        for name in ("new_context", "new_page"):
            setattr(browser, name, _waiting_longer(getattr(browser, name)))
        try:
            yield browser
        finally:
            browser.close()


def _waiting_longer(make: Callable[..., Any]) -> Callable[..., Any]:
    """The same, but what it makes waits longer than the usual half minute: machines are slow."""

    def made(**options: Any) -> Any:
        found = make(**options)
        found.set_default_timeout(WAIT_MS)
        return found

    return made


def api(page: Page, path: str) -> Any:
    """What the API says to whoever sits in this browser."""
    return page.evaluate("async (path) => (await fetch('/api/v1' + path)).json()", path)


# The stakes that a table holds, once they are the wanted ones, or can no longer become them.
_HELD = """async ([path, number, wanted]) => {
  const { mine, table: { round } } = await (await fetch('/api/v1' + path)).json();
  if (round?.number !== number) return { 'the next round': round?.number ?? 0 };
  const held = Object.fromEntries(mine.stakes.map(({ wager, cents }) => [wager, cents]));
  const isSame = mine.stakes.length === Object.keys(wanted).length
    && Object.keys(wanted).every((each) => held[each] === wanted[each]);
  return isSame || !round.betting_open ? held : false;
}"""


def held_stakes(page: Page, table: str, wanted: dict[str, int]) -> Any:
    """What the table holds of whoever sits here, as soon as that is wanted, in this round."""
    path = f"/tables/{table}"
    number = api(page, path)["table"]["round"]["number"]
    found = page.wait_for_function(_HELD, arg=[path, number, wanted], polling=50)
    return found.json_value()


def sit(page: Page, server: Served, table: str) -> None:
    """From the lobby to a table: one click."""
    page.goto(server.address)
    page.locator(f"[data-table={table}] .button.strong").click()
    page.wait_for_selector(".felt .area")


def wait_for_betting(page: Page, least_s: int = 5) -> None:
    """Until betting is open, with time enough left to do something."""
    page.wait_for_function(
        "(least) => document.querySelector('.felt.open')"
        " && Number(document.querySelector('.countdown b')?.textContent) >= least",
        arg=least_s,
        timeout=60_000,
    )


def wait_for_outcome(page: Page) -> None:
    page.wait_for_selector(".announcer.over .call", timeout=60_000)
    page.wait_for_selector(".hand .hand-total:not([data-total=''])")
