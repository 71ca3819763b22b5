"""Short matches that lead to each screen of BirdHead, Rook, Hearts, Spades, Euchre, Toriatama and Bonehead."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from companion import games
from companion.games.bonehead.rules import BONEHEAD as BONEHEAD_GAME
from companion.games.toriatama.rules import DECK as TORIATAMA_DRINKS
from companion.match.ending import Series
from companion.support.values import replace
from tools.gallery.evenings import LONGEST, RecordedTable, ScriptedTable, SetUpTable, Shown

FIVE = (*LONGEST, "Ünsal-Großmann", "Rook")
"""The longest names, and one that is also a card."""


def expand(game: str, header: str, said: str) -> str:
    """Expand a record of few lines: commas separate header lines and statements."""
    return "\n".join((f"game {game}", *(line.strip() for line in f"{header}, {said}".split(",") if line.strip())))


FOUR = "players Ann Bob Cid Dee"
SEATED = FOUR.removeprefix("players ").split()


def before(deal: str, times: int = 1, seats: int = 4) -> str:
    """A deal as it was played `times` deals earlier, when everybody's turn came so many seats further right."""
    names = [*SEATED, "Eve"][:seats]
    return re.sub(rf"\b({'|'.join(names)})\b", lambda found: names[(names.index(found[0]) - times) % seats], deal)


BIRDHEAD_LED = "deal, Dee 7 7"
BIRDHEAD_TRICK = "deal, Dee 7 7, Ann 8 10, Bob 2 3, Cid 9 10"
BIRDHEAD_TRICKS = """Bob 2 2 2, Cid 3 3 3, Dee 4 4 4, Ann 5 5 5, Ann 6 6 6, Bob 7 7 7, Cid 9 9 9, Dee 10 10 10,
    Dee 2, Ann 4, Bob 5, Cid 6, Cid 4, Dee 5, Ann 7, Bob 10, Bob 11, Cid 2, Dee 7, Ann 8"""
BIRDHEAD_LAST = f"deal, {BIRDHEAD_TRICKS}"
BIRDHEAD_LOST = f"{BIRDHEAD_LAST}, Bob 8, Cid 3, Dee 9, Ann 8"
"""Dee loses with a 9, so that Ann starts next."""
BIRDHEAD = f"{FOUR}, start Ann, {before(BIRDHEAD_LOST)}"
BIRDHEAD_DEAL = f"{FOUR}, start Cid, {before(BIRDHEAD_LOST, 3)}"

BIDDING = "deal, Ann pass, Bob bid 70, Cid bid 80, Dee pass"
LAID = "deal, Ann pass, Bob pass, Cid pass, Dee bid 75"
LED = f"{LAID}, Dee lays, Dee trump yellow"
ROOK_TRICK = f"{LED}, Ann 13G, Bob 5G, Cid 8G, Dee Rook"
ROOK_REST = """Dee 7Y, Ann 11Y, Bob 5Y, Cid 9Y, Ann 9G, Bob 7G, Cid 10G, Dee 14G, Dee 6Y, Ann 8Y, Bob 14R, Cid 14B,
    Ann 7B, Bob 11B, Cid 13B, Dee 14Y, Dee 13Y, Ann 11G, Bob 10R, Cid 12R, Dee 12Y, Ann 8B, Bob 6B, Cid 13R,
    Dee 10Y, Ann 12B, Bob 9R, Cid 6R, Dee 5R, Ann 8R, Bob 10B, Cid 7R"""
ROOK_DEAL = f"{ROOK_TRICK}, {ROOK_REST}"
ROOK = f"{FOUR}, dealer Cid, {before(ROOK_DEAL)}"
ROOK_SET = ROOK_DEAL.replace("75", "80")
ROOK_LEVEL = ", ".join(before(ROOK_SET if times > 5 else ROOK_DEAL, times) for times in range(7, 0, -1))
"""Seven deals: bids of both sides were made three times, and failed once; that of Bob and Dee is made once more."""
REVOKED = f"{LED}, Ann 13G, Bob 5R, Cid 8G, Dee 6G, Ann 9G, Bob 5G"
LATE = """Ann 13G, Bob 5G, Cid 8G, Dee Rook, Dee 7Y, Ann 11Y, Bob 5Y, Cid 9Y, Ann 9G, Bob 7G, Cid 6R, Dee 14G,
    Dee 6Y, Ann 8Y, Bob 14R, Cid 14B, Ann 7B, Bob 11B, Cid 13B, Dee 14Y, Dee 13Y, Ann 11G, Bob 10R, Cid 10G"""

