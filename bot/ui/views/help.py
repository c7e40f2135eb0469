"""The help, short enough for one message."""

HELP = """\
**Scout hosts the card game SCOUT in any channel.**

**Learn**
New to the game? `/scout tutorial` teaches it in five minutes. `/scout rules` explains it in pages.

**Play**
`/scout new` opens a table. Press **Join**, fill empty seats with computers, then press **Start**.
`/scout hand` shows your cards, only to you. If they stop updating, press **My hand** at the table.
`/scout table` posts the table here again. `/scout leave` gives up your seat.
`/scout cancel` closes the table (host and moderators only).

**Afterwards**
`/scout review` shows how good your moves were, `/scout leaderboard` who plays best here.

`/scout settings` changes how your hand looks.

SCOUT is a game by Kei Kajino, published by Oink Games. This is an unofficial fan project."""
