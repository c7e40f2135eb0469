"""SimCord's page with a few changes.

These are our own style and script (`static/`), options of commands with what each means, a language
for each member, times in that language and in the reader's zone, tiles read aloud as their numbers,
mentions in embeds, typing that no new message interrupts, an order for those who use the keyboard
or a screen reader, pictures that come at once, and no error for a picture that was replaced while
the browser was about to load it.
"""

import json
import secrets
import struct
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any

import simcord
from aiohttp import web
from simcord.preview import _actions, _markdown
from simcord.preview._media import MediaInfo, MediaWorker

from bot.local.locales import Locales, locale_of
from bot.text.language import LANGUAGES, PSEUDO, language_for, language_of

_Handler = Callable[[web.Request], Awaitable[web.Response]]
_FILES = Path(__file__).with_name("static")
_SCRIPT, _RUN, _LANGUAGES = "/scout.js", "/scout-run", "/scout-languages"
_PNG = b"\x89PNG\r\n\x1a\n"
_BLANK = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000b49444154"
    "789c6360000200000500017a5eab3f0000000049454e44ae426082"
)
_WITH_MENTIONS = ("embed_description", "embed_field_value")
"""Fields in which Discord shows mentions but SimCord does not."""
_NEVER_LATE = ("autocomplete_command", "run_command", "modal_submit", "configure_presentation")
"""What a member types, and the size of their window: SimCord refuses these if a message changed
meanwhile."""
_REPLACED = ("asset is unavailable", "asset was replaced")
# Lines of SimCord's files, by the path of each, and what replaces them.
LINE_CHANGES = {
    # So that commands work as in Discord.
    "/commands.js": (
        # The list of options says what each means.
        (
            'node("span", "command-suggestion-ellipsis", "…")',
            'node("span", "command-suggestion-description", value.description || "")',
        ),
        # Enter sends the command, unless an arrow key chose an option.
        (
            "if (listItems.length) suggestionListbox",
            "if (listItems.length && !optional) suggestionListbox",
        ),
        # Discord suggests values before anything is typed.
        (
            'const current = String(field.value || "");',
            'const current = field.value; if (!current) queryAutocomplete(option, "");',
        ),
        # A choice shows its name, and Enter then sends the command, without opening the list again.
        (': String(value?.raw ?? "");', ': String(value?.label ?? value?.raw ?? "");'),
        (
            "renderCompose({ focus: Boolean(next) });",
            "document.activeElement?.blur(); renderCompose({ focus: true });",
        ),
        # Members can type their next command; on a phone the keyboard would cover the answer.
        (
            "onCommandMode?.(false, detachedReply); detachedReply = null;",
            (
                "const lost = document.activeElement === document.body;\n"
                'if (lost && matchMedia("(hover: hover)").matches) input.focus();\n'
                "onCommandMode?.(false, detachedReply), (detachedReply = null);"
            ),
        ),
    ),
    # A success shows by itself; SimCord would name the events behind it.
    "/actions.js": (
        ('return labels[kind || ""] || "Action completed";', 'return "";'),
        ('return "Action was not completed.";', 'return "That did not work. Please try again.";'),
        (
            'receipt.uncertain) return "Action outcome uncertain. It will not be retried."',
            'receipt.uncertain) return "That took long. See if it happened before you try again."',
        ),
        (
            '"uncertain") return "Action outcome uncertain. It will not be retried."',
            '"uncertain") return "See if it happened before you try again."',
        ),
        ('ready ? "Preview ready" : "Loading preview…"', 'ready ? "" : "Loading…"'),
        # A command that is sent while the page is being updated waits; SimCord would drop it.
        (
            'if (pending || (uncertain && kind !== "close")) {',
            (
                "const isBehind = (awaitingRevision ?? 0) > context.publishedRevision;\n"
                'if (kind === "run_command" && pending?.kind !== kind && (pending || isBehind)) '
                "{ setTimeout(dispatch, 100, kind, extra, metadata); return; }\n"
                'if ((uncertain && kind !== "close") || pending) {'
            ),
        ),
    ),
    # A press that comes just as a button has become another one does nothing.
    "/components.js": (
        (
            "  button.dataset.controlKey = controlKey;\n",
            (
                "  Object.assign(button.dataset, { controlKey });\n"
                "  const looksOf = (renderButton.looksOf ??= new Map());\n"
                "  const looks = JSON.stringify([component.label, component.emoji]);\n"
                "  const [before, since] = looksOf.get(controlKey) ?? [looks, -Infinity];\n"
                "  const changed = before === looks ? since : performance.now();\n"
                "  looksOf.set(controlKey, [looks, changed]);\n"
                "  const left = changed + 300 - performance.now();\n"
                '  if (left > 0) button.dataset.changed = "";\n'
                "  if (left > 0) setTimeout(() => {\n"
                "    delete button.dataset.changed;\n"
                "    button.ariaDisabled = String(button.disabled);\n"
                "  }, left);\n"
            ),
        ),
        (
            "if (!button.disabled) options.onClick",
            'if (!button.disabled && !("changed" in button.dataset)) options.onClick',
        ),
    ),
    "/surfaces.js": (
        (
            "String(blocked || button.disabled)",
            'String(blocked || button.disabled || "changed" in button.dataset)',
        ),
    ),
    # The name of a picture's button is what the picture shows, and no name of a file.
    "/media.js": (
        ('`Open ${label || "image"} in image preview`', "String(media.description || label)"),
    ),
    # Discord's order is text, pictures, embeds, buttons; SimCord has the pictures last.
    "/messages.js": (
        (
            "    root.append(list);\n  }\n}",
            (
                "    const below = ':scope > :is(.embed-card, .message-components)';\n"
                "    root.insertBefore(list, root.querySelector(below));\n  }\n}"
            ),
        ),
    ),
    # Times are those of the reader's zone.
    "/presentation.js": (
        (
            "timezone: configured.timezone ||",
            "timezone: Intl.DateTimeFormat().resolvedOptions().timeZone ||",
        ),
    ),
    # What was picked before can be picked again, as in Discord under another custom_id.
    "/select-drafts.js": (("&& changed) dispatch(", "&& (changed || !dropdown.multi)) dispatch("),),
    # A reader at the newest message stays at it, also when it grows.
    "/timeline.js": (
        ('ui.timeline.clientHeight <= 1 ? "bottom"', 'ui.timeline.clientHeight <= 150 ? "bottom"'),
        (
            'if (state.scrollIntent?.policy !== "target") state.scrollIntent',
            "if (!/target|bottom/.test(state.scrollIntent?.policy)) state.scrollIntent",
        ),
        # A scroll while the height changes, as a picture comes, is none of the reader's.
        (
            "return;\n    state.scrollIntent = captureScrollIntent();",
            (
                "return;\n"
                "    const end = ui.timeline.scrollHeight - ui.timeline.clientHeight;\n"
                '    if (state.scrollIntent?.policy === "bottom" && end !== state.end)\n'
                "      reconcileScrollIntent();\n"
                "    else state.scrollIntent = captureScrollIntent();\n"
                "    state.end = end;"
            ),
        ),
        (
            "scrollTop = ui.timeline.scrollHeight - ui",
            "scrollTop = state.end = ui.timeline.scrollHeight - ui",
        ),
        # A page that is loaded shows the newest message.
        ("scrollIntent || captureScrollIntent();", 'scrollIntent || { policy: "bottom" };'),
    ),
    "/text.js": (
        # A screen reader reads a tile as its number; a label has words for it.
        (
            'image.alt = String(emoji.name || label || "Custom emoji");',
            'image.alt = /-emoji$/.test(parent.className) ? "" : emoji.name.split("_")[1];',
        ),
    ),
}


