"""The schema of the settings: each key with what is allowed, what it means, and its default.

A table of the file is a class here, a key is a field. The keys of the house rules come from the games.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, TypeAlias, get_type_hints

from companion.games.registry import GAMES
from companion.parts.display_kind import DISPLAYS, PAGE
from companion.parts.reader_kind import FORMS, TYPING, ReaderKind, ReaderSettings
from companion.support.allowed import YES_NO, Allowed, Private, matching, one_of, toml_value, whole
from companion.support.messages import ENGLISH, known_languages, msg
from companion.support.names import name_problem
from companion.support.values import dataclass, field

KeyPath: TypeAlias = tuple[str, ...]
"""A key as TOML sees it: `("panel", "kind")`."""


# ---------------------------------------------------------------- what may be allowed


def _are_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) and not name_problem(name) for name in value)


NAMES = Allowed(msg('a list of names, as ["Ann", "Bob"]'), _are_names)
_BYTE = r"(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
ADDRESS = matching(rf"({_BYTE}\.){{3}}{_BYTE}", 'an address in numbers, as "127.0.0.1"')
HOST = matching(r"|[a-z0-9-]+(\.[a-z0-9-]+)*", 'a name in small letters, as "companion.local", or ""')
BOX = matching(
    r"|(?!director$)[a-z0-9][a-z0-9-]{0,31}", 'small letters, digits and hyphens, as "table-4" (not "director"), or ""'
)
BROKER = matching(r"|[a-z0-9-]+(\.[a-z0-9-]+)*", 'a host, as "club.local" or "192.168.1.5", or ""')
DIRECTORY = matching(r"(|~?/[^\0]*)", 'a directory from / or ~/ on, or "" for the usual place')
PIN = whole(0, 27)
NO_PIN = "none"
OPTIONAL_PIN = Allowed(f'{PIN}, or "{NO_PIN}"', lambda value: value == NO_PIN or PIN.fits(value), (NO_PIN,))
VOICE = matching(r"[\w()+,-]*", 'a voice of espeak-ng, as "en-us", or "" for that of the language')
SOUND_DEVICE = matching(r"[^\0-\x1f]+", 'a device of ALSA, as "default" or "plughw:CARD=Device"')
SPOKEN = ("off", "all", "turns", "mistakes")
"""How much is spoken: nothing; everything; whose turn it is, what is asked, and mistakes; mistakes alone."""
USUAL_COLUMNS = [f"{name} {kind.first_column}" for name, kind in DISPLAYS.items() if kind.first_column]
PLACE = Private.PLACE
READER_NAME = r"[a-z][a-z0-9]{0,7}"
"""The name of a further reader; the display shows it."""


# ---------------------------------------------------------------- the page of keys


@dataclass(frozen=True, slots=True)
class Panel:
    """The display: controller, wire, brightness, and when it dims."""

    kind: Annotated[
        str, one_of(*DISPLAYS, PAGE), "the display's controller; page: a browser, with buttons and sound"
    ] = next(iter(DISPLAYS))
    i2c_bus: Annotated[int, whole(0, 99), "the number of /dev/i2c-1"] = 1
    address: Annotated[int, one_of(0x3C, 0x3D, address=True), "on the bus; printed as 0x78 or 0x7A on boards"] = 0x3C
    column_offset: Annotated[
        int | str,
        one_of("usual", 0, 2),
        f"first column of the controller that the glass shows; usual: {', '.join(USUAL_COLUMNS)}, others 0",
    ] = "usual"
    rotation: Annotated[int, one_of(0, 180), "degrees by which it is turned in its box"] = 0
    brightness: Annotated[int, whole(1, 255), "while somebody plays"] = 207
    dim_after_s: Annotated[int, whole(0, 86_400), "seconds without a tap or a press; 0: never"] = 120
    dark_after_s: Annotated[int, whole(0, 86_400), "seconds without a tap or a press; 0: never"] = 600
    page_address: Annotated[str, ADDRESS, "page: 127.0.0.1: this computer only; 0.0.0.0: tablets, too", PLACE] = (
        "127.0.0.1"
    )
    page_port: Annotated[int, whole(1024, 65_535), "page: where it is asked for"] = 8091
    phone: Annotated[bool, YES_NO, "page: an Android phone takes the place of [reader]"] = False
    phone_address: Annotated[str, ADDRESS, "phone: this computer's; 0.0.0.0: the one in the house's network", PLACE] = (
        "0.0.0.0"  # noqa: S104 - no socket
    )
    phone_port: Annotated[int, whole(1024, 65_535), "phone: where its page is asked for"] = 8092

    @property
    def is_page(self) -> bool:
        """Whether it is a page in a browser, as buttons and sound are then."""
        return self.kind == PAGE

    @property
    def controller(self) -> str:
        """The controller of the display; of a page the one that a simulated box has instead."""
        return next(iter(DISPLAYS)) if self.is_page else self.kind

    @property
    def wire(self) -> str:
        """Its device node; empty: it has none."""
        return "" if self.is_page else f"/dev/i2c-{self.i2c_bus}"

    @property
    def group(self) -> str:
        """The group that may use its node."""
        return "i2c"

    @property
    def first_column(self) -> int | None:
        """The column offset; None: the default of the controller."""
        return self.column_offset if isinstance(self.column_offset, int) else None


@dataclass(frozen=True, slots=True)
class PinSettings:
    """GPIO numbers in Broadcom's numbering; wiring.md gives the same defaults."""

    back: Annotated[int, PIN, "button"] = 5
    up: Annotated[int, PIN, "button"] = 6
    down: Annotated[int, PIN, "button"] = 16
    ok: Annotated[int, PIN, "button"] = 26
    say: Annotated[int | str, OPTIONAL_PIN, "a fifth button, for the voice: again; held: everything"] = NO_PIN
    buzzer: Annotated[int, PIN, "through a transistor"] = 18
    red: Annotated[int, PIN, "the light"] = 17
    green: Annotated[int, PIN, "the light"] = 27
    blue: Annotated[int, PIN, "the light"] = 22
    reset: Annotated[int, PIN, "MFRC522: RST; ID-12LA: RES"] = 25

    @property
    def buttons(self) -> dict[str, int]:
        """The pin of each button, by its name."""
        fifth = {"SAY": self.say} if isinstance(self.say, int) else {}
        return {"BACK": self.back, "UP": self.up, "DOWN": self.down, "OK": self.ok, **fifth}

    @property
    def sounder(self) -> dict[str, int]:
        """The pins of buzzer and light."""
        return {"BUZZER": self.buzzer, "RED": self.red, "GREEN": self.green, "BLUE": self.blue}


