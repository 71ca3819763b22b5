"""The games that OpenSpiel has, too."""

from __future__ import annotations

from collections.abc import Mapping

from tests.oracles.both import Peer
from tests.oracles.euchre import EuchrePeer
from tests.oracles.hearts import HeartsPeer
from tests.oracles.oh_hell import OhHellPeer
from tests.oracles.spades import SpadesPeer

PEERS: Mapping[str, Peer] = {peer.game.name: peer for peer in (HeartsPeer(), SpadesPeer(), EuchrePeer(), OhHellPeer())}
