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


class Controllers:
    """The controllers, and the table of their routes."""

    def __init__(self, parts: BotParts) -> None:
        self.calls, self.spectators = CallController(parts), parts.spectators
        self.learning, self.puzzles = LearningController(parts), PuzzleController(parts)
        self.table = TableController(parts)
        self.hand = HandController(parts)
        self.lobby = LobbyController(parts)
        self.leaving = LeavingController(parts)
        self.company = CompanyController(parts, self.table)
        self.replay = ReplayController(parts)
        self.records = RecordController(parts)
        self.review = ReviewController(parts)
        self.daily = DailyController(parts)
        self.leaderboard = LeaderboardController(parts)
        self.daily_board = DailyBoardController(parts)
        self.stats = StatsController(parts)
        self.seasons = SeasonController(parts)
        self.settings = SettingsController(parts)
        self.privacy = PrivacyController(parts)
        self.pauses = PauseController(parts)
        self.admin = AdminController(parts)
        self.blocking = BlockingController(parts)
        self.reports = ReportController(parts)

    def routes(self) -> list[Route]:
        return [
            *_turn_routes(self),
            *_table_routes(self),
            *_call_routes(self),
            *_game_routes(self),
            *_daily_routes(self),
            *_standings_routes(self),
            *_learning_routes(self),
            *_own_routes(self),
            *_server_routes(self),
        ]


def _turn_routes(to: Controllers) -> list[Route]:
    return [
        Route(CommandName("hand"), to.hand.show, Place.OWN_TABLE),
        Route(Verb.SHOW_HAND, to.hand.show, _CHANNEL, _IF_SEATED, _SEATED),
        Route(Verb.COME_BACK, to.hand.come_back, _PRIVATE, _IF_SEATED, _SEATED),
        Route(Verb.CHOOSE, to.hand.choose, _PRIVATE, _IF_SEATED, _SEATED),
        Route(Verb.PICK, to.hand.choose, _PRIVATE, _IF_SEATED, _SEATED),
        Route(Verb.HINT, to.hand.hint, _PRIVATE, _IF_SEATED, _SEATED),
        Route(Verb.CONFIRM, to.hand.choose, _PRIVATE, _IF_SEATED, _SEATED),
        Route(Verb.PLAY, to.hand.choose, _PRIVATE, _IF_SEATED, _SEATED),
        Route(Verb.RESULT, to.hand.show_result, _PRIVATE, _IF_SEATED, _SEATED),
        Route(Verb.WATCH, to.spectators.watch, Place.VISIBLE, _REFUSED),
    ]


def _table_routes(to: Controllers) -> list[Route]:
    return [
        Route(CommandName("play"), to.company.play, blocked=_REFUSED),
        Route(CommandName("games"), to.company.games),
        Route(Verb.GAMES, to.company.games),
        Route(CommandName("new"), to.table.new),
        Route(CommandName("table"), to.table.repost),
        Route(CommandName("leave"), to.leaving.ask_to_leave, Place.TABLE_TO_LEAVE),
        Route(CommandName("cancel"), to.leaving.ask_to_cancel, Place.TABLE_HERE, _REFUSED),
        Route(Verb.JOIN, to.lobby.change, _CHANNEL, _REFUSED),
        Route(Verb.LEAVE, to.lobby.change, _CHANNEL, _IF_SEATED),
        Route(Verb.ADD_COMPUTER, to.lobby.change, _CHANNEL, _REFUSED),
        Route(Verb.REMOVE_COMPUTER, to.lobby.change, _CHANNEL, _REFUSED),
        Route(Verb.SET_HINTS, to.lobby.change, _CHANNEL, _REFUSED),
        Route(Verb.OPTIONS, to.lobby.show_options, _CHANNEL, _REFUSED),
        Route(Verb.SET_OPTIONS, to.lobby.set_options, _CHANNEL, _REFUSED, is_form=True),
        Route(Verb.SHOW_PLAYERS, to.lobby.show_players, _CHANNEL, _REFUSED),
        Route(Verb.CHANGE_PLAYER, to.lobby.change_player, _PRIVATE, _REFUSED),
        Route(SuggestionName("new", "at"), to.lobby.offer_times),
        Route(Verb.SIGN_UP, to.lobby.sign_up, _CHANNEL, _REFUSED),
        Route(Verb.SIGN_OFF, to.leaving.sign_off, _CHANNEL, _REFUSED),
        Route(Verb.START, to.lobby.change, _CHANNEL, _REFUSED),
        Route(Verb.CANCEL, to.leaving.ask_to_cancel, _CHANNEL, _REFUSED),
        Route(Verb.CONFIRM_CANCEL, to.leaving.cancel, _CHANNEL, _REFUSED),
        Route(Verb.AGREE_TO_CLOSE, to.leaving.agree, _CHANNEL, _IF_SEATED, _SEATED),
        Route(Verb.HAND_OVER, to.leaving.hand_over, _CHANNEL, _IF_SEATED, _SEATED),
        Route(Verb.PLAY_ON, to.leaving.play_on, _CHANNEL, _IF_SEATED, _SEATED),
        Route(Verb.CONFIRM_LEAVE, to.leaving.leave, _PRIVATE, _IF_SEATED, _SEATED),
        Route(Verb.KEEP_PLAYING, to.leaving.keep),
        Route(Verb.REMATCH, to.table.rematch, Place.LOBBY, _REFUSED, _WRITER),
    ]


