"""The documents tell the truth: links lead somewhere, commands are taken, examples answer as shown."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import chain, dropwhile, takewhile
from pathlib import Path

import pytest
from PIL import Image

from companion import VERSION
from companion.cli import main as program
from companion.cli.commands import SUMMARIES
from companion.cli.parsers import WRONG_USE
from companion.games.registry import GAMES
from companion.games.toriatama.drink_list import read_drinks
from companion.games.toriatama.rules import TORIATAMA
from companion.match.checker import answers
from companion.rules.corrections import ScoreCorrected
from companion.rules.events import Event
from companion.settings.parser import read
from tests.cases import for_each

ROOT = Path(__file__).parents[1]
PAGES = sorted((*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")))
"""For those who use it; the others are for those who change it."""
DOCUMENTS = [*PAGES, ROOT / "tests/README.md", *sorted(ROOT.glob("companion/**/*.md")), ROOT / "systemd/README.md"]
README_LINES = 80
MOVING_BYTES = 500_000

FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
SPAN = re.compile(r"`([^`\n]+)`")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
NO_WORD = re.compile(r"[^\w\- ]")
SHELL_WORDS = frozenset("| > < || &&".split())
CHANGES = frozenset("Added Changed Deprecated Removed Fixed Security".split())
SAVED_AS = "evening.table"
"""The name by which a page calls the record that it shows."""


def text_of(document: Path) -> str:
    return document.read_text("utf-8")


def prose_of(document: Path) -> str:
    return FENCED.sub("", text_of(document))


def blocks(kind: str) -> list[str]:
    """Every block of this kind on every page."""
    return [block for page in PAGES for found, block in FENCED.findall(text_of(page)) if found == kind]


def anchors(document: Path) -> set[str]:
    """The headings as links name them."""
    return {
        NO_WORD.sub("", heading).strip().lower().replace(" ", "-") for heading in HEADING.findall(prose_of(document))
    }


def shown(kind: str) -> Iterator[list[str]]:
    """The words of each command in the blocks of a kind, without what the shell does with its answer."""
    for line in chain.from_iterable(block.splitlines() for block in blocks(kind)):
        words = shlex.split(line.removeprefix("$ "), comments=True)
        yield list(takewhile(lambda word: word not in SHELL_WORDS, words))


def of_companion(words: list[str]) -> list[str]:
    """What follows `companion`, whoever runs it; empty for another command."""
    if "companion" not in words or words[0] not in {"companion", "sudo"}:
        return []
    return words[len(words) - words[::-1].index("companion") :]


def spoken() -> Iterator[list[str]]:
    """The commands named between words, but for those with a placeholder, and what has changed."""
    spans = chain.from_iterable(SPAN.findall(prose_of(page)) for page in PAGES if page.name != "CHANGELOG.md")
    for words in map(str.split, spans):
        if not any(word.isupper() or "…" in word for word in words):
            yield words


COMPANIONS = sorted({tuple(words) for command in (*shown("sh"), *spoken()) if (words := of_companion(command))})
MADE = {words[words.index("make") + 1] for words in (*shown("sh"), *spoken()) if "make" in words[:2] and words[1:]}


@for_each("document", DOCUMENTS)
def test_every_link_leads_to_a_file_and_its_heading(document: Path) -> None:
    for link in LINK.findall(prose_of(document)):
        place, _, anchor = link.partition("#")
        target = (document.parent / place).resolve() if place else document
        assert ":" in link or target.is_file(), link
        assert ":" in link or not anchor or anchor in anchors(target), link


def test_the_readme_is_a_page_with_the_two_commands_before_all_else() -> None:
    text = text_of(ROOT / "README.md")
    assert len(text.splitlines()) <= README_LINES
    _, first = FENCED.findall(text)[0]
    assert [line.partition("#")[0].split() for line in first.splitlines()] == [["make", "play"], ["make", "test"]]
    assert "make --no-print-directory test" in text_of(ROOT / ".ci/run")


def test_the_readme_leads_to_every_page() -> None:
    linked = {(ROOT / link).resolve() for link in LINK.findall(text_of(ROOT / "README.md"))}
    assert linked >= {*PAGES} - {ROOT / "README.md"}


@for_each("words", COMPANIONS)
def test_every_command_that_is_shown_is_taken_by_the_program(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its arguments are read and judged; then it is over. A text may name an action without its word."""
    monkeypatch.setattr(program, "entry", lambda *_: bool)
    assert min(program.main(words), program.main((*words, "word"))) != WRONG_USE


