"""The end of a round and of a game, as the channel shows it, and the next game."""

import re
from collections.abc import Callable

import pytest
from discord import Permissions
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.results import ResponseMessage

from engine.game import Game
from engine.round import Ending
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import Control, call_in, controls, labels, title, words
from tests.support.discord.network_faults import failing
from tests.support.discord.quick_game import play_out
from tests.support.discord.scores import final_points, final_ranks, round_points, winners
from tests.support.discord.stored_game import put_game
from tests.support.engine.random_games import positions


def before_and_after(players: int, length: int, wanted: Callable[[Game], bool]) -> list[Game]:
    """The last two positions of a game that ends with a Show and as wanted."""
    for seed in range(10_000):
        *_, before, after = positions(players, seed, length)
        if str(after.rounds[-1].actions[-1]).startswith("S") and wanted(after):
            return [before, after]
    raise AssertionError("no such game")


async def play_last_action(
    here: Channel, players: int, games: list[Game], *, table_is_deleted: bool = False
) -> list[Member]:
    """Put the first position on the table and play what leads to the second."""
    before, after = games
    members = await here.start(players)
    await put_game(here, before)
    player = members[before.rounds[-1].turn]
    hand = await player.press("My hand", here.table)
    if table_is_deleted:
        here.env.backend.delete_message(here.channel.id, here.table.id)
    await player.use(hand, playing(hand, str(after.rounds[-1].actions[-1])))
    return members


def playing(message: ResponseMessage, action: str) -> Control:
    """What plays the action in this message."""
    return next(
        control
        for control in controls(message)
        if control.value == f"play {action}" or control.custom_id.endswith(f":{action}")
    )


def field(message: ResponseMessage, name: str) -> str:
    return next(one.value or "" for one in message.embeds[0].fields if one.name == name)


async def test_a_rounds_result_is_posted_though_its_message_was_deleted(here: Channel) -> None:
    games = before_and_after(3, 1, lambda game: game.rounds[0].ended is Ending.EMPTY)
    await play_last_action(here, 3, games, table_is_deleted=True)
    (over,) = here.titled("Round 1 of 1 is over")
    assert over.id < here.public()[-1].id
    assert "wins" in words(here.public()[-1])


async def test_an_empty_hand_ends_the_round(here: Channel) -> None:
    games = before_and_after(3, 1, lambda game: game.rounds[0].ended is Ending.EMPTY)
    await play_last_action(here, 3, games)
    played = games[1].rounds[0]
    winner = here.members[played.hands.index(())]
    (over,) = here.titled("Round 1 of 1 is over")
    assert f"**{winner.name}** has no cards left" in words(over)
    assert over.content.count("not counted") == 0
    assert list(round_points(over).values()) == [score.points for score in played.scores()]


@pytest.mark.long
async def test_an_unbeaten_set_ends_the_round_and_spares_its_owner(here: Channel) -> None:
    games = before_and_after(2, 1, lambda game: game.rounds[0].ended is Ending.UNBEATEN)
    await play_last_action(here, 2, games)
    played = games[1].rounds[0]
    assert played.owner is not None
    owner = here.members[played.owner]
    (over,) = here.titled("Round 1 of 1 is over")
    assert f"Nobody beat **{owner.name}**'s **" in words(over)
    spared = [line for line in over.content.splitlines() if "not counted" in line]
    assert [line.split(":")[0] for line in spared] == [f"{played.owner + 1}. {owner.name}"]


@pytest.mark.long
async def test_the_hands_are_revealed_when_the_round_is_over(here: Channel) -> None:
    games = before_and_after(3, 1, lambda game: game.rounds[0].ended is Ending.EMPTY)
    await play_last_action(here, 3, games)
    (over,) = here.titled("Round 1 of 1 is over")
    shown = field(over, "Hands at the end")
    for member, hand in zip(here.members, games[1].rounds[0].hands, strict=False):
        assert f"{member.name}: {' '.join(map(str, hand)) or 'no cards'}" in shown


@pytest.mark.long
async def test_the_next_round_begins_by_itself(here: Channel) -> None:
    games = first_round_end(3, 3)
    members = await play_last_action(here, 3, games)
    (over,) = here.titled("Round 1 of 3 is over")
    assert here.table.id > over.id
    assert "round 2 of 3" in title(here.table)
    assert "0 of 3 ready" in words(here.table)
    assert labels(over) == []
    for member in members:
        await member.press("My hand", here.table)
        assert labels(member.hand) == ["Keep", "Flip hand", "Result of round 1"]


