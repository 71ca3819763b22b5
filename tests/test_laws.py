"""Who may enter which room: the import laws of the architecture, read from the files themselves."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from companion.games.plugins import PlugIn, save_index
from companion.games.registry import GAMES as RULES
from companion.runtime import splash
from companion.runtime.devices import picture_messages
from companion.screens.layouts import draw
from companion.screens.templates import fill
from companion.screens.words import SPLASH
from companion.settings.schema import DEFAULTS
from tests.cases import for_each
from tests.evening import FULL_DEAL_RECORD, begun

ROOT = Path(__file__).parents[1]

FLOORS = tuple(
    frozenset(floor.split())
    for floor in (
        "support",
        "parts",
        "cards tags http",
        "rules storage",
        "match inputs",
        "players enrolment",
        "table",
        "screens",
        "games history api",
        "settings plugins",
        "voice club",
        "runtime scoreboard director phone",
        "simulation room",
        "web terminal doctor testing",
        "cli",
    )
)
"""The rooms of companion/, lowest first. A room imports from floors below its own."""
GROUND = {"companion", "companion.__main__"}
"""What starts the program imports what it starts."""

PURE_ROOMS = tuple(
    """
    companion.support companion.cards companion.tags companion.rules companion.match companion.inputs
    companion.players companion.enrolment companion.table companion.screens companion.games companion.history
    companion.settings companion.storage.journal companion.club.payloads companion.club.topics companion.club.sender
    companion.club.bundle companion.club.broker_config companion.club.register
    companion.club.may_leave companion.club.home_assistant
    companion.director.collection companion.director.event companion.director.event_words
    companion.director.movements
    companion.director.planning companion.director.results companion.director.standings companion.director.orders
    companion.director.hand_records companion.director.hands_text
    companion.director.tables companion.director.exports companion.director.wishes
    companion.runtime.gestures companion.runtime.part_health
""".split()
)
AT_THE_EDGE = {
    "companion.director.movements.pairs": "draws by a chance that is always the same",
    "companion.enrolment.deck_transfer": "carries decks from box to box",
    "companion.games.pictures": "reads the pictures of the games",
    "companion.games.plugins": "reads which games other packages bring",
    "companion.games.registry": "opens what the owner of a house wrote",
    "companion.games.toriatama.at_home": "reads the drinks of the house",
    "companion.history.cache": "remembers records on the card",
    "companion.history.known_people": "keeps the list of people",
    "companion.settings.search_path": "finds the settings file",
    "companion.settings.settings_file": "keeps a setting in it",
}
"""Modules of pure rooms that touch files, and why."""

FORBIDDEN_TO_THE_CORE = tuple(
    """
    time os io random threading socket datetime secrets subprocess asyncio select multiprocessing shutil tempfile
    hardware companion.storage.records companion.storage.deck_files companion.storage.disk
    companion.storage.record_source companion.storage.background_sync
""".split()
)
FILE_WORDS = frozenset("open read_text read_bytes write_text write_bytes mkdir unlink".split())

THIRD_PARTY = frozenset("gpiozero gpiod luma mfrc522 serial spidev smbus2 smbus RPi lgpio".split())
PIN_FACTORIES = frozenset({"hardware.gpiod_factory", "hardware.sim.pin_factory"})
"""Modules of subclasses of gpiozero, which they import at once: nobody imports them before pins are wanted."""
MAY_KNOW_HARDWARE = tuple(
    """
    companion.runtime.devices companion.runtime.simulated_devices companion.runtime.loop companion.runtime.panel
    companion.runtime.gain_trial companion.runtime.tag_reading
    companion.parts
    companion.runtime.splash companion.runtime.first_picture companion.runtime.last_words
    companion.cli.play companion.cli.doctor
    companion.room.parts companion.room.playing companion.phone.pairing companion.doctor
