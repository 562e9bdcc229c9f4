"""No single party controls the order of a virtual shoe, whatever they contribute or seal."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations
from random import Random

import pytest
from msgspec.structs import replace

from punto.journal.verify import shoes as verifier
from punto.refusals import Reason, Refused
from punto.rules.cards import DECK
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.sim.chi_square import chi_square_tail
from punto.table import commands as c
from punto.table import events as e
from punto.table import evolve_shoe
from punto.table.contributions import BARRED_SHOES, CONTRIBUTORS_MAX
from punto.table.decide import decide
from punto.table.evolve import Corrupt, evolve, evolve_all
from punto.table.people import Actor, Machine, Patron, Role, Staff
from punto.table.shared_order import READING, dealt_order, first_seed, next_seed
from punto.table.shoe_events import Contributor
from punto.table.shoes import seal
from punto.table.state import CLOSED, State
from tests.envelope import Given
from tests.table.order_oracle import contributing, digest, mixed
from tests.table.starting_states import (
    AUTOMATIC,
    LOADED,
    OPEN,
    OPEN_SEALED,
    SEALED_TIGER,
    SHOE,
    after,
    refused,
    report,
)

CODES = tuple(card.code for card in DECK)
ORDER = CODES * 8
SEAL = seal(ORDER, "salt")
DEALER = Staff("dealer", Position.DEALER)
FRESH = after(OPEN_SEALED, Given(c.LoadShoe("one", commitment=SEAL), SHOE))


def value(number: int) -> str:
    return f"{number:064x}"


def contributed(state: State, number: int, by: Actor) -> State:
    """One person's contribution, closed and revealed."""
    return after(state, *contributing(value(number), by, DEALER))


def committed(state: State, number: int, by: Actor) -> State:
    return after(state, Given(c.Contribute(digest(value(number))), by))


def closed(state: State) -> State:
    return after(state, Given(c.CloseContributions(), DEALER))


def revealed(state: State, number: int, by: Actor) -> State:
    return after(state, Given(c.RevealContribution(value(number)), by))


def seeded(commitment: str, shoe: str, values: Sequence[str]) -> str:
    seed = first_seed(commitment, shoe)
    for each in values:
        seed = next_seed(seed, each)
    return seed


def test_an_order_is_as_immutable_as_the_one_that_was_sealed() -> None:
    assert dealt_order(CODES[:3], first_seed("ab" * 32, "shoe-1")) == ("2S", "3S", "AS")
    assert dealt_order(list(CODES[:3]), "") == CODES[:3]


def test_three_implementations_agree() -> None:
    chance = Random(1)
    for decks in (0, 1, 4, 6, 8, 10):
        for count in (1, 2, 9):
            order = list(CODES) * decks or ["AS"]
            chance.shuffle(order)
            values = [value(chance.getrandbits(256)) for _ in range(count)]
            commitment, shoe = seal(tuple(order), value(decks)), f"shoe-{decks}: {count}"
            seed = seeded(commitment, shoe, values)
            due = mixed(order, commitment, shoe, values)
            assert list(dealt_order(order, seed)) == due
            assert verifier.order_due(tuple(order), seed) == due
            assert Counter(due) == Counter(order), "no card is lost or made"


def test_a_shoe_of_an_older_journal_is_dealt_as_it_was_sealed() -> None:
    loaded = e.ShoeLoaded("one", 8, True, SEAL)
    state = evolve(OPEN, loaded)
    assert state.shoe is not None
    assert (state.shoe.seed, dealt_order(ORDER, "")) == ("", ORDER)
    assert decide(state, c.OpenBetting(), DEALER)


@pytest.mark.parametrize("burn", [True, False])
def test_no_card_leaves_a_shoe_that_the_house_alone_ordered(burn: bool) -> None:
    table = after(CLOSED, c.OpenTable(replace(SEALED_TIGER, burn=burn)))
    fresh = after(table, Given(c.LoadShoe("two", commitment=SEAL), SHOE))
    for command in (Given(c.OpenBetting(), DEALER), Given(c.BurnCards("AS", 1), SHOE))[
        : 2 if burn else 1
    ]:
        refusal = refused(fresh, command)
        assert (refusal.reason, refusal.clause) == (Reason.CONTRIBUTION_NEEDED, READING)
    ready = contributed(fresh, 1, Patron("seat1"))
    first = Given(c.BurnCards("AS", 1), SHOE) if burn else Given(c.OpenBetting(), DEALER)
    fixed = after(ready, first)
    late = refused(fixed, Given(c.Contribute(value(2)), Patron("seat2")))
    assert (late.reason, late.clause) == (Reason.CONTRIBUTIONS_CLOSED, READING)


