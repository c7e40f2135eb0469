"""The rules and the help, each short enough for one message."""

RULES = """\
**SCOUT in a minute**
- Your hand keeps its order: you never sort it. Each card has two numbers; the one that is up \
counts. When a round begins you may turn the whole hand over, once.
- On your turn **show** a set, or **scout** a card.
- A set is one card, or neighbouring cards of your hand that are all equal (a match) or go up or \
down by one at each step (a run).
- A set beats the Active Set with more cards; with as many cards, a match beats a run; of the same \
size and kind, the higher lowest number wins. What you beat goes into your pile.
- To scout, take the left or the right end of the Active Set and put it anywhere into your hand, \
either way up. The set's owner gets a chip.
- Once a round you may **Scout & Show**: scout, and show right after it.
- A round ends when somebody has no cards left, or when nobody beats a set before the turn comes \
back to its owner.
- Points: +1 for each card in your pile, +1 for each chip, −1 for each card in hand; the owner of \
the unbeaten set loses nothing for those. Most points after all rounds win.
- With **two players** there is no Scout & Show. Each has 3 chips a round: a scout costs one and \
you go on until you show; unspent chips are points."""

HELP = """\
**Scout hosts the card game SCOUT in any channel.**
`/scout new` opens a table: take a seat with Join, fill up with computers, press Start.
`/scout hand` shows your cards, only to you. `/scout table` posts the table again, here.
`/scout leave` gives up your seat: in a game a computer takes it.
`/scout cancel` ends the table (its host and moderators).
`/scout leaderboard` shows who plays best here. `/scout settings`: hands in text, and more.
`/scout rules` explains the game.
Your cards come as a message only you can see; its buttons appear when it is your turn. If it has \
gone to sleep, press **My hand** at the table.
An unofficial fan project. SCOUT is a game by Kei Kajino, published by Oink Games."""
