"""The route table: one line for each button, form, command and suggestion."""

from bot.ui.controllers.calls import CallController
from bot.ui.controllers.company import CompanyController
from bot.ui.controllers.controller import BotParts
from bot.ui.controllers.daily import DailyController
from bot.ui.controllers.games import RecordController, ReplayController, ReviewController
from bot.ui.controllers.learning import LearningController
from bot.ui.controllers.lobby import LobbyController
from bot.ui.controllers.own import PauseController, PrivacyController, SettingsController
from bot.ui.controllers.puzzles import PuzzleController
from bot.ui.controllers.router import BlockedMembers, CommandName, Place, Route, SuggestionName, Who
from bot.ui.controllers.servers import AdminController, BlockingController, ReportController
from bot.ui.controllers.standings import (
    DailyBoardController,
    LeaderboardController,
    SeasonController,
    StatsController,
)
from bot.ui.controllers.table import LeavingController, TableController
from bot.ui.controllers.turn import HandController
from bot.ui.kit.component_id import Verb

_SERVER, _CHANNEL, _PRIVATE = Place.SERVER, Place.CHANNEL, Place.PRIVATE
_ADMITTED, _IF_SEATED, _REFUSED = BlockedMembers
_, _SEATED, _MANAGER, _SEASON_MANAGER, _WRITER = Who


def all_routes(parts: BotParts) -> list[Route]:
    """The table of routes to new controllers; call it once."""
    return [
        *_turn_routes(parts),
        *_table_routes(parts),
        *_call_routes(parts),
        *_game_routes(parts),
        *_daily_routes(parts),
        *_standings_routes(parts),
        *_learning_routes(parts),
        *_own_routes(parts),
        *_server_routes(parts),
    ]


def _turn_routes(parts: BotParts) -> list[Route]:
    hand = HandController(parts)
    return [
        Route(CommandName("hand"), hand.show, Place.OWN_TABLE),
        Route(Verb.SHOW_HAND, hand.show, _CHANNEL, _IF_SEATED, _SEATED),
        Route(Verb.COME_BACK, hand.come_back, _PRIVATE, _IF_SEATED, _SEATED),
        Route(Verb.CHOOSE, hand.choose, _PRIVATE, _IF_SEATED, _SEATED),
        Route(Verb.PICK, hand.choose, _PRIVATE, _IF_SEATED, _SEATED),
        Route(Verb.HINT, hand.hint, _PRIVATE, _IF_SEATED, _SEATED),
        Route(Verb.CONFIRM, hand.choose, _PRIVATE, _IF_SEATED, _SEATED),
        Route(Verb.PLAY, hand.choose, _PRIVATE, _IF_SEATED, _SEATED),
        Route(Verb.RESULT, hand.show_result, _PRIVATE, _IF_SEATED, _SEATED),
        Route(Verb.WATCH, parts.spectators.watch, Place.VISIBLE, _REFUSED),
    ]


def _table_routes(parts: BotParts) -> list[Route]:
    table, lobby, leaving = TableController(parts), LobbyController(parts), LeavingController(parts)
    company = CompanyController(parts, table)
    return [
        Route(CommandName("play"), company.play, blocked=_REFUSED),
        Route(CommandName("games"), company.games),
        Route(Verb.GAMES, company.games),
        Route(CommandName("new"), table.new),
        Route(CommandName("table"), table.repost),
        Route(CommandName("leave"), leaving.ask_to_leave, Place.TABLE_TO_LEAVE),
        Route(CommandName("cancel"), leaving.ask_to_cancel, Place.TABLE_HERE, _REFUSED),
        Route(Verb.JOIN, lobby.change, _CHANNEL, _REFUSED),
        Route(Verb.LEAVE, lobby.change, _CHANNEL, _IF_SEATED),
        Route(Verb.ADD_COMPUTER, lobby.change, _CHANNEL, _REFUSED),
        Route(Verb.REMOVE_COMPUTER, lobby.change, _CHANNEL, _REFUSED),
        Route(Verb.SET_HINTS, lobby.change, _CHANNEL, _REFUSED),
        Route(Verb.OPTIONS, lobby.show_options, _CHANNEL, _REFUSED),
        Route(Verb.SET_OPTIONS, lobby.set_options, _CHANNEL, _REFUSED, is_form=True),
        Route(Verb.SHOW_PLAYERS, lobby.show_players, _CHANNEL, _REFUSED),
        Route(Verb.CHANGE_PLAYER, lobby.change_player, _PRIVATE, _REFUSED),
        Route(SuggestionName("new", "at"), lobby.offer_times),
        Route(Verb.SIGN_UP, lobby.sign_up, _CHANNEL, _REFUSED),
        Route(Verb.SIGN_OFF, leaving.sign_off, _CHANNEL, _REFUSED),
        Route(Verb.START, lobby.change, _CHANNEL, _REFUSED),
        Route(Verb.CANCEL, leaving.ask_to_cancel, _CHANNEL, _REFUSED),
        Route(Verb.CONFIRM_CANCEL, leaving.cancel, _CHANNEL, _REFUSED),
        Route(Verb.AGREE_TO_CLOSE, leaving.agree, _CHANNEL, _IF_SEATED, _SEATED),
        Route(Verb.HAND_OVER, leaving.hand_over, _CHANNEL, _IF_SEATED, _SEATED),
        Route(Verb.PLAY_ON, leaving.play_on, _CHANNEL, _IF_SEATED, _SEATED),
        Route(Verb.CONFIRM_LEAVE, leaving.leave, _PRIVATE, _IF_SEATED, _SEATED),
        Route(Verb.KEEP_PLAYING, leaving.keep),
        Route(Verb.REMATCH, table.rematch, Place.LOBBY, _REFUSED, _WRITER),
    ]


