"""A seat shows nothing that misleads: taps, totals, countdowns, calls, connections, links."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, Route, expect

from punto.ledger.cage.voucher_codes import write_code
from punto.rules.game import Method
from punto.rules.irregularities import Irregularity
from punto.table import commands as c
from punto.table.configuration import CardSource, Timekeeper
from tests.pages.dealt import Boss, Dealt
from tests.pages.layouts import CARDS, THIRD, option, result, stake
from tests.pages.served import BETTING_S, Served, api, sit
from tests.pages.states import LATE_MS, Cable, settled, staked
from tests.pages.test_accessible import faults
from tests.pages.test_states import switch
from tests.web.served import credits_table


def test_a_late_tap_opens_nothing_and_betting_closes_what_is_open(
    page: Page, boss: Boss, server: Served
) -> None:
    table = staked(page, boss, server)
    table.deal(*CARDS)
    page.wait_for_selector(".hand.banker [data-card='AH']")
    page.wait_for_timeout(LATE_MS)
    page.locator("[data-wager=player]").click()
    page.wait_for_timeout(200)
    expect(page.locator("dialog.sheet"), "the cards are being dealt").to_have_count(0)
    table.finish(THIRD)
    page.wait_for_selector(".announcer.over")
    page.wait_for_timeout(LATE_MS)
    page.locator("[data-wager=player]").click()
    page.locator("dialog.sheet").wait_for()
    table.give(c.OpenBetting())
    page.locator("dialog.sheet").wait_for(state="detached")
    page.wait_for_selector(".felt.open")


def test_amounts_are_exact_and_change_is_made(page: Page, boss: Boss, server: Served) -> None:
    sit(page, server, boss.open(Method.B).name)
    page.wait_for_selector(".felt.open")
    for chip in ("6", "2", "1"):  # 1,000 and 25 and 10
        page.keyboard.press(chip)
        page.locator("[data-wager=banker]").click()
    amount = page.locator("[data-wager=banker] .stake b")
    expect(amount).to_have_text("1,035")
    chips = page.locator("[data-wager=banker] [data-chip]")
    assert [int(str(each.get_attribute("data-chip"))) for each in chips.all()] == [
        100_000,
        2_500,
        1_000,
    ]


SEEN_AT = """() => {
  window.seenAt = {};
  const note = () => {
    const now = performance.now();
    const total = document.querySelector('.hand.player .hand-total').dataset.total;
    if (document.querySelector('.hand.player .sideways')) window.seenAt.card ??= now;
    if (total === '8') window.seenAt.total ??= now;
    if (document.querySelector('.announcer.over')) window.seenAt.over ??= now;
    requestAnimationFrame(note);
  };
  note();
}"""


def test_a_total_appears_when_its_card_is_seen(page: Page, boss: Boss, server: Served) -> None:
    table = staked(page, boss, server)
    table.deal(*CARDS)
    table.give(c.AnnounceTotals())
    page.wait_for_selector(".hand.player [data-total='5']")
    page.evaluate(SEEN_AT)
    table.give(c.DrawCard("3D"), c.AnnounceOutcome())
    page.wait_for_function("() => window.seenAt.over")
    seen = page.evaluate("() => window.seenAt")
    assert seen["total"] - seen["card"] > 500, "not while the card flies"
    assert seen["over"] >= seen["total"], "and the result not before it"


# The part of the circle that is drawn, in the same moment in which the number is the whole time.
PART_WHEN_FULL = """(seconds) => {
  const drawn = document.querySelector('.felt.open') && document.querySelector('.countdown-left');
  if (!drawn || document.querySelector('.countdown b')?.textContent !== seconds) return false;
  const [left, all] = drawn.getAttribute('stroke-dasharray').split(' ').map(Number);
  return left / all;
}"""


def test_a_countdown_is_shown_where_a_clock_closes_betting_and_starts_full(
    page: Page, boss: Boss, server: Served
) -> None:
    table = boss.open(Method.B)
    sit(page, server, table.name)
    page.wait_for_selector(".felt.open")
    expect(page.locator(".countdown"), "a dealer closes betting here").to_have_count(0)
    assert api(page, f"/tables/{table.name}")["table"]["betting_ms_left"] is None
    sit(page, server, "tiger")
    part = page.wait_for_function(PART_WHEN_FULL, arg=str(BETTING_S)).json_value()
    assert part >= (BETTING_S - 1) / BETTING_S
    assert api(page, "/tables/tiger")["table"]["betting_ms"] in (BETTING_S * 1000, None)
    page.wait_for_selector(".announcer.dealing", timeout=60_000)
    expect(page.locator(".countdown")).to_have_count(0)


def test_a_table_has_a_betting_time_of_its_own(page: Page, boss: Boss, server: Served) -> None:
    config = replace(credits_table("tiger"), timekeeper=Timekeeper.CLOCK, betting_seconds=40)
    table = Dealt(boss.client, "own-time")
    table.give(c.OpenTable(config), c.LoadShoe("first"), c.OpenBetting())
    sit(page, server, table.name)
    page.wait_for_selector(".countdown")
    view = api(page, f"/tables/{table.name}")["table"]
    assert view["betting_ms"] == 40_000
    assert BETTING_S < int(page.locator(".countdown b").inner_text()) <= 40


def test_a_call_is_withdrawn_when_its_moment_is_over(
    page: Page, boss: Boss, server: Served
) -> None:
    option(page, boss, server, "tiger")
    expect(page.locator(".call")).to_contain_text("You may withdraw your bets")
    page.get_by_role("button", name="Play on").click()
    page.locator(".correction").wait_for(state="detached")
    expect(page.locator(".call")).not_to_contain_text("You may withdraw")
    switch(page)
    expect(page.locator(".call")).not_to_contain_text("撤回")


def test_a_reload_during_an_option_keeps_the_choice_one_by_one(
    page: Page, boss: Boss, server: Served
) -> None:
    table = stake(page, boss, server, "tiger", Method.A)
    table.deal("2C")
    table.give(c.Report(Irregularity.DEVICE_RESET))
    one = page.get_by_role("button", name=re.compile(r"^Withdraw Tiger 10$"))
    one.wait_for()
    page.reload()
    one.wait_for()
    expect(page.get_by_role("button", name="Withdraw all my bets")).to_have_count(1)


def test_stakes_that_were_not_answered_are_marked_and_their_fate_is_told(
    page: Page, boss: Boss, server: Served
) -> None:
    table = boss.open(Method.B)
    sit(page, server, table.name)
    page.wait_for_selector(".felt.open")
    server.freeze()
    try:
        page.locator("[data-wager=tie]").click()
        page.locator(".link-bar .lost").wait_for(timeout=5_000)
        marked = page.locator("[data-wager=tie] .stake.unanswered")
        marked.wait_for()
        expect(marked).to_contain_text("not confirmed", use_inner_text=True)
    finally:
        server.freeze(False)
    fate = page.locator("[data-fate=tie]")
    fate.wait_for(timeout=120_000)
    held: list[Any] = []

    def agrees() -> bool:
        """Whether the page says of the stake, and shows of it, what the table has."""
        held[:] = api(page, f"/tables/{table.name}")["mine"]["stakes"]
        shown = page.locator("[data-wager=tie]").get_attribute("data-stake")
        is_placed = "was placed" in fate.inner_text()
        return is_placed == bool(held) and shown == str(sum(each["cents"] for each in held))

    for _ in range(1200):  # the stake may still have been on its way when the table came back
        if agrees():
            break
        page.wait_for_timeout(50)
    assert agrees()
    expect(page.locator(".stake.unanswered")).to_have_count(0)
    switch(page)
    assert ("已下注" in fate.inner_text()) == bool(held)


def test_a_stake_that_never_arrived_is_told_as_not_placed(
    page: Page, boss: Boss, server: Served
) -> None:
    cable = Cable(page)
    table = boss.open(Method.B)
    sit(page, server, table.name)
    page.wait_for_selector(".felt.open")
    cable.swallow()
    page.locator("[data-wager=banker]").click()
    page.locator(".link-bar .lost").wait_for(timeout=60_000)
    page.wait_for_selector("[data-wager=banker] .stake.unanswered")
    cable.mend()
    fate = page.locator("[data-fate=banker]")
    fate.wait_for(timeout=120_000)
    expect(fate).to_contain_text("Banker 10 was not placed", use_inner_text=True)
    expect(page.locator("[data-wager=banker]")).to_have_attribute("data-stake", "0")
    assert faults(page) == []


def test_a_result_says_all_and_survives_a_reload(page: Page, boss: Boss, server: Served) -> None:
    result(page, boss, server, "tiger-no-commission")
    check_result(page)
    pay_table: list[Route] = []
    page.route("**/wagers", lambda route: pay_table.append(route))
    with page.expect_request("**/wagers"):
        page.reload()
    page.wait_for_selector(".announcer.over.banker")
    expect(page.locator(".marks .mark"), "their titles are on their way").to_have_count(0)
    for each in pay_table:
        each.continue_()
    check_result(page)
    switch(page)
    expect(page.locator(".call")).to_contain_text("庄赢，6点对5点")
    expect(page.locator("[data-wager=banker]")).to_contain_text("6点赢 赔半", use_inner_text=True)


def check_result(page: Page) -> None:
    page.wait_for_selector(".announcer.over.banker")
    expect(page.locator(".call")).to_have_text(
        re.compile(r"^Banker wins, 6 over 5"), use_inner_text=True
    )
    expect(page.locator(".marks .mark")).to_have_text(["Tiger 12 to 1", "Small Tiger 22 to 1"])
    expect(page.locator("[data-wager=banker]")).to_contain_text("Banker 6: half pay")
    paid = page.locator("[data-wager=small-tiger] .settled-pay [data-chip]")
    expect(paid.first).to_be_attached()
    assert sum(int(str(each.get_attribute("data-chip"))) for each in paid.all()) == 22_000
    expect(page.locator("[data-wager=player] .settled.lose")).to_have_count(1)


def test_a_push_visibly_comes_back(page: Page, boss: Boss, server: Served) -> None:
    table = staked(page, boss, server)
    table.deal("9C", "9D", "TH", "TS")
    table.finish()
    page.wait_for_selector(".announcer.over.tie")
    expect(page.locator(".marks")).to_contain_text("Natural", use_inner_text=True)
    for wager in ("player", "banker"):
        area = page.locator(f"[data-wager={wager}]")
        expect(area).to_contain_text("Push: stake returned", use_inner_text=True)
        expect(area.locator(".settled-stake [data-chip]").first).to_be_attached()
    switch(page)
    expect(page.locator("[data-wager=player]")).to_contain_text(
        "不输不赢：退还本金", use_inner_text=True
    )
    assert faults(page) == []


def test_in_chinese_the_reason_shown_is_the_reason_given(
    page: Page, boss: Boss, server: Served
) -> None:
    cable = Cable(page)
    table = boss.open(Method.B)
    sit(page, server, table.name)
    switch(page)
    page.keyboard.press("6")
    page.locator("[data-wager=player]").click()
    for _ in range(4):
        page.keyboard.press("d")
    shown = page.locator(".refusal p")
    shown.wait_for()
    assert [each["reason"] for each in cable.refusals] == ["above-maximum"]
    expect(shown).to_contain_text(cable.refusals[-1]["chinese"])
    cable.delay()
    page.locator("[data-wager=tie]").click()
    table.give(c.CloseBetting())
    page.wait_for_selector(".felt:not(.open)")
    cable.arrive()
    expect(shown).to_contain_text("停止下注")
    assert cable.refusals[-1]["reason"] == "betting-closed"
    expect(shown).to_contain_text(cable.refusals[-1]["chinese"])
    page.locator("button.credits").click()
    unknown = write_code(bytes(16))
    for code, reason in (("XXXX", "unreadable-voucher"), (unknown, "unknown-voucher")):
        with page.expect_response(lambda each: each.status >= 400) as answer:
            page.locator("dialog [name=code]").fill(code)
            page.keyboard.press("Enter")
        refused = answer.value.json()
        assert refused["reason"] == reason
        expect(page.locator("dialog .loss")).to_have_text(refused["chinese"])


@pytest.fixture
def stranger(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(locale="en-GB", timezone_id="America/New_York")
    yield context.new_page()
    context.close()


def test_a_shared_link_welcomes_and_lets_join(stranger: Page, server: Served) -> None:
    stranger.goto(f"{server.address}/table/tiger")
    stranger.get_by_role("heading", name="Welcome to Tiger Baccarat").wait_for()
    expect(stranger.locator("main")).not_to_contain_text("signed out", use_inner_text=True)
    assert faults(stranger) == []
    stranger.get_by_role("button", name="Join as a guest").click()
    stranger.wait_for_selector(".felt .area")


def test_an_unknown_address_is_a_page(stranger: Page, server: Served) -> None:
    for path in ("/nowhere", "/table", "/a/b/c"):
        response = stranger.goto(server.address + path)
        assert response is not None
        assert response.status == 404
        assert "text/html" in str(response.header_value("content-type"))
        stranger.get_by_role("heading", name="Page not found").wait_for()
        expect(stranger.get_by_role("link", name="Back to the lobby")).to_have_count(1)
    response = stranger.goto(f"{server.address}/api/v1/nowhere")
    assert response is not None
    assert "json" in str(response.header_value("content-type"))


def test_times_are_those_of_the_house(stranger: Page, server: Served) -> None:
    sit(stranger, server, "tiger")
    shown = stranger.locator(".foot time").inner_text()
    at_house = stranger.evaluate("""() => {
      const clock = { timeZone: 'Asia/Singapore', hour: '2-digit', minute: '2-digit' };
      const written = new Intl.DateTimeFormat('en-GB', clock);
      return [0, 60000].map((ago) => written.format(Date.now() - ago));
    }""")
    assert shown in at_house


def test_on_a_phone_every_page_can_be_reached(stranger: Page, server: Served) -> None:
    stranger.set_viewport_size({"width": 390, "height": 844})
    sit(stranger, server, "tiger")
    expect(stranger.locator(".menu nav a").first).to_be_hidden()
    stranger.locator(".menu summary").click()
    names = [each.inner_text() for each in stranger.locator(".menu nav a").all()]
    assert names[:-1] == ["Lobby", "Table", "How to play", "Rules", "Odds", "History"]
    expect(stranger.locator(".menu [data-action=sign-out-in-menu]")).to_be_visible()
    assert faults(stranger) == []
    stranger.locator(".menu nav a", has_text="Rules").click()
    stranger.wait_for_selector(".clause")


def test_play_credits_are_never_money(page: Page, boss: Boss, server: Served) -> None:
    table = settled(page, boss, server)
    expect(page.locator("button.credits")).to_contain_text("Play credits", use_inner_text=True)
    page.locator("button.credits").click()
    page.locator("[name=amount]").fill("2500")
    page.keyboard.press("Enter")
    page.wait_for_selector(".ticket-paper svg")
    ticket = str(page.locator(".ticket-paper svg").text_content())
    assert "play credits" in ticket
    assert "not money" in ticket
    assert "SGD" not in ticket
    assert "Pays the bearer" not in ticket
    expect(page.locator(".cashier-part").first).to_contain_text("play credits", use_inner_text=True)
    page.keyboard.press("Escape")
    page.goto(f"{server.address}/history/{table.name}")
    page.locator(".history-credits").first.wait_for()
    expect(page.locator(".history-credits").first).to_contain_text(
        "Play credits", use_inner_text=True
    )
    page.goto(server.address)
    page.wait_for_selector(".table-card")
    expect(page.locator(".whoami")).to_contain_text("play credits", use_inner_text=True)
    expect(page.locator(f"[data-table={table.name}] .range")).not_to_contain_text(
        "SGD", use_inner_text=True
    )


def test_a_guest_without_credits_is_offered_new_ones(
    page: Page, boss: Boss, server: Served
) -> None:
    sit(page, server, boss.open(Method.B).name)
    page.locator("button.credits").click()
    page.locator("[name=amount]").fill("10000")
    page.keyboard.press("Enter")
    page.wait_for_selector(".ticket-paper svg")
    page.keyboard.press("Escape")
    again = page.get_by_role("button", name="Get new play credits")
    again.wait_for()
    assert faults(page) == []
    again.click()
    page.wait_for_function(
        "() => document.querySelector('[data-credits]')?.dataset.credits === '1000000'"
    )
    again.wait_for(state="detached")


def test_the_lobby_is_honest(page: Page, boss: Boss, server: Served) -> None:
    alone = Dealt(boss.client, "nobody-deals")
    alone.give(c.OpenTable(credits_table("tiger")))
    server.stop()
    server.start()  # no one of the staff has come to that table since
    boss.come_back()
    plain = Dealt(boss.client, "no-shoe-yet")
    plain.give(c.OpenTable(credits_table("tiger")))
    itself = Dealt(boss.client, "deals-itself")
    itself.give(c.OpenTable(credits_table("tiger", CardSource.AUTOMATIC)))
    closed = boss.open(Method.B)
    closed.give(c.CloseBetting(), *(c.DrawCard(each) for each in CARDS), c.AnnounceTotals())
    closed.give(c.DrawCard(THIRD), c.AnnounceOutcome(), c.RetireShoe(), c.CloseTable())
    page.goto(server.address)
    page.wait_for_selector(f"[data-table={closed.name}]")

    def card(name: str) -> str:
        return str(page.locator(f"[data-table={name}]").text_content())

    assert "No shoe yet" in card(plain.name)
    assert "Dealt by staff" in card(plain.name)
    assert "No dealer at the table" in card(alone.name)
    assert "Dealt by software" in card(itself.name)
    join = page.locator(f"[data-table={itself.name}] .button.strong")
    expect(join).to_have_count(1, timeout=60_000)
    assert "No dealer at the table" not in card(itself.name)
    assert "Watch the table" in card(alone.name)
    expect(page.locator(f"[data-table={alone.name}] .button.strong")).to_have_count(0)
    assert "Not opened" in card(closed.name)
    expect(page.locator(f"[data-table={closed.name}] .button")).to_be_disabled()
    page.get_by_role("button", name="中文").click()
    assert "尚无牌靴" in card(plain.name)
    assert "荷官发牌" in card(plain.name)
    assert "无荷官" in card(alone.name)
    assert "未开台" in card(closed.name)
    assert faults(page) == []
