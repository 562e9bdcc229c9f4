"""The pit's console: banks, settings, corrections, staff, protection, in browsers."""

import time
from contextlib import ExitStack

import pyotp
import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from punto.ledger.cage import commands as cage
from punto.refusals import Refused
from punto.rules.games import find_game
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import Funding, usual_configuration
from tests.pages.consoles import PASSWORD, Floor, name_of, table_for
from tests.pages.served import api
from tests.pages.test_accessible import faults, in_chinese
from tests.web.served import give_witnessed

DEALER, SUPERVISOR = Position.DEALER, Position.PIT_SUPERVISOR
MANAGER, SHIFT = Position.PIT_MANAGER, Position.GAMING_SHIFT_MANAGER


def show(page: Page, part: str) -> None:
    page.locator(f"[data-tab={part}]").click()


def test_the_pit_sees_its_tables_as_they_happen(floor: Floor) -> None:
    table = "pit-live"
    floor.open(table, table_for("tiger"))
    with floor.page(floor.staff[SUPERVISOR], "/pit") as page:
        card = page.locator(f".pit-table[data-table={table}]")
        card.wait_for()
        floor.begin(table, ("ann", "banker", 5000), deal=4)
        page.wait_for_selector(f"[data-table={table}][data-step=announce-totals]")
        expect(card.locator("[data-staked]")).to_have_attribute("data-staked", "5000")
        floor.staff[DEALER].give(table, c.Report("not-covered", note="a dog"))  # type: ignore[arg-type]
        card.locator("[data-held=not-covered]").wait_for()
        expect(card).to_contain_text("waiting for a Gaming Shift Manager", use_inner_text=True)
        assert faults(page) == []
        # What is for a Pit Manager is neither offered to a supervisor nor asked for.
        assert page.locator(".tab").evaluate_all("all => all.map(e => e.dataset.tab)") == [
            "tables",
            "approvals",
        ]
        told = {each["table"]: each for each in api(page, "/pit")["tables"]}[table]
        expect(card).to_contain_text(told["dealer"], use_inner_text=True)
    # A referral is decided from the pit by the position it goes to.
    with floor.page(floor.staff[SHIFT], f"/pit/{table}") as page:
        page.locator(".guide [name=why]").fill("nothing was touched")
        page.locator(".guide [data-action=go-on]").click()
        page.locator("[data-event=decided]", has_text="nothing was touched").wait_for()
        assert floor.boss.table(table).case is None


def test_a_bank_is_opened_filled_and_closed_with_a_difference(floor: Floor) -> None:
    table = "pit-bank"
    config = replace(usual_configuration(find_game("tiger")), funding=Funding.CHIPS)
    floor.open(table, config)
    with floor.page(floor.staff[SUPERVISOR], f"/pit/{table}#bank") as page:
        act(page, "open-bank", "1000", name_of(DEALER))
        confirm(floor)
        page.wait_for_selector("[data-balance='100000']")
        act(page, "fill-bank", "250.50", name_of(SUPERVISOR))  # nobody is their own witness
        page.locator("[data-reason=witness-needed]").wait_for()
        act(page, "fill-bank", "250.50", name_of(DEALER))
        confirm(floor)
        page.wait_for_selector("[data-balance='125050']")
        act(page, "credit-bank", "50.50", name_of(DEALER))
        confirm(floor)
        page.wait_for_selector("[data-balance='120000']")
        assert faults(page) == []
        act(page, "close-bank", "1190", name_of(DEALER))
        with floor.page(floor.staff[DEALER], "/account") as own:  # the witness confirms it there
            own.locator(".approval [data-action=approve]").click()
            own.locator(".approval").wait_for(state="detached")
            assert faults(own) == []
        page.locator("td[data-column=variance]", has_text="−10").wait_for()
    shift = floor.boss.bank(table).shifts[-1]
    assert (shift["fills_cents"], shift["credits_cents"]) == (25_050, 5_050)
    assert shift["variance_cents"] == -1_000
    # The difference is an alert, until somebody says that they have seen it.
    with floor.page(floor.staff[MANAGER], "/pit#alerts") as page:
        alert = page.locator(".alert[data-kind=variance]", has_text=table)
        alert.wait_for()
        assert faults(page) == []
        alert.get_by_role("button").click()
        alert.wait_for(state="detached")


