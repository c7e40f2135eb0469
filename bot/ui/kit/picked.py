"""What a member picked in a select of channels, roles or members, or wrote into a form.

Discord's app is not the only sender, so everything is checked: the pressed message has that select,
and the server has what was picked.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import discord

from bot.text.language import LANGUAGES, Language
from bot.text.names import readable_name
from bot.ui.kit.message import MAX_ENTITIES, PLACES
from bot.ui.kit.press import Press

_MOST = 2**63 - 1
"""The largest id that the database stores."""
_GAP = "\0"


class PickedMember(NamedTuple):
    """A member by their id and readable name."""

    user_id: int
    name: str
    is_bot: bool


def picked_channels(press: Press, *, text_only: bool = False) -> tuple[int, ...] | None:
    """The picked channels of this server that can have tables, or only its text channels.

    None if anything else was sent.
    """
    types = (discord.ChannelType.text,) if text_only else PLACES
    return _picked(
        press,
        lambda server, channel_id: (
            (channel := server.get_channel(channel_id)) is not None and channel.type in types
        ),
    )


def picked_roles(press: Press) -> tuple[int, ...] | None:
    """The picked roles of this server. None if anything else was sent."""
    return _picked(press, lambda server, role_id: server.get_role(role_id) is not None)


def picked_member(press: Press) -> PickedMember | None:
    """The one picked member, as Discord describes them. None if anything else was sent."""
    resolved = press.data.get("resolved") or {}
    users: Mapping[str, Any] = resolved.get("users") or {}
    picked = _picked(press, lambda _, user_id: str(user_id) in users)
    if picked is None or len(picked) != 1:
        return None
    user = users[str(picked[0])]
    member = (resolved.get("members") or {}).get(str(picked[0])) or {}
    called = (member.get("nick"), user.get("global_name"), user.get("username"), str(picked[0]))
    name = next(filter(None, (readable_name(name or "") for name in called)))
    return PickedMember(picked[0], name, bool(user.get("bot")))


def id_in(detail: object) -> int | None:
    """The id in a button's detail or a picked value; None without one."""
    if not isinstance(detail, str) or not detail.isascii() or not detail.isdecimal():
        return None
    return int(detail) if int(detail) <= _MOST else None


def name_in_label(language: Language, text: str, label: str) -> str:
    """The text that fills `{name}` in a button's label; '' if the label has another text.

    Tries all languages: the message may be older than the member's choice of this language.
    """
    for one in dict.fromkeys((language, *LANGUAGES)):
        before, _, after = one.gettext(text, name=_GAP).partition(_GAP)
        if label.startswith(before) and label.endswith(after):
            return label[len(before) : len(label) - len(after)]
    return ""


def written_text(press: Press, custom_id: str) -> str:
    """What was written into this input of a form; '' if the form has no such input."""
    text = _field_in(press.data.get("components"), custom_id).get("value")
    return text if isinstance(text, str) else ""


def picked_in_form(press: Press, custom_id: str) -> tuple[str, ...]:
    """The picked values of this select or group of boxes in a form; the form may not offer them."""
    values = _field_in(press.data.get("components"), custom_id).get("values")
    return tuple(map(str, values)) if isinstance(values, list) else ()


def _field_in(components: Any, custom_id: str) -> Mapping[str, Any]:
    """The field with this custom_id: in a row or in a label, by the version of the form."""
    for component in components if isinstance(components, list) else []:
        if component.get("custom_id") == custom_id:
            return dict(component)
        inner = [component["component"]] if "component" in component else None
        found = _field_in(component.get("components") or inner, custom_id)
        if found:
            return found
    return {}


def _picked(press: Press, fits: Callable[[discord.Guild, int], bool]) -> tuple[int, ...] | None:
    """The picked ids; None unless all of them fit the server."""
    server = press.interaction.guild
    values = press.data.get("values")
    is_offered = any(isinstance(item, discord.SelectMenu) for item in press.pressed_items())
    if server is None or not isinstance(values, list) or not is_offered:
        return None
    ids = dict.fromkeys(map(id_in, values))
    fitting = tuple(one for one in ids if one is not None and fits(server, one))
    return fitting if len(fitting) == len(ids) and len(values) <= MAX_ENTITIES else None
