"""How the lines of a header are written, and why a line is not one of them. Loaded only for a wrong line."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.game import Game

BROUGHT = {"score": "score NAME NUMBER", "markers": "markers NAME CARD …"}


def header_forms(game: Game) -> dict[str, str]:
    """How the header lines of a game are written, by their first words."""
    forms = {"game": f"game {game.name}", "players": "players NAME …", game.opener: f"{game.opener} NAME"}
    if game.options:
        forms["option"] = "option NAME VALUE"
    return forms | {word: BROUGHT[word] for word in game.brings}


def why_no_line(game: Game, words: Sequence[str]) -> str:
    """Why these words are no further line of a header: no such line, another form, or given before."""
    line, form = " ".join(words), header_forms(game).get(words[0].lower())
    if form is None:
        return f"“{line}” is not a header line of {game.title}"
    if len(words) < len(form.split()) or (len(words) > len(form.split()) and "…" not in form):
        return f"it is written “{form}”; found “{line}”"
    return f"“{line}”: this was given before"
