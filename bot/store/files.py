"""The database as files: where they lie, who may read them, whether they are still the ones that were opened."""

import logging
import os
import stat
from dataclasses import dataclass
from pathlib import Path

from bot.model.errors import StoreUnusable
from bot.store.faults import unusable

_LOG = logging.getLogger(__name__)

_HEADER = b"SQLite format 3\0"

#: What SQLite and the program keep beside a database, all of it readable by who may read the database.
_BESIDE = ("-wal", "-shm", "-journal", ".lock")

_OWN_FOLDER, _OWN_FILE = 0o700, 0o600


def placed(path: Path) -> Path:
    """The file itself, behind any links: SQLite keeps its own files beside that one.

    Raises:
        StoreUnusable: it is a folder, or a link to nothing.
    """
    try:
        path = path.absolute()
        if path.is_symlink() and not path.exists():
            raise StoreUnusable(f"The database {path} is a link to a file that is not there.")
        path = path.resolve()
        if path.is_dir():
            raise StoreUnusable(f"The database {path} is a folder.")
    except (OSError, RuntimeError) as error:  # RuntimeError: links in a circle
        raise unusable(path, error if isinstance(error, OSError) else OSError(None, str(error))) from error
    return path


def make_folder(path: Path) -> None:
    """Make the folder of a database, and those above it that are missing: each for this account alone."""
    missing = [folder for folder in path.parents if not folder.exists()]
    for folder in reversed(missing):
        folder.mkdir(mode=_OWN_FOLDER, exist_ok=True)


def is_there(path: Path) -> bool:
    """Whether there is a database at `path`. SQLite itself would take an empty file or a few bytes of text for an empty one.

    Raises:
        StoreUnusable: there is something else.
    """
    if not path.exists():
        return False
    with path.open("rb") as file:
        start = file.read(len(_HEADER))
    if start == b"":  # the program itself never leaves one: a database gets its name when it is whole
        raise StoreUnusable(
            f"The database {path} is an empty file: put a copy back, or remove the file to begin anew."
        )
    if start != _HEADER:
        raise StoreUnusable(f"{path} is not a database of this program.")
    return True


def unborn(path: Path) -> Path:
    """The name of a database until it is whole."""
    return _beside(path, ".new")


def refuse_remains(path: Path) -> None:
    """Stop where the log of a database lies without it: what is in it would be written into a new one.

    Raises:
        StoreUnusable: so it is.
    """
    for more in ("-wal", "-journal"):
        beside = _beside(path, more)
        if beside.exists() and beside.stat().st_size:
            raise StoreUnusable(
                f"The database {path} is not there, but {beside.name} is: "
                "put the database back beside it, or remove that file to begin anew."
            )


def remove(path: Path) -> None:
    """Remove a database with what lies beside it."""
    for file in _family(path):
        file.unlink(missing_ok=True)


def name(made: Path, path: Path) -> None:
    """Give a whole and closed database its name, for good."""
    made.replace(path)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def make_private(path: Path) -> None:
    """Make an empty file for this account alone, from its first moment on. What SQLite makes beside it takes its mode."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, _OWN_FILE))


def tighten(path: Path) -> None:
    """Take from everybody else what he could read or write of an existing database.

    What cannot be changed is named in one warning. On Windows a folder of one's own profile does the same.
    """
    if os.name != "posix":
        return
    readable: list[str] = []
    for file in (*_family(path), *_copies(path)):
        try:
            if stat.S_IMODE(file.stat().st_mode) & ~_OWN_FOLDER:
                file.chmod(_OWN_FILE)
        except FileNotFoundError:
            continue
        except OSError:
            readable.append(file.name)
    if readable:
        _LOG.warning(
            "other accounts of this machine may read or write these files, and that cannot be changed: %s",
            ", ".join(readable),
        )


def _beside(path: Path, more: str) -> Path:
    return path.with_name(path.name + more)


def _family(path: Path) -> list[Path]:
    """A database and all that is kept beside it."""
    return [path, *(_beside(path, more) for more in _BESIDE)]


def _copies(path: Path) -> list[Path]:
    return [
        file
        for file in path.parent.iterdir()
        if file.name.startswith(f"{path.name}.v") and file.suffix == ".bak"
    ]


@dataclass(frozen=True, slots=True)
class Opened:
    """The files behind an open database, to be found again at their paths as long as it is open."""

    path: Path
    files: tuple[tuple[str, tuple[int, int]], ...]

    @classmethod
    def at(cls, path: Path) -> "Opened":
        """What lies there now: the database and its write-ahead log, by device and number."""
        return cls(path, tuple((more, _number(path, more)) for more in ("", "-wal")))

    def gone(self) -> str | None:
        """One sentence if another file lies there now, or none; what cannot be looked at is not gone."""
        for more, number in self.files:
            try:
                if _number(self.path, more) == number:
                    continue
            except FileNotFoundError:
                return f"The database file {self.path}{more} was removed while the program was running."
            except OSError:
                continue
            return f"The database file {self.path}{more} was replaced while the program was running."
        return None


def _number(path: Path, more: str) -> tuple[int, int]:
    found = _beside(path, more).stat()
    return found.st_dev, found.st_ino
