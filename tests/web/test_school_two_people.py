"""A certificate takes two people, and a paper in hand is sat without its answers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from punto.client import Client
from punto.journal.people.people import ALL_TABLES, Kind
from punto.refusals import Refused
from punto.rules.staff import Position
from punto.web.casino import Casino
from tests.web.school_served import school_served, students
from tests.web.served import PASSWORD, SetClock, come_in

Place = tuple[Casino, str, dict[str, Client], SetClock]
WEIGHTS = {"card-values": 1}
DAY_MS = 24 * 3_600_000


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    clock = SetClock()
    with school_served(tmp_path, clock) as (casino, address):
        casino.sessions.add("vera", Kind.STAFF, PASSWORD, Position.PIT_MANAGER, (ALL_TABLES,))
        yield casino, address, {**students(address), "vera": come_in(address, "vera")}, clock


def sat(client: Client, number: int) -> int:
    """A paper handed in without an answer, which is approved all the same; its number."""
    client.start_paper(number)
    return client.hand_in(number).result.number


def test_nobody_approves_a_paper_of_an_examination_that_they_set(place: Place) -> None:
    _, _, people, _ = place
    number = people["omar"].set_examination("tiger", weights=WEIGHTS).number
    with pytest.raises(Refused, match="somebody else"):
        people["omar"].approve_result(sat(people["ana"], number))


def test_nobody_approves_a_paper_of_an_account_that_they_made(place: Place) -> None:
    """The examiner could have sat it: within a day the two are one person."""
    _, address, people, clock = place
    number = people["tara"].set_examination("tiger", weights=WEIGHTS).number
    people["vera"].add_staff("ghost", PASSWORD, Position.DEALER, (ALL_TABLES,))
    paper = sat(come_in(address, "ghost"), number)
    with pytest.raises(Refused, match="do not count as two people"):
        people["vera"].approve_result(paper)
    clock.at_ms += DAY_MS + 1
    assert come_in(address, "vera").approve_result(paper).approved_by == "vera"


def test_nobody_approves_what_an_account_of_theirs_has_set(place: Place) -> None:
    _, address, people, _ = place
    people["vera"].add_staff("puppet", PASSWORD, Position.PIT_SUPERVISOR, (ALL_TABLES,))
    number = come_in(address, "puppet").set_examination("tiger", weights=WEIGHTS).number
    with pytest.raises(Refused, match="do not count as two people"):
        people["vera"].approve_result(sat(people["ana"], number))


def test_who_has_a_paper_in_hand_is_sent_no_answers(place: Place) -> None:
    """Drills come with theirs, and a situation is shown its right line at the end."""
    _, _, people, _ = place
    ana, number = people["ana"], people["tara"].set_examination("tiger", weights=WEIGHTS).number
    ana.start_paper(number)
    for practise in (lambda: ana.drills("tiger", (), 1), lambda: ana.start_situation("tiger", "")):
        with pytest.raises(Refused, match="paper in hand"):
            practise()
    assert people["bo"].drills("tiger", (), 1)
    ana.hand_in(number)
    assert ana.drills("tiger", (), 1)
    assert ana.start_situation("tiger", "device-reset").id


def test_the_metrics_of_a_school_count_no_table(place: Place) -> None:
    _, _, people, _ = place
    answer = people["omar"].http.get("/metrics")
    assert answer.status_code == 200
    assert 'punto_tables{state="closed"} 0.0' in answer.text


@pytest.mark.parametrize("is_own", [True, False])
def test_nobody_sits_an_examination_that_they_set(place: Place, is_own: bool) -> None:
    _, _, people, _ = place
    for name in ("tara", "omar"):
        found = people[name].set_examination("tiger", weights=WEIGHTS, own_papers=is_own)
        assert found.seed
        with pytest.raises(Refused, match="does not sit it"):
            people[name].start_paper(found.number)


def test_a_seed_is_for_the_trainer_who_set_the_examination(place: Place) -> None:
    """Anyone else could draw a paper of their own from it before they sit it."""
    _, _, people, _ = place
    people["tara"].set_examination("tiger", weights=WEIGHTS, seed="secret")
    for name in ("omar", "vera", "ana"):
        assert [each.seed for each in people[name].examinations()] == [""]
    assert [each.seed for each in people["tara"].examinations()] == ["secret"]
    people["omar"].start_paper(1)  # a trainer is examined like anyone


def test_answers_of_a_shared_paper_are_shown_when_nobody_can_use_them(place: Place) -> None:
    _, _, people, _ = place
    tara, omar, ana, bo = (people[name] for name in ("tara", "omar", "ana", "bo"))
    number = tara.set_examination("tiger", weights=WEIGHTS, own_papers=False).number
    with pytest.raises(Refused, match="sees every paper"):
        omar.start_paper(number)
    bo.start_paper(number)
    ana.start_paper(number)
    done = ana.hand_in(number)
    paper = done.result.number
    assert (done.is_withheld, done.questions) == (True, ())
    assert [each.of for each in done.topics] == [1]
    assert ana.result(paper).is_withheld
    assert omar.result(paper).questions, "an examiner reads what they approve"
    omar.approve_result(paper)
    assert ana.result(paper).is_withheld, "another student is sitting it"
    assert not bo.hand_in(number).is_withheld
    assert ana.result(paper).questions
    people["vera"].add_staff("late", PASSWORD, Position.DEALER, (ALL_TABLES,))
    with pytest.raises(Refused, match="is over"):
        come_in(place[1], "late").start_paper(number)


def test_a_paper_of_ones_own_is_shown_at_once(place: Place) -> None:
    _, _, people, _ = place
    number = people["tara"].set_examination("tiger", weights=WEIGHTS).number
    people["bo"].start_paper(number)
    people["ana"].start_paper(number)
    done = people["ana"].hand_in(number)
    assert (done.is_withheld, len(done.questions)) == (False, 1)
