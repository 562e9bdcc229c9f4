"""What a table is set to, and what of it may be set anew by whom."""

import msgspec
from litestar import Router, get
from litestar.params import FromPath
from msgspec import Struct

from punto.rules.games import GAMES
from punto.table.acting_positions import without_lapsed
from punto.table.configuration import Configuration, usual_configuration
from punto.table.legal.settings import Choice, SettingName, settings
from punto.web.api.ledger import CURRENCY
from punto.web.api.tables import look_at
from punto.web.auth.guards import AskingRequest, TheCasino, person_of, pit_supervisors, signed_in
from punto.web.errors import RefusalView, refusal_view
from punto.web.openapi.examples import answers
from punto.web.views.table import CurrencyView, configuration_view, currency_view
from punto.web.wire import actor


class ConfigurationView(Struct, frozen=True):
    """What a table is set to; nothing while it is closed."""

    table: str
    open: bool
    currency: CurrencyView
    configuration: Configuration | None


class ChoiceView(Struct, frozen=True):
    """A value that a setting could take; the reason why it cannot now."""

    value: str
    position: str
    yours: bool
    not_now: RefusalView | None


class SettingView(Struct, frozen=True):
    """One thing a table is set to; its one choice has no value where any of many would do."""

    name: SettingName
    choices: tuple[ChoiceView, ...]


class SettingsView(Struct, frozen=True):
    """What a table is set to, and what of it may be set anew by whom."""

    table: str
    seq: int
    open: bool
    currency: CurrencyView
    configuration: Configuration | None
    settings: tuple[SettingView, ...]


CONFIGURED = msgspec.json.decode(msgspec.json.encode(usual_configuration(GAMES[0])))
CONFIGURATION = {
    "table": "t1",
    "open": True,
    "currency": CURRENCY,
    "configuration": CONFIGURED,
}
SETTINGS = {
    "table": "t1",
    "seq": 97,
    "open": True,
    "currency": CURRENCY,
    "configuration": CONFIGURED,
    "settings": [
        {
            "name": "differential_cents",
            "choices": [{"value": "", "position": "Pit Manager", "yours": True, "not_now": None}],
        }
    ],
}


@get(
    "/tables/{table:str}/configuration",
    sync_to_thread=True,
    guards=[signed_in],
    summary="What a table is set to",
    responses=answers(ConfigurationView, CONFIGURATION),
)
def show_configuration(
    request: AskingRequest, casino: TheCasino, table: FromPath[str]
) -> ConfigurationView:
    """Game, edition, decks, layout, limits, method and the rest."""
    person = person_of(request)
    set_to = look_at(casino, table, person).state.configuration
    currency = currency_view(set_to.currency if set_to else casino.currency)
    shown = configuration_view(set_to, person) if set_to else None
    return ConfigurationView(table, set_to is not None, currency, shown)


@get(
    "/tables/{table:str}/settings",
    sync_to_thread=True,
    guards=[pit_supervisors],
    summary="What of a table may be set anew",
    responses=answers(SettingsView, SETTINGS),
)
def show_settings(request: AskingRequest, casino: TheCasino, table: FromPath[str]) -> SettingsView:
    """Each setting with its choices, the lowest position that may make each, and why not now."""
    person = person_of(request)
    stream = look_at(casino, table, person)
    state = without_lapsed(stream.state, casino.clock.now_ms())
    config = state.configuration
    return SettingsView(
        table,
        stream.head.seq,
        config is not None,
        currency_view(config.currency if config else casino.currency),
        configuration_view(config, person) if config else None,
        tuple(
            SettingView(each.name, tuple(map(_choice, each.choices)))
            for each in settings(state, actor(person))
        ),
    )


def _choice(choice: Choice) -> ChoiceView:
    return ChoiceView(
        choice.value,
        choice.position.title,
        choice.yours,
        refusal_view(choice.not_now) if choice.not_now else None,
    )


setting_routes = Router("", route_handlers=[show_configuration, show_settings], tags=["tables"])
