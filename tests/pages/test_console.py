"""A dealer deals by every method with remote patrons; approvals; sessions; keyboards."""

from contextlib import ExitStack

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from punto.ledger.cage import commands as cage
from punto.rules.game import Method, Zone
from punto.rules.hands import Side
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import CardSource, Funding
from tests.pages.consoles import INITIAL, Floor, name_of, table_for
from tests.pages.test_accessible import faults
from tests.pages.test_dealer import draw, press

DEALER, MANAGER = Position.DEALER, Position.PIT_MANAGER
SHIFT = Position.GAMING_SHIFT_MANAGER
A_WHILE_LATER = (
    "() => { const now = performance.now; performance.now = () => now.call(performance) + 30000; }"
)


def step(console: Page) -> str:
    return str(console.locator(".next-step").get_attribute("data-step"))


def wait_for_step(console: Page, *steps: str) -> str:
    console.wait_for_selector(", ".join(f".next-step[data-step={each}]" for each in steps))
    return step(console)


def stake(patron: Page, *wagers: str) -> None:
    """A chip of 10 on each, and the table has taken it."""
    patron.wait_for_selector(".felt.open")
    for wager in wagers:
        patron.locator(f"[data-wager={wager}]").click()
    patron.wait_for_function(
        "(count) => document.querySelectorAll('.stake:not(.unsure)').length === count",
        arg=len(wagers),
    )


def test_method_b_with_stakes_placed_changed_and_withdrawn_on_request(floor: Floor) -> None:
    table = "console-b"
    floor.open(table, replace(table_for("tiger"), funding=Funding.CHIPS))
    with floor.page(floor.staff[DEALER], f"/dealer/{table}") as console:
        press(console, "open-betting")
        wait_for_step(console, "close-betting")
        form = console.locator(".record")
        for wager, amount in (("banker", "50"), ("tie", "20"), ("player", "30")):
            form.locator("[name=patron]").fill("ann")
            form.locator("[name=wager]").select_option(wager)
            form.locator("[name=amount]").fill(amount)
            form.locator("button").click()
            console.locator(".console-table tr", has_text=amount).wait_for()
        console.get_by_role("button", name="Change ann Banker 50").click()
        console.get_by_label("Change ann Banker 50").fill("80")
        console.get_by_role("button", name="Change", exact=True).click()
        console.wait_for_selector("[data-total='13000']")
        console.get_by_role("button", name="Withdraw ann Player 30").click()
        console.wait_for_selector("[data-total='10000']")
        assert faults(console) == []
        press(console, "close-betting")
        for code in INITIAL:
            draw(console, code)
        press(console, "announce-totals")
        draw(console, "TD")
        press(console, "announce-outcome")
        console.wait_for_selector(".settlement li")
        # What is lost is taken before anything is paid, as the books have it.
        shown = [
            (str(each.get_attribute("data-action")), int(str(each.get_attribute("data-stake"))))
            for each in console.locator(".settlement li").all()
        ]
        told = floor.boss.payouts(table)
        assert shown == [(each.action, each.stake) for each in told.payouts]
        assert [action for action, _ in shown] == ["take", "pay", "leave"]
        expect(console.locator("[data-tray]")).to_have_attribute("data-tray", "-5600")
        assert told.tray_cents == -5600
        assert faults(console) == []


def test_method_a_is_offered_refused_held_and_handed_back(floor: Floor) -> None:
    table = "console-a"
    floor.open(table, table_for("tiger", Method.A))
    with ExitStack() as browsers:
        console = browsers.enter_context(floor.page(floor.staff[DEALER], f"/dealer/{table}"))
        press(console, "open-betting")
        ann, bob = (
            browsers.enter_context(floor.page(floor.patrons[name], f"/table/{table}", 390, 844))
            for name in ("ann", "bob")
        )
        stake(ann, "banker")
        stake(bob, "banker")
        press(console, "close-betting")
        for code in INITIAL:
            draw(console, code)
        expect(console.locator(".hand [data-card='??']")).to_have_count(4)
        # Equal stakes: who staked first is offered the cards (3.10.4), and does not want them.
        wait_for_step(console, "pass")
        hand = console.locator("[data-hand=banker]")
        expect(hand).to_contain_text("offered to ann", use_inner_text=True)
        hand.locator("[data-action=refuse]").click()
        console.get_by_text("offered to bob").wait_for()
        press(console, "pass")
        bob.get_by_text("The Banker cards are yours").wait_for()
        console.wait_for_selector("[data-hand=banker][data-holder=bob]")
        wait_for_step(console, "choose-first")
        assert faults(console) == []
        console.get_by_role("button", name="Banker first").click()
        console.get_by_text("bob turns the Banker cards").wait_for()
        console.locator(".next-step").get_by_role("button", name="bob hands back the cards").click()
        console.locator("[data-hand=banker][data-holder='']").wait_for()
        press(console, "expose")
        console.wait_for_selector(".hand.banker [data-card='5D']")
        press(console, "expose")
        press(console, "announce-totals")
        ann.wait_for_selector(".hand.banker [data-total='6']")


