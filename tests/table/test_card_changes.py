"""Nobody alone names other cards, or another order, for a round about much money.

What the round is about is measured by the most that it could be settled for: a small stake may win
40 to 1.
"""

from collections import Counter
from itertools import permutations

import pytest
from msgspec.structs import replace

from punto.money import Cents
from punto.refusals import Reason
from punto.rules.cards import DECK
from punto.rules.game import Method
from punto.rules.games import GAMES, find_game
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.outcome import outcomes
from punto.rules.settlement import Stake, settle
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import Configuration, Range, usual_configuration
from punto.table.exposure import exposure_cents
from punto.table.legal.irregularities import case_needs_second
from punto.table.legal.moves import may
from punto.table.people import Approval, Staff
from punto.table.scripts import play_script
from punto.table.state import Stake as Placed
from punto.table.state import State
from tests.envelope import Given, decide_given
from tests.table.starting_states import OLDER, TIGER, after, draw, opened, refused, report, stake

SHIFT = Staff("shift", Position.GAMING_SHIFT_MANAGER)
BOSS = Staff("boss", Position.ASSISTANT_CASINO_MANAGER)
MUCH = 49_00  # 10.00 on Player are lost and 20.00 on Banker come back as 39.00 at the most
CARDS = ("9S", "8S", "KS", "KH")  # Player 9, Banker 8
TURNED = ("8S", "9S", "KS", "KH")


def dealt(config: Configuration, limit_cents: int | None, cards: tuple[str, ...] = CARDS) -> State:
    state = opened(replace(config, approval_cents=limit_cents))
    staked = (stake(), stake("seat2", "banker", 20_00))
    return after(state, c.OpenBetting, *staked, c.CloseBetting, *draw(*cards))


def wrong_order(limit_cents: int | None) -> State:
    return after(dealt(TIGER, limit_cents), report(I.DEALT_IN_WRONG_ORDER))


def referred(limit_cents: int | None) -> State:
    return after(dealt(TIGER, limit_cents), report(I.NOT_COVERED))


def wrong_number(limit_cents: int | None) -> State:
    state = dealt(OLDER, limit_cents)
    return after(state, report(I.WRONG_NUMBER_OF_CARDS, reconstructable=True))


def drawn_together(limit_cents: int | None) -> State:
    """A fifth and a sixth card came out together: 2 to Player or 2 to Banker."""
    five = after(dealt(TIGER, limit_cents, ("2C", "3D", "KH", "KS")), c.AnnounceTotals, *draw("4H"))
    return after(five, report(I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL, together=(5, 6)))


GONE = """
game tiger method=A decks=4 approval={amount}
open
stake seat2 player 30
close
draw ?? ?? ?? ??
pass player seat2
first banker
expose banker 8D KS
report patron-left-with-cards seat2
"""


def gone(limit_cents: int | None) -> State:
    """A patron is gone with both Player cards."""
    amount = (limit_cents or 10**9) // 100
    return play_script(GONE.format(amount=amount)).state


def sorted_out(limit_cents: int | None) -> State:
    """What lies there says that 9C and KD are missing: the one who sorts names the cards."""
    counts = Counter({card.code: 4 for card in DECK})
    counts.subtract(("8D", "KS", "9C", "KD", "2H", "3H"))
    aside = Given(c.SetAside(("2H", "3H")), BOSS, approval=Approval(SHIFT, 1))
    return after(gone(limit_cents), aside, c.SortCards(dict(counts)))


NAMING = {
    "reconstruct": (wrong_order, c.Reconstruct(TURNED), e.CardsReconstructed),
    "reconstruct with another card": (
        wrong_order,
        c.Reconstruct((*CARDS, "2D")),
        e.CardsReconstructed,
    ),
    "reconstruct an older game": (wrong_number, c.Reconstruct(TURNED), e.CardsReconstructed),
    "decide": (referred, c.Decide(False, "seen", TURNED), e.CardsReconstructed),
    "decide an order": (
        drawn_together,
        c.Decide(False, "seen", ("2C", "3D", "KH", "KS", "9H", "4H")),
        e.CardsReconstructed,
    ),
    "set aside": (gone, c.SetAside(("2H", "3H")), e.CardsSetAside),
    "replace": (sorted_out, c.ReplaceMissing(), e.MissingReplaced),
    "replace by name": (sorted_out, c.ReplaceMissing(("9C", "KD")), e.MissingReplaced),
}


