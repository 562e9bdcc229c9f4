"""Waiting until a page is at rest, and what was wrong with one that never is."""

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TookTooLong

# What keeps a page from being at rest: something is loaded, something is wider than the page, or
# something moves. What lies in a box that scrolls by itself makes nothing wider.
_WRONG = """() => {
  const named = (element) => element
    ? [element.localName, ...element.classList].join('.')
      + (element.id ? `#${element.id}` : '')
    : 'nothing';
  const spinner = document.querySelector('.spinner');
  if (spinner) {
    const around = spinner.parentElement;
    return `${named(around)} in ${named(around?.parentElement)} is still loading:`
      + ` "${around?.textContent.trim()}"`;
  }
  const moving = document.getAnimations().find((each) => each.playState === 'running');
  if (moving) {
    const name = moving.animationName ?? moving.transitionProperty ?? 'a script';
    return `${named(moving.effect?.target)} is still moved by ${name}`;
  }
  const { scrollWidth } = document.documentElement;
  if (scrollWidth <= innerWidth) return '';
  const clips = (element) => element && element !== document.body
    && (getComputedStyle(element).overflowX !== 'visible' || clips(element.parentElement));
  let widest = null, right = innerWidth;
  for (const each of document.body.querySelectorAll('*')) {
    const end = each.getBoundingClientRect().right;
    if (end > right && !clips(each.parentElement)) [widest, right] = [each, end];
  }
  return `the page is ${scrollWidth} pixels wide in a window of ${innerWidth}: ${named(widest)}`
    + ` in ${named(widest?.parentElement)} ends at ${Math.round(right)}`;
}"""
_AT_REST = f"() => ({_WRONG})() === ''"


def wait_for_rest(page: Page, timeout_ms: float | None = None) -> None:
    """Until nothing is loaded or moves any more, and nothing is wider than the page."""
    try:
        page.wait_for_function(_AT_REST, timeout=timeout_ms)
    except TookTooLong:
        wrong = page.evaluate(_WRONG) or "the page came to rest too late"
        raise AssertionError(f"{page.url}: {wrong}") from None