""".split()
)
"""What to build, the kinds of parts, the loop, its panel, the first light, what shows the wires, a page, the doctor."""

WEB = frozenset("starlette uvicorn h11 anyio".split())
MAY_SERVE = {
    "companion.http.serving",
    "companion.http.site",
    "companion.web.server",
    "companion.scoreboard.server",
    "companion.director.server",
    "companion.room.server",
    "companion.phone.server",
}
"""The modules that load the packages of the pages, and nobody else loads them before a page is to be served."""
SERVING_COMMANDS = {"companion.cli.scoreboard_serve", "companion.cli.director_serve", "companion.room.playing"}
"""What runs when a page is to be served: loaded by its name (`cli/main.py`, `cli/play.py`), and by nobody else."""


WIRE = {"paho": ("companion.club.link", "companion.club.office")}
"""The package of the broker, and the modules that import it, when they connect."""


@dataclass(frozen=True)
class Import:
    """One import of a file: what, on which line, whether only when a function is called, and whether by a text."""

    module: str
    line: int
    lazy: bool
    by_text: bool = False


@cache
def parsed(source: str) -> ast.Module:
    return ast.parse(source)


@cache
def imports(source: str) -> tuple[Import, ...]:
    """Every import of a source text, those in functions and for type checkers, too; names come after their module."""
    return (*_imports_below(parsed(source), lazy=False), *_imports_by_text(source))


def _imports_below(node: ast.AST, *, lazy: bool) -> Iterator[Import]:
    lazy = lazy or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    for below in ast.iter_child_nodes(node):
        if isinstance(below, ast.Import):
            yield from (Import(alias.name, below.lineno, lazy) for alias in below.names)
        elif isinstance(below, ast.ImportFrom):
            assert below.level == 0, "no relative imports here"
            yield Import(below.module or "", below.lineno, lazy)
            yield from (Import(f"{below.module}.{alias.name}", below.lineno, lazy) for alias in below.names)
        elif isinstance(below, ast.stmt | ast.excepthandler | ast.match_case):
            yield from _imports_below(below, lazy=lazy)


def places_in(source: str) -> list[tuple[int, str]]:
    """The line and the place of each part that is imported by a text, "module:name"."""
    calls = (node for node in ast.walk(parsed(source)) if isinstance(node, ast.Call) and node.args)
    named = (call for call in calls if getattr(call.func, "id", "") in {"lazy_call", "import_later"})
    return [(call.lineno, str(call.args[0].value)) for call in named if isinstance(call.args[0], ast.Constant)]


def _imports_by_text(source: str) -> Iterator[Import]:
    if "lazy_import" in source:  # walking through all files takes long
        for line, place in places_in(source):
            module, _, name = place.partition(":")
            yield from (Import(found, line, lazy=True, by_text=True) for found in (module, f"{module}.{name}"))


def is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def is_in_any(module: str, packages: tuple[str, ...]) -> bool:
    return any(is_in(module, package) for package in packages)


def imports_of(source: str, packages: tuple[str, ...]) -> list[str]:
    """The imports that lie in one of these packages, with their lines."""
    found = (imported for imported in imports(source) if any(is_in(imported.module, package) for package in packages))
    return [f"line {imported.line}: {imported.module}" for imported in found]


def touches_files(source: str) -> list[str]:
    """Calls by which a text would read or write files."""
    calls = (node for node in ast.walk(parsed(source)) if isinstance(node, ast.Call))
    named = ((call.lineno, getattr(call.func, "attr", getattr(call.func, "id", ""))) for call in calls)
    return [f"line {line}: {name}()" for line, name in named if name in FILE_WORDS]


def inside_functions(source: str) -> list[int]:
    """The lines of imports that are made when a function is called."""
    return sorted({imported.line for imported in imports(source) if imported.lazy and not imported.by_text})


def eager_third_party(source: str) -> list[str]:
    found = (
        imported for imported in imports(source) if imported.module.split(".")[0] in THIRD_PARTY and not imported.lazy
    )
    return [f"line {imported.line}: {imported.module}" for imported in found]


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def modules(*packages: str) -> dict[str, str]:
    """The source texts of all modules of these packages, by module name."""
    found = {}
    for package in packages:
        place = ROOT / package.replace(".", "/")
        for path in [*place.rglob("*.py"), place.with_suffix(".py")]:
            if path.is_file():
                found[module_of(path)] = path.read_text("utf-8")
    return found


CORE_MODULES = {name: source for name, source in modules(*PURE_ROOMS).items() if name not in AT_THE_EDGE}
COMPANION, HARDWARE, SIM = modules("companion"), modules("hardware"), modules("hardware.sim")
GAMES = sorted(path.name for path in (ROOT / "companion/games").iterdir() if (path / "__init__.py").is_file())


def game_of(module: str) -> str:
    """The game in whose folder a module lies; empty for none."""
    return next((game for game in GAMES if is_in(module, f"companion.games.{game}")), "")


def room_of(module: str) -> str:
    """The room that a module of companion/ lies in; empty for what lies loose."""
    return module.split(".")[1] if module.count(".") else ""


def floor_of(room: str) -> int:
    return next(number for number, floor in enumerate(FLOORS) if room in floor)


@cache
def arrows() -> dict[str, set[str]]:
    """Which modules of companion/ a module imports. An entry names its parts by texts, and knows nothing of them."""
    return {
        name: {
            imported.module
            for imported in imports(source)
            if imported.module in COMPANION and not is_in(name, imported.module)
            if not (imported.by_text and name.endswith(".entry"))
        }
        for name, source in COMPANION.items()
    }


def test_every_room_has_a_floor_and_nothing_lies_loose() -> None:
    assert {room_of(name) for name in set(COMPANION) - GROUND} == set().union(*FLOORS)
    assert len(SIM) > 10


@for_each("name", sorted(set(COMPANION) - GROUND))
def test_imports_point_downwards(name: str) -> None:
    own = floor_of(room_of(name))
    rooms = {room_of(other) for other in arrows()[name]} - {room_of(name), ""}
    assert [room for room in rooms if floor_of(room) >= own] == []


def test_no_circle_of_files() -> None:
    left = dict(arrows())
    while free := {name for name, others in left.items() if not others & left.keys()}:
        left = {name: others for name, others in left.items() if name not in free}
    assert left == {}


def test_a_public_class_name_is_used_once() -> None:
    where: dict[str, list[str]] = {}
    for name, source in modules("companion", "hardware", "tools").items():
        for node in ast.walk(parsed(source)):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                where.setdefault(node.name, []).append(name)
    assert {name: found for name, found in where.items() if len(set(found)) > 1} == {}


LABELS = frozenset("chosen headline label sentence short title".split())
"""What stands there for people to read."""


def dispatches_on_labels(source: str) -> list[str]:
    """Where a text for people is compared, searched or matched to find out what to do."""
    asked: list[ast.expr] = []
    for node in ast.walk(parsed(source)):
        match node:
            case ast.Compare(left=left, comparators=others, ops=[ast.Eq() | ast.NotEq() | ast.In() | ast.NotIn()]):
                asked += [left, *others]
            case ast.Match(subject=subject):
                asked.append(subject)
            case ast.Call(func=ast.Attribute(attr="startswith" | "endswith" | "partition", value=value)):
                asked.append(value)
            case _:
                pass
    return [
        f"line {node.lineno}: {node.attr}" for node in asked if isinstance(node, ast.Attribute) and node.attr in LABELS
    ]


def decides_on_sounds(source: str) -> list[str]:
    """Where a cue is compared or matched."""
    decisions: list[ast.AST] = []
    for node in ast.walk(parsed(source)):
        match node:
            case ast.Compare():
                decisions.append(node)
            case ast.Match(subject=subject, cases=cases):
                decisions += [subject, *(case.pattern for case in cases)]
            case _:
                pass
    asked = [part for node in decisions for part in ast.walk(node)]
    return [f"line {part.lineno}" for part in asked if isinstance(part, ast.Name) and part.id in {"Cue", "CUES"}]


def test_a_sound_follows_from_the_outcome_and_decides_nothing() -> None:
    deciding = {name: decides_on_sounds(source) for name, source in COMPANION.items()}
    assert {name: lines for name, lines in deciding.items() if lines} == {}


def test_nobody_else_chooses_a_sound() -> None:
    importers = {name for name, source in COMPANION.items() if imports_of(source, ("companion.table.cues",))}
    assert importers == {"companion.runtime.loop"}


KNOW_THE_PANEL = {
    "companion.screens.picture",
    "companion.screens.layouts",
    "companion.screens.current_screen",
    "companion.testing.screens",
    "companion.terminal.view",
    "companion.doctor.simulated",
}
"""Who says which panel a picture is drawn for by default, who draws it in a terminal, and who looks at its corners."""


def knows_the_panel(source: str) -> bool:
    """Whether a module has the size of the panel of the box as numbers or by name."""
    names = {name.id for name in ast.walk(parsed(source)) if isinstance(name, ast.Name)}
    numbers = {number.value for number in ast.walk(parsed(source)) if isinstance(number, ast.Constant)}
    calls = [call for call in ast.walk(parsed(source)) if isinstance(call, ast.Call)]
    blank = any(ast.unparse(call) == "bytes(1024)" for call in calls)
    return blank or "PANEL" in names or {128, 64} <= numbers


def test_few_modules_know_how_large_the_panel_is() -> None:
    assert {name for name, source in COMPANION.items() if knows_the_panel(source)} == KNOW_THE_PANEL


@for_each("name", sorted(COMPANION))
def test_nothing_is_dispatched_on_a_text_for_people(name: str) -> None:
    assert dispatches_on_labels(COMPANION[name]) == []


@pytest.mark.parametrize(
    "source",
    [
        'if question.title == "Revoke": pass',
        'if choice.label in {"a", "b"}: pass',
        'question.chosen.startswith("undo")',
        'match question.chosen:\n    case "end here": pass',
    ],
)
def test_a_text_for_people_that_decides_is_found(source: str) -> None:
    assert dispatches_on_labels(source)


@for_each("name", AT_THE_EDGE)
def test_whoever_is_at_the_edge_touches_files(name: str) -> None:
    assert imports_of(COMPANION[name], FORBIDDEN_TO_THE_CORE) or touches_files(COMPANION[name])


@for_each("name", sorted(CORE_MODULES))
def test_the_core_touches_no_time_no_chance_no_files_and_no_hardware(name: str) -> None:
    assert imports_of(CORE_MODULES[name], FORBIDDEN_TO_THE_CORE) == []
    assert touches_files(CORE_MODULES[name]) == []


@for_each("name", sorted(name for name in COMPANION if not is_in_any(name, MAY_KNOW_HARDWARE)))
def test_only_devices_and_loop_know_that_there_is_hardware(name: str) -> None:
    assert imports_of(COMPANION[name], ("hardware",)) == []


def test_the_house_tells_who_may_know_hardware_and_which_rooms_are_not_pure() -> None:
    """Law 2 of companion/README.md."""
    law = (ROOT / "companion/README.md").read_text("utf-8").partition("\n2. ")[2].partition("\n3. ")[0]
    named = {*re.findall(r"(\w+)\.py`", law), *re.findall(r"`(\w+)/`", law)} - {"runtime"}
    assert named == {name.rpartition(".")[2] for name in MAY_KNOW_HARDWARE}
    below = set().union(*FLOORS[: floor_of("settings") + 1]) - {"api"}
    impure = below - {room_of(name) for name in CORE_MODULES if name != "companion.storage.journal"}
    assert impure == {*re.findall(r"`(\w+)`", law.partition("but for")[2].partition(";")[0])}


@pytest.mark.parametrize("room", MAY_KNOW_HARDWARE)
def test_whoever_may_know_hardware_does(room: str) -> None:
    assert any(imports_of(source, ("hardware",)) for name, source in COMPANION.items() if is_in(name, room))


def test_the_loop_knows_the_seams_only() -> None:
    known = {
        imported.module
        for imported in imports(COMPANION["companion.runtime.loop"])
        if is_in(imported.module, "hardware")
    }
    assert all(is_in(module, "hardware.bus") for module in known)


@for_each("name", sorted(COMPANION))
def test_packages_for_hardware_are_imported_in_hardware_only(name: str) -> None:
    assert imports_of(COMPANION[name], tuple(THIRD_PARTY)) == []


@for_each("name", sorted(set(COMPANION) - MAY_SERVE))
def test_packages_of_the_pages_are_imported_by_their_servers_only(name: str) -> None:
    assert imports_of(COMPANION[name], tuple(WEB)) == []
    assert not [
        imported
        for imported in imports(COMPANION[name])
        if is_in_any(imported.module, tuple(SERVING_COMMANDS)) and not imported.by_text
    ]
    assert name in SERVING_COMMANDS or not [
        imported for imported in imports(COMPANION[name]) if imported.module in MAY_SERVE and not imported.lazy
    ]


@for_each("name", sorted(COMPANION))
def test_packages_of_the_broker_are_imported_by_the_links_only_and_when_they_connect(name: str) -> None:
    others = tuple(package for package, links in WIRE.items() if name not in links)
    assert imports_of(COMPANION[name], others) == []
    assert [
        imported
        for imported in imports(COMPANION[name])
        if is_in_any(imported.module, tuple(WIRE)) and not imported.lazy
    ] == []


ORGANISERS = {"companion.club.authority", "companion.club.office", "companion.cli.club_office"}
"""The modules of the organiser's computer: whoever else loads one does so when it is asked for."""


