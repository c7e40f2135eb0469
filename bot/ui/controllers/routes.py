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
_SEATED, _MANAGER, _SEASON_MANAGER = Who.SEATED, Who.MANAGER, Who.SEASON_MANAGER


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
            *_puzzle_routes(self),
            *_own_routes(self),
            *_server_routes(self),
        ]


def _turn_routes(to: Controllers) -> list[Route]:
    hand = CommandName("hand", "Show your hand, only to you")
    return [
        Route(hand, to.hand.show, Place.OWN_TABLE),
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
    play = CommandName("play", "Find a table with a free seat, or open one in this channel")
    running = CommandName("games", "See your running games, and the tables of this server")
    new = CommandName("new", "Open a table in this channel")
    table = CommandName("table", "Post the table here again")
    leave = CommandName("leave", "Leave the table; during a game a computer takes your seat")
    cancel = CommandName("cancel", "Close this channel's table (host and moderators only)")
    return [
        Route(play, to.company.play, blocked=_REFUSED),
        Route(running, to.company.games),
        Route(Verb.GAMES, to.company.show_games),
        Route(new, to.table.new),
        Route(table, to.table.repost),
        Route(leave, to.leaving.ask_to_leave, Place.OWN_TABLE),
        Route(cancel, to.leaving.ask_to_cancel, Place.TABLE_HERE, _REFUSED),
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
        Route(Verb.SIGN_OFF, to.lobby.sign_off, _CHANNEL),
        Route(Verb.START, to.lobby.change, _CHANNEL, _REFUSED),
        Route(Verb.CANCEL, to.leaving.ask_to_cancel, _CHANNEL, _REFUSED),
        Route(Verb.CONFIRM_CANCEL, to.leaving.cancel, _CHANNEL, _REFUSED),
        Route(Verb.AGREE_TO_CLOSE, to.leaving.agree, _CHANNEL, _IF_SEATED, _SEATED),
        Route(Verb.HAND_OVER, to.leaving.hand_over, _CHANNEL, _IF_SEATED, _SEATED),
        Route(Verb.PLAY_ON, to.leaving.play_on, _CHANNEL, _IF_SEATED, _SEATED),
        Route(Verb.CONFIRM_LEAVE, to.leaving.leave, _PRIVATE, _IF_SEATED),
        Route(Verb.KEEP_PLAYING, to.leaving.keep),
        Route(Verb.REMATCH, to.table.rematch, Place.LOBBY, _REFUSED),
    ]


def _call_routes(to: Controllers) -> list[Route]:
    call_me = CommandName("call", "Choose when you would like to be called to tables")
    # Blocked members can change their own lists: they are not called.
    return [
        Route(call_me, to.calls.show),
        Route(SuggestionName("call", "zone"), to.calls.offer),
        Route(Verb.CALL_ME, to.calls.change),
        Route(Verb.SET_ZONE, to.calls.set_zone, is_form=True),
        Route(Verb.STOP_CALLS, to.calls.stop),
        Route(Verb.CALL_PLAYERS, to.calls.call, blocked=_REFUSED),
        Route(Verb.AVOID, to.calls.avoid),
    ]


def _game_routes(to: Controllers) -> list[Route]:
    history = CommandName("record history", "List the last games, to replay them move by move")
    review = CommandName(
        "record review", "See how good your moves were, by default in your last game here"
    )
    export = CommandName(
        "record export", "Get the record of a finished game as a file, by default your last one"
    )
    verify = CommandName(
        "record verify", "Check that a finished game, or the deal of a day, was fair"
    )
    return [
        Route(history, to.replay.history),
        Route(review, to.review.show),
        Route(export, to.records.export),
        Route(verify, to.records.verify),
        Route(SuggestionName("record review", "game"), to.records.offer),
        Route(SuggestionName("record export", "game"), to.records.offer),
        Route(SuggestionName("record verify", "game"), to.records.offer),
        Route(SuggestionName("record verify", "daily"), to.daily.offer),
        Route(Verb.HISTORY, to.replay.choose),
        Route(Verb.REPLAY, to.replay.show, _SERVER, _ADMITTED),
        Route(Verb.POST_REPLAY, to.replay.post, _SERVER, _REFUSED),
        Route(Verb.REVIEW, to.review.show_page, _PRIVATE, _ADMITTED),
    ]


def _daily_routes(to: Controllers) -> list[Route]:
    play = CommandName("daily play", "Play today's deal, the same for everybody, or go on with it")
    practice = CommandName(
        "daily practice", "Play the deal of a day that is over; it does not count"
    )
    board = CommandName("daily board", "See who has the most points in the day's deals")
    return [
        Route(board, to.daily_board.show),
        Route(Verb.DAILY_BOARD, to.daily_board.show_page),
        Route(play, to.daily.open, blocked=_REFUSED),
        Route(practice, to.daily.practise, blocked=_REFUSED),
        Route(SuggestionName("daily practice", "day"), to.daily.offer),
        Route(Verb.DAILY_OPEN, to.daily.open, blocked=_REFUSED),
        Route(Verb.DAILY_PLAY, to.daily.choose, blocked=_REFUSED),
        Route(Verb.DAILY_CHOOSE, to.daily.choose, blocked=_REFUSED),
        Route(Verb.DAILY_PICK, to.daily.choose, blocked=_REFUSED),
        Route(Verb.DAILY_CONFIRM, to.daily.choose, blocked=_REFUSED),
        Route(Verb.DAILY_RESULT, to.daily.result),
        Route(Verb.DAILY_COACH, to.daily.coach),
        Route(Verb.DAILY_REPLAY, to.daily.replay),
        Route(Verb.DAILY_SHARE, to.daily.share, blocked=_REFUSED),
        Route(Verb.DAILY_POST, to.daily.post, blocked=_REFUSED),
        Route(Verb.DAILY_PRACTICE, to.daily.practise_again, blocked=_REFUSED),
    ]


def _standings_routes(to: Controllers) -> list[Route]:
    leaderboard = CommandName("leaderboard", "See who plays best in this server")
    # The server's card is an option: Discord accepts no subcommand `stats` beside a group `stats`.
    stats = CommandName("stats", "See how you, or others, play in this server")
    start = CommandName("season start", "Start a new season (managers only)")
    return [
        Route(leaderboard, to.leaderboard.show),
        Route(stats, to.stats.show),
        Route(start, to.seasons.ask, who=_SEASON_MANAGER),
        Route(CommandName("season show", "See the seasons of this server"), to.seasons.show),
        Route(Verb.LEADERBOARD, to.leaderboard.show_page),
        Route(Verb.LEADERBOARD_CHOICE, to.leaderboard.choose),
        Route(Verb.POST_STATS, to.stats.post, blocked=_REFUSED),
        Route(Verb.START_SEASON, to.seasons.start, who=_SEASON_MANAGER),
        Route(Verb.KEEP_SEASON, to.seasons.keep),
    ]


def _learning_routes(to: Controllers) -> list[Route]:
    tutorial = CommandName("tutorial", "Learn the game on your own in five minutes")
    return [
        Route(CommandName("rules", "Read the rules in short pages"), to.learning.rules),
        Route(tutorial, to.learning.tutorial),
        Route(CommandName("help", "See what this bot can do"), to.learning.help),
        Route(Verb.HOW_TO_PLAY, to.learning.how_to_play),
        Route(Verb.RULES, to.learning.show_rules_page),
        Route(Verb.HELP, to.learning.show_help_page),
        Route(Verb.TUTORIAL_CHOOSE, to.learning.show_tutorial_page),
        Route(Verb.TUTORIAL_PLAY, to.learning.show_tutorial_page),
    ]


def _puzzle_routes(to: Controllers) -> list[Route]:
    puzzle = CommandName(
        "puzzle", "Find the best move in a position, alone and as often as you like"
    )
    # Blocked members are admitted: puzzles are private.
    return [
        Route(puzzle, to.puzzles.show),
        Route(Verb.PUZZLE_PLAY, to.puzzles.choose),
        Route(Verb.PUZZLE_CHOOSE, to.puzzles.choose),
        Route(Verb.PUZZLE_PICK, to.puzzles.choose),
        Route(Verb.PUZZLE_CONFIRM, to.puzzles.choose),
        Route(Verb.PUZZLE_NEXT, to.puzzles.show),
    ]


def _own_routes(to: Controllers) -> list[Route]:
    pause = CommandName("pause", "Let your turn limits in this server stand still for some days")
    settings = CommandName("settings", "Choose pictures, language, reminders and more")
    data = CommandName("privacy data", "Get all that is kept about you, as a file")
    forget = CommandName(
        "privacy forget-me", "Take your name and id out of all games, in every server"
    )
    return [
        # Blocked members can end a pause, and see that they cannot begin one.
        Route(pause, to.pauses.show),
        Route(Verb.PAUSE, to.pauses.begin, blocked=_REFUSED),
        Route(Verb.END_PAUSE, to.pauses.end),
        Route(Verb.ASK_PAUSE, to.pauses.ask, _PRIVATE, _IF_SEATED, _SEATED),
        Route(Verb.AGREE_TO_PAUSE, to.pauses.agree, _CHANNEL, _IF_SEATED, _SEATED),
        Route(Verb.END_TABLE_PAUSE, to.pauses.play_on, _CHANNEL, _IF_SEATED, _SEATED),
        Route(settings, to.settings.show),
        Route(CommandName("privacy show", "See what is kept about you, and why"), to.privacy.show),
        Route(data, to.privacy.send_data),
        Route(forget, to.privacy.ask_to_forget),
        Route(Verb.SETTINGS, to.settings.change),
        Route(Verb.OWN_DATA, to.privacy.send_data),
        Route(Verb.FORGET_ME, to.privacy.ask_to_forget),
        Route(Verb.CONFIRM_FORGET, to.privacy.forget),
    ]


def _server_routes(to: Controllers) -> list[Route]:
    admin = CommandName("admin", "Set up SCOUT in this server (members with Manage Server only)")
    report = CommandName("report", "Report a problem to this server's moderators")
    return [
        Route(admin, to.admin.show, who=_MANAGER),
        Route(report, to.reports.ask),
        Route(Verb.ADMIN, to.admin.show_page, who=_MANAGER),
        Route(Verb.ADMIN_CHANGE, to.admin.change, who=_MANAGER),
        Route(Verb.CHOOSE_MEMBER, to.blocking.choose, who=_MANAGER),
        Route(Verb.BLOCK, to.blocking.block, who=_MANAGER),
        Route(Verb.UNBLOCK, to.blocking.unblock, who=_MANAGER),
        Route(Verb.REPLACE_MEMBER, to.blocking.replace, who=_MANAGER),
        Route(Verb.REPORT, to.reports.send, blocked=_REFUSED, is_form=True),
    ]