def _call_routes(parts: BotParts) -> list[Route]:
    calls = CallController(parts)
    # Blocked members can change their own lists: they are not called anyway.
    return [
        Route(CommandName("call"), calls.show),
        Route(SuggestionName("call", "zone"), calls.offer),
        Route(Verb.CALL_ME, calls.change),
        Route(Verb.SET_ZONE, calls.set_zone, is_form=True),
        Route(Verb.STOP_CALLS, calls.stop),
        Route(Verb.CALL_PLAYERS, calls.call, blocked=_REFUSED, who=_WRITER),
        Route(Verb.AVOID, calls.avoid),
    ]


def _game_routes(parts: BotParts) -> list[Route]:
    replay, records, review = (
        ReplayController(parts),
        RecordController(parts),
        ReviewController(parts),
    )
    return [
        Route(CommandName("record history"), replay.history),
        Route(CommandName("record review"), review.show),
        Route(CommandName("record export"), records.export),
        Route(CommandName("record verify"), records.verify),
        Route(SuggestionName("record review", "game"), records.offer),
        Route(SuggestionName("record export", "game"), records.offer),
        Route(SuggestionName("record verify", "game"), records.offer),
        Route(Verb.HISTORY, replay.choose),
        Route(Verb.REPLAY, replay.show, _SERVER, _ADMITTED),
        Route(Verb.POST_REPLAY, replay.post, _SERVER, _REFUSED, _WRITER),
        Route(Verb.REVIEW, review.show_page, _PRIVATE, _ADMITTED),
    ]


def _daily_routes(parts: BotParts) -> list[Route]:
    daily, board = DailyController(parts), DailyBoardController(parts)
    return [
        Route(CommandName("daily board"), board.show),
        Route(Verb.DAILY_BOARD, board.show_page),
        Route(CommandName("daily play"), daily.open, blocked=_REFUSED),
        Route(CommandName("daily practice"), daily.practise, blocked=_REFUSED),
        Route(SuggestionName("daily practice", "day"), daily.offer),
        Route(SuggestionName("record verify", "daily"), daily.offer),
        Route(Verb.DAILY_OPEN, daily.open, blocked=_REFUSED),
        Route(Verb.DAILY_PLAY, daily.choose, blocked=_REFUSED),
        Route(Verb.DAILY_CHOOSE, daily.choose, blocked=_REFUSED),
        Route(Verb.DAILY_PICK, daily.choose, blocked=_REFUSED),
        Route(Verb.DAILY_CONFIRM, daily.choose, blocked=_REFUSED),
        Route(Verb.DAILY_RESULT, daily.result),
        Route(Verb.DAILY_REVIEW, daily.review),
        Route(Verb.DAILY_REPLAY, daily.replay),
        Route(Verb.DAILY_SHARE, daily.share, blocked=_REFUSED),
        Route(Verb.DAILY_POST, daily.post, blocked=_REFUSED, who=_WRITER),
        Route(Verb.DAILY_PRACTICE, daily.practise_again, blocked=_REFUSED),
    ]