PASSED = "deal, Ann passes, Bob passes, Cid passes, Dee passes"
HEARTS_PLAYS = """
    Bob 2C, Cid JC, Dee 5C, Ann 8C, Cid 4D, Dee 5D, Ann 3D, Bob 7D, Bob 3C, Cid QC, Dee 4C, Ann 7C, Cid 6D,
    Dee QD, Ann 9D, Bob 10D, Dee 2S, Ann 4S, Bob 3S, Cid 7S, Cid 8S, Dee 5S, Ann QS, Bob 10S, Ann 2D, Bob 6H,
    Cid JD, Dee KD, Dee 7H, Ann 3H, Bob 4H, Cid 5H, Dee 9S, Ann 8H, Bob 6S, Cid AH, Dee JS, Ann AC, Bob 2H,
    Cid QH, Dee KH, Ann AD, Bob KC, Cid JH, Dee KS, Ann 8D, Bob 10C, Cid 10H, Dee AS, Ann 6C, Bob 9C, Cid 9H"""
HEARTS = f"{FOUR}, dealer Cid, {before(f'{PASSED}, {HEARTS_PLAYS}')}"
MOON = """
    deal, Dee 2C, Ann AC, Bob 5C, Cid 4C, Ann AS, Bob 5S, Cid 3S, Dee 2S, Ann AD, Bob 2D, Cid 3D, Dee 4D,
    Ann KS, Bob 7S, Cid 6S, Dee 4S, Ann KD, Bob 8D, Cid 7D, Dee 5D, Ann KC, Bob 2H, Cid 6C, Dee 3C, Ann AH,
    Bob 4H, Cid 3H, Dee 5H, Ann KH, Bob 8H, Cid 7H, Dee 6H, Ann QS, Bob 8S, Cid JS, Dee 10S, Ann QH, Bob 9D,
    Cid 7C, Dee 6D, Ann JH, Bob 9S, Cid 8C, Dee 9C, Ann 10H, Bob 10D, Cid 10C, Dee JD, Ann 9H, Bob QD, Cid JC,
    Dee QC"""
HEARTS_OF_FIVE = """
    deal, Bob passes, Cid passes, Dee passes, Eve passes, Ann passes, Dee 3C, Eve QC, Ann 9C, Bob JC, Cid 5C,
    Eve 2S, Ann 9S, Bob 8S, Cid 6S, Dee 4S, Ann 7C, Bob 6C, Cid AH, Dee 10C, Eve QH, Dee 5D, Eve 7D, Ann 8D,
    Bob 6D, Cid 9H, Ann 7H, Bob JH, Cid 8H, Dee 5H, Eve AD, Bob 3D, Cid 6H, Dee 9D, Eve JD, Ann QS, Eve 7S,
    Ann AS, Bob 5S, Cid 3S, Dee JS, Ann 8C, Bob 4C, Cid 4H, Dee KC, Eve KD, Dee 10D, Eve QD, Ann KH, Bob 4D,
    Cid 3H, Eve KS, Ann 10H, Bob AC, Cid 2H, Dee 10S"""
HEARTS_OF_THREE = """
    deal, Bob passes, Cid passes, Ann passes, Cid 2C, Ann 3C, Bob 8C, Bob 3S, Cid 8S, Ann 6S, Cid 7C,
    Ann 6C, Bob 10C, Bob 4D, Cid JD, Ann 10D, Cid 9C, Ann 5C, Bob AC, Bob 5S, Cid JS, Ann 4S, Cid JC, Ann 4C,
    Bob QS, Cid QC, Ann AH, Bob 10H, Cid 3H, Ann 2H, Bob 6H, Bob 7D, Cid QD, Ann 8D, Cid 4H, Ann 5H, Bob 7H,
    Bob 7S, Cid AS, Ann KS, Cid 8H, Ann AD, Bob 9H, Bob 9D, Cid KH, Ann 6D, Bob 9S, Cid QH, Ann 2S, Bob 10S,
    Cid JH, Ann 5D, Bob KD, Cid KC, Ann 3D"""
