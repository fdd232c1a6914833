"""Where a request comes from."""

import ipaddress

from starlette.requests import HTTPConnection


def address_of(connection: HTTPConnection) -> str | None:
    """Where a request comes from: an IPv4 address or an IPv6 network of one household; `None` for this very machine."""
    host = connection.client.host if connection.client is not None else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host or None
    if address.is_loopback:
        return None
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return None if address.ipv4_mapped.is_loopback else str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