@pytest.mark.parametrize("name", NAMING)
@pytest.mark.parametrize("by", [SHIFT, BOSS], ids=["shift", "boss"])
def test_nobody_alone_names_the_cards_of_a_round_about_much(name: str, by: Staff) -> None:
    make, command, happens = NAMING[name]
    for limit_cents in (1_00, 40_00):
        state = make(limit_cents)
        alone = Given(command, by)
        no = refused(state, alone)
        assert (no.reason, "second person" in no.sentence) == (Reason.APPROVAL_NEEDED, True)
        second = BOSS if by is SHIFT else SHIFT
        events = decide_given(state, replace(alone, approval=Approval(second, 1)))
        assert any(isinstance(each, happens) for each in events)
        for bad in (Approval(by, 1), Approval(second, 2), Approval(Staff("x", Position(3)), 1)):
            assert refused(state, replace(alone, approval=bad)).reason is Reason.APPROVAL_NEEDED


@pytest.mark.parametrize("name", NAMING)
@pytest.mark.parametrize("limit_cents", [None, 70_00])
def test_below_the_limit_one_person_is_enough(name: str, limit_cents: int | None) -> None:
    make, command, happens = NAMING[name]
    events = decide_given(make(limit_cents), Given(command, BOSS))
    assert any(isinstance(each, happens) for each in events)


def test_it_is_measured_by_the_most_the_round_could_be_settled_for() -> None:
    turn = Given(c.Reconstruct(TURNED), BOSS)
    assert refused(wrong_order(MUCH), turn).reason is Reason.APPROVAL_NEEDED
    assert "49.00" in refused(wrong_order(MUCH), turn).sentence
    assert decide_given(wrong_order(MUCH + 1), turn)


def test_a_small_stake_that_may_win_40_to_1_is_much() -> None:
    game = find_game("dragon-tiger-no-commission")
    config = usual_configuration(game)
    wager = max(
        game.wagers, key=lambda each: max(line.odds.profit(Cents(100)) for line in each.lines)
    )
    most = max(line.odds.profit(Cents(10_00)) for line in wager.lines)
    assert most >= 400_00
    table = opened(replace(config, approval_cents=most))
    state = after(
        table,
        c.OpenBetting,
        stake(wager=wager.id),
        c.CloseBetting,
        *draw(*CARDS),
        report(I.DEALT_IN_WRONG_ORDER),
    )
    turn = Given(c.Reconstruct(TURNED), BOSS)
    assert refused(state, turn).reason is Reason.APPROVAL_NEEDED


def test_cards_left_exactly_as_they_were_ask_nobody() -> None:
    assert decide_given(wrong_order(1), Given(c.Reconstruct(CARDS), BOSS))
    assert decide_given(referred(1), Given(c.Decide(False, "as dealt", CARDS), BOSS))
    assert decide_given(referred(1), Given(c.Decide(False, "go on"), BOSS))
    assert decide_given(gone(1_00), Given(c.SetAside(), BOSS))


@pytest.mark.parametrize("aside", [("2H", None), (None, "2H"), ("2H", "3H")])
def test_a_single_card_that_is_named_as_it_is_put_aside_is_not_named_alone(
    aside: tuple[str | None, str | None],
) -> None:
    no = refused(gone(1_00), Given(c.SetAside(aside), BOSS))
    assert no.reason is Reason.APPROVAL_NEEDED


def test_no_other_order_of_the_cards_passes_alone() -> None:
    state = referred(1_00)
    for order in set(permutations(CARDS)) - {CARDS}:
        no = refused(state, Given(c.Decide(False, "seen", order), BOSS))
        assert no.reason is Reason.APPROVAL_NEEDED, order


def test_cards_that_nobody_has_read_are_not_named_alone_while_in_question() -> None:
    """A face named for a card that no one had read is another card than lay there."""
    state = opened(replace(TIGER, approval_cents=1, method=Method.A))
    hidden = after(state, c.OpenBetting, stake(), c.CloseBetting, *draw(*[None] * 4))
    held = after(hidden, report(I.NOT_COVERED))
    named = c.Decide(False, "seen", ("9S", "2S", "KS", "3H"))
    assert refused(held, Given(named, BOSS)).reason is Reason.APPROVAL_NEEDED
    unnamed = c.Decide(False, "go on", (None,) * 4)
    assert decide_given(held, Given(unnamed, BOSS))


