"""Checks each body against Discord's own description of its HTTP API."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema_rs

from tests.loopback.server.refusals import Json

_TWO_NAMES = {"/webhooks/{}/{}/messages/@original": "/webhooks/{}/{}/messages/{}"}


class Description:
    """The checks of an OpenAPI document such as https://github.com/discord/discord-api-spec has."""

    def __init__(self, file: Path) -> None:
        document = json.loads(file.read_text(encoding="utf-8"))
        # discord.py sends whole numbers as ids in a few places, and Discord takes them.
        document["components"]["schemas"]["SnowflakeType"] = {"type": ["string", "integer"]}
        self._components: Json = document["components"]
        self._operations: dict[str, Json] = {}
        for path, operations in document["paths"].items():
            plain = _without_names(path)
            for method, operation in operations.items():
                if method != "parameters":
                    name = f"{method.upper()} {_TWO_NAMES.get(plain, plain)}"
                    self._operations.setdefault(name, operation)
        self._validators: dict[str, jsonschema_rs.Validator | None] = {}

    def problems(self, route: str, body: Any) -> list[str]:
        """What is wrong with the body of a request of this route."""
        validator = self._validator(_without_names(route))
        if validator is None:
            return [] if body is None else [f"{route} takes no body"]
        return [f"{error.instance_path}: {error.message}" for error in validator.iter_errors(body)]

    def _validator(self, name: str) -> jsonschema_rs.Validator | None:
        if name not in self._validators:
            self._validators[name] = self._new_validator(name)
        return self._validators[name]

    def _new_validator(self, name: str) -> jsonschema_rs.Validator | None:
        if name not in self._operations:
            raise LookupError(f"Discord describes no operation {name}")
        content = self._operations[name].get("requestBody", {}).get("content", {})
        if "application/json" not in content:
            return None
        schema = content["application/json"]["schema"]
        return jsonschema_rs.validator_for({**schema, "components": self._components})


def _without_names(path: str) -> str:
    return re.sub(r"\{\w+\}", "{}", path)