def test_the_order_stays_fixed_though_no_card_was_drawn() -> None:
    begun = after(contributed(FRESH, 1, Patron("seat1")), c.OpenBetting)
    void = after(begun, report(Irregularity.NOT_COVERED), c.Decide(True, "a test"))
    assert void.round is None
    for state in (begun, void):
        late = refused(state, Given(c.Contribute(value(2)), Patron("seat2")))
        assert late.reason is Reason.CONTRIBUTIONS_CLOSED


def test_each_person_contributes_once_to_a_shoe() -> None:
    """A patron and a member of staff of one name are two."""
    everybody: tuple[Actor, ...] = (
        Patron("ann"),
        Staff("ann", Position.DEALER),
        Patron("seat1"),
    )
    state = FRESH
    for number, by in enumerate(everybody):
        (made,) = decide(state, c.Contribute(digest(value(number))), by)
        assert isinstance(made, e.ContributionMade)
        assert (made.contributor, made.digest, made.clause) == (
            by.id,
            digest(value(number)),
            READING,
        )
        state = evolve(state, made)
        twice = refused(state, Given(c.Contribute(value(99)), by))
        assert twice.reason is Reason.CONTRIBUTIONS_CLOSED
        with pytest.raises(Corrupt):
            evolve(state, made)
    kinds = [decide(FRESH, c.Contribute(value(1)), by) for by in everybody]
    assert [made.kind for (made,) in kinds if isinstance(made, e.ContributionMade)] == [
        Contributor.PATRON,
        Contributor.STAFF,
        Contributor.PATRON,
    ]


def test_somebody_who_knows_the_sealed_order_chooses_nothing_by_being_last() -> None:
    """Mallory has read the sealed order, and waits until every other value is known.

    Before values were committed to, the last contributor tried some hundred of them and had the
    first card they liked.
    """
    mallory, honest = Patron("mallory"), Patron("ann")
    state = closed(committed(committed(FRESH, 1, honest), 2, mallory))
    state = revealed(state, 1, honest)
    wanted = next(
        number
        for number in range(3, 10_000)
        if dealt_order(ORDER, seeded(SEAL, "one", [value(1), value(number)]))[0] == "AS"
    )
    for number in (wanted, *range(3, 50)):
        told = refused(state, Given(c.RevealContribution(value(number)), mallory))
        assert (told.reason, told.clause) == (Reason.UNREADABLE_REQUEST, READING)
        with pytest.raises(Corrupt, match="match"):
            evolve(state, e.ContributionRevealed("mallory", Contributor.PATRON, value(number)))
    fixed = revealed(state, 2, mallory)
    assert fixed.shoe is not None
    assert fixed.shoe.seed == seeded(SEAL, "one", [value(1), value(2)])


def test_the_order_of_revealing_chooses_nothing() -> None:
    people = [Patron(name) for name in ("a", "b", "c")]
    state = FRESH
    for number, by in enumerate(people):
        state = committed(state, number, by)
    seeds = set()
    for order in permutations(range(3)):
        after_all = closed(state)
        for number in order:
            after_all = revealed(after_all, number, people[number])
        assert after_all.shoe is not None
        seeds.add(after_all.shoe.seed)
    assert seeds == {seeded(SEAL, "one", [value(number) for number in range(3)])}


def test_no_value_is_heard_before_the_contributors_are_final_and_none_joins_after() -> None:
    state = committed(FRESH, 1, Patron("ann"))
    early = refused(state, Given(c.RevealContribution(value(1)), Patron("ann")))
    assert early.reason is Reason.CONTRIBUTIONS_CLOSED
    with pytest.raises(Corrupt, match="awaited"):
        evolve(state, e.ContributionRevealed("ann", Contributor.PATRON, value(1)))
    final = closed(state)
    late = refused(final, Given(c.Contribute(digest(value(2))), Patron("bob")))
    assert late.reason is Reason.CONTRIBUTIONS_CLOSED
    with pytest.raises(Corrupt, match="takes no contribution"):
        evolve(final, e.ContributionMade("bob", Contributor.PATRON, digest(value(2))))
    with pytest.raises(Corrupt, match="so many"):
        evolve(state, e.ContributionsClosed(0))


def test_another_contributors_digest_is_not_taken_for_ones_own() -> None:
    state = committed(FRESH, 1, Patron("ann"))
    copied = refused(state, Given(c.Contribute(digest(value(1))), Patron("bob")))
    assert copied.reason is Reason.UNREADABLE_REQUEST


def test_only_so_many_contribute_to_one_shoe() -> None:
    state = FRESH
    for number in range(CONTRIBUTORS_MAX):
        state = committed(state, number, Patron(f"seat{number}"))
    more = refused(state, Given(c.Contribute(digest(value(10**6))), Patron("more")))
    assert more.reason is Reason.CONTRIBUTIONS_CLOSED


