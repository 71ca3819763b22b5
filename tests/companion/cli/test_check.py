"""`companion check`: answers, exit statuses, and what files of strangers can hold."""

from __future__ import annotations

import io
import json
import os
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.cards import Card, Seat
from companion.cli import console
from companion.cli.check import describe_event
from companion.cli.console import BAR_AFTER_S, painter, with_bar
from companion.cli.main import main
from companion.games.birddog.rules import Declared, Forced
from companion.games.bonehead.rules import Cleared
from companion.games.registry import GAMES
from companion.games.toriatama.rules import ClaimMade
from companion.match.checker import answers
from companion.match.header import Header
from companion.match.match import Match
from companion.rules.auction import AuctionWon
from companion.rules.events import DealScored, Event, GameOver, Impossible, NilBroken, Redeal, ScoreWithdrawn, Suspect
from companion.storage.journal import seal
from tests.cases import for_each
from tests.companion.conftest import Companion
from tests.evening import RECORDS
from tests.torture import every_so_many, only_with_torture

FULL_DEAL = RECORDS["birddog-full-deal"]
IMPOSSIBLE = RECORDS["birddog-impossible"]
HEADER = "game birddog\nplayers Ann Bob Cid\n"
GOOD = HEADER + "dealer Cid\ndeal\nup 10D\nAnn declare\n"


@pytest.fixture
def written(tmp_path: Path) -> Path:
    return tmp_path / "evening.table"


def rows(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


GOLDEN = """\
{"line": 2, "verdict": "legal", "rule": null, "events": []}
{"line": 8, "verdict": "legal", "rule": null, "events": [\
{"event": "declared", "player": "Bob", "trump": "D", "birddog": "10H"}]}
{"line": 31, "verdict": "trust", "rule": null, "events": [\
{"event": "trick", "winner": "Bob", "cards": ["JS", "10S", "JD"]}]}
{"line": 39, "verdict": "legal", "rule": null, "events": [\
{"event": "trick", "winner": "Bob", "cards": ["QD", "QH", "JH"]}, \
{"event": "deal-score", "scores": {"Ann": 1, "Bob": 2, "Cid": 1}}]}
{"final": true, "over": false, "scores": {"Ann": 1, "Bob": 2, "Cid": 1}, "winners": [], "illegal": 0, "revokes": 0}
"""


def test_json_answers_line_by_line(companion: Companion) -> None:
    lines = companion("check", "--json", FULL_DEAL).out.splitlines()
    golden = GOLDEN.splitlines()
    assert [line for line in lines if line in golden] == golden
    assert (lines[0], lines[-1]) == (golden[0], golden[-1])
    assert len(lines) == 32


def test_json_says_which_rule_and_which_play(companion: Companion) -> None:
    found = {row.get("line"): row for row in rows(companion("check", "--json", IMPOSSIBLE, status=1).out)}
    assert found[29] == {
        "line": 29,
        "verdict": "illegal",
        "rule": "not-your-turn",
        "reason": "It is another player's turn.",
        "events": [],
    }
    revoke = {"event": "revoke", "player": "Bob", "deal": 1, "trick": 1, "card": "9S", "rule": "follow-suit"}
    assert found[35]["events"] == [revoke | {"correctable": False}]
    assert (found[None]["illegal"], found[None]["revokes"]) == (1, 1)


def test_a_refusal_is_told_with_the_sentence_of_the_table(written: Path, companion: Companion) -> None:
    five = RECORDS["hearts-five-players"]
    assert "The three of clubs leads. (first-lead)" in companion("check", five, status=1).out
    assert "The three of clubs leads." in companion("check", "--json", five, status=1).out
    written.write_text(HEADER + "Ann 9H\n", "utf-8")
    assert "Not now: something else comes first. (wrong-phase)" in companion("check", written, status=1).out


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (GOOD, 0),
        (HEADER, 0),
        (GOOD + "Bob nil\n", 1),  # not his turn
        (GOOD + "Ann 99X\n", 1),
        (GOOD + "Ann pass\nundo\n", 0),
        (HEADER + "deal\n", 1),  # the dealer is missing
        (GOOD + "dealer Ann\n", 1),  # too late
        ("", 2),
        ("# nothing but a comment\n", 2),
        ("game birddog\n", 2),
        ("players Ann Bob Cid\n", 2),
        ("game birddog\nplayers Ann Bob\n", 2),
        ("game birddog\ndeal\n", 2),
        ("game birddog\nplayers Ann Bob\n" + HEADER, 1),  # set right before the first statement
        ("game birddog\nplayers Ann Bob\ndeal\nplayers Ann Bob Cid\n", 2),  # too late
        ('game birddog\nplayers "Ann Bob Cid\n', 2),
        ("game chess\nplayers Ann Bob\n", 2),
        ("game birddog\nplayers " + "9" * 5000, 2),
        (GOOD + "undo " + "9" * 5000, 1),
        (HEADER + "score Ann -+5\n", 1),
    ],
)
def test_exit_status(text: str, status: int, written: Path, companion: Companion) -> None:
    written.write_text(text, "utf-8")
    for options in ([], ["--json"]):
        out, err = companion("check", *options, written, status=status)
        assert bool(out) == (status < 2)
        assert (err != "") == (status == 2)
        assert len(err.splitlines()) <= 2