def first_round_end(players: int, length: int) -> list[Game]:
    """The positions before and after the action that ends the first of several rounds."""
    for seed in range(1000):
        game = list(positions(players, seed, length))
        ends = [at for at, position in enumerate(game) if position.rounds[0].ended is not None]
        before, after = game[ends[0] - 1 : ends[0] + 1]
        if str(after.rounds[-1].actions[-1]).startswith("S"):
            return [before, after]
    raise AssertionError("no such game")


@pytest.mark.long
async def test_the_final_scores_rank_the_seats(here: Channel) -> None:
    games = before_and_after(3, 2, lambda game: len(set(game.totals())) == 3)
    await play_last_action(here, 3, games)
    (final,) = here.titled("🏆")
    ranking = [(rank, here.members[seat].name, total) for rank, seat, total in games[1].ranking()]
    assert final_ranks(final) == ranking
    assert winners(final) == f"{ranking[0][1]} wins"
    assert labels(final) == ["Rematch", "Replay", "Review"]


@pytest.mark.long
async def test_equal_totals_share_the_victory(here: Channel) -> None:
    games = before_and_after(3, 1, lambda game: [row[0] for row in game.ranking()] == [1, 1, 3])
    await play_last_action(here, 3, games)
    (final,) = here.titled("🏆")
    assert [rank for rank, _, _ in final_ranks(final)] == [1, 1, 3]
    first, second = (here.members[seat].name for _, seat, _ in games[1].ranking()[:2])
    assert winners(final) == f"{first} and {second} share the victory"


@pytest.mark.long
async def test_results_are_on_the_leaderboard(here: Channel) -> None:
    games = before_and_after(3, 2, lambda game: len(set(game.totals())) == 3)
    await play_last_action(here, 3, games)
    board = words(await here.members[0].slash("leaderboard", measure="average"))
    for member, total in zip(here.members, games[1].totals(), strict=False):
        average = f"{total / 2:+.1f}".replace("-", "−")
        assert re.search(rf"\*\*{member.name}\*\*: {re.escape(average)} ", board)
    assert board.count("1 win") == 1


async def finish(here: Channel, players: int) -> list[Member]:
    """A game of members over one round."""
    members = await here.start(players, rounds=1)
    await play_out(here)
    return members


def notified(here: Channel, path: str) -> list[list[str]]:
    """The members notified by each request to this path that notifies any."""
    found = []
    for request in here.env.http_requests:
        if path in request.path and isinstance(request.json, dict):
            data = request.json.get("data") or {}
            users = data.get("allowed_mentions", {}).get("users", [])
            found += [[str(user) for user in users]] if users else []
    return found


@pytest.mark.long
async def test_rematch_opens_a_lobby_that_invites_the_others(here: Channel) -> None:
    mia, noa = await here.start(3, computers=1, rounds=1, turn_limit=3600)
    while awake := [member for member in (mia, noa) if labels(member.hand)]:
        await awake[0].use_first(awake[0].hand)
    assert final_points(here.titled("🏆")[0])
    computer = (await here.state()).seats[2].name
    await noa.press("Rematch")
    after = await here.newest_state()
    assert [(seat.user_id, seat.name) for seat in after.seats] == [
        (noa.id, "Noa"),
        (None, computer),
    ]
    assert call_in(here.lobby.content) == f"<@{mia.id}>"
    assert notified(here, "callback") == [[str(mia.id)]]
    assert "Invited\nMia" in words(here.lobby)
    assert after.host_id == noa.id
    assert "Noa (host)" in words(here.lobby)
    assert "1 round" in words(here.lobby)
    assert "1 hour" in words(here.lobby)
    await mia.press("Join", here.lobby)
    assert "Invited" not in words(here.lobby)
    assert call_in(here.lobby.content) == ""
    assert notified(here, "callback") == [[str(mia.id)]]
    await noa.press("Start", here.lobby)
    assert "round 1 of 1" in title(here.table)
    assert labels(noa.hand) == ["Keep", "Flip hand"]


