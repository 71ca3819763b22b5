"""`companion history`: read, add up and show the finished records of a data directory.

Only export writes a file. A running table is not disturbed. put-aside and bring-back
rename the record of an evening, and change nothing in it.

for example:
  companion history                     who wins, game by game
  companion history {EXAMPLE} --player Ann
  companion history list                the evenings with their numbers
  companion history show 17             evening 17, deal by deal
  companion history export 17 for-bob.table
  companion history put-aside 17        it does not count; bring-back 17 brings it back
  companion history --player Ann --with Bob --since 2026-01 --until 2026-06
  companion history --option renege=play-on --csv >evenings.csv
  companion history rename Bobby Bob    also: people, merge, take-back

Counts only matches that are over. Names and skips records that are damaged, or of a
game that is not here. Each evening keeps its number; 1 is the oldest one that was
there when evenings were first listed. Dates are by the box's clock, which may have
been wrong.
A match that began with scores counts as any other, with the points that were made
in it. A * marks the winner. Columns: early, evenings that ended before anybody had won;
average, the mean length of a match; points, the mean of a player at the end; place,
the mean place (1.0: always first); series, the most wins in a row.

exit status:
  0   all is well
  1   a record was skipped
  2   no such game, player or evening
  75  the memory card cannot be read
  78  a wrong value in the settings file
"""

from __future__ import annotations

import json
import os
import time
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from shlex import quote
from typing import Any

from companion.cli.arguments import data_of, settings_of
from companion.cli.commands import FILES, WRITTEN_FILE, Command, argument, flag, person_name
from companion.cli.console import WrongUseError, complain, print_bytes, print_lines, print_tables, refusing, with_bar
from companion.club.may_leave import club_round_of
from companion.club.outbox import Inbox, club_place
from companion.club.records import is_held_back
from companion.games.plugin_form import INSTALL_FIRST
from companion.games.registry import GAMES
from companion.history.cache import Cache, cache_file
from companion.history.exports import NumberedMatch, as_csv, bg_stats_link
from companion.history.finished_match import FinishedMatch, NotScoredError, is_over
from companion.history.known_people import aliases_in
from companion.history.people import Aliases, people_in
from companion.history.result_tables import games_table, matches_table, partners_table, players_tables, story
from companion.history.selection import Selection
from companion.history.statistics import game_records, partners_records, player_records
from companion.settings.search_path import data_directory, service_hint
from companion.storage.disk import DISK, StorageError
from companion.storage.evenings import numbers
from companion.storage.journal import compact, unseal
from companion.storage.named_file import Write, caller_writes
from companion.storage.records import RECORD, Store
from companion.support.names import place_of
from companion.support.text import listing, nearest, visible
from companion.support.text_tables import TextTable
from companion.support.values import dataclass

ALL_WELL, SKIPPED = 0, 1
LATEST = 10
"""Matches listed below the tables."""

HELD_BACK = (
    "{name} is duplicate play: it can be copied when all tables have played its boards; the director's page shows when"
)
NONE_SUCH = "No evening matches."
NONE_YET = "Nobody has finished an evening yet: none counts in {place}."
NOT_THERE = "Nobody has finished an evening yet: {place} is not there."
NOT_OVER = " Not over yet: {number} (companion play)."
ASIDE = " Put aside: {number} (companion history bring-back {name})."


def date(word: str) -> str:
    """A day, a month or a year as 2026-11-27."""
    for form in ("%Y-%m-%d", "%Y-%m", "%Y"):
        with suppress(ValueError):
            if time.strftime(form, time.strptime(word, form)) == word:
                return word
    raise ArgumentTypeError(f"“{word}” is no date; allowed: 2026, 2026-11 or 2026-11-27")


_EVENING = argument("EVENING", "its number or its name", asks="Which evening? companion history list numbers them.")


_PLAYED = {
    "game": argument("GAME", "only this game", nargs="?"),
    "--player": argument("NAME", "only evenings with this player", type=person_name),
    "--with": argument("NAME", "only evenings in which this was the partner of --player", type=person_name),
    "--option": argument("RULE=VALUE", "only evenings with this house rule; may be repeated", action="append"),
    "--since": argument("DATE", "only evenings from this day, month or year on, as 2026-01", type=date),
    "--until": argument("DATE", "only evenings up to the end of this day, month or year", type=date),
    "--json": flag("print one JSON object instead of tables"),
    "--csv": flag("print a row for each person and evening, for spreadsheets"),
    "--bgstats": flag("print a link for each evening, which hands it to the app BG Stats"),
    **FILES,
}


