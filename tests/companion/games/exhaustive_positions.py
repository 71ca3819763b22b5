"""The positions that are counted: for each game small deals with hidden and with open hands, and every house rule.

A position is a record, and what is tried after it. Cards are few, so that all can be tried; which, is chosen so that
promises are made, kept, broken and counted out.
"""

from __future__ import annotations

from dataclasses import replace

from tests.companion.games.exhaustive import Position
from tests.companion.games.exhaustive_lines import alike, each, lines, of_record, remedies, sets

# ---------------------------------------------------------------- BirdHead

BIRDHEAD = ("game birdhead", "players Ann Bob Cid Dot", "start Ann")
EIGHT_RANKS = tuple(f"{rank}/{copy}" for rank, copies in ((2, 3), (3, 2), (4, 3)) for copy in range(1, copies + 1))
NINE_RANKS = (*EIGHT_RANKS, "3/3")
THIRTEEN = (*(f"{rank}/{copy}" for rank in (2, 3, 5) for copy in (1, 2, 3, 4)), "11/1")
TWENTY = tuple(f"{rank}/{copy}" for rank in (2, 3, 4, 5) for copy in range(1, 6))
LEADS = tuple(f"{name} 2" for name in ("Ann", "Bob", "Cid", "Dot"))
OPENED = tuple(f"{name} {rank}" for name in ("Ann", "Bob", "Cid", "Dot") for rank in (2, 3))

_rows_of_three = Position(
    "birdhead three each of thirteen, leads of one or two",
    BIRDHEAD,
    ("deal",),
    (each("2 3 2/1") + alike("2 3", 2), *3 * (each("2 5 11") + alike("2 3 5", 2),)),
    THIRTEEN,
)
_next_deal = Position(
    "birdhead last cards, then the next deal",
    BIRDHEAD,
    ("deal", "Ann 4", "Bob 4", "Cid 2", "Dot 3"),
    (*4 * (each("2 3 4"),), (*remedies(), "deal"), ("deal", "hand Ann 4 4", *LEADS), ("hand Bob 4 3",)),
    NINE_RANKS,
)
_last_deal = replace(
    _next_deal,
    name="birdhead last cards of the last deal",
    header=(*BIRDHEAD, *(f"score {name} 18" for name in ("Ann", "Bob", "Cid", "Dot"))),
)
BIRDHEADS = (
    Position(
        "birdhead two each of nine, hidden",
        BIRDHEAD,
        ("deal",),
        ((*each("2 3 4"), "? 2 2"), *7 * (each("2 3 4"),)),
        NINE_RANKS,
    ),
    Position(
        "birdhead two each of eight, every deal open",
        BIRDHEAD,
        ("deal",),
        (*(alike("2 3 4", 2, f"hand {name}") for name in ("Ann", "Bob", "Cid", "Dot")), *8 * (each("2 3 4"),)),
        EIGHT_RANKS,
    ),
    _rows_of_three,
    _rows_of_three.under("bar=max-of-all"),
    Position(
        "birdhead five each of twenty, leads",
        BIRDHEAD,
        ("deal",),
        (tuple(line for size in (1, 2, 3, 4, 5) for line in alike("2 3", size)), *2 * (alike("2 3 4", 3),)),
        TWENTY,
    ),
    replace(_next_deal, name="birdhead last cards in any order", levels=4 * (OPENED,)),
    _next_deal,
    _next_deal.under("markers=shuffled-back"),
    _next_deal.under("renege=void-deal"),
    _last_deal,
    _last_deal.under("renege=penalty", "final-tie=extra-round"),
)

# ---------------------------------------------------------------- Bird Dog

BIRDDOG = ("game birddog", "players Ann Bob Cid", "dealer Cid")
EIGHT = tuple("9S JS KS JC 9H JH KH QH".split())
SEVEN = tuple("JS QH JC QC JH KH KD".split())
NINE = tuple("9S JS KS JC 9H JH KH QD KD".split())
NO_NIL = "Ann pass | Bob pass | Cid pass"
NEXT = ("deal", "up JS", "Ann pass", "Bob pass", "Cid pass")

