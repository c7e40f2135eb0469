"""Calls: the panel of `/scout call`, the message that calls, and the list of avoided members."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from enum import StrEnum

import discord
from discord import ButtonStyle
from discord.utils import format_dt

from bot.tables.calls.hours import (
    COMMON_ZONES,
    EVERY_CHOICES,
    HOURS,
    MOST_LETTERS,
    WEEK,
    CallTimes,
    local_time,
    zones,
)
from bot.text.language import Language, Sentence, gettext_noop
from bot.text.words import counting, with_full_stop
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Entities, EntityKind, Message, Option, Row, Select
from bot.ui.views.elements import new_embed, new_form

# Translators: a button, at most 20 letters: leave the list of members who are called to tables.
_STOP = gettext_noop("Stop calling me")
# Translators: a button of a lobby, at most 20 letters: mention members who asked to be called.
CALL_PLAYERS = gettext_noop("Call players")
# Translators: a button, at most 20 letters: the members with whom this one does not want to play.
AVOID = gettext_noop("Members to avoid")
# Translators: a button, at most 20 letters, and the title of its form.
_ZONE = gettext_noop("Time zone")
CITY, OTHER_CITY = "city", "other"
"""The custom_ids of the form's fields."""
NO_CALLS = gettext_noop("No table calls you in this server.")


class CallPicks(StrEnum):
    """What the panel's selects and buttons change. Sent messages contain the values."""

    DAYS = "days"
    BEGINS = "from"
    ENDS = "to"
    EVERY = "every"
    ZONE = "zone"
    NOW = "now"
    LEAVE = "leave"


class AvoidPicks(StrEnum):
    """The presses in the list of avoided members, and the one that opens it."""

    SHOW = ""
    SWITCH = "switch"
    ASK = "ask"
    BACK = "back"
    CLEAR = "clear"


def call_panel(
    language: Language,
    times: CallTimes | None,
    now: datetime,
    table_language: Language,
    *,
    refusal: Sentence | None = None,
    paused_until: datetime | None = None,
) -> Message:
    """The panel: when the member can be called in this server; `refusal`: why no table calls them.

    `paused_until` is the end of the member's pause. The button of tables is named in the language
    of the server's tables.
    """
    shown = times or CallTimes()
    lines = "\n".join(_lines(language, shown, now, refusal, paused_until))
    what = language.gettext(
        "Players at a table can press **{call}**. One message there then mentions up to ten "
        "members who asked for it. Nobody sees your hours.",
        call=table_language.gettext(CALL_PLAYERS),
    )
    title = language.gettext("📣 Call me to tables")
    is_chosen = shown.has_hours or shown.is_for_now(now)
    return Message(
        new_embed(f"{lines}\n\n{what}", title=title), _rows(language, shown, is_chosen=is_chosen)
    )


def _lines(
    language: Language,
    times: CallTimes,
    now: datetime,
    refusal: Sentence | None,
    paused_until: datetime | None,
) -> Iterator[str]:
    """When and how often the member can be called, and how to choose hours."""
    if refusal is not None:
        yield language.say(refusal)
        return
    yield from _when(language, times, now)
    if times.has_hours or times.is_for_now(now):
        if paused_until is not None:
            yield language.gettext(
                "You pause until {when}: before that no table calls you.",
                when=format_dt(paused_until, "f"),
            )
        yield with_full_stop(language, _every(language, times.every))
    if times.zone is None:
        # Translators: {zone} is the button "Time zone".
        yield language.gettext(
            "For fixed hours, choose your time zone: press **{zone}**.",
            zone=language.gettext(_ZONE),
        )


def _when(language: Language, times: CallTimes, now: datetime) -> Iterator[str]:
    if times.has_hours:
        # Translators: {days} such as "Mon and Tue"; {zone} is the name of a time zone.
        yield language.gettext(
            "You can be called from {begins} to {ends}: {days} ({zone}).",
            begins=_clock(times.begins),
            ends=_clock(times.ends),
            days=language.listed(language.weekday(day, short=True) for day in sorted(times.days)),
            zone=times.zone,
        )
    if times.until is not None and times.is_for_now(now):
        sentence = gettext_noop("You can be called until {time}.")
        if times.has_hours:
            # Translators: after a sentence with the hours of the week.
            sentence = gettext_noop("You can also be called until {time}.")
        yield language.gettext(sentence, time=format_dt(times.until, "t"))
    elif not times.has_hours:
        yield language.gettext(NO_CALLS)
    if times.zone is not None and not times.has_hours:
        # Translators: {zone} is the name of a time zone; below are a choice of days and of hours.
        yield language.gettext(
            "Your time zone: {zone}. For fixed hours, choose days.", zone=times.zone
        )


# Translators: how often a member is called to tables; no full stop.
_every = counting("At most once in {number} hour", "At most once in {number} hours")


def _clock(hour: int) -> str:
    return f"{hour:02}:00"


