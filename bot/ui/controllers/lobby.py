"""Presses in a lobby: its seats, its computers, its options and its start."""

from bot.storage.models.tables import Status
from bot.tables.core.errors import TableError, WrongStage
from bot.tables.core.state import TableState
from bot.tables.lobby import SET_OPTIONS, TAKE_OUT, Lobby, require_host
from bot.text.language import Sentence, gettext_noop
from bot.ui.controllers.learning import LearningController
from bot.ui.controllers.new_options import options_in_form
from bot.ui.delivery.public_messages import PublicMessages
from bot.ui.kit.component_id import NO_SUCH_BUTTON, Verb
from bot.ui.kit.permissions import can_open_thread, require_permissions
from bot.ui.kit.picked import id_in
from bot.ui.kit.press import Press
from bot.ui.views.table.lobby import HINTS, INVITE, OUT, players_message
from bot.ui.views.table.options import options_form
from bot.ui.views.table.questions import leave_question
from engine.players import Level

_DONE = {
    OUT: gettext_noop(
        "This player is no longer at this table, and cannot join it unless you invite them again."
    ),
    INVITE: gettext_noop("This player can join this table again."),
}
CLOSED = gettext_noop("The table is closed.")


class LobbyController:
    """Handles the presses in a lobby."""

    def __init__(self, lobby: Lobby, public: PublicMessages, learning: LearningController) -> None:
        self._lobby = lobby
        self._public = public
        self._learning = learning

    async def change(self, press: Press) -> None:
        """Carry out the pressed verb, and show the lobby as it is then."""
        lobby, table_id, actor, detail = self._lobby, press.state.id, press.member, press.detail
        match press.component_id.verb:
            case Verb.JOIN:
                state = await lobby.join(table_id, actor)
            case Verb.LEAVE:
                if gives_up_place(press.state, actor.user_id):
                    await press.answer(leave_question(press.language, press.state, actor.user_id))
                    return
                state = await lobby.leave(table_id, actor.user_id, Status.LOBBY)
            case Verb.ADD_COMPUTER:
                state = await lobby.add_computer(table_id, actor, _level(detail))
            case Verb.REMOVE_COMPUTER:
                state = await lobby.remove_computer(table_id, actor)
            case Verb.SET_HINTS:
                state = await lobby.set_options(table_id, actor, hints=detail == HINTS)
            case _:
                state = await lobby.start(table_id, actor)
        await self._show(press, state)
        if press.component_id.verb is Verb.JOIN:
            await self._learning.offer_tutorial(press)

    async def show_players(self, press: Press) -> None:
        """Ask the host or a moderator whom to take out."""
        _require_host_of_lobby(press, TAKE_OUT)
        await press.answer(players_message(press.language, press.state, press.user_id))

    async def change_player(self, press: Press) -> None:
        """Take the picked member out, or invite them again; both can be undone below."""
        deed, _, member = (press.picked or "").partition(" ")
        changes = {OUT: self._lobby.take_out, INVITE: self._lobby.invite_again}
        user_id = id_in(member)
        if deed not in changes or user_id is None:
            raise TableError("Choose a player from the list.")
        state = await changes[deed](press.state.id, press.member, user_id)
        if not state.status.live:
            await press.close_question(press.language.gettext(CLOSED))
        else:
            done = press.language.gettext(_DONE[deed])
            await press.update(players_message(press.language, state, press.user_id), done)

    async def show_options(self, press: Press) -> None:
        """Show the host or a moderator a form with the options; of a thread, if one can be had."""
        _require_host_of_lobby(press, SET_OPTIONS)
        has_thread = press.state.options.thread
        offers_thread = has_thread or can_open_thread(press)
        await press.show_form(options_form(press.language, press.state, offers_thread))

    async def set_options(self, press: Press) -> None:
        """Change the options to those in the form."""
        options = options_in_form(press)
        if options["thread"] and not press.state.options.thread:
            require_permissions(press, thread=True)
        await self._show(
            press, await self._lobby.set_options(press.state.id, press.member, **options)
        )

    async def _show(self, press: Press, state: TableState) -> None:
        await press.update(await self._public.opening(state))


def _require_host_of_lobby(press: Press, refusal: Sentence) -> None:
    """Raise TableError with this sentence for others, and WrongStage of a later stage."""
    require_host(press.state.host_id, press.member, refusal)
    if press.state.status is not Status.LOBBY:
        raise WrongStage(press.state.status)


def gives_up_place(state: TableState, user_id: int) -> bool:
    """Whether the member has a seat in a full lobby that stays open, where others can take it."""
    is_full = state.status is Status.LOBBY and len(state.seats) == state.options.size
    members = [seat.user_id for seat in state.seats if seat.user_id is not None]
    return is_full and user_id in members and len(members) > 1


def _level(detail: str) -> Level:
    """The level of an "Add" button; buttons from before there were levels have none."""
    try:
        return Level(detail or Level.MEDIUM)
    except ValueError:
        raise TableError(NO_SUCH_BUTTON) from None
