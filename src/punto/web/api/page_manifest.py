"""Which built files a page needs, from the manifest that Vite writes."""

from functools import lru_cache
from pathlib import Path

import msgspec

MANIFEST = "manifest.json"
ENTRY = "index.html"
Manifest = dict[str, "Built"]


class Built(msgspec.Struct, frozen=True):
    """A built file of code in the manifest."""

    file: str
    imports: tuple[str, ...] = ()
    isDynamicEntry: bool = False  # noqa: N815 - Vite's name
    css: tuple[str, ...] = ()
    assets: tuple[str, ...] = ()


NOT_SPLIT = Built("")


def page_code(folder: Path, kind: str) -> tuple[str, ...]:
    """The files of code that only this kind of page needs."""
    manifest = _manifest(folder)
    module = _module(kind)
    if not manifest.get(module, NOT_SPLIT).isDynamicEntry:
        return ()
    keys = _with_imports(manifest, module) - _with_imports(manifest, ENTRY)
    return tuple(sorted(manifest[each].file for each in keys))


def page_files(folder: Path, kind: str) -> tuple[str, ...]:
    """Every file that this kind of page needs: code, styles and fonts, those of all pages too."""
    manifest = _manifest(folder)
    wanted = [ENTRY, *([_module(kind)] if _module(kind) in manifest else [])]
    keys = {key for each in wanted if each in manifest for key in _with_imports(manifest, each)}
    built = [manifest[key] for key in keys]
    return tuple(sorted({name for each in built for name in (each.file, *each.css, *each.assets)}))


def _module(kind: str) -> str:
    """The code of `/how-to-play` is `src/pages/HowToPlay.tsx`."""
    return f"src/pages/{kind.title().replace('-', '')}.tsx"


def _manifest(folder: Path) -> Manifest:
    path = folder / MANIFEST
    return _read(path, path.stat().st_mtime_ns) if path.is_file() else {}


@lru_cache(maxsize=1)
def _read(path: Path, _: int) -> Manifest:
    return msgspec.json.decode(path.read_bytes(), type=dict[str, Built])


def _with_imports(manifest: Manifest, key: str) -> frozenset[str]:
    """A built file and all that it imports at once."""
    found: set[str] = set()
    wanted = [key]
    while wanted:
        each = wanted.pop()
        if each not in found:
            found.add(each)
            wanted.extend(manifest[each].imports)
    return frozenset(found)
