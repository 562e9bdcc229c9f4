"""Currencies: the codes of ISO 4217, and how many digits the minor unit of each has."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

MINOR_DIGITS_USUAL = 2

TEST_CURRENCY = "XTS"  # the code of ISO 4217 for tests: play money, in which test houses count

# Precious metals and accounting units have no minor unit: nothing is staked in them.
_BY_DIGITS = {
    0: """
        BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF
    """,
    2: """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD
        CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP
        GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK
        LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO
        NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS
        SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST
        XCD XCG XTS YER ZAR ZMW ZWG
    """,
    3: """
        BHD IQD JOD KWD LYD OMR TND
    """,
    4: """
        CLF UYW
    """,
}

MINOR_DIGITS: Mapping[str, int] = MappingProxyType(
    {code: digits for digits, codes in _BY_DIGITS.items() for code in codes.split()}
)


def minor_digits(currency: str) -> int:
    """How many digits an amount has behind the point; two for a code that is not known.

    >>> minor_digits("SGD"), minor_digits("JPY"), minor_digits("KWD")
    (2, 0, 3)
    """
    return MINOR_DIGITS.get(currency, MINOR_DIGITS_USUAL)


@lru_cache(4096)  # the same few amounts are written thousands of times in a round
def print_amount(cents: int, digits: int = MINOR_DIGITS_USUAL) -> str:
    """Write an amount as the outside sees it.

    >>> print_amount(5000), print_amount(-5), print_amount(0)
    ('50.00', '-0.05', '0.00')
    >>> print_amount(5000, 0), print_amount(5000, 3)
    ('5000', '5.000')
    """
    sign = "-" if cents < 0 else ""
    if not digits:
        return f"{sign}{abs(cents)}"
    whole, part = divmod(abs(cents), 10**digits)
    return f"{sign}{whole}.{part:0{digits}}"
