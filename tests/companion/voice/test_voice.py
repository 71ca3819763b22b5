"""The voice: real programs, a loudspeaker of the tests, and everything that can be missing or break."""

from __future__ import annotations

import os
import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.settings.schema import DEFAULTS
from companion.settings.schema import VoiceSettings as Wanted
from companion.voice.messages import MISTAKE, MOVE, TURN, encode
from companion.voice.programs import HEADER, SILENCE, Speech, is_whole, make_sound, play_sound, seconds_of, voices
from companion.voice.sounds import Sounds
from companion.voice.voice import Voice, key_of
from tests.companion.voice.loudspeaker import PATIENCE_S, Loudspeaker, loudspeaker, program
from tests.needs import with_voice
from tests.patience import until

__all__ = ["loudspeaker"]

PATH = os.environ["PATH"]
ENGLISH = Speech("en", 170, 100)
NO_DEVICE = "aplay: pcm_write:2145: write error: No such device"
SENTENCE = "Ann plays queen of hearts."
LONG = " ".join(["one two three four five"] * 10)
"""Its sound does not fit into a pipe that nobody reads: it is being said until somebody listens."""


class Speaking:
    """A voice at work in a thread, and the line to it."""

    def __init__(self, voice: Voice, line: socket.socket) -> None:
        self.voice, self._line = voice, line

    def say(self, *sentences: tuple[str, str], language: str = "en") -> None:
        self._line.send(encode(sentences, language))

    def send(self, datagram: bytes) -> None:
        self._line.send(datagram)

    def until_silent(self) -> None:
        until(lambda: self.voice.is_silent)