_last_trick = Position(
    "birddog last trick of two, then the next deal",
    (*BIRDDOG, "score Ann 8", "score Bob 9", "score Cid 9"),
    lines("deal | up JS | Ann pass | Bob declare | Ann nil | Bob pass | Cid nil | Ann KH | Bob JC | Cid QH"),
    (*3 * (each("9S KS 9H JH"),), *2 * ((*remedies(), "deal"),), NEXT, NEXT),
    EIGHT,
    2,
)
_forced = Position(
    "birddog forced trump, two each of nine",
    (*BIRDDOG, "score Ann 12", "score Bob 12", "score Cid 10"),
    lines(f"deal | up JC | {NO_NIL} | up 9S | {NO_NIL} | up KD | {NO_NIL} | Ann JS | Bob JH | Cid KS"),
    (*3 * (each("KH 9H QD"),), ("deal",)),
    NINE,
    2,
)
BIRDDOGS = (
    Position(
        "birddog two each of eight, hidden",
        BIRDDOG,
        lines("deal | up JS | Ann pass | Bob declare | Ann pass | Bob pass | Cid nil"),
        5 * (each(" ".join(EIGHT)),),
        EIGHT,
        2,
    ),
    Position(
        "birddog two each of seven, every deal open",
        BIRDDOG,
        ("deal",),
        (
            *(sets("QH JC QC JH KH KD", 2, f"hand {name}") for name in ("Ann", "Bob", "Cid")),
            *(("up JS",), ("Ann declare",), ("Ann pass",), ("Bob nil",), ("Cid pass",)),
            *6 * (each("QH JC QC JH KH KD"),),
        ),
        SEVEN,
        2,
    ),
    Position(
        "birddog the talk",
        BIRDDOG,
        ("deal",),
        10 * (("up 9S", "up JH", "up KD", "? declare", "? pass", "? nil"),),
    ),
    _last_trick,
    _last_trick.under("renege=void-deal"),
    _last_trick.under("renege=penalty"),
    _forced,
    _forced.under("forced-bonus=no", "overtime=only-tied"),
)

# ---------------------------------------------------------------- Rook

ROOK = ("game rook", "players Ann Bob Cid Dot", "dealer Dot")
BIDS = ("? pass", *each("65 70 72 75 120 125", "? bid"), "Ann pass", "deal")
DOT_BIDS = "deal | Ann pass | Bob pass | Cid pass | Dot bid 75"
SEVEN_TRICKS = """Dot trump yellow
    | Ann 13G | Bob 5G | Cid 8G | Dot Rook | Dot 7Y | Ann 11Y | Bob 5Y | Cid 9Y
    | Ann 9G | Bob 7G | Cid 10G | Dot 14G | Dot 6Y | Ann 8Y | Bob 14R | Cid 14B
    | Ann 7B | Bob 11B | Cid 13B | Dot 14Y | Dot 13Y | Ann 11G | Bob 10R | Cid 12R
    | Dot 12Y | Ann 8B | Bob 6B | Cid 13R"""
NEST = "5B 6G 12G 9B 11R"

