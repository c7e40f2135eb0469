"""A game for tests of what comes after it: played without a press, and published at its end."""

import random

from bot.storage.models.tables import Status
from engine.actions import Show
from tests.support.discord.channel import Channel


async def play_out(here: Channel) -> None:
    """Play the newest table's game of members to its end, by any Show where there is one."""
    rng = random.Random(1)
    listeners = here.client.tables.repository.listeners
    publishing = [*listeners]
    listeners.clear()
    state = await here.newest_state()
    while state.status is Status.PLAYING:
        assert state.game is not None
        assert state.game.current is not None
        seat = state.to_move[0]
        assert seat.user_id is not None
        legal = state.game.current.legal_actions(seat.index)
        action = rng.choice([one for one in legal if isinstance(one, Show)] or legal)
        if state.game.play(seat.index, action).over:
            listeners += publishing
        # In the bot's context, so that settling waits for what is published because of it.
        with here.env._bot_scope():
            state = await here.client.tables.turns.play(
                state.id, seat.user_id, state.decision_number, action
            )
    await here.env.settle()
