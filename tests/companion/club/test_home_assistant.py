"""MQTT discovery: fields that Home Assistant documents, and templates that tell what the panel tells."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jinja2.sandbox import ImmutableSandboxedEnvironment

from companion.club.home_assistant import MOST_CHARACTERS, discovery
from companion.club.limits import MOST_BYTES
from companion.club.payloads import State, encode
from companion.scoreboard.view import OFF, view
from companion.support.decoding import RefusedMessage
from tests.cases import for_each
from tests.evening import resumed, whole
from tests.torture import every_so_many, only_with_torture
from tools.gallery import gallery
from tools.gallery.evenings import ScriptedTable, SetUpTable
from tools.gallery.gallery import DEAL, GALLERY, LEAD

FOUND = discovery("heron", "0.1.0")
PAYLOAD = json.loads(FOUND.payload)
COMPONENTS: dict[str, dict[str, Any]] = PAYLOAD["components"]

ROOT = set(
    """
    device origin components availability availability_mode availability_topic availability_template payload_available
    payload_not_available command_topic state_topic qos encoding
""".split()
)
"""www.home-assistant.io/integrations/mqtt, "Device discovery payload": the shared options."""
DEVICE = set(
    """
    configuration_url connections hw_version identifiers manufacturer model model_id name serial_number suggested_area
    sw_version via_device
""".split()
)
ORIGIN = {"name", "sw_version", "support_url"}
AVAILABILITY = {"topic", "value_template", "payload_available", "payload_not_available"}
EVERY_ENTITY = set(
    """
    platform unique_id name icon state_topic value_template json_attributes_topic json_attributes_template device_class
    entity_category entity_picture enabled_by_default default_entity_id object_id expire_after force_update qos encoding
    availability availability_mode availability_topic availability_template payload_available payload_not_available