@pytest.mark.sweep
def test_method_c_a_patron_draws_from_the_device(floor: Floor) -> None:
    table = "console-c"
    config = table_for("tiger", Method.C, Zone.RUBY_ROOM, CardSource.SEALED)
    floor.boss.give(table, c.OpenTable(config))
    with ExitStack() as browsers:
        console = browsers.enter_context(floor.page(floor.staff[DEALER], f"/dealer/{table}"))
        wait_for_step(console, "load-shoe")
        console.locator(".next-step [data-action=virtual]").click()
        wait_for_step(console, "contribute")
        ann = browsers.enter_context(floor.page(floor.patrons["ann"], f"/table/{table}", 390, 844))
        ann.get_by_role("button", name="Shuffle").click()
        ann.get_by_text("Your shuffle is in").wait_for()
        press(console, "close-contributions")
        press(console, "open-betting")  # the page has revealed what it committed to
        stake(ann, "player")
        console.wait_for_selector("tr[data-stake]")
        console.locator(".device [name=patron]").fill("ann")
        console.locator(".device button[type=submit]").click()
        console.wait_for_selector("[data-device=ann]")
        press(console, "close-betting")
        console.get_by_text("ann draws at the device").wait_for()
        assert faults(console) == []
        for count in range(1, 5):
            ann.get_by_role("button", name="Draw the card").click()
            console.wait_for_function(
                "(count) => document.querySelectorAll('.hand [data-card]').length === count",
                arg=count,
            )
        for hidden in (2, 0):  # one hand after the other
            press(console, "expose")
            console.wait_for_function(
                "(count) => document.querySelectorAll('.hand [data-card=\"??\"]').length === count",
                arg=hidden,
            )
        press(console, "announce-totals")
        for _ in range(6):
            match wait_for_step(console, "draw", "expose", "announce-outcome"):
                case "draw":
                    ann.get_by_role("button", name="Draw the card").click()
                    wait_for_step(console, "expose")
                case "expose":
                    press(console, "expose")
                    wait_for_step(console, "draw", "announce-outcome")
                case _:
                    break
        press(console, "announce-outcome")
        ann.wait_for_selector(".announcer.over")
        played = floor.boss.round(table, 1).events
        assert {e.fields["drawn_by"] for e in played if e.type == "card-drawn"} == {"ann"}


def test_what_is_above_the_limit_waits_for_a_second_person_elsewhere(floor: Floor) -> None:
    """The first attempt is declined, the second approved; the player sees the round void."""
    table = "console-two"
    floor.open(table, replace(table_for("tiger"), approval_cents=2_000))
    floor.begin(table, ("ann", "banker", 5000), deal=4)
    manager, shift = floor.staff[MANAGER], floor.staff[SHIFT]
    with ExitStack() as browsers:
        console = browsers.enter_context(floor.page(manager, f"/dealer/{table}"))
        pit = browsers.enter_context(floor.page(shift, "/pit#approvals"))
        ann = browsers.enter_context(floor.page(floor.patrons["ann"], f"/table/{table}"))
        console.locator("[data-action=irregular]").click()
        console.locator(".happening[data-irregularity=foreign-cards]").click()
        console.get_by_text("a second person has to approve it: a Gaming Shift Manager").wait_for()
        console.locator(".facts [name=note]").fill("a red back")
        console.locator(".facts .button.strong").click()
        console.locator(".second[data-request]").wait_for()
        assert faults(console) == []
        asked = pit.locator(".approval", has_text=table)
        asked.wait_for()
        expect(asked).to_contain_text("a red back", use_inner_text=True)
        assert faults(pit) == []
        asked.locator("[data-action=decline]").click()
        console.get_by_text("Declined, or nobody").wait_for()
        assert floor.boss.table(table).round is not None
        console.locator(".facts [name=note]").fill("two red backs")
        console.locator(".facts .button.strong").click()
        pit.locator(".approval", has_text="two red backs").locator("[data-action=approve]").click()
        pit.get_by_text("Approved and carried out.").wait_for()
        console.wait_for_selector(".resolved")
        console.wait_for_selector("[data-event=round-voided]")
        ann.get_by_text("Round void").first.wait_for()
        assert floor.boss.table(table).finished[-1].void
        voided = floor.boss.significant_events(kind="void", table=table).events[0]
        assert (voided.actor, voided.approver) == (
            name_of(MANAGER),
            name_of(SHIFT),
        )


