"""Credits at a terminal: cashed out as a ticket, printed, and redeemed."""

from collections.abc import Iterator
from io import BytesIO

import numpy as np
import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, Route, expect
from pypdf import PdfReader

from tests.pages.served import Served, api, sit
from tests.pages.test_accessible import faults, in_chinese

TABLE = "rapid-no-commission"


@pytest.fixture
def cashier(page: Page, server: Served) -> Iterator[Page]:
    """A guest at a table, with the cashier open."""
    sit(page, server, TABLE)
    page.locator("button.credits").click()
    page.wait_for_selector("dialog.sheet [name=amount]")
    yield page
    assert (
        int(page.locator("[data-credits]").get_attribute("data-credits") or 0)
        == api(page, "/me")["credits_cents"]
    )


def take(page: Page, amount: str) -> str:
    """Cash out; the code, as it is shown."""
    page.locator("[name=amount]").fill(amount)
    page.get_by_role("button", name="Get the voucher").click()
    page.wait_for_selector(".ticket-paper svg")
    return str(page.locator("[data-code]").get_attribute("data-code"))


def bring(page: Page, code: str) -> None:
    """As a hand scanner does: the code, then Enter."""
    page.locator("[name=code]").fill("")
    page.locator("[name=code]").focus()
    page.keyboard.type(code)
    page.keyboard.press("Enter")


def wait_for_credits(page: Page, held: int) -> None:
    page.wait_for_selector(f"[data-cashier-credits='{held}']")
    page.wait_for_selector(f"[data-credits='{held}']")
    assert api(page, "/me")["credits_cents"] == held


def test_cash_out_print_and_buy_in_again(cashier: Page) -> None:
    assert faults(cashier) == []
    expect(cashier.locator("dialog.sheet")).to_contain_text(
        "Up to 100,000 on one voucher.", use_inner_text=True
    )
    code = take(cashier, "2,500")
    wait_for_credits(cashier, 750_000)
    assert faults(cashier) == []
    seen = Image.open(BytesIO(cashier.locator(".ticket-paper").screenshot())).convert("L")
    (scanned,) = zxingcpp.read_barcodes(np.asarray(seen))
    assert scanned.text == code
    (printed,) = PdfReader(BytesIO(cashier.pdf(prefer_css_page_size=True))).pages
    text = printed.extract_text()
    assert "2,500.00" in text
    assert code[:19] in text
    assert "Rapid" not in text, "the ticket is printed and nothing else"
    assert [round(float(each) / 72 * 25.4) for each in printed.mediabox[2:]] == [80, 124]
    assert api(cashier, "/vouchers")["cents"] == 250_000

    cashier.reload()  # a ticket is not lost with the page
    cashier.locator("button.credits").click()
    cashier.wait_for_selector(".ticket-paper svg")
    expect(cashier.locator("[data-code]")).to_have_attribute("data-code", code)
    cashier.get_by_role("button", name="I have saved it").click()
    expect(cashier.locator("[data-code]")).to_have_count(0)
    assert code not in str(cashier.evaluate("() => JSON.stringify({...sessionStorage})"))

    bring(cashier, code.lower().replace("-", " "))
    cashier.get_by_text("2,500 added to your credits.").wait_for()
    wait_for_credits(cashier, 1_000_000)
    bring(cashier, code)
    cashier.get_by_text("No such voucher is open").wait_for()
    assert faults(cashier) == []
    assert api(cashier, "/vouchers")["count"] == 0


def test_what_cannot_be_done_is_said_in_both_languages(cashier: Page) -> None:
    def refused(amount: str) -> str:
        cashier.locator("[name=amount]").fill(amount)
        cashier.locator("form:has([name=amount]) [type=submit]").click()
        alert = cashier.locator("form:has([name=amount]) [role=alert]")
        cashier.wait_for_function("() => !document.querySelector('[name=amount]').disabled")
        alert.wait_for()
        return alert.inner_text()

    assert "Not enough credits. Buy in or get new play credits." in refused("10000.01")
    assert "above zero" in refused("0")
    for nonsense in ("ten", "1e3", "10.005", "-5"):
        assert refused(nonsense)
    bring(cashier, "0004-1061-050R-3GG2-8A1C-60T3-GF5F")
    cashier.get_by_text("This is no voucher's code").wait_for()
    cashier.keyboard.press("Escape")
    in_chinese(cashier)
    cashier.locator("button.credits").click()
    cashier.wait_for_selector("[name=amount]")
    assert "余额不足。请买入，或领取新的试玩筹码。" in refused("10000.01")
    text = cashier.locator("dialog.sheet").inner_text()
    assert [word for word in text.split() if word.isascii() and word.isalpha()] == []
    assert faults(cashier) == []
    assert api(cashier, "/vouchers")["count"] == 0


def test_a_lost_answer_is_asked_for_again_and_one_voucher_is_made(cashier: Page) -> None:
    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    cashier.route("**/cage/commands", lose, times=1)
    cashier.locator("[name=amount]").fill("100.00")
    cashier.get_by_role("button", name="Get the voucher").click()
    cashier.get_by_text("The server cannot be reached.").wait_for()
    cashier.get_by_role("button", name="Try this voucher again").click()
    cashier.wait_for_selector(".ticket-paper svg")
    wait_for_credits(cashier, 990_000)
    assert api(cashier, "/vouchers")["count"] == 1

    code = str(cashier.locator("[data-code]").get_attribute("data-code"))
    cashier.get_by_role("button", name="I have saved it").click()
    cashier.route("**/cage/commands", lose, times=1)
    bring(cashier, code)
    cashier.get_by_text("The server cannot be reached.").wait_for()
    cashier.keyboard.press("Enter")
    cashier.get_by_text("100 added to your credits.").wait_for()
    wait_for_credits(cashier, 1_000_000)


def test_a_camera_reads_a_ticket(page: Page, server: Served) -> None:
    """Where the browser reads QR codes: here one that always finds the code we tell it."""
    page.add_init_script(
        """window.BarcodeDetector = class {
          async detect(video) { return window.held ? [{ rawValue: window.held }] : []; }
        };
        navigator.mediaDevices.getUserMedia = async () => {
          const canvas = document.createElement('canvas');
          canvas.getContext('2d').fillRect(0, 0, 9, 9);
          const stream = canvas.captureStream();
          window.track = stream.getTracks()[0];
          return stream;
        };"""
    )
    sit(page, server, TABLE)
    page.locator("button.credits").click()
    page.wait_for_selector("[name=amount]")
    code = take(page, "10")
    page.get_by_role("button", name="I have saved it").click()
    page.get_by_role("button", name="Scan with the camera").click()
    page.wait_for_selector("video")
    page.evaluate("(code) => (window.held = code)", code)
    page.get_by_text("10 added to your credits.").wait_for()
    expect(page.locator("video")).to_have_count(0)
    assert page.evaluate("() => window.track.readyState") == "ended"


def test_with_a_keyboard_alone(page: Page, server: Served) -> None:
    sit(page, server, TABLE)
    page.locator("button.credits").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog.sheet [name=amount]")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.name") == "amount":
            break
    page.keyboard.type("30")
    page.keyboard.press("Enter")
    page.wait_for_selector(".ticket-paper svg")
    code = str(page.locator("[data-code]").get_attribute("data-code"))
    for _ in range(12):
        page.keyboard.press("Tab")
        if "I have saved it" in str(page.evaluate("() => document.activeElement.textContent")):
            break
    page.keyboard.press("Enter")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.name") == "code":
            break
    page.keyboard.type(code)
    page.keyboard.press("Enter")
    page.get_by_text("30 added to your credits.").wait_for()
