"""Every reason for a refusal is covered by a test, and precedence follows the enum."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from punto.cli.batch import read_request
from punto.cli.output_files import check_target
from punto.client import Client
from punto.floor.batch import answer_again
from punto.floor.card_reads import Read, check_read
from punto.floor.devices import open_device
from punto.floor.submission import Submission
from punto.journal.codec import SCHEMA, Entry
from punto.journal.decisions import DECISION_VERSION
from punto.journal.queries.card_reads import ReadEntry
from punto.ledger.accounts import held, patron
from punto.ledger.cage.voucher_codes import read_code
from punto.ledger.transfers import Purpose, Transfer, applied
from punto.messages import CHINESE, word_in
from punto.money import Cents, parse_amount
from punto.odds.composition import Composition
from punto.odds.custom import parse_wager
from punto.odds.question import ask
from punto.odds.solve import solve_line
from punto.refusals import Reason, Refused
from punto.report.extras import require
from punto.rules.cards import parse_cards
from punto.rules.clauses import find_clause
from punto.rules.games import find_game
from punto.rules.irregularities import Irregularity
from punto.rules.outcome import outcomes
from punto.rules.round import read_round
from punto.rules.settlement import Stake, check_unit, settle, settle_void
from punto.rules.staff import Position
from punto.rules.wager_language import add_wagers
from punto.sim.cluster import simulate_on_cluster
from punto.sim.deal_rules import Dealing
from punto.sim.run import Request
from punto.table import commands as c
from punto.table.people import Staff
from punto.table.scripts.lines import read_lines
from punto.table.scripts.play import LATE
from tests.ledger.test_cage import REFUSED as REFUSED_BY_THE_CAGE
from tests.test_messages import numbers
from tests.web.test_errors import FAILURES
from tests.web.test_routes import REFUSED as REFUSED_BY_THE_WEB

TIGER = find_game("tiger")


def entry(actor: str, command: bytes, refusal: bytes = b"") -> Entry:
    """An entry of a table."""
    given = (actor, 1, "staff", "", b"", "draw-card", command)
    return Entry(1, "t1", 1, "c1", 0, *given, refusal, b"[]", 0, "", DECISION_VERSION, SCHEMA)


REFUSED_READ = ReadEntry(7, "XX", entry("r", b"", b"no"))
A_STAKE = Transfer(patron("seat1"), held("t1"), 100, Purpose.STAKE, 1, "tie")


def used_before() -> None:
    """A command id comes back with another body."""
    other = Submission("t1", "c1", Staff("dealer", Position.DEALER), c.OpenBetting())
    told = answer_again(entry("dealer", b"this"), other, b"that")
    assert told.refused is not None
    raise told.refused


REACHED: dict[Reason, Callable[[], object]] = {
    Reason.UNREADABLE_REQUEST: lambda: read_request("nonsense"),
    Reason.ID_USED_BEFORE: lambda: used_before(),
    Reason.UNKNOWN_GAME: lambda: find_game("nonsense"),
    Reason.UNKNOWN_CLAUSE: lambda: find_clause(TIGER, "9.9"),
    Reason.DECKS_OUT_OF_RANGE: lambda: read_round(TIGER, (), 3),
    Reason.UNKNOWN_DEVICE: lambda: open_device("nonsense", 8),
    Reason.READ_MISSING: lambda: check_read(Read(2, "AS"), None, 1),
    Reason.READ_UNHEARD: lambda: check_read(Read(8, "AS"), REFUSED_READ, 8),
    Reason.UNREADABLE_CARD: lambda: parse_cards("XX"),
    Reason.TOO_MANY_COPIES: lambda: read_round(TIGER, parse_cards("KH KH KH KH KH"), 4),
    Reason.CARD_MISSING: lambda: read_round(TIGER, ()),
    Reason.CARD_NOT_ALLOWED: lambda: read_round(TIGER, parse_cards("9S 8S KS KH 2C")),
    Reason.UNKNOWN_WAGER: lambda: TIGER.wager("nonsense"),
    Reason.UNREADABLE_VOUCHER: lambda: read_code("nonsense"),
    Reason.UNREADABLE_AMOUNT: lambda: parse_amount("nonsense"),
    Reason.AMOUNT_NOT_POSITIVE: lambda: parse_amount("0"),
    Reason.AMOUNT_TOO_LARGE: lambda: parse_amount("9999999999999"),
    Reason.UNIT_NOT_EXACT: lambda: check_unit(TIGER, Cents(3)),
    Reason.NOT_A_MULTIPLE: lambda: settle(TIGER, outcomes()[0], [Stake("tiger", Cents(1))]),
    Reason.NOT_ENOUGH_CREDITS: lambda: applied({}, [A_STAKE]),
    Reason.NOT_COVERED: lambda: settle_void(TIGER, Irregularity.LATE_STAKE, []),
    Reason.UNREADABLE_SHOE: lambda: Composition.parse("nonsense"),
    Reason.IMPOSSIBLE_COUNT: lambda: Composition.parse("A=-1"),
    Reason.UNREADABLE_WAGER: lambda: parse_wager("nonsense"),
    Reason.UNSOUND_WAGER: lambda: parse_wager("id = 'never'\nname = 'Never'"),
    Reason.WAGER_ID_TAKEN: lambda: add_wagers(TIGER.wagers, TIGER.wagers),
    Reason.EDGE_OUT_OF_REACH: lambda: solve_line(ask(TIGER).price("tie"), 1, Fraction(2)),
    Reason.NO_CLUSTER: lambda: simulate_on_cluster(Request(Dealing(), 1, 1), "nonsense://nowhere"),
    Reason.NO_SERVER: lambda: Client("http://127.0.0.1:1").health(),
    Reason.MISSING_EXTRA: lambda: require("nonsense", "A plot"),
    Reason.UNWRITABLE_FILE: lambda: check_target("nonsense", (".html", ".pdf")),
}


def refused_by_a_table() -> set[str]:
    """The reasons that round scripts expect, each of which the table gives when they are played."""
    found = set()
    for path in (Path(__file__).parent / "rounds").rglob("*.round"):
        for line in read_lines(path.read_text(encoding="utf-8")):
            if line.verb == "refuse":
                found.add(LATE.get(line.words[-1], line.words[-1]))
    return found


def test_every_reason_is_reached() -> None:
    elsewhere = {reason.value for reason, *_ in REFUSED_BY_THE_CAGE} | REFUSED_BY_THE_WEB
    elsewhere |= {reason.value for _, reason, _ in FAILURES}
    assert {reason.value for reason in REACHED} | refused_by_a_table() | elsewhere == set(Reason)


@pytest.mark.parametrize("reason", REACHED)
def test_a_reason_is_told_in_a_sentence(reason: Reason) -> None:
    with pytest.raises(Refused) as refusal:
        REACHED[reason]()
    assert refusal.value.reason is reason
    assert refusal.value.sentence.endswith(".")
    chinese = word_in(CHINESE, refusal.value.message)
    assert numbers(chinese) == numbers(refusal.value.sentence)


def test_the_clause_stands_behind_the_sentence() -> None:
    assert str(Refused(Reason.NOT_COVERED, "No.", clause="tiger 5.1")) == "No. (tiger 5.1)"
    assert str(Refused(Reason.NOT_COVERED, "No.")) == "No."
    assert Refused(Reason.NOT_COVERED, "No.").clause is None
