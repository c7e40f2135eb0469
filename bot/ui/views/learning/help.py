"""The help in short pages: what the commands do, in the order in which members need them."""

from typing import NamedTuple

from bot.text.language import Language
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Message, page_buttons
from bot.ui.views.elements import new_embed


class HelpPage(NamedTuple):
    title: str
    text: str


PAGES = (
    HelpPage(
        "Learn and play",
        "**Scout hosts the card game SCOUT in any channel.**\n"
        "New to the game? `/scout tutorial` teaches it in five minutes, and `/scout rules` "
        "explains it in pages.\n\n"
        "`/scout new` opens a table. Press **Join**, fill empty seats with computers, then press "
        "**Start**.\n"
        "`/scout hand` shows your cards, only to you.\n"
        "`/scout table` posts the table here again.\n"
        "`/scout games` lists your running games, those that wait for you first.",
    ),
    HelpPage(
        "When something goes wrong",
        "Your cards stopped updating? Press **My hand** at the table.\n"
        "Somebody has not moved for a day? Those who wait are asked, and can let a computer play "
        "for them.\n\n"
        "`/scout leave` gives up your seat.\n"
        "`/scout cancel` closes the table (host and moderators only).\n"
        "`/scout report` tells the moderators of a problem.",
    ),
    HelpPage(
        "After a game",
        "`/scout record review` shows how good your moves were.\n"
        "`/scout record history` replays your last games or this channel's.\n"
        "`/scout record verify` checks that a game was fair.\n"
        "`/scout record export` gives it as a file.\n\n"
        "`/scout leaderboard` shows who plays best here.\n"
        "`/scout stats` shows how you or others play.\n"
        "`/scout season` lists the seasons; managers start new ones.",
    ),
    HelpPage(
        "Settings and your data",
        "`/scout settings` changes how your hand looks.\n"
        "`/scout admin` sets up this server (members with Manage Server only).\n\n"
        "`/scout privacy show` says what is kept about you.\n"
        "`/scout privacy data` sends it to you.\n"
        "`/scout privacy forget-me` erases it.\n\n"
        "SCOUT is a game by Kei Kajino, published by Oink Games. This is an unofficial fan "
        "project.",
    ),
)


def help_message(language: Language, page: int) -> Message:
    """Page `page`, counted from 0, or the last one if there are fewer."""
    page = min(page, len(PAGES) - 1)
    title, text = PAGES[page]
    embed = new_embed(text, title=f"❔ {title}", footer=f"Page {page + 1} of {len(PAGES)}")
    return Message(
        embed, [page_buttons(language, page, len(PAGES), lambda to: ComponentId(Verb.HELP, 0, to))]
    )