def test_revokes_that_stand_make_the_status_1(written: Path, companion: Companion) -> None:
    passes = "Ann pass\nBob pass\nCid pass\n"
    text = GOOD + passes + "Ann AH\nBob 9S\nCid 9H\nAnn JH\nBob KH\n"
    written.write_text(text, "utf-8")
    told = companion("check", written, status=1).out
    assert "Bob broke a rule in trick 1 with the nine of spades, deal 1: You must follow the suit that was led." in told
    written.write_text(text + "undo\n", "utf-8")
    companion("check", written)


ROOK_REVOKE = """game rook\nplayers Ann Bob Cid Dee\ndealer Dee\ndeal\nAnn pass\nBob pass\nCid pass\nDee bid 80
Dee lays\nDee trump yellow\nAnn 13G\nBob 5R\nCid 8G\nDee 6G\nAnn 9G\nBob 5G\n"""


def test_a_revoke_taken_back_stands_no_more(written: Path, companion: Companion) -> None:
    for further, status in (("", 1), ("back Bob 5R\n", 0), ("Cid 10G\nDee 14G\ndeal\n", 1)):
        written.write_text(ROOK_REVOKE + further, "utf-8")
        companion("check", written, status=status)


def test_what_is_missing_in_the_header_is_answered_at_the_first_deal(written: Path, companion: Companion) -> None:
    written.write_text(HEADER + "deal\n", "utf-8")
    answered = rows(companion("check", "--json", written, status=1).out)
    assert [row.get("verdict") for row in answered] == ["legal", "legal", "error", None]
    assert "dealer NAME" in answered[2]["reason"]


@pytest.mark.parametrize(
    ("header", "scores"),
    [
        ("game rook\nplayers Ann Bob Cid Dee\nscore Cid 120\n", [120, 0, 120, 0]),
        ("game rook\nplayers Ann Bob Cid Dee\nscore Cid 120\nscore Ann 5\n", [5, 0, 120, 0]),  # an error at the deal
        ("game birdhead\nplayers Ann Bob Cid Dee\nmarkers Bob 3 11\nscore Cid 5\n", [0, 14, 5, 0]),
    ],
)
def test_scores_from_before_stand_before_the_first_deal(
    header: str, scores: list[int], written: Path, companion: Companion
) -> None:
    written.write_text(header, "utf-8")
    assert list(rows(companion("check", "--json", written).out)[-1]["scores"].values()) == scores


def test_an_unknown_game_is_told_with_those_that_are_known(written: Path, companion: Companion) -> None:
    written.write_text("game birdog\nplayers Ann Bob Cid\n", "utf-8")
    told = companion("check", written, status=2).err
    assert "line 1: " in told
    assert "birddog" in told
    assert "“birdog”" in told


