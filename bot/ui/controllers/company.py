"""Finding other players: the shortest way to a game, and the lists of tables."""

from functools import partial

from bot.observability.logs import add_log_ids
from bot.tables.core.errors import ChannelTaken
from bot.tables.core.state import Status, TableState
from bot.text.words import in_a_row
from bot.ui.controllers.controller import BotParts, Controller
from bot.ui.controllers.table import TableController
from bot.ui.delivery.sight import can_see
from bot.ui.kit.press import Press
from bot.ui.views.games import lists


class CompanyController(Controller):
    """Leads members to their own tables, to a table with a free seat, or to a new one."""

    def __init__(self, parts: BotParts, table: TableController) -> None:
        super().__init__(parts)
        self._table = table

    async def play(self, press: Press) -> None:
        """Lead to the member's own table, otherwise to a lobby; open a table without either."""
        if await self._lead(press):
            return
        try:
            await self._table.open(press, await self._table.usual_options(press))
        except ChannelTaken:
            # Another member may have opened the table just now, with free seats.
            if not await self._lead(press):
                raise

    async def games(self, press: Press) -> None:
        """Show this server's tables if that button was pressed, otherwise the member's own.

        These are their running games and sign-ups.
        """
        if press.detail == lists.SERVER:
            await self._answer_tables(press)
            return
        states = await self._tables.repository.own_tables(press.guild_id, press.user_id)
        games = [lists.RunningGame(state, await self._link(state)) for state in states]
        await press.answer_privately(lists.running_message(press.language, games, press.user_id))

    async def _answer_tables(self, press: Press) -> None:
        found = await self._tables.company.tables(press.guild_id, partial(can_see, press))
        pages = max(1, -(-len(found) // lists.TABLES_A_PAGE))
        page = min(press.number, pages - 1)
        shown = found[page * lists.TABLES_A_PAGE :][: lists.TABLES_A_PAGE]
        states = [await self._tables.repository.get(table.table_id) for table in shown]
        games = [lists.RunningGame(state, await self._link(state)) for state in states]
        message = lists.tables_message(press.language, games, press.user_id, page, pages)
        await press.answer_privately(message)

    async def _lead(self, press: Press) -> bool:
        """Answer with the way to the member's own table or to a lobby; False without either."""
        mine = await self._tables.repository.live_of(press.guild_id, press.user_id)
        if mine:
            best = max(mine, key=lambda state: state.interest_of(press.user_id))
            await self._show_own(press, best)
            return True
        lobby = await self._tables.company.lobby_for(
            press.guild_id, press.user_id, partial(can_see, press)
        )
        if lobby is None:
            return False
        words = press.language.ngettext(
            "A table has {number} free seat: {link} Press **{join}** there.",
            "A table has {number} free seats: {link} Press **{join}** there.",
            lobby.options.size - len(lobby.seats),
            link=await self._link(lobby),
            join=lobby.language.gettext("Join"),
        )
        await press.say(words)
        return True

    async def _show_own(self, press: Press, state: TableState) -> None:
        """Answer with a link to the table and, once the game has begun, the hand below it."""
        note = press.language.gettext(
            "You already have a seat: {link} `/scout new` opens another table.",
            link=await self._link(state),
        )
        if state.lost_at is not None:
            # The link may lead to a deleted channel.
            note = in_a_row([note, press.language.gettext(lists.REPOSTS)])
        add_log_ids(table=state.id)
        if state.status is Status.LOBBY:
            await press.say(note)
            return
        press.state = state
        self._tables.reminders.note_press(state, press.user_id)
        with self._parts.publisher.answering(state.id, press.user_id):
            await self._parts.hands.answer(press, note, with_active=True)
        self._tables.repository.note_press(state)
