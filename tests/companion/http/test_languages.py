"""Which language a request is answered in: the chosen one, the box's own, or the one that its browser asks for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.http.page_words import COOKIE, KNOWN, language_of, translate
from companion.support.messages import spoken_in
from tests.languages import speaking


@pytest.mark.parametrize(
    ("accepted", "code"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-CH", "de"),
        ("FR-ca, en;q=0.9", "fr"),
        ("en;q=0.5, de;q=0.8", "de"),
        ("de; q=0.9 , en ; q=0.5", "de"),
        ("pt-BR, it;q=0.9, fr;q=0.1", "fr"),
        ("de;q=0, en", "en"),
        ("de;q=0", "en"),
        ("ja, *", "en"),
        ("de;q=x, fr;q=0.2", "fr"),
        ("de;q=1.5.2", "en"),
        (";q=1,,=,de;;q=1", "en"),
        ("en; q=0.5, de; q=0.9", "de"),
    ],
)
def test_a_browser_is_answered_in_the_known_language_that_it_wants_most(accepted: str, code: str) -> None:
    assert language_of({"accept-language": accepted}) == code


def test_no_line_of_a_french_page_begins_with_a_sign() -> None:
    with spoken_in("fr"):
        told = translate('<html lang="en"><title>Rules</title><p>More games:</p>')
    assert told == '<html lang="fr"><title>Règles</title><p>Autres jeux\u202f:</p>'


def test_what_was_chosen_counts_more_than_what_a_browser_asks_for() -> None:
    assert language_of({"accept-language": "de", "cookie": f"{COOKIE}=fr"}) == "fr"
    assert language_of({"accept-language": "de", "cookie": f"{COOKIE}=en"}) == "en"
    with speaking("fr"):
        assert language_of({"accept-language": "de"}) == "fr", "it was chosen for the box"


@given(st.text(max_size=60) | st.from_regex(r"([a-z]{2}(;q=[0-9.]{0,4})?,? ?){0,4}", fullmatch=True))
def test_no_header_is_more_than_a_wish(accepted: str) -> None:
    assert language_of({"accept-language": accepted}) in KNOWN