@for_each("name", sorted(COMPANION))
def test_a_box_does_without_the_package_that_makes_certificates(name: str) -> None:
    assert name == "companion.club.authority" or imports_of(COMPANION[name], ("cryptography",)) == []
    assert name in ORGANISERS or not [
        imported for imported in imports(COMPANION[name]) if imported.module in ORGANISERS and not imported.lazy
    ]


@for_each("name", sorted(CORE_MODULES))
def test_the_core_knows_no_page_and_no_terminal(name: str) -> None:
    assert imports_of(CORE_MODULES[name], ("companion.web", "companion.terminal")) == []


MOST_INSIDE = 60
"""Imports inside functions: each saves a start what it need not load, or is a package that not everybody has."""


def test_imports_inside_functions_are_few() -> None:
    inside = [f"{name} {line}" for name, source in (COMPANION | HARDWARE).items() for line in inside_functions(source)]
    assert len(inside) <= MOST_INSIDE, inside


MOST_BY_TEXT = 64
"""Names that `lazy_call` or `import_later` bind, but for the parts of entries and of kinds of readers."""


def test_names_that_are_imported_later_are_few() -> None:
    bound = [
        f"{name} {line}"
        for name, source in COMPANION.items()
        if not (name.endswith(".entry") or is_in(name, "companion.parts"))
        for line, _ in places_in(source)
    ]
    assert len(bound) <= MOST_BY_TEXT, bound


