"""The sheet of stickers on paper: one page, A4 or Letter, for every kind of deck."""

from __future__ import annotations

import base64
import re

from companion.enrolment.deck_kinds import kinds
from companion.enrolment.deck_sheet import sheet_of
from companion.games.registry import GAMES
from tests.companion.web.browser import Browser
from tests.torture import only_with_page

A4, LETTER = (8.27, 11.69), (8.5, 11.0)
"""Width and height in inches."""


@only_with_page
def test_every_sheet_is_one_page_of_either_paper(browser: Browser) -> None:
    frame = browser.call("Page.getFrameTree")["frameTree"]["frame"]["id"]
    for kind in kinds(GAMES, ("Ann",)).values():
        browser.call("Page.setDocumentContent", frameId=frame, html=sheet_of(kind, kind.pieces, "ours"))
        for width, height in (A4, LETTER):
            printed = browser.call("Page.printToPDF", paperWidth=width, paperHeight=height)
            assert len(re.findall(rb"/Type /Page\b", base64.b64decode(printed["data"]))) == 1, kind.name