def _standings_routes(parts: BotParts) -> list[Route]:
    leaderboard, stats = LeaderboardController(parts), StatsController(parts)
    seasons = SeasonController(parts)
    # The server's card is an option: Discord accepts no subcommand `stats` besides a group `stats`.
    return [
        Route(CommandName("leaderboard"), leaderboard.show),
        Route(CommandName("stats"), stats.show),
        Route(CommandName("season start"), seasons.ask, who=_SEASON_MANAGER),
        Route(CommandName("season show"), seasons.show),
        Route(Verb.LEADERBOARD, leaderboard.show_page),
        Route(Verb.LEADERBOARD_CHOICE, leaderboard.choose),
        Route(Verb.POST_STATS, stats.post, blocked=_REFUSED, who=_WRITER),
        Route(Verb.START_SEASON, seasons.start, who=_SEASON_MANAGER),
        Route(Verb.KEEP_SEASON, seasons.keep),
    ]


def _learning_routes(parts: BotParts) -> list[Route]:
    learning, puzzles = LearningController(parts), PuzzleController(parts)
    return [
        Route(CommandName("rules"), learning.rules),
        Route(CommandName("tutorial"), learning.tutorial),
        Route(CommandName("help"), learning.help),
        Route(Verb.HOW_TO_PLAY, learning.tutorial),
        Route(Verb.RULES, learning.rules),
        Route(Verb.HELP, learning.help),
        Route(Verb.TUTORIAL_CHOOSE, learning.show_tutorial_page),
        Route(Verb.TUTORIAL_PLAY, learning.show_tutorial_page),
        # Blocked members are admitted: puzzles are private.
        Route(CommandName("puzzle"), puzzles.show),
        Route(Verb.PUZZLE_PLAY, puzzles.choose),
        Route(Verb.PUZZLE_CHOOSE, puzzles.choose),
        Route(Verb.PUZZLE_PICK, puzzles.choose),
        Route(Verb.PUZZLE_CONFIRM, puzzles.choose),
        Route(Verb.PUZZLE_NEXT, puzzles.show),
    ]


def _own_routes(parts: BotParts) -> list[Route]:
    pauses, settings, privacy = (
        PauseController(parts),
        SettingsController(parts),
        PrivacyController(parts),
    )
    return [
        # Blocked members can end a pause, and see that they cannot begin one.
        Route(CommandName("pause"), pauses.show),
        Route(Verb.PAUSE, pauses.begin, blocked=_REFUSED),
        Route(Verb.END_PAUSE, pauses.end),
        Route(Verb.ASK_PAUSE, pauses.ask, _PRIVATE, _IF_SEATED, _SEATED),
        Route(Verb.AGREE_TO_PAUSE, pauses.agree, _CHANNEL, _IF_SEATED, _SEATED),
        Route(Verb.END_TABLE_PAUSE, pauses.play_on, _CHANNEL, _IF_SEATED, _SEATED),
        Route(CommandName("settings"), settings.show),
        Route(CommandName("privacy show"), privacy.show),
        Route(CommandName("privacy data"), privacy.send_data),
        Route(CommandName("privacy forget-me"), privacy.ask_to_forget),
        Route(Verb.SETTINGS, settings.change),
        Route(Verb.OWN_DATA, privacy.send_data),
        Route(Verb.FORGET_ME, privacy.ask_to_forget),
        Route(Verb.CONFIRM_FORGET, privacy.forget),
    ]


def _server_routes(parts: BotParts) -> list[Route]:
    admin, blocking, reports = (
        AdminController(parts),
        BlockingController(parts),
        ReportController(parts),
    )
    return [
        Route(CommandName("admin"), admin.show, who=_MANAGER),
        Route(CommandName("report"), reports.ask, blocked=_REFUSED),
        Route(Verb.ADMIN, admin.show, who=_MANAGER),
        Route(Verb.ADMIN_CHANGE, admin.change, who=_MANAGER),
        Route(Verb.CHOOSE_MEMBER, blocking.choose, who=_MANAGER),
        Route(Verb.BLOCK, blocking.block, who=_MANAGER),
        Route(Verb.UNBLOCK, blocking.unblock, who=_MANAGER),
        Route(Verb.REPLACE_MEMBER, blocking.replace, who=_MANAGER),
        Route(Verb.REPORT, reports.send, blocked=_REFUSED, is_form=True),
    ]
