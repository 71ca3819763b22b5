from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.cli.replay import STAYS, totals
from companion.games.registry import GAMES
from companion.match.checker import answers
from companion.simulation.gesture_search import same_story, story
from companion.simulation.replay import NOT_OPENED, READ_BACK, UNSAYABLE, Replay, ReplayedStep, WireTraffic
from tests.companion.conftest import Companion
from tests.evening import RECORDS
from tests.panels import picture_in
from tests.torture import TORTURE, so_many

SHORT = [name for name, path in RECORDS.items() if len(path.read_text("utf-8").splitlines()) <= 40]
FULL_DEAL = RECORDS["birddog-full-deal"]
HEADER = "game birddog\nplayers Ann Bob Cid\ndealer Cid\n"


def shown(text: str, directory: Path) -> list[ReplayedStep]:
    found = tuple(answers(text, GAMES))
    return list(Replay(found, directory).run(found))


def told(text: str, directory: Path) -> list[tuple[str, str]]:
    """What was said with one gesture, and the gesture; the header is left out."""
    return [
        ("; ".join(line.text.split("#")[0].strip() for line in replayed_step.lines), replayed_step.how)
        for replayed_step in shown(text, directory)
        if not replayed_step.opens
    ]


@pytest.mark.no_cover  # counting lines would double its time
@pytest.mark.parametrize("name", RECORDS if TORTURE else SHORT[::40])
def test_a_record_is_told_to_its_end_with_the_scores_that_check_gives(name: str, tmp_path: Path) -> None:
    found = tuple(answers(RECORDS[name].read_text("utf-8"), GAMES))
    machine = Replay(found, tmp_path)
    pictures = list(machine.run(found))
    last = found[-1].known_match
    if machine.table.match is None:
        assert last.state is None, "a header that begins no game opens no table"
    else:
        assert machine.table.match.scores == last.scores
        assert machine.table.match.winners == last.winners
        assert same_story(story(machine.table.match), story(last))
    lines = [line.line for picture in pictures for line in picture.lines]
    assert sorted(lines) == [line.line for line in found], "every line has its display, once"


@pytest.mark.no_cover
@pytest.mark.parametrize("name", SHORT[1 :: so_many(32, 8)])
def test_the_exit_status_is_that_of_check(name: str) -> None:
    assert main(["replay", str(RECORDS[name])]) == main(["check", str(RECORDS[name])])


def test_a_full_deal_needs_nothing_but_what_people_do(tmp_path: Path) -> None:
    gestures = [how for _, how in told(FULL_DEAL.read_text("utf-8"), tmp_path)]
    assert READ_BACK not in gestures
    assert UNSAYABLE not in gestures
    assert sum(how.startswith("tap ") for how in gestures) == 22
    assert sum(how.count("OK") + how.count("DOWN") + how.count("UP") for how in gestures) <= 4


GESTURES = [
    # what the record says after the header; what is said together, and how
    ("deal\nup 10D", [("deal; up 10D", "tap 10D")]),
    ("deal\nup 10D\nAnn declare", [("deal; up 10D", "tap 10D"), ("Ann declare", "DOWN, OK")]),
    (
        "deal\nup 10D\nAnn pass\nBob pass\nCid declare",
        [("deal; up 10D", "tap 10D"), ("Ann pass; Bob pass; Cid declare", "UP, OK")],
    ),
    (
        "deal\nup 10D\nAnn pass\nBob pass\nCid pass\nup 9S",
        [("deal; up 10D", "tap 10D"), ("Ann pass; Bob pass; Cid pass", "OK"), ("up 9S", "tap 9S")],
    ),
    (
        "deal\nhand Ann 9S 10S JS QS KS AS 9H\nup JC",
        [
            ("deal; hand Ann 9S 10S JS QS KS AS 9H", "tap 9S, tap 10S, tap JS, tap QS, tap KS, tap AS, tap 9H"),
            ("up JC", "tap JC"),
        ],
    ),
    (
        "deal\nup 10D\nundo 2\ndeal\nup 9D",
        [("deal; up 10D", "tap 10D"), ("undo 2", "hold BACK, OK, OK"), ("deal; up 9D", "tap 9D")],
    ),
]


@pytest.mark.parametrize(("said", "gestures"), GESTURES)
def test_statements_reach_the_table_the_way_people_do_it(
    said: str, gestures: list[tuple[str, str]], tmp_path: Path
) -> None:
    assert told(HEADER + said, tmp_path) == gestures


