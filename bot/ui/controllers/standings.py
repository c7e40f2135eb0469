"""Leaderboards, boards of the daily deal, statistics and seasons of a server."""

from functools import partial

from discord import User, app_commands

from bot.pictures.layouts.standings import Tiles
from bot.storage.models.options import MAX_SEATS, MIN_SEATS
from bot.tables.core.errors import Blocked, TableError
from bot.tables.daily.boards import Span
from bot.tables.standings.leaderboard import LeaderboardChoice, Measure, Period
from bot.tables.standings.seasons import MAX_NAME, require_free
from bot.text.language import Sentence, gettext_noop
from bot.text.names import readable_name
from bot.ui.controllers.controller import Controller
from bot.ui.kit.command_texts import CommandText, choices
from bot.ui.kit.message import Message
from bot.ui.kit.permissions import require_permissions
from bot.ui.kit.picked import id_in, name_in_label
from bot.ui.kit.press import Press, avatar_of
from bot.ui.views.daily.boards import SPANS, board_message
from bot.ui.views.standings import leaderboard, solo_stats, stats
from bot.ui.views.standings.choices import MEASURES, PERIODS
from engine.players import Level

MOST_GAMES = 999
_NOT_OFFERED = Sentence(
    "Choose the options of `/scout leaderboard` from those that Discord offers."
)
_PEOPLE = "people"
_OPPONENTS = {
    _PEOPLE: gettext_noop("people"),
    Level.BEGINNER.value: gettext_noop("beginner computers alone"),
    Level.EASY.value: gettext_noop("easy computers alone"),
    Level.MEDIUM.value: gettext_noop("medium computers alone"),
    Level.HARD.value: gettext_noop("hard computers alone"),
}
Players = app_commands.Range[int, MIN_SEATS, MAX_SEATS]
Games = app_commands.Range[int, 1, MOST_GAMES]
Name = app_commands.Range[str, 1, MAX_NAME]


class LeaderboardController(Controller):
    """Posts a leaderboard for the member who asks; presses of other members get copies."""

    @app_commands.describe(
        measure=CommandText("How to rank; by default by rating"),
        period=CommandText("Time of the games; by default all"),
        players=CommandText("Only games with this many players"),
        min_games=CommandText("Only members with at least this many games"),
        against=CommandText("Games among people, or of one person against computers"),
    )
    @app_commands.choices(
        measure=choices({str(key): words for key, words in MEASURES.items()}),
        period=choices({str(key): words for key, words in PERIODS.items()}),
        against=choices(_OPPONENTS),
    )
    async def show(
        self,
        press: Press,
        measure: str | None = None,
        period: str = Period.ALL_TIME.value,
        players: Players | None = None,
        min_games: Games = 1,
        against: str = _PEOPLE,
    ) -> None:
        """Post it; blocked members see it in private, since they cannot post."""
        choice = _choice(measure, period, players, min_games, against)
        is_blocked = await self._tables.blocks.blocks(press.guild_id, press.member)
        message = await self._message(press, 0, choice, private=is_blocked)
        await press.answer(message, private=is_blocked)

    async def show_page(self, press: Press) -> None:
        """Show another page; buttons of earlier versions name no choice and mean the default."""
        choice = _parsed(press.detail) if press.detail else LeaderboardChoice()
        await self._answer(press, press.number, choice)

    async def choose(self, press: Press) -> None:
        """Show the picked choice. Raises TableError if the message does not offer it."""
        await self._answer(press, 0, _parsed(press.picked or ""))

    async def _answer(self, press: Press, page: int, choice: LeaderboardChoice) -> None:
        is_own = _is_own(press)
        shown = await self._message(press, page, choice, private=press.is_private or not is_own)
        await (press.update if is_own else press.answer)(shown)

    async def _message(
        self, press: Press, page: int, choice: LeaderboardChoice, *, private: bool
    ) -> Message:
        guild_id, actor = press.guild_id, press.member
        self._parts.avatars.note(guild_id, actor.user_id, actor.avatar)
        found = await self._tables.leaderboard.page(guild_id, page, choice, user_id=actor.user_id)
        language, pictures = await self._language_and_pictures(press, private=private)
        return leaderboard.leaderboard_message(
            language,
            found,
            actor.user_id,
            actor.name,
            await self._tables.seasons.all(guild_id),
            pictures=pictures,
            avatar_of=partial(self._parts.avatars.of_member, guild_id),
        )


