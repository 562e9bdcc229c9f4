"""Packed bytes are unpacked as they were, by every dictionary there ever was, or not at all."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.journal.packing import FIRST, PHRASES, NotPacked, pack, unpack
from punto.rules.games import GAMES

COMMAND = (
    b'{"type":"place-stake","patron":"seat-123","wager":"banker-pair","position":124,'
    b'"cents":1000,"on_request":false}'
)
EVENTS = (
    b'[{"type":"stake-placed","stake":1234,"patron":"seat-123","wager":"banker-pair",'
    b'"position":124,"cents":1000,"on_behalf":false,"clause":"3.5","why":""}]'
)
DRAWN = b'{"type":"draw-card","card":"KS","side":null,"drawn_by":""}'
# As journals have them. If one of these fails, a dictionary was changed: add a new one instead.
WRITTEN = {
    COMMAND: "02881601736561742d313233070a0d0831323409310e03",
    EVENTS: "022273023132333406736561742d313233070a0d0831323409310e04332e3505",
    DRAWN: "01e84283bb03143068b10a8e0b9cf10a00",
}


def stake(patron: str, wager: str, cents: int) -> bytes:
    fields = {"type": "place-stake", "patron": patron, "wager": wager, "position": 1}
    return msgspec.json.encode({**fields, "cents": cents, "on_request": False})


@pytest.mark.parametrize("wager", sorted({each.id for game in GAMES for each in game.wagers}))
def test_a_stake_is_shortened_to_a_few_bytes(wager: str) -> None:
    plain = stake("seat-123", wager, 50_000)
    packed = pack(plain)
    assert packed[0] == PHRASES
    assert len(packed) < len(plain) / 3
    assert unpack(packed) == plain


def test_what_is_not_a_stake_is_deflated() -> None:
    assert pack(DRAWN)[0] == FIRST
    assert unpack(pack(DRAWN)) == DRAWN


@given(st.text(), st.text(), st.integers())
def test_any_words_come_back_as_they_were(patron: str, wager: str, cents: int) -> None:
    plain = stake(patron, wager, cents)
    assert unpack(pack(plain)) == plain


@given(st.binary(), st.sampled_from((b'{"type":"place-stake"', b'[{"type":"stake-placed"', b"{")))
def test_any_bytes_come_back_as_they_were(rest: bytes, start: bytes) -> None:
    assert unpack(pack(start + rest)) == start + rest


@pytest.mark.parametrize("code", range(32))
def test_a_byte_that_stands_for_a_phrase_is_not_taken_for_one(code: int) -> None:
    plain = stake("seat", "tie", 1).replace(b"seat", b"se" + bytes((code,)) + b"at")
    assert unpack(pack(plain)) == plain


@pytest.mark.parametrize("plain", [COMMAND, EVENTS, DRAWN])
def test_a_changed_bit_is_found(plain: bytes) -> None:
    packed = pack(plain)
    for place in range(1, len(packed)):
        for bit in range(8):
            damaged = bytearray(packed)
            damaged[place] ^= 1 << bit
            with pytest.raises(NotPacked):
                unpack(bytes(damaged))


@pytest.mark.parametrize("plain", WRITTEN)
def test_what_journals_have_is_read(plain: bytes) -> None:
    assert unpack(bytes.fromhex(WRITTEN[plain])) == plain
