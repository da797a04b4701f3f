"""The addresses by which other machines reach a page that listens on all of them."""

import ipaddress
import socket

#: Addresses of documentation: asking which way leads there sends nothing.
_ELSEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


def is_local(host: str) -> bool:
    """Whether only this machine reaches that host."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def listens_everywhere(host: str) -> bool:
    """Whether that host stands for every address of this machine."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_unspecified
    except ValueError:
        return False


def of_this_machine(host: str) -> list[str]:
    """The addresses of this machine, as far as they can be known; of IPv4 alone where `host` is its wildcard."""
    four_only = ":" not in host
    found: dict[str, None] = {}
    for family, elsewhere in _ELSEWHERE:
        if family is socket.AF_INET6 and four_only:
            continue
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as way:
                way.connect((elsewhere, 9))
                found[str(way.getsockname()[0])] = None
        except OSError:
            continue
    try:
        known = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
    except OSError:
        known = []
    for family, _, _, _, address in known:
        if not (four_only and family is socket.AF_INET6):
            found[str(address[0]).partition("%")[0]] = None
    return [address for address in found if not is_local(address)] or ["127.0.0.1" if four_only else "::1"]
