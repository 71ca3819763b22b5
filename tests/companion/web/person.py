"""A person who can only read: no rule, no selector; roles, names and sentences, as the accessibility tree has them.

    person = Person(page, Random(1), once)
    person.sits_down("Hearts")
    person.plays(20)

Whenever a person is asked, one sentence says what, and one visible control does it; each click is answered; nobody
waits for nobody. What is otherwise is a `Fault`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Self

from tests.companion.web.browser import Browser, BrowserError, Node

ANSWERED_S, NOBODY_S, GLANCE_S = 2.0, 5.0, 0.1
"""Until a click is answered; until somebody wonders for whom all wait; between two looks."""

SETTLED_S = 0.6
"""After so long whoever clicked on a page that had just changed clicks again: the click may do nothing."""

OLD_S = 1.0
"""After this a page is read again although it does not say that it has changed."""

HANDS_MOVE = ("Dealing", "The cards are dealt", "The cards are taken up")
"""The beginnings of sentences that ask nobody, besides those about other players."""

ENDINGS, PLAY_AGAIN = ("How it stands", "Der Stand"), ("Play again", "Noch mal spielen")
"""How what is told when a match is over begins, and what is offered then, in the languages that persons here choose."""

LONG = 250
"""Clicks after which a person wants the match to end."""

TOOLS = frozenset({"help", "the next step", "the reader", "the box", "name tags", "a new game", "undo"})
"""Groups of the page that are no answer to what is asked, unless the sentence asks for one of them by its name."""

CHANGES = """
window.changes = 0;
const changed = () => { window.changes += 1; window.changed = performance.now(); };
const all = {subtree: true, childList: true, attributes: true, characterData: true};
new MutationObserver(changed).observe(document, all);
for (const type of ["input", "change", "focusin", "animationend", "transitionend", "load", "resize"])
  addEventListener(type, changed, true);
"""
"""Counts in `window.changes` whatever may change what the page says; `window.changed` is when it last did."""

GLANCE = "`${performance.timeOrigin} ${window.changes} ${document.readyState}`"
"""Another text where the page may say something else than at the glance before."""

SPOT = """
async function () {
  await new Promise((drawn) => setTimeout(drawn, 20));
  if (!this.checkVisibility()) throw new Error("gone");
  const carries = ({playState, effect}) => playState === "running" && effect.target.contains(this);
  if (document.getAnimations().some(carries)) return null;
  const points = [];
  const look = () => {
    for (const {left, top, width, height} of this.getClientRects())
      for (let x = 1; x < 16; x++) for (let y = 1; y < 16; y++) {
        const at = [left + (width * x) / 16, top + (height * y) / 16], there = document.elementFromPoint(...at);
        if (this.contains(there) || (this.labels?.length && this.labels[0].contains(there))) points.push(at);
      }
  };
  look();
  if (!points.length) {
    this.scrollIntoView({block: "center", behavior: "instant"});
    look();
  }
  const middle = [0, 1].map((axis) => points.reduce((sum, at) => sum + at[axis], 0) / points.length);
  const far = (at) => Math.hypot(at[0] - middle[0], at[1] - middle[1]);
  return points.sort((one, other) => far(one) - far(other))[0] ?? null;
}
"""
"""Where a finger goes: the middle of what is seen of a thing, scrolled to if it must be.