SPADES_BOTH_SET = (
    "deal, Ann bid 7, Bob bid 7, Cid bid 6, Dee bid 6, Ann AH, Bob 2H, Cid 3H, Dee 4H, Ann 5H, Bob KH, Cid 6H, Dee 7H"
)
SPADES_DEAL = """
    deal, Ann bid 3, Bob bid 3, Cid bid 3, Dee bid 3, Ann AD, Bob 9D, Cid 2D, Dee 8D, Ann KC, Bob AC, Cid 5C,
    Dee 4C, Bob KH, Cid 4H, Dee 2H, Ann 3H, Bob 10H, Cid 7H, Dee 9H, Ann 5H, Bob QC, Cid 9C, Dee 10C, Ann 2C,
    Bob JH, Cid 9S, Dee QH, Ann 6H, Cid 3D, Dee KD, Ann 7D, Bob 4D, Dee AH, Ann 8H, Bob 5D, Cid 7S, Cid QD,
    Dee 10D, Ann 3C, Bob 6D, Cid 3S, Dee JS, Ann KS, Bob AS, Bob 8C, Cid JC, Dee 8S, Ann 2S, Dee 6S, Ann QS,
    Bob 6C, Cid 4S, Ann 10S, Bob 7C, Cid JD, Dee 5S"""
SPADES_SET = SPADES_DEAL.replace("Ann bid 3", "Ann bid 5").replace("Cid bid 3", "Cid bid 4")
SPADES = f"{FOUR}, dealer Cid, {before(SPADES_SET)}"
BLIND_BEHIND = SPADES.replace("Dee, dealer", "Dee, option blind-nil behind-100, dealer")
BLIND_EXCHANGED = BLIND_BEHIND.replace("behind-100", "any, option blind-exchange two-cards")
SPADES_LOW = SPADES_DEAL.replace("Bob bid 3", "Bob bid 1").replace("Dee bid 3", "Dee bid 1")
SPADES_BAGS = f"{FOUR}, dealer Bob, {before(SPADES_LOW, 2)}, {before(SPADES_DEAL)}"
EUCHRE_TURNED = "deal, up JH, Ann pass, Bob pass, Cid pass, Dee pass"
EUCHRE_ORDERED = "deal, up JH, Ann pass, Bob orders"
EUCHRE_DEAL = f"""{EUCHRE_ORDERED}, Bob pass, Dee discards, Ann 9S, Bob KS, Cid JS, Dee QD, Bob AH, Cid 10C,
    Dee QH, Ann 9H, Bob KH, Cid JC, Dee JH, Ann 10H, Dee AC, Ann AD, Bob QC, Cid QS, Dee KD, Ann JD, Bob KC, Cid AS"""
EUCHRE = f"{FOUR}, dealer Cid, {before(EUCHRE_DEAL)}"
DEFENDERS_TOO = "option alone defenders-too"
EUCHRE_TOO = f"{FOUR}, {DEFENDERS_TOO}, dealer Cid, {before(EUCHRE_DEAL)}"
EUCHRED = """
    deal, up JH, Ann pass, Bob orders, Bob pass, Dee discards JH, Ann JD, Bob KH, Cid 10C, Dee QH, Ann 10H, Bob AH,
    Cid QS, Dee AC, Bob KS, Cid AS, Dee QD, Ann 9S, Cid JS, Dee 9C, Ann AD, Bob QC, Cid JC, Dee KD, Ann 9H, Bob KC"""
EUCHRE_ALONE = "deal, up 9S, Ann orders, Ann alone"
EUCHRE_LONE = f"""{EUCHRE_ALONE}, Bob pass, Dee alone, Dee discards, Ann AS, Dee 9S, Ann KS, Dee 10S, Ann AH,
    Dee 9H, Ann QD, Dee JH, Ann 10D, Dee QC"""
NO_PASSING = f"{FOUR}, option passing none"
HEARTS_LATE = f"{NO_PASSING}, dealer Ann, score Ann 23, score Bob 5, score Cid 88, score Dee 14"
MOON_HEADER = f"{NO_PASSING}, dealer Dee, deal, {HEARTS_PLAYS}"
FIVE_PLAY = f"players Ann Bob Cid Dee Eve, dealer Eve, {before(HEARTS_OF_FIVE, seats=5)}"
FIVE_KEEP = f"""players Ann Bob Cid Dee Eve, option passing none, dealer Eve, deal,
    {before(HEARTS_OF_FIVE.partition("Ann passes,")[2], seats=5)}"""
