"""Every announcement in both languages, and no announcement that should not be made."""

from itertools import product
from typing import get_args

import pytest

from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity, Option
from punto.table import announcements as a
from punto.table import events as e
from punto.table.announcements import Announcement, announcement


def settled(player: int, banker: int, *, corrects: bool = False) -> e.RoundSettled:
    return e.RoundSettled(
        round=1, cards=(), player=player, banker=banker, lines=(), corrects=corrects
    )


ANNOUNCED: list[tuple[e.Event, str, str]] = [
    (e.BettingOpened(round=1), "Place your bets, please", "请下注"),
    (e.BettingReopened(), "Place your bets, please", "请下注"),
    (e.BettingClosed(), "No more bets", "停止下注"),
    (e.TotalsAnnounced(player=5, banker=6), "Player has 5, Banker has 6", "闲5点，庄6点"),
    (
        e.CutCardAppeared(first_of_round=False),
        "The cut card is out: last rounds of the shoe",
        "切牌卡已出：本靴最后几局",
    ),
    (settled(9, 8), "Player wins, 9 over 8", "闲赢，9点对8点"),
    (settled(5, 6), "Banker wins, 6 over 5", "庄赢，6点对5点"),
    (settled(7, 7), "Tie, 7 all", "和，7点"),
    (settled(9, 8, corrects=True), "Round 1 corrected", "第 1 局已更正"),
    (e.SettlementReversed(round=1, lines=()), "Round 1 corrected", "第 1 局已更正"),
    (
        e.RoundVoided(round=1, lines=()),
        "The round is void: all bets are returned",
        "本局作废：退还所有投注",
    ),
    (
        e.OptionOffered(
            irregularity=Irregularity.DEVICE_RESET,
            option=Option.WITHDRAW_ANY,
            patrons=("seat1",),
            withdrawable=(1,),
        ),
        "You may withdraw your bets",
        "您可以撤回投注",
    ),
    (
        e.DecreaseAsked(side=Side.PLAYER, excess_cents=100),
        "Please lower the bets on Player",
        "请减少闲的投注",
    ),
    (
        e.DecreaseAsked(side=Side.BANKER, excess_cents=100),
        "Please lower the bets on Banker",
        "请减少庄的投注",
    ),
]


@pytest.mark.parametrize(
    ("event", "english", "chinese"), ANNOUNCED, ids=lambda value: str(value)[:24]
)
def test_what_is_announced(event: e.Event, english: str, chinese: str) -> None:
    assert announcement(event) == Announcement(english, chinese)


def test_every_text_in_the_module_is_announced_by_something() -> None:
    texts = [value for value in vars(a).values() if isinstance(value, Announcement)]
    assert len(texts) >= 4
    assert {text.english for text in texts} <= {english for _, english, _ in ANNOUNCED}


# Seen by those concerned, or for the record: not called out.
QUIET = {
    "table-opened",
    "configuration-changed",
    "table-closed",
    "shoe-loaded",
    "cards-burned",
    "shoe-retired",
    "shoe-revealed",
    "seal-contradicted",
    "stake-placed",
    "stake-changed",
    "stake-withdrawn",
    "card-drawn",
    "hand-passed",
    "hand-refused",
    "handler-chosen",
    "hand-retrieved",
    "first-revealed-chosen",
    "cards-squeezed",
    "cards-exposed",
    "display-corrected",
    "method-chosen",
    "contribution-made",
    "contributions-closed",
    "contribution-revealed",
    "contributions-missing",
    "device-given",
    "device-returned",
    "irregularity-reported",
    "option-answered",
    "option-lapsed",
    "case-opened",
    "case-closed",
    "cards-reconstructed",
    "cards-set-aside",
    "cards-sorted",
    "missing-replaced",
    "decided",
    "report-filed",
    "report-confirmed",
    "report-dismissed",
    "late-stake-found",
    "late-withdrawal-found",
    "acting-started",
    "acting-ended",
    "acted-as",
    "dealer-signed-on",
    "dealer-signed-off",
}


def test_every_kind_of_event_is_either_announced_or_quiet() -> None:
    kinds = {kind.__struct_config__.tag for kind in get_args(e.Event)}
    loud = {event.__struct_config__.tag for event, _, _ in ANNOUNCED}
    assert loud | QUIET == kinds
    assert loud & QUIET == set()


def test_nothing_quiet_is_announced() -> None:
    assert announcement(e.CardDrawn(side=Side.PLAYER, card="KS", face_up=True)) is None
    assert announcement(e.StakeWithdrawn(stake=1, patron="seat1", wager="tie", cents=100)) is None
    assert announcement(e.TableClosed()) is None


def test_the_outcome_names_the_winner_at_every_total() -> None:
    for player, banker in product(range(10), repeat=2):
        said = announcement(settled(player, banker))
        assert said is not None
        winner = "Tie" if player == banker else "Player" if player > banker else "Banker"
        assert said.english.startswith(winner)
        assert said.chinese[0] == {"Tie": "和", "Player": "闲", "Banker": "庄"}[winner]