_auction = Position("rook auction", ROOK, ("deal",), 6 * (BIDS,))
_misdeal = Position(
    "rook two hands seen, one without counters",
    (*ROOK, "option misdeal no-counters"),
    lines("deal | hand Bob 6B 7B 8B 9B 11B 12B 13B 6G 7G | dealt Cid 5R"),
    3 * (("? pass", "? bid 70", "? misdeal", *each("misdeal"), "deal"),),
)
_trump = Position(
    "rook the bidder lays, names trump, and somebody leads",
    (*ROOK, "option all-pass dealer-takes-70"),
    lines("deal | Ann pass | Bob bid 70 | Cid pass | Dot pass"),
    (
        ("? lays", f"? lays {NEST}", "? lays 6B 6G 12G 9B 11R", "? lays 6B", "? lays 6B 6B 6G 6R 6Y"),
        ("? trump red", "? trump green", "Ann trump red", "? 6B"),
        each("6B 7R", "Ann") + each("6B 7R", "Bob") + each("6B 7R", "Cid"),
        each("Rook 8R 8G"),
    ),
)
_few_that_count_nothing = Position(
    "rook four of the bidder's cards count nothing",
    (*ROOK, "option nest no-counters", "option first-lead declarer"),
    lines(
        """deal | hand Bob 6B 7B 8B 5B 10B 14B 5G 10G 14G | nest 9B 5R 10R 14R Rook
        | Ann pass | Bob bid 70 | Cid pass | Dot pass"""
    ),
    (
        (
            "? lays",
            *(f"? lays {four} {card}" for four in ("6B 7B 8B 9B", "5B 7B 8B 9B") for card in ("5G", "Rook", "6R")),
        ),
        ("? trump red",),
        each("6B 10B Rook", "Bob"),
        each("8R 8G"),
    ),
)
_window = Position(
    "rook a promise in the first trick, until its window closes",
    ROOK,
    lines(f"{DOT_BIDS} | Dot lays | Dot trump yellow | Ann 8Y"),
    (
        each("9R Rook 6Y"),
        each("9Y 9G"),
        each("6G"),
        *3 * (each("5Y 7G Rook"),),
        ("back Bob 9R", "back Cid 9G", *each("5Y 11G")),
        ("back Bob 9R", "back Cid 9G", *each("5Y 11G"), *remedies()),
        ("back Bob 9R", *each("11G 12G"), *remedies()),
    ),
)
_last_tricks = Position(
    "rook the last two tricks, hidden",
    ROOK,
    lines(f"{DOT_BIDS} | Dot lays | {SEVEN_TRICKS}"),
    (*4 * (each("12B 9R 10Y 11R"),), *3 * (each("5R 8R 7R"),), each("5R 7R 10B 5B")),
)
_nest_seen = Position(
    "rook the last two tricks, the nest seen",
    ROOK,
    lines(f"deal | nest {NEST} | Ann pass | Bob pass | Cid pass | Dot bid 75 | Dot lays {NEST} | {SEVEN_TRICKS}"),
    (each("9R 10Y"), *3 * (each("12B 6R 10B 10Y"),), *4 * (each("9R 7R 5R 8R 10B"),)),
)
_laid_unseen = Position(
    "rook the last trick, a nest laid unseen",
    (*ROOK, "option nest no-counters", "score Ann 255", "score Bob 205"),
    lines(f"{DOT_BIDS} | Dot lays | {SEVEN_TRICKS} | Dot 10Y | Ann 12B | Bob 9R | Cid 6R"),
    (*4 * (each("5R 8R 10B 7R 11R"),), (*remedies(), "deal"), ("deal", *each("70", "Ann bid"))),
)
_forced_bird = Position(
    "rook the bird as the only trump, two hands open",
    ROOK,
    lines(
        "deal | hand Bob Rook 7B 9G 8G 11G 6B 8B 12B 13G | hand Cid 5R 6R 7R 9R 5Y 6Y 7Y 8Y 9Y"
        "| Ann bid 70 | Bob pass | Cid pass | Dot pass | Ann lays | Ann trump red"
    ),
    (each("8R Rook 5B 11Y"), each("Rook 7B 9G"), each("5R 5Y 9R"), each("10R 10Y 14B"), *2 * (each("7B Rook 9R"),)),
)
ROOKS = (
    _auction,
    _auction.under("all-pass=same-dealer"),
    _auction.under("all-pass=dealer-takes-70"),
    _auction.under("cards=45", "ones-count=20", "lowest-bid=80", "target=500"),
    _auction.under("cards=57", "ones-count=low", "lowest-bid=100", "target=1000"),
    _misdeal,
    _trump,
    _trump.under("first-lead=declarer", "nest=no-counters"),
    _trump.under("first-lead=left-of-declarer"),
    _few_that_count_nothing,
    _window,
    _window.under("renege-window=next-trick-led"),
    _window.under("renege=void-deal"),
    _last_tricks,
    _last_tricks.under("renege=play-on"),
    _last_tricks.under("last-trick=nest-and-20"),
    _nest_seen,
    _nest_seen.under("renege=play-on"),
    _laid_unseen,
    _laid_unseen.under("renege=play-on"),
    _forced_bird,
    _forced_bird.under("rook-rank=low"),
    _forced_bird.under("rook-play=as-trump", "rook-rank=10.5"),
)

# ---------------------------------------------------------------- Toriatama

PAIR = ("game toriatama", "players Ann Bob", "start Ann")
THREE = ("game toriatama", "players Ann Bob Cid", "start Bob")
TAKEN = each("red-can red-tall green-can", "? takes")


def claims(names: str, words: str) -> tuple[str, ...]:
    """Everybody claims by each of these words, with each hand."""
    return tuple(
        f"{name} claims {word} {hand}" for name in names.split() for word in words.split() for hand in ("right", "left")
    )