def test_a_held_round_is_seen_by_its_player_and_what_each_chose_by_staff(floor: Floor) -> None:
    """STANDARDS 18: correction mode is visible to players, and ends when it does."""
    table = "console-held"
    floor.open(table, table_for("tiger"))
    floor.begin(table, ("ann", "banker", 5000), ("bob", "player", 3000), deal=2)
    with ExitStack() as browsers:
        console = browsers.enter_context(floor.page(floor.staff[MANAGER], f"/dealer/{table}"))
        ann = browsers.enter_context(floor.page(floor.patrons["ann"], f"/table/{table}", 390, 844))
        console.locator("[data-action=irregular]").click()
        console.locator(".happening[data-irregularity=power-failure]").click()
        console.locator(".facts .button.strong").click()
        ann.locator(".correction").wait_for()
        expect(ann.locator(".correction")).to_contain_text(
            "Correction in progress", use_inner_text=True
        )
        console.wait_for_selector("[data-asked=bob]")
        ann.get_by_role("button", name="Withdraw all my bets").click()
        console.locator("[data-asked=ann]").wait_for(state="detached")
        console.locator("[data-event=option-answered]", has_text="ann: withdraws bet").wait_for()
        assert faults(console) == []
        expect(
            console.locator("[data-asked=bob] button"), "bob's stakes are credits"
        ).to_have_count(0)
        floor.patrons["bob"].give(table, c.AnswerOption("bob"))
        console.wait_for_selector(".resolved")
        told = console.locator("[data-event=option-answered]", has_text="bob").inner_text()
        assert "keeps all bets" in told
        ann.locator(".correction").wait_for(state="detached")
        assert [each.patron for each in floor.boss.table(table).round.stakes] == ["bob"]  # type: ignore[union-attr]


def test_a_report_by_a_dealer_calls_the_pit(floor: Floor) -> None:
    table = "console-call"
    floor.open(table, table_for("tiger"))
    floor.begin(table, ("ann", "banker", 5000), deal=4)
    with ExitStack() as browsers:
        console = browsers.enter_context(floor.page(floor.staff[DEALER], f"/dealer/{table}"))
        console.locator("[data-action=irregular]").click()
        console.locator(".happening[data-irregularity=unshuffled-cards]").click()
        console.locator(".facts [type=submit]").click()
        console.wait_for_selector("[data-event=report-filed]")
        pit = browsers.enter_context(floor.page(floor.staff[MANAGER], "/pit#alerts"))
        called = pit.locator(f"[data-call={table}]")
        called.wait_for()
        expect(called).to_contain_text("The cards were not shuffled", use_inner_text=True)
        alert = pit.locator(".alert[data-kind=irregularity]", has_text=table)
        alert.get_by_role("button").click()
        alert.wait_for(state="detached")
        expect(called, "an acknowledged report still waits for its resolution").to_have_count(1)
        floor.staff[MANAGER].give(table, c.DismissReport("they were"))
        called.wait_for(state="detached")


def test_a_console_left_alone_says_so_and_comes_back_to_where_it_was(floor: Floor) -> None:
    """The sign-in ends on the server; what was being typed is there again after signing in."""
    table = "console-idle"
    floor.open(table, table_for("tiger"))
    floor.begin(table, ("ann", "banker", 5000), deal=4)
    gone = floor.hire("console-idler", MANAGER)
    with floor.page(gone, f"/dealer/{table}") as console:
        console.locator("[data-action=irregular]").click()
        console.locator(".happening[data-irregularity=foreign-cards]").click()
        console.locator(".facts [name=note]").fill("half a sentence")
        gone.sign_out()
        console.get_by_text("You are signed out").wait_for()
        expect(console.locator(".next-step")).not_to_be_visible()
        expect(console.get_by_text("ann").first).not_to_be_visible()
        assert faults(console) == []
        console.get_by_label("Name").fill("console-idler")
        console.get_by_label("Password").fill(floor.password_of("console-idler"))
        console.get_by_role("button", name="Sign in").click()
        console.locator(".facts [name=note]").wait_for()
        expect(console.locator(".facts [name=note]")).to_have_value("half a sentence")
    gone.close()