@dataclass(frozen=True, slots=True)
class Light:
    """The RGB light."""

    common_anode: Annotated[bool, YES_NO, "its longest leg is wired to 3.3 V"] = False


@dataclass(frozen=True, slots=True)
class SoundSettings:
    """The buzzer at power-on; the menu mutes it until the next start."""

    on: Annotated[bool, YES_NO, "beeps"] = True


@dataclass(frozen=True, slots=True)
class VoiceSettings:
    """The voice of the box, for those who do not see the display."""

    verbosity: Annotated[str, one_of(*SPOKEN), "what is spoken"] = "off"
    voice: Annotated[str, VOICE, "who speaks; `espeak-ng --voices` lists them"] = ""
    rate: Annotated[int, whole(80, 450), "words a minute"] = 170
    volume: Annotated[int, whole(0, 200), "100: as the voice was made; more may be distorted"] = 100
    device: Annotated[str, SOUND_DEVICE, "the sound card; `aplay -L` lists them"] = "default"


@dataclass(frozen=True, slots=True)
class People:
    """The people who play here; those with a name tag need not be listed."""

    regulars: Annotated[tuple[str, ...], NAMES, "offered for each seat", Private.NAME] = ()
    language: Annotated[str, one_of(*known_languages()), "of display, pages and voice"] = ENGLISH
    advice: Annotated[bool, YES_NO, "the menu tells what the computer would play from a scanned hand"] = False
    think_s: Annotated[int, whole(0, 60), "then a computer plays the best so far; 0: it thinks to the end"] = 0


@dataclass(frozen=True, slots=True)
class ScoreboardSettings:
    """The read-only page for phones."""

    on: Annotated[bool, YES_NO, "the box tells the scoreboard what everybody at the table may know"] = False
    address: Annotated[str, ADDRESS, "127.0.0.1: this computer only; 0.0.0.0: the local network, too", PLACE] = (
        "127.0.0.1"
    )
    port: Annotated[int, whole(1024, 65_535), "where it is asked for"] = 8090
    name: Annotated[str, HOST, "by which phones may call it besides its address", PLACE] = ""