def _call_routes(to: Controllers) -> list[Route]:
    # Blocked members can change their own lists: they are not called anyway.
    return [
        Route(CommandName("call"), to.calls.show),
        Route(SuggestionName("call", "zone"), to.calls.offer),
        Route(Verb.CALL_ME, to.calls.change),
        Route(Verb.SET_ZONE, to.calls.set_zone, is_form=True),
        Route(Verb.STOP_CALLS, to.calls.stop),
        Route(Verb.CALL_PLAYERS, to.calls.call, blocked=_REFUSED, who=_WRITER),
        Route(Verb.AVOID, to.calls.avoid),
    ]


def _game_routes(to: Controllers) -> list[Route]:
    return [
        Route(CommandName("record history"), to.replay.history),
        Route(CommandName("record review"), to.review.show),
        Route(CommandName("record export"), to.records.export),
        Route(CommandName("record verify"), to.records.verify),
        Route(SuggestionName("record review", "game"), to.records.offer),
        Route(SuggestionName("record export", "game"), to.records.offer),
        Route(SuggestionName("record verify", "game"), to.records.offer),
        Route(SuggestionName("record verify", "daily"), to.daily.offer),
        Route(Verb.HISTORY, to.replay.choose),
        Route(Verb.REPLAY, to.replay.show, _SERVER, _ADMITTED),
        Route(Verb.POST_REPLAY, to.replay.post, _SERVER, _REFUSED, _WRITER),
        Route(Verb.REVIEW, to.review.show_page, _PRIVATE, _ADMITTED),
    ]


def _daily_routes(to: Controllers) -> list[Route]:
    return [
        Route(CommandName("daily board"), to.daily_board.show),
        Route(Verb.DAILY_BOARD, to.daily_board.show_page),
        Route(CommandName("daily play"), to.daily.open, blocked=_REFUSED),
        Route(CommandName("daily practice"), to.daily.practise, blocked=_REFUSED),
        Route(SuggestionName("daily practice", "day"), to.daily.offer),
        Route(Verb.DAILY_OPEN, to.daily.open, blocked=_REFUSED),
        Route(Verb.DAILY_PLAY, to.daily.choose, blocked=_REFUSED),
        Route(Verb.DAILY_CHOOSE, to.daily.choose, blocked=_REFUSED),
        Route(Verb.DAILY_PICK, to.daily.choose, blocked=_REFUSED),
        Route(Verb.DAILY_CONFIRM, to.daily.choose, blocked=_REFUSED),
        Route(Verb.DAILY_RESULT, to.daily.result),
        Route(Verb.DAILY_REVIEW, to.daily.review),
        Route(Verb.DAILY_REPLAY, to.daily.replay),
        Route(Verb.DAILY_SHARE, to.daily.share, blocked=_REFUSED),
        Route(Verb.DAILY_POST, to.daily.post, blocked=_REFUSED, who=_WRITER),
        Route(Verb.DAILY_PRACTICE, to.daily.practise_again, blocked=_REFUSED),
    ]