class Room:
    """A loudspeaker, a cache, a directory for other programs, and what the voice writes into the journal."""

    def __init__(self, loudspeaker: Loudspeaker, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.loudspeaker, self.sounds, self.programs = loudspeaker, place / "sounds", place / "programs"
        self.programs.mkdir()
        self.told: list[str] = []
        self._monkeypatch = monkeypatch

    @contextmanager
    def speaking(self, wanted: Wanted = DEFAULTS.voice) -> Iterator[Speaking]:
        ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        voice = Voice(wanted, Sounds(self.sounds), voices(), self.told.append)
        thread = threading.Thread(target=voice.serve, args=(its,), daemon=True)
        thread.start()
        yield Speaking(voice, ours)
        ours.close()
        thread.join(PATIENCE_S)
        assert not thread.is_alive()
        voice.close()
        its.close()

    def with_programs(self, path: str) -> None:
        self._monkeypatch.setenv("PATH", path)

    def breaks(self, name: str, text: str) -> None:
        """From now on this program does something else."""
        program(self.programs, name, text)
        self.with_programs(f"{self.programs}:{PATH}")

    def listened(self, length: int) -> bytes:
        """So many bytes; a device may add silence to fill its buffer."""
        heard = b""
        while len(heard) < length:
            heard += self.loudspeaker.first()
        return heard

    def hears(self, text: str) -> bool:
        """Whether this is what comes next."""
        wanted = samples(text)
        return self.listened(len(wanted)).startswith(wanted)


@pytest.fixture
def room(loudspeaker: Loudspeaker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Room:
    return Room(loudspeaker, tmp_path, monkeypatch)


def sound_of(text: str, speech: Speech = ENGLISH) -> bytes:
    """By the program itself."""
    made = make_sound(text, speech)
    until(made.has_ended)
    return made.result()[0]


def samples(text: str) -> bytes:
    return sound_of(text)[HEADER:]


# ---------------------------------------------------------------- what is said


@with_voice
def test_a_sentence_is_heard_as_espeak_makes_it(room: Room) -> None:
    wanted = samples(SENTENCE)
    with room.speaking() as voice:
        voice.say((MOVE, SENTENCE))
        assert room.listened(len(wanted))[: len(wanted)] == wanted
    assert room.told == []


@with_voice
def test_sentences_are_said_in_their_order(room: Room) -> None:
    with room.speaking() as voice:
        voice.say((MOVE, "one"), (TURN, "two"))
        heard = room.listened(len(samples("one")) + len(samples("two")))
    first, second = heard.find(samples("one")), heard.find(samples("two"))
    assert 0 == first < second


@with_voice
def test_a_mistake_cuts_off_what_is_said_which_is_then_said_from_its_beginning(room: Room) -> None:
    begun, wrong = samples(LONG), samples("Follow hearts.")
    with room.speaking() as voice:
        voice.say((MOVE, LONG))
        heard = room.loudspeaker.first()
        voice.say((MISTAKE, "Follow hearts."))
        until(lambda: len(list(room.sounds.iterdir())) == 2)  # it was made after the other one was cut off
        while begun not in heard:
            heard += room.loudspeaker.first()
    cut = heard.index(wrong)
    assert heard[:cut].rstrip(b"\0") in begun
    assert 0 < cut < heard.index(begun)
    assert room.told == []


@with_voice
def test_silence_is_kept_when_it_is_asked_for(room: Room) -> None:
    with room.speaking() as voice:
        voice.say((MOVE, LONG), (TURN, LONG))
        heard = room.loudspeaker.first()
        voice.say()
        voice.until_silent()
        heard += room.loudspeaker.now()
    assert len(heard) < len(samples(LONG))


@with_voice
def test_the_voice_of_the_settings_or_of_the_language_speaks(room: Room) -> None:
    text = "Herz sieben"
    for wanted, language, speaks_as in (
        (Wanted(), "de", sound_of(text, Speech("de", 170, 100))),
        (Wanted(voice="en-us+f3", rate=300, volume=50), "de", sound_of(text, Speech("en-us+f3", 300, 50))),
    ):
        with room.speaking(wanted) as voice:
            voice.say((TURN, text), language=language)
            assert room.listened(len(speaks_as) - HEADER).startswith(speaks_as[HEADER:])
            voice.until_silent()
        room.loudspeaker.now()
    assert room.told == []


@with_voice
def test_a_language_without_a_voice_is_spoken_in_english_and_told_once(room: Room) -> None:
    with room.speaking(Wanted(voice="nobody")) as voice:
        for _ in range(2):
            voice.say((TURN, "two"), language="qqq")
            assert room.hears("two")
            voice.until_silent()
            room.loudspeaker.now()
    assert room.told == ["qqq: espeak-ng has no voice for this language: the English one speaks"]


# ---------------------------------------------------------------- from the cache


@with_voice
def test_what_was_said_before_is_said_from_the_cache(room: Room) -> None:
    with room.speaking() as voice:
        voice.say((MOVE, SENTENCE))
        first = room.listened(len(samples(SENTENCE)))
        voice.until_silent()
        first += room.loudspeaker.now()
        room.breaks("espeak-ng", "exit 1")
        voice.say((MOVE, SENTENCE))
        assert room.listened(len(first)) == first
    assert room.told == []


@with_voice
def test_a_spoilt_sound_is_made_anew(room: Room) -> None:
    for _ in range(2):
        with room.speaking() as voice:
            voice.say((MOVE, SENTENCE))
            assert room.hears(SENTENCE)
            voice.until_silent()
        room.loudspeaker.now()
        (file,) = room.sounds.iterdir()
        whole = file.read_bytes()
        file.write_bytes(whole[: len(whole) // 2])
    assert room.told == []


def test_the_same_words_by_another_voice_are_another_sound() -> None:
    ways = [Speech("en", 170, 100), Speech("de", 170, 100), Speech("en", 171, 100), Speech("en", 170, 99)]
    assert len({key_of(text, speech) for speech in ways for text in ("two", "too")}) == 8
    assert key_of("two", ways[0]) == key_of("two", Speech("en", 170, 100))


# ---------------------------------------------------------------- what can break


@with_voice
@pytest.mark.parametrize(("name", "package"), [("espeak-ng", "espeak-ng"), ("aplay", "alsa-utils")])
def test_a_missing_program_is_told_once_and_then_that_it_works(room: Room, name: str, package: str) -> None:
    for needed in {"espeak-ng", "aplay"} - {name}:
        (room.programs / needed).symlink_to(str(shutil.which(needed)))
    with room.speaking() as voice:
        room.with_programs(str(room.programs))
        voice.say((MOVE, "one"), (MOVE, "two"))
        voice.say((MOVE, "three"))
        until(lambda: room.told)
        voice.until_silent()
        assert room.told == [f"{name}: it is not installed: sudo apt install {package}"]
        room.with_programs(PATH)
        voice.say((MOVE, "four"))
        assert room.loudspeaker.first()
        until(lambda: len(room.told) == 2)
    assert room.told[1:] == [f"{name}: works again"]


@with_voice
def test_a_missing_sound_card_is_told_once_with_the_words_of_alsa(room: Room) -> None:
    with room.speaking(Wanted(device="unplugged")) as voice:
        voice.say((MOVE, "one"), (MOVE, "two"))
        voice.say((MOVE, "three"))
        until(lambda: room.told)
        voice.until_silent()
    (line,) = room.told
    assert line.startswith("aplay: ")
    assert "No such file or directory" in line


@with_voice
def test_a_sound_card_unplugged_in_mid_sentence_is_told_and_the_next_sentence_is_another_attempt(room: Room) -> None:
    with room.speaking() as voice:
        room.breaks("aplay", f"head -c 1000 >/dev/null\necho '{NO_DEVICE}' >&2\nexit 1")
        voice.say((MOVE, "one"))
        until(lambda: room.told)
        voice.until_silent()
        assert room.told == [NO_DEVICE]
        room.with_programs(PATH)
        voice.say((MOVE, "two"))
        assert room.hears("two")


@with_voice
def test_a_device_that_takes_nothing_more_is_given_up(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody listens to the pipe."""
    monkeypatch.setattr("companion.voice.programs.DELAY_S", -11.5)
    with room.speaking() as voice:
        voice.say((MOVE, LONG))
        until(lambda: room.told)
    assert room.told == ["aplay: it does not end"]
    assert room.loudspeaker.now()


@with_voice
@pytest.mark.parametrize("espeak", ["exit 3", "true", "kill -9 $$", "head -c 200 /dev/zero"])
def test_an_espeak_that_makes_no_sound_is_told(room: Room, espeak: str) -> None:
    with room.speaking() as voice:
        room.breaks("espeak-ng", espeak)
        voice.say((MOVE, "one"), (MOVE, "two"))
        until(lambda: room.told)
        voice.until_silent()
    assert len(room.told) == 1
    assert room.told[0].startswith("espeak-ng: ")
    assert room.loudspeaker.now() == b""


@with_voice
def test_garbage_is_refused_and_counted_and_the_next_message_is_said(room: Room) -> None:
    with room.speaking() as voice:
        for _ in range(3):
            voice.send(b"garbage")
        voice.send(b"x" * 100_000)
        voice.say((MOVE, "two"))
        assert room.hears("two")
        assert voice.voice.refused == 4
    assert room.told == ["messages: malformed ones are ignored", "4 datagrams were refused"]


@with_voice
def test_a_flood_leaves_the_last_question_and_few_moves(room: Room) -> None:
    with room.speaking() as voice:
        for number in range(500):
            voice.say((MOVE, LONG), (TURN, f"question {number}"))
        voice.say((TURN, "the last"))
        voice.say((MISTAKE, "wrong"))
        heard = b""
        while samples("wrong") not in heard:
            heard += room.loudspeaker.first()
    assert room.told == []


# ---------------------------------------------------------------- sounds


@with_voice
def test_a_sound_says_how_long_it_is() -> None:
    sound = sound_of(LONG)
    assert is_whole(sound)
    assert 10 < seconds_of(sound) < 40
    assert not is_whole(sound[:-1])
    assert not is_whole(sound + b"\0")
    assert not is_whole(b"")
    assert is_whole(SILENCE)
    assert 0.04 < seconds_of(SILENCE) < 0.06


@with_voice
@pytest.mark.usefixtures("room")
def test_no_word_is_an_order_to_a_program() -> None:
    """Text is input, never an argument, and no shell sees it."""
    assert is_whole(sound_of("--help; rm -rf / `reboot` $(reboot) -w /tmp/x"))


@with_voice
@pytest.mark.usefixtures("room")
def test_a_device_with_any_name_is_one_word() -> None:
    played = play_sound(SILENCE, "--help")
    until(played.has_ended)
    assert played.result()[1]
