"""`punto session` and `punto programme` as people and programs call them."""

import pytest

from tests.cli.run import punto, refused

SESSION = ("session", "tiger", "--stake", "banker=100", "--rounds", "50")


def test_a_session_prints_its_chances() -> None:
    found = punto(*SESSION, "--bankroll", "1000", "--stop-win", "500", "--json").json
    assert found["plan"]["rounds"] == 50
    assert found["session"]["method"] == "convolution"
    chances = [found["session"][name] for name in ("ahead", "even", "behind")]
    assert sum(chances) == pytest.approx(1)
    assert sum(found["session"]["ends"].values()) == pytest.approx(1)
    assert found["session"]["quantiles"]["0.5"].count(".") == 1
    assert 0 < found["without_end"]["ruin"] < 1
    assert "hold" not in found  # with stops the handle is not known beforehand


def test_a_session_without_stops_says_how_far_the_hold_may_stray() -> None:
    said = punto("session", "tiger", "--stake", "big-tiger=10", "--rounds", "1000", "--json").json
    narrow, wide = (said["hold"]["ranges"][level] for level in ("0.95", "0.99"))
    assert said["hold"]["handle"] == "10000.00"
    assert float(wide["win"][0]) < float(narrow["win"][0]) < float(narrow["win"][1])
    # A skewed wager loses less often, but more at once, than a normal curve says.
    assert float(narrow["win"][0]) < narrow["normal_win"][0]


def test_people_get_words() -> None:
    said = punto(*SESSION, "--progression", "1,2,4", "--max", "400").out
    assert "progression 1,2,4" in said
    assert "chance of being ahead" in said


def test_programmes() -> None:
    asked = ("programme", "tiger", "--stake", "banker=100", "--stake", "player=100")
    found = punto(*asked, "--rolling", "1%", "--turnover", "0.8%", "--json").json
    assert found["rolling"]["rebate"] == "1/100"
    assert found["turnover"]["commission"] == "1/125"
    rebate = punto(*asked[:4], "--loss-rebate", "10%", "--json").json["loss_rebate"]
    assert rebate["best_stops"]["patron_expects"] > 0 < rebate["keeps"]
    assert "does best to stop" in punto(*asked[:4], "--loss-rebate", "0.1").out


@pytest.mark.parametrize(
    "arguments",
    [
        ("session", "tiger", "--rounds", "10"),
        ("session", "tiger", "--stake", "banker", "--rounds", "10"),
        ("session", "tiger", "--stake", "dragon=1", "--rounds", "10"),
        ("session", "tiger", "--stake", "banker=0.01", "--rounds", "10"),
        (*SESSION, "--progression", "1,x"),
        (*SESSION, "--bankroll", "50"),
        (*SESSION[:-1], "0"),
        ("programme", "tiger", "--stake", "banker=100"),
        ("programme", "tiger", "--stake", "banker=100", "--rolling", "150%"),
        ("programme", "tiger", "--stake", "banker=100", "--loss-rebate", "ten"),
    ],
    ids=str,
)
def test_mistakes_are_one_sentence(arguments: tuple[str, ...]) -> None:
    refused(punto(*arguments))
