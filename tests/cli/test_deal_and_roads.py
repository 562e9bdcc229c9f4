"""`deal` and `roads`: the same seed deals the same cards; roads follow the contract."""

import json

import pytest

from tests.cli.run import fresh, punto, refused


def test_the_same_seed_deals_the_same() -> None:
    first, second = (run("deal", "tiger", "--seed", "8", "--rounds", "5") for run in (punto, fresh))
    assert first == second
    assert first.code == 0
    assert first.out != punto("deal", "tiger", "--seed", "9", "--rounds", "5").out


def test_deal_shows_why_and_what_is_paid() -> None:
    out = punto("deal", "tiger", "--seed", "5").out
    for part in (
        "seed 5",
        "Round 1",
        "Player has 1 and draws on 0 to 5. (3.15)",
        "tiger-tie",
        "net",
    ):
        assert part in out


def test_a_seed_is_chosen_and_told() -> None:
    said = punto("deal", "tiger", "--json").json
    again = punto("deal", "tiger", "--json", "--seed", str(said["seed"])).json
    assert said == again


def test_a_stake_is_refused_before_anything_is_shown() -> None:
    assert "units of 0.20" in refused(punto("deal", "tiger", "--stake", "tiger=0.1"))


def test_no_two_seeds_are_one() -> None:
    """Python's generator would take -8 for 8."""
    assert "from 0" in refused(punto("deal", "tiger", "--seed", "-8"))


def test_roads_stand_below_one_another_on_a_narrow_terminal() -> None:
    results = "BBBBBBBBPPTPPPPPB2P" * 8
    for columns in ("24", "40", "60", "100"):
        drawn = punto("roads", results, COLUMNS=columns).out.split("\n\nNext")[0].splitlines()
        assert max(map(len, drawn)) <= int(columns)
        beside = "Bead plate" in drawn[0] and "Big road" in drawn[0]
        assert beside == (int(columns) >= 60)
        assert len(drawn) == (2 if beside else 5) * 8 - 1  # name, six rows, a line between


@pytest.mark.parametrize(
    "game",
    [
        "no-commission",
        "rapid-no-commission",
        "tiger-no-commission",
        "tiger",
        "dragon-tiger-no-commission",
    ],
)
def test_many_rounds_deal_new_shoes_and_never_too_many_copies(game: str) -> None:
    said = punto("deal", game, "--decks", "4", "--rounds", "120", "--seed", "3", "--json").json
    by_shoe: dict[int, list[str]] = {}
    for each in said["rounds"]:
        by_shoe.setdefault(each["shoe"], []).extend(
            each["player"]["cards"] + each["banker"]["cards"]
        )
    assert len(by_shoe) >= 3
    for cards in list(by_shoe.values())[:-1]:
        assert 208 - 14 < len(cards) <= 208 - 14 + 6
        assert max(cards.count(card) for card in cards) <= 4


def test_own_stakes_are_settled() -> None:
    said = punto("deal", "tiger", "--seed", "5", "--stake", "tiger-pair=20", "--json").json
    assert [stake["wager"] for stake in said["rounds"][0]["stakes"]] == ["tiger-pair"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--rounds", "0"),
        ("--rounds", "-1"),
        ("--rounds", "100001"),
        ("--decks", "3"),
        ("--stake", "x=1"),
        ("--seed", "x"),
    ],
)
def test_deal_refuses(arguments: tuple[str, ...]) -> None:
    refused(punto("deal", "tiger", *arguments))


def test_deal_goes_on_over_the_cut_card() -> None:
    out = punto("deal", "tiger", "--seed", "5", "--rounds", "100").out
    assert "The cut card has come: shoe 2" in out


def test_roads_as_json() -> None:
    roads = punto("roads", "TBPPPB", "--json").json
    assert roads["leading_ties"] == 1
    assert roads["bead_plate"][0] == [0, 0, "T"]
    assert roads["big_road"] == [[0, 0, "B", 0], [1, 0, "P", 0], [1, 1, "P", 0], [1, 2, "P", 0],
                                 [2, 0, "B", 0]]  # fmt: skip
    assert [colour for *_, colour in roads["big_eye_boy"]] == ["blue", "red", "blue"]
    assert roads["small_road"] == []
    assert roads["cockroach_pig"] == []


def test_roads_for_people() -> None:
    out = punto("roads", "TBPPPBT1").out
    for part in ("Leading ties: 1", "Bead plate", "Big road", "Big eye boy", "would make"):
        assert part in out
    assert punto("roads", "").code == 0


@pytest.mark.parametrize("results", ["BPX", "1B", "B12", "闲"])
def test_bad_roads_are_refused(results: str) -> None:
    refused(punto("roads", results))
    refused(punto("roads", results, "--json"))


def test_roads_need_results() -> None:
    refused(punto("roads"))
    refused(punto("roads", "B", "--batch", "-"))


def test_roads_in_batches() -> None:
    lines = [{"results": "BPPPB"}, {"results": "X"}, {"results": 5}, {"result": "B"},
             {"game": "tiger", "results": ""}]  # fmt: skip
    said = punto("roads", "--batch", "-", stdin="\n".join(map(json.dumps, lines)))
    assert said.code == 1
    first, *bad, last = said.lines
    assert first == punto("roads", "BPPPB", "--json").json
    assert all(set(each) == {"error", "reason"} for each in bad)
    assert last["big_road"] == []
