"""Checks of requests to the page's server: tables of what browsers and others send."""

from __future__ import annotations

import pytest

from companion.http.guard import HEADERS, LARGEST_BODY, Bucket, headers_of, hosts_of, refusal

HOSTS = hosts_of("127.0.0.1", 8080)
HERE = {"host": "localhost:8080"}
OURS = {
    **HERE,
    "origin": "http://localhost:8080",
    "sec-fetch-site": "same-origin",
    "x-token": "the-token",
    "content-length": "20",
}


def status(method: str, lines: dict[str, str] | list[tuple[str, str]], target: str = "/orders") -> int:
    """The refusal's status, 0 for none."""
    pairs = list(lines.items()) if isinstance(lines, dict) else lines
    headers = headers_of((name.encode(), value.encode("latin-1")) for name, value in pairs)
    refused = refusal(HOSTS, method, target, headers, token="the-token")  # noqa: S106 - of this test
    return refused.status if refused else 0


@pytest.mark.parametrize("host", ["localhost:8080", "127.0.0.1:8080", "[::1]:8080", "LocalHost:8080"])
def test_this_computer_may_read(host: str) -> None:
    assert status("GET", {"host": host}) == 0


OTHER_PORTS_AND_NAMES = "evil.com evil.com:8080 localhost.evil.com:8080 localhost:8081 localhost 127.0.0.1".split()
OTHER_SPELLINGS = "localhost.:8080 127.1:8080 2130706433:8080 0.0.0.0:8080 [::ffff:127.0.0.1]:8080".split()
NO_HOSTS = ("localhost:8080@evil.com", "evil.com, localhost:8080", "")


@pytest.mark.parametrize("host", [*OTHER_PORTS_AND_NAMES, *OTHER_SPELLINGS, *NO_HOSTS])
def test_a_name_that_was_bent_to_this_address_gets_nothing(host: str) -> None:
    assert status("GET", {"host": host}) == 403
    assert status("POST", {**OURS, "host": host, "origin": f"http://{host}"}) == 403


def test_no_host_and_two_hosts_get_nothing() -> None:
    assert status("GET", {}) == 403
    assert status("GET", [("host", "localhost:8080"), ("host", "localhost:8080")]) == 403
    assert status("GET", [("host", "localhost:8080"), ("Host", "evil.com")]) == 403


@pytest.mark.parametrize("target", ["http://evil.com/", "http://localhost:8080/", "*", ""])
def test_a_request_names_a_place_and_no_other_server(target: str) -> None:
    assert status("GET", HERE, target) == 403


def test_our_own_page_may_order() -> None:
    assert status("POST", OURS) == 0
    assert status("POST", {name: value for name, value in OURS.items() if name != "sec-fetch-site"}) == 0


WRONG = {
    "origin": (
        *"http://evil.com null http://localhost:8080.evil.com http://localhost:80800 https://localhost:8080".split(),
        *("", "http://evil.com/http://localhost:8080", "http://127.0.0.1:8080", "http://localhost:8080/"),
    ),
    "sec-fetch-site": ("cross-site", "same-site", "same-origin, cross-site"),
    "x-token": ("", "the-toke", "the-token ", "thé-token"),
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_nobody_else_may_order(name: str, value: str) -> None:
    assert status("POST", OURS | {name: value}) == 403


@pytest.mark.parametrize("missing", ["origin", "x-token"])
def test_an_order_without_origin_or_token_is_none_of_ours(missing: str) -> None:
    assert status("POST", {name: value for name, value in OURS.items() if name != missing}) == 403


@pytest.mark.parametrize(
    ("site", "mode", "expected"),
    [
        ("none", "navigate", 0),
        ("same-origin", "cors", 0),
        ("cross-site", "navigate", 0),
        ("cross-site", "no-cors", 403),
        ("same-site", "cors", 403),
        ("cross-site", "", 403),
    ],
)
def test_another_page_may_lead_here_but_not_read_here(site: str, mode: str, expected: int) -> None:
    assert status("GET", {**HERE, "sec-fetch-site": site, "sec-fetch-mode": mode}) == expected


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "CONNECT", "get"])
def test_other_methods_are_not_taken(method: str) -> None:
    assert status(method, OURS) == 405


@pytest.mark.parametrize(
    ("length", "expected"),
    [("0", 0), (str(LARGEST_BODY), 0), (str(LARGEST_BODY + 1), 413), ("9" * 4000, 413), ("-1", 411), ("²", 411)],
)
def test_an_order_tells_its_length_and_is_small(length: str, expected: int) -> None:
    assert status("POST", {**OURS, "content-length": length}) == expected


def test_nothing_from_elsewhere_may_run_in_the_page() -> None:
    assert HEADERS["content-security-policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def test_a_flood_of_orders_is_slowed_down_and_forgiven() -> None:
    bucket = Bucket(most=3, per_second=2, left=3, at=10.0)
    assert [bucket.takes(10.0) for _ in range(4)] == [True, True, True, False]
    assert bucket.takes(10.6)
    assert not bucket.takes(10.7)