def test_what_is_imported_later_is_there() -> None:
    """No type checker follows a text."""
    places = {place.partition(":")[::2] for source in COMPANION.values() for _, place in places_in(source)}
    assert [place for place in sorted(places) if not hasattr(import_module(place[0]), place[1])] == []


@for_each("name", sorted(HARDWARE))
def test_packages_for_hardware_are_imported_when_they_are_needed(name: str) -> None:
    assert name in PIN_FACTORIES or eager_third_party(HARDWARE[name]) == []


@for_each("name", sorted(HARDWARE))
def test_hardware_knows_no_cards(name: str) -> None:
    assert imports_of(HARDWARE[name], ("companion",)) == []


@for_each("name", sorted(SIM))
def test_the_simulation_shares_nothing_with_the_drivers_but_the_seams(name: str) -> None:
    inside = {imported.module for imported in imports(SIM[name]) if is_in(imported.module, "hardware")}
    assert all(is_in(module, "hardware.sim") or is_in(module, "hardware.bus") for module in inside)


@for_each("name", sorted(name for name in HARDWARE if is_in(name, "hardware.frames")))
def test_the_frames_are_arithmetic(name: str) -> None:
    assert imports_of(HARDWARE[name], FORBIDDEN_TO_THE_CORE) == []


@for_each("name", sorted(name for name in HARDWARE if is_in(name, "hardware.drivers")))
def test_the_drivers_take_nothing_from_the_simulation(name: str) -> None:
    assert imports_of(HARDWARE[name], ("hardware.sim",)) == []


