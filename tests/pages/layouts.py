"""Every moment of a seat, for each game, and what is hidden, cut off or out of sight there."""

from collections.abc import Callable

from msgspec import Struct
from playwright.sync_api import Page

from punto.rules.game import Method
from punto.rules.games import find_game
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.table import commands as c
from tests.pages.dealt import Boss, Dealt
from tests.pages.served import Served, sit

CARDS = ("2C", "5D", "3H", "AH")  # Player 5, Banker 6
THIRD = "TD"
SIZES = {
    "desktop": (1366, 768),
    "wide": (1920, 1080),
    "tablet": (1024, 768),
    "phone": (390, 844),
    "phone-across": (844, 390),
}
ALL_ROADS_FROM = 1366  # pixels: a screen as wide as this shows all five roads


class Moment(Struct, frozen=True):
    """A moment of a round, by which method, and what shows that it has come."""

    reach: Callable[[Page, Boss, Served, str], Dealt]
    method: Method = Method.B

    irregularity: Irregularity | None = None  # that has to be known in the game

    def possible(self, game: str) -> bool:
        rules = find_game(game)
        known = {each.irregularity for each in rules.procedures}
        return self.method in rules.methods and self.irregularity in {None, *known}


def stake(page: Page, boss: Boss, server: Served, game: str, method: Method = Method.B) -> Dealt:
    """A guest stakes on everything, an amount of four digits on Banker."""
    table = boss.open(method, game)
    sit(page, server, table.name)
    page.wait_for_selector(".felt.open")
    page.locator(".felt .area").first.wait_for()
    page.keyboard.press("6")
    page.locator("[data-wager=banker]").click()
    page.keyboard.press("1")
    for area in page.locator(".felt .area").all():
        area.click()
    count = page.locator(".felt .area").count()
    page.wait_for_function(
        "(count) => document.querySelectorAll('.stake').length === count", arg=count
    )
    page.wait_for_function("() => !document.querySelector('.stake.unsure')")
    return table


def dealing(page: Page, boss: Boss, server: Served, game: str) -> Dealt:
    table = stake(page, boss, server, game)
    table.deal(*CARDS)
    page.wait_for_selector(".hand.banker [data-card='AH']")
    return table


def result(page: Page, boss: Boss, server: Served, game: str) -> Dealt:
    table = dealing(page, boss, server, game)
    table.finish(THIRD)
    page.wait_for_selector(".announcer.over.banker")
    return table


def option(page: Page, boss: Boss, server: Served, game: str) -> Dealt:
    table = stake(page, boss, server, game)
    table.deal(*CARDS[:2])
    table.give(c.Report(Irregularity.POWER_FAILURE))
    page.wait_for_selector(".correction")
    return table


def holding(page: Page, boss: Boss, server: Served, game: str) -> Dealt:
    table = stake(page, boss, server, game, Method.A)
    table.deal(*CARDS)
    table.pass_cards(Side.PLAYER)
    table.give(c.ChooseFirstRevealed(Side.PLAYER))
    page.wait_for_selector(".turn .button.strong")
    return table


def drawing(page: Page, boss: Boss, server: Served, game: str) -> Dealt:
    table = stake(page, boss, server, game, Method.C)
    patron = table.stakes()[0].patron
    table.give(c.GiveDevice(patron), c.CloseBetting())
    page.wait_for_selector(".turn")
    return table


MOMENTS = {
    "betting": Moment(stake),
    "dealing": Moment(dealing),
    "result": Moment(result),
    "option": Moment(option, irregularity=Irregularity.POWER_FAILURE),
    "holding": Moment(holding, Method.A),
    "drawing": Moment(drawing, Method.C),
}

PROBLEMS = """(needed) => {
  const found = [];
  const [width, height] = [innerWidth, innerHeight];
  const name = (each) => (each.className.baseVal ?? each.className) + ' '
    + (each.dataset.wager ?? each.dataset.action ?? each.dataset.card ?? '');
  window.scrollTo(0, 0);
  for (const what of needed) {
    const all = [...document.querySelectorAll(what)].filter((each) => each.checkVisibility());
    if (!all.length) found.push(`no ${what}`);
    for (const each of all) {
      const box = each.getBoundingClientRect();
      if (box.left < -1 || box.top < -1 || box.right > width + 1 || box.bottom > height + 1)
        found.push(`out of sight: ${name(each)} at ${box.right | 0},${box.bottom | 0}`);
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const points = [[x, y]];
      if (each.matches('.area, .action, .notice .button')) points.push(
        [box.left + 4, y], [box.right - 4, y], [x, box.top + 4], [x, box.bottom - 4]);
      for (const [px, py] of points) {
        const top = document.elementFromPoint(px, py);
        if (top && top !== each && !each.contains(top) && !top.contains(each)
            && !top.matches('.road-button'))
          found.push(`covered: ${name(each)} by ${name(top)}`);
      }
      if (!each.matches('.area, .notice, .announcer, .hand, .stage, .rack-bar')) continue;
      for (const part of each.querySelectorAll('*')) {
        if (!part.checkVisibility() || part.closest('.hidden, .card, .won-mark, .stack')) continue;
        const inner = part.getBoundingClientRect();
        if (inner.right > box.right + 1.5 || inner.bottom > box.bottom + 1.5
            || inner.left < box.left - 1.5 || inner.top < box.top - 1.5)
          found.push(`cut off: ${name(part)} in ${name(each)}`);
      }
    }
  }
  if (document.documentElement.scrollWidth > width) found.push('scrolls sideways');
  return [...new Set(found)];
}"""


def needed_at(size: tuple[int, int], *, notice: bool) -> list[str]:
    """What must be in sight without scrolling."""
    found = [".area", ".announcer", ".stage", ".hand", ".hand-cards > *", ".rack-bar", ".chip"]
    found += [".notice", ".notice .button"] if notice else []
    if size[0] >= ALL_ROADS_FROM:
        roads = ("bead_plate", "big_road", "big_eye_boy", "small_road", "cockroach_pig")
        return [*found, ".action", *(f".beside .road-{road}" for road in roads)]
    return [*found, ".beside .road-big_road" if size == SIZES["tablet"] else ".strip .road"]


def problems(page: Page, size: tuple[int, int]) -> list[str]:
    """What is hidden, cut off or out of sight now."""
    notice = page.locator(".notice .button").count() > 0
    found: list[str] = page.evaluate(PROBLEMS, needed_at(size, notice=notice))
    return found
