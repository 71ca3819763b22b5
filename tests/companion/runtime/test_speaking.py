"""What the table has its voice say: every change once, and nothing at the table's cost."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from companion.runtime.part_health import VOICE
from companion.runtime.speaking import SPOKEN, Speaker, speaking
from companion.screens.hearing import sentences_for, tell_all
from companion.screens.spoken_sentences import Kind, Sentence
from companion.settings.schema import DEFAULTS, PinSettings, VoiceSettings
from companion.settings.schema import SPOKEN as VERBOSITIES
from companion.support.values import replace
from companion.table.setup_dialogue import open_table
from companion.table.state import Table
from companion.voice.decoding import decode
from companion.voice.messages import MOST_BYTES
from tests.companion.voice.loudspeaker import Loudspeaker, loudspeaker
from tests.evening import DEAL_GESTURES, ROOT, Evening
from tests.needs import with_voice

__all__ = ["loudspeaker"]

ALL = VoiceSettings(verbosity="all")


class Ears:
    """The other end of the line: keeps what comes."""

    def __init__(self) -> None:
        self.messages: list[list[tuple[str, str]]] = []

    def __call__(self, datagram: bytes) -> None:
        self.messages.append([(spoken.kind, spoken.text) for spoken in decode(datagram)])


def played(root: Path, speaker: Speaker | None) -> Evening:
    """A deal, from the set-up on."""
    root.mkdir()
    evening = Evening(root)
    evening.switch_on(speaker=speaker)
    evening.sits_down()
    evening.does(*DEAL_GESTURES)
    return evening


def test_a_deal_is_said_card_by_card(tmp_path: Path) -> None:
    ears = Ears()
    played(tmp_path / "box", Speaker(ALL, ears))
    assert ("turn", "Bird Dog. Who is in seat 1?") not in ears.messages[-1]
    moves = [text for message in ears.messages for kind, text in message if kind == "move"]
    cards = [card for card in DEAL_GESTURES if card[0].isalnum() and card not in {"OK", "DOWN"}]
    assert len(cards) == 22
    said = [text for text in moves if " of " in text]
    assert len(said) >= len(cards) - 1
    assert len(ears.messages) > len(DEAL_GESTURES)


def test_no_sentence_is_said_again_while_it_stands(evening: Evening) -> None:
    ears = Ears()
    speaker = Speaker(ALL, ears)
    speaker.show(evening.box.table)
    speaker.show(evening.box.table)
    (first,) = ears.messages
    assert first == [(sentence.kind.value, sentence.text) for sentence in sentences_for(evening.box.table)]
    evening.does("10D")
    speaker.show(evening.box.table)
    assert not set(first) & set(ears.messages[1])


def test_a_match_that_is_taken_up_tells_what_holds_and_one_that_goes_on_tells_it_no_more(evening: Evening) -> None:
    ears = Ears()
    speaker = Speaker(ALL, ears)
    before = open_table(evening.box.table.house)
    trump = ("move", "Trump is diamonds, the Bird Dog is ten of hearts.")
    evening.does("10D", "DOWN", "OK")
    for table in (before, evening.box.table):
        speaker.show(table)
    assert trump in ears.messages[-1]
    evening.does("OK")
    speaker.show(evening.box.table)
    assert trump not in ears.messages[-1]
    speaker.say_again()
    assert trump in ears.messages[-1]


def test_whoever_taps_a_wrong_card_twice_is_told_twice(evening: Evening) -> None:
    ears = Ears()
    speaker = Speaker(ALL, ears)
    evening.does("10D", "OK", "OK")
    evening.does("AC", "AC")
    speaker.show(evening.box.table)
    evening.does("AC")
    speaker.show(evening.box.table)
    first, second = ears.messages
    assert first == second
    assert first[0][0] == "mistake"


def test_what_was_played_is_not_told_again_behind_a_notice(evening: Evening) -> None:
    ears = Ears()
    speaker = Speaker(ALL, ears)
    evening.does("10D", "OK", "OK", "AC")
    for gesture in ("AC", "BACK"):
        speaker.show(evening.box.table)
        evening.does(gesture)
    speaker.show(evening.box.table)
    played, refused, back = ears.messages
    assert [text for kind, text in played if kind == "move"]
    assert {kind for kind, _ in refused} == {"mistake"}
    assert back == [sound for sound in played if sound[0] == "turn"]


@pytest.mark.parametrize("verbosity", VERBOSITIES[1:])
def test_each_verbosity_says_its_kinds(verbosity: str) -> None:
    ears = Ears()
    speaker = Speaker(VoiceSettings(verbosity=verbosity), ears)
    for kind in Kind:
        speaker.say((Sentence(f"A {kind.value}.", kind),))
    assert [kind for ((kind, _),) in ears.messages] == [kind.value for kind in Kind if kind in SPOKEN[verbosity]]
    assert SPOKEN["mistakes"] < SPOKEN["turns"] < SPOKEN["all"] == set(Kind)


def test_wires_and_turns_are_the_same_with_a_voice_and_without(tmp_path: Path) -> None:
    silent, told = (played(tmp_path / name, speaker) for name, speaker in (("a", None), ("b", Speaker(ALL, Ears()))))
    for evening in (silent, told):
        evening.box.turn(60.0)
    assert told.box.loop.turns == silent.box.loop.turns > 1000
    assert told.box.wires.reader_wire.traffic == silent.box.wires.reader_wire.traffic
    assert told.box.wires.i2c.traffic == silent.box.wires.i2c.traffic
    assert told.saved() == silent.saved()


def test_a_voice_that_hears_nothing_holds_up_nobody(tmp_path: Path) -> None:
    """A hung one: its buffer is full, and what comes then is dropped."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    ours.setblocking(False)
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)  # as small as the kernel allows
    with ours, its:
        evening = played(tmp_path / "box", Speaker(ALL, ours.send))
        assert evening.box.loop.troubles == {}
        with pytest.raises(BlockingIOError):
            ours.send(bytes(1000))
        assert decode(its.recv(MOST_BYTES + 1))


