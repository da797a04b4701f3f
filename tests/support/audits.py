"""Whatever a test has done, its databases add up at its end."""

from pathlib import Path

from bot.cli.audit import audit_command

#: Marks a test after which a database does not add up, or cannot be read, by the test's own doing.
DAMAGED = "damaged"


def audit_all(*folders: Path) -> None:
    """Let the audit look at every database that lies in these folders; it names the rows that do not add up."""
    for folder in folders:
        for database in sorted(folder.rglob("*.db")):
            assert audit_command(database, False) == 0, database
