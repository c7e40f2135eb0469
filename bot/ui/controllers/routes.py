"""The table of routes: a handler for every verb."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.ui.controllers.admin import AdminController
from bot.ui.controllers.blocking import BlockingController
from bot.ui.controllers.hand import HandController
from bot.ui.controllers.leaderboard import LeaderboardController
from bot.ui.controllers.leaving import LeavingController
from bot.ui.controllers.lobby import LobbyController
from bot.ui.controllers.pages import PageController
from bot.ui.controllers.privacy import PrivacyController
from bot.ui.controllers.replay import ReplayController
from bot.ui.controllers.reports import ReportController
from bot.ui.controllers.review import ReviewController
from bot.ui.controllers.router import Handler
from bot.ui.controllers.seasons import SeasonController
from bot.ui.controllers.settings import SettingsController
from bot.ui.controllers.stats import StatsController
from bot.ui.controllers.table import TableController
from bot.ui.controllers.verification import VerificationController
from bot.ui.delivery.private_messages import SpectatorMessages
from bot.ui.kit.component_id import Verb


@dataclass(frozen=True)
class Controllers:
    """Everything that answers presses and commands."""

    lobby: LobbyController
    table: TableController
    hand: HandController
    leaving: LeavingController
    spectators: SpectatorMessages
    review: ReviewController
    replay: ReplayController
    pages: PageController
    settings: SettingsController
    verification: VerificationController
    privacy: PrivacyController
    leaderboard: LeaderboardController
    stats: StatsController
    seasons: SeasonController
    admin: AdminController
    blocking: BlockingController
    reports: ReportController


def component_routes(to: Controllers) -> Mapping[Verb, Handler]:
    """The handler of every verb."""
    return {
        Verb.JOIN: to.lobby.join,
        Verb.LEAVE: to.lobby.leave,
        Verb.ADD_COMPUTER: to.lobby.add_computer,
        Verb.REMOVE_COMPUTER: to.lobby.remove_computer,
        Verb.SET_HINTS: to.lobby.set_hints,
        Verb.START: to.lobby.start,
        Verb.CANCEL: to.leaving.ask_to_cancel,
        Verb.CONFIRM_CANCEL: to.leaving.cancel,
        Verb.CONFIRM_LEAVE: to.leaving.leave,
        Verb.KEEP_PLAYING: to.leaving.keep,
        Verb.HOW_TO_PLAY: to.pages.how_to_play,
        Verb.REMATCH: to.table.rematch,
        Verb.SHOW_HAND: to.hand.show,
        Verb.COME_BACK: to.hand.come_back,
        Verb.WATCH: to.spectators.watch,
        Verb.CHOOSE: to.hand.choose,
        Verb.PICK: to.hand.pick,
        Verb.HINT: to.hand.hint,
        Verb.CONFIRM: to.hand.confirm,
        Verb.PLAY: to.hand.play,
        Verb.REVIEW: to.review.show_page,
        Verb.HISTORY: to.replay.choose,
        Verb.REPLAY: to.replay.show,
        Verb.POST_REPLAY: to.replay.post,
        Verb.LEADERBOARD: to.leaderboard.show_page,
        Verb.LEADERBOARD_CHOICE: to.leaderboard.choose,
        Verb.POST_STATS: to.stats.post,
        Verb.RULES: to.pages.show_rules_page,
        Verb.TUTORIAL_CHOOSE: to.pages.show_tutorial_page,
        Verb.TUTORIAL_PLAY: to.pages.show_tutorial_page,
        Verb.SETTINGS: to.settings.change,
        Verb.OWN_DATA: to.privacy.send_data,
        Verb.FORGET_ME: to.privacy.ask_to_forget,
        Verb.CONFIRM_FORGET: to.privacy.forget,
        **_server_routes(to),
    }


def _server_routes(to: Controllers) -> dict[Verb, Handler]:
    """The handlers of what managers press for their server, and of members' reports."""
    return {
        Verb.START_SEASON: to.seasons.start,
        Verb.KEEP_SEASON: to.seasons.keep,
        Verb.ADMIN: to.admin.show_page,
        Verb.ADMIN_CHANGE: to.admin.change,
        Verb.CHOOSE_MEMBER: to.blocking.choose,
        Verb.BLOCK: to.blocking.block,
        Verb.UNBLOCK: to.blocking.unblock,
        Verb.REPLACE_MEMBER: to.blocking.replace,
        Verb.REPORT: to.reports.send,
    }
