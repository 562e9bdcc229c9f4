"""Every irregularity of every game is reported and resolved at a console, step by step."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from fractions import Fraction

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from punto.rules.game import Game, Method, Zone
from punto.rules.games import GAMES
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.legal.irregularities import WHO_DECIDES
from tests.pages.consoles import INITIAL, Floor, table_for
from tests.pages.test_accessible import faults, in_chinese
from tests.sample import sample

LATE = "At terminals what comes late is refused at once."  # these consoles are of terminals
NOT_NOW = {
    I.LATE_STAKE: LATE,
    I.LATE_WITHDRAWAL: LATE,
    I.TOO_FEW_CARDS: "The cards left can still finish the round.",
}
IN_METHOD = {
    I.PASSED_TO_WRONG_PATRON: Method.A,
    I.EXPOSED_OR_NOT_PASSED: Method.A,
    I.HANDLER_ABSENT: Method.A,
    I.PATRON_LEFT_WITH_CARDS: Method.A,
    I.EXPOSED_BY_MOVING_DEVICE: Method.C,
    I.ALTERED_BY_MOVING_DEVICE: Method.C,
    I.CUT_CARD_FIRST: Method.C,
}
DIFFERENTIAL_CENTS = 3000
BOTH = (("ann", "banker", 5000), ("bob", "player", 3000))
ORDER = " ".join(INITIAL)
WORTHS = "all => all.map(each => each.dataset.worth)"  # what the guide says, as fractions

Moment = Callable[[Floor, str], None]


def dealt(cards: int) -> Moment:
    return lambda floor, table: floor.begin(table, *BOTH, deal=cards)


def finished(floor: Floor, table: str) -> None:
    floor.begin(table, *BOTH, deal=4)
    floor.finish(table)


def held(floor: Floor, table: str) -> None:
    floor.begin(table, *BOTH, deal=4)
    floor.boss.give(table, c.PassCards(Side.BANKER, "ann"))


def unread(floor: Floor, table: str) -> None:
    """Nobody has read bob's two cards; Banker's lie open."""
    floor.begin(table, ("bob", "player", 3000))
    for _ in range(4):
        floor.boss.give(table, c.DrawCard())
    floor.boss.give(table, c.PassCards(Side.PLAYER, "bob"))
    floor.boss.give(table, c.ChooseFirstRevealed(Side.BANKER))
    floor.boss.give(table, c.ExposeCards(Side.BANKER, ("5D", "AH")))


def exceeded(floor: Floor, table: str) -> None:
    floor.begin(table, ("ann", "banker", 5000), close=False)


MOMENTS: dict[I, Moment] = {
    I.DRAWN_TOGETHER_IN_INITIAL_DEAL: dealt(1),
    I.DRAWN_TOGETHER_ORDER_KNOWN: dealt(2),
    I.POWER_FAILURE: dealt(2),
    I.DEVICE_RESET: dealt(0),
    I.EXPOSED_BY_MOVING_DEVICE: dealt(0),
    I.ALTERED_BY_MOVING_DEVICE: dealt(0),
    I.CUT_CARD_FIRST: dealt(0),
    I.WRONG_DISPLAY: finished,
    I.HANDLER_ABSENT: held,
    I.PATRON_LEFT_WITH_CARDS: unread,
    I.DIFFERENTIAL_EXCEEDED: exceeded,
}
# What the journal has at the end, beside the report.
ENDS = {
    I.DEALT_IN_WRONG_ORDER: "cards-reconstructed",
    I.WRONG_NUMBER_OF_CARDS: "cards-reconstructed",
    I.DRAWN_TOGETHER_ORDER_KNOWN: "cards-reconstructed",
    I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL: "option-lapsed",
    I.PASSED_TO_WRONG_PATRON: "hand-retrieved",
    I.EXPOSED_OR_NOT_PASSED: "hand-retrieved",
    I.HANDLER_ABSENT: "hand-retrieved",
    I.PATRON_LEFT_WITH_CARDS: "missing-replaced",
    I.DEVICE_RESET: "betting-reopened",
    I.FACE_UP_IN_DEVICE: "irregularity-reported",
    I.EXPOSED_BY_MOVING_DEVICE: "irregularity-reported",
    I.CUT_CARD_FIRST: "option-lapsed",
    I.WRONG_DISPLAY: "display-corrected",
    I.DIFFERENTIAL_EXCEEDED: "decrease-asked",
    I.UNDER_MINIMUM: "irregularity-reported",
    I.OVER_MAXIMUM: "irregularity-reported",
}


def ending(game: Game, kind: I) -> str:
    if kind is I.POWER_FAILURE:  # nothing was decided yet; in the older games the round resumes
        return "option-lapsed" if game.procedure(kind) else "irregularity-reported"
    return ENDS.get(kind, "round-voided")


def known(game: Game) -> list[I]:
    """What a game has: its own procedures, and what readings of ours stand in for."""
    return sorted({each.irregularity for each in game.procedures} | set(WHO_DECIDES))


class Consoles:
    """A console for each game and method, opened once."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self._open = ExitStack()
        self._pages: dict[str, Page] = {}

    def at(self, game: Game, method: Method) -> tuple[Page, str]:
        table = f"irregular-{game.id}-{method.value}".lower()
        if table not in self._pages:
            zone = Zone.RUBY_ROOM if method is Method.C else Zone.MAIN
            config = table_for(game.id, method, zone)
            if game.procedure(I.DIFFERENTIAL_EXCEEDED):
                config = replace(config, differential_cents=DIFFERENTIAL_CENTS)
            self.floor.open(table, config)
            page = self.floor.page(self.floor.boss, f"/dealer/{table}")
            self._pages[table] = self._open.enter_context(page)
        return self._pages[table], table

    def close(self) -> None:
        self._open.close()


