"""A table's settings in another currency."""

from msgspec.structs import replace

from punto.currencies import minor_digits
from punto.table.configuration import Configuration, Range


def in_currency(config: Configuration, currency: str) -> Configuration:
    """The same configuration in another currency: 10.00 becomes 10 where there are no minor digits.

    An amount that the other currency cannot express is a ValueError.
    """
    before: int = 10**config.digits
    after: int = 10 ** minor_digits(currency)

    def converted(cents: int) -> int:
        whole, rest = divmod(cents * after, before)
        if rest:
            raise ValueError(cents)
        return whole

    def converted_if_set(cents: int | None) -> int | None:
        return None if cents is None else converted(cents)

    return replace(
        config,
        currency=currency,
        unit_cents=converted(config.unit_cents),
        limits={
            wager: Range(converted(each.min_cents), converted(each.max_cents))
            for wager, each in config.limits.items()
        },
        differential_cents=converted_if_set(config.differential_cents),
        approval_cents=converted_if_set(config.approval_cents),
    )
