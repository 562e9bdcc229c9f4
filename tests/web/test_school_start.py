"""A practice house is opened on a journal of its own, and on no other."""

from pathlib import Path

import httpx
import pytest

from punto.client import Client
from punto.journal.errors import Unavailable
from punto.rules.staff import Position
from punto.web.app import make_app
from punto.web.server import in_thread, opened
from tests.cli.run import punto, refused
from tests.web.served import PASSWORD, closed_clients, come_in, served


def test_a_real_house_and_a_school_refuse_each_others_journals(tmp_path: Path) -> None:
    real, practice = str(tmp_path / "house.journal"), str(tmp_path / "school.journal")
    with opened(real, demo=True):
        pass
    with pytest.raises(Unavailable, match="real house"), opened(real, school="School"):
        pass
    with opened(practice, school="School"):
        pass
    with pytest.raises(Unavailable, match="practice journal"), opened(practice):
        pass


def test_first_accounts_are_made_once_and_what_was_set_is_there_after_a_restart(
    tmp_path: Path,
) -> None:
    journal = str(tmp_path / "school.journal")
    with opened(journal, school="School") as (casino, passwords):
        assert set(passwords) == {"trainer", "examiner"}
        with in_thread(make_app(casino)) as address, closed_clients():
            trainer, examiner = Client(address), Client(address)
            trainer.sign_in("trainer", passwords["trainer"])
            trainer.set_examination("tiger", weights={"outcome": 1}, name="Autumn")
            examiner.sign_in("examiner", passwords["examiner"])
            assert examiner.add_staff("ana", PASSWORD, Position.DEALER).position == "Dealer"
            trainer.close()
            examiner.close()
    with opened(journal, school="School") as (casino, passwords):
        assert passwords == {}
        with in_thread(make_app(casino)) as address, closed_clients():
            ana = come_in(address, "ana")
            (found,) = ana.examinations()
            assert (found.name, found.number) == ("Autumn", 1)
            ana.start_paper(1)


def test_a_school_is_no_demo() -> None:
    assert "not both" in refused(punto("serve", "--school", "--demo"))


def test_a_house_without_a_school_still_explains_a_round_to_players(tmp_path: Path) -> None:
    with served(tmp_path) as (_, address), Client(address) as anyone:
        anyone.sign_in_as_guest()
        found = anyone.practice_round("tiger", {"banker": 10_000, "tie": 1_000}, "7")
        assert [each.side for each in found.cards[:4]] == ["player", "banker"] * 2
        assert found == anyone.practice_round("tiger", {"banker": 10_000, "tie": 1_000}, "7")
        assert {each.wager for each in found.payments} == {"banker", "tie"}
        reasons = [each.why for each in found.cards] + [each.why for each in found.payments]
        assert all(each.english and each.chinese != each.english for each in reasons)
        assert all(each.clause for each in found.cards)
        assert all(each.clause for each in found.payments)


def test_a_practice_house_opens_at_its_school(tmp_path: Path) -> None:
    with (
        opened(str(tmp_path / "school.journal"), school="School") as (casino, _),
        in_thread(make_app(casino)) as address,
    ):
        answer = httpx.get(address)
        assert (answer.status_code, answer.headers["location"]) == (302, "/school")
