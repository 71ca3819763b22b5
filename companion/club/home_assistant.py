"""What Home Assistant needs to find a box by itself: one message with the device and its entities. Pure.

It is MQTT discovery of a device (Home Assistant 2024.12 and later, www.home-assistant.io/integrations/mqtt). The
entities read what the box publishes anyway, by templates in Home Assistant's own language. So nothing goes over the
wire twice, and they tell only what everybody at the table may know.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from companion.club import topics
from companion.club.payloads import Publish

Json: TypeAlias = dict[str, Any]

MANUFACTURER = "Tabletop Companion"
MOST_CHARACTERS = 255
"""Maximum characters of a state in Home Assistant."""

ONLINE = "{{ 'online' if value_json.on else 'offline' }}"
TURN = (
    "{% set players = value_json.players | default([]) %}"
    "{% for seat in value_json.turn | default([]) %}"
    "{{ '' if loop.first else ', ' }}{{ players[seat].name }}"
    "{% endfor %}"
)
GAME = "{{ value_json.title | default('') }}"
SCORES = (
    "{% for one in value_json.players | default([]) %}"
    "{{ '' if loop.first else ', ' }}{{ one.name }} {{ one.stands }}{% endfor %}"
)
LAST_DEAL = (
    "{% set players = value_json.players | default([]) %}{% set curve = value_json.curve | default(none) %}"
    "{% set points = curve.points if curve and curve.step == 'deal' else [] %}{% set last = points | length - 1 %}"
    "{% if last > 0 and last not in curve.corrected %}"
    "{% for one in players %}{{ '' if loop.first else ', ' }}"
    "{{ one.name }} {{ '%+d' % (points[-1][loop.index0] - points[-2][loop.index0]) }}{% endfor %}{% endif %}"
)
REVOKE = "{{ 'ON' if value_json.revoked | default([]) else 'OFF' }}"
WHO_REVOKED = "{{ {'players': value_json.revoked | default([])} | tojson }}"
TROUBLE = "{{ 'ON' if value_json.trouble | default([]) else 'OFF' }}"
WHAT_TROUBLE = "{{ {'trouble': value_json.trouble | default([])} | tojson }}"
DIAGNOSTIC = {"entity_category": "diagnostic"}
READER = "{{ 'ON' if '|Reader' in '|' ~ value_json.trouble | default([]) | join('|') else 'OFF' }}"
"""The trouble of a reader begins with “Reader” (runtime/part_health.py)."""


def discovery(box: str, program: str) -> Publish:
    """The message by which Home Assistant finds this box; `program` is the version of this program.

    Not retained: the box says it again when Home Assistant starts.
    """
    name = topics.check_name(box)
    payload = {
        "device": {
            "identifiers": [f"tabletop-companion-{name}"],
            "name": f"Table {name}",
            "manufacturer": MANUFACTURER,
            "sw_version": program,
        },
        "origin": {"name": MANUFACTURER, "sw_version": program},
        "availability": [{"topic": topics.presence(name), "value_template": ONLINE}],
        "components": {
            key: {**entity, "unique_id": f"tabletop-companion-{name}-{key}"} for key, entity in _entities(name).items()
        },
    }
    content = json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()
    return Publish(topics.home_assistant(name), content)


def _entities(box: str) -> Mapping[str, Json]:
    """The entities of a box, by the end of their unique identifiers."""
    view, state = topics.view(box), topics.state(box)
    return {
        "turn": _sensor("Turn", "mdi:account-arrow-right", view, TURN),
        "game": _sensor("Game", "mdi:cards", view, GAME),
        "score": _sensor("Score", "mdi:scoreboard", view, SCORES),
        "last_deal": _sensor("Last deal", "mdi:cards-playing-outline", view, LAST_DEAL),
        "revoke": _problem("Revoke", view, REVOKE) | _attributes(view, WHO_REVOKED),
        "trouble": _problem("Trouble", state, TROUBLE) | _attributes(state, WHAT_TROUBLE) | DIAGNOSTIC,
        "reader": _problem("Reader", state, READER) | DIAGNOSTIC,
    }


def _sensor(name: str, icon: str, topic: str, template: str) -> Json:
    short = f"{{% set told %}}{template}{{% endset %}}{{{{ told[:{MOST_CHARACTERS}] }}}}"
    return {"platform": "sensor", "name": name, "icon": icon, "state_topic": topic, "value_template": short}


def _problem(name: str, topic: str, template: str) -> Json:
    """On while something is wrong."""
    return {
        "platform": "binary_sensor",
        "name": name,
        "device_class": "problem",
        "state_topic": topic,
        "value_template": template,
    }


def _attributes(topic: str, template: str) -> Json:
    return {"json_attributes_topic": topic, "json_attributes_template": template}