def test_several_files_are_named_in_each_line_and_the_worst_decides(
    written: Path, tmp_path: Path, companion: Companion
) -> None:
    written.write_text(GOOD, "utf-8")
    missing = str(tmp_path / "evenin.table")
    found = rows(companion("check", "--json", written, IMPOSSIBLE, status=1).out)
    assert {row["file"] for row in found} == {str(written), str(IMPOSSIBLE)}
    assert [row["file"] for row in found if row.get("final")] == [str(written), str(IMPOSSIBLE)]
    out, err = companion("check", "--json", missing, IMPOSSIBLE, written, status=2)
    assert [row["file"] for row in rows(out) if row.get("final")] == [str(IMPOSSIBLE), str(written)]
    assert "there is no such file; did you mean “evening.table”?" in err


def test_one_file_is_not_named(companion: Companion) -> None:
    assert not any("file" in row for row in rows(companion("check", "--json", FULL_DEAL).out))


def test_standard_input_is_a_file_called_dash(monkeypatch: pytest.MonkeyPatch, companion: Companion) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(FULL_DEAL.read_bytes()), "utf-8"))
    from_input = companion("check", "--json", "-").out
    assert from_input == companion("check", "--json", FULL_DEAL).out


def test_a_pipe_is_read_as_a_file(companion: Companion) -> None:
    reads, writes = os.pipe()
    os.write(writes, FULL_DEAL.read_bytes())
    os.close(writes)
    assert companion("check", "--json", f"/dev/fd/{reads}").out == companion("check", "--json", FULL_DEAL).out
    os.close(reads)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("hand Ann 9H 10H", "“hand” takes 7, found 2 cards"),
        ("dealt Ann 9H 10H", "“dealt” takes 1, found 2 cards"),
        ("hand Ann 10H 9H 9S 9H JS QS KS", "9H is named 2 times in the hand of Ann; the deck has 1"),
        ("hand Ann 9H 9S 10S KH JS QS KS", "KH was scanned before, lies in another hand, or is not in the deck now"),
        ("dealt Bob KH", "KH was scanned before, lies in another hand, or is not in the deck now"),
        ("hand Bob 9H 10H 9S 10S JS QS KS", "a card of this hand that was scanned before is missing"),
        ("hand Cid 9D 10D JD QD KD AD 9C", "all 7 cards of this hand were scanned before"),
        ("correct Ann 9999999 penalty", "a change such as +5 or -5, of 6 digits at most"),
    ],
)
def test_a_line_that_cannot_be_says_which_cause_it_has(
    line: str, why: str, written: Path, companion: Companion
) -> None:
    said = "game birddog\nplayers Ann Bob Cid\ndealer Cid\ndeal\ndealt Bob KH\nhand Cid 9D 10D JD QD KD AD 9C\n"
    written.write_text(f"{said}{line}\n", "utf-8")
    assert why in companion("check", written, status=1).out


def test_a_marker_that_is_named_twice_is_told_by_name(written: Path, companion: Companion) -> None:
    written.write_text(
        "game birdhead\nplayers Ann Bob Cid Dee\nstart Ann\nmarkers Ann 7/3\nmarkers Bob 7/3\ndeal\n", "utf-8"
    )
    assert "7/3 is named twice among the markers" in companion("check", written, status=1).out


def test_a_line_without_end_is_not_repeated_in_full(written: Path, companion: Companion) -> None:
    written.write_text("game birddog\nplayers Ann Bob Cid\n" + "x" * 100_000 + "\n", "utf-8")
    assert max(map(len, companion("check", written, status=1).out.splitlines())) < 1000


def test_line_ends_of_old_are_named(written: Path, companion: Companion) -> None:
    written.write_bytes(b"game birddog\rplayers Ann Bob Cid\rdealer Cid\r")
    assert "its lines end with a carriage return alone" in companion("check", written, status=2).err


