"""`companion voice`: say what the table tells on standard input, a socket.

Without a sentence it speaks the messages that arrive on standard input, a socket. The
table starts it in this way (on the box systemd does) if the settings switch it on below
[voice]. It reports problems on standard error, and goes on.

for example:
  companion voice "Ann plays 7 of clubs."    a test: can you hear it?

exit status:
  0   everything was spoken, as far as the loudspeaker allowed
  78  a wrong value in the settings file
"""

from __future__ import annotations

import os
import socket
import sys
from argparse import Namespace
from contextlib import closing
from functools import partial

from companion.cli.arguments import configuration_of
from companion.cli.commands import CONFIG, Command, argument
from companion.cli.console import WrongUseError, complain
from companion.settings.search_path import EX_CONFIG
from companion.voice.messages import TURN, encode
from companion.voice.programs import voices
from companion.voice.sounds import Sounds, place_of_sounds
from companion.voice.voice import Voice, misfits

NO_LINE = (
    'Which sentence? For example: companion voice "Ann plays 7 of clubs."',
    "A table starts its voice itself, with a socket as standard input.",
)
NO_LINUX = "the voice uses ALSA, which only Linux has."


COMMAND = Command("voice", arguments={"sentence": argument("SENTENCE", "a sentence to speak", nargs="?"), **CONFIG})


def voice(arguments: Namespace) -> int:
    """Run `companion voice`; returns the exit status."""
    found = configuration_of(arguments)
    if found.problem is not None:
        return EX_CONFIG
    if not hasattr(os, "pidfd_open"):
        raise WrongUseError(NO_LINUX)
    line = None if arguments.sentence else _line()
    for problem in misfits(found.parsed):
        complain("voice", f"{found.place(problem.line)}: {problem}")
    sounds, tell = Sounds(place_of_sounds(os.environ)), partial(complain, "voice")
    with closing(Voice(found.settings.voice, sounds, voices(), tell)) as speaker:
        if line is None:
            speaker.hear(encode([(TURN, arguments.sentence)], found.settings.people.language))
            speaker.finish()
        else:
            speaker.serve(line)
    return 0


def _line() -> socket.socket:
    """The socket that is standard input."""
    try:
        return socket.socket(fileno=sys.stdin.fileno())
    except OSError as fault:
        raise WrongUseError(*NO_LINE) from fault
