"""What can go wrong in the store."""


class StoreUnusable(Exception):
    """The database cannot be used at all: the message is one sentence for the person who hosts it."""


class StoreFailed(Exception):
    """A transaction failed and was rolled back; nothing of it is stored. The message is for the log."""


class Unwritable(StoreFailed):
    """The database cannot be used now: its disk is full or failing, or another process holds it."""


class StoreLost(StoreFailed):
    """Nothing can be kept any more: the file is gone or damaged. The message is one sentence for the person who hosts it."""


class TableReread(StoreFailed):
    """A table was not as it is stored, since an earlier save was kept that had been reported as failed. It has been read again."""

    def __init__(self, code: str) -> None:
        """`code`: the six characters of that table."""
        super().__init__(f"table {code} was not as it is stored; it has been read again")


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


class Overdrawn(StoreFailed):
    """A balance would fall below zero."""

    def __init__(self, person: int, balance: int) -> None:
        """`balance`: what is there, in hundredths."""
        super().__init__(f"the balance of person {person} does not take that")
        self.balance = balance


class NotEnough(Exception):
    """A wallet does not hold what a seat stakes; amounts in hundredths of a ruble."""

    def __init__(self, needed: int, there: int) -> None:
        """`needed` for the seat, `there` with what lies at this table already."""
        super().__init__(f"{needed} needed, {there} there")
        self.needed = needed
        self.there = there


class WalletFull(NotEnough):
    """A wallet could not hold what the table may bring: nothing is staked that might not come home."""