_turns = Position(
    "toriatama two players, three drinks",
    PAIR,
    ("deal", "Ann takes red-can"),
    5 * ((*TAKEN, "? moves", *claims("Ann Bob", "red can"), "Ann returns right", "Bob returns left"),),
)
_three_claim = Position(
    "toriatama three players claim, some with two drinks in the left hand",
    THREE,
    lines(
        """deal | Bob takes red-can | Cid takes green-tall | Ann takes blue-can | Bob takes red-tall
        | Cid takes blue-tall | Ann takes green-can | Bob takes white-can"""
    ),
    (
        claims("Ann Bob Cid", "can white"),
        (*claims("Cid", "can"), "Cid takes white-can", "Cid takes white-tall", "Cid returns left"),
        (*claims("Ann Bob", "can white"), "Ann takes white-tall"),
        (*claims("Ann Bob Cid", "can tall"), "Ann takes blue-bottle", "Ann takes white-tall", "Ann returns left"),
        (*claims("Bob Cid", "tall bottle"), "Bob takes white-can", "Ann takes green-can", "Ann returns left"),
    ),
)
_crate_fills = of_record(
    "toriatama a crate fills",
    "toriatama-claim-ends",
    "Ann takes blue-bottle",
    (
        ("Bob takes white-bottle", "Bob takes blue-can", "Bob moves", *claims("Bob", "blue bottle")),
        *3 * ((*claims("Ann Bob", "white bottle"), "? takes red-high", "? moves", "Ann returns left"),),
    ),
)
_more_drinks = of_record(
    "toriatama equal points, more drinks",
    "toriatama-more-drinks-win",
    "Bob takes black-tall",
    3 * (("? moves", "? takes red-high", *claims("Ann", "black tall"), "Bob returns right", "Bob returns left"),),
)
TORIATAMAS = (
    _turns,
    _turns.under("claims=all-correct"),
    _three_claim,
    _three_claim.under("move=whole-hand"),
    _three_claim.under("claims=all-correct"),
    _three_claim.under("move=whole-hand", "claims=all-correct"),
    _crate_fills,
    _crate_fills.under("claims=all-correct"),
    _more_drinks,
)

# ---------------------------------------------------------------- Bonehead

TWO = ("game bonehead", "players Ann Bob", "start Bob")
FIVE = ("game bonehead", "players Ann Bob Cid Dan Eve", "start Ann")
TO_HEADS = """deal | Ann heads 2C 2D 10H | Bob heads 3D 3H 4S | Cid heads 8C 8H 8S | Dan heads 9H AC AD
    | Eve heads KC KD KH | Ann 10C 10D 10S | Ann 4C 4D 4H | Bob takes | Cid 6S | Dan takes | Eve 3S
    | Ann 5C 5D 5H | Bob takes | Cid 7S | Dan 7D | Eve takes"""
TO_BONES = f"{TO_HEADS} | Ann 2C 2D | Bob takes | Cid 7H | Dan 8D | Eve takes | Ann 10H"
TO_LAST_BONE = f"{TO_BONES} | Ann bone 9S | Bob takes | Cid JS | Dan takes | Eve 9C | Ann bone JC | Bob takes"
BONES = each("3C 2H QS 9D", "? bone")

_last_bone = Position(
    "bonehead the last bone",
    FIVE,
    lines(f"{TO_LAST_BONE} | Cid 8C | Dan takes | Eve 7S"),
    (
        ("? takes", *each("3C 6C QS 7S", "? bone"), "? 7S"),
        ("? takes", *each("2C 2D QS KS"), "Ann 3C", "Ann draws"),
        *2 * (("? takes", *each("8H JH QD"), "Ann QS"),),
        ("? takes", *each("JH KS 3S", "?")),
        ("? takes", *each("4S 9C 3C", "?"), "end"),
    ),
)
BONEHEADS = (
    Position(
        "bonehead heads are laid, scanned or not",
        TWO,
        ("deal", "hand Ann 3S 3H 4S 10H 2H KS"),
        3 * (("Ann heads 3S 3H 4S", "Ann heads 3S 5S 4S", "Bob heads 5S 5H 5D", "Bob heads 5S 5H", "dealt Bob 5S"),),
    ),
    Position(
        "bonehead two players, plays and draws",
        TWO,
        lines("deal | Ann heads 9S QH QD | Bob heads 7S 7H 7D"),
        4
        * (
            (
                *each("3S 9H 10H 2H 10S"),
                *("? 9H 9D", "? 9H 3S", "? 3S 3S", "? takes", "? bone KS", "? 9S"),
                *("Ann draws 4S", "Bob draws 4S", "Bob draws 4S 4H", "Bob draws"),
            ),
        ),
    ),
    Position(
        "bonehead heads",
        FIVE,
        lines(TO_HEADS),
        (
            ("? 2C 2D", "? 2C", "? 10H", "? 2C 10H", "? bone 9S", "? takes", "? 9S"),
            *5 * (("? takes", "? bone 9S", *each("4C 8D KS 2C 10H")),),
        ),
    ),
    Position("bonehead bones", FIVE, lines(TO_BONES), (*5 * (("? takes", *BONES, *each("4C 9D KS")),),)),
    _last_bone,
    _last_bone.under("play-on=yes", "start=first-3"),
    _last_bone.under("start=lowest-hand-card"),
    of_record(
        "bonehead all but one go out",
        "bonehead-full-match-play-on",
        "Ann KD",
        (*6 * (("? takes", *each("KC 4H 6S AC"), "? AC AS AD AH", "? AS AD AH", "? 6S 6D 6C"),),),
    ),
)

POSITIONS = (*BIRDHEADS, *BIRDDOGS, *ROOKS, *TORIATAMAS, *BONEHEADS)
