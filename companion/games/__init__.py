"""One rulebook a file. A new game is one file here, one line in the list below, and its records under tests/."""

from companion.games.birddog import BIRD_DOG
from companion.games.birdhead import BIRD_HEAD
from companion.games.bonehead import BONEHEAD
from companion.games.game import Game
from companion.games.rook import ROOK
from companion.games.toriatama import TORIATAMA

GAMES: dict[str, Game] = {game.name: game for game in (BIRD_HEAD, BIRD_DOG, ROOK, TORIATAMA, BONEHEAD)}
