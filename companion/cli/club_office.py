"""`companion club init`, `add`, `shut-out` and `renew`: the organiser's computer."""

from __future__ import annotations

import os
import pwd
import socket
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

from companion.cli.arguments import club_office
from companion.cli.console import WrongUseError, as_wrong_use, print_lines, refusing
from companion.club.authority import current_time
from companion.club.broker_config import PORT
from companion.club.bundle import HOST, SUFFIX, name_problem
from companion.club.office import Office, OfficeError, Reload
from companion.club.register import Register
from companion.http.peers import reached_at
from companion.storage.disk import in_words

FOUNDED = """\
The club is made in {place}.
Its boxes look for the broker at {host}, port {port}.

Next, on this computer:
  /usr/sbin/mosquitto -c {place}/broker/mosquitto.conf
                               start the broker (sudo apt install mosquitto)
  companion club add table-1   make the bundle of a box, once for each

Keep a copy of {place} in a safe place: with its key anybody can make a box of this club."""
ADDED = """\
{file} is made for the box {box}. It contains the key of the box: give it to nobody else.
Copy it to a USB stick, or to the boot partition of the box's card. Then, on the box:
  sudo companion club join {name}"""
SHUT_OUT = "{box} is shut out: its certificates are revoked, and its name has no rights."
CLEARED = "The broker refuses it from now on, and has deleted what it left there."
RENEWED = "Broker, director and Home Assistant have new certificates. Boxes find the broker by {hosts}."
HEARD = "The broker uses the change now."
OFF = "The broker is not running on this computer; it will use the change when it starts."
RELOAD = """\
Make the broker read the change:
  sudo kill -HUP "$(cat {place}/broker/mosquitto.pid)"   (as a service: sudo systemctl reload mosquitto)"""
RESTART = """\
The broker could not be informed. Restart it, so that it refuses the box and deletes what the box left there:
  sudo systemctl restart mosquitto   (or end mosquitto, and start it as companion club init has said)"""


def organise(arguments: Namespace) -> int:
    """Do what the organiser asks; returns the exit status."""
    with as_wrong_use(OfficeError):
        if arguments.what == "init":
            told = _create(arguments)
        else:
            with Office.open(club_office(arguments.club)) as office:
                told = list(_change(office, arguments))
    print_lines(line for text in told for line in text.splitlines())
    return 0


def _create(arguments: Namespace) -> list[str]:
    place = club_office(arguments.dir or arguments.club)
    hosts = _hosts(arguments.host) or tuple(_own_hosts())
    register = Register(hosts, arguments.port or PORT, pwd.getpwuid(os.getuid()).pw_name)
    if not (arguments.name.isprintable() and 0 < len(arguments.name) <= 64):
        raise WrongUseError(f"“{arguments.name[:64]}” is not a name for a club: it has 1 to 64 characters on one line")
    with as_wrong_use(ValueError):
        Office.create(place, arguments.name, register, current_time())
    return [FOUNDED.format(place=place, host=hosts[0], port=register.port)]


def _change(office: Office, arguments: Namespace) -> Iterator[str]:
    """Do it, and print what is to be done next."""
    box, now = arguments.box, current_time()
    match arguments.what:
        case "add":
            if why := name_problem(box):
                raise WrongUseError(why)
            was_out = box in office.register.out
            file = Path(arguments.to or ".") / f"{box}{SUFFIX}"
            with _new_file(file) as descriptor:
                os.write(descriptor, office.add(box, now).to_text().encode())
                os.fsync(descriptor)
            yield ADDED.format(file=file, box=box, name=file.name)
            if not was_out:
                return
        case "shut-out":
            cleaner = f"Clears-{token_hex(8)}"  # no box has a capital letter
            office.shut_out(box, now, cleaner)
            yield SHUT_OUT.format(box=box)
            heard = office.tell_broker()
            is_clear = heard is Reload.HEARD and office.clear(box, cleaner, now)
            yield CLEARED if is_clear else OFF if heard is Reload.OFF else RESTART
            return
        case _:
            hosts = _hosts(arguments.host) or office.register.hosts
            office.renew(hosts, now)
            yield RENEWED.format(hosts=", ".join(hosts))
    told = {Reload.HEARD: HEARD, Reload.OFF: OFF, Reload.REFUSED: RELOAD}[office.tell_broker()]
    yield told.format(place=office.place)


@contextmanager
def _new_file(path: Path) -> Iterator[int]:
    """A new file that only its owner can read; an error deletes it. Raises WrongUseError, StorageError."""
    with refusing(path):
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        except FileExistsError as there:
            raise WrongUseError(f"{path} already exists: delete it, or choose another directory with --to") from there
    with in_words("not written", path):
        try:
            yield descriptor
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        finally:
            os.close(descriptor)


# ---------------------------------------------------------------- hosts of the broker


def _hosts(hosts: Sequence[str] | None) -> tuple[str, ...]:
    """The hosts of the command line, and this computer itself. Raises WrongUseError."""
    if not hosts:
        return ()
    for host in hosts:
        if not HOST.fullmatch(host):
            why = f"--host “{host}” is not a name or an address in small letters"
            raise WrongUseError(f"{why}. For example: --host club.local")
    return tuple(dict.fromkeys((*hosts, "localhost", "127.0.0.1")))


def _own_hosts() -> Iterator[str]:
    """The names and addresses of this computer; first the name by which other computers find it."""
    name = socket.gethostname().lower()
    names = [f"{name.partition('.')[0]}.local", name, "localhost"]
    yield from dict.fromkeys(name for name in names if HOST.fullmatch(name))
    yield from dict.fromkeys((reached_at(), "127.0.0.1"))
