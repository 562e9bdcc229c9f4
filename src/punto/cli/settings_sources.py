"""Where settings come from: a flag, else the environment, else a TOML file, else as usual."""

import os
from typing import TYPE_CHECKING, Any

from punto.refusals import Reason, Refused

if TYPE_CHECKING:
    from cyclopts import App, ArgumentCollection

PREFIX = "PUNTO_"
COMMANDS = ("serve", "config")  # whose settings these are
FLAG, ENVIRONMENT, USUAL = "flag", "environment", "as usual"

sources: dict[str, str] = {}  # of each setting of the command that is running


def complete_settings(_: "App", commands: tuple[str, ...], arguments: "ArgumentCollection") -> None:
    """Fill in settings that no flag gives; called for every command before it runs."""
    if commands[:1] not in {(each,) for each in COMMANDS}:
        return
    from cyclopts import Token

    known = {each.name.removeprefix("--").replace("-", "_"): each for each in arguments}
    sources.clear()
    sources.update({name: FLAG if each.tokens else USUAL for name, each in known.items()})

    def give(name: str, values: list[str], source: str) -> None:
        sources[name] = source
        for index, value in enumerate(values):
            known[name].append(Token(keyword=f"--{name}", value=value, source=source, index=index))

    for name in known:
        found = os.environ.get(PREFIX + name.upper(), "")
        if sources[name] == USUAL and found and name != "json":
            give(name, found.split(",") if _is_list(known[name]) else [found], ENVIRONMENT)
    path = "".join(token.value for token in known["config"].tokens) if "config" in known else ""
    for name, value in (_read(path) if path else {}).items():
        if name not in known or name in ("config", "json"):
            raise Refused(
                Reason.UNREADABLE_REQUEST,
                "{path}: there is no setting {name!r}; see punto serve --help.",
                path=path,
                name=str(name)[:40],
            )
        if sources[name] == USUAL:
            give(name, _texts(path, name, value, is_list=_is_list(known[name])), path)


def _is_list(argument: Any) -> bool:
    return getattr(argument.hint, "__origin__", None) is tuple


def _read(path: str) -> dict[str, Any]:
    """The settings in a file, by name, with or without dashes."""
    import tomllib
    from pathlib import Path

    try:
        found = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "The file {path!r} cannot be read: {strerror}.",
            path=path,
            strerror=error.strerror,
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "{path}: {error}.", path=path, error=str(error).rstrip(".")
        ) from None
    return {name.replace("-", "_"): value for name, value in found.items()}


def _texts(path: str, name: str, value: Any, *, is_list: bool) -> list[str]:
    """A value of a file as flags would give it."""
    match value:
        case bool():
            return ["true" if value else "false"]
        case str() | int():
            return [str(value)]
        case list() if is_list and all(isinstance(each, str) for each in value):
            return list(value)
        case _:
            raise Refused(
                Reason.UNREADABLE_REQUEST,
                "{path}: {name} is not to be written as {value}.",
                path=path,
                name=name,
                value=str(value)[:60],
            )