@dataclass(frozen=True, slots=True)
class ClubSettings:
    """Many boxes together, by a broker; what is played stays the truth of this box."""

    on: Annotated[bool, YES_NO, "the box reports to the director of a club, and plays what is ordered"] = False
    box: Annotated[str, BOX, "its name in the club, the one in its certificate"] = ""
    broker: Annotated[str, BROKER, "the computer where the broker runs", PLACE] = ""
    port: Annotated[int, whole(1, 65_535), "of the broker"] = 8883
    tls: Annotated[bool, YES_NO, "by certificates; false: everybody in the network may read and write"] = True
    bundle: Annotated[str, DIRECTORY, "what `companion club join` stored; empty: /etc/companion/club", PLACE] = ""
    home_assistant: Annotated[bool, YES_NO, "Home Assistant on the same broker finds the box by itself"] = False

    @property
    def bundle_directory(self) -> str:
        """Where certificate and key of this box are."""
        return self.bundle or "/etc/companion/club"


@dataclass(frozen=True, slots=True)
class Power:
    """When the box switches itself off, saved; in a club it never does."""

    off_after_min: Annotated[int, whole(0, 1440), "minutes without a tap or a press; 0: never"] = 0


@dataclass(frozen=True, slots=True)
class Data:
    """Where decks and records are stored."""

    directory: Annotated[str, DIRECTORY, "decks and records; empty: ~/.local/share/companion", PLACE] = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings. `rules` maps a game and a house rule to a value other than the rulebook's.

    `further` holds the readers after the first, by name.
    """

    reader: ReaderSettings = field(default_factory=ReaderSettings)
    panel: Panel = field(default_factory=Panel)
    pins: PinSettings = field(default_factory=PinSettings)
    light: Light = field(default_factory=Light)
    sounds: SoundSettings = field(default_factory=SoundSettings)
    voice: VoiceSettings = field(default_factory=VoiceSettings)
    people: People = field(default_factory=People)
    scoreboard: ScoreboardSettings = field(default_factory=ScoreboardSettings)
    club: ClubSettings = field(default_factory=ClubSettings)
    power: Power = field(default_factory=Power)
    data: Data = field(default_factory=Data)
    rules: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    further: Mapping[str, ReaderSettings] = field(default_factory=dict)

    @property
    def readers(self) -> Mapping[str, ReaderSettings]:
        """All readers by name; the name of the first is empty."""
        return {"": self.reader, **self.further}

    @property
    def readers_here(self) -> Mapping[str, ReaderSettings]:
        """The readers that are plugged in here: a phone takes the place of the first one."""
        return self.further if self.panel.is_page and self.panel.phone else self.readers

    @property
    def has_mixed_readers(self) -> bool:
        """Whether two readers may read one tag as two numbers: they are of several kinds, or forms."""
        kinds = {(reader.kind, reader.form) for reader in self.further.values()}
        return bool(kinds - {(self.reader.kind, self.reader.form)}) or bool(kinds and self.panel.phone)

    @property
    def undecided_readers(self) -> frozenset[int]:
        """The numbers of the readers that type numbers in a form that nobody has told."""
        readers = enumerate(self.readers.values())
        return frozenset(place for place, reader in readers if reader.kind in TYPING and reader.form == FORMS[0])

    @property
    def reader_kinds(self) -> tuple[ReaderKind, ...]:
        """The kinds of all readers."""
        return tuple(reader.entry for reader in self.readers.values())


DEFAULTS = Settings()
TABLES: Mapping[str, Any] = {name: type(getattr(DEFAULTS, name)) for name in Settings.__match_args__[:-2]}
"""Table of the file -> its class; `rules` and `further` have none."""


@dataclass(frozen=True, slots=True)
class Key:
    """The schema of one key."""

    allowed: Allowed
    meaning: str
    default: Any
    private: Private | None = None

    def to_toml(self, value: object) -> str:
        """Format the value as TOML."""
        return toml_value(value, address=self.allowed.address)


@cache
def keys() -> Mapping[KeyPath, Key]:
    """All keys by path; the house rules come last."""
    return dict(_keys())


def key_of(path: KeyPath) -> Key | None:
    """The key at this path; None: unknown. `[reader.NAME]` has the keys of `[reader]`."""
    match path:
        case "reader", name, key if ("reader", name) not in keys() and re.fullmatch(READER_NAME, name):
            return keys().get(("reader", key))
    return keys().get(path)


def _keys() -> Iterator[tuple[KeyPath, Key]]:
    for table, page in TABLES.items():
        for name, hint in get_type_hints(page, include_extras=True).items():
            allowed, meaning, *private = hint.__metadata__
            yield (table, name), Key(allowed, meaning, getattr(page(), name), *private)
    for game in GAMES.values():
        for option in game.options:
            yield ("rules", game.name, option.name), Key(one_of(*option.values), option.meaning, option.values[0])


def toml_key(path: Sequence[str]) -> str:
    """Format a key path as TOML: `panel.kind`."""
    return ".".join(part if re.fullmatch(r"[\w-]+", part, re.ASCII) else toml_value(part) for part in path)
