"""Telegram's own words for what it refuses."""

from dataclasses import dataclass, field


@dataclass
class Refused(Exception):
    """An answer with `ok: false`."""

    code: int
    description: str
    parameters: dict[str, int] = field(default_factory=dict)


def bad(description: str) -> Refused:
    return Refused(400, f"Bad Request: {description}")


def forbidden(description: str) -> Refused:
    return Refused(403, f"Forbidden: {description}")


def flood(seconds: int) -> Refused:
    return Refused(429, f"Too Many Requests: retry after {seconds}", {"retry_after": seconds})


UNAUTHORIZED = Refused(401, "Unauthorized")
NO_METHOD = Refused(404, "Not Found: method not found")
CONFLICT = Refused(
    409,
    "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
)
NOT_MODIFIED = bad(
    "message is not modified: specified new message content and reply markup are exactly the same as a "
    "current content and reply markup of the message"
)
EDIT_NOT_FOUND = bad("message to edit not found")
NOT_EDITABLE = bad("message can't be edited")
DELETE_NOT_FOUND = bad("message to delete not found")
TOO_LONG = bad("message is too long")
EMPTY = bad("message text is empty")
BUTTON_DATA = bad("BUTTON_DATA_INVALID")
TOO_OLD = bad("query is too old and response timeout expired or query ID is invalid")
NO_CHAT = bad("chat not found")
NO_THREAD = bad("message thread not found")
NO_REPLY = bad("message to be replied not found")
CANNOT_INITIATE = forbidden("bot can't initiate conversation with a user")
BLOCKED = forbidden("bot was blocked by the user")
KICKED_GROUP = forbidden("bot was kicked from the group chat")
KICKED_SUPERGROUP = forbidden("bot was kicked from the supergroup chat")
ANSWER_TOO_LONG = bad("MESSAGE_TOO_LONG")


def entities(why: str) -> Refused:
    return bad(f"can't parse entities: {why}")


def migrated(to: int) -> Refused:
    return Refused(
        400, "Bad Request: group chat was upgraded to a supergroup chat", {"migrate_to_chat_id": to}
    )