def test_nothing_a_page_asks_by_itself_keeps_anybody_signed_in(floor: Floor) -> None:
    """Only a touch does, and it is said at most every twenty seconds."""
    with floor.page(floor.staff[SHIFT], "/pit#alerts") as page:
        asked: list[tuple[str, bool]] = []
        page.on(
            "request",
            lambda request: asked.append((request.url, "punto-background" in request.headers)),
        )
        with page.expect_response("**/api/v1/alerts"):
            pass
        page.goto(f"{floor.server.address}/history/tiger")
        page.wait_for_selector(".history, .state")
        reads = [looks for url, looks in asked if "/api/v1/" in url]
        assert len(reads) >= 3
        assert all(reads)
        page.evaluate(A_WHILE_LATER)
        with page.expect_request("**/health") as told:
            page.locator("main").click()
        assert "punto-background" not in told.value.headers


def test_a_round_is_dealt_with_a_keyboard_alone(floor: Floor) -> None:
    """Every step has the focus on its one control: Enter, codes, Enter."""
    table = "console-keys"
    floor.boss.give(table, c.OpenTable(table_for("no-commission")))
    floor.boss.give_cage(cage.BuyCredits("ann", 1_000))
    with floor.page(floor.staff[DEALER], f"/dealer/{table}") as console:
        keys = console.keyboard
        for there in ("load-shoe", "open-betting", "close-betting"):
            wait_for_step(console, there)
            console.wait_for_function(
                "(step) => document.activeElement.closest(`.next-step[data-step=${step}]`)",
                arg=there,
            )
            keys.press("Enter")
        for code in INITIAL:
            draw(console, code)
        wait_for_step(console, "announce-totals")
        console.wait_for_selector(".next-step[data-step=announce-totals] .button:focus")
        keys.press("Enter")
        draw(console, "TD")
        console.wait_for_selector(".next-step[data-step=announce-outcome] .button:focus")
        keys.press("Enter")
        wait_for_step(console, "open-betting")
        assert floor.boss.table(table).finished[-1].cards == (*INITIAL, "TD")


def test_a_virtual_shoe_is_drawn_from_and_no_card_is_typed(floor: Floor) -> None:
    table = "console-virtual"
    floor.boss.give(table, c.OpenTable(table_for("tiger", source=CardSource.SEALED)))
    with floor.page(floor.staff[DEALER], f"/dealer/{table}") as console:
        wait_for_step(console, "load-shoe")
        console.locator(".next-step [data-action=virtual]").click()
        console.get_by_text("Virtual shoe, sealed").wait_for()
        press(console, "contribute")
        press(console, "close-contributions")
        press(console, "open-betting")
        press(console, "close-betting")
        for count in range(1, 5):
            wait_for_step(console, "draw")
            expect(console.locator(".next-step input")).to_have_count(0)
            press(console, "draw")
            console.wait_for_function(
                "(count) => document.querySelectorAll('.hand [data-card]').length === count",
                arg=count,
            )
        wait_for_step(console, "announce-totals")


def test_a_chinese_console_has_no_english_left(floor: Floor) -> None:
    table = "console-zh"
    floor.open(table, table_for("tiger", Method.A))
    floor.begin(table, ("ann", "banker", 5000), ("bob", "player", 3000), deal=4)
    floor.boss.give(table, c.PassCards(Side.PLAYER, "bob"))
    with floor.page(floor.staff[MANAGER], f"/dealer/{table}") as console:
        console.get_by_role("button", name="中文").click()
        console.locator("[data-action=irregular]").click()
        console.locator(".choosing summary").click()
        assert faults(console) == []
        check_chinese(console)
        console.locator(".happening[data-irregularity=device-reset]").click()
        check_chinese(console)
        console.locator(".facts .button.strong").click()
        console.wait_for_selector(".answers")
        check_chinese(console)
        assert faults(console) == []


def check_chinese(page: Page) -> None:
    text = page.locator("main").inner_text()
    for name in (name_of(MANAGER), name_of(DEALER), "console-zh", "ann", "bob", "Punto", "SGD"):
        text = text.replace(name, "")
    words = [word.strip(".,:;()") for word in text.split()]
    assert [word for word in words if len(word) > 2 and word.isascii() and word.isalpha()] == []