def test_commands_are_shown_and_a_wrong_one_is_found_out() -> None:
    assert len(COMPANIONS) >= len(SUMMARIES)
    assert program.main(["history", "--no-such-option"]) == WRONG_USE


def test_the_page_of_commands_has_a_row_for_each() -> None:
    rows = re.findall(r"^\| `companion (\w+)", text_of(ROOT / "docs/commands.md"), re.MULTILINE)
    assert sorted(rows) == sorted(SUMMARIES)


def test_what_people_type_is_there_on_a_bare_debian_or_made_by_make() -> None:
    """There is no `python` and no `pip`; tests/test_bare_debian.py types it all there."""
    of_debian = {"sudo", "make", "python3", ".", "/usr/sbin/mosquitto", "echo", "ls", "groups", "i2cdetect"}
    of_the_environment = {"companion", "pytest"}  # make command, make environment
    shown_words = ([*dropwhile(lambda word: "=" in word, words)] for words in shown("sh"))
    typed = [words for words in shown_words if words and not words[0].startswith((".venv/bin/", "/opt/companion/"))]
    assert {words[0] for words in typed} <= of_debian | of_the_environment
    assert [words for words in typed if words[:3] == ["python3", "-m", "pip"]] == []


def test_make_has_every_target_that_is_shown() -> None:
    rules = re.findall(r"^([\w -]+):(?!=)", text_of(ROOT / "Makefile"), re.MULTILINE)
    assert {name for rule in rules for name in rule.split()} >= MADE
    assert "install" in MADE


@pytest.mark.parametrize("page", [page for page in PAGES if "```console" in text_of(page)], ids=lambda page: page.stem)
def test_an_example_answers_as_shown(page: Path, tmp_path: Path) -> None:
    found = FENCED.findall(text_of(page))
    for record in (block for kind, block in found if kind == "table"):
        (tmp_path / SAVED_AS).write_text(record, "utf-8")
    for command, answer in (example.split("\n", 1) for kind, example in found if kind == "console"):
        assert answered(command.removeprefix("$ "), tmp_path) == answer


def answered(command: str, place: Path) -> str:
    """What a shell prints, run where only `place` is known."""
    ours = f'companion() {{ "{sys.executable}" -m companion "$@"; }}; {command}'
    known = {"HOME": str(place), "PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"], "NO_COLOR": "1"}
    ran = subprocess.run(  # noqa: S603 - our own words
        ["/bin/sh", "-c", ours],
        cwd=place,
        env=known,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        encoding="utf-8",
    )
    return ran.stdout


@pytest.mark.parametrize("record", blocks("table"))
def test_a_record_that_is_shown_can_be_read(record: str) -> None:
    assert "error" not in {answer.answer.verdict.word for answer in answers(record, GAMES)}


@pytest.mark.parametrize("settings", blocks("toml"))
def test_settings_that_are_shown_are_allowed(settings: str) -> None:
    told = read(settings)
    assert (told.warnings, told.problems) == ((), ())
    assert told.explicit


@pytest.mark.parametrize("drinks", blocks("drinks"))
def test_drinks_that_are_shown_can_be_played_with(drinks: str) -> None:
    book = [str(card) for card in TORIATAMA.deck.cards_in_order]
    assert len(read_drinks("\n".join((drinks, *book)))) > len(book)


def test_every_file_that_a_developer_is_sent_to_is_there() -> None:
    named = {word for word in SPAN.findall(prose_of(ROOT / "CONTRIBUTING.md")) if "/" in word and " " not in word}
    assert named
    assert [word for word in sorted(named) if word.isascii() and not any(ROOT.glob(word.replace("NAME", "*")))] == []


def test_what_changed_is_told_for_this_version() -> None:
    text = text_of(ROOT / "CHANGELOG.md")
    assert f"## [{VERSION}]" in text or "## [Unreleased]" in text
    assert set(re.findall(r"^### (.+)$", text, re.MULTILINE)) <= CHANGES
    assert re.findall(r"^ .+$", text, re.MULTILINE) == [], "an entry is a line"


def test_the_version_stands_in_one_place() -> None:
    project = tomllib.loads(text_of(ROOT / "pyproject.toml"))
    assert "version" not in project["project"]
    assert project["tool"]["setuptools"]["dynamic"] == {"version": {"attr": "companion.VERSION"}}


HOUSE = ROOT / "companion/README.md"
HOUSE_LINES = 200


def test_the_house_is_told_on_a_page_or_three() -> None:
    assert len(text_of(HOUSE).splitlines()) <= HOUSE_LINES


