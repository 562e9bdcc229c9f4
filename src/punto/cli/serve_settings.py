"""The settings of `punto serve`: what they are, and which values are refused."""

import re
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Annotated
from urllib.parse import quote, urlsplit
from zoneinfo import available_timezones

from cyclopts import Parameter

from punto.cli.arguments import WHOLE
from punto.cli.network import USUAL_JOURNAL, read_secret
from punto.floor.clock import HOUSE_TIME_ZONE
from punto.floor.dealing_times import BETTING_MS
from punto.refusals import Reason, Refused
from punto.rules.staff import POSITIONS

SCHOOL_JOURNAL = "school.journal"
LOG_FORMATS = ("text", "json")
LOG_LEVELS = ("debug", "info", "warning", "error")
POSTGRESQL = ("postgresql://", "postgres://")
KEY_CHARACTERS_MIN = 20
SECRETS = ("database",)  # settings that may hold a password; they are printed without it


@dataclass(frozen=True, kw_only=True)
class ServeSettings:
    """Every setting of a node, from flags, the environment, a file, or as usual."""

    demo: Annotated[
        bool, Parameter(help="Open a table of each game that deals itself, and let guests in.")
    ] = False
    school: Annotated[
        bool,
        Parameter(help="Serve a school in a practice house: no tables, records of its own."),
    ] = False
    journal: Annotated[str, Parameter(help=f"The journal file; {USUAL_JOURNAL} if none.")] = ""
    database: Annotated[
        str,
        Parameter(help="Instead of a file: postgresql://…, which any number of servers share."),
    ] = ""
    database_password_file: Annotated[
        str, Parameter(help="A file with the database's password.")
    ] = ""
    host: Annotated[
        str, Parameter(help="The address to serve at; 0.0.0.0 is every address of this machine.")
    ] = "127.0.0.1"
    port: Annotated[int, WHOLE, Parameter(help="The port on this machine.")] = 8000
    house: Annotated[str, Parameter(help="The house's name, as printed on tickets.")] = "Punto"
    currency: Annotated[
        str, Parameter(help="The currency of credits and tickets; XTS for play money.")
    ] = ""
    time_zone: Annotated[
        str, Parameter(help="The time zone of the times on its pages, as in Asia/Macau.")
    ] = HOUSE_TIME_ZONE
    test_table: Annotated[
        tuple[str, ...],
        Parameter(help="With --demo, a table of made-up wagers as GAME=FILE; again for each."),
    ] = ()
    sign_ins_a_minute: Annotated[
        int, WHOLE, Parameter(help="How often one address may sign in, or come as a guest.")
    ] = 60
    sockets_a_person: Annotated[
        int, WHOLE, Parameter(help="How many live tables one person may have open at once.")
    ] = 20
    sockets_an_address: Annotated[
        int, WHOLE, Parameter(help="How many live tables one address may have open at once.")
    ] = 512
    requests_a_person: Annotated[
        int, WHOLE, Parameter(help="How many requests a second one person may send for long.")
    ] = 100
    requests_an_address: Annotated[
        int,
        WHOLE,
        Parameter(help="How many requests a second guests and strangers of one address may send."),
    ] = 200
    second_factor_from: Annotated[
        str,
        Parameter(help=f"From this position on a second factor is needed: {', '.join(POSITIONS)}."),
    ] = ""
    two_people_hours: Annotated[
        int,
        WHOLE,
        Parameter(help="How long a changed account and who changed it do not count as two people."),
    ] = 24
    proxy: Annotated[
        tuple[str, ...],
        Parameter(help="The address of a proxy in front, whose X-Forwarded-For is trusted."),
    ] = ()
    betting_seconds: Annotated[
        int, WHOLE, Parameter(help="How long stakes are taken in a round, where the clock ends it.")
    ] = BETTING_MS // 1000
    node: Annotated[str, Parameter(help="This node's name in the log; HOST:PORT if none.")] = ""
    log_format: Annotated[str, Parameter(help="text or json: one line an event.")] = "text"
    log_level: Annotated[str, Parameter(help="debug, info, warning or error.")] = "info"
    metrics_key_file: Annotated[
        str, Parameter(help="A file with a key for /metrics, of 20 characters or more.")
    ] = ""
    config: Annotated[
        str,
        Parameter(
            help="A TOML file with any of these settings; PUNTO_PORT and the like go before it."
        ),
    ] = ""

    @property
    def where(self) -> str:
        """The journal's file, or the database's address with its password."""
        if not self.database_password_file:
            usual = SCHOOL_JOURNAL if self.school else USUAL_JOURNAL
            return self.database or self.journal or usual
        return with_password(self.database, read_secret(self.database_password_file))

    @property
    def metrics_key(self) -> str:
        """The key that Prometheus sends; empty if only accounts may read the metrics."""
        return read_secret(self.metrics_key_file) if self.metrics_key_file else ""


