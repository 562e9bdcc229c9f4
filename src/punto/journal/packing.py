"""Packed bytes: the JSON of commands, events and totals as it is stored, mostly a quarter as long.

JSON repeats the same names in every entry. They are in dictionaries that both sides have: one of
phrases for stakes, which are most of a journal, and one for deflate. Packed bytes begin with the
number of the dictionary, which no JSON does, and a checksum, so that no damage goes unnoticed; what
packing does not shorten is stored as it is. A dictionary that journals were written with is never
changed: a better one is added under the next number.

Deflate releases the interpreter's lock at each call, and under load the event loop then has it for
up to a millisecond. A thousand stakes in one commit would wait for it thousands of times, so for
them phrases are replaced by single bytes, which does not release it.
"""

import zlib
from binascii import crc_hqx
from typing import Any

FIRST, PHRASES = 1, 2
_WINDOW, _MEMORY, _LEVEL = -12, 4, 1  # raw deflate of 4 KiB windows: 2 µs a stake
_LONGEST = 1 << 26  # bytes of one column when unpacked; the longest there are, are far shorter

# The most frequent last: what is near is named in fewer bits.
_DICTIONARY = (
    b'"tiger-pair","small-tiger","big-tiger","tiger-tie","dragon-tiger","big-dragon","small-dragon'
    b'"player-pair","banker-pair","tiger","tie","result":"push","pays":"","profit_cents":0,'
    b'"result":"win","pays":"1 to 1","profit_cents":1000,"returned_cents":2000,"clause":"4.'
    b'{"type":"reveal-shoe","shoe":"shoe{"type":"load-shoe","shoe":"shoe","commitment":"'
    b'{"type":"contribute","digest":"{"type":"close-contributions"}{"type":"reveal-contribution"'
    b'[{"type":"betting-opened","round":1,"clause":"3.1","why":""}]{"type":"open-betting"}'
    b'[{"type":"betting-closed","clause":"3.2","why":""}]{"type":"close-betting"}'
    b'{"type":"announce-totals"}[{"type":"totals-announced","player":,"banker":,"clause":"3.'
    b'{"type":"announce-outcome"}[{"type":"round-settled","round":1,"cards":["],"player":,"banker":'
    b',"under_minimum":[],"corrects":false,"clause":"3.15","why":""}]'
    b'"lines":[{"stake":1,"patron":"seat1","wager":"banker","cents":1000,"result":"lose","pays":"",'
    b'"profit_cents":-1000,"returned_cents":0,"clause":"3.15","limit_clause":""},{"stake":'
    b'{"type":"draw-card","card":"","side":null,"drawn_by":""}'
    b'[{"type":"card-drawn","side":"player","card":"KS","face_up":true,"from_set_aside":false,'
    b'"drawn_by":"","clause":"3.14","why":"Player has 5 and draws on 0 to 5."}]"side":"banker"'
    b'{"type":"place-stake","patron":"seat1","wager":"player","position":1,"cents":1000,'
    b'"on_request":false}'
    b'[{"type":"stake-placed","stake":1,"patron":"seat1","wager":"banker","position":1,"cents":1000,'
    b'"on_behalf":false,"clause":"3.5","why":""}]'
)
# Copying a prepared one takes a fifth of the time of making one.
_READY = zlib.compressobj(
    _LEVEL, zlib.DEFLATED, _WINDOW, _MEMORY, zlib.Z_DEFAULT_STRATEGY, _DICTIONARY
)
# Of stakes placed: each becomes a byte below 32, of which JSON has none.
_STAKES = (b'{"type":"place-stake"', b'[{"type":"stake-placed"')
_PHRASES = (
    (b"\x01", b'{"type":"place-stake","patron":"'),
    (b"\x02", b'[{"type":"stake-placed","stake":'),
    (b"\x03", b',"on_request":false}'),
    (b"\x04", b',"on_behalf":false,"clause":"'),
    (b"\x05", b'","why":""}]'),
    (b"\x06", b',"patron":"'),
    (b"\x07", b'","wager":"'),
    (b"\x08", b'","position":'),
    (b"\x09", b',"cents":'),
    (b"\x0a", b"banker"),
    (b"\x0b", b"player"),
    (b"\x0c", b"tiger"),
    (b"\x0d", b"-pair"),
    (b"\x0e", b"000"),
)
_CODES = b"".join(code for code, _ in _PHRASES)
_HEADER = 3  # bytes: the prefix and the checksum


class NotPacked(ValueError):  # noqa: N818  (it says what the bytes are)
    """Bytes that were never packed like this, or were damaged since."""


def pack(plain: bytes) -> bytes:
    """The bytes to store; as they are if packing does not shorten them.

    >>> unpack(pack(b'{"type":"open-betting"}')), len(pack(b'{"type":"open-betting"}')) < 12
    (b'{"type":"open-betting"}', True)
    """
    if plain.startswith(_STAKES) and plain.translate(None, _CODES) == plain:
        number, packed = PHRASES, plain
        for code, phrase in _PHRASES:
            packed = packed.replace(phrase, code)
    else:
        packer = _READY.copy()
        number, packed = FIRST, packer.compress(plain) + packer.flush()
    if len(packed) + _HEADER >= len(plain):
        return plain
    return bytes((number,)) + crc_hqx(packed, 0).to_bytes(2, "big") + packed


def unpack(stored: bytes) -> bytes:
    """The bytes before packing; NotPacked if they cannot be read."""
    if not stored or stored[0] not in (FIRST, PHRASES):
        return stored
    packed = stored[_HEADER:]
    if crc_hqx(packed, 0).to_bytes(2, "big") != stored[1:_HEADER]:
        raise NotPacked("it was damaged")
    return _inflated(packed) if stored[0] == FIRST else _spelled_out(packed)


def _inflated(packed: bytes) -> bytes:
    reader = zlib.decompressobj(_WINDOW, _DICTIONARY)
    try:
        plain = reader.decompress(packed, _LONGEST)
    except zlib.error as fault:
        raise NotPacked(f"it cannot be unpacked: {fault}") from None
    if not reader.eof or reader.unused_data:
        raise NotPacked("it cannot be unpacked: it ends in the wrong place")
    return plain


def _spelled_out(packed: bytes) -> bytes:
    for code, phrase in _PHRASES:
        packed = packed.replace(code, phrase)
    return packed


def plain_of(stored: Any) -> bytes:
    """The bytes before packing; the reason in place of some that cannot be read."""
    try:
        return unpack(stored)
    except (NotPacked, TypeError, AttributeError) as fault:
        return f"? {fault}".encode()