@for_each("name", sorted(name for name in COMPANION if game_of(name)))
def test_no_game_imports_another_game(name: str) -> None:
    others = tuple(f"companion.games.{other}" for other in GAMES if other != game_of(name))
    assert imports_of(COMPANION[name], others) == []


@for_each("name", sorted(name for name in COMPANION if not is_in(name, "companion.api")))
def test_the_door_for_games_of_others_is_used_by_nobody_here(name: str) -> None:
    assert imports_of(COMPANION[name], ("companion.api",)) == []


def test_the_door_has_no_room_of_its_own_behind_it() -> None:
    """It gives names of other rooms, and defines none but `__all__`."""
    trees = [ast.parse(source) for name, source in COMPANION.items() if is_in(name, "companion.api")]
    assert len(trees) == 4
    own = [node for tree in trees for node in tree.body if not isinstance(node, ast.Expr | ast.ImportFrom)]
    assert {ast.unparse(node).partition(" = ")[0] for node in own} == {"__all__"}


@pytest.mark.parametrize(
    "module",
    [
        *(
            "companion.cli.main",
            "companion.runtime.loop",
            "companion.runtime.simulated_devices",
            "companion.simulation.box",
        ),
        ", ".join(sorted(set(HARDWARE) - PIN_FACTORIES)),
    ],
    ids=lambda modules: modules.partition(",")[0],
)
def test_importing_the_program_costs_no_hardware_package(module: str) -> None:
    program = f"import sys, {module}; print(*sorted({{name.split('.')[0] for name in sys.modules}}))"
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True, cwd=ROOT
    )
    assert not THIRD_PARTY & set(done.stdout.split())