@pytest.fixture(scope="module")
def consoles(floor: Floor) -> Iterator[Consoles]:
    found = Consoles(floor)
    yield found
    found.close()


def shown_by(game: Game, kind: I) -> tuple[object, ...]:
    """What a case is an example of: a method, an end, or not being offered."""
    return IN_METHOD.get(kind), ending(game, kind), NOT_NOW.get(kind)


EACH = [
    pytest.param(game, kind, id=f"{game.id}-{kind.value}") for game in GAMES for kind in known(game)
]


@pytest.mark.parametrize(("game", "kind"), sample(EACH, shown_by))
def test_it_is_reported_and_resolved_at_the_console(
    consoles: Consoles, game: Game, kind: I
) -> None:
    method = IN_METHOD.get(kind, Method.B)
    page, table = consoles.at(game, method)
    floor = consoles.floor
    tidy(floor, page, table)
    # The game is the API's to say: what it lists is what its document has.
    guidance = floor.boss.irregularities(table)
    assert {each.irregularity for each in guidance.irregularities} == {*known(game)}
    MOMENTS.get(kind, dealt(4))(floor, table)
    page.wait_for_function(
        "(step) => document.querySelector('.next-step')?.dataset.step === step",
        arg=floor.boss.table(table).prompt.step,
    )
    page.locator("[data-action=irregular]").click()
    if kind in NOT_NOW:
        page.locator(".choosing summary").click()
        told = page.locator(f"[data-not-now={kind.value}]").inner_text()
        assert NOT_NOW[kind] in told
    else:
        guide = next(each for each in guidance.irregularities if each.irregularity == kind)
        report(page, kind, guide.says.english)
        resolve(page, kind)
        expect(page.locator(".resolved")).to_have_count(1)
        expect(page.locator(".says"), "what is resolved asks nothing more").to_have_count(0)
        recorded = events(floor, table)
        assert ending(game, kind) in recorded, recorded
    page.locator("[data-action=close-guide]").click()


def tidy(floor: Floor, page: Page, table: str) -> None:
    """Whatever the test before left open comes to its end."""
    floor.finish(table)
    page.wait_for_selector(".next-step[data-step=open-betting], .next-step[data-step=load-shoe]")
    if page.locator("[data-action=close-guide]").count():
        page.locator("[data-action=close-guide]").click()


def report(page: Page, kind: I, says: str = "") -> None:
    """Choose what happened, say what is asked and nothing else, and send it."""
    page.locator(f".happening[data-irregularity={kind.value}]").click()
    page.wait_for_selector(".facts")
    expect(page.locator(".says").first).to_contain_text(says, use_inner_text=True)
    assert page.locator("[data-outlook]").inner_text(), "what will happen is said before"
    asked = set(page.locator(".facts [name]").evaluate_all("all => all.map(e => e.name)"))
    if "side" in asked:
        page.locator(".facts [name=side][value=banker]").check()
    if "patron" in asked:
        page.locator(".facts [name=patron]").fill("bob")
    if "reconstructable" in asked:
        answer = "yes" if kind is I.WRONG_NUMBER_OF_CARDS else "no"
        page.locator(f".facts [name=reconstructable][value={answer}]").check()
    if "shown" in asked:
        page.locator(".facts [name=shown][value=tie]").check()
    page.locator(".facts .button.strong").click()
    if kind is I.CUT_CARD_FIRST:  # reported first; then the dealer may let stakes be withdrawn
        page.wait_for_selector("[data-event=cut-card-appeared]")
        page.locator(".happened .button").click()
        page.locator(f".happening[data-irregularity={kind.value}]").click()
        page.locator("[data-command=allow-first-card-withdrawal] .button.strong").click()