def test_a_link_to_nothing_is_told_as_one(tmp_path: Path, companion: Companion) -> None:
    link = tmp_path / "dangling.table"
    link.symlink_to("nowhere")
    assert companion("check", link, status=2).err == f"companion check: {link}: it is a link to nothing\n"


def test_a_name_that_is_too_long_keeps_no_other_record_from_being_checked(companion: Companion) -> None:
    checked = companion("check", "x" * 300, FULL_DEAL, status=2)
    assert checked.err == f"companion check: {'x' * 300}: File name too long\n"
    assert checked.out


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("ends", [b"\n", b"\r\n"])
def test_byte_order_mark_and_line_ends_make_no_difference(
    mark: bytes, ends: bytes, written: Path, companion: Companion
) -> None:
    written.write_bytes(mark + FULL_DEAL.read_bytes().replace(b"\n", ends))
    answered = companion("check", "--json", written)
    assert answered == companion("check", "--json", FULL_DEAL)


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (GOOD.encode() + b"Ann \xff9H\n", "a record is UTF-8 text; found byte 0xFF in line 7"),
        (GOOD.encode("utf-16"), "a record is UTF-8 text; found byte 0xFF in line 1"),
        (b"game bonehead\nplayers" + b" Ann" * 9999, "found 9999 names: Ann, Ann, "),
    ],
)
def test_what_is_no_record_is_said_in_short(raw: bytes, sentence: str, written: Path, companion: Companion) -> None:
    written.write_bytes(raw)
    out, err = companion("check", written, status=2)
    assert out == ""
    assert sentence in err[:300]
    assert len(err) < 600


@pytest.mark.parametrize("name", ["", "no/such/place.table", "with\0nul"])
def test_what_cannot_be_read_is_no_record(name: str, tmp_path: Path, companion: Companion) -> None:
    out, err = companion("check", tmp_path / name, status=2)  # empty: the directory itself
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("companion check: ")


def test_check_sums_that_do_not_fit_are_a_warning(written: Path, companion: Companion) -> None:
    sealed, crc = b"", 0
    for number, line in enumerate(GOOD.splitlines(), 1):
        block, crc = seal(line, number, "2026-11-20T20:15:03", crc)
        sealed += block
    for ends in (b"\n", b"\r\n"):
        written.write_bytes(sealed.replace(b"\n", ends))
        assert companion("check", written).err == ""
    written.write_bytes(sealed.replace(b"up 10D", b"up 10C"))
    assert "warning: line 5: the check sum" in companion("check", written).err


def test_lines_without_check_sum_are_one_warning(written: Path, companion: Companion) -> None:
    first, crc = seal("game birddog", 1, "2026-11-20T20:15:03", 0)
    last, _ = seal("deal", 4, "2026-11-20T20:15:03", crc)
    written.write_bytes(first + b"players Ann Bob Cid\ndealer Cid\n" + last)
    for command in ("check", "replay"):
        said = f"companion {command}: {written}: warning: line 2: no check sum (and 1 more line like it)\n"
        assert companion(command, written).err == said


def test_people_read_what_happened_and_how_it_stands(companion: Companion) -> None:
    told = [line.strip() for line in companion("check", FULL_DEAL).out.splitlines()]
    assert "8 ✓ Bob declare" in told
    assert "Bob makes diamonds trump; the Bird Dog is 10♥" in told
    assert "Ann takes the trick with AC" in told
    assert "29 ✓ Cid JS" in told
    assert "31 ~ Bob JD" in told
    assert told[-5:-1] == [
        "The deal is scored: Ann +1, Bob +2, Cid +1",
        "Score: Ann 1, Bob 2, Cid 1",
        "",
        "Score: Ann 1, Bob 2, Cid 1. The game is not over.",
    ]
    assert told[-1] == "No illegal statement, no error, no revoke."