NAMES_OF_GAMES = re.compile(
    # a suit may have the same name
    r"bird.?(?:dog|head)|\b(?:rook|toriatama|bonehead|euchre)"
    r"""|(?<![HS]": ")(?<![HS]: ")(?<![HS]: tr\(")(?<![HS]": msg\(")(?<!"suit", ")\b(?:hearts|spades)""",
    re.IGNORECASE,
)
TEXTS = [
    path
    for ending in ("py", "js", "html", "css")
    for path in sorted((ROOT / "companion").rglob(f"*.{ending}"))
    if not (path.is_relative_to(ROOT / "companion/games") and game_of(module_of(path)))
    and path != ROOT / "companion/games/registry.py"
]


@for_each("path", TEXTS)
def test_no_game_is_named_outside_its_folder(path: Path) -> None:
    lines = enumerate(path.read_text("utf-8").splitlines(), start=1)
    assert [f"line {number}: {line.strip()}" for number, line in lines if NAMES_OF_GAMES.search(line)] == []


def test_the_law_knows_the_names_of_all_games() -> None:
    assert all(NAMES_OF_GAMES.search(name) for name in (*GAMES, *(game.title for game in RULES.values())))


def test_importing_the_command_line_touches_no_driver() -> None:
    program = "import sys, companion.cli.main; print(*(name for name in sys.modules if name.startswith('hardware')))"
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True, cwd=ROOT
    )
    assert done.stdout.split() == []