def resolve(page: Page, kind: I) -> None:
    """Do whatever the case waits for, until it waits for nothing."""
    for _ in range(6):
        page.wait_for_selector(".resolved, [data-resolves]")
        if page.locator(".resolved").count():
            return
        waits = page.locator("[data-resolves]").get_attribute("data-resolves")
        match waits:
            case "answer-option":
                page.locator("[data-action=lapse]").click()
            case "reconstruct":
                order = ORDER if kind is not I.DRAWN_TOGETHER_ORDER_KNOWN else " ".join(INITIAL[:2])
                page.locator(".guide .typed [name=cards]").fill(order)
                page.locator(".guide .typed .button.strong").click()
            case "set-aside":
                page.locator(".guide .typed [name=cards]").fill("KD KC")
                page.locator(".guide .typed .button.strong").click()
            case "sort-cards":
                page.locator("[data-action=full]").click()
                for code in ("2C", "3H", "5D", "AH", "KD", "KC"):
                    page.locator(f"[data-code='{code}']").fill("7")
                page.locator(".counting .button.strong").click()
            case "replace-missing":
                expect(page.locator(".guide")).to_contain_text("2C 3H", use_inner_text=True)
                page.locator(".guide .typed .button.strong").click()
            case "decide":
                page.locator(".guide [name=why]").fill("seen by two")
                if kind is I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL:
                    page.locator(".guide [name=cards]").fill(ORDER)
                    page.locator("[data-action=go-on]").click()
                else:
                    page.locator(".guide [data-action=void]").click()
            case _:
                raise AssertionError(f"nobody knows how {waits} is done")
        page.wait_for_function(
            "(waits) => document.querySelector('[data-resolves]')?.dataset.resolves !== waits",
            arg=waits,
        )
    raise AssertionError("it is never resolved")


def events(floor: Floor, table: str) -> list[str]:
    """What the journal has of the round in play, or of the last."""
    view = floor.boss.table(table)
    number = view.round.number if view.round else view.finished[-1].number
    return [each.type for each in floor.boss.round(table, number).events]


@pytest.mark.parametrize("end", ["confirm", "dismiss"])
def test_a_dealer_reports_and_the_pit_manager_resolves_it(floor: Floor, end: str) -> None:
    """The dealer's report holds the round and calls the pit; who resolves it decides."""
    table = f"reported-{end}"
    floor.open(table, table_for("tiger", Method.B, Zone.MAIN))
    floor.begin(table, *BOTH, deal=4)
    dealer, manager = floor.staff[Position.DEALER], floor.staff[Position.PIT_MANAGER]
    with (
        floor.page(dealer, f"/dealer/{table}") as page,
        floor.page(manager, f"/dealer/{table}") as other,
    ):
        page.locator("[data-action=irregular]").click()
        report(page, I.FOREIGN_CARDS)
        page.wait_for_selector("[data-event=report-filed]")
        page.wait_for_selector("[data-resolves=confirm-report]")
        expect(page.locator("[data-action=confirm]"), "a dealer does not resolve it").to_have_count(
            0
        )
        assert floor.boss.table(table).prompt.step == "confirm-report"
        other.wait_for_selector("[data-resolves=confirm-report]")
        expect(other.locator("[data-action=dismiss]"), "a dismissal says why").to_be_disabled()
        other.locator(".guide [name=why]").fill("the back is worn, no more")
        other.locator(f"[data-action={end}]").click()
        other.wait_for_selector(".resolved")
    recorded = events(floor, table)
    assert ("round-voided" in recorded) == (end == "confirm")
    assert f"report-{end}ed" in recorded
    called = [each for each in floor.boss.pit().tables if each.table == table]
    assert all(each.held is None for each in called)


