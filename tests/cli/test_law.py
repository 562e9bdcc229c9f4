"""`games`, `rules` and `settle`: the contract, and every kind of bad input."""

import json

import pytest

from tests.cli.run import punto, refused

BIG = ("settle", "tiger", "--cards", "2C 5D 3H AH KD")


def test_games_as_json() -> None:
    games = punto("games", "--json").json
    assert [game["id"] for game in games] == [
        "no-commission",
        "rapid-no-commission",
        "tiger-no-commission",
        "tiger",
        "dragon-tiger-no-commission",
    ]
    tiger = games[3]
    assert list(tiger) == ["id", "title", "edition", "effective", "wagers", "decks", "layouts"]
    assert (tiger["edition"], tiger["effective"]) == ("Version 2", "2019-10-08")
    assert tiger["decks"] == [4, 10]
    assert tiger["layouts"][4] == {"name": "Appendix E", "positions": [8, 16]}
    assert games[0]["layouts"][0] == {"name": "Diagram A", "positions": None}


def test_games_for_people() -> None:
    assert "tiger-tie" in punto("games").out


def test_rules_as_json_in_document_order() -> None:
    clauses = punto("rules", "tiger", "--json").json
    assert len(clauses) == 127
    assert [clauses[0]["clause"], clauses[-1]["clause"]] == ["1.1", "6.3"]
    for clause in clauses:
        assert {"clause", "kind", "summary", "enforced_by", "tests"} <= set(clause)
        assert clause["kind"] in ("enforced", "recorded", "informative")


def test_one_rule() -> None:
    (clause,) = punto("rules", "tiger", "1.1.14", "--json").json
    assert clause["clause"] == "1.1.14"
    assert [transaction["id"] for transaction in clause["readings"]] == ["pair-is-rank"]
    said = punto("rules", "tiger", "1.1.14")
    assert "pair-is-rank" in said.out
    assert "tests/clauses/test_wagers.py::test_twin_tiger_pair" in said.out


def test_rules_list_readings_and_counts() -> None:
    out = punto("rules", "dragon-tiger-no-commission").out
    assert "layout-k" in out
    assert "118 clauses:" in out


def test_settle_as_json() -> None:
    said = punto(*BIG, "--stake", "tiger=100", "--stake", "banker=50", "--json")
    assert said.json == {
        "player": {"cards": ["2C", "3H", "KD"], "total": 5},
        "banker": {"cards": ["5D", "AH"], "total": 6},
        "outcome": "banker",
        "stakes": [
            {
                "wager": "tiger",
                "stake": "100.00",
                "result": "win",
                "pays": "12 to 1",
                "profit": "1200.00",
                "returned": "1300.00",
                "clause": "4.3",
            },
            {
                "wager": "banker",
                "stake": "50.00",
                "result": "win",
                "pays": "0.95 to 1",
                "profit": "47.50",
                "returned": "97.50",
                "clause": "4.1",
            },
        ],
        "net": "1247.50",
    }


def test_lost_and_pushed_stakes_as_json() -> None:
    said = punto(
        "settle", "tiger", "--cards", "6S 6H KS QH", "--stake", "player=5", "--stake", "tiger=5",
        "--json",
    )  # fmt: skip
    pushed, lost = said.json["stakes"]
    assert (pushed["result"], pushed["pays"], pushed["profit"]) == ("push", None, "0.00")
    assert (lost["result"], lost["profit"], lost["returned"]) == ("lose", "-5.00", "0.00")
    assert (said.json["outcome"], said.json["net"]) == ("tie", "-5.00")


def test_settle_for_people_shows_cards_reasons_and_clauses() -> None:
    out = punto(*BIG, "--stake", "tiger=100").out
    for part in ("Banker wins 6 over 5", "K♦", "Player has 5 and draws", "1200.00", "4.3"):
        assert part in out


def test_the_same_wager_may_be_staked_twice() -> None:
    said = punto(*BIG, "--stake", "tiger=100", "--stake", "tiger=20", "--json")
    assert [stake["profit"] for stake in said.json["stakes"]] == ["1200.00", "240.00"]