@pytest.mark.parametrize("by", [DEALER, AUTOMATIC])
def test_a_withheld_value_gives_no_order_at_all(by: Actor) -> None:
    """Neither the order without it nor one in its place: the shoe is not dealt."""
    mallory, honest = Patron("mallory"), Patron("ann")
    state = revealed(closed(committed(committed(FRESH, 1, honest), 2, mallory)), 1, honest)
    for command in (Given(c.OpenBetting(), DEALER), Given(c.OpenBetting(), AUTOMATIC)):
        assert refused(state, command).reason is Reason.CONTRIBUTION_NEEDED
    for event in (e.BettingOpened(1), e.CardsBurned("AS", 1)):
        with pytest.raises(Corrupt, match="not fixed"):
            evolve(state, event)
    missing, retired = decide(state, c.RetireShoe(), by)
    assert isinstance(missing, e.ContributionsMissing)
    assert isinstance(retired, e.ShoeRetired)
    assert missing.contributors == ("patron mallory",)
    with pytest.raises(Corrupt, match="other values"):
        evolve(state, replace(missing, contributors=("patron ann",)))
    state = evolve_all(state, (missing, retired))
    barred = [_can_contribute(state, number, mallory) for number in range(BARRED_SHOES + 1)]
    assert barred == [False] * BARRED_SHOES + [True]
    assert _can_contribute(state, 0, honest)


@pytest.mark.parametrize("by", [DEALER, AUTOMATIC])
def test_staff_who_withhold_are_not_barred_where_someone_has_to_cut(by: Actor) -> None:
    """A dealer's table would stand still; whose value was missing is on record all the same."""
    state = closed(committed(committed(FRESH, 1, DEALER), 2, Patron("mallory")))
    missing, retired = decide(state, c.RetireShoe(), by)
    assert isinstance(missing, e.ContributionsMissing)
    assert set(missing.contributors) == {"staff dealer", "patron mallory"}
    after_it = evolve_all(state, (missing, retired))
    assert _can_contribute(after_it, 0, DEALER)
    assert not _can_contribute(after_it, 0, Patron("mallory"))
    alone = closed(committed(FRESH, 1, DEALER))
    (only, _) = decide(alone, c.RetireShoe(), DEALER)
    assert isinstance(only, e.ContributionsMissing)
    assert (only.contributors, only.barred, only.barred_shoes) == (("staff dealer",), (), 0)


def test_a_spoiled_shoe_shortens_no_bar() -> None:
    """Else eleven accounts that take turns would spoil every shoe."""
    state = FRESH
    for number in range(BARRED_SHOES + 2):
        mallory = Patron(f"mallory{number}")
        state = closed(committed(state, number, mallory))
        state = evolve_all(state, decide(state, c.RetireShoe(), AUTOMATIC))
        load = Given(c.LoadShoe(f"next{number}", commitment=seal(ORDER, f"next{number}")), SHOE)
        state = after(state, load)
    assert set(state.barred.values()) == {BARRED_SHOES}
    assert len(state.barred) == BARRED_SHOES + 2


def test_the_record_of_who_is_barred_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evolve_shoe, "BARRED_MAX", 3)
    state = OPEN_SEALED
    for number in range(5):
        load = Given(c.LoadShoe(f"n{number}", commitment=seal(ORDER, f"n{number}")), SHOE)
        state = closed(committed(after(state, load), number, Patron(f"mallory{number}")))
        state = evolve_all(state, decide(state, c.RetireShoe(), AUTOMATIC))
    assert list(state.barred) == [f"patron mallory{number}" for number in (2, 3, 4)]


def _can_contribute(state: State, shoes: int, by: Actor) -> bool:
    """Whether somebody may contribute to a shoe, after so many others."""
    for number in range(shoes + 1):
        name = f"later{number}"
        load = Given(c.LoadShoe(name, commitment=seal(ORDER, name)), SHOE)
        state = after(state, load)
        if number < shoes:
            state = after(state, Given(c.CloseContributions(), AUTOMATIC), c.RetireShoe)
    try:
        return bool(decide(state, c.Contribute(digest(value(7))), by))
    except Refused as refusal:
        return refusal.reason is not Reason.CONTRIBUTIONS_CLOSED


def test_a_dealer_closes_nothing_without_a_contribution_and_the_automatic_dealer_does() -> None:
    told = refused(FRESH, Given(c.CloseContributions(), DEALER))
    assert (told.reason, told.clause) == (Reason.CONTRIBUTION_NEEDED, READING)
    state = after(FRESH, Given(c.CloseContributions(), AUTOMATIC))
    assert state.shoe is not None
    assert state.shoe.seed == seeded(SEAL, "one", [])
    assert decide(state, c.OpenBetting(), DEALER)


