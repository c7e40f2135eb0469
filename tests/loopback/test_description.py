"""Bodies are checked against an OpenAPI document."""

import json
from pathlib import Path

import pytest

pytest.importorskip("jsonschema_rs")

from tests.loopback.server.description import Description

ROUTE = "POST /channels/{channel_id}/messages"
DOCUMENT = {
    "paths": {
        "/channels/{id}/messages": {
            "post": {
                "requestBody": {
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/Message"}}
                    }
                }
            },
            "get": {},
        }
    },
    "components": {
        "schemas": {
            "SnowflakeType": {"type": "string"},
            "Message": {
                "type": "object",
                "properties": {
                    "content": {"type": "string", "maxLength": 3},
                    "nonce": {"$ref": "#/components/schemas/SnowflakeType"},
                },
            },
        }
    },
}


@pytest.fixture
def description(tmp_path: Path) -> Description:
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(DOCUMENT))
    return Description(file)


def test_a_body_is_checked(description: Description) -> None:
    assert description.problems(ROUTE, {"content": "abc"}) == []
    assert len(description.problems(ROUTE, {"content": "abcd"})) == 1
    assert len(description.problems(ROUTE, None)) == 1


def test_ids_may_be_whole_numbers(description: Description) -> None:
    assert description.problems(ROUTE, {"nonce": 7}) == []


def test_a_route_without_a_body_takes_none(description: Description) -> None:
    assert description.problems("GET /channels/{channel_id}/messages", None) == []
    assert len(description.problems("GET /channels/{channel_id}/messages", {})) == 1


def test_an_unknown_route_is_noticed(description: Description) -> None:
    with pytest.raises(LookupError):
        description.problems("POST /nowhere", None)
