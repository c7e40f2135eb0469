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
`/scout games` lists your running games, those that wait for you first.
Has somebody not moved for a day? Those who wait are asked, and can let a computer play for them.

**Afterwards**
`/scout record review` shows how good your moves were. `/scout record history` replays your last
games or this channel's. `/scout record verify` checks that a game was fair, `/scout record export`
gives it as a file.
`/scout leaderboard` shows who plays best here, `/scout stats` how you or others play.
`/scout season` lists the seasons; managers start new ones.

`/scout settings` changes how your hand looks. `/scout report` tells the moderators of a problem.
`/scout admin` sets up this server (members with Manage Server only).
`/scout privacy show` says what is kept about you. `/scout privacy data` sends it,
`/scout privacy forget-me` erases it.

SCOUT is a game by Kei Kajino, published by Oink Games. This is an unofficial fan project."""
