"""A guest plays a round of each game; the page shows what the server sent."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from punto.rules.games import GAMES
from tests.pages.served import Served, api, sit

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


# Played by each page by itself, since five tables wait for nobody: stakes, then what is shown.
PLAY = """(stakes) => {
  const all = (what, read) => [...document.querySelectorAll(what)].map(read);
  const until = (ready) => new Promise((done) => {
    const look = () => (ready() ? done() : setTimeout(look, 50));
    look();
  });
  const play = async () => {
    await until(() => document.querySelector('.felt.open')
      && Number(document.querySelector('.countdown b')?.textContent) >= 4);
    for (const [wager, chips] of Object.entries(stakes))
      for (let chip = 0; chip < chips; chip++)
        document.querySelector(`[data-wager=${wager}]`).click();
    await until(() => all('.stake', () => 1).length === 3 && !document.querySelector('.unsure'));
    const staked = document.querySelector('.purse b').textContent;
    await until(() => document.querySelector('.announcer.over')
      && document.querySelector('[data-net]')
      && !all('.hand-total', (each) => each.textContent).includes('–'));
    window.seen = {
      staked,
      totals: all('.hand-total', (each) => each.textContent),
      player: all('.hand.player [data-card]', (each) => each.dataset.card),
      banker: all('.hand.banker [data-card]', (each) => each.dataset.card),
      won: all('.area.win', (each) => each.dataset.wager),
      net: document.querySelector('[data-net]').dataset.net,
    };
    const repeat = document.querySelector('[data-action=repeat]');
    await until(() => window.mayRepeat && !repeat.disabled);
    repeat.click();
    await until(() => all('.stake', () => 1).length === 3 && !document.querySelector('.unsure'));
    const stakes_ = all('.area', (each) => [each.dataset.wager, Number(each.dataset.stake)]);
    window.again = Object.fromEntries(stakes_.filter(([, cents]) => cents));
  };
  void play();
}"""


def test_a_guest_plays_a_round_of_each_game(seats: dict[str, Page]) -> None:
    came_with, nets = 10_000_00, 0
    for page in seats.values():
        page.evaluate(PLAY, STAKES)
    for table, page in seats.items():
        page.wait_for_function("() => window.seen", timeout=180_000)
        seen, view = page.evaluate("() => window.seen"), api(page, f"/tables/{table}")
        (settled,) = view["mine"]["settled"]
        lines, rounds = settled["lines"], view["table"]["finished"]
        (played,) = [each for each in rounds if each["number"] == settled["number"]]
        assert {line["wager"]: line["cents"] for line in lines} == {
            wager: chips * 1000 for wager, chips in STAKES.items()
        }
        game = view["table"]["game"]
        law = api(page, f"/games/{game}/hands?cards={'+'.join(played['cards'])}")
        net = sum(line["profit_cents"] for line in lines)
        assert seen == {
            "staked": "40",
            "totals": [str(law[side]["total"]) for side in ("player", "banker")],
            "player": law["player"]["cards"],
            "banker": law["banker"]["cards"],
            "won": seen["won"],
            "net": str(net),
        }
        assert set(seen["won"]) == {w["wager"] for w in law["wagers"] if w["result"] == "win"}
        nets += net
    # One guest sat at all five: what is left is what they came with, and what they won or lost.
    for page in seats.values():
        page.wait_for_function(
            "(left) => document.querySelector('[data-credits]').dataset.credits === left",
            arg=str(api(page, "/me")["credits_cents"]),
        )
        assert api(page, "/me")["credits_cents"] == came_with + nets


def test_the_last_stakes_are_made_again(seats: dict[str, Page]) -> None:
    """By the button, which every page presses when the next round is called."""
    for page in seats.values():
        page.evaluate("() => (window.mayRepeat = true)")
    for table, page in seats.items():
        page.wait_for_function("() => window.again", timeout=180_000)
        wanted = {wager: chips * 1000 for wager, chips in STAKES.items()}
        assert page.evaluate("() => window.again") == wanted
        view = api(page, f"/tables/{table}")
        stakes = view["mine"]["stakes"]
        if not stakes:  # that round is over already
            assert not (view["table"]["round"] or {}).get("player"), table
            stakes = view["mine"]["settled"][-1]["lines"]
        assert {each["wager"]: each["cents"] for each in stakes} == wanted


def test_a_payment_tells_its_clause_on_tap(seats: dict[str, Page]) -> None:
    page = seats["tiger"]
    page.locator(".own-lines button").first.click()
    sheet = page.locator("dialog.sheet")
    expect(sheet).to_contain_text(re.compile(r"Clause \d"), use_inner_text=True)
    shown = re.search(r"Clause ([\d.]*\d)", sheet.inner_text())
    assert shown
    rounds = api(page, "/tables/tiger")["mine"]["settled"]  # one more may be settled by now
    assert shown[1] in {line["clause"] for each in rounds for line in each["lines"]}
    clause = api(page, f"/games/tiger/clauses/{shown[1]}")
    sheet.get_by_text(clause["summary"]).wait_for()
    page.keyboard.press("Escape")
    sheet.wait_for(state="detached")
