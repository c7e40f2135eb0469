"""Discord limits the requests that it accepts."""

from tests.loopback.scene import Scene
from tests.loopback.server.rate_limits import RateLimits

SEND, EDIT = (
    "POST /channels/{channel_id}/messages",
    "PATCH /channels/{channel_id}/messages/{message_id}",
)
HAND = "PATCH /webhooks/1/{}/messages/2"
OTHER, CALLBACK = "GET /channels/{channel_id}", "POST /interactions/{id}/{token}/callback"


class Steps:
    """A limit's clock, which goes on when a test says so."""

    def __init__(self) -> None:
        self.now = 100.0
        self.limits = RateLimits(lambda: self.now)

    def waits(self, count: int, route: str = OTHER, channel: str = "1") -> list[float]:
        """The waits that so many requests get, one after the other."""
        path = route.partition(" ")[2]
        verdicts = [self.limits.check(route, path, channel) for _ in range(count)]
        return [one.retry_after for one in verdicts if one.retry_after is not None]


def test_fifty_requests_a_second() -> None:
    steps = Steps()
    assert steps.waits(50) == []
    steps.now += 0.25
    assert [round(wait, 2) for wait in steps.waits(2)] == [0.75, 0.75]
    steps.now += 0.76
    assert steps.waits(50) == []


def test_answers_to_interactions_do_not_count() -> None:
    steps = Steps()
    steps.waits(50)
    assert steps.waits(100, CALLBACK) == []
    assert len(steps.waits(1)) == 1


def test_five_messages_and_five_edits_in_five_seconds_for_each_channel() -> None:
    steps = Steps()
    assert steps.waits(5, SEND) == steps.waits(5, EDIT) == steps.waits(5, SEND, "2") == []
    steps.now += 4
    assert [round(wait, 2) for wait in steps.waits(1, SEND)] == [1.0]
    steps.now += 1.01
    assert steps.waits(5, SEND) == []


def test_five_requests_in_two_seconds_for_each_token() -> None:
    steps = Steps()
    steps.waits(50)
    assert steps.waits(5, HAND.format("a")) == steps.waits(5, HAND.format("b")) == []
    steps.now += 1.5
    assert [round(wait, 2) for wait in steps.waits(1, HAND.format("a"))] == [0.5]
    steps.now += 0.51
    assert steps.waits(5, HAND.format("a")) == []


async def test_a_refusal_says_when_to_try_again(scene: Scene) -> None:
    body = {"content": "A table"}
    sent = [await scene.bot.request("POST", scene.messages, body) for _ in range(6)]
    assert [reply.status for reply in sent] == [200] * 5 + [429]
    assert [int(reply.headers["X-RateLimit-Remaining"]) for reply in sent] == [4, 3, 2, 1, 0, 0]
    refused = sent[-1]
    assert 0 < refused.body["retry_after"] <= 5.001
    assert int(refused.headers["Retry-After"]) >= refused.body["retry_after"] - 0.01
    assert refused.body["global"] is False
    assert "Via" in refused.headers
    assert len(scene.seen_by(None)) == 5
    assert scene.discord.log.summary()["invalid"] == 1
