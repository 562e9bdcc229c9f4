"""What a table is set to: game, decks, layout, limits, method; refused when inconsistent."""

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from punto.currencies import MINOR_DIGITS, TEST_CURRENCY, minor_digits
from punto.messages import Amount, Message
from punto.money import AMOUNT_CENTS_MAX, Cents
from punto.refusals import Reason, Refused
from punto.rules.game import Game, Method, Zone
from punto.rules.games import editions_of, find_edition, find_law
from punto.rules.irregularities import Irregularity
from punto.rules.layouts import Layout
from punto.rules.made_up_games import base_id
from punto.rules.settlement import check_unit
from punto.rules.shoe import check_decks
from punto.rules.staff import RANKS_CLAUSE, USUAL_RANKS, Position, Ranks, is_ranking

STAKES_PER_AREA_MAX = 3
USUAL_CURRENCY = "SGD"
EDITION_CLAUSE = "reading edition-in-force"
CUT_CARD = "reading cut-card"
WHO_DECIDES = "reading who-decides"
BETTING_SECONDS_MAX = 3600
ROUNDS_AN_HOUR_MAX = 1000
TERMINALS_MAX = 10_000  # of a game whose document names no number


class Funding(Enum):
    """How stakes are made: from credits at a terminal, or in chips that staff record."""

    CREDITS = "credits"
    CHIPS = "chips"


class Timekeeper(Enum):
    """Who closes betting."""

    DEALER = "dealer"
    CLOCK = "clock"


class CardSource(Enum):
    """Where the faces of a shoe's cards come from; a face from anywhere else is refused."""

    PHYSICAL = "physical"  # cards on the table: a reader reads them, or the staff do
    SEALED = "sealed"  # a virtual shoe that people deal from: the house's device alone
    AUTOMATIC = "automatic"  # a table that deals itself: the automatic dealer alone


class Range(Struct, frozen=True, forbid_unknown_fields=True):
    """The displayed minimum and maximum of a wager."""

    min_cents: int
    max_cents: int


