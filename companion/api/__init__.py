"""The door for games of other packages: all names that their entry and their rules need, and no others.

    from companion import api                   the entry, the rules, a dealer, suggestions
    from companion.api import screens           its own screens
    from companion.api import players           how computers play it
    from companion.api import tags              decks of tags of its own

`GameEntry.api` is the version of these names, 3: it rises when a game that was right is no longer. `help(api)` lists
them, `help(api.Game)` tells what one does, and docs/adding-a-game.md how they go together. The games of the house take
theirs from the rooms.
"""

from companion.cards import FRENCH_RANKS as FRENCH_RANKS
from companion.cards import SUIT_NAMES as SUIT_NAMES
from companion.cards import SUIT_SIGNS as SUIT_SIGNS
from companion.cards import Card as Card
from companion.cards import CardSet as CardSet
from companion.cards import Deck as Deck
from companion.cards import Seat as Seat
from companion.cards import clockwise as clockwise
from companion.cards import left_of as left_of
from companion.cards import signs as signs
from companion.rules.claims import CLAIM_WORDS as CLAIM_WORDS
from companion.rules.claims import UNCLEAR as UNCLEAR
from companion.rules.deal import Condition as Condition
from companion.rules.deal import Deal as Deal
from companion.rules.deal import Play as Play
from companion.rules.deal import Revokes as Revokes
from companion.rules.deal import Settled as Settled
from companion.rules.deal import Trick as Trick
from companion.rules.deal import TrickState as TrickState
from companion.rules.dealer import Dealer as Dealer
from companion.rules.entry import GameEntry as GameEntry
from companion.rules.events import DealScored as DealScored
from companion.rules.events import Event as Event
from companion.rules.events import GameOver as GameOver
from companion.rules.events import Revoked as Revoked
from companion.rules.events import TrickTaken as TrickTaken
from companion.rules.game import Choice as Choice
from companion.rules.game import Draw as Draw
from companion.rules.game import Expectation as Expectation
from companion.rules.game import Game as Game
from companion.rules.game import Option as Option
from companion.rules.game import Pieces as Pieces
from companion.rules.game import Setup as Setup
from companion.rules.game import Shown as Shown
from companion.rules.game import Won as Won
from companion.rules.partners import by_seat as by_seat
from companion.rules.partners import partner as partner
from companion.rules.partners import side as side
from companion.rules.partners_game import PartnersGame as PartnersGame
from companion.rules.partners_game import one_score as one_score
from companion.rules.piles import OPEN as OPEN
from companion.rules.piles import STACK as STACK
from companion.rules.places import UNSEEN as UNSEEN
from companion.rules.places import Place as Place
from companion.rules.places import What as What
from companion.rules.referee.judging import NamedCards as NamedCards
from companion.rules.referee.judging import judge_common as judge_common
from companion.rules.referee.judging import judge_scan as judge_scan
from companion.rules.referee.knowledge import Knowledge as Knowledge
from companion.rules.referee.verdicts import COMMON_RULES as COMMON_RULES
from companion.rules.referee.verdicts import LEGAL as LEGAL
from companion.rules.referee.verdicts import NOT_YOUR_TURN as NOT_YOUR_TURN
from companion.rules.referee.verdicts import WRONG_PHASE as WRONG_PHASE
from companion.rules.referee.verdicts import Illegal as Illegal
from companion.rules.referee.verdicts import Legal as Legal
from companion.rules.referee.verdicts import OnTrust as OnTrust
from companion.rules.referee.verdicts import Promise as Promise
from companion.rules.referee.verdicts import Rule as Rule
from companion.rules.referee.verdicts import Unreadable as Unreadable
from companion.rules.referee.verdicts import Verdict as Verdict
from companion.rules.seating import Seating as Seating
from companion.rules.statements import DEAL as DEAL
from companion.rules.statements import DEALT as DEALT
from companion.rules.statements import HAND as HAND
from companion.rules.statements import PASSES as PASSES
from companion.rules.statements import PLAY as PLAY
from companion.rules.statements import PLAYED as PLAYED
from companion.rules.statements import Said as Said
from companion.rules.statements import Secret as Secret
from companion.rules.statements import Statement as Statement
from companion.rules.statements import UnreadableError as UnreadableError
from companion.rules.statements import Word as Word
from companion.rules.suggestions import Suggestions as Suggestions
from companion.rules.trick_shown import TrickShown as TrickShown
from companion.rules.tricks import FOLLOW_SUIT as FOLLOW_SUIT
from companion.rules.tricks import RENEGE as RENEGE
from companion.rules.tricks import TRICK_WORDS as TRICK_WORDS
from companion.rules.tricks import TrickGame as TrickGame
from companion.rules.tricks import cards_won as cards_won
from companion.rules.tricks import renege as renege
from companion.support.lazy_import import import_later as import_later
from companion.support.messages import msg as msg
from companion.support.messages import msg_n as msg_n

__all__ = [name for name in dir() if not name.startswith("_")]  # by this help() tells them
