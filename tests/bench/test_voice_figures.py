"""What the voice costs: from a message to the first sample of its sound, and nothing at the table."""

from __future__ import annotations

import socket
import subprocess
import threading
import time
from pathlib import Path
from statistics import median
from unittest import mock

from companion.settings.schema import DEFAULTS
from companion.voice.messages import TURN, encode
from companion.voice.programs import APLAY
from companion.voice.sounds import Sounds
from companion.voice.voice import Voice
from tests.bench.figures import counted, timed
from tests.companion.voice.loudspeaker import Loudspeaker, loudspeaker
from tests.needs import with_voice

__all__ = ["loudspeaker"]

ROUNDS = 15
SENTENCE = "Bob's turn: follow hearts if you can."


@with_voice
def test_a_sentence_from_the_cache_starts_one_program_and_is_heard_at_once(
    loudspeaker: Loudspeaker, tmp_path: Path
) -> None:
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    voice = Voice(DEFAULTS.voice, Sounds(tmp_path / "sounds"), frozenset(), lambda _: None)
    thread = threading.Thread(target=voice.serve, args=(its,), daemon=True)
    thread.start()

    def heard_after_ms() -> float:
        """Until its first sample, which is the first that comes: the loudspeaker is silent before."""
        began = time.perf_counter()
        ours.send(encode([(TURN, SENTENCE)], "en"))
        loudspeaker.first()
        took = 1000 * (time.perf_counter() - began)
        while not voice.is_silent:
            loudspeaker.now()
        loudspeaker.now()
        return took

    made = heard_after_ms()
    with mock.patch("subprocess.Popen", wraps=subprocess.Popen) as started:
        took = [heard_after_ms() for _ in range(ROUNDS)]
    ours.close()
    thread.join()
    its.close()
    words = {call.args[0][0] for call in started.call_args_list}
    assert words == {APLAY}
    counted("a sentence from the cache: programs started", started.call_count / ROUNDS, 1, "programs", repeats=ROUNDS)
    timed("a sentence from the cache: to its first sample", median(took), 50, "ms", repeats=ROUNDS)
    timed("a new sentence: to its first sample", made, 250, "ms", repeats=1)
