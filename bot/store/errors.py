"""What can go wrong in the store."""


class StoreUnusable(Exception):
    """The database cannot be used at all: the message is one sentence for the person who hosts it."""


class StoreFailed(Exception):
    """A transaction failed and was rolled back; nothing of it is stored. The message is for the log."""


class PressRepeated(Exception):
    """This press id has already had its effect."""


class SeatTaken(Exception):
    """The person already has an open seat, at the table with `code`."""

    def __init__(self, code: str) -> None:
        """`code`: the six characters of that table."""
        super().__init__(code)
        self.code = code


class Outdated(Exception):
    """The table was saved by somebody else meanwhile: its revision is not the one the change builds on."""
