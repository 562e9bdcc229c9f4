"""The HTML of a PAR sheet on a phone: every column can be reached, beside the name of its row."""

from playwright.sync_api import Browser

from tests.report.sheets import html, on_cards

TO_THE_END = """() => [...document.querySelectorAll('.scroll')].map((box) => {
  box.scrollLeft = box.scrollWidth;
  const row = box.querySelector('tbody tr:not(.heading)');
  const [name, last] = [row.firstElementChild, row.lastElementChild];
  return {
    wide: box.scrollWidth > box.clientWidth,
    left: name.getBoundingClientRect().left - box.getBoundingClientRect().left,
    right: last.getBoundingClientRect().right,
  };
})"""


def test_the_last_column_is_reached_and_the_first_stays(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    try:
        page.set_content(html("no-commission", 8, on_cards()).decode())
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        tables = page.evaluate(TO_THE_END)
        assert sum(each["wide"] for each in tables) > 5
        for each in tables:
            assert each["right"] <= 390
            assert abs(each["left"]) < 1
    finally:
        page.close()