def test_staff_change_their_own_password_and_set_up_a_second_factor(floor: Floor) -> None:
    floor.hire("pit-owner", DEALER, ("pit-x",)).close()
    known, fresh = floor.password_of("pit-owner"), "another horse stapled"
    with floor.page(None, "/") as page:
        sign_in(page, "pit-owner", known)
        page.locator(".whoami a", has_text="pit-owner").click()
        form = page.locator("[data-act=password]")
        for name, text in (("current", known), ("password", fresh), ("again", fresh)):
            form.locator(f"[name={name}]").fill(text)
        form.locator("button").click()
        page.locator("[data-notice]").wait_for()
        form = page.locator("[data-act=second-factor]")
        form.locator("[name=password]").fill(fresh)
        form.locator("button").click()
        phone = pyotp.TOTP(page.locator("[data-secret]").inner_text())
        expect(page.locator(".qr svg")).to_have_count(1)
        assert faults(page) == []
        form.locator("[name=code]").fill(phone.now())
        form.locator("button").click()
        form.wait_for(state="detached")
    with floor.page(None, "/") as page:
        sign_in(page, "pit-owner", fresh)
        code = page.locator("dialog [name=code], .form [name=code]").first
        code.fill(phone.at(int(time.time()) + 30))
        code.press("Enter")
        page.locator(".whoami a", has_text="pit-owner").wait_for()


def sign_in(page: Page, name: str, password: str) -> None:
    page.get_by_role("button", name="Sign in").first.click()
    page.locator("[name=name]").fill(name)
    page.locator("[name=password]").fill(password)
    page.locator("[name=password]").press("Enter")


def confirm(floor: Floor) -> None:
    """The dealer confirms what they were named a witness of."""
    dealer, deadline = floor.staff[DEALER], time.monotonic() + 10
    while not (waits := dealer.approvals()) and time.monotonic() < deadline:
        time.sleep(0.1)
    dealer.approve(waits[-1].id)


def act(page: Page, command: str, amount: str, witness: str) -> None:
    form = page.locator(f"[data-act={command}]")
    form.locator("[name=amount]").fill(amount)
    form.locator("[name=witness]").fill(witness)
    form.locator("button").click()


def test_limits_change_between_rounds_and_are_refused_in_one(floor: Floor) -> None:
    table = "pit-limits"
    floor.open(table, table_for("tiger"))
    with floor.page(floor.staff[MANAGER], f"/pit/{table}#settings") as page:
        page.get_by_label("Tie: Maximum", exact=True).fill("500")
        differential = "[data-setting=differential_cents] input"
        page.locator(differential).fill("300")
        page.locator("[data-action=save]").click()
        page.locator(".settings .resolved", has_text="Saved.").wait_for()
        page.wait_for_function(f"() => document.querySelector('{differential}').value === '300.00'")
        told = floor.boss.configuration(table).configuration
        assert told is not None
        assert (told.limits["tie"].max_cents, told.differential_cents) == (50_000, 30_000)
        # What is above one's position says whose it is.
        approval = page.locator("[data-setting=approval_cents]")
        expect(approval.locator("input")).to_be_disabled()
        expect(approval).to_contain_text("Gaming Shift Manager or above", use_inner_text=True)
        decks = page.locator("[data-setting=decks]")
        expect(decks.locator("input")).to_be_disabled()
        expect(decks).to_contain_text("Retire the shoe", use_inner_text=True)
        assert faults(page) == []
        floor.begin(table, ("ann", "banker", 5000), close=False)
        page.locator("[data-locked=round-in-play]").wait_for()
        expect(page.get_by_label("Tie: Maximum", exact=True)).to_be_disabled()
        expect(page.locator(".settings :enabled:is(input, select)")).to_have_count(0)
        expect(page.locator("[data-action=save]")).to_be_disabled()
        assert faults(page) == []
        change = c.ChangeConfiguration(told, why="in a round")
        with pytest.raises(Refused, match="round in play"):
            floor.staff[MANAGER].give(table, change)
        same = floor.boss.configuration(table).configuration
        assert same is not None
        assert same.limits["tie"].max_cents == 50_000
    floor.finish(table)


