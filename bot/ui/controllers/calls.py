"""Calls: `/scout call`, Call players in a lobby, and the members whom a member avoids."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from discord import app_commands

from bot.tables.calls.calls import OFF
from bot.tables.calls.hours import (
    EVERY_CHOICES,
    FOR_NOW,
    HOURS,
    WEEK,
    zone_of,
    zones_near,
    zones_with,
)
from bot.tables.core.errors import Blocked, TableError
from bot.text.language import Alternatives, Language, Sentence
from bot.ui.controllers.controller import Controller
from bot.ui.kit.command_texts import CommandText
from bot.ui.kit.message import OPTIONS, Message
from bot.ui.kit.permissions import require_permissions
from bot.ui.kit.picked import picked_in_form, picked_member, written_text
from bot.ui.kit.press import Press
from bot.ui.views import calls

_STALE = Sentence("That button no longer works. `/scout help` lists what does.")
_RANGES: dict[str, tuple[str, Collection[int]]] = {
    calls.CallPicks.DAYS: ("days", range(WEEK)),
    calls.CallPicks.BEGINS: ("begins", range(HOURS)),
    calls.CallPicks.ENDS: ("ends", range(HOURS)),
    calls.CallPicks.EVERY: ("every", EVERY_CHOICES),
}
"""The field of CallTimes that each select changes, and what can be picked."""


class CallController(Controller):
    """Keeps members' hours, and calls those whose hours are now."""

    @app_commands.describe(zone=CommandText("Your time zone, by a city in it, for fixed hours"))
    async def show(self, press: Press, zone: str | None = None) -> None:
        """Show the panel. Raises TableError for a zone that is not known."""
        if zone is not None:
            await self._choose_zone(press, zone)
        await press.answer(await self._panel(press))

    async def offer(self, press: Press, typed: str) -> list[app_commands.Choice[str]]:
        """The zones with the typed text in their names; cities that begin with it come first."""
        found, now = zones_with(press.language, typed)[:OPTIONS], self._tables.repository.now()
        return [app_commands.Choice(name=calls.zone_label(name, now), value=name) for name in found]

    async def change(self, press: Press) -> None:
        """Change the call hours as pressed or picked in the panel, or leave the list."""
        match press.detail:
            case calls.CallPicks.ZONE:
                times = await self._tables.call_list.of(press.guild_id, press.user_id)
                zone = None if times is None else times.zone
                await press.show_form(
                    calls.zone_form(press.language, zone, self._tables.repository.now())
                )
                return
            case calls.CallPicks.NOW:
                await self._change(press, until=self._tables.repository.now() + FOR_NOW)
            case calls.CallPicks.LEAVE:
                await self._tables.call_list.leave(press.guild_id, [press.user_id])
            case _:
                await self._change(press, **_changes(press))
        await press.answer_privately(await self._panel(press))

    async def set_zone(self, press: Press) -> None:
        """Change the zone to the one typed in the form, otherwise to the one picked there."""
        typed = written_text(press, calls.OTHER_CITY).strip()
        await self._choose_zone(press, typed or "".join(picked_in_form(press, calls.CITY)[:1]))
        await press.answer_privately(await self._panel(press))

    async def _choose_zone(self, press: Press, text: str) -> None:
        await self._change(press, zone=_zone(press.language, text, self._tables.repository.now()))

    async def _change(self, press: Press, **changes: Any) -> None:
        await self._tables.call_list.update(
            press.guild_id, press.user_id, pressed_at=press.received_at, **changes
        )

    async def stop(self, press: Press) -> None:
        """Leave the list, by the button of a call's message."""
        await self._tables.call_list.leave(press.guild_id, [press.user_id])
        await press.say(press.language.gettext(calls.NO_CALLS))

    async def call(self, press: Press) -> None:
        """Call members to the lobby of the pressed button.

        The route's place is ANYWHERE: then no publication waits while members are fetched.
        """
        state = await self._tables.repository.get(press.component_id.table_id)
        if press.guild_id != state.guild_id:
            raise TableError("That button belongs to a table in another server.")
        require_permissions(press)
        number = await self._parts.calls.call(state, press.user_id)
        await press.say(calls.called_words(press.language, number))

    async def avoid(self, press: Press) -> None:
        """Show the list of avoided members, or change it."""
        avoidances, user_id, picked = self._tables.avoidances, press.user_id, picked_member(press)
        picks = calls.AvoidPicks
        if press.detail == picks.CLEAR:
            await avoidances.clear(user_id)
        elif press.detail not in (picks.SHOW, picks.ASK, picks.BACK):
            if picked is None:
                raise TableError(_STALE)
            await avoidances.switch(user_id, picked.user_id, pressed_at=press.received_at)
        view = calls.clearing_message if press.detail == picks.ASK else calls.avoided_message
        shown = view(press.language, await avoidances.of(user_id))
        await (press.answer if press.detail == picks.SHOW else press.answer_privately)(shown)

    async def _panel(self, press: Press) -> Message:
        return calls.call_panel(
            press.language,
            await self._tables.call_list.of(press.guild_id, press.user_id),
            self._tables.repository.now(),
            await self._parts.languages.of(press.guild_id),
            refusal=await self._refusal(press),
            paused_until=(await self._tables.pauses.of(press.guild_id, press.user_id)).until,
        )

    async def _refusal(self, press: Press) -> Sentence | None:
        """Why no table of the server calls the member, whatever their hours; None if tables do."""
        if await self._tables.blocks.blocks(press.guild_id, press.member):
            return Blocked().sentence
        is_on = (await self._tables.server_settings.of(press.guild_id)).calls
        return None if is_on else OFF


def _zone(language: Language, text: str, now: datetime) -> str:
    """The zone of this city or name. Raises TableError with similar ones if it is unknown."""
    if (zone := zone_of(language, text, now)) is not None:
        return zone
    if not (near := zones_near(language, text)):
        raise TableError(
            "I found no time zone. Choose or type a large city that has the same time as you."
        )
    # Translators: {zones} are one or several names of time zones: "`Asia/Tokyo` or `Asia/Seoul`".
    raise TableError(
        "That is not one time zone. Did you mean {zones}?",
        zones=Alternatives(f"`{one}`" for one in near),
    )


def _changes(press: Press) -> dict[str, Any]:
    """The changed field of CallTimes. Raises TableError for a value that is not offered."""
    field, offered = _RANGES.get(press.detail, ("", ()))
    picked = [int(value) for value in press.all_picked if value.isdecimal()]
    if not picked or not all(one in offered for one in picked):
        raise TableError(_STALE)
    return {field: frozenset(picked) if field == "days" else picked[0]}
