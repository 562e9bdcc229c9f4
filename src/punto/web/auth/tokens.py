"""Tokens of sessions and keys of devices: 256 random bits, of which only a digest is stored."""

import re
from functools import lru_cache
from hashlib import sha256
from secrets import token_urlsafe

TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")  # 32 bytes, as token_urlsafe writes them


def new_token() -> tuple[str, str]:
    """A new token or device key, and the digest that is stored of it."""
    token = token_urlsafe(32)
    return token, digest_of(token)


def is_token(text: str) -> bool:
    """Whether a text has the form of a token or device key."""
    return TOKEN.fullmatch(text) is not None


@lru_cache(maxsize=16_384)  # called for every message of every socket
def digest_of(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
