"""Names what this Discord can do otherwise than docs/discord.md believes, one belief each."""

from enum import StrEnum


class Broken(StrEnum):
    """The names are those of the bot's own list, `tests.tools.guided_check.assumptions`."""

    LATE_ANSWER = "an answer that is too late is refused with 10015"
    SECOND_ANSWER = "a second answer is refused with 50001"
    EXPIRED_TOKEN = "tokens never expire"  # noqa: S105 - a sentence
    NEWER_TOKEN = "a press in a message lends its token no right to it"  # noqa: S105 - a sentence
    PRIVATE_FOLLOW_UP = "after an answer that edits a public message, follow-ups are public"
    DISMISSED = "a dismissed message can be edited"
    DELETED_BY_TOKEN = "no token deletes a message"  # noqa: S105 - a sentence
    NONCE = "nonces of messages without files are not heeded"
    NONCE_WITH_FILE = "nonces of messages with files are not heeded"
    SAME_TEXTS = "texts are normalised"
    SILENT_EDIT = "an edit notifies whom it names"
    KEPT_ATTACHMENT = "answers drop the attachments of private messages"
    OWN_MESSAGES = "the bot's own messages are changed only by who reads the history"
    THREAD_ID = "a second thread is refused with 50024"
    THREAD_WITHOUT_HISTORY = "threads are started only by who reads the history"
    ARCHIVED_THREAD = "messages in archived threads can be edited"
    THREAD_COMES_BACK = "a new message leaves a thread archived"
    OWN_THREAD = "only who manages threads archives them"
    MENTION_ADDS = "mentions add nobody to a thread"
    CHANNEL_RATE = "a channel takes three messages in five seconds"
    OWN_EMOJI = "the application's emojis are refused on buttons"
    REFUSED_EMOJI = "the refusal of an emoji does not name it"
