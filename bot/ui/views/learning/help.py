"""The help in short pages: what the commands do, in the order in which members need them."""

from bot.text.language import Language, gettext_noop
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Message, page_buttons
from bot.ui.views.calls import CALL_PLAYERS
from bot.ui.views.elements import new_embed

PAGES: dict[str, tuple[str, ...]] = {
    gettext_noop("Learn and play"): (
        gettext_noop("**Scout hosts the card game SCOUT in any channel.**"),
        gettext_noop(
            "New to the game? `/scout tutorial` teaches it in five minutes, and "
            "`/scout rules` explains it in pages."
        ),
        gettext_noop(
            "`/scout puzzle` shows you a position, in private: one move is clearly the "
            "best. Can you find it?"
        ),
        "",
        gettext_noop(
            "`/scout play` is the shortest way to cards: it leads you to a table with a "
            "free seat, or opens one."
        ),
        # Translators: {join} and {start} are the labels of buttons.
        gettext_noop(
            "`/scout new` opens a table. Press **{join}**, fill empty seats with "
            "computers, then press **{start}**."
        ),
    ),
    gettext_noop("Players and tables"): (
        gettext_noop(
            "`/scout new at:` opens a table for later: members sign up, and confirm "
            "ten minutes before the start that they are here."
        ),
        gettext_noop("`/scout call` lets tables call you, at hours that you choose."),
        # Translators: {call} is the label of a button.
        gettext_noop(
            "Players missing? **{call}** at a table mentions members who want to be called now."
        ),
        "",
        gettext_noop("`/scout hand` shows your cards, only to you."),
        gettext_noop("`/scout table` posts the table here again."),
        gettext_noop(
            "`/scout games` lists your running games, those that wait for you first, and "
            "the tables of this server."
        ),
    ),
    gettext_noop("A deal a day"): (
        gettext_noop(
            "`/scout daily play` is one round a day against three hard computers: the "
            "same cards in the same seat for everybody."
        ),
        gettext_noop(
            "You play it once, until 00:00 UTC, and can go on with it in any channel and "
            "on any device."
        ),
        gettext_noop(
            "`/scout daily board` ranks this server's members by their points: for today once "
            "you have finished, and for a week by their five best days."
        ),
        gettext_noop(
            "`/scout daily practice` plays one of the last thirty days, with all hands "
            "and the replay at the end."
        ),
        gettext_noop("**Par** is what the hard computer scores on average from your seat."),
        "",
        gettext_noop(
            "The cards of a day stay secret until it is over. I cannot stop second accounts or "
            "helper programs, so the daily deal has no rating and no prize."
        ),
    ),
    gettext_noop("When something goes wrong"): (
        # Translators: {my_hand} is the label of a button.
        gettext_noop("Your cards stopped updating? Press **{my_hand}** at the table."),
        gettext_noop(
            "Somebody has not moved for a day? I ask the waiting players, who can let a computer "
            "take over."
        ),
        "",
        gettext_noop("`/scout pause` lets your turn limits stand still for some days."),
        gettext_noop("`/scout leave` gives up your seat."),
        gettext_noop("`/scout cancel` closes the table (host and moderators only)."),
        gettext_noop("`/scout report` tells the moderators of a problem."),
    ),
    gettext_noop("After a game"): (
        gettext_noop("`/scout record review` shows how good your moves were."),
        gettext_noop("`/scout record history` replays your last games or this channel's."),
        gettext_noop("`/scout record verify` checks that a game or a daily deal was fair."),
        gettext_noop("`/scout record export` gives you a game as a file."),
        "",
        gettext_noop("`/scout leaderboard` shows who plays best here."),
        gettext_noop("`/scout stats` shows how you or others play."),
        gettext_noop("`/scout season show` lists the seasons; managers start new ones."),
    ),
    gettext_noop("Settings and your data"): (
        gettext_noop("`/scout settings` changes how your hand looks."),
        gettext_noop("`/scout settings` also sets how you are reminded of your moves."),
        gettext_noop("`/scout admin` sets up this server (members with Manage Server only)."),
        "",
        gettext_noop("`/scout privacy show` says what is kept about you."),
        gettext_noop("`/scout privacy data` sends it to you."),
        gettext_noop("`/scout privacy forget-me` erases it."),
        "",
        gettext_noop(
            "SCOUT is a game by Kei Kajino, published by Oink Games. This is an "
            "unofficial fan project."
        ),
    ),
}
"""The lines of each page by its title; they name buttons by places such as `{my_hand}`."""


def help_message(language: Language, page: int, table_language: Language) -> Message:
    """Page `page`, counted from 0, or the last one if there are fewer.

    The buttons of tables are named in the language of the server's tables.
    """
    page = min(page, len(PAGES) - 1)
    heading, lines = [*PAGES.items()][page]
    footer = language.gettext("Page {page} of {pages}", page=page + 1, pages=len(PAGES))
    turning = page_buttons(language, page, len(PAGES), lambda to: ComponentId(Verb.HELP, 0, to))
    labels = {
        "join": table_language.gettext("Join"),
        "start": table_language.gettext("Start"),
        "call": table_language.gettext(CALL_PLAYERS),
        "my_hand": table_language.gettext("My hand"),
    }
    words = "\n".join(language.gettext(line, **labels) for line in lines)
    title = f"❔ {language.gettext(heading)}"
    return Message(new_embed(words, title=title, footer=footer), [turning])