THREE_PLAY = f"players Ann Bob Cid, dealer Cid, {before(HEARTS_OF_THREE, seats=3)}"

TORIATAMA = f"{FOUR}, start Cid"
TAKES = "deal, Cid takes white-can, Dee takes green-high, Ann takes blue-small, Bob takes yellow-tall"
CLAIMS = f"{TAKES}, Cid takes red-can"
LONG_DRINKS = " ".join(
    f"{colour}-{shape}"
    for colour in ("mint", "turquoise", "amber", "crimson")
    for shape in ("wineglass", "glass", "jug", "cup", "beaker", "goblet", "barrel")
)
OWN_DRINKS = f"{FOUR}, ; drinks {LONG_DRINKS}, start Cid, deal"
OWN_TAKES = """Cid takes crimson-glass, Dee takes crimson-jug, Ann takes crimson-cup, Bob takes crimson-beaker,
    Cid takes"""
CRATES = """players Ann Bob Cid, start Ann, deal, Ann takes red-can, Bob takes green-can, Cid takes blue-tall,
    Ann takes red-tall, Bob takes blue-can, Cid claims blue right, Cid takes blue-bottle, Ann takes red-small,
    Bob takes green-tall, Cid takes blue-small, Ann takes red-bottle, Bob takes green-small, Cid takes blue-high,
    Ann takes red-high, Bob takes green-bottle, Cid takes blue-tallest, Ann takes red-tallest, Bob takes green-high,
    Cid takes yellow-can, Ann takes yellow-tall, Bob takes yellow-bottle, Ann claims yellow right,
    Cid takes white-tall"""

FIRST_3 = "DOWN OK OK UP OK"
"""The house rule about who starts, answered."""
BONEHEAD = "players Ann Bob Cid Dan Eve, start Ann"
HEADS = """deal, Ann heads 10S 2C 2D, Bob heads 3D 3H 4S, Cid heads 8C 8H 8S, Dan heads 9H AC AD, Eve heads KC KD KH"""
CLEARED = f"{HEADS}, Ann 10C 10D 10H"
PILES = """Ann draws 4C 4D 4H, Ann 4C 4D 4H, Ann draws 5C 5D 5H, Bob takes, Cid 6S, Cid draws, Dan takes, Eve 3S,
    Ann 5C 5D 5H, Bob takes, Cid 7S, Dan 7D, Eve takes"""
ON_HEADS = f"{CLEARED}, {PILES}"
ON_BONES = f"{ON_HEADS}, Ann 10S, Ann 2C 2D, Bob takes, Cid 7H, Dan 8D, Eve takes"
BONE_FAILED = f"{ON_BONES}, Ann bone 9S, Bob 9D, Cid JS, Dan JD, Eve QC, Ann bone 7C"
LAST_BONE = f"""{HEADS.replace("10S 2C 2D", "2C 2D 2H")}, Ann 10C 10D 10H, {PILES}, Ann 2C 2D 2H, Bob takes, Cid 7H,
    Dan 8D, Eve takes, Ann bone 10S, Ann bone 9S, Bob takes, Cid JS, Dan takes, Eve 9C, Ann bone JC"""


EVERY_TAKE = ", ".join(
    f"{name} takes {drink}"
    for name, drink in zip(7 * ("Cid", "Dee", "Ann", "Bob"), TORIATAMA_DRINKS.cards_in_order, strict=False)
)


HEADERS = {
    "birdhead": BIRDHEAD,
    "rook": ROOK,
    "hearts": HEARTS,
    "spades": SPADES,
    "euchre": EUCHRE,
    "toriatama": TORIATAMA,
    "bonehead": BONEHEAD,
}


def record_of(game: str, said: str, script: str = "", header: str = "") -> RecordedTable:
    """A match of this game, under its usual header or another."""
    return RecordedTable(expand(game, header or HEADERS[game], said), script)


birdhead, rook, hearts, spades, euchre, toriatama, bonehead = (partial(record_of, game) for game in HEADERS)


def some(said: str, number: int) -> str:
    """So many of these statements."""
    return ", ".join(said.split(",")[:number])