def test_a_person_who_acts_as_pit_manager_resolves_a_report(floor: Floor) -> None:
    """Given at the console until a time, shown there, and named beside what was decided."""
    table = "stands-in"
    floor.open(table, table_for("tiger", Method.B, Zone.MAIN))
    dealer, manager = floor.staff[Position.DEALER], floor.staff[Position.PIT_MANAGER]
    supervisor = floor.staff[Position.PIT_SUPERVISOR]
    with floor.page(manager, f"/dealer/{table}") as page:
        page.locator("[data-action=irregular]").click()
        page.locator(".acting summary").click()
        page.locator(".acting [name=person]").fill(supervisor.me().id)
        page.locator(".acting [name=position]").select_option("3")
        page.locator("[data-action=act-as]").click()
        page.wait_for_selector(f"[data-acting='{supervisor.me().id}']")
    floor.begin(table, *BOTH, deal=4)
    dealer.give(table, c.Report(I.FOREIGN_CARDS))
    with floor.page(supervisor, f"/dealer/{table}") as page:
        page.locator("[data-action=confirm]").click()
        page.wait_for_selector(".resolved")
        page.wait_for_selector("[data-event=acted-as]")
    assert {"acted-as", "report-confirmed", "round-voided"} <= {*events(floor, table)}


def test_a_round_the_power_interrupted_is_voided_at_the_console(floor: Floor) -> None:
    """Offered to those who may decide it, beside the irregularities; never without a reason."""
    table = "power-failed"
    floor.open(table, table_for("no-commission", Method.B, Zone.MAIN))
    floor.begin(table, *BOTH, deal=2)
    dealer, manager = floor.staff[Position.DEALER], floor.staff[Position.PIT_MANAGER]
    foreign = f".happening[data-irregularity={I.FOREIGN_CARDS.value}]"
    with (
        floor.page(dealer, f"/dealer/{table}") as page,
        floor.page(manager, f"/dealer/{table}") as other,
    ):
        for each in (page, other):
            each.locator("[data-action=irregular]").click()
            each.wait_for_selector(".choosing")
            expect(each.locator(".interruption"), "the power has not failed").to_have_count(0)
        manager.give(table, c.Report(I.POWER_FAILURE))
        for each in (page, other):
            each.wait_for_selector(".interruption")
            expect(each.locator(foreign)).to_be_visible()
        expect(page.locator("[data-action=void-interrupted]"), "not for a dealer").to_have_count(0)
        void = other.locator("[data-action=void-interrupted]")
        expect(void, "a decision says why").to_be_disabled()
        other.locator("[name=void-why]").fill("the shoe fell over in the dark")
        void.click()
        other.locator("[data-action=keep-round]").click()
        assert floor.boss.table(table).round is not None, "not confirmed yet"
        void.click()
        other.evaluate("() => document.querySelector('.languages [lang=zh-Hans]').click()")
        other.locator(".confirming").get_by_text("作废").first.wait_for()
        other.locator("[data-action=confirm-void]").click()
        other.wait_for_selector(".interruption", state="detached")
    view = floor.boss.table(table)
    assert view.round is None
    voided = floor.boss.round(table, view.finished[-1].number).events
    decision = next(each for each in voided if each.type == "decided")
    assert decision.fields["why"] == "the shoe fell over in the dark"
    assert "round-voided" in [each.type for each in voided]


def test_the_guide_says_what_an_option_is_worth_to_a_seat(floor: Floor) -> None:
    table = "option-worth"
    floor.open(table, table_for("tiger"))
    stakes = (("ann", "tie", 2000), ("bob", "player", 1000), ("ann", "tie", 1000))
    floor.begin(table, *stakes, deal=2)
    manager = floor.staff[Position.PIT_MANAGER]
    manager.give(table, c.Report(I.POWER_FAILURE))
    view = manager.table(table)
    assert view.case is not None
    assert view.case.waits == "option"
    with floor.page(manager, f"/pit/{table}") as page:
        told = page.locator("[data-worth]")
        told.first.wait_for()
        exact = [Fraction(each) for each in told.evaluate_all(WORTHS)]
        assert len(exact) == 2
        assert exact[0] > 0  # a tie never favours ann
        amounts = [f"{float(each):.2f}" for each in exact]
        expect(told).to_have_text(
            [
                f"this option is worth {amounts[0]} to seat 1, 3",
                f"this option is worth {amounts[1]} to seat 2",
            ],
            use_inner_text=True,
        )
        assert faults(page) == []
        in_chinese(page)
        page.locator("[data-worth]", has_text="号位值").first.wait_for()
        expect(told).to_have_text(
            [
                f"此选择对 1, 3 号位值 {amounts[0]}",
                f"此选择对 2 号位值 {amounts[1]}",
            ],
            use_inner_text=True,
        )