def test_a_voice_of_the_service_that_hears_nothing_holds_up_nobody(tmp_path: Path) -> None:
    place, said = str(tmp_path / "voice"), list[int]()

    def floods() -> None:
        with speaking(ALL, None, {"COMPANION_VOICE": place}) as speaker:
            for number in range(500):
                speaker.say([Sentence(f"card {number}", Kind.MOVE)])
                said.append(number)

    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as its:
        its.bind(place)
        flood = Thread(target=floods, daemon=True)
        flood.start()
        flood.join(20)
        assert not flood.is_alive()
        assert len(said) == 500


def test_a_voice_that_is_away_is_named_and_heard_as_soon_as_it_is_back(evening: Evening, tmp_path: Path) -> None:
    place = tmp_path / "voice"
    with speaking(ALL, None, {"COMPANION_VOICE": str(place)}) as speaker:
        evening.switch_on(speaker=speaker)
        assert evening.box.loop.troubles == {VOICE: "No such file or directory"}
        evening.does("10D")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as its:
            its.bind(str(place))
            evening.does("DOWN")
            assert evening.box.loop.troubles == {}
            assert decode(its.recv(MOST_BYTES + 1))
        evening.does("OK")
        assert evening.box.loop.troubles == {VOICE: "Connection refused"}


SAY_PIN = replace(DEFAULTS, pins=PinSettings(say=13))


def test_the_fifth_button_says_it_again_and_held_tells_all(tmp_path: Path) -> None:
    ears = Ears()
    evening = Evening(tmp_path)
    evening.switch_on(speaker=Speaker(VoiceSettings(verbosity="mistakes"), ears), settings=SAY_PIN)
    evening.sits_down()
    evening.does("10D")
    assert ears.messages == []
    before, pins = evening.box.table, evening.box.wires.pins
    pins.press("SAY")
    evening.box.turn(0.3)
    pins.release("SAY")
    evening.box.turn(0.3)
    silence, again = ears.messages
    assert silence == []
    assert again == [(sentence.kind.value, sentence.text) for sentence in sentences_for(before)]
    pins.press("SAY")
    evening.box.turn(3.0)
    pins.release("SAY")
    evening.box.turn(0.3)
    silence, everything = ears.messages[2:]
    assert silence == []
    assert everything == [(sentence.kind.value, sentence.text) for sentence in tell_all(before)]
    assert evening.box.table is before


