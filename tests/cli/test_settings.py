"""Settings of a server: from flags, the environment and a file, all checked before it starts."""

import json
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from punto.cli.serve_settings import ServeSettings, with_password, without_password
from tests.cli.run import punto, refused

WRONG = (
    ("--proxy", "notanip"),
    ("--port", "0"),
    ("--port", "70000"),
    ("--port", "many"),
    ("--sign-ins-a-minute", "0"),
    ("--sockets-a-person", "0"),
    ("--requests-an-address", "0"),
    ("--second-factor-from", "king"),
    ("--two-people-hours", "0"),
    ("--database", "mysql://host/punto"),
    ("--database-password-file", "/nowhere"),
    ("--log-format", "xml"),
    ("--log-level", "loud"),
    ("--config", "/nowhere.toml"),
)


def said(*arguments: str, **environment: str) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = punto("config", *arguments, "--json", **environment).json
    return found


@pytest.mark.parametrize("command", ["config", "serve"])
@pytest.mark.parametrize(("flag", "value"), WRONG)
def test_a_value_that_cannot_be_served_with_is_refused_from_a_flag(
    command: str, flag: str, value: str
) -> None:
    refused(punto(command, flag, value))


@pytest.mark.parametrize(("flag", "value"), WRONG)
def test_the_same_is_refused_from_the_environment_and_from_a_file(
    flag: str, value: str, tmp_path: Path
) -> None:
    name = flag.removeprefix("--")
    environment = {f"PUNTO_{name.upper().replace('-', '_')}": value}
    refused(punto("config", **environment))
    if flag != "--config":
        settings = tmp_path / "punto.toml"
        shown = value if value.isdigit() else json.dumps(value)
        settings.write_text(f"{name} = {shown}\n", encoding="utf-8")
        refused(punto("config", "--config", str(settings)))


def test_a_flag_goes_before_the_environment_and_that_before_a_file(tmp_path: Path) -> None:
    settings = tmp_path / "punto.toml"
    settings.write_text(
        'port = 9001\nhouse = "From a file"\ndemo = true\nproxy = ["10.0.0.1", "10.0.0.2"]\n'
        'log-format = "json"\ncurrency = "XTS"\n',
        encoding="utf-8",
    )
    found = said("--port", "9003", PUNTO_PORT="9002", PUNTO_HOUSE="Env", PUNTO_CONFIG=str(settings))
    assert found["port"] == {"value": 9003, "from": "flag"}
    assert found["house"] == {"value": "Env", "from": "environment"}
    assert found["demo"] == {"value": True, "from": str(settings)}
    assert found["proxy"] == {"value": ["10.0.0.1", "10.0.0.2"], "from": str(settings)}
    assert found["log_format"] == {"value": "json", "from": str(settings)}
    assert found["host"] == {"value": "127.0.0.1", "from": "as usual"}
    assert said(PUNTO_PROXY="10.0.0.1,10.0.0.2")["proxy"]["value"] == ["10.0.0.1", "10.0.0.2"]
    assert said(PUNTO_DEMO="true")["demo"]["value"] is True


@pytest.mark.parametrize(
    "text",
    ["prot = 1", "port = 1.5", "port = [", "proxy = 3.5", "[serve]\nport = 1", "json = true"],
)
def test_a_file_that_says_something_else_is_refused(text: str, tmp_path: Path) -> None:
    settings = tmp_path / "punto.toml"
    settings.write_text(text, encoding="utf-8")
    assert str(settings) in refused(punto("config", "--config", str(settings)))


def test_a_password_comes_from_a_file_and_is_never_shown(tmp_path: Path) -> None:
    secret = tmp_path / "password"
    secret.write_text("a/b c\n", encoding="utf-8")
    address = "postgresql://punto@127.0.0.1:1/punto"
    flags = ("--database", address, "--database-password-file", str(secret))
    assert ServeSettings(database=address, database_password_file=str(secret)).where == (
        "postgresql://punto:a%2Fb%20c@127.0.0.1:1/punto"
    )
    assert "a/b c" not in punto("config", *flags).out
    shown = punto("config", "--database", "postgresql://punto:hunter2@h/punto?password=hunter2")
    assert "hunter2" not in shown.out
    refused(punto("config", "--database-password-file", str(secret)))
    secret.write_text("\n", encoding="utf-8")
    refused(punto("config", *flags))


def test_addresses_keep_what_is_no_password() -> None:
    assert with_password("postgresql://host/punto", "x") == "postgresql://:x@host/punto"
    for plain in ("postgresql://punto@host/punto?sslmode=require", "postgresql:///punto", ""):
        assert without_password(plain) == plain


def test_people_see_every_setting_on_a_line_of_its_own() -> None:
    lines = punto("config").out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == [
        each.name.replace("_", "-") for each in fields(ServeSettings)
    ]


def test_the_example_file_has_every_setting_as_usual(tmp_path: Path) -> None:
    path = Path(__file__).parents[2] / "deploy/punto.toml"
    text = path.read_text(encoding="utf-8")
    whole = "\n".join(line.removeprefix("# ") for line in text.splitlines() if " = " in line)
    found = tomllib.loads(whole)
    usual = {each.name: getattr(ServeSettings(), each.name) for each in fields(ServeSettings)}
    usual = {name: list(v) if isinstance(v, tuple) else v for name, v in usual.items()}
    del usual["config"]
    assert {name.replace("-", "_"): value for name, value in found.items()} == usual
    copy = tmp_path / "punto.toml"
    copy.write_text(whole, encoding="utf-8")
    assert punto("config", "--config", str(copy)).code == 0
