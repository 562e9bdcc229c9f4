"""Sessions and programmes printed for people."""

from fractions import Fraction

from rich.console import Console
from rich.table import Table

from punto.cli.output import print_table
from punto.risk.document import Document

METHODS = {
    "convolution": "Exact: every round convolved with the last.",
    "fourier-transform": "Exact to 1e-12: by Fourier transform.",
    "simulation": "Simulated: too large to follow exactly.",
}


def print_session(out: Console, title: str, document: Document) -> None:
    """Print the plan, the chances, the quantiles, then ruin and hold."""
    plan, session = document["plan"], document["session"]
    out.print(
        f"[bold]{title}[/], {document['decks']} decks, {', '.join(document['stakes'])},"
        f" {plan['rounds']:,} rounds"
    )
    out.print(_settings(plan))
    samples = f" {session['samples']:,} sessions." if session["samples"] else ""
    out.print(f"{METHODS[session['method']]}{samples} Rounds are taken as independent.\n")
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="cyan")
    table.add_column(justify="right")
    table.add_row("expected result", f"{session['expected']:+,.2f}")
    table.add_row("standard deviation", f"{session['standard_deviation']:,.2f}")
    table.add_row("expected rounds", f"{session['expected_rounds']:,.1f}")
    for name in ("ahead", "even", "behind"):
        table.add_row(f"chance of being {name}", f"{session[name]:.4%}")
    for name, chance in session["ends"].items():
        if chance and name != "last_round":
            table.add_row(f"ended by {name.replace('_', '-')}", f"{chance:.4%}")
    if session["ruin_mean_round"] is not None:
        table.add_row("mean round of ruin", f"{session['ruin_mean_round']:,.1f}")
    print_table(out, table)
    out.print()
    _print_quantiles(out, session["quantiles"])
    if document.get("without_end"):
        _print_ruin(out, document["without_end"])
    if "hold" in document:
        _print_hold(out, document["hold"])


def print_programme(out: Console, title: str, document: Document) -> None:
    """Print each requested programme and what the house keeps under it."""
    stakes = ", ".join(document["stakes"])
    out.print(f"[bold]{title}[/], {document['decks']} decks, {stakes}\n")
    if (rolling := document.get("rolling")) is not None:
        out.print(
            f"Rolling chips: a chip is staked {float(Fraction(rolling['plays_a_chip'])):.4f} times"
            f" before it is lost. Of each unit of chips lost the house wins"
            f" {_percent(rolling['edge'])}, pays {_percent(rolling['rebate'])} and keeps"
            f" [bold]{_percent(rolling['keeps'])}[/]."
        )
    if (turnover := document.get("turnover")) is not None:
        out.print(
            f"Turnover: of each unit staked the house wins {_percent(turnover['edge'])}, pays"
            f" {_percent(turnover['commission'])} and keeps [bold]{_percent(turnover['keeps'])}[/]."
        )
    if (rebate := document.get("loss_rebate")) is not None:
        _print_rebate(out, document["plan"], rebate)


def _print_rebate(out: Console, plan: Document, rebate: Document) -> None:
    even = rebate["break_even_rebate"]
    out.print(
        f"Rebate of {rebate['rebate']:.4%} on losses, sessions of {plan['rounds']:,} rounds: the"
        f" house expects {rebate['expected_win']:,.2f}, gives back {rebate['given_back']:,.2f} and"
        f" keeps [bold]{rebate['keeps']:,.2f}[/]."
        + ("" if even is None else f" It keeps nothing at a rebate of {even:.4%}.")
    )
    if best := rebate["best_stops"]:
        out.print(
            f"A patron who may stop at any time does best to stop at a loss of {best['loss']} or a"
            f" win of {best['win']}, and then expects {best['patron_expects']:+,.2f} in"
            f" {best['expected_rounds']:.1f} rounds."
        )


def _print_quantiles(out: Console, quantiles: dict[str, str]) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for share in quantiles:
        table.add_column(f"{float(share):.1%}", justify="right")
    table.add_row(*quantiles.values())
    print_table(out, table)


def _print_ruin(out: Console, ruin: Document) -> None:
    rounds = ruin["expected_rounds"]
    ends = "never, on average" if rounds is None else f"after {rounds:,.1f} rounds on average"
    goal = f", the goal {ruin['goal']:.4%}" if ruin["goal"] else ""
    out.print(f"\nPlayed on without end: ruin {ruin['ruin']:.4%}{goal}, {ends}.")


def _print_hold(out: Console, hold: Document) -> None:
    out.print(f"\nThe house's win on a handle of {hold['handle']}:")
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("range", "win", "hold", "a normal curve would say"):
        table.add_column(column, justify="right")
    for level, each in hold["ranges"].items():
        (low, high), (least, most), (from_, to) = each["win"], each["hold"], each["normal_win"]
        table.add_row(
            f"{float(level):.0%}",
            f"{low} to {high}",
            f"{least:.4%} to {most:.4%}",
            f"{from_:,.2f} to {to:,.2f}",
        )
    print_table(out, table)


def _settings(plan: Document) -> str:
    named = {
        "bankroll": plan["bankroll"],
        "stop-loss": plan["stop_loss"],
        "stop-win": plan["stop_win"],
        "table maximum": plan["table_max"],
    }
    said = [f"{name} {amount}" for name, amount in named.items() if amount is not None]
    if len(plan["progression"]) > 1:
        said.append("progression " + ",".join(map(str, plan["progression"])))
    return ", ".join(said) or "flat stakes, no stops"


def _percent(text: str) -> str:
    return f"{float(Fraction(text)):.4%}"