OTHER_GAMES = [
    # a whole record; what is said together, and how
    (
        "game birdhead\nplayers Ann Bob Cid Dot\nstart Ann\ndeal\nAnn 7 7\nBob 8 9\nCid 7/5 8",
        [("deal; Ann 7 7", "tap 7/1 7/2, OK"), ("Bob 8 9", "tap 8/1 9/1"), ("Cid 7/5 8", "tap 7/5 8/2")],
    ),
    (
        "game rook\nplayers A B C D\ndealer D\ndeal\nA bid 70\nB pass\nC pass\nD pass\nA lays\nA trump green\nA 9B",
        [
            ("deal; A bid 70", "OK"),
            ("B pass", "DOWN, OK"),
            ("C pass", "DOWN, OK"),
            ("D pass", "DOWN, OK"),
            ("A lays; A trump green", "DOWN, OK"),
            ("A 9B", "tap 9B"),
        ],
    ),
]


@pytest.mark.parametrize(("text", "gestures"), OTHER_GAMES)
def test_every_game_is_told_the_way_people_play_it(text: str, gestures: list[tuple[str, str]], tmp_path: Path) -> None:
    assert told(text, tmp_path) == gestures


def test_a_wrong_card_is_tapped_and_refused_on_the_display(tmp_path: Path) -> None:
    text = "deal\nup 10D\nAnn declare\nAnn pass\nBob pass\nCid pass\nAnn AC\nBob AC\n"
    before, after = shown(HEADER + text, tmp_path)[-2:]
    assert after.how == "tap AC"
    assert after.picture != before.picture


def test_what_nobody_can_say_leaves_the_display_as_it_is(tmp_path: Path) -> None:
    before, after = shown(f"{HEADER}deal\nup 10D\nBob declare\n", tmp_path)[-2:]
    assert after.how == UNSAYABLE
    assert after.picture == before.picture
    assert after.wires == WireTraffic()


def test_a_pass_that_nobody_finished_is_read_back_from_the_record_and_says_so(tmp_path: Path) -> None:
    *_, last, end = told(f"{HEADER}deal\nup 10D\nAnn pass\nend\n", tmp_path)
    assert last == ("Ann pass", READ_BACK)
    assert end[0] == "end"
    assert end[1].startswith("hold BACK, ")


def test_a_pass_that_is_undone_was_said_before(tmp_path: Path) -> None:
    text = f"{HEADER}deal\nup 10D\nAnn pass\nundo\nAnn declare\n"
    _, passed, undone, declared = told(text, tmp_path)
    assert passed == ("Ann pass", READ_BACK)
    assert undone == ("undo", "hold BACK, OK")
    assert declared[1].endswith("DOWN, OK")


def test_hands_in_an_order_that_the_table_does_not_ask_for_are_read_back(tmp_path: Path) -> None:
    text = f"{HEADER}deal\nhand Bob 9S 10S JS QS KS AS 9H\nhand Ann 10H JH QH KH AH 9C 10C\nup JC\n"
    gestures = dict(told(text, tmp_path))
    assert gestures["hand Bob 9S 10S JS QS KS AS 9H"] == READ_BACK
    assert gestures["up JC"] == "tap JC"


def test_a_header_that_opens_no_table_leaves_the_machine_at_its_set_up(tmp_path: Path) -> None:
    opened, *others = shown("game birddog\nplayers Ann Bob Cid\ndeal\nend\nundo\n", tmp_path)
    assert opened.how == NOT_OPENED
    assert {other.how for other in others} == {UNSAYABLE}


def test_a_header_line_after_everything_was_undone_opens_another_table(tmp_path: Path) -> None:
    text = f"{HEADER}deal\nup 9S\nundo 2\noption renege penalty\ndeal\nup 9H\n"
    assert [replayed_step.opens for replayed_step in shown(text, tmp_path)] == [True, False, False, True, False]


def test_captions_tell_statement_verdict_and_gesture_and_the_display_follows(
    tmp_path: Path, companion: Companion
) -> None:
    last = shown(FULL_DEAL.read_text("utf-8"), tmp_path)[-1]
    printed = companion("replay", FULL_DEAL).out
    assert "    13 ✓ Ann AC\n         » tap AC\n╭" in printed
    assert "     7 ✓ Ann pass\n     8 ✓ Bob declare\n" in printed
    assert "\n".join(f"│{line}│" for line in last.picture.blocks()) in printed
    assert "Score: Ann 1, Bob 2, Cid 1." in printed.splitlines()[-2]
    assert "SPI" not in printed