def test_the_menu_of_a_box_with_a_voice_says_it_again_and_tells_all(tmp_path: Path) -> None:
    ears = Ears()
    evening = Evening(tmp_path)
    evening.switch_on(speaker=Speaker(VoiceSettings(verbosity="mistakes"), ears))
    evening.sits_down()
    evening.does("10D")
    before = evening.box.table
    for gestures, told in ((("DOWN",), sentences_for(before)), (("DOWN", "DOWN"), tell_all(before))):
        evening.does("HOLD", *gestures, "OK")
        silence, said = ears.messages[-2:]
        assert silence == []
        assert said == [(sentence.kind.value, sentence.text) for sentence in told]
        assert evening.box.table.mode == before.mode
    assert len(ears.messages) == 4


def test_the_menu_of_a_silent_box_has_no_voice_in_it(evening: Evening) -> None:
    evening.does("10D", "HOLD")
    assert not {"say again", "tell all"} & set(evening.question.choices)


def test_the_fifth_button_of_a_silent_box_does_nothing(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.switch_on(settings=SAY_PIN)
    before = evening.box.table
    evening.box.wires.pins.press("SAY")
    evening.box.turn(2.0)
    evening.box.wires.pins.release("SAY")
    evening.box.turn(0.3)
    assert evening.box.table is before


def test_whatever_a_screen_says_fits_into_a_datagram() -> None:
    ears = Ears()
    Speaker(ALL, ears).say([Sentence("ä" * 10_000)] * 1000)
    assert len(ears.messages[0]) > 30


def test_the_end_of_the_table_is_silence(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as its:
        its.bind(str(tmp_path / "voice"))
        with speaking(ALL, None, {"COMPANION_VOICE": str(tmp_path / "voice")}) as speaker:
            speaker.say([Sentence("Good night.")])
        assert [len(decode(its.recv(MOST_BYTES))) for _ in range(2)] == [1, 0]


@with_voice
def test_outside_the_service_the_table_starts_a_voice_of_its_own(
    loudspeaker: Loudspeaker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    settings = tmp_path / "config.toml"
    settings.write_text("[voice]\nrate = 300\n", "utf-8")
    with speaking(ALL, settings, {}) as speaker:
        speaker.say([Sentence("Good evening.")])
        loudspeaker.wait_for_a_word()
        assert speaker.trouble == ""
    assert len(list((tmp_path / "cache/companion/voice").iterdir())) == 1


def test_a_table_without_a_voice_loads_nothing_of_it(tmp_path: Path) -> None:
    program = (
        "import sys; from unittest import mock; from companion.cli import play\n"
        "with mock.patch.object(play, 'run_box', lambda _, given, *__: print(given.around.voice, *sys.modules)):\n"
        f"    play.status_of(*(lambda given: (given, play.configuration_of(given), play._play))("
        f"play.Namespace(simulate=False, deck=None, game=None, config=None, scores=None, data={str(tmp_path)!r})))"
    )
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", program.replace("play.Namespace", "__import__('argparse').Namespace")],
        capture_output=True,
        encoding="utf-8",
        check=True,
        cwd=ROOT,
        env=os.environ,
    )
    speaker, *loaded = done.stdout.split()
    assert speaker == "None"
    assert [name for name in loaded if name.startswith("companion.voice") or "speaking" in name] == []


def test_the_table_is_not_asked_for_its_sentences_when_nobody_listens(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(table: Table) -> tuple[Sentence, ...]:
        raise AssertionError(table)

    monkeypatch.setattr("companion.runtime.speaking.sentences_may_leave", asked)
    evening.does(*DEAL_GESTURES[:6])
