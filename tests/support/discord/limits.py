"""What Discord refuses in a message, or in a thread's name, though its schemas allow it."""

from collections.abc import Iterator
from typing import Any

from simcord.types import HttpLogEntry

_BUTTON, _SELECT = 2, 3
_ENTITY_SELECTS = {5, 6, 8}
_CREATES, _EDITS = 4, 7
"""The kinds of interaction callback that carry a message."""

Json = dict[str, Any]


def violations(request: HttpLogEntry) -> Iterator[str]:
    """What is wrong with the message that a request sends, or with the thread that it opens."""
    if request.path.endswith("/threads"):
        yield from _text("thread name", (request.json or {}).get("name", ""), 100)
        return
    message = _message_of(request)
    if message is None:
        return
    yield from _mentions(message.get("allowed_mentions"))
    yield from message_violations(message)


def message_violations(message: Json) -> Iterator[str]:
    """What is wrong with a message, new or edited."""
    yield from _content(message)
    yield from _embeds(message.get("embeds") or [])
    yield from _rows(message.get("components") or [])
    yield from _attachments(message.get("attachments") or [])


def _message_of(request: HttpLogEntry) -> Json | None:
    """The message in a request, new or edited."""
    body = request.json
    if not isinstance(body, dict):
        return None
    if request.path.endswith("/callback"):
        carries = body["type"] in (_CREATES, _EDITS)
        return body.get("data", {}) if carries else None
    is_message = "/messages" in request.path or request.path.startswith("/webhooks/")
    return body if is_message else None


def _content(message: Json) -> Iterator[str]:
    content = message.get("content") or ""
    if len(content) > 2000:
        yield f"content of {len(content)} characters"
    if not any(message.get(part) for part in ("content", "embeds", "attachments")):
        yield "an empty message"


def _mentions(allowed: Json | None) -> Iterator[str]:
    """Unless it is said whom a message pings, it pings everybody whom it names."""
    if allowed is None or allowed.get("parse") != [] or allowed.get("roles"):
        yield f"allowed_mentions {allowed}"


def _embeds(embeds: list[Json]) -> Iterator[str]:
    if len(embeds) > 10:
        yield f"{len(embeds)} embeds"
    if (total := sum(map(_length, embeds))) > 6000:
        yield f"embeds of {total} characters"
    for embed in embeds:
        yield from _embed(embed)


def _length(embed: Json) -> int:
    texts = [embed.get("title"), embed.get("description"), embed.get("footer", {}).get("text")]
    for field in embed.get("fields", []):
        texts += [field["name"], field["value"]]
    return sum(len(text or "") for text in texts)


def _embed(embed: Json) -> Iterator[str]:
    yield from _text("title", embed.get("title"), 256)
    yield from _text("description", embed.get("description"), 4096)
    yield from _text("footer", embed.get("footer", {}).get("text"), 2048)
    fields = embed.get("fields", [])
    if len(fields) > 25:
        yield f"{len(fields)} fields"
    for field in fields:
        yield from _text("field name", field["name"], 256)
        yield from _text("field value", field["value"], 1024)


def _text(what: str, text: str | None, longest: int) -> Iterator[str]:
    if text is not None and not text.strip():
        yield f"{what} is empty"
    if len(text or "") > longest:
        yield f"{what} of {len(text or '')} characters"


def _attachments(attachments: list[Json]) -> Iterator[str]:
    if len(attachments) > 10:
        yield f"{len(attachments)} attachments"
    for attachment in attachments:
        yield from _text("alt text", attachment.get("description") or "", 1024)


def _rows(rows: list[Json]) -> Iterator[str]:
    if len(rows) > 5:
        yield f"{len(rows)} rows"
    items = [item for row in rows for item in row["components"]]
    ids = [item.get("custom_id") for item in items]
    if len(set(ids)) < len(ids):
        yield f"custom_ids that repeat: {ids}"
    for row in rows:
        yield from _row(row["components"])


def _row(items: list[Json]) -> Iterator[str]:
    kinds = [item["type"] for item in items]
    is_select = len(kinds) == 1 and kinds[0] in {_SELECT, *_ENTITY_SELECTS}
    if not is_select and not (set(kinds) == {_BUTTON} and len(kinds) <= 5):
        yield f"a row of {kinds}"
    for item in items:
        if not 1 <= len(item.get("custom_id", "")) <= 100:
            yield f"custom_id {item.get('custom_id')!r}"
        if item["type"] in _ENTITY_SELECTS:
            yield from _entity_select(item)
        else:
            yield from _select(item) if item["type"] == _SELECT else _label(item, 80)


def _entity_select(select: Json) -> Iterator[str]:
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    chosen = [default["id"] for default in select.get("default_values", [])]
    if not 0 <= least <= most <= 25:
        yield f"a select of {least} to {most}"
    # Nothing chosen is fine whatever has to be picked.
    if len(chosen) > most or len(set(chosen)) < len(chosen):
        yield f"a select where {chosen} are chosen"
    if len(select.get("placeholder") or "") > 150:
        yield "a long placeholder"


def _select(select: Json) -> Iterator[str]:
    options = select["options"]
    if not 1 <= len(options) <= 25:
        yield f"a select of {len(options)} options"
    if len({option["value"] for option in options}) < len(options):
        yield "a select whose values repeat"
    if len(select.get("placeholder") or "") > 150:
        yield "a long placeholder"
    for option in options:
        yield from _label(option, 100)
        if not 1 <= len(option["value"]) <= 100:
            yield f"option value {option['value']!r}"


def _label(item: Json, longest: int) -> Iterator[str]:
    if not 1 <= len(item.get("label") or "") <= longest:
        yield f"label {item.get('label')!r}"