class DailyBoardController(Controller):
    """Shows a member the boards of the daily deal; today's once they have finished its deal."""

    @app_commands.describe(period=CommandText("The days of the board; by default today"))
    @app_commands.choices(period=choices({str(key): words for key, words in SPANS.items()}))
    async def show(self, press: Press, period: str = Span.TODAY.value) -> None:
        """Show the first page of a board. Raises TableError for a `period` not offered."""
        await self._answer(press, period)

    async def show_page(self, press: Press) -> None:
        """Show the page of the pressed button; its days are counted from today."""
        await self._answer(press, press.detail)

    async def _answer(self, press: Press, code: str) -> None:
        if code not in list(Span):
            raise TableError("Choose one of the boards of `/scout daily board`.")
        member, note, span = press.member, None, Span(code)
        boards = self._tables.daily.boards
        is_blocked = await self._tables.blocks.blocks(press.guild_id, member)
        try:
            page = await boards.page(press.guild_id, span, member.user_id, press.number)
        except TableError as closed:
            refusal = Blocked() if is_blocked else closed
            note, span = press.language.say(refusal.sentence), Span.YESTERDAY
            page = await boards.page(press.guild_id, span, member.user_id)
        finished = await boards.finished_today(member.user_id)
        if finished is None and span in (Span.WEEK, Span.MONTH):
            note = press.language.gettext(
                "Today's points are counted here once you have finished today's deal."
            )
        self._parts.avatars.note(press.guild_id, member.user_id, member.avatar)
        message = board_message(
            press.language,
            span,
            page,
            member.user_id,
            finished=finished,
            can_play=not is_blocked,
            pictures=await self._shows_pictures(press),
            avatar_of=partial(self._parts.avatars.of_member, press.guild_id),
        )
        await press.answer_privately(message, note)


class StatsController(Controller):
    """Shows statistics of this server, only to its members."""

    @app_commands.describe(
        member=CommandText("A member's stats; by default your own"),
        server=CommandText("Stats of the whole server"),
    )
    async def show(self, press: Press, member: User | None = None, server: bool = False) -> None:
        """Show a card. Raises TableError for both options, for a bot, and without a game."""
        if server and member is not None:
            raise TableError("Choose a member or the server, not both.")
        if server:
            await self._answer_server(press, private=True)
            return
        whose = member or press.interaction.user
        if whose.bot:
            raise TableError("That is a bot: only members have stats.")
        address = avatar_of(whose)
        self._parts.avatars.note(press.guild_id, whose.id, address)
        await self._parts.avatars.wait_for(address)
        await self._answer_member(press, whose.id, whose.display_name, private=True)

    async def post(self, press: Press) -> None:
        """Post a private card, in its present state, in the channel."""
        user_id = id_in(press.detail)
        if press.detail == stats.SERVER:
            await self._answer_server(press, private=False)
        elif user_id is not None:
            await self._answer_member(press, user_id, "", private=False)
        else:
            raise TableError("That button no longer works. Use `/scout stats` again.")

    async def _answer_member(self, press: Press, user_id: int, name: str, *, private: bool) -> None:
        guild_id, actor, alone = press.guild_id, press.member, list[Tiles]()
        found = await self._tables.statistics.member(guild_id, user_id, actor.user_id)
        language, pictures = await self._language_and_pictures(press, private=private)
        if user_id == actor.user_id:
            # Members know their own result of a day that is still open.
            puzzles = await self._tables.puzzles.numbers(user_id)
            daily = await self._tables.daily.boards.numbers(user_id)
            alone = solo_stats.solo_tiles(language, puzzles, daily)
        if found is not None:
            message = stats.member_message(
                language,
                found,
                asker=actor.name,
                avatar=self._parts.avatars.of_member(guild_id, user_id),
                pictures=pictures,
                private=private,
                alone=alone,
            )
        elif alone:
            message = solo_stats.solo_message(
                language, actor, alone, pictures=pictures, private=private
            )
        else:
            raise TableError(stats.no_games(name, own=user_id == actor.user_id))
        await press.answer(message, private=private)

    async def _answer_server(self, press: Press, *, private: bool) -> None:
        found = await self._tables.statistics.server(press.guild_id)
        if not found.totals.games:
            raise TableError(stats.NO_GAMES)
        language, pictures = await self._language_and_pictures(press, private=private)
        message = stats.server_message(language, found, pictures=pictures, private=private)
        await press.answer(message, private=private)