def patch_preview(preview: simcord.Preview, key: str, locales: Locales) -> None:
    """Change a preview that is not yet entered. `key` is the secret part of its address."""
    preview.capability = key
    for name in _WITH_MENTIONS:
        _markdown._FIELD_POLICIES[name]["mentions"] = True
    kinds = _actions.ACTION_SPECS
    always = {kind: replace(kinds[kind], revision_bound=False) for kind in _NEVER_LATE}
    _actions.ACTION_SPECS = {**kinds, **always}
    server: Any = preview._server
    # Its addresses are those of its files.
    server._STATIC_FILES = {**server._STATIC_FILES, _SCRIPT: "", _RUN: "", _LANGUAGES: ""}
    server._static = _with_changes(server, locales)
    server._commands = partial(_commands_in_language, server, locales, server._commands)
    page: Any = preview
    page._prepare_asset = partial(_prepared, page._prepare_asset)
    page._media_worker = _Pictures()
    page._publish = partial(_publish_in_language, preview, locales, preview._publish)


class _Pictures(MediaWorker):
    """Sends the browser each picture unchanged, since the pictures are the bot's own.

    SimCord would check each in a new process, one after another, and refuse the ninth that waits: a
    move's text and buttons have as many.
    """

    async def validate(
        self, key: str, blob: bytes, *, media_time: float | None = None
    ) -> MediaInfo:
        if not blob.startswith(_PNG):
            return await super().validate(key, blob, media_time=media_time)
        # The first part of every PNG file begins with its size.
        width, height = struct.unpack_from(">II", blob, 16)
        size = width * height * 4
        # Nothing is decoded here, so there is no memory to limit.
        return MediaInfo(
            "PNG", width, height, 1, size, blob, "image/png", capture=blob, memory_limited=True
        )


