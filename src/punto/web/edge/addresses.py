"""Addresses of clients, as limits count them."""

from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

from litestar.connection import ASGIConnection


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The client's address, as `network_of` gives it; a trusted proxy passes on the original."""
    return network_of(connection.client.host if connection.client else "")


def network_of(host: str) -> str:
    """An address; for IPv6 its /64 network, which is what one customer has.

    >>> network_of("2001:db8::7"), network_of("::ffff:10.0.0.1"), network_of("10.0.0.1")
    ('2001:db8::/64', '10.0.0.1', '10.0.0.1')
    """
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(found, IPv6Address):
        mapped = found.ipv4_mapped
        return str(mapped) if mapped else str(IPv6Network((int(found), 64), strict=False))
    return str(found)