class SeasonController(Controller):
    """Lists seasons, and starts one after a manager has confirmed it."""

    @app_commands.describe(name=CommandText("Name of the season"))
    async def ask(self, press: Press, name: Name) -> None:
        """Ask a manager. Raises TableError for a name that cannot be."""
        require_permissions(press)
        name = readable_name(name)
        if not 0 < len(name) <= MAX_NAME:
            raise TableError("Choose a name of at most {most} letters.", most=MAX_NAME)
        seasons = await self._tables.seasons.all(press.guild_id)
        running = next(iter(seasons), None)
        if running is not None and running.name == name:
            raise TableError("That season is running already. Choose another name.")
        require_free(name, seasons)
        await press.answer(leaderboard.start_question(press.language, name, running))

    async def start(self, press: Press) -> None:
        """Start the season that the pressed button names, then post the podium of the last one."""
        guild_id, channel_id = press.place
        name = name_in_label(press.language, leaderboard.START, press.label)
        if not name:
            raise TableError("That button no longer works. Use `/scout season start` again.")
        season = await self._tables.seasons.start(guild_id, name, after=press.number)
        try:
            await press.close_question(leaderboard.started_words(press.language, season))
        finally:
            await self._parts.podiums.post_due(guild_id, channel_id)

    async def keep(self, press: Press) -> None:
        """Close the question without starting a season."""
        await press.close_question(press.language.gettext(leaderboard.NOT_STARTED))

    async def show(self, press: Press) -> None:
        """List the seasons. Raises TableError if there are none."""
        seasons = await self._tables.seasons.all(press.guild_id)
        if not seasons:
            raise TableError(leaderboard.NO_SEASONS)
        await press.answer(leaderboard.seasons_message(press.language, seasons))
        if press.member.manages_server:
            # Managers choose where a podium is posted that could not be when its season ended.
            await self._parts.podiums.post_due(*press.place)


def _is_own(press: Press) -> bool:
    """Whether the pressed message was sent to this member, or by their command."""
    message = press.interaction.message
    origin = message.interaction_metadata if message else None
    return press.is_private or (origin is not None and origin.user.id == press.user_id)


def _parsed(code: str) -> LeaderboardChoice:
    choice = LeaderboardChoice.parse(code)
    if choice.code != code:
        raise TableError("That choice is no longer there. Use `/scout leaderboard` again.")
    return choice


def _choice(
    measure: str | None, period: str, players: int | None, min_games: int, against: str
) -> LeaderboardChoice:
    """Raise TableError for values that are not offered: Discord's app is not the only sender."""
    try:
        level = None if against == _PEOPLE else Level(against)
        choice = LeaderboardChoice(
            Measure(measure or Measure.RATING), Period(period), players, min_games, level
        )
    except ValueError:
        raise TableError(_NOT_OFFERED) from None
    if players not in (None, *range(MIN_SEATS, MAX_SEATS + 1)) or min_games not in range(
        1, MOST_GAMES + 1
    ):
        raise TableError(_NOT_OFFERED)
    if level is not None and measure == Measure.RATING:
        raise TableError("Games against computers alone have no rating. Choose another measure.")
    return choice
