"""Manuscript: the text of a sheet, section by section, for either typesetter."""

import platform
from datetime import UTC, datetime
from importlib.metadata import version

from punto import __version__
from punto.odds.assumptions import assumptions
from punto.report import hazard_sections, law_sections, price_sections, study_sections
from punto.report.blocks import Blanks, Facts, Manuscript, Paragraph, Section
from punto.report.numbers import day, decimal, print_edition
from punto.report.sheet import Sheet

KIND = "PAR sheet"
HASH_SHOWN = 16  # digits of the figures' hash at the foot of a page


def write_manuscript(sheet: Sheet, made: datetime | None = None) -> Manuscript:
    """All that the sheet says, in the order it says it; `made` is the time to print."""
    shoe = f"{sheet.decks} decks"
    edition = "custom wagers" if sheet.game is None else print_edition(sheet.game)
    return Manuscript(
        kind=KIND,
        title=sheet.title,
        subtitle="Probability and accounting report",
        facts=_facts(sheet, made),
        sections=(
            price_sections.results(sheet),
            law_sections.rules(sheet),
            price_sections.pay_table(sheet),
            price_sections.measures(sheet),
            hazard_sections.exposure(sheet),
            price_sections.the_round(sheet),
            study_sections.decks(sheet),
            study_sections.removals(sheet),
            hazard_sections.irregularities(sheet),
            hazard_sections.protection(sheet),
            study_sections.simulation(sheet),
            law_sections.readings(sheet),
            _method(sheet),
            price_sections.fractions(sheet),
            _versions(sheet),
            _signatures(sheet),
        ),
        running=f"{KIND} · {sheet.title} · {edition} · {shoe}",
        imprint=" · ".join(
            (
                f"Punto {__version__}",
                *(() if made is None else (print_time(made),)),
                f"figures {sheet.figures_hash[:HASH_SHOWN]}",
            )
        ),
    )


def print_time(made: datetime) -> str:
    """A time to the minute, in UTC.

    >>> print_time(datetime(2026, 11, 16, 8, 5, tzinfo=UTC))
    '2026-11-16 08:05 UTC'
    """
    return f"{made.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def _facts(sheet: Sheet, made: datetime | None) -> Facts:
    game = sheet.game
    rows: list[tuple[str, str]] = []
    if game is not None:
        rows += [
            ("Rule document", game.title),
            (
                "Edition",
                f"{game.edition[0].upper()}{game.edition[1:]}, in force {day(game.effective)}",
            ),
            ("Game", game.id),
        ]
    rows.append(("Shoe", f"{sheet.decks} decks, {sheet.distribution.composition.cards} cards"))
    offered = [each.title for each in sheet.question.wagers if each not in sheet.custom]
    if offered:
        rows.append(("Wagers", ", ".join(offered)))
    if sheet.custom:
        rows.append(("Custom wagers", ", ".join(each.title for each in sheet.custom)))
    if made is not None:
        rows.append(("Made", f"{print_time(made)}, by Punto {__version__}"))
    rows.append(("Figures", f"SHA-256 {sheet.figures_hash}"))
    return Facts(tuple(rows))


def _method(sheet: Sheet) -> Section:
    level = f"{price_sections.CONFIDENCE:.0%}"
    sentences = (
        *assumptions(sheet.distribution, sheet.game),
        f"All {sheet.distribution.deals:,} ordered deals of the next six cards"
        " are counted to the outcome "
        "they come to, in whole numbers; probabilities are shares of them, and decimals are "
        "rounded from the exact fraction when they are printed.",
        "House edge: the expected loss of one unit staked. Return: one less the house edge. Hit "
        "rate: the probability that a line pays; a push is no hit. Edge per unit resolved: the "
        "house edge over the probability that the wager wins or loses.",
        f"Volatility index: {decimal(price_sections.deviations(), 4)} standard deviations, which "
        f"hold {level} of a normal distribution. Over n rounds the house win in units per round "
        f"lies within the house edge plus or minus the index over the root of n, {level} of the "
        "time, once n is large.",
        "Effect of removal: the expected profit of one unit with one card of the rank gone from "
        "the full shoe, less that of the full shoe.",
        "A void round returns every stake and is not counted here; a full shoe always has the "
        "cards for its first round.",
    )
    return Section("Method and terms", tuple(Paragraph(each) for each in sentences))


def _versions(sheet: Sheet) -> Section:
    rows = (
        ("Punto", __version__),
        ("Python", platform.python_version()),
        ("NumPy", version("numpy")),
        ("Numba", version("numba")),
    )
    lead = (
        "SHA-256 of the data that decide the figures. The same Punto, game, decks, custom wagers, "
        "rounds and seed give the same hashes on any machine."
    )
    hashes = Facts(tuple((each.name, each.sha256) for each in sheet.fingerprints), exact=True)
    return Section("Versions and fingerprints", (Facts(rows), Paragraph(lead), hashes))


def _signatures(sheet: Sheet) -> Section:
    what = "the custom wagers" if sheet.game is None else "the rule document"
    lead = (
        f"For the figures and fingerprints of this sheet, compared with {what} named on its first "
        "page. To be filled in by hand."
    )
    return Section(
        "Signatures",
        (
            Paragraph(lead),
            Blanks(
                ("", "Name and organisation", "Signature", "Date"),
                ("Prepared", "Examined", "Approved"),
            ),
        ),
    )
