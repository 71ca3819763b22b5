"""`companion club`: the organiser makes a club and the bundles of its boxes; a box joins it, and reports to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cli.arguments import WrongUseError

if TYPE_CHECKING:
    from argparse import Namespace


def club(arguments: Namespace) -> int:
    """Run `companion club`; returns the exit status.

    for example, on the organiser's computer:
      companion club init --host club.local
      companion club add table-4
      companion club shut-out table-4
      companion club renew --host 192.168.1.5

    on the box:
      sudo companion club join /media/usb/table-4.club
      sudo companion club join
      companion club run

    init makes the club's own authority, the certificates of broker and director, and the
    configuration of the broker; it overwrites nothing. add writes BOX.club here, or into
    the directory of --to. shut-out revokes all that was made for a box; after that add
    lets the name in again. renew makes new certificates for broker and director, before
    they end or for other hosts. join without a FILE takes the one on the boot partition.
    run sends what may leave the table, and takes its orders, until it is stopped: the
    service of the box does it, and beside companion play it does it by hand.

    to see a club without any box (sudo apt install mosquitto):
      companion club evening --fast

    evening makes a club, starts its broker, its director and its tables on this computer,
    and plays to the standings. table is one such table: it plays what its director orders.
    Beside it companion club run brings the orders, with the same --config and --data.

    exit status:
      0   all is well
      1   join: the bundle is refused, and nothing is changed
      2   wrong use, or no such club
      69  a package that the organiser's computer wants is not installed
      75  the memory card failed
    """
    what, name = arguments.what, arguments.target
    if name is None and what in {"add", "shut-out"}:
        raise WrongUseError(f"{what} takes the name of a box, as table-4.")
    if name is not None and what in {"run", "table"}:
        raise WrongUseError(f"{what} takes no name; the settings have that of the box, below [club].")
    if name is not None and what == "evening":
        raise WrongUseError("evening takes no name; --data names a directory for it.")
    if name is not None and what == "renew":
        raise WrongUseError("renew takes no name; --club names the directory of the club.")
    if what == "join":
        from companion.cli.club_join import join_club  # noqa: PLC0415 - of the box

        return join_club(arguments)
    if what == "run":
        from companion.cli.club_run import run_club  # noqa: PLC0415 - the same

        return run_club(arguments)
    if what == "table":
        from companion.cli.club_table import run_table  # noqa: PLC0415 - of a simulated box

        return run_table(arguments)
    if what == "evening":
        from companion.cli.club_evening import run_evening  # noqa: PLC0415 - of all of them

        return run_evening(arguments)
    from companion.cli.club_office import organise  # noqa: PLC0415 - of the organiser, with its package

    return organise(arguments)