def check_settings(settings: ServeSettings) -> None:
    """Refuse settings that cannot be served with, before anything is opened."""
    if settings.school and settings.demo:
        raise Refused(Reason.UNREADABLE_REQUEST, "Serve a demo or a school, not both.")
    if settings.journal and settings.database:
        raise Refused(Reason.UNREADABLE_REQUEST, "Name a journal or a database, not both.")
    if settings.database and not settings.database.startswith(POSTGRESQL):
        raise Refused(Reason.UNREADABLE_REQUEST, "Write a database as postgresql://…")
    if settings.database_password_file and not settings.database:
        raise Refused(Reason.UNREADABLE_REQUEST, "A database's password needs its --database.")
    if not 0 < settings.port < 65_536:
        raise Refused(Reason.UNREADABLE_REQUEST, "A port is a number from 1 to 65535.")
    if settings.time_zone not in available_timezones():
        raise Refused(
            Reason.UNREADABLE_REQUEST, "A time zone is named by its place, as in Asia/Singapore."
        )
    for each in settings.proxy:
        _check_proxy(each)
    if settings.sign_ins_a_minute < 1:
        raise Refused(Reason.UNREADABLE_REQUEST, "At least one sign-in a minute is needed.")
    if settings.sockets_a_person < 1 or settings.sockets_an_address < 1:
        raise Refused(Reason.UNREADABLE_REQUEST, "At least one socket is needed.")
    if settings.requests_a_person < 1 or settings.requests_an_address < 1:
        raise Refused(Reason.UNREADABLE_REQUEST, "At least one request a second is needed.")
    if settings.second_factor_from and settings.second_factor_from not in POSITIONS:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "A position is one of {positions}.", positions=POSITIONS
        )
    if settings.two_people_hours < 1:
        raise Refused(Reason.UNREADABLE_REQUEST, "At least one hour is needed for two people.")
    if settings.log_format not in LOG_FORMATS:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "A log's format is one of {formats}.", formats=LOG_FORMATS
        )
    if settings.log_level not in LOG_LEVELS:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "A log's level is one of {levels}.", levels=LOG_LEVELS
        )
    if settings.database_password_file:
        read_secret(settings.database_password_file)
    if settings.metrics_key and len(settings.metrics_key) < KEY_CHARACTERS_MIN:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "A key for the metrics has {least} characters or more.",
            least=KEY_CHARACTERS_MIN,
        )


def _check_proxy(proxy: str) -> None:
    try:
        ip_address(proxy)
    except ValueError:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "A proxy is an IP address, as 127.0.0.1, not {proxy!r}.",
            proxy=proxy,
        ) from None


def with_password(address: str, password: str) -> str:
    """A database's address with its password.

    >>> with_password("postgresql://punto@host/punto", "a/b")
    'postgresql://punto:a%2Fb@host/punto'
    """
    parts = urlsplit(address)
    user, at, host = parts.netloc.rpartition("@")
    name = user.partition(":")[0]
    return parts._replace(netloc=f"{name}:{quote(password, safe='')}{at or '@'}{host}").geturl()


def without_password(address: str) -> str:
    """A database's address without its password.

    >>> without_password("postgresql://punto:secret@host/punto?password=secret")
    'postgresql://punto:***@host/punto?password=***'
    """
    hidden = re.sub(r"(://[^:/@?]*):[^@?]*@", r"\1:***@", address)
    return re.sub(r"(?<=[?&])password=[^&]*", "password=***", hidden)