def test_a_round_is_corrected_by_two_people_and_its_player_sees_it(floor: Floor) -> None:
    table = "pit-correct"
    floor.open(table, replace(table_for("tiger"), approval_cents=1_000))
    floor.begin(table, ("ann", "banker", 5000), deal=4)
    floor.finish(table)
    with ExitStack() as browsers:
        page = browsers.enter_context(floor.page(floor.staff[MANAGER], f"/pit/{table}#rounds"))
        second = browsers.enter_context(floor.page(floor.staff[SHIFT], "/pit#approvals"))
        ann = browsers.enter_context(floor.page(floor.patrons["ann"], f"/table/{table}"))
        ann.wait_for_selector(".announcer.over")
        page.get_by_role("button", name="Correct round 1").click()
        page.locator(".rounds [name=cards]").fill("9C 5D KH AH")  # Player wins on 9
        page.locator(".rounds [name=why]").fill("misread")
        assert faults(page) == []
        page.locator(".rounds .button.strong").click()
        page.locator(".second[data-request]").wait_for()
        asked = second.locator(".approval", has_text=table)
        asked.locator("[data-dealt='9C 5D KH AH'][data-outcome=player]").wait_for()
        asked.locator("[data-dealt='2C 5D 3H AH KD'][data-outcome=banker]").wait_for()
        expect(asked).to_contain_text("Player · Player 9, Banker 6", use_inner_text=True)
        expect(asked).to_contain_text("misread", use_inner_text=True)
        page.locator(".second [data-dealt='9C 5D KH AH'][data-outcome=player]").wait_for()
        in_chinese(second)
        asked.get_by_text("闲 · 闲 9 点，庄 6 点").wait_for()
        assert faults(second) == []
        asked.locator("[data-action=approve]").click()
        ann.wait_for_selector(".hand.player [data-card='9C']")
        ann.get_by_text("Player wins").first.wait_for()
        ann.get_by_text("Round 1 corrected: −97.50").wait_for()
        page.locator("[data-round='1']", has_text="9C 5D KH AH").wait_for()
    events = [each.type for each in floor.boss.round(table, 1).events]
    assert "settlement-reversed" in events
    assert floor.boss.table(table).finished[-1].lines[0].result.value == "lose"
    owed = {row["account"]: row["balance_cents"] for row in floor.boss.balances().rows}
    assert owed[f"claims:{table}:ann"] == -9_750  # 50 staked and 47.50 won: never from credits


