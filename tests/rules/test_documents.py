"""The law as JSON values: every key and shape, since they are a public contract."""

from punto.money import Cents
from punto.rules.cards import parse_cards
from punto.rules.clauses import Clause, Kind
from punto.rules.documents import clause_document, game_document, settlement_document
from punto.rules.games import find_game
from punto.rules.readings import readings
from punto.rules.round import read_round
from punto.rules.settlement import Limits, Stake, settle

TIGER = find_game("tiger")


def test_a_game() -> None:
    assert game_document(find_game("no-commission")) == {
        "id": "no-commission",
        "title": "No Commission Baccarat",
        "edition": "Version 6",
        "effective": "2017-02-17",
        "wagers": ["player", "banker", "tie", "player-pair", "banker-pair"],
        "decks": [4, 10],
        "layouts": [{"name": f"Diagram {letter}", "positions": None} for letter in "ABCDEF"],
    }
    assert game_document(TIGER)["layouts"][4] == {"name": "Appendix E", "positions": [8, 16]}


def test_a_clause() -> None:
    clause = Clause(
        game="tiger",
        number="1.1.14",
        kind=Kind.ENFORCED,
        summary="A pair.",
        enforced_by=("punto.rules.hands.is_pair",),
        tests=("tests/clauses/test_wagers.py::test_single_tiger_pair",),
        readings=("pair-is-rank",),
    )
    reading = readings()["pair-is-rank"]
    assert clause_document(clause) == {
        "clause": "1.1.14",
        "kind": "enforced",
        "summary": "A pair.",
        "enforced_by": ["punto.rules.hands.is_pair"],
        "tests": ["tests/clauses/test_wagers.py::test_single_tiger_pair"],
        "readings": [
            {"id": "pair-is-rank", "question": reading.question, "answer": reading.answer}
        ],
    }


def test_a_settlement() -> None:
    dealt = read_round(TIGER, parse_cards("2C 5D 3H AH KD"))
    limits = {"player": Limits(Cents(50_00), Cents(80_00))}
    stakes = [Stake("tiger", Cents(100_00)), Stake("player", Cents(100_00))]
    assert settlement_document(dealt, settle(TIGER, dealt.outcome, stakes, limits=limits)) == {
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
                "wager": "player",
                "stake": "100.00",
                "result": "lose",
                "pays": None,
                "profit": "-80.00",
                "returned": "20.00",
                "clause": "3.16",
                "limit_clause": "5.15",
            },
        ],
        "net": "1120.00",
    }