@pytest.mark.parametrize("name", NAMING)
def test_the_guide_says_beforehand_that_a_second_person_is_needed(name: str) -> None:
    make, command, _ = NAMING[name]
    names_any = not isinstance(command, c.SetAside)  # which may as well name none
    assert case_needs_second(make(1_00)) is names_any
    assert not case_needs_second(make(None))
    assert str(command.__struct_config__.tag) in may(make(1_00), BOSS)


def test_the_guide_of_a_finished_round_and_of_a_report_too() -> None:
    finished = after(dealt(OLDER, 1), c.AnnounceTotals, c.AnnounceOutcome)
    wrong = after(finished, report(I.WRONG_NUMBER_OF_CARDS, reconstructable=True))
    assert case_needs_second(wrong)
    assert refused(wrong, Given(c.Reconstruct(TURNED), BOSS)).reason is Reason.APPROVAL_NEEDED
    filed = after(dealt(TIGER, 1), Given(report(I.FOREIGN_CARDS), Staff("d", Position.DEALER)))
    assert case_needs_second(filed)
    assert not case_needs_second(dealt(TIGER, 1))
    between = after(opened(replace(TIGER, approval_cents=1)), report(I.NOT_COVERED))
    assert not case_needs_second(between), "no round whose cards could be named"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_most_is_the_most_of_all_outcomes(game: object) -> None:
    """By the law's own settlement of every outcome there is."""
    law = next(each for each in GAMES if each is game)
    config = usual_configuration(law)
    wagers = [wager.id for wager in law.wagers]
    for staked in ([wagers[0]], wagers[:2], [wagers[0], wagers[-1]], wagers):
        stakes = [placed(at, wager, 20_00 * (at + 1)) for at, wager in enumerate(staked)]
        most = 0
        for outcome in outcomes():
            on_wagers = [Stake(each.wager, Cents(each.cents)) for each in stakes]
            lines = settle(law, outcome, on_wagers).lines
            most = max(most, sum(max(each.stake_cents, each.returned_cents) for each in lines))
        assert exposure_cents(config, stakes) == most
    assert exposure_cents(config, []) == 0


def test_a_stake_over_the_maximum_wins_by_the_maximum_alone() -> None:
    limits = {**TIGER.limits, "player": Range(10_00, 100_00)}
    config = replace(TIGER, limits=limits)
    assert exposure_cents(config, [placed(1, "player", 150_00)]) == 250_00


def placed(at: int, wager: str, cents: int) -> Placed:
    return Placed(at, "seat1", wager, 1, cents, at)


def test_other_cards_for_small_rounds_are_added_up() -> None:
    """Else one person turns a large sum in small parts: rounds of 49.00, and a limit of 98.00."""
    turned = Given(c.Reconstruct(TURNED), SHIFT)
    as_they_lay = Given(c.Reconstruct(CARDS), SHIFT)
    again = (c.OpenBetting, stake(), stake("seat2", "banker", 20_00), c.CloseBetting, *draw(*CARDS))
    for first, need in ((turned, True), (as_they_lay, False)):
        state = after(wrong_order(98_00), first, c.AnnounceTotals, c.AnnounceOutcome)
        state = after(state, *again, report(I.DEALT_IN_WRONG_ORDER))
        assert case_needs_second(state) is need
        second = after(state, turned) if not need else None
        if second is None:
            assert refused(state, turned).reason is Reason.APPROVAL_NEEDED
            approved = replace(turned, by=BOSS, approval=Approval(SHIFT, 2))
            assert decide_given(state, approved)
        assert decide_given(state, as_they_lay), "names nothing new"


def test_what_small_rounds_with_named_cards_were_about_is_remembered() -> None:
    """Of cards that staff put aside or replaced, too."""
    named = after(sorted_out(None), Given(c.ReplaceMissing(), BOSS))
    assert named.round is not None
    assert named.round.cards_named
    aside = after(gone(None), Given(c.SetAside((None, None)), BOSS))
    assert aside.round is not None
    assert not aside.round.cards_named
    read = after(gone(None), Given(c.SetAside(("2H", None)), BOSS))
    assert read.round is not None
    assert read.round.cards_named
