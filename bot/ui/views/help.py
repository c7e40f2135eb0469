"""The help, short enough for one message."""

HELP = """\
**Scout hosts the card game SCOUT in any channel.**
`/scout new` opens a table: take a seat with Join, fill up with computers, press Start.
With **Allow hints** the bot says what it would do, and the game does not count on the leaderboard.
`/scout hand` shows your cards, only to you. `/scout table` posts the table again, here.
`/scout leave` gives up your seat: in a game a computer takes it.
`/scout cancel` ends the table (its host and moderators).
`/scout leaderboard` shows who plays best here. \
`/scout review` looks back at your last game.
`/scout settings`: hands in text, and more.
`/scout rules` explains the game, and \
`/scout tutorial` teaches it in five minutes.
Your cards come as a message only you can see; its buttons appear when it is your turn. If it has \
gone to sleep, press **My hand** at the table.
An unofficial fan project. SCOUT is a game by Kei Kajino, published by Oink Games."""