def test_every_document_that_the_program_cites_is_there() -> None:
    """Beside the file that cites it, else from the house or from the top of the project."""
    files = chain.from_iterable((ROOT / room).rglob("*.py") for room in ("companion", "hardware", "tools"))
    missing = [
        f"{file.relative_to(ROOT)} cites {cited}"
        for file in files
        for cited in re.findall(r"[\w./-]*\w\.md\b", text_of(file))
        if not any((place / cited).is_file() for place in (file.parent, ROOT / "companion", ROOT))
    ]
    assert missing == []


RIDDLES = re.compile(
    r'\b(?:whoever|goe?s? by|what is none)\b|"""The same (?:with|as|but|of|on|in|deal)\b|"""The same[,.]', re.IGNORECASE
)
"""A native reader reads such a sentence twice: the noun belongs there."""


def test_a_sentence_says_its_noun() -> None:
    folders = ("companion", "hardware", "tools", "docs", "examples", "systemd")
    told = chain(ROOT.glob("*.md"), *((ROOT / folder).rglob("*.*") for folder in folders))
    texts = [path for path in told if path.suffix in {".py", ".md", ".js", ".css", ".html", ".sh"}]
    assert len(texts) > 700
    assert [(str(path), riddle) for path in texts for riddle in RIDDLES.findall(text_of(path))] == []
    assert RIDDLES.search('"""The same with the pile.') and RIDDLES.search("Whoever goes by it")  # noqa: PT018


def test_the_rulebook_of_each_game_has_its_rules_and_house_rules() -> None:
    missing = []
    common = text_of(ROOT / "companion/rules/RULES.md")
    for name in GAMES:
        game = GAMES[name]
        own = "".join(text_of(page) for page in (ROOT / "companion/games" / name).glob("*.md"))
        in_table = re.findall(r"^\| `([\w-]+)` \| [A-Z]", own, re.MULTILINE)
        missing += [f"{name} has no rule {rule}" for rule in {*in_table} - {rule.name for rule in game.rules}]
        told = [word for rule in game.rules for word in (f"`{rule.name}`", rule.sentence)]
        told += [f"`{word}`" for option in game.options for word in (option.name, *option.values)]
        missing += [f"{name}: {word}" for word in told if word not in common + own]
    assert missing == []


def test_the_format_of_records_has_each_word_of_each_game() -> None:
    page = text_of(ROOT / "docs/record-format.md")
    words = {word.name for name in GAMES for word in GAMES[name].words} - {"play"}  # which is not written
    assert [word for word in sorted(words) if not re.search(rf"[`·] ?`?(\w+ )?{word}\b", page)] == []


def test_the_format_of_records_has_each_event_in_its_order() -> None:
    assert all(GAMES[name].words for name in GAMES)  # which loads them, and their events
    events: list[type[Event]] = [*Event.__subclasses__(), ScoreCorrected]
    rank = {event.kind: event.rank for event in events if event.__module__.startswith("companion.")}
    table = text_of(ROOT / "docs/record-format.md").split("| event | fields |")[1].split("\n\n")[0]
    kinds = [kind for row in re.findall(r"^\| (`.*?`) \|", table, re.MULTILINE) for kind in SPAN.findall(row)]
    assert sorted(kinds) == sorted(rank)
    assert kinds == sorted(kinds, key=rank.__getitem__)


@pytest.mark.parametrize(
    "path",
    sorted({span for span in SPAN.findall(prose_of(HOUSE)) if re.fullmatch(r"[\w./]+/\w+\.(py|md|txt)", span)}),
)
def test_a_path_that_the_house_names_is_there(path: str) -> None:
    """From the house itself, or from the top of the project; NAME stands for every game."""
    patterns = [top / path.replace("NAME", "*") for top in (ROOT / "companion", ROOT)]
    assert any(any(ROOT.glob(str(pattern.relative_to(ROOT)))) for pattern in patterns), path


def test_every_picture_can_be_opened_to_its_last_line() -> None:
    pictures = [*ROOT.glob("docs/*.png"), *ROOT.glob("docs/*.webp")]
    assert pictures
    for path in pictures:
        Image.open(path).load()


def test_the_readme_opens_with_a_refused_play_and_its_repair_in_motion() -> None:
    told, where = re.findall(r"!\[([^]]*)\]\(([^)]+)\)", text_of(ROOT / "README.md"))[0]
    assert (ROOT / where).stat().st_size <= MOVING_BYTES
    with Image.open(ROOT / where) as picture:
        assert getattr(picture, "n_frames", 1) > 1
        assert picture.info["loop"] == 0
    assert told.index("red") < told.index("green"), "the story for those who do not see it"
