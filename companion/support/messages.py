"""Text for people in their language.

The core speaks English and returns what it says as a `Message`, which remembers what it was made of. An edge (a screen,
a page, a voice) calls `tr` and gets the words of the language in effect. English is what stands in the program: it
loads no catalogue, and `tr` only fills the gaps.

A catalogue is a gettext file, `LANGUAGE/LC_MESSAGES/companion.mo` below a directory of languages;
`tools/translations.py` collects the texts and compiles it. Names of players, cards and the words of records are values
of a message, never messages themselves.
"""

from __future__ import annotations

from _contextvars import ContextVar  # that of contextvars, which a first picture does without
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Self, TypeAlias

if TYPE_CHECKING:
    from gettext import NullTranslations

ENGLISH = "en"
DOMAIN = "companion"
LANGUAGES = Path(__file__).parents[1] / "languages"
"""The catalogues of the house. A game of another package has a directory of its own."""


N_ = str
"""Marks a text where it stands and is translated elsewhere: nothing happens here, `pybabel extract` finds it."""


class Message(str):
    """English text that can be said in another language: its `form` with gaps, and the `values` that fill them.

    It is its English text: it can be compared, measured and shown wherever a text is expected. A value that is a
    message is said in the other language, too. A gap without a value stays one: the edge fills it. `several` is the
    English form for other numbers than one; empty: the form does not depend on a number. `context` tells apart what
    only English says alike; empty: the text has one meaning.
    """

    __slots__ = ("context", "form", "several", "values")

    form: str
    several: str
    values: Mapping[str, object]
    context: str

    def __new__(
        cls, form: str, several: str = "", values: Mapping[str, object] | None = None, context: str = ""
    ) -> Self:
        """The message with its gaps filled."""
        values = values or {}
        told = several if several and values["n"] != 1 else form
        message = super().__new__(cls, _fill(told, values))
        message.form, message.several, message.values, message.context = form, several, values, context
        return message

    def __reduce__(self) -> tuple[type[Message], tuple[str, str, Mapping[str, object], str]]:
        """Copy and pickle form, values and context."""
        return Message, (self.form, self.several, self.values, self.context)


class _Gaps(dict[str, object]):
    def __missing__(self, gap: str) -> str:
        return f"{{{gap}}}"


def _fill(form: str, values: Mapping[str, object]) -> str:
    """The text with its gaps filled. Without any value it is no form: a brace is a brace."""
    return form.format_map(_Gaps(values)) if values else str(form)


def msg(form: str, **values: object) -> Message:
    """What the core says: a text whose gaps "{who}" are filled by these values.

    >>> msg("{who} draws {n}", who="Ann", n=2)
    'Ann draws 2'

    A text that is a message already stays what it is.
    """
    return form if not values and isinstance(form, Message) else Message(form, "", values)


def msg_n(one: str, several: str, n: int = 1, **values: object) -> Message:
    """What the core says of a number of things, which fills the gap "{n}". Without `n`: who says it sets the number.

    >>> msg_n("{n} card", "{n} cards", 1), msg_n("{n} card", "{n} cards", 3)
    ('1 card', '3 cards')
    """
    return Message(one, several, {"n": n, **values})


def msg_as(context: str, form: str, **values: object) -> Message:
    """A text that means something else elsewhere: in an auction "passes" bids no more, elsewhere it gives cards.

    >>> msg_as("auction", "passes")
    'passes'
    """
    return Message(form, "", values, context)


def join(parts: Iterable[str], between: str = " ", **values: object) -> Message:
    """Texts one after the other. Those that are messages can still be said in another language; others are values.

    `values` are more of the message's, as `brief`.

    >>> join(["Ann", msg("passes")])
    'Ann passes'
    """
    named = {f"part{number}": part for number, part in enumerate(parts)}
    return Message(between.join(f"{{{name}}}" for name in named), "", {**named, **values})


Speech: TypeAlias = "tuple[str, NullTranslations | None]"
"""A language as its code, and its catalogue; None: the English of the program."""


class _Process:
    """What this process speaks, and the catalogues it has."""

    speech: ClassVar[Speech] = (ENGLISH, None)
    further: ClassVar[list[Path]] = []
    """The directories of games of other packages."""
    loaded: ClassVar[dict[str, NullTranslations]] = {}


_speech: ContextVar[Speech] = ContextVar("speech")
"""What a thread or a task speaks in place of that."""


