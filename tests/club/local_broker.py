"""The configuration of a broker without TLS and without names, for this computer only."""

from companion.club.broker_config import MOST_PACKET, MOST_QUEUED


def local_config(port: int | str) -> str:
    """The configuration at this port."""
    return f"""\
log_dest stderr
max_packet_size {MOST_PACKET}
max_queued_messages {MOST_QUEUED}
listener {port} 127.0.0.1
allow_anonymous true
"""
