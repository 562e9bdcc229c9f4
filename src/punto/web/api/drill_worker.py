"""The service worker of the school's drill page: by it the page opens without a connection.

It stores the page and the files that the page is made of, and nothing else. The script names them
and their build, so that a new build is another script, which replaces what the old one stored.
"""

from collections.abc import Sequence
from hashlib import sha256

import msgspec

WORKER = "/school/drill-worker.js"
DRILL_PAGE = "/school/drill"


def worker_script(script: bytes, page: bytes, files: Sequence[str]) -> bytes:
    """The built script behind the build and the addresses that it stores.

    >>> worker_script(b"go();", b"<html>", ["assets/a.js"]).decode().splitlines()[1:]
    ['const FILES = ["/school/drill","/favicon.svg","/assets/a.js"];', 'go();']
    """
    addresses = [DRILL_PAGE, "/favicon.svg", *(f"/{each}" for each in files)]
    build = sha256(b"\0".join((script, page, *(each.encode() for each in addresses)))).hexdigest()
    named = msgspec.json.encode(addresses).decode()
    return f'const BUILD = "{build[:20]}";\nconst FILES = {named};\n'.encode() + script