def _rows(language: Language, times: CallTimes, *, is_chosen: bool) -> list[Row]:
    rows: list[Row] = []
    if is_chosen:
        every = {hours: _every(language, hours) for hours in EVERY_CHOICES}
        rows.append(_select(CallPicks.EVERY, every, [times.every]))
    if times.zone is not None:
        days = {day: language.weekday(day) for day in range(WEEK)}
        # Translators: the hour from which a member can be called, such as "From 18:00".
        begins = {hour: language.gettext("From {time}", time=_clock(hour)) for hour in range(HOURS)}
        # Translators: the hour until which a member can be called, such as "To 22:00".
        ends = {hour: language.gettext("To {time}", time=_clock(hour)) for hour in range(HOURS)}
        label = language.gettext("Choose days")
        rows[:0] = [
            _select(CallPicks.DAYS, days, sorted(times.days), label, most=WEEK),
            _select(CallPicks.BEGINS, begins, [times.begins]),
            _select(CallPicks.ENDS, ends, [times.ends]),
        ]
    # Translators: a button, at most 20 letters: a member can be called for two hours from now on.
    now = Button(language.gettext("Next two hours"), _press(CallPicks.NOW))
    buttons = [now, Button(language.gettext(_ZONE), _press(CallPicks.ZONE))]
    if is_chosen:
        buttons.append(Button(language.gettext(_STOP), _press(CallPicks.LEAVE)))
    return [*rows, buttons]


def _press(picks: CallPicks) -> ComponentId:
    return ComponentId(Verb.CALL_ME, 0, detail=picks)


def _select(
    picks: CallPicks,
    labels: dict[int, str],
    chosen: Sequence[int],
    placeholder: str | None = None,
    most: int | None = None,
) -> Select:
    options = [
        Option(label, str(number), chosen=number in chosen) for number, label in labels.items()
    ]
    shown = placeholder or labels.get(chosen[0]) or labels[min(labels)]
    return Select(shown, _press(picks), options, most=most)


def zone_form(language: Language, zone: str | None, now: datetime) -> discord.ui.Modal:
    """A choice of common time zones with what their clocks show, and a field for any other."""
    # A new custom_id clears the values that Discord kept in the form.
    number = 1 + zones().index(zone) if zone in zones() else 0
    press = ComponentId(Verb.SET_ZONE, 0, number)
    cities = [
        discord.SelectOption(label=zone_label(name, now), value=name, default=name == zone)
        for name in COMMON_ZONES
    ]
    city: discord.ui.Select[discord.ui.Modal] = discord.ui.Select(
        custom_id=CITY, options=cities, required=False, min_values=0
    )
    other: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=OTHER_CITY, required=False, max_length=MOST_LETTERS
    )
    fields = (
        # Translators: a field of a form, at most 45 letters.
        discord.ui.Label(text=language.gettext("A city with your time"), component=city),
        # Translators: a field of a form, at most 45 letters: another city than those above.
        discord.ui.Label(text=language.gettext("Or type a city"), component=other),
    )
    return new_form(language.gettext(_ZONE), press, fields)


def zone_label(zone: str, now: datetime) -> str:
    """The zone with its current time: `Europe/Berlin (20:05)`."""
    return f"{zone} ({local_time(zone, now)})"


def call_message(language: Language, user_ids: Sequence[int], link: str) -> Message:
    """Mentions the members, with a link to the lobby and a button to leave the list."""
    members = " ".join(f"<@{user_id}>" for user_id in user_ids)
    # Translators: {members} are the members who are called to a table, {link} leads there.
    words = language.gettext(
        "📣 {members} A table for SCOUT has a free seat: {link}", members=members, link=link
    )
    stop = Button(language.gettext(_STOP), ComponentId(Verb.STOP_CALLS, 0))
    return Message(content=words, rows=[[stop]], mentions=user_ids)


called_words = counting("{number} player was called.", "{number} players were called.")
"""The answer to the member who pressed **Call players**."""


def avoided_message(language: Language, avoided: Sequence[int]) -> Message:
    """The member's private list, and a select that adds or removes members."""
    # A new custom_id clears the pick; otherwise the same member could not be picked again.
    switch = ComponentId(Verb.AVOID, 0, len(avoided), AvoidPicks.SWITCH)
    label = language.gettext("Add or remove a member")
    rows: list[Row] = [Select(label, switch, entities=Entities(EntityKind.MEMBER, least=1))]
    if avoided:
        rows.append([_clear_button(language, AvoidPicks.ASK)])
    return Message(_avoided(language, avoided), rows)


def clearing_message(language: Language, avoided: Sequence[int]) -> Message:
    """The list, and the question whether to take all members off it."""
    asked = language.gettext("Take all members off your list?")
    clear = _clear_button(language, AvoidPicks.CLEAR)._replace(style=ButtonStyle.danger)
    back = ComponentId(Verb.AVOID, 0, detail=AvoidPicks.BACK)
    buttons = [clear, Button(language.pgettext("page", "Back"), back)]
    return Message(_avoided(language, avoided, asked), [buttons])


def _clear_button(language: Language, pick: AvoidPicks) -> Button:
    # Translators: a button, at most 20 letters: take all members off the list.
    return Button(language.gettext("Clear list"), ComponentId(Verb.AVOID, 0, detail=pick))


def _avoided(language: Language, avoided: Sequence[int], *below: str) -> discord.Embed:
    what = language.gettext(
        "You and they are not called to each other's tables, and `/scout play` does not bring you "
        "together. Nobody else sees this list. You can still meet at a table that is open to all."
    )
    members = " ".join(f"<@{user_id}>" for user_id in avoided)
    listed = members or language.gettext("Your list is empty.")
    return new_embed("\n\n".join([what, listed, *below]), title=language.gettext(AVOID))
