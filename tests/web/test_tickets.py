"""Tickets: their contents, read by an independent decoder."""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
import zxingcpp
from numpy.typing import NDArray

from punto.client import Client
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.ledger.cage.voucher_codes import write_code
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.table.people import Staff
from punto.web.casino import Casino
from punto.web.views.tickets import HEIGHT_MM, WIDTH_MM, Ticket, draw_ticket
from tests.envelope import Given
from tests.submission import ask
from tests.web.served import everybody, served

DOTS_A_MM = 8  # what a receipt printer does: 203 dots an inch
SVG = "{http://www.w3.org/2000/svg}"
CODE = write_code(bytes(range(16)))
CASHIER = Staff("cashier", Position.DEALER)
RUN = re.compile(r"M(\d+) (\d+)h(\d+)v1h-\d+z")


def printed(svg: str) -> NDArray[np.uint8]:
    """The ticket in black and white dots, without its words."""
    paper = np.full((HEIGHT_MM * DOTS_A_MM, WIDTH_MM * DOTS_A_MM), 255, np.uint8)
    root = ElementTree.fromstring(svg)
    assert (root.get("width"), root.get("height")) == (f"{WIDTH_MM}mm", f"{HEIGHT_MM}mm")
    (path,) = root.iter(f"{SVG}path")
    left, top, scale = (float(each) for each in re.findall(r"[\d.]+", path.get("transform") or ""))
    runs = path.get("d") or ""
    assert RUN.sub("", runs) == ""
    for x, y, length in ((int(each) for each in run) for run in RUN.findall(runs)):
        across = [round((left + each * scale) * DOTS_A_MM) for each in (x, x + length)]
        down = [round((top + each * scale) * DOTS_A_MM) for each in (y, y + 1)]
        paper[slice(*down), slice(*across)] = 0
    return paper


def texts(svg: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(f"{SVG}text"))


def words(svg: str) -> list[str]:
    return [each.text or "" for each in texts(svg)]


def scanned(svg: str) -> list[str]:
    return [each.text for each in zxingcpp.read_barcodes(printed(svg))]


@pytest.mark.parametrize("code", [CODE, write_code(bytes(16)), write_code(b"\xff" * 16)])
def test_a_scanner_reads_the_code_off_the_paper(code: str) -> None:
    ticket = Ticket("Marina <&> Sands", "SGD", 123_456_789, 42, 1_800_000_000_000, code)
    svg = draw_ticket(ticket)
    assert scanned(svg) == [code]
    assert "style=" not in svg  # a page's policy would keep it away
    told = words(svg)
    assert "Marina <&> Sands" in told
    assert "1,234,567.89" in told
    assert "No. 000042" in told
    assert "2027-01-15 08:00:00 UTC" in told
    assert "-".join(told[4:6]) == code


def test_long_names_and_large_amounts_stay_on_the_paper() -> None:
    name = "Grand Hotel Casino and Resort by the Sea"
    svg = draw_ticket(Ticket(name + " and more", "SGD", 10**14, 10**9, 0, CODE))
    sizes = {each.text: float(each.get("font-size") or 0) for each in texts(svg)}
    assert sizes[name] * 40 <= 1.7 * WIDTH_MM
    assert sizes["1,000,000,000,000.00"] * 20 <= 1.7 * WIDTH_MM
    assert sizes["CASH-OUT VOUCHER"] == 4


@pytest.fixture(scope="module")
def place(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Casino, dict[str, Client]]]:
    folder: Path = tmp_path_factory.mktemp("tickets")
    with served(folder) as (casino, address):
        ask(casino.host, CAGE, "fund", Given(cage.BuyCredits("patron", 1_000_000), CASHIER))
        casino.name, casino.currency = "The House", "EUR"
        yield casino, everybody(casino, address)


def test_a_patron_prints_what_was_cashed_out_and_it_can_be_redeemed_once(
    place: tuple[Casino, dict[str, Client]],
) -> None:
    patron = place[1]["patron"]
    others = [patron.cash_out("patron", 700) for _ in range(3)]
    code = patron.cash_out("patron", 250_000)
    svg = patron.ticket(code.lower().replace("-", " "))
    (read,) = scanned(svg)
    assert read == code
    assert not set(others) & {read}
    assert {"The House", "2,500.00", "EUR"} <= set(words(svg))
    (number,) = [each for each in words(svg) if each.startswith("No. ")]
    with place[0].store.begin_read() as transaction:
        head = transaction.head("cage")
    assert number == f"No. {head.seq:06d}"
    assert words(place[1]["dealer"].ticket(code)) == words(svg)
    patron.redeem("patron", read)
    with pytest.raises(Refused) as used:
        patron.ticket(code)
    assert used.value.reason is Reason.UNKNOWN_VOUCHER


def test_a_ticket_is_for_its_patron_and_for_staff(
    place: tuple[Casino, dict[str, Client]],
) -> None:
    people = place[1]
    code = people["patron"].cash_out("patron", 1000)
    for who, reason in (
        ("guest", Reason.NOT_YOURS),
        ("device", Reason.NOT_AUTHORISED),
        ("reader", Reason.NOT_AUTHORISED),
    ):
        with pytest.raises(Refused) as refused:
            people[who].ticket(code)
        assert refused.value.reason is reason
    with pytest.raises(Refused) as refused:
        people["dealer"].ticket(write_code(bytes(16)))
    assert refused.value.reason is Reason.UNKNOWN_VOUCHER
    with pytest.raises(Refused) as refused:
        people["dealer"].ticket("nonsense")
    assert refused.value.reason is Reason.UNREADABLE_VOUCHER


def test_a_code_is_sent_in_a_body_and_kept_nowhere(
    place: tuple[Casino, dict[str, Client]],
) -> None:
    casino, people = place
    code = people["patron"].cash_out("patron", 1000)
    answer = people["patron"].http.post("/api/v1/vouchers/ticket", json={"code": code})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.headers["cache-control"] == "no-store"
    with casino.store.begin_read() as transaction:
        kept = b"".join(entry.command + entry.events for entry in transaction.entries("cage"))
    assert code.encode() not in kept
    assert code.replace("-", "").encode() not in kept
