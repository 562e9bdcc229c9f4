"""`punto config`: the settings that `punto serve` would run with, and where each comes from."""

from dataclasses import fields
from typing import Annotated, Any

from cyclopts import Parameter

from punto.cli.arguments import Json
from punto.cli.output import console, print_json
from punto.cli.serve_settings import SECRETS, ServeSettings, check_settings, without_password
from punto.cli.settings_sources import USUAL, sources

USUAL_SETTINGS = ServeSettings()


def config(
    settings: Annotated[ServeSettings, Parameter(name="*")] = USUAL_SETTINGS,
    *,
    json: Json = False,
) -> None:
    """Print the settings that `punto serve` would run with, and where each comes from."""
    check_settings(settings)
    found = [
        (each.name, _shown(settings, each.name), sources.get(each.name, USUAL))
        for each in fields(settings)
    ]
    if json:
        print_json({name: {"value": value, "from": source} for name, value, source in found})
        return
    from rich.table import Table

    table = Table("setting", "value", "from", box=None, pad_edge=False)
    for name, value, source in found:
        text = " ".join(value) if isinstance(value, list) else str(value)
        table.add_row(name.replace("_", "-"), text or "-", source)
    console().print(table, markup=False)


def _shown(settings: ServeSettings, name: str) -> Any:
    """A setting's value without any password."""
    value = getattr(settings, name)
    if name in SECRETS:
        return without_password(value)
    return list(value) if isinstance(value, tuple) else value
