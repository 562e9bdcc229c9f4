"""A guest plays a round of each game; what is printed is what the server says."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from punto.rules.games import GAMES
from punto.web.outside import read_amount
from tests.pages.served import Served, api, sit, wait_for_betting

STAKES = {"player": 1, "tie": 1, "banker": 2}  # chips of 10 each


@pytest.fixture(scope="module")
def seats(browser: Browser, server: Served) -> Iterator[dict[str, Page]]:
    """One guest at each of the five tables, all in the same round of time."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    pages = {}
    for game in GAMES:
        pages[game.id] = context.new_page()
        sit(pages[game.id], server, game.id)
    yield pages
    context.close()


def printed_odds(page: Page) -> dict[str, list[str]]:
    found: dict[str, list[str]] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('.area')].map((area) => [
            area.dataset.wager,
            [...area.querySelectorAll('[data-pays]')].map((each) => each.textContent)]))"""
    )
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_felt_prints_every_wager_and_what_it_pays(
    seats: dict[str, Page], server: Served, game: object
) -> None:
    law = next(each for each in GAMES if each is game)
    told = {each["id"]: each["lines"] for each in server.get(f"/games/{law.id}/wagers")}
    printed = printed_odds(seats[law.id])
    assert printed == {wager: [line["pays"] for line in lines] for wager, lines in told.items()}
    assert set(printed) == {wager.id for wager in law.wagers}


def stake(page: Page) -> None:
    wait_for_betting(page)
    for wager, chips in STAKES.items():
        for _ in range(chips):
            page.locator(f"[data-wager={wager}]").click()
    page.wait_for_function(
        "() => document.querySelectorAll('.stake').length === 3"
        " && !document.querySelector('.stake.unsure')"
    )


# Taken by the page itself at the moment it shows an outcome, since five tables wait for nobody.
SEEN = """() => {
  const all = (what, read) => [...document.querySelectorAll(what)].map(read);
  const look = () => {
    const net = document.querySelector('[data-net]');
    const totals = all('.hand-total', (each) => each.textContent);
    if (!document.querySelector('.announcer.over') || !net || totals.includes('–'))
      return setTimeout(look, 50);
    window.seen = {
      totals,
      player: all('.hand.player [data-card]', (each) => each.dataset.card),
      banker: all('.hand.banker [data-card]', (each) => each.dataset.card),
      won: all('.area.win', (each) => each.dataset.wager),
      net: net.dataset.net,
      credits: document.querySelector('[data-credits]').dataset.credits,
    };
  };
  look();
}"""


def test_a_guest_plays_a_round_of_each_game(seats: dict[str, Page]) -> None:
    before = 10_000_00
    for table, page in seats.items():
        stake(page)
        stakes = api(page, f"/tables/{table}")["round"]["stakes"]
        assert {each["wager"]: each["amount"] for each in stakes} == {
            wager: f"{chips * 10}.00" for wager, chips in STAKES.items()
        }
        assert page.locator(".purse b").inner_text() == "40"
        page.evaluate(SEEN)
    nets = 0
    for table, page in seats.items():
        page.wait_for_function("() => window.seen", timeout=60_000)
        seen = page.evaluate("() => window.seen")
        played = [each for each in api(page, f"/tables/{table}")["finished"] if each["lines"]]
        assert len(played) == 1
        game = api(page, f"/tables/{table}")["game"]
        law = api(page, f"/games/{game}/hands?cards={'+'.join(played[0]['cards'])}")
        assert seen["totals"] == [str(law[side]["total"]) for side in ("player", "banker")]
        assert (seen["player"], seen["banker"]) == (law["player"]["cards"], law["banker"]["cards"])
        assert set(seen["won"]) == {w["wager"] for w in law["wagers"] if w["result"] == "win"}
        net = sum(read_amount(line["profit"]) for line in played[0]["lines"])
        assert read_amount(seen["net"]) == net
        nets += net
    # One guest sat at all five: what is left is what they came with, and what they won or lost.
    last = next(iter(seats.values()))
    assert read_amount(api(last, "/me")["credits"]) == before + nets


def test_a_payment_tells_its_clause_on_tap(seats: dict[str, Page]) -> None:
    page = seats["tiger"]
    page.locator(".own-lines button").first.click()
    sheet = page.locator("dialog.sheet")
    played = [each for each in api(page, "/tables/tiger")["finished"] if each["lines"]]
    line = played[-1]["lines"][0]
    clause = api(page, f"/games/tiger/clauses/{line['clause']}")
    sheet.get_by_text(clause["summary"]).wait_for()
    assert f"Clause {line['clause']}" in sheet.inner_text()
    page.keyboard.press("Escape")
    sheet.wait_for(state="detached")


def test_undo_clear_repeat_and_double(seats: dict[str, Page]) -> None:
    page = seats["rapid-no-commission"]
    table = "/tables/rapid-no-commission"
    wait_for_betting(page, least_s=10)

    def held() -> dict[str, str]:
        page.wait_for_function("() => !document.querySelector('.stake.unsure')")
        page.wait_for_timeout(150)
        return {each["wager"]: each["amount"] for each in api(page, table)["round"]["stakes"]}

    page.locator("[data-action=repeat]").click()
    assert held() == {"player": "10.00", "tie": "10.00", "banker": "20.00"}
    page.locator("[data-action=double]").click()
    assert held() == {"player": "20.00", "tie": "20.00", "banker": "40.00"}
    page.locator("[data-action=undo]").click()
    assert held() == {"player": "10.00", "tie": "10.00", "banker": "20.00"}
    page.locator("[data-action=take]").click()
    page.locator("[data-wager=tie]").click()
    assert held() == {"player": "10.00", "banker": "20.00"}
    page.locator("[data-action=clear]").click()
    assert held() == {}