def tr(text: str, **values: object) -> str:
    """Translate into the language in effect: a `Message` of the core, or a literal whose gaps these values fill.

    Messages among the values are translated, too; other values stand as they are.
    """
    _, catalogue = _speech.get(_Process.speech)
    if catalogue is None and not values:
        return text + ""  # a game of another package may give what is no text: that is its fault, and told
    form, several, context = text, "", ""
    if isinstance(text, Message):
        form, several, context, values = text.form, text.several, text.context, {**text.values, **values}
    if catalogue is None:  # a message among the values is its English text
        return _fill(several if several and values["n"] != 1 else form, values)
    if several:
        form = catalogue.ngettext(form, several, _number(values))
    elif context:
        form = catalogue.pgettext(context, form)
    elif form:  # an empty text is the heading of a catalogue
        form = catalogue.gettext(form)
    if not values:
        return form + ""
    return _fill(form, {name: tr(value) if isinstance(value, Message) else value for name, value in values.items()})


def tr_n(one: str, several: str, n: int, **values: object) -> str:
    """A literal that depends on a number, in the language in effect; the number fills the gap "{n}"."""
    values = {"n": n, **values}
    if _speech.get(_Process.speech)[1] is None:
        return _fill(one if n == 1 else several, values)
    return tr(Message(one, several, values))


def _number(values: Mapping[str, object]) -> int:
    number = values["n"]
    assert isinstance(number, int)
    return number


def language() -> str:
    """The language in effect, as its code: "en", "de"."""
    return _speech.get(_Process.speech)[0]


def known_languages() -> tuple[str, ...]:
    """The codes of the languages there are, English first."""
    return (ENGLISH, *sorted(path.parent.name for path in LANGUAGES.glob("*/LC_MESSAGES")))


OWN_NAMES = {ENGLISH: "English", "de": "Deutsch", "fr": "Français"}


def own_name(code: str) -> str:
    """What a language is called by those who speak it; its code if that is not known."""
    return OWN_NAMES.get(code, code)


def speak(code: str) -> bool:
    """Put a language into effect for this process, and where another is spoken in this thread or task.

    False if it has no catalogue: then it is English.
    """
    known, catalogue = _speech_of(code)
    speak_by(known, catalogue)
    return known == code


def speak_by(code: str, catalogue: NullTranslations | None) -> None:
    """Put this catalogue into effect, which may be made elsewhere: a pseudo-language of the tests. None: English."""
    _Process.speech = code, catalogue
    if _speech.get(None):  # else this thread follows the process anyway
        _speech.set(_Process.speech)


@contextmanager
def spoken_in(code: str) -> Iterator[None]:
    """Speak this language in this thread or task meanwhile, and in what it awaits; English if it has no catalogue."""
    before = _speech.set(_speech_of(code))
    try:
        yield
    finally:
        _speech.reset(before)


def _speech_of(code: str) -> Speech:
    """A language and its catalogue, which is loaded once."""
    if code == _Process.speech[0]:
        return _Process.speech
    if code == ENGLISH:
        return ENGLISH, None
    try:
        return code, _Process.loaded.get(code) or _load(code)
    except OSError:
        return ENGLISH, None


def _load(code: str) -> NullTranslations:
    """The catalogue of the house, which falls back on those of games of other packages. Raises OSError."""
    found = _find_catalogue(LANGUAGES, code)
    for directory in _Process.further:
        _say_by(directory, code, found)
    _Process.loaded[code] = found
    return found


def add_catalogue(directory: Path) -> None:
    """Say the texts of a game of another package, too, whose directory of languages this is.

    Without a catalogue for the language in effect the game speaks English.
    """
    if directory not in _Process.further:
        _Process.further.append(directory)
        for code, catalogue in _Process.loaded.items():
            _say_by(directory, code, catalogue)


def _say_by(directory: Path, code: str, catalogue: NullTranslations) -> None:
    """Add the catalogue in this directory, for texts that the others lack."""
    with suppress(OSError):  # there is none
        catalogue.add_fallback(_find_catalogue(directory, code))


def _find_catalogue(directory: Path, code: str) -> NullTranslations:
    """The catalogue of a language in this directory. Raises OSError: there is none, or it is damaged."""
    import gettext  # noqa: PLC0415 - English starts without

    try:
        return gettext.translation(DOMAIN, str(directory), [code])
    except OSError:
        raise
    except Exception as fault:  # of a damaged file gettext raises anything
        raise OSError(f"the catalogue {directory / code} is damaged: {fault}") from fault


def texts_of(directory: Path, code: str) -> list[tuple[str, str]]:
    """The English texts of the catalogue of a language in this directory, each with what it says. Raises OSError."""
    found: dict[str | tuple[str, int], str] = vars(_find_catalogue(directory, code))["_catalog"]
    texts = ((text if isinstance(text, str) else text[0], said) for text, said in found.items())
    return [(text.rpartition("\x04")[2], said) for text, said in texts if text]