_ONE_FORM = {"--csv": "--json", "--bgstats": "--csv", "--json": "--bgstats"}
_OF_A_PAIR = {"--with": "--player"}


COMMAND = Command(
    "history",
    arguments=_PLAYED,
    needs=_OF_A_PAIR,
    excludes=_ONE_FORM,
    usual="games",
    actions=(
        Command("list", "list the evenings with their numbers", _PLAYED, needs=_OF_A_PAIR, excludes=_ONE_FORM),
        Command(
            "show",
            "show an evening deal by deal",
            {"evening": _EVENING, "--json": flag("print one JSON object instead of tables"), **FILES},
        ),
        Command("export", "copy the record of an evening", {"evening": _EVENING, "file": WRITTEN_FILE, **FILES}),
        Command(
            "people", "list everybody who has played, and in how many evenings", FILES, run="history_changes:people"
        ),
        Command(
            "rename",
            "call a person otherwise in history; the records stay as they are",
            {
                "old": argument("OLD", "who", asks="Who? companion history people lists everybody."),
                "new": argument(
                    "NEW", "the new name", asks="What is the new name? For example: history rename Bobby Bob"
                ),
                **FILES,
            },
            run="history_changes:rename",
        ),
        Command(
            "merge",
            "count the evenings of one name for another: both are one person",
            {
                "name": argument("NAME", "whose evenings", asks="Whose? companion history people lists everybody."),
                "into": argument(
                    "INTO", "who that is", asks="Who is that? For example: companion history merge Bobby Bob"
                ),
                "--yes": flag("ask nothing, also where both have played in one evening"),
                **FILES,
            },
            run="history_changes:merge",
        ),
        Command(
            "take-back",
            "call a person as the records do again",
            {
                "name": argument(
                    "NAME", "the name in the records", asks="Which name? companion history people lists them."
                ),
                **FILES,
            },
            run="history_changes:take_back",
        ),
        Command(
            "put-aside",
            "let an evening that was played by mistake not count; its record stays as it is",
            {"evening": _EVENING, **FILES},
            run="history_changes:put_aside",
        ),
        Command(
            "bring-back",
            "let an evening count again that was put aside",
            {
                "evening": argument(
                    "EVENING", "its number or its name", asks="Which evening? A wrong name lists those put aside."
                ),
                **FILES,
            },
            run="history_changes:bring_back",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A finished record: its number, and its match or why it does not count."""

    number: int
    path: Path
    result: FinishedMatch | NotScoredError

    def require_match(self) -> FinishedMatch:
        """The match. Raises WrongUseError if the record does not count."""
        if isinstance(self.result, NotScoredError):
            raise WrongUseError(f"{self.path.stem} cannot be shown: {self.result}")
        return self.result


def history(arguments: Namespace) -> int:
    """Run `companion history`; returns the exit status."""
    settings = settings_of(arguments)
    with caller_writes(data_directory(settings.data.directory), arguments.file) as write:
        return _answer(arguments, Store(data_of(settings)), write)


def _answer(arguments: Namespace, store: Store, write: Write) -> int:
    match arguments.what:
        case "show":
            _show(_one(store, arguments.evening), as_json=arguments.json)
        case "export":
            _export(store.root, _one(store, arguments.evening), arguments.file or "-", write)
        case _:
            return _overview(store, _game(arguments.game) if arguments.game else "", arguments)
    return ALL_WELL


# ---------------------------------------------------------------- all evenings


def _overview(store: Store, game: str, arguments: Namespace) -> int:
    rows = rows_of(store)
    skipped = [row for row in rows if isinstance(row.result, NotScoredError)]
    for row in skipped:
        complain("history", f"{row.path.name}: skipped: {row.result}")
    wanted = _selection(game, arguments)
    kept = _asked_for(store, rows, wanted)
    if arguments.json:
        _print_json(_as_json(kept, skipped))
    elif arguments.csv:
        print_bytes(as_csv(kept, GAMES).encode())
    elif arguments.bgstats:
        _print_links(kept)
    elif not rows:
        print_lines([none_yet(store) + service_hint(store.root, "history")])
    elif not kept:
        print_lines([NONE_SUCH])
    elif arguments.what == "list":
        print_tables([matches_table(kept, GAMES)])
    else:
        print_tables(_tables(kept, wanted))
    return SKIPPED if skipped else ALL_WELL


def none_yet(store: Store) -> str:
    """The answer where no record is finished: what there is instead."""
    if not store.root.is_dir():
        return NOT_THERE.format(place=store.root)
    return NONE_YET.format(place=store.finished_in) + _other_matches(store)


def _other_matches(store: Store) -> str:
    """How many matches are not over or put aside, and what brings them into history. Empty: there are none."""
    running, aside = store.all_running(), store.thrown_away()
    told = NOT_OVER.format(number=len(running)) if running else ""
    return told + (ASIDE.format(number=len(aside), name=quote(aside[0].stem)) if aside else "")


def _selection(game: str, arguments: Namespace) -> Selection:
    """What the command line asks for. Raises WrongUseError for a house rule that no game has."""
    rules = dict(map(_house_rule, arguments.option or ()))
    period = (arguments.since or "", arguments.until or "")
    return Selection(game, arguments.player or "", vars(arguments)["with"] or "", rules, *period)


def _house_rule(word: str) -> tuple[str, str]:
    name, _, value = word.lower().partition("=")
    options = [option for game in GAMES.values() for option in game.options]
    values = [value for option in options if option.name == name for value in option.values]
    if value not in values:
        names = {option.name for option in options}
        allowed = f"{name} takes {', '.join(dict.fromkeys(values))}" if values else "as passing=none"
        raise WrongUseError(f"“{word}” is no house rule here; {allowed}{nearest(name, names) if not values else ''}")
    return name, value


def _asked_for(store: Store, rows: Sequence[HistoryRow], wanted: Selection) -> list[NumberedMatch]:
    """The matches of this selection. Raises WrongUseError for people who are in no finished match."""
    played = [
        NumberedMatch(row.number, row.path.stem, row.result) for row in rows if isinstance(row.result, FinishedMatch)
    ]
    kept = [numbered for numbered in played if wanted.game in {"", numbered.match.game}]
    names = people_in(numbered.match for numbered in kept)
    of = f"of {GAMES[wanted.game].title}" if wanted.game else "here"
    for name in filter(None, (wanted.player, wanted.partner)):
        if place_of(name, names) is None:
            known = ", ".join(sorted(names)) or f"nobody.{_other_matches(store)}"
            others = f"these people have: {known}{nearest(name, names)}"
            raise WrongUseError(f"“{name}” has finished no evening {of}; {others}")
    return [numbered for numbered in kept if wanted.takes(numbered.match, GAMES)]


def _print_links(kept: Sequence[NumberedMatch]) -> None:
    for exported in kept:
        try:
            began = datetime.fromisoformat(exported.match.at[:19]).astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
        except ValueError:
            complain("history", f"{exported.record}: no link: its record does not tell when it was played")
            continue
        print_lines([bg_stats_link(exported, GAMES[exported.match.game], began)])


def _tables(kept: Sequence[NumberedMatch], wanted: Selection) -> Iterator[TextTable]:
    matches = [numbered.match for numbered in kept]
    yield games_table(game_records(matches), GAMES)
    records = player_records(matches)
    yield from players_tables([record for record in records if wanted.counts(record.player)], GAMES)
    partners = tuple(record for record in partners_records(matches, GAMES) if any(map(wanted.counts, record.partners)))
    if partners:
        yield partners_table(partners, GAMES)
    yield matches_table(kept[-LATEST:], GAMES)


def _as_json(kept: Sequence[NumberedMatch], skipped: list[HistoryRow]) -> dict[str, Any]:
    matches = [numbered.match for numbered in kept]
    return {
        "games": [asdict(record) for record in game_records(matches)],
        "players": [asdict(record) for record in player_records(matches)],
        "partners": [asdict(record) for record in partners_records(matches, GAMES)],
        "evenings": [{"number": numbered.number} | asdict(numbered.match) for numbered in kept],
        "skipped": [{"number": row.number, "record": row.path.name, "reason": str(row.result)} for row in skipped],
    }


def _print_json(answer: dict[str, Any]) -> None:
    print_lines([json.dumps(answer, ensure_ascii=False)])


def _show(row: HistoryRow, *, as_json: bool) -> None:
    match = row.require_match()
    if as_json:
        _print_json({"number": row.number} | asdict(match))
    else:
        print_lines(story(row.path.stem, match, GAMES))


def _export(root: Path, row: HistoryRow, file: str, write: Write) -> None:
    """Write the record in compact form, with its notes and check sums. A record contains no UID."""
    row.require_match()
    lines = unseal(DISK.read(row.path)).lines
    place = club_round_of([line.text for line in lines])
    if is_held_back(row.path.stem, place, _released_boards(root) if place else (), time.time()):
        raise WrongUseError(HELD_BACK.format(name=row.path.stem))
    written = compact(lines)
    if file == "-":
        print_bytes(written)
        return
    with refusing(file):
        write(file, written)
    print_lines([visible(f"{row.path.stem} is written to {file}.")])


def _released_boards(root: Path) -> tuple[str, ...]:
    """The boards of duplicate play that every table has finished, by the director's latest order to this box."""
    try:
        order = Inbox(club_place(os.environ, root) / "inbox").new_order()
    except (OSError, ValueError):
        return ()
    return order.released if order else ()


def _one(store: Store, which: str) -> HistoryRow:
    """A match by its number, or by the name of its record."""
    numbered = number_by_path(store)
    name = which.removesuffix(RECORD)
    names = {path.stem: number for path, number in numbered.items()}
    path = next((path for path, number in numbered.items() if name in {path.stem, str(number)}), None)
    if path is None:
        refuse_aside(store, name)
        many = f"they are numbered 1 to {max(names.values())}" if names else "there is none yet"
        raise WrongUseError(f"“{which}” is not a finished evening; {many}{nearest(name, names)}")
    return _row(store, numbered[path], path, Cache(None), aliases=aliases_in(store.root))


def refuse_aside(store: Store, name: str) -> None:
    """Raises WrongUseError for the number or the name of a match that is put aside."""
    others = store.thrown_away()
    aside = number_by_path(store, others)
    for other in others:
        if name == other.stem or (other in aside and name == str(aside[other])):
            raise WrongUseError(f"{other.stem} is put aside: companion history bring-back {quote(other.stem)}")


# ---------------------------------------------------------------- reading


def rows_of(store: Store, aliases: Aliases | None = None) -> list[HistoryRow]:
    """All finished records; shows progress on a terminal, because the first time is slow.

    `aliases` say what people are called; None: those of the data directory.
    """
    remembered, numbered = Cache(cache_file(os.environ)), number_by_path(store)
    called = aliases_in(store.root) if aliases is None else aliases
    reading = (_row(store, number, path, remembered, aliases=called) for path, number in numbered.items())
    rows = list(with_bar(reading, len(numbered), "Reading"))
    remembered.save()
    return rows


def number_by_path(store: Store, aside: Sequence[Path] = ()) -> dict[Path, int]:
    """The matches that are over, with those not yet left with OK and those `aside`, by their numbers."""
    there = (*store.all_finished(), *store.all_running(), *aside)
    over = [path for path in there if path.parent == store.finished_in or _is_over(store, path)]
    return dict(sorted(numbers(store, over).items(), key=lambda item: item[1]))


def _is_over(store: Store, path: Path) -> bool:
    try:
        return is_over(store.content(path), GAMES)
    except (OSError, NotScoredError):
        return False


def _row(store: Store, number: int, path: Path, remembered: Cache, *, aliases: Aliases) -> HistoryRow:
    try:
        match = remembered.finished_match_of(store.content(path), GAMES)
        return HistoryRow(number, path, aliases.in_match(match))
    except StorageError as fault:
        return HistoryRow(number, path, NotScoredError(f"{fault.what}. {fault.remedy}"))
    except NotScoredError as reason:
        return HistoryRow(number, path, reason)


def _game(word: str) -> str:
    if word.lower() in GAMES:
        return word.lower()
    if ":" in word:
        raise WrongUseError(INSTALL_FIRST.format(place=word))
    games, actions = sorted(GAMES), [action.name for action in COMMAND.actions]
    raise WrongUseError(
        f"“{word}” is not a game here; the games are {', '.join(games)}; or say {listing(actions, 'or')}"
        f"{nearest(word.lower(), (*games, *actions))}"
    )
