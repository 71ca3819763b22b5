"""`companion club evening`: a whole club on this computer, whose tables play by themselves."""

from __future__ import annotations

import json
import re
import signal
import sys
import time
import webbrowser
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from queue import Empty, Queue
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, Self, TypeAlias

from companion.cli import evening_processes as processes
from companion.cli.console import WrongUseError, print_lines
from companion.cli.evening_processes import LOOPBACK, EveningError, mosquitto_path
from companion.director.event import Movement
from companion.director.planning import Shape
from companion.games.registry import GAMES
from companion.simulation.club_box import people
from companion.support.values import dataclass, replace
from companion.web.open_browser import has_windows

Json: TypeAlias = dict[str, Any]

ANSWER_S = 30.0
TOKEN = re.compile(r'<meta name="token" content="([^"]*)">')


class OrganisersPage:
    """A session at the director's page on this computer. Raises EveningError, and OSError without an answer."""

    def __init__(self, port: int, password: str) -> None:
        self._port = port
        self._headers: dict[str, str] = {}
        self._views: Queue[Json] = Queue()
        token = TOKEN.search(self._ask("GET", "/")[0])
        self._headers = {"X-Token": token[1] if token else "", "Content-Type": "application/json"}
        _, cookie = self._ask("POST", "/login", {"password": password})
        self._headers["Cookie"] = cookie.partition(";")[0]

    def wish(self, do: str, **more: object) -> int:
        """Send a wish, as a press on the page does. Returns the number of the first view that includes it."""
        return int(json.loads(self._ask("POST", "/wishes", {"do": do, **more})[0])["changes"])

    def results(self, event: str) -> Json:
        """All results of an event."""
        found: Json = json.loads(self._ask("GET", f"/results/{event}")[0])
        return found

    def follow(self) -> None:
        """Receive the views of the page from now on."""
        Thread(target=self._listen, daemon=True).start()

    def next_view(self, wait_s: float) -> Json | None:
        """The next view of the page; None: there was none in this time."""
        try:
            return self._views.get(timeout=wait_s)
        except Empty:
            return None

    def _listen(self) -> None:
        with closing(HTTPConnection(LOOPBACK, self._port)) as line:
            try:
                line.request("GET", "/events", headers=self._headers)
                for text in line.getresponse():
                    if text.startswith(b"data: {"):
                        self._views.put(json.loads(text[6:]))
            except (OSError, HTTPException):
                return  # the director has ended

    def _ask(self, method: str, path: str, wish: Json | None = None) -> tuple[str, str]:
        """The body of an answer, and the cookie that it sets. Raises EveningError for a refusal."""
        origin = {"Origin": f"http://{LOOPBACK}:{self._port}", "Sec-Fetch-Site": "same-origin"}
        body = None if wish is None else json.dumps(wish)
        with closing(HTTPConnection(LOOPBACK, self._port, timeout=ANSWER_S)) as line:
            line.request(method, path, body, self._headers | origin)
            answer = line.getresponse()
            text = answer.read().decode()
        if answer.status != 200:
            raise EveningError(f"the director refuses {wish or path}: {text}")
        return text, answer.headers.get("Set-Cookie", "")