def test_a_dealer_who_is_disabled_is_out_at_once(floor: Floor) -> None:
    table = "pit-disable"
    floor.open(table, table_for("tiger"))
    with ExitStack() as browsers:
        page = browsers.enter_context(floor.page(floor.staff[MANAGER], "/pit#staff"))
        form = page.locator("form", has=page.locator("[name=password]")).last
        form.locator("[name=name]").fill("pit-newcomer")
        form.locator("[name=password]").fill(PASSWORD)
        form.locator("[name=tables]").fill(table)
        form.locator("button").click()
        row = page.locator("[data-person=pit-newcomer]")
        row.wait_for()
        console = browsers.enter_context(floor.page(None, f"/dealer/{table}"))
        console.get_by_label("Name").fill("pit-newcomer")
        console.get_by_label("Password").fill(PASSWORD)
        console.get_by_role("button", name="Sign in").click()
        console.wait_for_selector(".next-step")
        assert faults(page) == []
        page.get_by_role("button", name="Disable pit-newcomer").click()
        page.locator(".confirming").get_by_role("button", name="Cancel").click()
        expect(page.locator("[data-person=pit-newcomer][data-disabled=true]")).to_have_count(0)
        page.get_by_role("button", name="Disable pit-newcomer").click()
        assert faults(page) == []
        page.locator("[data-sure=disable]").click()
        page.locator("[data-person=pit-newcomer][data-disabled=true]").wait_for()
        console.get_by_text("You are signed out").wait_for(timeout=5_000)
        console.get_by_label("Name").fill("pit-newcomer")
        console.get_by_label("Password").fill(PASSWORD)
        console.get_by_role("button", name="Sign in").click()
        console.get_by_text("Name or password is wrong").wait_for()
        # Nobody reaches above their own position.
        page.get_by_role("button", name=f"Disable {name_of(SHIFT)}").click()
        page.locator("[data-sure=disable]").click()
        page.locator("[data-reason=not-authorised]").wait_for()


def test_staff_are_assigned_and_devices_are_told_their_key_once(floor: Floor) -> None:
    floor.hire("pit-mover", DEALER, ("pit-x",)).close()
    with floor.page(floor.staff[SHIFT], "/pit#staff") as page:
        page.get_by_role("button", name="Change pit-mover").click()
        form = page.locator("td form")
        form.locator("[name=position]").select_option("2")
        form.locator("[name=tables]").fill("pit-x pit-y")
        assert faults(page) == []
        form.locator("button").click()
        page.locator("[data-person=pit-mover]", has_text="Pit Supervisor").wait_for()
        expect(page.locator("[data-person=pit-mover]")).to_contain_text(
            "pit-x · pit-y", use_inner_text=True
        )
        show(page, "devices")
        page.locator("[name=name]").fill("pit-wall")
        page.locator("[name=tables]").fill("tiger")
        page.locator("form .button.strong").click()
        key = page.locator("[data-key]").inner_text()
        assert len(key) >= 43
        page.locator("[data-device=pit-wall]").wait_for()
        assert faults(page) == []
        page.reload()
        page.locator("[data-device=pit-wall]").wait_for()
        assert key not in page.content()
        page.locator("[name=name]").fill("pit-reader")
        page.locator("[name=tables]").fill("tiger")
        page.locator("[name=duty]").select_option("reader")
        page.locator("form .button.strong").click()
        page.get_by_text("Waiting for a second person to approve request").wait_for()
        expect(page.locator("[data-device=pit-reader]")).to_have_count(0)
        request = next(each for each in floor.boss.approvals() if each.table == "")
        floor.boss.approve(request.id)
        page.reload()
        page.locator("[data-device=pit-reader]").wait_for()


def test_the_protection_view_prints_what_the_api_says(floor: Floor) -> None:
    table = "pit-edge"
    floor.open(table, table_for("tiger"))
    floor.begin(table, ("ann", "banker", 5000), deal=4)
    with floor.page(floor.staff[MANAGER], f"/pit/{table}#protection") as page:
        page.wait_for_selector("[data-unseen='412']")
        told = floor.boss.protection(table)
        printed = {
            row.get_attribute("data-wager"): float(str(row.get_attribute("data-edge")))
            for row in page.locator("tr[data-wager]").all()
        }
        assert printed == {each.wager: each.house_edge for each in told.wagers}
        assert faults(page) == []
        in_chinese(page)
        assert faults(page) == []