def first(plays: str, number: int) -> str:
    """All have passed, and so many cards were played."""
    return f"{PASSED}, {some(plays, number)}"


def scanned_bonehead(script: str) -> ScriptedTable:
    """Ann and Bob, whose hands were scanned; Bob starts."""
    hands = "4C 4D 9S KH QH QD 5C 6C 9H AH KD JD"
    return ScriptedTable(f"{hands} KH+QH+QD AH+KD+JD {script}", ("Ann", "Bob"), scanned=True, game=BONEHEAD_GAME)


SHORT: Mapping[str, RecordedTable] = {
    "birdhead-start": birdhead("", header=f"{FOUR}, start Dee"),
    "birdhead-lead": birdhead(BIRDHEAD_TRICK),
    "birdhead-set": birdhead(BIRDHEAD_TRICK, "4/1"),
    "birdhead-set-again": birdhead(BIRDHEAD_TRICK, "4/1 4/2"),
    "birdhead-set-two": birdhead(BIRDHEAD_TRICK, "4/1 4/2 OK"),
    "birdhead-follow": birdhead(BIRDHEAD_LED),
    "birdhead-follow-half": birdhead(f"{BIRDHEAD_LED}, Ann 8 10", "2/1"),
    "birdhead-follow-three": birdhead("deal, Dee 10 10 10, Ann 11 11 11"),
    "birdhead-follow-one": birdhead("deal, Dee 7"),
    "birdhead-last-trick": birdhead(f"{BIRDHEAD_LAST}, Bob 8", header=BIRDHEAD_DEAL),
    "birdhead-deal-score": birdhead(f"{BIRDHEAD_LAST}, Bob 8, Cid 3, Dee 10, Ann 8", header=BIRDHEAD_DEAL),
    "birdhead-deal-score-losers": birdhead(f"{BIRDHEAD_LAST}, Bob 8, Cid 3, Dee 8, Ann 8", header=BIRDHEAD_DEAL),
    "birdhead-markers": birdhead(f"{BIRDHEAD_LAST}, Bob 8, Cid 3, Dee 8, Ann 8", "DOWN", BIRDHEAD_DEAL),
    "birdhead-scores": birdhead(BIRDHEAD_TRICK, "UP"),
    "birdhead-game-over": birdhead(
        f"{BIRDHEAD_LAST}, Bob 8, Cid 3, Dee 8, Ann 8", header=f"{FOUR}, start Bob, markers Bob 9 11, markers Cid 11"
    ),
    "birdhead-marker": birdhead("", "3/1", f"{FOUR}, start Bob, markers Ann 3/1"),
    "birdhead-revoke-waits": birdhead("deal, Dee 8, Ann 5, Bob 9, Cid 10, Cid 3, Dee 4, Ann 6, Bob 4", "2/1 7/1"),
    "rook-first-bid": rook("", "OK"),
    "rook-result": rook("", "OK DOWN DOWN"),
    "rook-result-winner": rook("", "OK DOWN DOWN OK DOWN"),
    "rook-result-nobody": rook("", "OK DOWN DOWN OK UP"),
    "rook-result-amount": rook("", "OK DOWN DOWN OK DOWN OK UP"),
    "rook-bid": rook(BIDDING),
    "rook-bid-more": rook(BIDDING, "UP"),
    "rook-trump": rook(LAID),
    "rook-trump-chosen": rook(f"{LAID}, Dee lays", "DOWN DOWN"),
    "rook-lead": rook(LED),
    "rook-trick": rook(f"{ROOK_TRICK}, Dee 7Y, Ann 11Y"),
    "rook-trick-bird": rook(f"{LED}, Ann Rook, Bob 5Y"),
    "rook-trick-taken": rook(ROOK_TRICK),
    "rook-public": rook(ROOK_TRICK, "DOWN"),
    "rook-scores": rook(ROOK_TRICK, "UP"),
    "rook-this-deal": rook(f"{ROOK_TRICK}, Dee 7Y, Ann 11Y", "hold DOWN DOWN DOWN DOWN OK"),
    "rook-revoke-correctable": rook(REVOKED),
    "rook-revoke-late": rook(f"{LED}, {LATE}"),
    "rook-revoke-score": rook(f"{LED}, {LATE}, remedy penalty"),
    "rook-score-withdrawn": rook(f"{LED}, {LATE}, remedy penalty, remedy play-on"),
    "rook-deal-score-made": rook(ROOK_DEAL),
    "rook-deal-score-set": rook(ROOK_SET),
    "rook-deal-score-tie": rook(ROOK_DEAL, header=f"{FOUR}, dealer Ann, {ROOK_LEVEL}"),
    "rook-game-over": rook(ROOK_DEAL, header=f"{FOUR}, dealer Dee, score Ann 240, score Bob 240"),
    "spades-bid": spades(some(SPADES_DEAL, 1)),
    "spades-third-bid": spades(some(SPADES_DEAL, 3), "DOWN"),
    "spades-fourth-bid": spades(some(SPADES_DEAL, 4), "UP UP"),
    "spades-blind-nil": spades("deal, Ann bid 3", "DOWN DOWN DOWN DOWN", BLIND_BEHIND),
    "spades-exchange": spades("deal, Ann blind, Bob bid 3, Cid bid 4, Dee bid 3", header=BLIND_EXCHANGED),
    "spades-lead": spades(some(SPADES_DEAL, 5)),
    "spades-second-card": spades(some(SPADES_DEAL, 6)),
    "spades-tricks": spades(some(SPADES_DEAL, 35)),
    "end-here-partners": spades(some(SPADES_DEAL, 35), "hold UP UP UP UP OK"),
    "spades-claim": spades(f"{some(SPADES_DEAL, 35)}, Ann claims"),
    "spades-claim-shown": spades(f"{some(SPADES_DEAL, 35)}, Ann claims", "AS"),
    "spades-no-points": spades(SPADES_BOTH_SET),
    "spades-deal-score": spades(some(SPADES_DEAL, 57)),
    "spades-public": spades(some(SPADES_DEAL, 35), "DOWN"),
    "spades-nil-lost-bags": spades(SPADES_DEAL.replace("Bob bid 3", "Bob bid 0"), header=SPADES_BAGS),
    "euchre-turn-up": euchre("", "OK"),
    "euchre-orders": euchre("deal, up JH"),
    "euchre-orders-third": euchre("deal, up JH", script="DOWN DOWN DOWN"),
    "euchre-names": euchre(EUCHRE_TURNED),
    "euchre-suit": euchre(EUCHRE_TURNED, script="DOWN OK"),
    "euchre-nobody": euchre(f"{EUCHRE_TURNED}, Ann pass, Bob pass, Cid pass, Dee pass"),
    "euchre-last-words": euchre(EUCHRE_ORDERED),
    "euchre-discard-tapped": euchre(EUCHRE_ORDERED, script="(Dee)"),
    "euchre-defenders": euchre(EUCHRE_ALONE, header=EUCHRE_TOO),
    "euchre-discard": euchre(f"{EUCHRE_ORDERED}, Bob pass"),
    "euchre-second-card": euchre(some(EUCHRE_DEAL, 7)),
    "euchre-left-bower": euchre("deal, up 9H, Ann orders, Ann alone, Dee discards, Ann JD, Bob AH"),
    "euchre-tricks": euchre(some(EUCHRE_DEAL, 10)),
    "euchre-deal-score": euchre(EUCHRE_DEAL),
    "euchre-deal-score-euchred": euchre(EUCHRED),
    "euchre-deal-score-alone": euchre(EUCHRE_LONE, header=f"{FOUR}, {DEFENDERS_TOO}, dealer Dee"),
    "euchre-game-over": euchre(EUCHRE_LONE, header=f"{FOUR}, {DEFENDERS_TOO}, dealer Dee, score Ann 6, score Bob 7"),
    "euchre-public": euchre(some(EUCHRE_LONE, 12), "DOWN", EUCHRE_TOO),
    "hearts-passing": hearts("", "OK"),
    "hearts-passing-some": hearts("deal, Ann passes 2S QS KH, Cid passes"),
    "hearts-passing-three": hearts("", "OK", THREE_PLAY),
    "hearts-passing-five": hearts("", "OK", FIVE_PLAY),
    "hearts-first-lead": hearts("", "OK", MOON_HEADER),
    "hearts-first-lead-five": hearts("", "OK", FIVE_KEEP),
    "hearts-first-lead-known": hearts("deal, dealt Cid 2C", header=MOON_HEADER),
    "hearts-who-leads": hearts("", "OK 2C"),
    "hearts-another-card-leads": hearts("", "OK 5C"),
    "hearts-lead": hearts(first(HEARTS_PLAYS, 4)),
    "hearts-trick": hearts(first(HEARTS_PLAYS, 27)),
    "hearts-trick-taken": hearts(first(HEARTS_PLAYS, 28)),
    "hearts-trick-five": hearts(some(HEARTS_OF_FIVE, 33), header=FIVE_PLAY),
    "hearts-points-taken": hearts(first(HEARTS_PLAYS, 33), "DOWN"),
    "hearts-deal-score": hearts(first(HEARTS_PLAYS, 52)),
    "hearts-deal-score-moon": hearts(MOON, header=MOON_HEADER),
    "hearts-deal-score-five": hearts(HEARTS_OF_FIVE, header=FIVE_PLAY),
    "hearts-deal-score-three": hearts(HEARTS_OF_THREE, header=THREE_PLAY),
    "hearts-this-deal": hearts(first(HEARTS_PLAYS, 28), "hold DOWN DOWN DOWN DOWN OK"),
    "hearts-game-over": hearts(MOON, header=HEARTS_LATE),
    "toriatama-first-take": toriatama(""),
    "toriatama-claims-first": toriatama("deal, Cid takes green-high, Dee takes white-can"),
    "toriatama-claims": toriatama(CLAIMS),
    "toriatama-claims-tallest": toriatama(f"{TAKES}, Cid takes yellow-tallest"),
    "toriatama-own-drinks": toriatama(f"{OWN_TAKES} mint-wineglass", header=OWN_DRINKS),
    "toriatama-own-drinks-long": toriatama(f"{OWN_TAKES} turquoise-wineglass", header=OWN_DRINKS),
    "toriatama-own-drinks-claim": toriatama(f"{OWN_TAKES} turquoise-wineglass", "DOWN OK OK", OWN_DRINKS),
    "toriatama-claim-word": toriatama(CLAIMS, "DOWN OK"),
    "toriatama-claim-hand": toriatama(CLAIMS, "DOWN OK OK"),
    "toriatama-claim-right": toriatama(f"{TAKES}, Cid takes green-can, Dee claims green right"),
    "toriatama-claim-wrong": toriatama(f"{CLAIMS}, Bob claims red right"),
    "toriatama-take": toriatama(f"{TAKES}, Cid takes green-can, Dee claims green right, Ann returns right"),
    "toriatama-crates": toriatama("", "DOWN", CRATES.removesuffix(",\n    Cid takes white-tall")),
    "toriatama-this-turn": toriatama(CLAIMS, "hold DOWN DOWN OK"),
    "toriatama-crate-full": toriatama("", header=CRATES),
    "toriatama-game-over": toriatama("Ann moves", header=CRATES),
    "toriatama-final-scores": toriatama("Ann moves", "UP", CRATES),
    "toriatama-four-scores": toriatama(f"deal, {EVERY_TAKE}, Cid moves", "UP"),
    "bonehead-heads": bonehead(""),
    "bonehead-heads-some": bonehead(HEADS.rsplit(",", 2)[0], "9H AC"),
    "bonehead-first-card": bonehead(HEADS),
    "bonehead-turn": bonehead(f"{HEADS}, Ann 9C 9D"),
    "bonehead-cleared": bonehead(CLEARED),
    "bonehead-taken": bonehead(f"{HEADS}, Ann 9C 9D, Bob takes"),
    "end-here-cards-left": bonehead(f"{HEADS}, Ann 9C 9D, Bob takes", "hold UP UP UP UP OK"),
    "bonehead-set": bonehead(f"{HEADS}, Ann 9C", "JC"),
    "bonehead-set-undone": bonehead(f"{HEADS}, Ann 9C", "JC hold OK"),
    "bonehead-too-many": bonehead(f"{HEADS}, Ann 9C", "3C+4C+5C+6C+7C+JC"),
    "bonehead-on-two": bonehead(f"{HEADS}, Ann 2S"),
    "bonehead-head": bonehead(f"{ON_HEADS}"),
    "bonehead-bone": bonehead(ON_BONES),
    "bonehead-bone-failed": bonehead(BONE_FAILED),
    "bonehead-open-cards": bonehead(f"{HEADS}, Ann 9C 9D, Bob takes", "UP"),
    "bonehead-this-deal": bonehead(f"{CLEARED}, Ann draws 4C 4D 4H, Ann 4C", "hold DOWN DOWN DOWN DOWN OK"),
    "bonehead-game-over": bonehead(LAST_BONE),
}

