"""Buttons that earlier versions posted hang in channels for ever: each form is read as it was."""

import pytest

from bot.tables.core.errors import TableError
from bot.ui.kit.component_id import ComponentId, Verb, parse_component_id
from bot.ui.views.turn.action_buttons import split_hint
from bot.ui.views.turn.menu import MenuPath, parse_menu_path
from engine.actions import Action, Orient, Scout, ScoutAndShow, Show, parse_action

POSTED: dict[str, tuple[str, int, int, str]] = {
    "scout:join:1:0:": ("JOIN", 1, 0, ""),
    "scout:leave:1:0:": ("LEAVE", 1, 0, ""),
    # from before there were three levels
    "scout:add:1:0:": ("ADD_COMPUTER", 1, 0, ""),
    "scout:add:1:0:easy": ("ADD_COMPUTER", 1, 0, "easy"),
    "scout:add:1:0:medium": ("ADD_COMPUTER", 1, 0, "medium"),
    "scout:add:1:0:hard": ("ADD_COMPUTER", 1, 0, "hard"),
    "scout:remove:1:0:": ("REMOVE_COMPUTER", 1, 0, ""),
    "scout:hints:1:0:yes": ("SET_HINTS", 1, 0, "yes"),
    "scout:hints:1:0:no": ("SET_HINTS", 1, 0, "no"),
    "scout:games:0:2:server": ("GAMES", 0, 2, "server"),
    "scout:options:1:0:": ("OPTIONS", 1, 0, ""),
    "scout:setoptions:1:12:": ("SET_OPTIONS", 1, 12, ""),
    "scout:start:1:0:": ("START", 1, 0, ""),
    "scout:cancel:1:0:": ("CANCEL", 1, 0, ""),
    "scout:rematch:123456789012:0:": ("REMATCH", 123456789012, 0, ""),
    "scout:hand:1:0:": ("SHOW_HAND", 1, 0, ""),
    "scout:back:1:0:": ("COME_BACK", 1, 0, ""),
    "scout:watch:1:0:": ("WATCH", 1, 0, ""),
    "scout:hint:2:10:": ("HINT", 2, 10, ""),
    "scout:look:1:13:": ("CHOOSE", 1, 13, ""),
    "scout:look:1:13:~1": ("CHOOSE", 1, 13, "~1"),
    "scout:look:1:13:L": ("CHOOSE", 1, 13, "L"),
    "scout:look:1:13:Lf": ("CHOOSE", 1, 13, "Lf"),
    "scout:look:1:13:R~2": ("CHOOSE", 1, 13, "R~2"),
    "scout:look:1:7:+": ("CHOOSE", 1, 7, "+"),
    "scout:look:1:7:+L": ("CHOOSE", 1, 7, "+L"),
    "scout:look:1:7:+Rf": ("CHOOSE", 1, 7, "+Rf"),
    "scout:look:1:7:+L1": ("CHOOSE", 1, 7, "+L1"),
    "scout:look:1:7:+L3f~2": ("CHOOSE", 1, 7, "+L3f~2"),
    "scout:look:2:3:--L2+S5-6": ("CHOOSE", 2, 3, "--L2+S5-6"),
    "scout:look:2:3:+--L2+S5-6": ("CHOOSE", 2, 3, "+--L2+S5-6"),
    "scout:look:2:3:Rf--R1": ("CHOOSE", 2, 3, "Rf--R1"),
    "scout:pick:1:13:L~1": ("PICK", 1, 13, "L~1"),
    "scout:pick:1:13:+R3f": ("PICK", 1, 13, "+R3f"),
    "scout:ask:4:1:F": ("CONFIRM", 4, 1, "F"),
    "scout:ask:4:2:S2-3": ("CONFIRM", 4, 2, "S2-3"),
    "scout:ask:4:2:R1--L2f+S5-6": ("CONFIRM", 4, 2, "R1--L2f+S5-6"),
    "scout:play:1:1:K": ("PLAY", 1, 1, "K"),
    "scout:play:1:1:F": ("PLAY", 1, 1, "F"),
    "scout:play:1:10:S2": ("PLAY", 1, 10, "S2"),
    "scout:play:1:10:S2-4": ("PLAY", 1, 10, "S2-4"),
    "scout:play:1:13:R1": ("PLAY", 1, 13, "R1"),
    "scout:play:1:5:L10f": ("PLAY", 1, 5, "L10f"),
    "scout:play:1:7:L10+S1": ("PLAY", 1, 7, "L10+S1"),
    "scout:play:1:8:R10f+S9-10": ("PLAY", 1, 8, "R10f+S9-10"),
    "scout:play:2:3:L3f+S2-4--R1": ("PLAY", 2, 3, "L3f+S2-4--R1"),
    "scout:play:123456789012:999999:L28f+S27-28--R28f+S26-28": (
        "PLAY",
        123456789012,
        999999,
        "L28f+S27-28--R28f+S26-28",
    ),
    "scout:review:1:2:": ("REVIEW", 1, 2, ""),
    "scout:board:0:1:": ("LEADERBOARD", 0, 1, ""),
    "scout:rules:0:2:": ("RULES", 0, 2, ""),
    "scout:lesson:0:0:": ("TUTORIAL_CHOOSE", 0, 0, ""),
    "scout:lesson:0:2:+": ("TUTORIAL_CHOOSE", 0, 2, "+"),
    "scout:lesson:0:2:Rf": ("TUTORIAL_CHOOSE", 0, 2, "Rf"),
    "scout:learn:0:0:F": ("TUTORIAL_PLAY", 0, 0, "F"),
    "scout:learn:0:1:S11-12": ("TUTORIAL_PLAY", 0, 1, "S11-12"),
    # a select, whose options are `limit-0`, `limit-60` and so on
    "scout:set:0:0:": ("SETTINGS", 0, 0, ""),
    "scout:set:0:0:hand-pictures": ("SETTINGS", 0, 0, "hand-pictures"),
    "scout:set:0:0:hand-text": ("SETTINGS", 0, 0, "hand-text"),
    "scout:set:0:0:ask": ("SETTINGS", 0, 0, "ask"),
    "scout:set:0:0:at-once": ("SETTINGS", 0, 0, "at-once"),
    "scout:set:0:0:threads": ("SETTINGS", 0, 0, "threads"),
    "scout:set:0:0:channels": ("SETTINGS", 0, 0, "channels"),
    "scout:set:0:0:table-pictures": ("SETTINGS", 0, 0, "table-pictures"),
    "scout:set:0:0:table-text": ("SETTINGS", 0, 0, "table-text"),
}
"""Every form that version 0.1.0 posted, with a verb's name, the table, the number, the detail."""