@pytest.mark.parametrize("who", ["patron", "guest", "dealer"])
def test_nobody_else_is_shown_the_pit_or_its_edges(floor: Floor, who: str) -> None:
    """Every word that reaches their pages is listened to: no edge of a shoe in use is in any."""
    table = "pit-edge"
    client = {"patron": floor.patrons["ann"], "dealer": floor.staff[DEALER]}.get(who)
    with floor.page(client, "/") as page:
        if who == "guest":
            page.locator("[data-table=tiger] .button.strong").click()
            page.wait_for_selector(".felt .area")
        heard: list[str] = []
        page.on("response", lambda response: heard.append(response.url))
        frames: list[str] = []
        page.on(
            "websocket",
            lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))),
        )
        for path in (f"/pit/{table}#protection", f"/table/{table}"):
            page.goto(floor.server.address + path)
            page.wait_for_selector(".felt, .state, .signed-out, .pit")
        expect(page.locator("tr[data-edge]")).to_have_count(0)
        status = page.evaluate(
            "async (table) => (await fetch(`/api/v1/tables/${table}/protection`)).status", table
        )
        assert status == 403
        assert not any("house_edge" in frame for frame in frames)


def test_events_are_filtered_and_say_who_has_seen_them(floor: Floor) -> None:
    floor.staff[DEALER].call_pit("tiger", None, "an event to find")
    alerts = floor.staff[MANAGER].alerts()
    called = next(each for each in alerts if each.kind == "pit-called")
    floor.staff[MANAGER].acknowledge(called.id)
    with floor.page(floor.staff[MANAGER], "/pit#events") as page:
        page.wait_for_selector(".alert")
        page.locator("[name=kind]").select_option("pit-called")
        page.locator("[name=table]").select_option("tiger")
        page.locator(".filters-row button").click()
        page.wait_for_function(
            "() => [...document.querySelectorAll('.alert')].every("
            "(each) => each.dataset.kind === 'pit-called')"
        )
        first = page.locator(".alert").first.inner_text()
        assert "an event to find" in first
        assert f"acknowledged by {name_of(MANAGER)}" in first
        assert faults(page) == []


def test_every_part_of_the_pit_reads_well_in_chinese_and_on_a_phone(floor: Floor) -> None:
    table = "pit-zh"
    floor.open(table, table_for("tiger"))
    floor.begin(table, ("ann", "banker", 5000), deal=4)
    give_witnessed(floor.boss, floor.staff[DEALER], cage.OpenBank(table, 100_000, name_of(DEALER)))
    with floor.page(floor.staff[SHIFT], "/pit", 390, 844) as page:
        page.wait_for_selector(".pit-table")
        in_chinese(page)
        for part in ("tables", "alerts", "approvals", "staff", "devices"):
            show(page, part)
            page.wait_for_selector(".pit-table, .alert, .state, .console-table")
            assert faults(page) == []
            assert overflow(page) <= 0
        page.goto(f"{floor.server.address}/pit/{table}")
        for part in ("case", "rounds", "settings", "bank", "protection"):
            show(page, part)
            page.wait_for_selector(".pit .panel")
            assert faults(page) == []
            assert overflow(page) <= 0
            page.get_by_role("button", name="EN").click()
            assert overflow(page) <= 0
            in_chinese(page)


def overflow(page: Page) -> int:
    """How far a page reaches beyond its window sideways."""
    return int(page.evaluate("() => document.documentElement.scrollWidth - innerWidth"))


def test_a_table_is_opened_from_the_pit(floor: Floor) -> None:
    with floor.page(floor.staff[MANAGER], "/pit") as page:
        page.get_by_text("Open a new table").click()
        form = page.locator("details form")
        form.locator("[name=table]").fill("pit-opened")
        form.locator("[name=max]").fill("2000")
        form.locator("[name=game]").select_option("tiger")  # what is typed outlives a new drawing
        form.locator("button").click()
        page.locator("[data-table=pit-opened]").wait_for()
    told = floor.boss.configuration("pit-opened").configuration
    assert told is not None
    assert (told.game, told.limits["tie"].max_cents) == ("tiger", 200_000)