def test_no_stakes_still_tell_the_outcome() -> None:
    assert punto(*BIG, "--json").json["stakes"] == []
    assert "Banker wins" in punto(*BIG).out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("settle", "tigr", "--cards", "AS"), ("tigr",)),
        (("settle", "tiger"), ("--cards",)),
        (("settle",), ("--batch",)),
        (("settle", "tiger", "--cards", ""), ("first card", "3.13.1")),
        (("settle", "tiger", "--cards", "2C 5D 3H"), ("fourth card", "3.13.2")),
        (("settle", "tiger", "--cards", "2C 5D 3H AH"), ("fifth card", "3.15")),
        (("settle", "tiger", "--cards", "9C 5D KH AH 2D"), ("2D", "too many", "3.15")),
        (("settle", "no-commission", "--cards", "9C 5D KH AH 2D"), ("2D", "too many", "3.9.1")),
        (("settle", "tiger", "--cards", "2C 5D 3H AH KD KS"), ("KS", "too many", "3.15")),
        (("settle", "tiger", "--cards", "2C 5D 3H AH 1D"), ("'1D'",)),
        (("settle", "tiger", "--cards", "KH KH KH KH KH KH", "--decks", "4"), ("copies", "5.1.1")),
        ((*BIG, "--decks", "3"), ("4 to 10", "2.1")),
        ((*BIG, "--decks", "11"), ("4 to 10", "2.1")),
        ((*BIG, "--stake", "dragon=100"), ("'dragon'", "3.5")),
        ((*BIG, "--stake", "tiger"), ("tiger=100",)),
        ((*BIG, "--stake", "tiger="), ("''",)),
        ((*BIG, "--stake", "tiger=ten"), ("'ten'",)),
        ((*BIG, "--stake", "tiger=-5"), ("more than zero",)),
        ((*BIG, "--stake", "tiger=0"), ("more than zero",)),
        ((*BIG, "--stake", "tiger=0.01"), ("units of 0.20", "4.1")),
        ((*BIG, "--stake", "tiger=0.001"), ("fraction of a cent",)),
        ((*BIG, "--stake", "tiger=1e9"), ("'1e9'",)),
        ((*BIG, "--stake", "tiger=nan"), ("'nan'",)),
        ((*BIG, "--stake", "tiger=9999999999999"), ("at most",)),
        ((*BIG, "--stake", "tiger=" + "9" * 5000), ("not an amount",)),
        ((*BIG, "--unit", "0.03"), ("unit of 0.03", "4.1")),
        ((*BIG, "--unit", "5", "--stake", "tiger=12"), ("units of 5.00",)),
        (("settle", "tiger", "--batch", "no/such/file"), ("With --batch",)),
        (("settle", "--batch", "no/such/file"), ("no/such/file",)),
        (("settle", "--batch", "."), ("'.'",)),
        (("rules", "tigr"), ("tigr",)),
        (("rules", "tiger", "9.9"), ("9.9",)),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_two(
    arguments: tuple[str, ...], words: tuple[str, ...]
) -> None:
    sentence = refused(punto(*arguments))
    for word in words:
        assert word in sentence
    assert len(sentence) < 300


def test_one_bad_stake_and_nothing_is_settled() -> None:
    refused(punto(*BIG, "--stake", "tiger=100", "--stake", "banker=0.01", "--json"))


def test_batch_answers_line_by_line() -> None:
    lines = [
        {"game": "tiger", "cards": "2C 5D 3H AH KD", "stakes": {"tiger": "100"}},
        {"game": "tiger", "cards": "2C 5D 3H AH", "stakes": {"tiger": "100"}},
        {"game": "no-commission", "cards": ["9S", "8S", "KS", "KH"], "stakes": {"player": 20}},
        {"game": "no-commission", "cards": "9S 8S KS KH", "stakes": {"player": 20.5}, "decks": 6},
    ]
    said = punto("settle", "--batch", "-", stdin="\n".join(map(json.dumps, lines)))
    assert said.code == 1
    assert said.err == ""
    good, bad, player, half = said.lines
    assert good["stakes"][0]["profit"] == "1200.00"
    assert bad == {
        "error": "The fifth card is missing: Player has 5 and draws on 0 to 5. (tiger 3.15)",
        "reason": "card-missing",
    }
    assert player["net"] == "20.00"
    assert half["net"] == "20.50"


