"""The body of a request: its JSON, and the files beside it."""

import json
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from tests.loopback.server.refusals import Json, invalid_form, too_large

LARGEST_UPLOAD = 10 * 1024 * 1024
"""The most bytes of all files of a message together."""
_MOST_FILES = 10


@dataclass
class Body:
    """`files` maps the numbers of attachments to files, with the names that they came with."""

    payload: Any = None
    files: dict[int, tuple[str, bytes]] = field(default_factory=dict)

    @property
    def fields(self) -> Json:
        """The payload as a JSON object. Raises Refusal if it is none."""
        if not isinstance(self.payload, dict):
            raise invalid_form(["an object is expected"])
        return self.payload


async def read_body(request: web.Request) -> Body:
    """Read a body as discord.py sends it, as JSON or with files. Raises Refusal."""
    if not request.can_read_body:
        return Body()
    if not request.content_type.startswith("multipart/"):
        text = await request.text()
        return Body(json.loads(text) if text else None)
    body = Body()
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise invalid_form(["a part within a part"])
        await _read_part(part, body)
    if len(body.files) > _MOST_FILES:
        raise invalid_form([f"{len(body.files)} files"])
    if sum(len(content) for _, content in body.files.values()) > LARGEST_UPLOAD:
        raise too_large()
    return body


async def _read_part(part: BodyPartReader, body: Body) -> None:
    content = bytes(await part.read(decode=True))
    name = part.name or ""
    if name == "payload_json":
        body.payload = json.loads(content)
    elif name.startswith("files[") and name.endswith("]"):
        body.files[int(name[6:-1])] = (part.filename or "", content)
    else:
        raise invalid_form([f"a part named {name!r}"])
