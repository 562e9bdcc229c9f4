"""A simulation printed for people: wagers against exact values, then shoe statistics."""

from rich.console import Console
from rich.table import Table

from punto.cli.output import print_table
from punto.sim.document import CONFIDENCE_95, Document


def print_simulation(out: Console, title: str, document: Document) -> None:
    """Print a table of wagers, the fit of all outcomes, and shoe statistics."""
    dealing, chi, shoes = document["dealing"], document["chi_square"], document["shoes"]
    resumed = document.get("resumed_at", 0)
    speed = (document["rounds"] - resumed) / max(document["seconds"], 0.001)
    print_settings(out, title, document, dealing)
    stopped = "[yellow]interrupted after[/] " if document["interrupted"] else ""
    seconds = f"{document['seconds']:.1f} s, {speed:,.0f} a second"
    saved = f", {resumed:,} of them from the checkpoint" if resumed else ""
    out.print(f"{stopped}{document['rounds']:,} rounds{saved} in {seconds}\n")
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("wager", style="cyan")
    for column in ("simulated", "95 % confidence", "exact", "z", "cut-card effect"):
        table.add_column(column, justify="right")
    for name, each in document["wagers"].items():
        late = document["cut_card_effect"]["wagers"][name]
        table.add_row(
            name,
            f"{each['ev']:+.6f}",
            f"± {CONFIDENCE_95 * each['stderr']:.6f}",
            f"{each['exact_ev']:+.6f}",
            _flagged(each["z"]),
            "not dealt"
            if late["effect"] is None
            else f"{late['effect']:+.6f} ± {late['stderr']:.6f}",
        )
    print_table(out, table)
    out.print(
        f"\nAll outcomes: chi-square {chi['statistic']:.1f} on {chi['degrees_of_freedom']} degrees"
        f" of freedom, p = {chi['p_value']:.3g}"
    )
    out.print(
        f"These figures are of the {chi['rounds']:,} rounds that every shoe reaches (its first"
        f" {dealing['rounds_sure']}), where the exact law holds exactly; the cut-card effect is"
        f" that of the {document['cut_card_effect']['rounds']:,} beyond."
    )
    if shoes["complete"]:
        lengths = shoes["rounds_per_shoe"]
        out.print(
            f"{shoes['complete']:,} whole shoes: {lengths['mean']:.2f} rounds each,"
            f" {lengths['min']} to {lengths['max']}"
        )
    if (watched := document["watched"])["shoes"]:
        player, banker = (max(map(int, watched[f"{side}_runs"])) for side in ("player", "banker"))
        out.print(
            f"{watched['shoes']:,} of them watched: {watched['ties_per_shoe']['mean']:.2f} ties"
            f" each; longest run {player} for Player, {banker} for Banker"
        )


def print_settings(out: Console, title: str, document: Document, dealing: Document) -> None:
    """Print every setting the figures depend on; the same settings deal the same cards."""
    burn = "first card burned with as many as its value" if dealing["burn"] else "no card burned"
    after = dealing["after_cut"]
    more = "no round" if not after else f"{after} more round{'s' if after > 1 else ''}"
    out.print(
        f"[bold]{title}[/], {document['decks']} decks, cut {dealing['cut']} from the end, {burn},"
        f" {more} after the cut card's round, seed {document['seed']}"
    )


def _flagged(z: float) -> str:
    """Return z as text, highlighted beyond four standard errors."""
    return f"[bold red]{z:+.2f}[/]" if abs(z) > 4 else f"{z:+.2f}"