def test_people_read_which_rule_was_broken(companion: Companion) -> None:
    told = [line.strip() for line in companion("check", IMPOSSIBLE, status=1).out.splitlines()]
    assert "29 ✗ Bob JD   It is another player's turn. (not-your-turn)" in told
    assert "One of these plays broke a rule: Bob 9S (trick 1), Cid 9C (trick 1)" in told
    assert told[-2:] == [
        "The first that is wrong: line 29, Bob JD: It is another player's turn. (not-your-turn)",
        "1 illegal statement, 1 revoke.",
    ]


def test_one_wrong_card_is_named_before_all_that_comes_from_it(written: Path, companion: Companion) -> None:
    text = FULL_DEAL.read_text("utf-8").replace("Bob KS", "Bob AC").replace("Ann 10H", "Ann 1H")
    written.write_text(text, "utf-8")
    for command in ("check", "replay"):
        *_, first, others, counts = companion(command, written, status=1).out.splitlines()
        assert first.startswith("The first that is wrong: line 18, Bob AC: ")
        assert others == "What is wrong below it may come from it."
        assert counts == "5 illegal statements, 1 error, 1 revoke."


@only_with_torture
@for_each("path", every_so_many(12, RECORDS.values()))
def test_every_record_can_be_told_in_words(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(path)]) in {0, 1}
    told = capsys.readouterr().out
    assert "game-over," not in told
    assert told.count("takes the trick with ") == _tricks(path)


@dataclass(frozen=True)
class NewOne(Event):
    kind = "new-one"
    player: Seat


EVENTS: list[tuple[str, Event, str]] = [
    ("birddog", Declared(0, "D", Card("10", "H")), "Ann makes diamonds trump; the Bird Dog is 10♥"),
    ("birddog", Forced("D", Card("10", "H")), "Diamonds are trump by force; the Bird Dog is 10♥"),
    ("birddog", NilBroken(0), "Ann's nil is broken"),
    ("rook", AuctionWon(0, 85), "Ann wins the auction with 85"),
    ("toriatama", ClaimMade(0, correct=False), "Ann is wrong: what that hand held goes back"),
    ("bonehead", Cleared(), "A 10 clears the pile"),
    ("birddog", Redeal(), "This deal does not count"),
    ("birddog", GameOver((0,)), "Ann wins the game"),
    ("birddog", GameOver((0, 1, 2)), "Ann, Bob and Cid win the game"),
    ("birddog", DealScored((4, 0, -3)), "The deal is scored: Ann +4, Bob +0, Cid -3"),
    ("birddog", ScoreWithdrawn((4, 0, -3)), "Score taken back: Ann +4, Bob +0, Cid -3"),
    ("birddog", Impossible((Suspect(0, 2, Card("A", "H")),), 0), "Ann broke a rule: Ann AH (trick 2)"),
    ("birddog", NewOne(0), "new-one, player Ann"),
]


@pytest.mark.parametrize(("game", "event", "words"), EVENTS)
def test_every_event_has_a_sentence(game: str, event: Event, words: str) -> None:
    assert describe_event(event, Match(Header(GAMES[game], ("Ann", "Bob", "Cid"), opener=0))) == words


def _tricks(path: Path) -> int:
    found = answers(path.read_text("utf-8"), GAMES)
    return sum(event["event"] == "trick" for answer in found for event in answer.as_json()["events"])


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_nothing_in_a_record_steers_the_terminal(options: list[str], written: Path, companion: Companion) -> None:
    written.write_text(GOOD + "Ann \x1b[2J\u202e\u009b\n\x07\n", "utf-8")
    told = companion("check", *options, written, status=1).out
    assert not set(told) & set("\x1b\x07\u009b\u202e")
    assert "\\u001b[2J\\u202e\\u009b" in told
    if options:
        assert "“\x1b[2J\u202e\u009b”" in rows(told)[-3]["reason"]