Null: nothing is seen, or it moves. A slow browser draws seldom, and between two pictures nothing seems to move.
"""


class Fault(AssertionError):  # noqa: N818 - of the page
    """The page left a person alone."""


@dataclass(frozen=True)
class Thing:
    """A node of the accessibility tree; `within` are the roles and names of what it is in, in small letters."""

    role: str
    name: str
    text: str
    node: int
    usable: bool
    pressed: bool
    within: frozenset[str]


@dataclass(frozen=True)
class Sight:
    """What one look at the page shows, in reading order."""

    things: tuple[Thing, ...]

    @cached_property
    def said(self) -> list[str]:
        """What the page says now; of several places for it one says something."""
        return [thing.text for thing in self.things if thing.role == "status" and "main" in thing.within and thing.text]

    @property
    def sentence(self) -> str:
        """What is asked of whom, then what happened."""
        return next(iter(self.said), "")

    @cached_property
    def others(self) -> tuple[str, ...]:
        """Who is no person at this page: of their cards one sees how many there are. In Toriatama nobody is known."""
        players = [thing.name.split(",")[0] for thing in self.things if thing.role == "article"]
        counted = [
            thing.name for thing in self.things if thing.role == "image" and re.search(r": \d+ cards?$", thing.name)
        ]
        return tuple(name for name in players if any(told.startswith(f"{name}: ") for told in counted))

    @cached_property
    def asks(self) -> bool:
        """Whether a person at this page is asked: it is a question, or not about somebody else."""
        of_others = self.sentence.startswith((*self.others, *HANDS_MOVE)) and not self.sentence.endswith("?")
        return bool(self.sentence) and not of_others

    @cached_property
    def offers(self) -> tuple[Thing, ...]:
        """What can be done about it: answers, own cards, what lies in the middle of the table."""
        others = {name.lower() for name in self.others}
        return tuple(thing for thing in self.things if _is_offer(thing, self.sentence) and not _owners(thing) & others)

    @property
    def marked(self) -> bool:
        """Whether a card is marked that is not laid yet."""
        return any(thing.pressed for thing in self.offers)

    @property
    def answers(self) -> list[Thing]:
        """Those among them that are answers in words."""
        return [thing for thing in self.offers if "answers" in thing.within]

    @cached_property
    def ends(self) -> bool:
        """Whether the last card was played: how the match ended is about to be told."""
        return any(thing.name in PLAY_AGAIN for thing in self.answers)

    @cached_property
    def is_over(self) -> bool:
        """Whether it is told how the match ended."""
        return any(thing.name.startswith(ENDINGS) and "dialog" in thing.within for thing in self.things)

    @property
    def closes_what_lies_over_the_table(self) -> Thing | None:
        """The button by which a person leaves what was opened to be read; None: nothing lies there."""
        if self.is_over:
            return None
        return next((thing for thing in self.things if thing.name == "Close" and "dialog" in thing.within), None)

    @property
    def in_banner(self) -> list[Thing]:
        """The buttons above the table."""
        return [thing for thing in self.things if thing.role == "button" and "banner" in thing.within]

    def choice_with(self, answer: str) -> list[Thing]:
        """The fields that offer this answer."""
        offered = [thing.within for thing in self.things if thing.role == "option" and thing.name == answer]
        fields = [thing for thing in self.things if thing.role == "combobox"]
        return [field for field in fields if any(field.name.lower() in within for within in offered)]

    @cached_property
    def of_panel(self) -> str:
        """What the display of the box says."""
        return next((thing.name for thing in self.things if thing.role == "image" and thing.within & {"the box"}), "")

    @cached_property
    def alarm(self) -> str:
        """What the page is worried about."""
        return " ".join(thing.text for thing in self.things if thing.role == "alert")

    def check(self) -> None:
        """Page and panel ask the same person, by one sentence. Raises Fault."""
        if len(self.said) > 1:
            raise Fault(f"two sentences: {self.said}")
        players = {thing.name.split(",")[0] for thing in self.things if thing.role == "article"}
        page = {name for name in players if re.match(rf"(\w+(, | and ))*{name}\b(?!')", self.sentence)}
        panel = {name for name in players if re.search(rf"\b{name.upper()}\b", self.of_panel)}
        is_news = self.sentence.endswith("?") and ". " in self.sentence  # who is named first has done something
        if page and panel and not page & panel and not is_news:
            raise Fault(f"the page asks {page}, the panel {panel}: {self.sentence!r}, {self.of_panel!r}")

    @cached_property
    def words(self) -> tuple[tuple[str, str, str, bool, bool], ...]:
        """All that can be read, but what was said before: two looks are alike where this is."""
        seen = (thing for thing in self.things if "log" not in thing.within | {thing.role})
        return tuple((thing.role, thing.name, thing.text, thing.usable, thing.pressed) for thing in seen)

    def named(self, start: str, role: str = "button") -> Thing:
        """The thing of this role whose name begins so. Raises Fault."""
        found = [thing for thing in self.things if thing.role == role]
        for thing in found:
            if thing.name.startswith(start):
                return thing
        raise Fault(f"no {role} {start!r}, but {[thing.name for thing in found]}")

    def __str__(self) -> str:
        shown = (f"{thing.role} {thing.name!r}{'' if thing.usable else ', not now'}" for thing in self.things)
        return "\n".join([f"It says: {self.sentence!r}", f"It asks: {self.asks}", *shown])


def _is_offer(thing: Thing, sentence: str) -> bool:
    tool = (thing.within & TOOLS and f"{thing.name}?" not in sentence) or "sectionheader" in thing.within
    tool = tool or thing.name == "a card, face down"  # of somebody else here: nobody takes what cannot be read
    return thing.role == "button" and thing.usable and "main" in thing.within and not tool


def _owners(thing: Thing) -> set[str]:
    """The players in whose places it lies."""
    return {name.split(",")[0] for name in thing.within}


def read(nodes: Iterable[Node]) -> Sight:
    """What an accessibility tree says."""
    tree = {node.node_id: node for node in nodes}
    things: list[Thing] = []

    def walk(node: Node, within: frozenset[str]) -> str:
        role, name = node.role.value.strip(), node.name.value.strip()
        if role == "StaticText":
            return f"{name} "
        inner = [tree[child] for child in node.child_ids if child in tree]
        if node.ignored or role in ("generic", "none"):
            return "".join(walk(child, within) for child in inner)
        at = len(things)
        text = "".join(walk(child, within | {role, name.lower()}) for child in inner)
        had = {told.name: told.value.value for told in node.properties}
        usable, pressed = not had.get("disabled"), had.get("pressed") == "true"
        thing = Thing(role, name, " ".join(text.split()), node.in_page, usable, pressed, within)
        things.insert(at, thing)
        return text

    walk(next(iter(tree.values())), frozenset())
    return Sight(tuple(things))


@dataclass
class Patience:
    """So many seconds, and as many looks as an idle computer has in them: a busy one gets more time."""

    seconds: float
    looks: int = 0
    since: float = field(default_factory=time.monotonic)

    def wait(self, why: str) -> None:
        """Until the next look. Raises Fault: it is at an end."""
        self.looks += 1
        if time.monotonic() - self.since > self.seconds and self.looks > self.seconds / (2 * GLANCE_S):
            raise Fault(why)
        time.sleep(GLANCE_S)


@dataclass
class Person:
    """Sits before a page, and clicks in a certain manner. `clicked` are the names of what was clicked when asked.

    A page that was there before is not watched: the first thing to do is to open one.
    """

    page: Browser
    chance: Random
    manner: Callable[[Person, Sight, Thing], None]
    clicked: list[str] = field(default_factory=list)
    _seen: tuple[str, float, Sight] | None = None

    def __post_init__(self) -> None:
        self.page.call("Page.addScriptToEvaluateOnNewDocument", source=CHANGES)

    def opens(self, address: str) -> Self:
        """Has the page go there."""
        self.page.call("Page.navigate", url=address)
        return self

    # ------------------------------------------------------------------ eyes

    def look(self) -> Sight:
        """The page as it is now; it is read again where it has changed, and now and then."""
        patience = Patience(NOBODY_S)
        while True:
            with suppress(BrowserError):  # it is being loaded
                glance = self.page.ask(GLANCE)
                if self._seen is None or self._seen[0] != glance or time.monotonic() - self._seen[1] > OLD_S:
                    self._seen = glance, time.monotonic(), read(self.page.seen_by_readers())
                return self._seen[2]
            patience.wait("there is no page")

    def waits_for(self, there: Callable[[Sight], object], patience_s: float, why: str) -> Sight:
        """Look until it is so. Raises Fault."""
        patience = Patience(patience_s)
        while not there(sight := self.look()):
            patience.wait(f"{why}\n{sight}")
        return sight

    # ------------------------------------------------------------------ fingers

    def spot(self, thing: Thing) -> tuple[float, float]:
        """The middle of what is seen of it, when it rests. Raises Fault: nothing is; BrowserError: it is gone."""
        patience, before = Patience(ANSWERED_S), None
        held = self.page.call("DOM.resolveNode", backendNodeId=thing.node)["object"]["objectId"]
        while True:
            found = self.page.call(
                "Runtime.callFunctionOn",
                objectId=held,
                functionDeclaration=SPOT,
                returnByValue=True,
                awaitPromise=True,
            )
            if "exceptionDetails" in found:
                raise BrowserError("it is gone")
            point = found["result"].get("value")
            if point and point == before:
                return point[0], point[1]
            if not point and self.look().is_over:
                raise BrowserError("the ending lies over it")
            if not point or before:
                patience.wait(f"{thing.role} {thing.name!r} is not seen, or never rests")  # it may be on its way
            before = point

    def clicks(self, thing: Thing, times: int = 1) -> None:
        """The mouse goes there and clicks."""
        x, y = self.spot(thing)
        self.page.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        for nth in range(1, times + 1):
            for move in ("mousePressed", "mouseReleased"):
                self.page.call("Input.dispatchMouseEvent", type=move, x=x, y=y, button="left", clickCount=nth)

    # ------------------------------------------------------------------ at the table

    def sits_down(self, game: str) -> Sight:
        """Choose a game by its name, and deal. Raises Fault."""
        offered = self.waits_for(
            lambda sight: any(thing.role == "radio" for thing in sight.things), NOBODY_S, "no game is offered"
        )
        self.clicks(offered.named(game, "radio"))
        self.clicks(self.look().named("Deal"))
        return self.is_asked()

    def is_asked(self) -> Sight:
        """Read until a person here is asked, or the match is over. Raises Fault: nothing moves, and nobody is asked."""
        before, patience = self.look(), Patience(NOBODY_S)
        while not (before.is_over or (before.asks and before.offers and not before.ends)):
            patience.wait(f"nobody moves for {NOBODY_S:.0f} s\n{before}")
            sight = self.look()
            if close := sight.closes_what_lies_over_the_table:
                self.tries(close)
            if sight.words != before.words:
                before, patience = sight, Patience(NOBODY_S)
        before.check()
        return before

    def answers(self, sight: Sight, thing: Thing, times: int = 1) -> None:
        """Click it, and read what comes of it. Raises Fault: nothing does."""
        self.clicked.append(thing.name)
        nothing = f"nothing comes of a click on {thing.name!r} in {sight}"

        def comes(patience_s: float) -> bool:
            with suppress(BrowserError):  # the table has moved on
                try:
                    self.clicks(thing, times)
                except Fault:  # what a click before did may lie over it by now
                    if self.look().words == sight.words:
                        raise
                    return True
                with suppress(Fault):
                    self.waits_for(lambda now: now.words != sight.words, patience_s, nothing)
                    return True
                return False
            return True

        just_changed = self.page.ask(f"!(performance.now() - window.changed > {SETTLED_S * 1000})")
        if not (just_changed and comes(SETTLED_S)) and not comes(ANSWERED_S):
            raise Fault(nothing)

    def tries(self, thing: Thing) -> None:
        """Click it and wait for nothing; it may have gone."""
        with suppress(BrowserError):
            self.clicks(thing)

    def goes(self, *steps: int) -> None:
        """Back (-1) and forward (1) by the buttons of the browser."""
        for step in steps:
            at, patience = self._place_in_history()[1] + step, Patience(NOBODY_S)
            while True:
                with suppress(BrowserError):  # it is going already
                    places, now = self._place_in_history()
                    if now == at:
                        break
                    self.page.call("Page.navigateToHistoryEntry", entryId=places[at]["id"])
                patience.wait("the browser goes neither back nor forward")
            time.sleep(4 * GLANCE_S)

    def _place_in_history(self) -> tuple[list[dict[str, int]], int]:
        told = self.page.call("Page.getNavigationHistory")
        return told["entries"], told["currentIndex"]

    def speaks(self, language: str) -> None:
        """Choose the language of the page, as it calls itself, by the keys. Raises Fault."""
        before = self.waits_for(
            lambda now: now.in_banner or now.is_over, NOBODY_S, "there is no button above the table"
        )
        if before.is_over:
            return
        self.tries(before.in_banner[-1])  # the match may end at this moment
        opened = self.waits_for(
            lambda now: now.choice_with(language) or now.is_over, NOBODY_S, f"nobody can choose {language}"
        )
        if opened.is_over:
            return

        def speaks_it(now: Sight) -> bool:
            spoken = now.is_over or (now.asks and now.sentence != before.sentence)
            if not spoken and (field := now.choice_with(language)):
                with suppress(BrowserError):  # it is being loaded anew
                    self.page.call("DOM.focus", backendNodeId=field[0].node)
                    self.page.call("Input.dispatchKeyEvent", type="keyDown", text=language[0], key=language[0])
            return spoken

        if self.waits_for(speaks_it, NOBODY_S, f"it speaks no {language}").choice_with(language):
            self.page.press("Escape")  # closes what is open; else the box would hear it

    def chooses(self, sight: Sight) -> Thing:
        """Any of what can be done; what lays the cards that are marked rather than another of them.

        After long rather a card than an answer, such as to take the pile, with which a match need not end.
        """
        fresh = [thing for thing in sight.offers if not thing.pressed]
        if len(self.clicked) > LONG:
            fresh = [thing for thing in fresh if "answers" not in thing.within] or fresh
        return self.chance.choice((sight.answers if sight.marked else []) or fresh or sight.offers)

    def plays(self, most: int) -> Sight:
        """Answer so many times, or until the match is over; what is to be seen then. Raises Fault."""
        for _ in range(most):
            sight = self.is_asked()
            if sight.is_over:
                return sight
            self.manner(self, sight, self.chooses(sight))
        return self.is_asked()