def test_the_device_that_knows_the_order_contributes_nothing() -> None:
    waiting = closed(committed(FRESH, 1, Patron("m")))
    for role in Role:
        by = Machine("m", role)
        for state, command in (
            (FRESH, Given(c.Contribute(digest(value(1))), by)),
            (waiting, Given(c.RevealContribution(value(1)), by)),
        ):
            assert refused(state, command).reason is Reason.NOT_AUTHORISED


def test_a_contribution_is_sixty_four_lower_case_digits() -> None:
    good = value(7)
    for bad in ("", "7", good[:-1], good + "0", "AB" * 32, " " + good[1:], good + "\n", "é" * 64):
        for command in (
            Given(c.Contribute(bad), Patron("seat1")),
            Given(c.RevealContribution(bad), Patron("seat1")),
        ):
            assert refused(FRESH, command).reason is Reason.UNREADABLE_REQUEST
        with pytest.raises(Corrupt):
            evolve(FRESH, e.ContributionMade("seat1", Contributor.PATRON, bad))


def test_nothing_is_contributed_to_cards_on_the_felt_or_to_no_shoe() -> None:
    for state, reason in ((LOADED, Reason.CONTRIBUTIONS_CLOSED), (OPEN, Reason.SHOE_NEEDED)):
        assert refused(state, Given(c.Contribute(value(1)), Patron("seat1"))).reason is reason


def test_a_record_that_deals_without_a_contribution_is_corrupt() -> None:
    with pytest.raises(Corrupt, match="not fixed"):
        evolve(FRESH, e.BettingOpened(1))
    with pytest.raises(Corrupt, match="not fixed"):
        evolve(FRESH, e.CardsBurned("AS", 1))


def test_any_other_contributions_make_another_order() -> None:
    values = [value(number) for number in (1, 2, 3)]
    due = mixed(ORDER, SEAL, "one", values)
    spoiled = {
        "dropped": [values[0], values[2]],
        "swapped": [values[1], values[0], values[2]],
        "altered": [values[0], value(4), values[2]],
        "added": [*values, value(4)],
    }
    for what, others in spoiled.items():
        assert mixed(ORDER, SEAL, "one", others) != due, what
    assert mixed(ORDER, SEAL, "two", values) != due, "another shoe"


# One deck, 4,000 shoes: which card lies at which place.
SHOES = 4_000

Made = Callable[[Random], tuple[list[str], list[str]]]


def _constant_contribution(chance: Random) -> tuple[list[str], list[str]]:
    """The house shuffles honestly, and everybody else always contributes the same."""
    order = list(CODES)
    chance.shuffle(order)
    return order, [value(0), value(0)]


def _fixed_order(chance: Random) -> tuple[list[str], list[str]]:
    """The house always seals the new pack, under a salt that never changes; one patron is fair."""
    return list(CODES), [value(0), value(chance.getrandbits(256)), value(0)]


def _counting(chance: Random) -> tuple[list[str], list[str]]:
    """The house never shuffles, and a patron contributes numbers one after the other."""
    return list(CODES), [value(next(COUNTER))]


COUNTER = iter(range(10**9))


@pytest.mark.parametrize("made", [_constant_contribution, _fixed_order, _counting])
def test_the_order_is_uniform_whatever_one_side_does(made: Made) -> None:
    chance = Random(20)
    counts: Counter[tuple[int, str]] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    for _ in range(SHOES):
        order, values = made(chance)
        due = dealt_order(order, seeded(seal(tuple(order), "salt"), "one", values))
        counts.update(enumerate(due))
        pairs[due[0][0], due[1][0]] += 1
    expected = SHOES / 52
    squares = sum((counts[at, card] - expected) ** 2 for at in range(52) for card in CODES)
    # Counts over permutations are not free: the statistic is scaled, as in docs/shuffle.md.
    assert chi_square_tail(squares / expected * 51 / 52, 51 * 51) > 0.001
    ranks = {card[0] for card in CODES}
    likely = {(a, b): SHOES * 4 * (3 if a == b else 4) / (52 * 51) for a in ranks for b in ranks}
    odd = sum((pairs[pair] - each) ** 2 / each for pair, each in likely.items())
    assert chi_square_tail(odd, len(likely) - 1) > 0.001


def test_a_remainder_instead_of_rejection_would_be_found() -> None:
    """The test's own test: a mask without rejection favours low places."""
    counts: Counter[tuple[int, str]] = Counter()
    for number in range(SHOES):
        chance, order = Random(number), list(CODES)
        for last in range(51, 0, -1):
            place = chance.getrandbits((last).bit_length()) % (last + 1)
            order[last], order[place] = order[place], order[last]
        counts.update(enumerate(order))
    expected = SHOES / 52
    squares = sum((counts[at, card] - expected) ** 2 for at in range(52) for card in CODES)
    assert chi_square_tail(squares / expected * 51 / 52, 51 * 51) < 1e-6