@pytest.mark.parametrize("custom_id", POSTED)
def test_a_posted_button_says_what_it_said(custom_id: str) -> None:
    verb, *rest = POSTED[custom_id]
    found = parse_component_id(custom_id)
    assert found is not None
    assert found == (Verb[verb], *rest)
    assert str(found) == custom_id


NEW_VERBS = {
    *(verb for verb in Verb if verb.name.startswith(("DAILY_", "PUZZLE_"))),
    Verb.AVOID,
    Verb.AGREE_TO_PAUSE,
    Verb.ASK_PAUSE,
    Verb.END_TABLE_PAUSE,
    Verb.SIGN_OFF,
    Verb.SIGN_UP,
    Verb.CALL_ME,
    Verb.CALL_PLAYERS,
    Verb.STOP_CALLS,
    Verb.SET_ZONE,
    Verb.PAUSE,
    Verb.END_PAUSE,
    Verb.CONFIRM_CANCEL,
    Verb.CONFIRM_LEAVE,
    Verb.KEEP_PLAYING,
    Verb.AGREE_TO_CLOSE,
    Verb.PLAY_ON,
    Verb.HOW_TO_PLAY,
    Verb.HAND_OVER,
    Verb.SHOW_PLAYERS,
    Verb.CHANGE_PLAYER,
    Verb.OWN_DATA,
    Verb.FORGET_ME,
    Verb.CONFIRM_FORGET,
    Verb.HISTORY,
    Verb.REPLAY,
    Verb.POST_REPLAY,
    Verb.LEADERBOARD_CHOICE,
    Verb.POST_STATS,
    Verb.START_SEASON,
    Verb.KEEP_SEASON,
    Verb.ADMIN,
    Verb.ADMIN_CHANGE,
    Verb.CHOOSE_MEMBER,
    Verb.BLOCK,
    Verb.UNBLOCK,
    Verb.REPLACE_MEMBER,
    Verb.REPORT,
    Verb.RESULT,
    Verb.HELP,
}
"""Those that no earlier version has posted."""


def test_every_verb_has_been_posted() -> None:
    assert {Verb[verb] for verb, *_ in POSTED.values()} == set(Verb) - NEW_VERBS


@pytest.mark.parametrize(
    ("detail", "path", "hint"),
    [
        ("", MenuPath(), None),
        ("~1", MenuPath(page=1), None),
        ("R~2", MenuPath(end="R", page=2), None),
        ("+", MenuPath(both=True), None),
        ("+L3f~2", MenuPath(True, "L", 3, True, page=2), None),
        ("--L2+S5-6", MenuPath(), ScoutAndShow(Scout("L", 2, False), Show(5, 6))),
        ("Rf--R1", MenuPath(end="R", flipped=True), Scout("R", 1, False)),
    ],
)
def test_a_posted_step_leads_where_it_led(detail: str, path: MenuPath, hint: Action | None) -> None:
    about, carries = split_hint(detail)
    assert (parse_menu_path(about), carries) == (path, hint)


@pytest.mark.parametrize(
    ("detail", "action", "hint"),
    [
        ("K", Orient(False), None),
        ("F", Orient(True), None),
        ("S2", Show(2, 2), None),
        ("S2-4", Show(2, 4), None),
        ("R1", Scout("R", 1, False), None),
        ("L10f", Scout("L", 10, True), None),
        ("L3f+S2-4--R1", ScoutAndShow(Scout("L", 3, True), Show(2, 4)), Scout("R", 1, False)),
    ],
)
def test_a_posted_action_is_the_action_it_was(
    detail: str, action: Action, hint: Action | None
) -> None:
    about, carries = split_hint(detail)
    assert (parse_action(about), carries) == (action, hint)


@pytest.mark.parametrize(
    "custom_id", ["", "scout", "scout:join:1:0", "other:join:1:0:", "scout:play:1:0:S2 4"]
)
def test_a_custom_id_of_another_form_is_not_ours(custom_id: str) -> None:
    assert parse_component_id(custom_id) is None


def test_a_verb_that_no_version_posted_is_refused_with_a_sentence() -> None:
    with pytest.raises(TableError, match="no longer works"):
        parse_component_id("scout:dance:1:0:")


def test_the_detail_of_a_component_id_may_be_left_out() -> None:
    assert str(ComponentId(Verb.JOIN, 7)) == "scout:join:7:0:"
