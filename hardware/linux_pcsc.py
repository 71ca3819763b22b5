"""The service of PC/SC on this computer: pcscd of Debian, through the package pyscard.

Every refusal becomes a DeviceError with what mends it. Its calls take as long as the reader does: `hardware.background`
makes them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from hardware.bus import DeviceError, HeldError
from hardware.linux import package

ROOT = Path("/")
"""The root of the system's files; tests use a directory of their own."""

INSTALL = "`sudo apt install pcscd python3-pyscard`"
MISSING = f"pcscd is not installed: {INSTALL}"
STOPPED = "pcscd does not run: `sudo systemctl enable --now pcscd.socket`"
BLOCKED = (
    "the kernel's {module} holds the reader: put `blacklist {module}` into /etc/modprobe.d/companion.conf, and restart"
)
FORBIDDEN = "pcscd refuses this user: install systemd/companion-pcsc.rules as wiring.md says (step 14)"
SHARED = "another program holds the card: end it (of gpg: `gpgconf --kill scdaemon`)"
SILENT_CARD = "the card does not answer, or was removed"
GONE = "the reader is gone: was it pulled out?"
REFUSED = "pcscd refuses ({why})"

HOLDERS = ("pn533_usb", "pn533", "nfc")
"""Modules of the kernel that take an ACR122U before pcscd does; to keep out the first is enough."""
PROGRAMS = ("usr/sbin/pcscd", "usr/bin/pcscd", "usr/local/sbin/pcscd")
ESCAPE = 1
"""The code of the reader's own commands, without the offset of the system (IOCTL_SMARTCARD_VENDOR_IFD_EXCHANGE)."""


class LinuxPcsc:
    """`hardware.bus.CardService`. Connects at its first use, and again after a failure."""

    def __init__(self) -> None:
        self._context: Any = None

    def readers(self) -> list[str]:
        """The names of the readers that are plugged in."""
        scard = self._scard()
        code, names = scard.SCardListReaders(self._connect(), [])
        if code in {scard.SCARD_E_NO_READERS_AVAILABLE, scard.SCARD_E_READER_UNAVAILABLE}:
            names = []
        elif code != scard.SCARD_S_SUCCESS:
            raise self._error_of(code, "pcsc")
        if not names and (module := blocking_module(ROOT)):
            raise DeviceError(BLOCKED.format(module=module), bus="pcsc")
        return list(names)

    def card(self, reader: str) -> tuple[int, bytes] | None:
        """The card on a reader; the upper half of its state counts the changes."""
        scard = self._scard()
        code, states = scard.SCardGetStatusChange(self._connect(), 0, [(reader, scard.SCARD_STATE_UNAWARE)])
        if code not in {scard.SCARD_S_SUCCESS, scard.SCARD_E_TIMEOUT}:
            raise self._error_of(code, reader)
        _, state, atr = states[0]
        if state & (scard.SCARD_STATE_UNKNOWN | scard.SCARD_STATE_UNAVAILABLE):
            raise DeviceError(GONE, bus=reader)
        return (state >> 16, bytes(atr)) if state & scard.SCARD_STATE_PRESENT else None

    def transmit(self, reader: str, sent: bytes) -> bytes:
        """Send one command to the card."""
        scard = self._scard()

        def send(card: Any, protocol: int) -> Any:
            header = scard.SCARD_PCI_T0 if protocol == scard.SCARD_PROTOCOL_T0 else scard.SCARD_PCI_T1
            return scard.SCardTransmit(card, header, list(sent))

        return self._ask(reader, sent, scard.SCARD_SHARE_SHARED, send)

    def control(self, reader: str, sent: bytes) -> bytes:
        """Send one command to the reader. That of an ACR122U refuses until its driver is told to allow it."""
        scard = self._scard()
        code = scard.SCARD_CTL_CODE(ESCAPE)
        return self._ask(
            reader, sent, scard.SCARD_SHARE_DIRECT, lambda card, _: scard.SCardControl(card, code, list(sent))
        )

    def close(self) -> None:
        """Leave the service."""
        if self._context is not None:
            self._scard().SCardReleaseContext(self._context)
        self._context = None

    def _scard(self) -> Any:
        return package("smartcard.scard", INSTALL, bus="pcsc")

    def _connect(self) -> Any:
        if self._context is None:
            scard = self._scard()
            code, context = scard.SCardEstablishContext(scard.SCARD_SCOPE_SYSTEM)
            if code != scard.SCARD_S_SUCCESS:
                raise self._error_of(code, "pcsc")
            self._context = context
        return self._context

    def _ask(self, reader: str, sent: bytes, share: int, send: Callable[[Any, int], Any]) -> bytes:
        """Connect to the card, or to the reader itself, `send`, and return the answer."""
        scard = self._scard()
        protocols = 0 if share == scard.SCARD_SHARE_DIRECT else scard.SCARD_PROTOCOL_T0 | scard.SCARD_PROTOCOL_T1
        code, card, protocol = scard.SCardConnect(self._connect(), reader, share, protocols)
        if code != scard.SCARD_S_SUCCESS:
            raise self._error_of(code, reader)
        try:
            code, answer = send(card, protocol)
        finally:
            scard.SCardDisconnect(card, scard.SCARD_LEAVE_CARD)
        if code != scard.SCARD_S_SUCCESS:
            raise self._error_of(code, reader, sent)
        return bytes(octet & 0xFF for octet in answer)

    def _error_of(self, code: int, bus: str, sent: bytes = b"") -> DeviceError:
        """What mends a refusal of the service; leaves a service that is gone."""
        scard = self._scard()
        if code in {scard.SCARD_E_NO_SERVICE, scard.SCARD_E_SERVICE_STOPPED, scard.SCARD_E_INVALID_HANDLE}:
            self._context = None
            return DeviceError(STOPPED if is_installed(ROOT) else MISSING, bus="pcsc")
        if code == scard.SCARD_W_SECURITY_VIOLATION:
            return DeviceError(FORBIDDEN, bus="pcsc")
        if code == scard.SCARD_E_SHARING_VIOLATION:
            return HeldError(SHARED, bus=bus)
        if code in {scard.SCARD_E_UNKNOWN_READER, scard.SCARD_E_READER_UNAVAILABLE}:
            return DeviceError(GONE, bus=bus)
        if code in {
            scard.SCARD_W_REMOVED_CARD,
            scard.SCARD_W_RESET_CARD,
            scard.SCARD_W_UNPOWERED_CARD,
            scard.SCARD_W_UNRESPONSIVE_CARD,
            scard.SCARD_E_NO_SMARTCARD,
            scard.SCARD_E_NOT_TRANSACTED,
        }:
            return DeviceError(SILENT_CARD, bus=bus, sent=sent)
        return DeviceError(REFUSED.format(why=scard.SCardGetErrorMessage(code)), bus=bus, sent=sent)


def blocking_module(root: Path) -> str:
    """The module of the kernel that holds an ACR122U; empty: none is loaded."""
    return next((module for module in HOLDERS if (root / "sys/module" / module).exists()), "")


def is_installed(root: Path) -> bool:
    """Whether there is a pcscd."""
    return any((root / place).exists() for place in PROGRAMS)
