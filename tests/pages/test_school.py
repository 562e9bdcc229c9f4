"""The school in a browser: drills, situations, whole examinations, results and the class."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from punto.client import Client
from punto.rules.games import GAMES, find_game
from punto.school.catalogue import full_answers, make_item
from punto.school.items import Topic
from punto.school.papers import USUAL_SECONDS, Plan, draw_paper, usual_plan
from punto.web.school.practice_tables import table_id
from tests.pages.rest import wait_for_rest
from tests.pages.school_pages import (
    DESKTOP,
    PHONE,
    Classroom,
    answer_question,
    choose_card_values,
    classroom,
    work_console,
)
from tests.pages.test_accessible import faults
from tests.sample import sample
from tests.web.served import come_in

WEIGHTS = {"card-values": 1, "drawing": 1, "payment": 1, "situations": 1, "rounds": 1}
# The answer is on record: the paper is shown, or the next question.
MOVED_ON = """(question) => {
  const opened = document.querySelector('.exam-opened');
  const isShown = document.querySelector('.exam-question, .practice-table');
  return isShown || (opened && Number(opened.dataset.opened) !== question);
}"""
SIX_CARDS = "browser 2"  # of a practice round at Tiger
SIMPLE = ("foreign-cards", "shoe-order-altered", "device-reset", "power-failure")


@pytest.fixture(scope="module")
def room(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Classroom]:
    with classroom(tmp_path_factory.mktemp("school"), browser) as found:
        yield found


def _seed(game: str) -> str:
    """A seed by which the table test has an irregularity that the console takes in few steps."""
    weights = {Topic(name): count for name, count in WEIGHTS.items()}
    plan = Plan(find_game(game).ref, weights, 80, USUAL_SECONDS)
    kinds = {f"situation-{each}" for each in SIMPLE}
    return next(
        seed
        for seed in (f"browser {number}" for number in range(500))
        if kinds & {each.kind for each in draw_paper(plan, seed).questions}
    )


@pytest.mark.parametrize("game", sample(each.id for each in GAMES))
def test_a_whole_examination_with_its_table_test(room: Classroom, game: str) -> None:
    trainer: Client = come_in(room.address, "tara")
    number = trainer.set_examination(
        game, weights=WEIGHTS, seed=_seed(game), own_papers=False, name=game
    ).number
    page = room.enter("ana")
    page.click(f"[data-examination='{number}'] a")
    page.wait_for_selector(".exam-question")
    for question in range(1, 6):
        page.click(f"[data-question='{question}']")
        page.wait_for_selector(".question-text, .practice-table")
        item = room.item(number, "ana", question)
        if page.locator(".practice-table").count():
            work_console(page, room.casino, table_id((number, question)), "ana")
            page.click("[data-action=to-paper]")
        else:
            answer_question(page, item)
            page.click("[data-action=save]")
            page.wait_for_function(MOVED_ON, arg=question)
            if not page.locator(".exam-question").count():
                page.click("[data-action=to-paper]")
        expect(page.locator(f"[data-question='{question}']")).to_have_attribute(
            "data-answered", "true"
        )
    page.click("[data-action=hand-in]")
    page.click("[data-action=hand-in-sure]")
    page.wait_for_selector(".result-mark")
    assert page.get_attribute(".result-mark", "data-passed") == "true"
    assert page.inner_text(".result-mark b") == "100 %"
    page.close()


def test_a_mistake_in_a_drill_is_explained_by_its_clause_with_keys_alone(room: Classroom) -> None:
    page = room.enter("bo", "drill")
    page.click("[data-topic=authority]")
    kinds = ("lowest-position", "position-may", "procedure-by", "whose-step", "whose-step-in-case")
    page.wait_for_selector(", ".join(f"[data-kind={each}]" for each in kinds))
    _answer_wrongly(page)
    page.wait_for_selector("[data-verdict=false]")
    assert page.locator(".solutions .clause-number").count()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-verdict]", state="detached")
    expect(page.locator(".score")).to_have_attribute("data-asked", "1")
    page.close()


def _answer_wrongly(page: Page) -> None:
    """Press the digit of a choice that is not right, then Enter."""
    card = page.locator("[data-kind]")
    kind, seed = card.get_attribute("data-kind"), card.get_attribute("data-seed")
    assert kind
    assert seed
    game = page.locator("select[name=game]").input_value()
    item = make_item(find_game(game), kind, seed)
    (part,) = item.parts
    wrong = next(each for each in part.choices if (each,) != tuple(full_answers(item)[part.name]))
    page.keyboard.press(str(part.choices.index(wrong) + 1))
    page.keyboard.press("Enter")


def test_drills_go_on_without_a_connection_and_are_sent_later(room: Classroom) -> None:
    page = room.enter("bo", "drill")
    choose_card_values(page)
    page.context.set_offline(True)
    for count in range(1, 4):
        page.fill(".typed-part input", "1")
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-verdict]")
        expect(page.locator(".score")).to_have_attribute("data-asked", str(count))
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-verdict]", state="detached")
    page.wait_for_selector(".drill-card .notice")
    assert room.casino.school is not None
    before = _asked(room)
    page.context.set_offline(False)
    page.fill(".typed-part input", "1")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-verdict]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".drill-card .notice", state="detached")
    assert _asked(room) == before + 4
    page.close()


def _asked(room: Classroom) -> int:
    assert room.casino.school is not None
    tallies = room.casino.school.state().drills.get("bo", {})
    kinds = ("card-points", "hand-total")
    return sum(len(each.reviews) for key, each in tallies.items() if key.endswith(kinds))


@pytest.mark.parametrize("language", sample(["zh", "en"]))
def test_pages_are_accessible_and_in_one_language(room: Classroom, language: str) -> None:
    page = room.enter("tara")
    if language == "zh":
        page.click(".languages button:last-child")
    for of in ("", "/drill", "/situation", "/class"):
        page.goto(f"{room.address}/school{of}")
        page.wait_for_selector(".school h1")
        for size in (PHONE, DESKTOP):
            page.set_viewport_size(size)
            wait_for_rest(page)
            assert faults(page) == [], (of, size)
    page.close()


def test_a_situation_is_finished_and_the_right_line_stands_beside_it(room: Classroom) -> None:
    page = room.enter("bo", "situation")
    page.select_option("select[name=game]", "tiger")
    page.select_option("select[name=what]", "foreign-cards")
    page.click(".choosing-situation button[type=submit]")
    page.wait_for_selector(".practice-table")
    page.click("[data-action=hint]")
    expect(page.locator("[data-hint]")).to_contain_text("foreign cards")
    assert room.casino.school is not None
    own = next(each for each in room.casino.school._tables.values() if each.student == "bo")
    work_console(page, room.casino, own.id, "bo")
    page.click("[data-action=finish]")
    page.wait_for_selector(".replay")
    assert page.get_attribute(".replay", "data-got") == page.get_attribute(".replay", "data-of")
    assert page.locator(".lines-beside .line").count() == 2
    page.close()


def test_a_patron_acts_at_a_table_on_a_phone_and_is_answered_by_keys(room: Classroom) -> None:
    page = room.enter("ana", "situation", PHONE)
    page.select_option("select[name=game]", "no-commission")
    page.select_option("select[name=what]", "deal-round")
    page.click(".choosing-situation button[type=submit]")
    page.wait_for_selector("[data-at-seat][data-waits=true]")
    columns = "(each) => getComputedStyle(each).gridTemplateColumns.split(' ').length"
    assert page.locator(".practice-table").evaluate(columns) == 1
    wait_for_rest(page)
    assert faults(page) == []
    page.focus("[data-at-seat] [data-action=allow]")  # betting is open: it is allowed
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.practice-table').dataset.tries === '1'")
    expect(page.locator("[data-at-seat]")).to_have_count(0)
    expect(page.locator(".description .refusal")).to_have_count(0)
    page.close()


def test_an_examiner_approves_and_the_class_shows_who_is_ready(room: Classroom) -> None:
    number = come_in(room.address, "tara").set_examination("tiger", weights={"outcome": 1}).number
    bo = come_in(room.address, "bo")
    bo.start_paper(number)
    bo.open_question(number, 1)
    bo.answer_question(number, 1, full_answers(room.item(number, "bo", 1)))
    page = room.enter("omar", f"result-{bo.hand_in(number).result.number}")
    page.click("[data-action=approve]")
    expect(page.locator(".result-head")).to_contain_text("approved by omar")
    page.goto(f"{room.address}/school/class")
    row = page.locator("[data-student=bo]")
    expect(row).to_have_attribute("data-ready", "true")
    page.fill(".set-examination input[name=name]", "Winter")
    page.click(".set-examination summary")
    page.fill(".set-examination input[name=questions-payment]", "9")
    page.fill(".set-examination input[name=questions-shoe]", "0")
    page.fill(".set-examination input[name=seed]", "first frost")
    page.click(".set-examination button[type=submit]")
    page.wait_for_selector("[data-set]")
    number = int(page.get_attribute("[data-set]", "data-set") or 0)
    exams = come_in(room.address, "omar").examinations()
    winter = next(each for each in exams if each.number == number)
    usual = usual_plan(find_game(winter.game)).weights
    changed = 9 - usual[Topic.PAYMENT] - usual[Topic.SHOE]
    assert winter.questions == sum(usual.values()) + changed
    assert (winter.name, winter.seed) == ("Winter", "first frost")
    page.close()


def _deal_six(route: Route) -> None:
    """Have a practice round dealt in which both hands take a third card."""
    asked = route.request.post_data_json
    assert isinstance(asked, dict)
    route.continue_(post_data={**asked, "seed": SIX_CARDS})


def test_players_are_shown_a_round_card_by_card(room: Classroom) -> None:
    page = room.browser.new_page(viewport=PHONE, reduced_motion="reduce")
    page.route("**/practice-round", _deal_six)
    page.goto(f"{room.address}/how-to-play/tiger")
    page.click("a[href='/practice/tiger']")
    page.click("[data-wager=banker]")
    page.click("[data-action=deal]")
    page.wait_for_selector("[data-card-step='0']")
    page.click("[data-action=next-card]")
    page.wait_for_selector("[data-card-step='1']")
    page.click("[data-action=rest]")
    page.wait_for_selector("[data-payment=banker]")
    assert page.locator("[data-ends]").count() == 1
    assert page.locator(".practice-hands .hand .card").count() == 6
    wait_for_rest(page)
    assert faults(page) == []
    page.close()