class Configuration(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything a table is set to."""

    game: str
    edition: str
    decks: int
    layout: str
    positions: int
    limits: Mapping[str, Range]
    zone: Zone = Zone.MAIN
    method: Method = Method.B
    currency: str = USUAL_CURRENCY
    unit_cents: int = 100
    differential_cents: int | None = None
    stakes_per_area: int | None = None  # None where the document sets no number
    burn: bool = False
    cut_cards_from_end: int = 14
    rounds_after_cut: int = 0
    funding: Funding = Funding.CHIPS
    timekeeper: Timekeeper = Timekeeper.DEALER
    betting_seconds: int | None = None  # until the clock closes betting; None: the house's time
    rounds_an_hour: int | None = None  # the target: the pit is alerted if the table falls behind
    card_source: CardSource = CardSource.PHYSICAL  # the only one
    approval_cents: int | None = None  # from here on a void or correction needs a second person
    resolver: Position = Position.PIT_MANAGER  # who resolves what its clause gives to no position
    ranks: Ranks = USUAL_RANKS  # the positions of staff, from the lowest to the highest
    next_edition: str = ""  # the one that a round is opened under from an instant on
    next_edition_from_ms: int | None = None  # that instant; None when the edition comes into force
    test_wagers: str = ""  # of a made-up game: the definitions of its custom wagers

    @property
    def digits(self) -> int:
        """The minor digits of its currency: what an amount in cents counts."""
        return minor_digits(self.currency)

    @property
    def area_max(self) -> int:
        """How many stakes an area takes, where the document sets a number."""
        return STAKES_PER_AREA_MAX if self.stakes_per_area is None else self.stakes_per_area


APPROVAL_CENTS = 1_000_000  # from 10,000.00 on two people void or correct, unless said otherwise


def usual_configuration(
    game: Game, min_cents: int = 1000, max_cents: int = 1_000_000
) -> Configuration:
    """A table of this game as it would usually stand, every wager within the same limits."""
    return Configuration(
        game=game.id,
        edition=game.edition,
        decks=8,
        layout=game.layouts[0].name,
        positions=8,
        limits={wager.id: Range(min_cents, max_cents) for wager in game.wagers},
        test_wagers=game.definitions,
        currency=USUAL_CURRENCY if game.is_approved else TEST_CURRENCY,
        stakes_per_area=STAKES_PER_AREA_MAX if game.stakes_per_area_clause else None,
        funding=Funding.CREDITS if game.electronic else Funding.CHIPS,
        approval_cents=APPROVAL_CENTS,
    )


def law_of(config: Configuration) -> Game:
    """The game of a table, in the edition it is set to."""
    game = find_law(config.game, config.edition, config.test_wagers)
    assert game is not None, "checked when the table was set"
    return game


def find_configured(config: Configuration) -> Game | None:
    """The game that a configuration names, None where there is none of that name and edition."""
    return find_law(config.game, config.edition, config.test_wagers)


def configuration_due(config: Configuration, at_ms: int) -> Configuration | None:
    """The table set to its next edition, once the instant has come that it was scheduled for."""
    game = find_edition(config.game, config.next_edition)
    if game is None or at_ms < _next_from_ms(config, game):
        return None
    return _in_next_edition(config, game)


def _next_from_ms(config: Configuration, game: Game) -> int:
    said = config.next_edition_from_ms
    return game.in_force_ms if said is None else said


def _in_next_edition(config: Configuration, game: Game) -> Configuration:
    return replace(
        config,
        edition=game.edition,
        next_edition="",
        next_edition_from_ms=None,
        limits={
            wager.id: config.limits[wager.id] for wager in game.wagers if wager.id in config.limits
        },
    )


def check_configuration(config: Configuration, at_ms: int = 0) -> Game:
    """Refuse a configuration that its game does not allow, and say which part of it.

    `at_ms` is when the table is set so; 0 where no time is known.
    """
    game = _check_edition(config, at_ms)
    check_decks(game, config.decks)
    following = _check_next_edition(game, config)
    for wager in config.limits:
        if following is None or all(each.id != wager for each in following.wagers):
            game.wager(wager)
    check_unit(game, Cents(config.unit_cents), config.digits)
    if config.currency not in MINOR_DIGITS:
        raise _inconsistent(
            game,
            Message.of(
                "a currency is a code of ISO 4217, as SGD, not {code!r}", code=config.currency[:40]
            ),
        )
    _check_layout(game, config)
    _check_method(game, config)
    _check_limits(game, config)
    _check_effects(game, config)
    if not 1 <= config.area_max <= STAKES_PER_AREA_MAX:
        raise _inconsistent(
            game, Message.of("an area takes one to three stakes"), game.stakes_per_area_clause
        )
    if config.differential_cents is not None and config.differential_cents < 0:
        raise _inconsistent(game, Message.of("a table differential is zero or more"))
    if config.approval_cents is not None and not 0 <= config.approval_cents <= AMOUNT_CENTS_MAX:
        raise _inconsistent(
            game, Message.of("a second approval is needed from zero or more on"), WHO_DECIDES
        )
    if not is_ranking(config.ranks):
        what = Message.of("all five positions are ranked, each once, with the Dealer lowest")
        raise _inconsistent(game, what, RANKS_CLAUSE)
    if game.electronic and config.funding is not Funding.CREDITS:
        raise _inconsistent(
            game, Message.of("its stakes are made with credits at terminals"), game.terminals_clause
        )
    deepest = config.decks * 52 // 2
    if not 0 <= config.cut_cards_from_end <= deepest:
        raise _inconsistent(
            game,
            Message.of("the cut card lies 0 to {most} cards from the end", most=deepest),
            CUT_CARD,
        )
    if not 0 <= config.rounds_after_cut <= 10:
        raise _inconsistent(
            game,
            Message.of("at most ten rounds follow the one in which the cut card comes"),
            CUT_CARD,
        )
    if (
        config.betting_seconds is not None
        and not 1 <= config.betting_seconds <= BETTING_SECONDS_MAX
    ):
        raise _inconsistent(
            game, Message.of("betting lasts 1 to {most} seconds", most=BETTING_SECONDS_MAX)
        )
    if config.rounds_an_hour is not None and not 1 <= config.rounds_an_hour <= ROUNDS_AN_HOUR_MAX:
        raise _inconsistent(
            game, Message.of("a target is 1 to {most} rounds an hour", most=ROUNDS_AN_HOUR_MAX)
        )
    return game


def _check_effects(game: Game, config: Configuration) -> None:
    """Refuse a setting that the game's document gives no effect."""
    knows_differential = game.procedure(Irregularity.DIFFERENTIAL_EXCEEDED) is not None
    if config.differential_cents is not None and not knows_differential:
        raise _inconsistent(game, Message.of("its document knows no table differential"))
    if config.stakes_per_area is not None and not game.stakes_per_area_clause:
        raise _inconsistent(game, Message.of("its document sets no number of stakes at an area"))


def find_layout(game: Game, name: str) -> Layout:
    """The game's layout of this name."""
    for layout in game.layouts:
        if layout.name == name:
            return layout
    names = tuple(layout.name for layout in game.layouts)
    raise _inconsistent(
        game,
        Message.of("its layouts are {names}, not {name!r}", names=names, name=name[:40]),
        "2.2",
    )


def _check_edition(config: Configuration, at_ms: int) -> Game:
    if config.test_wagers:
        return _check_made_up(config)
    editions = editions_of(config.game)
    found = find_edition(config.game, config.edition)
    if found is None:
        game, known = editions[-1], tuple(each.edition for each in editions)
        raise _inconsistent(
            game,
            Message.of(
                "{game} is in force as {known}, not {edition!r}",
                game=game.title,
                known=known,
                edition=config.edition[:40],
            ),
        )
    first = found is editions[0]  # nothing older is known to play instead
    if at_ms < found.in_force_ms and at_ms and not first:
        raise _inconsistent(
            found,
            Message.of(
                "{edition} comes into force on {day}; name it as the next edition",
                edition=found.edition,
                day=found.effective.isoformat(),
            ),
            EDITION_CLAUSE,
        )
    return found


def _check_made_up(config: Configuration) -> Game:
    """The made-up game of a test table, which no one can stake money on."""
    editions_of(base_id(config.game))
    found = find_configured(config)
    if found is None:
        raise Refused(
            Reason.INCONSISTENT_CONFIGURATION,
            "{game!r} is not the name of a test game with these wagers.",
            game=config.game[:60],
        )
    if config.currency != TEST_CURRENCY:
        raise _inconsistent(
            found,
            Message.of(
                "a game that nobody approved is played in {currency} alone, the code for tests",
                currency=TEST_CURRENCY,
            ),
        )
    return found


def _check_next_edition(game: Game, config: Configuration) -> Game | None:
    """The edition that is to follow; the table must be set so that it can be played then."""
    if not config.next_edition:
        if config.next_edition_from_ms is not None:
            what = Message.of("an instant is set for a next edition, but no edition")
            raise _inconsistent(game, what, EDITION_CLAUSE)
        return None
    following = find_edition(config.game, config.next_edition)
    if following is None or following is game:
        raise _inconsistent(
            game,
            Message.of("{edition!r} is no other edition of it", edition=config.next_edition[:40]),
            EDITION_CLAUSE,
        )
    if _next_from_ms(config, following) < following.in_force_ms:
        raise _inconsistent(
            game,
            Message.of(
                "{edition} comes into force on {day}, and cannot be played before",
                edition=following.edition,
                day=following.effective.isoformat(),
            ),
            EDITION_CLAUSE,
        )
    check_configuration(_in_next_edition(config, following))
    return following


def _check_layout(game: Game, config: Configuration) -> None:
    layout = find_layout(game, config.layout)
    fewest, most = layout.positions or (1, TERMINALS_MAX)
    if not fewest <= config.positions <= most:
        raise _inconsistent(
            game,
            Message.of(
                "{layout} has {fewest} to {most} positions, not {positions}",
                layout=layout.name,
                fewest=fewest,
                most=most,
                positions=config.positions,
            ),
            "2.2",
        )


def _check_method(game: Game, config: Configuration) -> None:
    if config.method not in game.methods:
        raise _inconsistent(
            game, Message.of("it does not know method {method}", method=config.method.value)
        )
    if config.method is Method.C and not config.zone.hlga:
        raise _inconsistent(
            game, Message.of("method C is for the Paiza Club and the Ruby Room only"), "3.9.2"
        )


def _check_limits(game: Game, config: Configuration) -> None:
    for wager in game.wagers:
        limits = config.limits.get(wager.id)
        if limits is None:
            raise _inconsistent(
                game, Message.of("{wager} needs a minimum and a maximum", wager=wager.id)
            )
        for cents in (limits.min_cents, limits.max_cents):
            unit = config.unit_cents
            if not unit <= cents <= AMOUNT_CENTS_MAX or cents % unit:
                raise _inconsistent(
                    game,
                    Message.of(
                        "the limits of {wager} are multiples of {unit}, unlike {amount}",
                        wager=wager.id,
                        unit=Amount(unit, config.digits),
                        amount=Amount(cents, config.digits),
                    ),
                )
        if limits.min_cents > limits.max_cents:
            raise _inconsistent(
                game, Message.of("the minimum of {wager} is above its maximum", wager=wager.id)
            )


def _inconsistent(game: Game, what: Message, clause: str = "") -> Refused:
    return Refused(
        Reason.INCONSISTENT_CONFIGURATION,
        "This table cannot be set so for {game}: {what}.",
        clause=game.cite(clause) if clause else None,
        game=game.title,
        what=what,
    )