""".split()
)
OF_PLATFORM = {
    "sensor": {
        "state_class",
        "unit_of_measurement",
        "suggested_display_precision",
        "options",
        "last_reset_value_template",
    },
    "binary_sensor": {"payload_on", "payload_off", "off_delay"},
}
"""integrations/sensor.mqtt and integrations/binary_sensor.mqtt: the configuration variables."""


def shown(key: str, message: bytes, template: str = "value_template") -> str:
    """What Home Assistant makes of a message on the topic of this entity."""
    environment = ImmutableSandboxedEnvironment()
    return environment.from_string(COMPONENTS[key][template]).render(value_json=json.loads(message))


def seen(key: str, told: ScriptedTable | SetUpTable, template: str = "value_template") -> str:
    return shown(key, json.dumps(view(told.table())).encode(), template)


def said(key: str, *trouble: str, template: str = "value_template") -> str:
    return shown(key, encode(State(trouble=trouble)), template)


# ---------------------------------------------------------------- the fields


def test_it_goes_where_home_assistant_looks_for_devices_and_is_not_retained() -> None:
    assert (FOUND.topic, FOUND.qos, FOUND.retain) == ("homeassistant/device/heron/config", 1, False)
    assert len(FOUND.payload) < MOST_BYTES


def test_every_field_is_documented() -> None:
    assert PAYLOAD.keys() <= ROOT
    assert PAYLOAD["device"].keys() <= DEVICE
    assert PAYLOAD["origin"].keys() <= ORIGIN
    assert all(availability.keys() <= AVAILABILITY for availability in PAYLOAD["availability"])
    for component in COMPONENTS.values():
        assert component.keys() <= EVERY_ENTITY | OF_PLATFORM[component["platform"]]


def test_what_is_required_is_there() -> None:
    assert {"device", "origin", "components"} <= PAYLOAD.keys()
    assert PAYLOAD["device"]["identifiers"]
    assert PAYLOAD["origin"]["name"]
    assert all({"platform", "unique_id", "state_topic"} <= component.keys() for component in COMPONENTS.values())


def test_no_two_entities_have_the_same_identifier_also_of_two_boxes() -> None:
    other = json.loads(discovery("stork", "0.1.0").payload)["components"]
    ids = [entity["unique_id"] for box in (COMPONENTS, other) for entity in box.values()]
    assert len(set(ids)) == len(ids)


def test_the_topics_are_those_of_the_box() -> None:
    topics = {component[key] for component in COMPONENTS.values() for key in component if key.endswith("_topic")}
    assert topics == {"club/heron/view", "club/heron/state"}
    assert PAYLOAD["availability"][0]["topic"] == "club/heron/presence"


@pytest.mark.parametrize("name", ["director", "Heron", "a/b", ""])
def test_a_box_without_a_name_is_refused(name: str) -> None:
    with pytest.raises(RefusedMessage):
        discovery(name, "0.1.0")


# ---------------------------------------------------------------- what they tell


def test_the_turn_is_told_by_name_and_is_empty_between_deals() -> None:
    assert seen("turn", ScriptedTable(LEAD)) == "Bob"
    assert seen("turn", ScriptedTable(DEAL)) == ""


def test_game_scores_and_last_deal_are_told() -> None:
    scored = ScriptedTable(DEAL, scores=(3, 4, 5))
    assert seen("game", scored) == "Bird Dog"
    assert seen("score", scored) == "Ann 4, Bob 6, Cid 6"
    assert seen("last_deal", scored) == "Ann +1, Bob +2, Cid +1"
    assert seen("last_deal", ScriptedTable(LEAD)) == ""


@pytest.mark.parametrize(
    ("record", "further"), [("birddog-forced-bonus", "correct Ann 10 forgotten"), ("bonehead-last-bone-wins", "")]
)
def test_a_score_corrected_by_hand_and_a_turn_are_no_deal(record: str, further: str) -> None:
    message = json.dumps(view(resumed([*whole(record), *further.splitlines()]))).encode()
    assert shown("score", message)
    assert shown("last_deal", message) == ""


def test_a_state_is_never_longer_than_home_assistant_takes() -> None:
    longest = GALLERY["longest-deal-score"]
    assert isinstance(longest, ScriptedTable)
    many = view(longest.table())
    many["players"] *= 9
    message = json.dumps({**many, "turn": [*range(len(many["players"]))], "title": "Hearts" * 50}).encode()
    for key in ("turn", "game", "score"):
        assert len(shown(key, message)) == MOST_CHARACTERS


def test_a_proven_revoke_is_on_while_it_is_told_and_names_its_player() -> None:
    revoked = ScriptedTable("10D DOWN OK AS 9C 9S KS 10C 10S 9D JD QD KC JC QS")
    assert seen("revoke", revoked) == "ON"
    assert json.loads(seen("revoke", revoked, "json_attributes_template"))["players"]
    assert seen("revoke", ScriptedTable(LEAD)) == "OFF"


def test_a_trouble_is_told_with_what_it_is_and_a_readers_apart() -> None:
    assert (said("trouble"), said("reader")) == ("OFF", "OFF")
    assert (said("trouble", "Buttons: pins refused"), said("reader", "Buttons: pins refused")) == ("ON", "OFF")
    assert said("reader", "no game chess here", "Reader west: no answer") == "ON"
    told = said("trouble", "Reader: no answer", template="json_attributes_template")
    assert json.loads(told) == {"trouble": ["Reader: no answer"]}


def test_presence_is_availability() -> None:
    environment = ImmutableSandboxedEnvironment()
    template = environment.from_string(PAYLOAD["availability"][0]["value_template"])
    assert [template.render(value_json={"on": on}) for on in (True, False)] == ["online", "offline"]


@pytest.mark.parametrize("key", COMPONENTS)
def test_a_box_that_is_off_or_plays_nothing_is_no_error(key: str) -> None:
    for message in (OFF, view(SetUpTable().table()), json.loads(encode(State()))):
        assert shown(key, json.dumps(message).encode()) in {"", "OFF"}


@only_with_torture
@for_each("name", every_so_many(5, GALLERY))
def test_every_table_of_every_game_is_told(name: str) -> None:
    table = gallery.table(name)
    message = json.dumps(view(table)).encode()
    assert bool(shown("game", message)) == table.in_play
    assert all(len(shown(key, message)) <= MOST_CHARACTERS for key in ("turn", "score", "last_deal", "revoke"))
