"""The door for games of other packages: all names that their entry and their rules need, and no others.

    from companion import api                   the entry, the rules, a dealer, suggestions
    from companion.api import screens           its own screens
    from companion.api import players           how computers play it
    from companion.api import tags              decks of tags of its own

`GameEntry.api` is the version of these names, 3: it rises when a game that was right is no longer. What a name does
stands at the name, how they go together in docs/adding-a-game.md. The games of the house take theirs from the rooms.
"""

from companion.cards import FRENCH_RANKS, SUIT_NAMES, SUIT_SIGNS, Card, CardSet, Deck, Seat, clockwise, left_of, signs
from companion.rules.claims import CLAIM_WORDS, UNCLEAR
from companion.rules.deal import Condition, Deal, Play, Revokes, Settled, Trick, TrickState
from companion.rules.dealer import Dealer
from companion.rules.entry import GameEntry
from companion.rules.events import DealScored, Event, GameOver, Revoked, TrickTaken
from companion.rules.game import Choice, Draw, Expectation, Game, Option, Pieces, Setup, Shown, Won
from companion.rules.partners import by_seat, one_score, partner, side
from companion.rules.piles import OPEN, STACK
from companion.rules.places import UNSEEN, Place, What
from companion.rules.referee.judging import NamedCards, judge_common, judge_scan
from companion.rules.referee.knowledge import Knowledge
from companion.rules.referee.verdicts import (
    COMMON_RULES,
    LEGAL,
    NOT_YOUR_TURN,
    WRONG_PHASE,
    Illegal,
    Legal,
    OnTrust,
    Promise,
    Rule,
    Unreadable,
    Verdict,
)
from companion.rules.seating import Seating
from companion.rules.statements import (
    DEAL,
    DEALT,
    HAND,
    PASSES,
    PLAY,
    PLAYED,
    Said,
    Secret,
    Statement,
    UnreadableError,
    Word,
)
from companion.rules.suggestions import Suggestions
from companion.rules.trick_shown import TrickShown
from companion.rules.tricks import FOLLOW_SUIT, RENEGE, TRICK_WORDS, PartnersGame, TrickGame, cards_won, renege
from companion.support.lazy_import import import_later
from companion.support.messages import msg, msg_n

__all__ = [
    "CLAIM_WORDS",
    "COMMON_RULES",
    "DEAL",
    "DEALT",
    "FOLLOW_SUIT",
    "FRENCH_RANKS",
    "HAND",
    "LEGAL",
    "NOT_YOUR_TURN",
    "OPEN",
    "PASSES",
    "PLAY",
    "PLAYED",
    "RENEGE",
    "STACK",
    "SUIT_NAMES",
    "SUIT_SIGNS",
    "TRICK_WORDS",
    "UNCLEAR",
    "UNSEEN",
    "WRONG_PHASE",
    "Card",
    "CardSet",
    "Choice",
    "Condition",
    "Deal",
    "DealScored",
    "Dealer",
    "Deck",
    "Draw",
    "Event",
    "Expectation",
    "Game",
    "GameEntry",
    "GameOver",
    "Illegal",
    "Knowledge",
    "Legal",
    "NamedCards",
    "OnTrust",
    "Option",
    "PartnersGame",
    "Pieces",
    "Place",
    "Play",
    "Promise",
    "Revoked",
    "Revokes",
    "Rule",
    "Said",
    "Seat",
    "Seating",
    "Secret",
    "Settled",
    "Setup",
    "Shown",
    "Statement",
    "Suggestions",
    "Trick",
    "TrickGame",
    "TrickShown",
    "TrickState",
    "TrickTaken",
    "Unreadable",
    "UnreadableError",
    "Verdict",
    "What",
    "Won",
    "Word",
    "by_seat",
    "cards_won",
    "clockwise",
    "import_later",
    "judge_common",
    "judge_scan",
    "left_of",
    "msg",
    "msg_n",
    "one_score",
    "partner",
    "renege",
    "side",
    "signs",
]
