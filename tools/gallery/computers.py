"""Screens of tables with computer seats: dealing into slots, prompts, and wrong taps."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from companion.support.messages import msg
from companion.support.values import replace
from tools.gallery.evenings import LONGEST, Called, RecordedTable
from tools.gallery.examples import BONE_FAILED, ON_BONES, expand

SEATS = "; seat Tom computer=normal seed=1, ; seat James computer=normal seed=2"
BONEHEAD = f"players Ann Tom James, {SEATS}, start Ann"
BIRD_DOG = f"players Ann Tom James, {SEATS}, dealer Ann"
ROOK = f"players Ann Tom James Kathy, {SEATS}, ; seat Kathy computer=normal seed=3, dealer Ann"
TORIATAMA = f"players Ann Tom James, {SEATS}, start Ann"

TOM, JAMES = ("4C 4D 9S KH QH QD".split(), "5C 5D 9D KC QC QS".split())
DEALT = ", ".join(("deal", *(f"dealt Tom {card}" for card in TOM), *(f"dealt James {card}" for card in JAMES)))
HEADS = f"{DEALT}, Ann heads AS AH AD, Tom heads KH QH QD, James heads KC QC QS"
TURN = f"{HEADS}, Ann 3C"
OPEN = f"{TURN}, Tom 9S, Tom draws 7S, James takes, Ann 3D, Tom 4D, Tom draws 9C"
ALONE = "players Ann Bob Cid Dan Eve, ; seat Ann computer=normal seed=1, start Ann"
BIDS = "deal, hand Kathy 5B 6B 7B 8B 9B 10B 11B 12B 13B, Tom pass, James pass, Kathy bid 85, Ann pass"
NEST = BIDS.replace("13B,", "13B, nest 5G 6G 7G 8G 9G,")


HEADERS = {"bonehead": BONEHEAD, "rook": ROOK, "birddog": BIRD_DOG, "toriatama": TORIATAMA}


def with_computers(game: str, said: str, line: str = "", script: str = "", *, header: str = "") -> Called:
    """Ann and computer seats at this game."""
    return Called(RecordedTable(expand(game, header or HEADERS[game], said)), line, script)


bonehead, rook = partial(with_computers, "bonehead"), partial(with_computers, "rook")


SHORT: Mapping[str, Called] = {
    "computer-dealt": bonehead("deal, dealt Tom 4C, dealt Tom 4D"),
    "computer-heads": bonehead(f"{DEALT}, Ann heads AS AH AD", "Tom heads KH QH QD"),
    "computer-slot": bonehead(TURN, "Tom 9S"),
    "computer-slots": bonehead(TURN, "Tom 4C 4D"),
    "computer-slots-half": bonehead(TURN, "Tom 4C 4D", "4C"),
    "computer-wrong-slot": bonehead(TURN, "Tom 9S", "4D"),
    "computer-wrong-card": bonehead(TURN, "Tom 9S", "5H"),
    "computer-not-yours": bonehead(HEADS, "", "4D"),
    "computer-thinks": bonehead(TURN),
    "computer-draws": bonehead(f"{TURN}, Tom 9S"),
    "computer-draw-first": bonehead(f"{TURN}, Tom 9S", "", "4D"),
    "computer-takes-pile": bonehead(TURN, "Tom takes"),
    "computer-open-card": bonehead(OPEN, "James 9S"),
    "computer-bone": bonehead(ON_BONES, "Ann bone", header=ALONE),
    "computer-bone-failed": bonehead(BONE_FAILED, header=ALONE),
    "computer-dealt-unread": bonehead("deal, dealt Tom 4C, dealt Tom 4D", "", "hold DOWN"),
    "computer-dealt-unread-suit": bonehead("deal, dealt Tom 4C, dealt Tom 4D", "", "hold DOWN OK"),
    "computer-slot-unread": bonehead(TURN, "Tom 4C 4D", "hold DOWN DOWN OK UP OK"),
    "computer-advice": replace(
        bonehead(HEADS, "Ann 3C 3D"), reason=(msg("about {more} points", more="+0.3"), msg("over the second best"))
    ),
    "computer-bids": rook(BIDS.rsplit(", Kathy", 1)[0], "Kathy bid 85"),
    "computer-nest": rook(BIDS),
    "computer-lays": rook(NEST, "Kathy lays 5B 6B 7B 5G 6G"),
    "computer-lays-late": rook(NEST, "Kathy lays 5G 6G 7G 8G 9G"),
    "computer-trump": rook(f"{NEST}, Kathy lays 5B 6B 7B 5G 6G", "Kathy trump black"),
    "computer-declares": with_computers("birddog", "deal, up 10D", "Tom declare"),
    "computer-takes-drink": with_computers("toriatama", "deal, Ann takes red-can", "Tom takes blue-tall"),
    "computer-claims": with_computers(
        "toriatama", "deal, Ann takes red-can, Tom takes blue-tall, James takes red-tall", "Tom claims blue right"
    ),
}

COMPANIES: Mapping[str, Called] = {
    **SHORT,
    **{
        f"longest-{name}": replace(SHORT[name], told=replace(SHORT[name].told, names=LONGEST))
        for name in ("computer-slots", "computer-draws", "computer-not-yours", "computer-wrong-card")
    },
}