def test_a_good_batch_ends_with_zero(tmp_path: object) -> None:
    line = '{"game":"tiger","cards":"2C 5D 3H AH KD","stakes":{}}'
    said = punto("settle", "--batch", "-", stdin=f"{line}\n\n{line}\n")
    assert said.code == 0
    first, blank, last = said.out.splitlines()
    assert first == last != blank == ""


BAD_LINES = [
    "nonsense",
    "[]",
    "1",
    "null",
    '"tiger"',
    "{",
    "{}",
    "\x00",
    "[" * 100_000,
    '{"game":"tiger","game":"tiger","cards":"2C 5D 3H AH KD"}',
    '{"game":"tigr","cards":"2C 5D 3H AH KD","stakes":{}}',
    '{"game":5,"cards":"2C 5D 3H AH KD","stakes":{}}',
    '{"game":null,"cards":"2C 5D 3H AH KD","stakes":{}}',
    '{"game":"tiger","cards":17,"stakes":{}}',
    '{"game":"tiger","cards":[1,2],"stakes":{}}',
    '{"game":"tiger","stakes":{}}',
    '{"game":"tiger","cards":"2C 5D 3H AH KD","stakes":[]}',
    '{"game":"tiger","cards":"2C 5D 3H AH KD","stakes":{"tiger":null}}',
    '{"game":"tiger","cards":"2C 5D 3H AH KD","stakes":{"tiger":true}}',
    '{"game":"tiger","cards":"2C 5D 3H AH KD","stakes":{"tiger":{}}}',
    '{"game":"tiger","cards":"2C 5D 3H AH KD","stakes":{"tiger":NaN}}',
    '{"game":"tiger","cards":"2C 5D 3H AH KD","stakes":{"tiger":Infinity}}',
    '{"game":"tiger","cards":"2C 5D 3H AH KD","stakes":{"tiger":1e5}}',
    '{"game":"tiger","cards":"2C 5D 3H AH KD","stakes":{"tiger":-5}}',
    '{"game":"tiger","cards":"2C 5D 3H AH KD","stakes":{"tiger":' + "9" * 10_000 + "}}",
    '{"game":"tiger","cards":"2C 5D 3H AH KD","stakes":{},"decks":"many"}',
    '{"game":"tiger","cards":"2C 5D 3H AH KD","stakes":{},"decks":' + "9" * 100 + "}",
    '{"game":"tiger","cards":"2C 5D 3H AH KD","stakes":{},"stake":"tiger"}',
]


def test_bad_lines_get_an_error_each_and_stop_nothing() -> None:
    good = '{"game":"tiger","cards":"2C 5D 3H AH KD","stakes":{"tiger":"5"}}'
    said = punto("settle", "--batch", "-", stdin="\n".join([*BAD_LINES, good]))
    assert said.code == 1
    assert said.err == ""
    answers = said.lines
    assert len(answers) == len(BAD_LINES) + 1
    for line, answer in zip(BAD_LINES, answers, strict=False):
        assert set(answer) == {"error", "reason"}, line
        assert len(answer["error"]) < 300
    assert answers[-1]["net"] == "60.00"


def test_bytes_that_are_no_text_are_a_bad_line(tmp_path: object) -> None:
    import subprocess
    import sys

    done = subprocess.run(
        [sys.executable, "-m", "punto", "settle", "--batch", "-"],
        input=b'\xff\xfe{"game"\n',
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1
    assert b"error" in done.stdout
    assert done.stderr == b""
