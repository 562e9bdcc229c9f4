"""Commands with subcommands, each group put together when one of its commands runs."""

import cyclopts

from punto.cli import COMMANDS, PARAMETERS, page_help

# Each subcommand is the function VERB_COMMAND in the module named after the command.
VERBS: dict[str, dict[str, tuple[str, str]]] = {
    "school": {
        "drill": (
            "Ask questions on a game's rules; graded at once, every mistake with its clause.",
            "punto school drill tiger --topic payment --count 5",
        ),
        "situation": (
            "Act at a practice table at which something goes wrong.",
            "punto school situation tiger device-reset --seed 7",
        ),
        "paper": (
            "Draw a paper from a seed, or grade the answers to it.",
            "punto school paper tiger --seed autumn --answers answers.json --json",
        ),
        "results": (
            "Sum up the papers of a class, each graded again.",
            "punto school results ana.json bo.json",
        ),
        "record": (
            "Put a graded paper on record in a practice journal.",
            "punto school record practice.journal ana.json --as dana",
        ),
        "approve": (
            "Approve a paper on record as its examiner.",
            "punto school approve practice.journal 1 --as omar --position pit-manager",
        ),
        "certificates": (
            "List the certificates on record, and which are void.",
            "punto school certificates practice.journal",
        ),
    },
    "table": {
        "open": (
            "Open a table of a game with the usual settings, except those given here.",
            "punto table open t1 tiger --min 10 --max 5000 --limit tie=10..500 --as pit1",
        ),
        "list": ("List the tables with their games.", "punto table list --as pit1"),
        "show": (
            "Show a table as you may see it, and what you may do there now.",
            "punto table show t1 --as pit1",
        ),
        "configure": (
            "Change a table's settings; those not given stay as they are.",
            "punto table configure t1 --max 10000 --why 'a busy night' --as pit1",
        ),
        "give": (
            "Send a table any command by its name and fields.",
            "punto table give t1 draw-card card=TH --as dealer1",
        ),
        "close": ("Close a table.", "punto table close t1 --as pit1"),
    },
    "staff": {
        "add": (
            "Add a member of staff with a random password, which is shown once.",
            "punto staff add pit1 --position pit-manager --tables '*'",
        ),
        "list": ("List the members of staff.", "punto staff list --server http://127.0.0.1:8000"),
        "disable": (
            "Disable an account of staff, a patron or a device; it is signed out immediately.",
            "punto staff disable dealer7 --as pit1",
        ),
        "enable": (
            "Enable an account, or unlock one that wrong passwords have locked.",
            "punto staff enable dealer7 --as pit1",
        ),
        "password": (
            "Change your own password; you are signed out everywhere else.",
            "punto staff password --as dealer7",
        ),
        "factor": (
            "Set up a second factor: scan the code with an authenticator, type what it shows.",
            "punto staff factor --as pit1",
        ),
        "reset": (
            "Give someone a new random password, which is shown once; it signs them out.",
            "punto staff reset dealer7 --as pit1",
        ),
        "unlock": (
            "Clear the failed sign-ins of a name, directly in the database.",
            "punto staff unlock dealer7 --journal casino.journal",
        ),
    },
    "patrons": {
        "add": (
            "Add a patron with a random password, which is shown once.",
            "punto patrons add anna --as pit1",
        ),
        "list": ("List patrons by name.", "punto patrons list --find an --as pit1"),
        "show": ("Show a patron's credits.", "punto patrons show anna --as pit1"),
        "reset": (
            "Give a patron a new random password, which is shown once; it signs them out.",
            "punto patrons reset anna --as pit1",
        ),
    },
    "cage": {
        "show": ("Show the balances of the books.", "punto cage show --as shift1"),
        "buy": ("Sell a patron credits for cash.", "punto cage buy anna 100.00 --as cashier1"),
        "out": (
            "Exchange a patron's credits for a voucher; its code is money, and shown once.",
            "punto cage out anna 25.00 --as cashier1",
        ),
        "redeem": (
            "Exchange a voucher for a patron's credits; its code is asked for, or PUNTO_VOUCHER.",
            "punto cage redeem anna --as cashier1",
        ),
        "pay": (
            "Pay a voucher in cash; its code is asked for, or PUNTO_VOUCHER.",
            "punto cage pay --as cashier1",
        ),
        "give": (
            "Send the cage any command by its name and fields.",
            "punto cage give open-bank table=t1 amount=5000 witness=dealer1 --as shift1",
        ),
    },
    "tickets": {
        "list": ("List the open vouchers, without their codes.", "punto tickets list --as pit1"),
        "print": (
            "Write a voucher's ticket; its code is asked for, or PUNTO_VOUCHER.",
            "punto tickets print --out ticket.svg --as cashier1",
        ),
    },
    "approvals": {
        "list": (
            "List the requests that wait for a second person.",
            "punto approvals list --as shift1",
        ),
        "approve": (
            "Approve a request as the second person; it is then done.",
            "punto approvals approve 5f0c9a7e11d2b384 --as shift1",
        ),
        "decline": (
            "Decline a request; nothing is done.",
            "punto approvals decline 5f0c9a7e11d2b384 --as shift1",
        ),
    },
    "devices": {
        "add": (
            "Add a device; its key is shown once.",
            "punto devices add reader-7 --duty reader --tables t7",
        ),
        "list": ("List the devices.", "punto devices list"),
    },
}


def __getattr__(name: str) -> cyclopts.App:
    """The group of this name, as the command line asks for it."""
    if name not in VERBS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    group = cyclopts.App(
        name=name,
        help=page_help(*COMMANDS[name]),
        help_format="markdown",
        default_parameter=PARAMETERS,
    )
    for verb, (purpose, example) in VERBS[name].items():
        group.command(
            f"punto.cli.{name}:{verb}_{name}", name=verb, help=page_help(purpose, example)
        )
    return group