WITH_LONG_NAMES = """
    birdhead-start birdhead-lead birdhead-follow-three birdhead-last-trick birdhead-deal-score
    birdhead-deal-score-losers birdhead-markers birdhead-scores birdhead-game-over
    euchre-orders euchre-suit euchre-last-words euchre-defenders euchre-left-bower euchre-public
    hearts-passing hearts-passing-some hearts-passing-five hearts-first-lead-known hearts-who-leads hearts-trick
    hearts-trick-five hearts-points-taken hearts-deal-score hearts-deal-score-moon hearts-deal-score-five
    hearts-game-over
    rook-result-winner rook-result-amount rook-bid rook-trump rook-trick rook-public rook-revoke-late
    rook-score-withdrawn rook-deal-score-set rook-game-over
    toriatama-take toriatama-claims toriatama-claim-hand toriatama-own-drinks-claim toriatama-claim-wrong
    toriatama-claim-right toriatama-crate-full toriatama-final-scores toriatama-four-scores
    bonehead-heads-some bonehead-turn bonehead-set bonehead-head bonehead-bone-failed bonehead-open-cards
    bonehead-game-over
""".split()
"""Those that are drawn with the longest names, too."""

AFTER_THREE = Series(3, (2, 1, 2, 1))
RECORDS = Path(games.__file__).parent