def test_a_display_that_stays_is_not_printed_again(tmp_path: Path, companion: Companion) -> None:
    record = tmp_path / "wrong.table"
    record.write_text(f"{HEADER}deal\nup 10D\nBob declare\nCid declare\n", "utf-8")
    printed = companion("replay", record, status=1).out
    assert printed.count("╭") == 2
    assert printed.count(f"{UNSAYABLE}\n{STAYS}\n") == 2


def test_the_display_fits_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch, companion: Companion) -> None:
    assert "╭" + "─" * 128 + "╮" in companion("replay", FULL_DEAL).out
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert "╭" + "─" * 64 + "╮" in companion("replay", FULL_DEAL).out


def test_there_is_one_png_a_statement_and_it_shows_what_the_glass_shows(tmp_path: Path, companion: Companion) -> None:
    pictures = shown(FULL_DEAL.read_text("utf-8"), tmp_path / "scratch")
    directory = tmp_path / "made" / "here"
    companion("replay", FULL_DEAL, "--png", directory)
    names = sorted(path.name for path in directory.iterdir())
    assert len(names) == 1 + 28
    assert names[:4] == ["004-dealer-Cid.png", "005-deal.png", "006-up-10D.png", "007-Ann-pass.png"]
    by_line = {int(path.name[:3]): picture_in(path) for path in directory.iterdir()}
    assert all(by_line[line.line] == picture.picture for picture in pictures[1:] for line in picture.lines)


def test_names_of_players_cannot_lead_a_png_out_of_its_directory(tmp_path: Path, companion: Companion) -> None:
    record = tmp_path / "evil.table"
    record.write_text(
        'game birddog\nplayers "../../x y" Bob Cid\ndealer Cid\ndeal\nup 9S\n"../../x y" declare\n', "utf-8"
    )
    companion("replay", record, "--png", tmp_path / "png")
    assert [path.name for path in sorted((tmp_path / "png").iterdir())][-1] == "006-x-y-declare.png"
    assert {path.name for path in tmp_path.iterdir()} == {"evil.table", "png"}


def numbers(line: str) -> list[float]:
    return [float(number) for number in re.findall(r"\d+(?:\.\d+)?", line)]


def test_what_passed_on_the_wires_adds_up(companion: Companion) -> None:
    *body, whole, share = companion("replay", FULL_DEAL, "--wire").out.splitlines()
    each = [numbers(line) for line in body if line.lstrip().startswith("SPI ")]
    sums = [sum(column) for column in zip(*each, strict=True)]
    transfers, octets, display, messages, ms, _hz = numbers(whole)
    assert [transfers, octets, display, messages] == sums[:4]
    assert ms == pytest.approx((9 * display + 2 * messages) / 400, abs=0.01)
    assert numbers(share)[:3] == [display - each[0][2], 28, 28 * 1034]
    assert numbers(share)[3] == pytest.approx((display - each[0][2]) / (28 * 1034), abs=0.001)


def test_nothing_said_has_no_ratio(tmp_path: Path) -> None:
    assert len(list(totals(shown(HEADER, tmp_path)))) == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"", "missing"),
        (b"game chess\n", "birddog"),
        (b"game birddog\ndeal\n", "players"),
        (b"game birddog\nplayers \xff\n", "UTF-8"),
    ],
)
def test_what_is_no_record_is_told_in_one_line_with_status_2(
    text: bytes, sentence: str, tmp_path: Path, companion: Companion
) -> None:
    (tmp_path / "wrong.table").write_bytes(text)
    printed = companion("replay", tmp_path / "wrong.table", status=2)
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert sentence in printed.err
    assert "wrong.table" in printed.err


def test_a_missing_file_is_told_in_one_line_with_status_2(companion: Companion) -> None:
    assert (
        companion("replay", "nowhere.table", status=2).err == "companion replay: nowhere.table: there is no such file\n"
    )


def test_pictures_that_cannot_be_written_are_told_with_status_2(tmp_path: Path, companion: Companion) -> None:
    (tmp_path / "file").write_text("not a directory", "utf-8")
    said = companion("replay", FULL_DEAL, "--png", tmp_path / "file", status=2).err
    assert "is a file, and a directory is wanted" in said


def test_a_check_sum_that_does_not_fit_is_a_warning(tmp_path: Path, companion: Companion) -> None:
    record = tmp_path / "sealed.table"
    record.write_text(f"{HEADER}deal ; n=4 at=2026-11-20T20:15:03 crc=00000000\n", "utf-8")
    assert "warning: line 4" in companion("replay", record).err