NOT_BEFORE_THE_PICTURE = frozenset(
    """
    dataclasses inspect shutil tempfile random secrets tomllib importlib.metadata
    rich gpiozero luma PIL mfrc522 serial companion.web companion.doctor
    companion.cli.history companion.games.plugin_form companion.games.rook.rules companion.games.rook.screen
    companion.table.menu companion.table.enrolling companion.table.computer_rack companion.enrolment companion.players
    companion.screens.enrolling companion.screens.reading_pages companion.screens.computer_seats
    companion.runtime.speaking companion.screens.hearing companion.voice
    companion.club companion.runtime.club companion.table.club companion.screens.club
""".split()
)
"""What a start shows the table without: slow to load, of another game, or of what a running game seldom needs."""


GUEST = PlugIn("chess", "Chess", "some-chess", "1.0", 1, "this:ENTRY", "some-chess-1.0-1")
"""A game in the index, whose module says nothing good when it is imported."""


def test_a_game_that_is_on_stands_on_the_panel_before_anything_slow_is_loaded(tmp_path: Path) -> None:
    begun(tmp_path, *FULL_DEAL_RECORD[:9])
    splash.save(tmp_path, DEFAULTS.panel, picture_messages(draw(fill(SPLASH)).pages, DEFAULTS))
    program = (
        "import sys; from tests.bench import start_process as start\n"
        "start.moment = lambda name: print(name, *sys.modules, flush=True)\n"
        f"start.main('picture', ['play', '--data', {str(tmp_path)!r}])"
    )
    save_index(tmp_path, [GUEST])
    settings = {"COMPANION_CONFIG": "", "COMPANION_GAMES": str(tmp_path)}
    environment = {**os.environ, "NOTIFY_SOCKET": "/nowhere", **settings}
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True, cwd=ROOT, env=environment
    )
    lit, picture = (set(line.split()) for line in done.stdout.splitlines())
    assert "splash" in lit
    assert {"picture", "companion.games.birddog.rules"} <= picture
    assert (NOT_BEFORE_THE_PICTURE | {GUEST.module}) & picture == set()


@for_each("name", sorted(set(COMPANION) - {"companion.support.values"}))
def test_values_are_made_without_the_standard_library(name: str) -> None:
    """Whoever wants `asdict` or `fields` takes them from there; it is the classes that cost a start."""
    assert imports_of(COMPANION[name], ("dataclasses.dataclass", "dataclasses.field", "dataclasses.replace")) == []


# ------------------------------------------------------------ words

PARTICIPLE = re.compile(
    r"_*(?!(?:feed|need|seed|speed|embed)$)(?:[a-z]+ed|told|found|heard|said|kept|made|done|written|seen|known|given|taken"
    r"|shown|drawn|begun|sent|held|left|lost|met|built|bound|brought|caught|chosen|dealt|fed|gone|hidden|laid|led|lent"
    r"|lit|sat|spoken|stuck|undone|won|worn|unwritten|broken|frozen|meant|spoilt|thrown|torn|paid|proven|spent)"
)
"""A participle alone, but for the words that are verbs as well: read, put, set, run, cut."""