def test_names_are_kept_in_json(written: Path, companion: Companion) -> None:
    written.write_text('game birddog\nplayers Zoë "Mary Ann" 李\n', "utf-8")
    assert list(rows(companion("check", "--json", written).out)[-1]["scores"]) == ["Zoë", "Mary Ann", "李"]


def test_colours_are_for_terminals_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr("sys.stdout", io.StringIO())
    assert painter()("✗", "bold red") == "✗"
    monkeypatch.setattr("sys.stdout", Terminal())
    assert painter()("✗", "bold red") == "\x1b[1;31m✗\x1b[0m"
    monkeypatch.setenv("NO_COLOR", "1")
    assert painter()("✗", "bold red") == "✗"


@pytest.mark.parametrize(
    ("stream", "seconds_per_answer", "shown"),
    [(Terminal(), BAR_AFTER_S, True), (Terminal(), 0.0, False), (io.StringIO(), BAR_AFTER_S, False)],
)
def test_a_bar_appears_on_a_terminal_once_people_wait(
    stream: io.StringIO, seconds_per_answer: float, *, shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stderr", stream)
    ticking = count(step=seconds_per_answer)
    monkeypatch.setattr(console, "time", SimpleNamespace(monotonic=lambda: next(ticking)))
    text = GOOD + "Ann pass\n" * 4
    found = list(with_bar(answers(text, GAMES), text.count("\n")))
    assert [line_answer.line for line_answer in found] == list(range(1, 11))
    assert ("Checking" in stream.getvalue()) == shown


def test_a_bar_that_does_not_wait_is_there_before_the_first_item(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stderr", stream)
    (before,) = with_bar((stream.getvalue() for _ in range(1)), 1, "Playing", after_s=0)
    assert "Playing" in before


def test_no_more_is_taken_back_than_there_is() -> None:
    text = GOOD + "undo 999999\nundo 4\nundo 3\nundo\n"
    *_, far, one_too_many, all_of_it, once_more = (found.answer.verdict.word for found in answers(text, GAMES))
    assert (far, one_too_many, all_of_it, once_more) == ("illegal", "illegal", "legal", "illegal")


def test_comments_notes_and_annotations_are_no_lines_that_say_something() -> None:
    header = "# one\n;\n; n=1 at=x\ngame birddog ;\nplayers Ann Bob Cid # all ; of # them\n"
    text = f"{header}; a note ; of two\ndealer Cid ; n=4 # x\n"
    told = list(answers(f"{text}\t \n;#\n#;\ndeal;\n", GAMES))
    assert [(answer.line, answer.answer.verdict.word) for answer in told] == [(at, "legal") for at in (4, 5, 7, 11)]


def test_tabs_between_words_are_told_as_blanks(written: Path, companion: Companion) -> None:
    written.write_text(GOOD.replace(" ", "\t"), "utf-8")
    told = companion("check", written).out
    written.write_text(GOOD, "utf-8")
    assert told == companion("check", written).out


@pytest.mark.parametrize(
    ("number", "verdict"), [("9" * 4000, "illegal"), ("9" * 4001, "error"), ("²", "error"), ("0", "error")]
)
def test_a_number_has_so_many_digits_as_python_reads(number: str, verdict: str) -> None:
    *_, told = answers(f"{GOOD}undo {number}\n", GAMES)
    assert told.answer.verdict.word == verdict


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (GOOD + 'Ann "9H', "a quotation mark is missing"),
        (GOOD + "undo x", "“undo” takes one whole number from 1, found “x”"),
        (GOOD + "undo 0", "“undo” takes one whole number from 1, found “0”"),
        (GOOD + "remedy x", "“remedy” takes play-on or void-deal or penalty, found “x”"),
        (
            "game toriatama\nplayers Ann Bob\nstart Ann\ndeal\nAnn mug jug",
            "“mug” is no word that Ann can say in this game",
        ),
    ],
)
def test_a_line_that_cannot_be_read_is_told_in_these_words(text: str, reason: str) -> None:
    *_, told = answers(text, GAMES)
    assert told.as_json()["reason"] == reason