def _standings_routes(to: Controllers) -> list[Route]:
    # The server's card is an option: Discord accepts no subcommand `stats` besides a group `stats`.
    return [
        Route(CommandName("leaderboard"), to.leaderboard.show),
        Route(CommandName("stats"), to.stats.show),
        Route(CommandName("season start"), to.seasons.ask, who=_SEASON_MANAGER),
        Route(CommandName("season show"), to.seasons.show),
        Route(Verb.LEADERBOARD, to.leaderboard.show_page),
        Route(Verb.LEADERBOARD_CHOICE, to.leaderboard.choose),
        Route(Verb.POST_STATS, to.stats.post, blocked=_REFUSED, who=_WRITER),
        Route(Verb.START_SEASON, to.seasons.start, who=_SEASON_MANAGER),
        Route(Verb.KEEP_SEASON, to.seasons.keep),
    ]


def _learning_routes(to: Controllers) -> list[Route]:
    return [
        Route(CommandName("rules"), to.learning.rules),
        Route(CommandName("tutorial"), to.learning.tutorial),
        Route(CommandName("help"), to.learning.help),
        Route(Verb.HOW_TO_PLAY, to.learning.tutorial),
        Route(Verb.RULES, to.learning.rules),
        Route(Verb.HELP, to.learning.help),
        Route(Verb.TUTORIAL_CHOOSE, to.learning.show_tutorial_page),
        Route(Verb.TUTORIAL_PLAY, to.learning.show_tutorial_page),
        # Blocked members are admitted: puzzles are private.
        Route(CommandName("puzzle"), to.puzzles.show),
        Route(Verb.PUZZLE_PLAY, to.puzzles.choose),
        Route(Verb.PUZZLE_CHOOSE, to.puzzles.choose),
        Route(Verb.PUZZLE_PICK, to.puzzles.choose),
        Route(Verb.PUZZLE_CONFIRM, to.puzzles.choose),
        Route(Verb.PUZZLE_NEXT, to.puzzles.show),
    ]


def _own_routes(to: Controllers) -> list[Route]:
    return [
        # Blocked members can end a pause, and see that they cannot begin one.
        Route(CommandName("pause"), to.pauses.show),
        Route(Verb.PAUSE, to.pauses.begin, blocked=_REFUSED),
        Route(Verb.END_PAUSE, to.pauses.end),
        Route(Verb.ASK_PAUSE, to.pauses.ask, _PRIVATE, _IF_SEATED, _SEATED),
        Route(Verb.AGREE_TO_PAUSE, to.pauses.agree, _CHANNEL, _IF_SEATED, _SEATED),
        Route(Verb.END_TABLE_PAUSE, to.pauses.play_on, _CHANNEL, _IF_SEATED, _SEATED),
        Route(CommandName("settings"), to.settings.show),
        Route(CommandName("privacy show"), to.privacy.show),
        Route(CommandName("privacy data"), to.privacy.send_data),
        Route(CommandName("privacy forget-me"), to.privacy.ask_to_forget),
        Route(Verb.SETTINGS, to.settings.change),
        Route(Verb.OWN_DATA, to.privacy.send_data),
        Route(Verb.FORGET_ME, to.privacy.ask_to_forget),
        Route(Verb.CONFIRM_FORGET, to.privacy.forget),
    ]


def _server_routes(to: Controllers) -> list[Route]:
    return [
        Route(CommandName("admin"), to.admin.show, who=_MANAGER),
        Route(CommandName("report"), to.reports.ask, blocked=_REFUSED),
        Route(Verb.ADMIN, to.admin.show, who=_MANAGER),
        Route(Verb.ADMIN_CHANGE, to.admin.change, who=_MANAGER),
        Route(Verb.CHOOSE_MEMBER, to.blocking.choose, who=_MANAGER),
        Route(Verb.BLOCK, to.blocking.block, who=_MANAGER),
        Route(Verb.UNBLOCK, to.blocking.unblock, who=_MANAGER),
        Route(Verb.REPLACE_MEMBER, to.blocking.replace, who=_MANAGER),
        Route(Verb.REPORT, to.reports.send, blocked=_REFUSED, is_form=True),
    ]
