"""The table of routes: a handler for every verb."""

from collections.abc import Mapping

from bot.ui.controllers.hand import HandController
from bot.ui.controllers.lobby import LobbyController
from bot.ui.controllers.pages import PageController
from bot.ui.controllers.review import ReviewController
from bot.ui.controllers.router import Handler
from bot.ui.controllers.settings import SettingsController
from bot.ui.controllers.table import TableController
from bot.ui.delivery.spectator_messages import SpectatorMessages
from bot.ui.kit.component_id import Verb


def component_routes(
    *,
    lobby: LobbyController,
    table: TableController,
    hand: HandController,
    spectators: SpectatorMessages,
    review: ReviewController,
    pages: PageController,
    settings: SettingsController,
) -> Mapping[Verb, Handler]:
    """The handler of every verb."""
    return {
        Verb.JOIN: lobby.join,
        Verb.LEAVE: lobby.leave,
        Verb.ADD_COMPUTER: lobby.add_computer,
        Verb.REMOVE_COMPUTER: lobby.remove_computer,
        Verb.SET_HINTS: lobby.set_hints,
        Verb.START: lobby.start,
        Verb.CANCEL: lobby.cancel,
        Verb.REMATCH: table.rematch,
        Verb.SHOW_HAND: hand.show,
        Verb.COME_BACK: hand.come_back,
        Verb.WATCH: spectators.watch,
        Verb.CHOOSE: hand.choose,
        Verb.PICK: hand.pick,
        Verb.HINT: hand.hint,
        Verb.CONFIRM: hand.confirm,
        Verb.PLAY: hand.play,
        Verb.REVIEW: review.show_page,
        Verb.LEADERBOARD: pages.show_leaderboard_page,
        Verb.RULES: pages.show_rules_page,
        Verb.TUTORIAL_CHOOSE: pages.show_tutorial_page,
        Verb.TUTORIAL_PLAY: pages.show_tutorial_page,
        Verb.SETTINGS: settings.change,
    }