@pytest.mark.long
async def test_an_invited_member_can_leave_a_rematch_without_a_seat(here: Channel) -> None:
    mia, noa = await finish(here, 2)
    await noa.press("Rematch")
    assert "You have left" in words(await mia.slash("leave"))
    assert "Invited" not in words(here.lobby)
    assert "no seat" in words(await mia.slash("leave"))


@pytest.mark.long
async def test_an_invitation_is_declined_before_a_table_elsewhere_is_left(here: Channel) -> None:
    mia, noa = await finish(here, 2)
    there = here.guild.create_text_channel("there")
    await mia.slash("new", there)
    await noa.press("Rematch")
    await mia.slash("leave")
    assert "Invited" not in words(here.lobby)
    live_of = here.client.tables.repository.live_of
    (other,) = await live_of(here.guild.id, mia.id)
    assert other.channel_id == there.id


@pytest.mark.long
async def test_a_rematch_does_not_mention_members_who_cannot_see_it(here: Channel) -> None:
    mia, noa, kim = await finish(here, 3)
    hidden = Permissions(view_channel=True).value
    mine = Overwrite(mia.id, OverwriteType.MEMBER, allow=0, deny=hidden)
    here.env.backend.set_overwrite(here.channel.id, mine)
    await noa.press("Rematch")
    assert notified(here, "callback") == [[str(kim.id)]]


@pytest.mark.long
@pytest.mark.parametrize("is_host", [True, False])
async def test_a_rematch_does_not_mention_members_who_avoid_each_other(
    here: Channel, *, is_host: bool
) -> None:
    mia, noa, kim = await finish(here, 3)
    avoiding, avoided = (noa, mia) if is_host else (mia, noa)
    await here.client.tables.avoidances.switch(avoiding.id, avoided.id)
    await noa.press("Rematch")
    assert notified(here, "callback") == [[str(kim.id)]]


@pytest.mark.long
async def test_a_second_rematch_of_a_game_mentions_nobody_again(here: Channel) -> None:
    mia, noa = await finish(here, 2)
    for _ in range(3):
        await noa.press("Rematch", here.titled("🏆")[-1])
        assert call_in(here.lobby.content) == f"<@{mia.id}>"
        assert notified(here, "callback") == [[str(mia.id)]]
        await noa.close_table()
        await here.restart()


@pytest.mark.long
async def test_a_rematch_that_mentioned_nobody_leaves_it_to_the_next_one(here: Channel) -> None:
    mia, noa = await finish(here, 2)
    with failing("GET", "*/members/*"):
        await noa.press("Rematch", here.titled("🏆")[-1])
    assert notified(here, "callback") == []
    await noa.close_table()
    await noa.press("Rematch", here.titled("🏆")[-1])
    assert notified(here, "callback") == [[str(mia.id)]]


@pytest.mark.long
async def test_a_rematch_of_an_old_game_mentions_nobody(here: Channel) -> None:
    mia, noa = await finish(here, 2)
    await here.pass_hours(25 * 3600)
    await noa.press("Rematch", here.titled("🏆")[-1])
    assert call_in(here.lobby.content) == f"<@{mia.id}>"
    assert notified(here, "callback") == []


@pytest.mark.long
async def test_only_players_ask_for_a_rematch(here: Channel) -> None:
    await finish(here, 2)
    refused = await here.members[2].press("Rematch")
    assert refused.ephemeral
    assert "no seat" in words(refused)
    assert len(here.titled("🎪 A table")) == 1


@pytest.mark.long
async def test_a_second_rematch_links_to_the_first(here: Channel) -> None:
    mia, noa = await finish(here, 2)
    answers = await here.at_once(mia.click("Rematch"), noa.click("Rematch"))
    (refused,) = (message for message in answers if message.ephemeral)
    assert "already has a table" in words(refused)
    assert str(here.lobby.id) in words(await noa.press("Rematch"))
    assert len(here.titled("🎪 A table")) == 2


@pytest.mark.long
async def test_a_rematch_after_a_restart(here: Channel) -> None:
    mia, noa = await finish(here, 2)
    await here.restart()
    await here.env.advance_time(3600)
    await mia.press("Rematch")
    await noa.press("Join", here.lobby)
    await mia.press("Start", here.lobby)
    assert labels(mia.hand) == ["Keep", "Flip hand"]