def _with_changes(server: Any, locales: Locales) -> _Handler:
    static: _Handler = server._static
    script = (_FILES / "page.js").read_text(encoding="utf-8")
    change = _changes(run := secrets.token_urlsafe(8))

    async def answer(request: web.Request) -> web.Response:
        if request.path not in (_SCRIPT, _RUN, _LANGUAGES):
            response = await static(request)
            if request.path in change:
                response.text = change[request.path](response.text or "")
            return response
        # SimCord's guard against other sites whose names lead to this machine.
        if request.headers.get("Host") not in server._allowed_hosts():
            raise web.HTTPForbidden
        headers = server._SECURITY_HEADERS
        if request.path == _RUN:
            return web.json_response({"run": run}, headers=headers)
        if request.path == _LANGUAGES:
            return web.json_response(_languages(server, request, locales), headers=headers)
        return web.Response(text=script, content_type="text/javascript", headers=headers)

    return answer


def _publish_in_language(
    preview: simcord.Preview, locales: Locales, publish: Callable[..., None], page: Any, **how: Any
) -> None:
    """Show a page with its times in the viewer's language."""
    preview.locale = locales.of_member(page.viewer.id)
    publish(page, **how)


async def _commands_in_language(
    server: Any, locales: Locales, commands: _Handler, request: web.Request
) -> web.Response:
    """The list of commands, with their texts in the viewer's language."""
    response = await commands(request)
    if response.status == HTTPStatus.OK:
        page = server.preview._get_page(request.headers["X-Simcord-Context"])
        shown = locales.texts_of_commands(page.viewer.id)
        response.text = json.dumps(_translated(json.loads(response.text or ""), shown))
    return response


def _translated(part: Any, shown: Callable[[str], str]) -> Any:
    """The list of commands or a part of it, with its descriptions and choices' names translated."""
    if isinstance(part, list):
        return [_translated(one, shown) for one in part]
    if not isinstance(part, dict):
        return part
    texts = {"description", "name"} if "value" in part else {"description"}
    return {
        key: shown(value) if key in texts else _translated(value, shown)
        for key, value in part.items()
    }


def _languages(server: Any, request: web.Request, locales: Locales) -> dict[str, Any]:
    """Make the requested change; return the languages and each member's choice.

    SimCord routes no POST of ours; only the page itself knows the key.
    """
    if not server._authorized(request):
        raise web.HTTPUnauthorized
    if "member" in request.query:
        chosen = locale_of(language_of(request.query.get("language")))
        locales.set_member(int(request.query["member"]), chosen)
    members = (viewer.id for viewer in server.preview.viewers)
    return {
        "languages": {one.code: one.own_name for one in (*LANGUAGES, PSEUDO)},
        "members": {str(one): language_for(locales.of_member(one)).code for one in members},
    }


def _changes(run: str) -> dict[str, Callable[[str], str]]:
    """The changes of SimCord's files, by path. `run` identifies this run of the program."""
    style = (_FILES / "page.css").read_text(encoding="utf-8")
    meta = f'<meta name="scout-run" content="{run}">'
    tag = f'<script type="module" src="{_SCRIPT}"></script>'
    page = (
        ("</head>", f"{meta}</head>"),
        ("</body>", f"{tag}</body>"),
        ("<title>SimCord Preview</title>", "<title>Scout</title>"),
    )
    return {
        "/": partial(_with_lines, page),
        "/preview.css": lambda text: text + style,
        **{path: partial(_with_lines, lines) for path, lines in LINE_CHANGES.items()},
    }


def _with_lines(lines: Iterable[tuple[str, str]], text: str) -> str:
    for old, new in lines:
        text = text.replace(old, new)
    return text


async def _prepared(prepare: Callable[..., Awaitable[Any]], *args: Any, **options: Any) -> Any:
    """Answer a replaced picture with a blank one: the page then asks for the newest at once."""
    try:
        return await prepare(*args, **options)
    except simcord.SetupError as error:
        if not str(error).startswith(_REPLACED):
            raise
    return "image/png", _BLANK, "replaced.png"