SEATS = 4
FREE_ROUNDS = 5
"""Rounds that are played of a movement without an end."""
PATIENCE_S = 300.0
"""Maximum seconds without news from the director."""
START_S = 60.0
LOOK_S = 0.25
DIRECTORS_PORT = 8095


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played. `rounds` 0: as many as the movement has. `away_s`: how long a box or the broker is gone."""

    game: str
    tables: int = 8
    movement: str = "howell"
    rounds: int = 0
    deals: int = 1
    duplicate: bool = True
    pace_s: float = 0.0
    away_s: float = 5.0


class ClubEvening:
    """A club in a directory, which is made new, and the processes of this evening. `tell` gets a line for people."""

    def __init__(self, place: Path, plan: Plan, mosquitto: str, tell: Callable[[str], None]) -> None:
        self.place, self.plan = place, plan
        self._tell = tell
        self._people = people(SEATS * plan.tables)
        club, logs = place / "club", place / "logs"
        self._broker_port, self.port = processes.free_port(), processes.free_port(DIRECTORS_PORT)
        self.broker = processes.BrokerProcess(mosquitto, club, self._broker_port, logs / "broker.log")
        words = processes.companion("director", "--data", str(place), "--port", str(self.port), "--club", str(club))
        self.director = processes.Process(words, logs / "director.log")
        names = [f"table-{number}" for number in range(1, plan.tables + 1)]
        self.boxes = [processes.BoxProcesses(name, place / "boxes" / name, plan.pace_s, logs) for name in names]
        self._later: list[tuple[float, Callable[[], None]]] = []
        self._ending = ExitStack()
        self.page: OrganisersPage | None = None
        self.view: Json = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for box in self.boxes:
            for process in box.processes:
                process.ask_to_end()
        self._ending.close()

    # ---------------------------------------------------------------- before the first round

    def make_club(self) -> None:
        """Make the club, with a bundle for each box, as an organiser does."""
        self.place.mkdir(parents=True, exist_ok=True)
        club = str(self.place / "club")
        processes.run("club", "init", club, "--host", processes.HOST, "--port", str(self._broker_port))
        bundles = self.place / "bundles"
        bundles.mkdir()
        for box in self.boxes:
            processes.run("club", "add", box.name, "--club", club, "--to", str(bundles))
            box.join(bundles / f"{box.name}.club", self._people)

    def begin(self) -> None:
        """Start broker, director and boxes, and wait until everybody has tapped a name tag."""
        self._start(self.broker)
        if not processes.wait_for(self.broker.listens, START_S):
            raise EveningError(f"the broker does not listen: {self.broker.last_words()}")
        self._start(self.director)
        password = self.place / "director/password"
        if not processes.wait_for(lambda: password.exists() and self._answers(), START_S):
            raise EveningError(f"the director does not start: {self.director.last_words()}")
        secret = password.read_text("utf-8").strip()
        self.page = OrganisersPage(self.port, secret)
        self.page.follow()
        self._tell(f"The director is at {self.address}, the password is {secret} (Ctrl-C ends everything).")
        for number, box in enumerate(self.boxes):
            self._ending.callback(box.stop)
            box.plug_in(self._people[SEATS * number : SEATS * (number + 1)])
        self._until(lambda view: sum(len(box["here"]) for box in view["boxes"] if box["on"]) == len(self._people))
        self._tell(f"{len(self._people)} people at {self.tables} have tapped their name tags.")

    @property
    def tables(self) -> str:
        """Its number of tables, as "8 tables"."""
        return _number_of(len(self.boxes), "table")

    @property
    def address(self) -> str:
        """Where the organiser's page is."""
        return f"http://{LOOPBACK}:{self.port}/"

    def _start(self, process: processes.Process) -> None:
        self._ending.callback(process.stop)
        process.start()

    def _answers(self) -> bool:
        try:
            OrganisersPage(self.port, "")
        except OSError:
            return False
        except EveningError:
            return True  # the wrong password was refused
        return True

    # ---------------------------------------------------------------- rounds

    def play(self) -> None:
        """Play all rounds. At a third of them a box loses its power, at two thirds the broker is killed."""
        rounds = self._enter()
        unplugged, killed = -(-rounds // 3), -(-2 * rounds // 3)
        for number in range(1, rounds + 1):
            self._wish("round")
            self._tell(f"Round {number} of {rounds}: {self.tables}.")
            if number == unplugged:
                self._unplug(self.boxes[min(2, len(self.boxes) - 1)])
            if number == killed:
                self._kill_broker()
            self._until(lambda view: not view["event"]["waits"])
        while self._later:
            self._look()
        self._wish("ends")

    def _enter(self) -> int:
        """Make an event with everybody present. Returns its number of rounds."""
        plan = self.plan
        choices = {"game": plan.game, "movement": plan.movement, "deals": plan.deals, "duplicate": plan.duplicate}
        event = self._wish("new", title="Club evening", rounds=plan.rounds, **choices)["event"]
        pairs = zip(self._people[::2], self._people[1::2], strict=True)
        for names in pairs if event["pairs"] else ():
            self._wish("partners", names=list(names))
        event = self._wish("enter all")["event"]
        if event["refusal"]:
            raise EveningError(event["refusal"])
        return min(filter(None, (plan.rounds, event["length"])), default=FREE_ROUNDS)

    def _unplug(self, box: processes.BoxProcesses) -> None:
        processes.wait_for(lambda: box.plays, START_S)
        box.stop(signal.SIGKILL)
        self._tell(f"  {box.name} is unplugged in the middle of a deal.")
        self._soon(lambda: self._plug_in(box))

    def _plug_in(self, box: processes.BoxProcesses) -> None:
        box.plug_in()
        self._tell(f"  {box.name} has power again, and goes on where it was.")

    def _kill_broker(self) -> None:
        processes.wait_for(lambda: any(box.plays for box in self.boxes), START_S)
        self.broker.stop(signal.SIGKILL)
        self._tell("  The broker is killed; the tables play on.")
        self._soon(self._start_broker)

    def _start_broker(self) -> None:
        self.broker.start()
        self._tell("  The broker runs again.")

    def _soon(self, what: Callable[[], None]) -> None:
        self._later.append((time.monotonic() + self.plan.away_s, what))

    # ---------------------------------------------------------------- the end

    def records_differ(self) -> Iterator[str]:
        """The records that are not the same, byte for byte, at the director and on the box."""
        for box in self.boxes:
            shelf = self.place / "director/boxes" / box.name
            own = dict(box.records())
            kept = {path.stem: path.read_bytes() for path in shelf.glob("*.table")}
            yield from (f"{box.name}/{name}" for name in own.keys() | kept.keys() if own.get(name) != kept.get(name))

    def compare(self) -> tuple[int, int]:
        """Wait until the director has every record. Returns the numbers of matches and lines. Raises EveningError."""
        if not processes.wait_for(lambda: not any(self.records_differ()), START_S):
            raise EveningError(f"these records differ from those on the box's card: {', '.join(self.records_differ())}")
        kept = [record for box in self.boxes for _, record in box.records()]
        return len(kept), sum(record.count(b"\n") for record in kept)

    def standings(self, matches: int) -> list[Json]:
        """The standings of the page, once all deals of this many matches count."""
        sides = 2 if self.view["event"]["pairs"] else SEATS
        deals = matches * self.plan.deals * sides
        view = self._until(lambda view: sum(row["deals"] for row in view["standings"]) >= deals)
        found: list[Json] = view["standings"]
        return found

    # ---------------------------------------------------------------- waiting

    def _wish(self, do: str, **more: object) -> Json:
        """The view of the page after this wish."""
        assert self.page is not None
        number = self.page.wish(do, **more)
        return self._until(lambda view: view["changes"] >= number)

    def _until(self, seen: Callable[[Json], bool]) -> Json:
        """Wait for a view of the page of which `seen` is true. Raises EveningError."""
        end = time.monotonic() + PATIENCE_S
        while not (self.view and seen(self.view)):
            if self._look():
                end = time.monotonic() + PATIENCE_S
            elif time.monotonic() > end:
                raise EveningError("the evening has stopped: no news from the director")
        return self.view

    def _look(self) -> bool:
        """Do what is due, and take the next view. Returns whether it differs from the last. Raises EveningError."""
        assert self.page is not None
        due = [what for at, what in self._later if at <= time.monotonic()]
        self._later = [deed for deed in self._later if deed[1] not in due]
        for what in due:
            what()
        for part in (self.director, *(process for box in self.boxes if box.is_on for process in box.processes)):
            if not part.runs:
                raise EveningError(f"a process has ended: {part.log.name}: {part.last_words()}")
        view, before = self.page.next_view(LOOK_S), self.view
        self.view = view or before
        return self.view.get("changes") != before.get("changes")


NO_BROKER = "a club needs the broker Mosquitto: sudo apt install mosquitto"
FAILED = 1
PACE_S, AWAY_S = 1.0, 20.0
"""In an evening at a pace to watch: seconds between two gestures, and for which a box or the broker is away."""


def run_evening(arguments: Namespace) -> int:
    """Play an evening, and leave its page open until Ctrl-C; returns the exit status."""
    plan, mosquitto = _plan(arguments), mosquitto_path()
    if mosquitto is None:
        raise WrongUseError(NO_BROKER)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    with ExitStack() as ending:
        place = Path(arguments.data or ending.enter_context(TemporaryDirectory(prefix="club-"))).absolute()
        if place.exists() and any(place.iterdir()):
            raise WrongUseError(f"{place} is not empty: choose an empty directory with --data")
        evening = ending.enter_context(ClubEvening(place, plan, mosquitto, _tell))
        try:
            _run(evening)
            if not arguments.once:
                _tell("Look around on the page. Ctrl-C ends everything.")
                signal.pause()
        except EveningError as why:
            sys.stderr.write(f"companion club evening: {why}\n")
            return FAILED
        except KeyboardInterrupt:
            _tell("\nEverything ends.")
    return 0


def _plan(arguments: Namespace) -> Plan:
    of_partners = (name for name, game in GAMES.items() if Shape.of(game, Movement.HOWELL).partners)
    given = {name: vars(arguments)[name] for name in ("tables", "movement", "rounds", "deals")}
    plan = Plan(arguments.game or next(of_partners), **{name: value for name, value in given.items() if value})
    game = GAMES[plan.game]
    if Shape.of(game, plan.movement).seats != SEATS:
        raise WrongUseError(f"{game.title} by {plan.movement} has no tables of four: choose another movement or game")
    pace_s = PACE_S if arguments.pace is None else arguments.pace
    return plan if arguments.fast else replace(plan, pace_s=pace_s, away_s=AWAY_S)


def _run(evening: ClubEvening) -> None:
    _tell(f"A club is made in {evening.place}: {evening.tables} ...")
    evening.make_club()
    evening.begin()
    if sys.stdin.isatty() and has_windows():
        webbrowser.open(evening.address)
    evening.play()
    matches, lines = evening.compare()
    print_lines(("", *_table(evening.standings(matches)), ""))
    compared = f"{_number_of(matches, 'match', 'es')}, {lines} lines"
    _tell(f"Every record at the director equals the box's, byte for byte: {compared}.")


def _table(standings: Sequence[Json]) -> list[str]:
    """The standings as a table.

    >>> _table([{"place": 1, "names": ["Ann", "Bob"], "deals": 3, "points": 5.0, "percent": 62.5}])
    [' 1  Ann / Bob    62.50%   3 deals']
    """
    width = max((len(" / ".join(standing["names"])) for standing in standings), default=0)
    return [
        f"{row['place']:2}  {' / '.join(row['names']):{width}}  {_worth(row):>8}   {_number_of(row['deals'], 'deal')}"
        for row in standings
    ]


def _number_of(number: int, what: str, many: str = "s") -> str:
    """A number and what is counted.

    >>> _number_of(1, "table"), _number_of(8, "table")
    ('1 table', '8 tables')
    """
    return f"{number} {what}{many if number != 1 else ''}"


def _worth(row: Json) -> str:
    return f"{row['points']:g}" if row["percent"] is None else f"{row['percent']:.2f}%"


def _tell(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - what this command is for
