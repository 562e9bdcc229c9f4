"""Dealing devices: sealed, recorded and typed, behind one interface."""

from collections import Counter
from io import BytesIO, StringIO, TextIOWrapper

import pytest

from punto.floor.devices import Device, RecordedShoe, Reveal, ShuffledShoe, TypedCards
from punto.refusals import Reason, Refused
from punto.rules.cards import DECK
from punto.table.shoes import seal


@pytest.mark.parametrize("decks", [4, 8, 10])
def test_a_shuffled_shoe_gives_every_card_in_the_order_it_sealed(decks: int) -> None:
    shoe = ShuffledShoe(decks)
    drawn = tuple(shoe.draw() for _ in range(52 * decks))
    assert Counter(drawn) == dict.fromkeys((card.code for card in DECK), decks)
    with pytest.raises(Refused) as refusal:
        shoe.draw()
    assert refusal.value.reason is Reason.CARD_MISSING
    opened = shoe.reveal()
    assert opened.order == drawn
    assert seal(opened.order, opened.salt) == shoe.commitment
    assert len(bytes.fromhex(opened.salt)) * 8 >= 128


def test_no_card_is_dealt_from_a_shoe_whose_order_was_revealed() -> None:
    shoe = ShuffledShoe(8)
    shoe.draw()
    shoe.reveal()
    with pytest.raises(Refused) as refusal:
        shoe.draw()
    assert refusal.value.reason is Reason.SHOE_NEEDED


def test_a_shoe_shows_neither_order_nor_salt_when_printed() -> None:
    shoe = ShuffledShoe(8)
    said = repr(shoe) + str(shoe)
    opened = shoe.reveal()
    assert opened.salt not in said
    assert not any(code in said for code in (" ".join(opened.order[:2]), str(opened.order[:2])))


def test_two_shoes_never_share_order_or_salt() -> None:
    shoes = [ShuffledShoe(8) for _ in range(20)]
    assert len({shoe.commitment for shoe in shoes}) == 20
    assert len({shoe.reveal().order for shoe in shoes}) == 20
    assert len({shoe.reveal().salt for shoe in shoes}) == 20


def test_a_recorded_shoe_gives_again_what_was_sealed() -> None:
    first = ShuffledShoe(8)
    drawn = [first.draw() for _ in range(10)]
    opened = first.reveal()
    again = RecordedShoe(opened.order, opened.salt)
    assert again.commitment == first.commitment
    assert [again.draw() for _ in range(10)] == drawn
    assert again.reveal() == opened
    with pytest.raises(Refused):
        again.draw()
    for resumed in (
        RecordedShoe(opened.order, opened.salt),
        ShuffledShoe.restore(opened.order, opened.salt),
    ):
        resumed.go_to(10)
        assert resumed.commitment == first.commitment
        assert resumed.draw() == opened.order[10]


def test_a_recorded_shoe_without_a_salt_was_not_sealed() -> None:
    shoe = RecordedShoe(["2C"])
    assert shoe.commitment == ""
    assert shoe.reveal() is None
    with pytest.raises(Refused):
        RecordedShoe(["XX"])


def test_typed_cards_come_one_a_line_however_they_are_typed() -> None:
    cards = TypedCards(StringIO("2c\r\n\n  10H \nas"))
    assert [cards.draw() for _ in range(3)] == ["2C", "TH", "AS"]
    with pytest.raises(Refused) as refusal:
        cards.draw()
    assert refusal.value.reason is Reason.CARD_MISSING
    assert "line 4" in refusal.value.sentence
    assert cards.commitment == ""
    assert cards.reveal() is None  # type: ignore[func-returns-value]


def test_a_line_that_is_no_card_is_told_and_can_be_scanned_again() -> None:
    cards = TypedCards(StringIO(f"2C\n1X\n{'9' * 500}\n3D\n"))
    assert cards.draw() == "2C"
    with pytest.raises(Refused, match="Line 2: '1X' is not a card") as refusal:
        cards.draw()
    assert refusal.value.reason is Reason.UNREADABLE_CARD
    found: list[str] = []
    while not found:
        try:
            found.append(cards.draw())
        except Refused as again:
            assert len(again.sentence) < 200  # noqa: PT017  (every one of them, until a card comes)
    assert found == ["3D"]


def test_what_is_not_text_is_told_as_such() -> None:
    cards = TypedCards(TextIOWrapper(BytesIO(b"\xff\xfe\n2C\n"), encoding="utf-8"))
    with pytest.raises(Refused, match="not text"):
        cards.draw()


def test_a_device_goes_to_the_place_that_the_table_has_come_to() -> None:
    shoe = RecordedShoe(("2C", "5D", "3H", "AH"))
    shoe.go_to(2)
    assert shoe.draw() == "3H"
    shoe.go_to(1)
    assert shoe.draw() == "5D", "a card that the table never recorded is dealt again"
    shoe.go_to(9)
    with pytest.raises(Refused):
        shoe.draw()
    sealed = ShuffledShoe(8)
    sealed.go_to(3)
    fourth = sealed.draw()
    sealed.go_to(1000)
    with pytest.raises(Refused):
        sealed.draw()
    assert sealed.reveal().order[3] == fourth
    typed = TypedCards(StringIO("2C\n"))
    typed.go_to(7)
    assert typed.draw() == "2C"


def test_each_is_a_device() -> None:
    devices: list[Device] = [ShuffledShoe(8), RecordedShoe(["2C"]), TypedCards(StringIO("2C"))]
    for device in devices:
        assert device.draw()
        assert isinstance(device.reveal(), Reveal | None)
