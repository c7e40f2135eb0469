"""Which handler answers which press: every verb, from the lobby to the settings."""

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
        Verb.REVIEW: review.turn_page,
        Verb.LEADERBOARD: pages.turn_leaderboard,
        Verb.RULES: pages.turn_rules,
        Verb.TUTORIAL_CHOOSE: pages.follow_tutorial,
        Verb.TUTORIAL_PLAY: pages.follow_tutorial,
        Verb.SETTINGS: settings.change,
    }
