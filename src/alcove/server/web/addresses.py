"""Where a request comes from. This very machine is an address like any other."""

import ipaddress

from starlette.requests import HTTPConnection

UNKNOWN = "unknown"
"""Whoever has no address at all (a socket in the file system) shares this one."""


def address_of(connection: HTTPConnection) -> str:
    """An IPv4 address, or the IPv6 network of one household (/64)."""
    host = connection.client.host if connection.client is not None else ""
    address = _read(host)
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address) if address is not None else host or UNKNOWN


def hides_others(connection: HTTPConnection) -> bool:
    """Does a proxy on this machine speak for somebody else, whom nobody has told the room to believe it about?"""
    told = connection.headers.get("x-forwarded-for")
    host = connection.client.host if connection.client is not None else ""
    return told is not None and _is_loopback(host) and not _is_loopback(told.rpartition(",")[2].strip())


def _is_loopback(host: str) -> bool:
    address = _read(host)
    return address is not None and address.is_loopback


def _read(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address