def bare_participles(source: str) -> list[str]:
    """Functions that are named by a participle alone; a property is a thing, and may be."""
    functions = (node for node in ast.walk(parsed(source)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return [
        f"line {function.lineno}: {function.name}()"
        for function in functions
        if PARTICIPLE.fullmatch(function.name)
        and not any("property" in ast.unparse(decorator) for decorator in function.decorator_list)
    ]


def nameless_things(source: str) -> list[str]:
    """Loops whose variable is called "one"."""
    if not re.search(r"\bfor\b((?!\bin\b).)*\bone\b", source, re.DOTALL):  # parsing all files takes long
        return []
    loops = (node for node in ast.walk(parsed(source)) if isinstance(node, ast.For | ast.AsyncFor | ast.comprehension))
    names = (name for loop in loops for name in ast.walk(loop.target) if isinstance(name, ast.Name))
    return [f"line {name.lineno}" for name in names if name.id == "one"]


PLACES = ("companion", "hardware", "tools")


@for_each("path", [path for place in PLACES for path in (ROOT / place).rglob("*.py")])
def test_a_function_is_named_by_what_it_does_or_returns(path: Path) -> None:
    assert bare_participles(path.read_text("utf-8")) == []


SCRIPTED = re.compile(r"\bfunction (\w+)\(|\bconst (\w+) = (?:async )?(?:\w+|\((?:[^()]|\([^()]*\))*\)) =>")
"""A function of a page's script: declared, or an arrow that is bound to a name."""


def participles_of_script(source: str) -> list[str]:
    names = (declared or bound for declared, bound in SCRIPTED.findall(source))
    return [name for name in names if PARTICIPLE.fullmatch(name)]


def test_so_is_a_function_of_a_script() -> None:
    scripts = {path: participles_of_script(path.read_text("utf-8")) for path in (ROOT / "companion").rglob("*.js")}
    assert len(scripts) > 50
    assert {path: found for path, found in scripts.items() if found} == {}
    assert participles_of_script("function told(x) {}\nconst laid = async ({ at }, (y)) => 1") == ["told", "laid"]


@for_each("path", [path for place in (*PLACES, "tests") for path in (ROOT / place).rglob("*.py")])
def test_a_loop_names_its_thing(path: Path) -> None:
    assert nameless_things(path.read_text("utf-8")) == []


NAMELESS = re.compile(r"\b(?:const|let) one\b|\(one(?:, (?!other\b)\w+)*\) =>")
"""What is called "one" in a script of a page; of a pair there may be one and the other."""


def test_so_does_a_script() -> None:
    scripts = {path.name: NAMELESS.findall(path.read_text("utf-8")) for path in (ROOT / "companion").rglob("*.js")}
    assert {name: found for name, found in scripts.items() if found} == {}
    assert len(NAMELESS.findall("for (const one of all) x.map((one, at) => one).sort((one, other) => 0)")) == 2


BAD = """
from typing import TYPE_CHECKING
import luma.core
if TYPE_CHECKING:
    from hardware.bus import Reader
def later() -> None:
    import time
    from companion.storage import records
    import gpiozero
    open("x")
LATER = lazy_call("companion.storage.records:Store")  # of lazy_import
def told() -> None: ...
for one, two in (): pass
"""


@pytest.mark.parametrize(
    ("law", "found"),
    [
        (lambda source: imports_of(source, ("hardware",)), ["line 5: hardware.bus", "line 5: hardware.bus.Reader"]),
        (lambda source: imports_of(source, ("time",)), ["line 7: time"]),
        (
            lambda source: imports_of(source, ("companion.storage.records",)),
            [
                f"line {line}"
                for line in (
                    "8: companion.storage.records",
                    "11: companion.storage.records",
                    "11: companion.storage.records.Store",
                )
            ],
        ),
        (lambda source: imports_of(source, ("companion.stor",)), []),
        (eager_third_party, ["line 3: luma.core"]),
        (inside_functions, [7, 8, 9]),
        (touches_files, ["line 10: open()"]),
        (bare_participles, ["line 12: told()"]),
        (nameless_things, ["line 13"]),
        (lambda _: decides_on_sounds("if CUES[outcome] != Cue(): pass"), ["line 1", "line 1"]),
        (lambda _: decides_on_sounds("match CUES[outcome]:\n    case Cue(): pass"), ["line 1", "line 2"]),
    ],
)
def test_a_law_bites(law, found: list[str]) -> None:  # type: ignore[no-untyped-def]
    assert law(BAD) == found