def over(game: str, pages: int, before: Series | None = None, record: str = "whole-match") -> RecordedTable:
    """A page of the ending of one of a game's records, after these matches."""
    lines = (RECORDS / game / "records" / f"{record}.table").read_text("utf-8").splitlines()
    said = (line.split("#")[0].strip() for line in lines)
    return RecordedTable("\n".join(filter(None, said)), "DOWN " * pages, before=before)


ENDINGS: Mapping[str, RecordedTable] = {
    "ending-winners": over("rook", 0),
    "ending-last-deal": over("rook", 5),
    "ending-best-trick": over("rook", 1, AFTER_THREE),
    "ending-biggest-turn": over("rook", 2, AFTER_THREE),
    "ending-series-partners": over("rook", 4, AFTER_THREE),
    "ending-lowest-wins": over("hearts", 1),
    "ending-dearest-trick": over("hearts", 2),
    "ending-biggest-turn-alone": over("birddog", 2),
    "ending-best-trick-birdhead": over("birdhead", 2),
    "ending-bonehead": over("bonehead", 1, Series(3, (0, 2, 1, 0)), "full-match"),
    "ending-biggest-turn-cards": over("bonehead", 2, Series(3, (0, 2, 1, 0)), "full-match"),
    "ending-series": over("bonehead", 3, Series(3, (0, 2, 1, 0)), "full-match"),
    "ending-revokes": over("birdhead", 3, None, "final-tie-extra-round"),
    "ending-best-trick-birddog": over("birddog", 1),
    "ending-best-trick-spades": over("spades", 1),
    "ending-best-trick-euchre": over("euchre", 1),
    "ending-biggest-turn-toriatama": over("toriatama", 2, None, "full-match"),
}

EXAMPLES: Mapping[str, Shown] = {
    **ENDINGS,
    **{f"longest-{name}": replace(shown, names=(*FIVE[:3], "Ünsal-Großmann")) for name, shown in ENDINGS.items()},
    "bonehead-first-3": SetUpTable(f"DOWN OK OK OK OK {FIRST_3} DOWN", games=(BONEHEAD_GAME,)),
    "bonehead-lowest-card": SetUpTable("DOWN OK OK OK OK DOWN OK UP OK", games=(BONEHEAD_GAME,)),
    "longest-bonehead-first-3": SetUpTable(f"UP OK OK OK OK OK OK {FIRST_3}", FIVE, (BONEHEAD_GAME,)),
    "bonehead-draw": scanned_bonehead("4C 4D OK"),
    "bonehead-draw-half": scanned_bonehead("4C 4D OK 3S"),
    **SHORT,
    **{f"longest-{name}": replace(SHORT[name], names=FIVE) for name in WITH_LONG_NAMES},
}
