"""An event as CSV, JSON and USEBIO. Pure.

Each says which records it was made from: the scores name theirs, the standings and USEBIO have the check sum of
`records.csv`, which lists them all.

USEBIO is the XML of bridge clubs for results of pairs (www.usebio.org, version 1.1). What belongs to bridge alone, as
contract and lead, is left out: the score of a board stands for itself. Where the director gave a percent instead, the
score is an A with the percents of both sides in equally many digits, and the match points say the same: programs that
read USEBIO calculate with match points.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Sequence
from xml.etree import ElementTree as ET

from companion import VERSION
from companion.director.event import Movement
from companion.director.standings import NORTH_SOUTH, WHOLE
from companion.director.tables import COLUMNS, Row, Tables
from companion.support.csv_text import csv_text
from companion.support.messages import msg

SCORES = COLUMNS["scores"].split()[1:]
STANDINGS = "place direction names deals points percent out records".split()
RECORDS = COLUMNS["records"].split()[1:]
HEADINGS = {"table_number": "table"}
SEATS = "NESW"


def scores_csv(tables: Tables) -> bytes:
    """Every score of every seat."""
    return _csv(SCORES, ({**row, **_readable(row)} for row in tables["scores"]))


def standings_csv(tables: Tables) -> bytes:
    """The standings."""
    more = {"records": sum_of(tables)}
    rows = ({**row, **_readable(row), "points": _tenths(row["tenths"]), **more} for row in tables["standings"])
    return _csv(STANDINGS, rows)


def records_csv(tables: Tables) -> bytes:
    """The records that the event was made from."""
    return _csv(RECORDS, tables["records"])


def sum_of(tables: Tables) -> str:
    """The CRC-32 of `records.csv`."""
    return f"{zlib.crc32(records_csv(tables)):08x}"


def _readable(row: Row) -> Row:
    """The percent and the seat of a row as people read them."""
    columns: Row = {"percent": _hundredths(row["percent"])}
    if "seat" in row:
        columns["seat"] = SEATS[row["seat"]] if row["seat"] < len(SEATS) else row["seat"] + 1
    return columns


def _csv(columns: Sequence[str], rows: Iterable[Row]) -> bytes:
    heads = (HEADINGS.get(name, name) for name in columns)
    return csv_text((heads, *([row[name] for name in columns] for row in rows))).encode()


def _hundredths(percent: int | None) -> str:
    return "" if percent is None else f"{percent / 100:.2f}"


def _tenths(tenths: int) -> float:
    return tenths // 10 if tenths % 10 == 0 else tenths / 10


def as_json(tables: Tables) -> bytes:
    """All rows."""
    return (json.dumps(tables, ensure_ascii=False, indent=1) + "\n").encode()


def for_usebio(movement: str, *, duplicate: bool) -> bool:
    """Whether pairs play the same boards."""
    return duplicate and movement != Movement.INDIVIDUAL


def usebio(tables: Tables) -> bytes:
    """The results of a duplicate event of pairs. Raises ValueError for any other."""
    (event,) = tables["events"]
    are_pairs = all(len(_people(row["entrant"], tables)) == 2 for row in tables["entrants"])
    if not for_usebio(event["movement"], duplicate=event["duplicate"]) or not are_pairs:
        raise ValueError(msg("USEBIO is for events of pairs who play the same boards"))
    root = ET.Element("USEBIO", Version="1.1")
    root.append(ET.Comment(f" made from {len(tables['records'])} records, of which records.csv has {sum_of(tables)} "))
    ET.SubElement(ET.SubElement(root, "CLUB"), "CLUB_NAME").text = event["title"]
    results = ET.SubElement(root, "EVENT", EVENT_TYPE="SWISS_PAIRS" if event["movement"] == Movement.SWISS else "PAIRS")
    boards = sorted({row["board"] for row in tables["scores"] if row["board"]})
    directions = {row["direction"] for row in tables["standings"]}
    _texts(
        results,
        PROGRAM_NAME="Tabletop Companion",
        PROGRAM_VERSION=VERSION,
        EVENT_DESCRIPTION=event["title"],
        DATE=_date(event["name"]),
        BOARD_SCORING_METHOD="MATCH_POINTS",
        WINNER_TYPE=2 if NORTH_SOUTH in directions else 1,
        BOARDS_PLAYED=len(boards),
    )
    _participants(results, tables)
    for board in boards:
        _board(results, board, tables)
    ET.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(root, encoding="unicode")}\n'.encode()


def _people(entrant: int, tables: Tables) -> list[str]:
    """The names of an entrant, in order."""
    return [row["name"] for row in tables["entrants"] if row["entrant"] == entrant]


def _date(name: str) -> str:
    """The day of an event, from its name: 25/11/2026; empty: it has none."""
    year, month, day = (*name.split("-"), "", "", "")[:3]
    return f"{day}/{month}/{year}" if f"{year}{month}{day}".isdigit() else ""


def _participants(event: ET.Element, tables: Tables) -> None:
    everybody = ET.SubElement(event, "PARTICIPANTS")
    for row in sorted(tables["standings"], key=lambda row: row["entrant"]):
        place = row["direction"], row["place"]
        tied = sum((other["direction"], other["place"]) == place for other in tables["standings"])
        pair = ET.SubElement(everybody, "PAIR")
        _texts(pair, PAIR_NUMBER=row["entrant"], DIRECTION=row["direction"].replace("-", "") or None)
        _texts(pair, BOARDS_PLAYED=row["deals"], PERCENTAGE=_hundredths(row["percent"]) or None)
        _texts(pair, PLACE=f"{row['place']}{'=' * (tied > 1)}")
        for name in _people(row["entrant"], tables):
            _texts(ET.SubElement(pair, "PLAYER"), PLAYER_NAME=name)


def _board(event: ET.Element, number: int, tables: Tables) -> None:
    board = ET.SubElement(event, "BOARD")
    _texts(board, BOARD_NUMBER=number)
    entrants = {(row["round"], row["name"]): row["entrant"] for row in tables["seats"]}
    scores = (row for row in tables["scores"] if row["board"] == number)
    sides = {(row["round"], row["table_number"], row["seat"]): row for row in scores}
    most = max(row["match_points_most"] or 2 for row in sides.values())
    for (round_number, table, seat), north in sides.items():
        if seat != 0:
            continue
        east = sides[round_number, table, 1]
        _texts(
            ET.SubElement(board, "TRAVELLER_LINE"),
            NS_PAIR_NUMBER=entrants[round_number, north["name"]],
            EW_PAIR_NUMBER=entrants[round_number, east["name"]],
            SCORE=_percent_score(north["percent"], east["percent"]) if north["points"] is None else north["points"],
            NS_MATCH_POINTS=_match_points(north, most),
            EW_MATCH_POINTS=_match_points(east, most),
        )


def _percent_score(*percents: int) -> str:
    """The score of a board whose percents were given, in hundredths: A6040, A100000 for 100 and 0."""
    whole = [str(percent // 100) for percent in percents]
    digits = max(2, *map(len, whole))
    return "A" + "".join(percent.zfill(digits) for percent in whole)


def _match_points(row: Row, most: int) -> str | None:
    """The match points of a side, at most `most` on this board. None: nobody else had the same cards."""
    if row["points"] is None:
        return f"{row['percent'] * most / WHOLE:g}"
    return None if row["match_points"] is None else str(row["match_points"])


def _texts(parent: ET.Element, **values: object) -> None:
    """Elements with these texts; None: there is no such element."""
    for name, value in values.items():
        if value is not None:
            ET.SubElement(parent, name).text = str(value)


EXPORTS: dict[str, tuple[str, Callable[[Tables], bytes]]] = {
    "standings.csv": ("text/csv", standings_csv),
    "scores.csv": ("text/csv", scores_csv),
    "records.csv": ("text/csv", records_csv),
    "event.json": ("application/json", as_json),
    "usebio.xml": ("application/xml", usebio),
}
"""Media type and maker by name."""
