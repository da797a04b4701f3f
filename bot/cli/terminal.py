"""What a command prints: on a terminal, into a file or a pipe, or nowhere at all."""

import errno
import os
import sys
from pathlib import Path
from typing import TextIO

#: Exit status when the output has nowhere to go.
UNWRITTEN = 1


def plain(text: str) -> str:
    """A foreign text that cannot steer the terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def read(file: str) -> bytes:
    """What is in a file (`-`: on standard input).

    Raises:
        OSError: it cannot be read.
    """
    if file != "-":
        return Path(file).read_bytes()
    if sys.stdin is None:  # the caller has closed it
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer.read()


def complain(command: str, line: str, status: int = 1) -> int:
    """Say in one line on standard error why a command cannot go on; returns its exit status.

    `command` is as it was typed, empty for the bot itself.
    """
    name = f"twentyone {command}".rstrip()
    if sys.stderr is not None:
        try:
            sys.stderr.write(f"{name}: {line}\n")
            sys.stderr.flush()
        except OSError:  # the exit status alone has to say it
            _let_go(sys.stderr)
    return status


def tell(command: str, text: str, status: int = 0) -> int:
    """Print a text; a terminal that lacks a character gets a question mark for it.

    Returns the exit status: `status`, or `UNWRITTEN` where the text could not be written, which is said in one line.
    """
    if sys.stdout is None:  # the caller has closed it
        return complain(command, "the output cannot be written: there is no standard output", UNWRITTEN)
    encoding = sys.stdout.encoding or "utf-8"
    try:
        sys.stdout.write(text.encode(encoding, "replace").decode(encoding) + "\n")
        sys.stdout.flush()
    except OSError as error:
        _let_go(sys.stdout)
        return complain(command, f"the output cannot be written: {error.strerror or error}", UNWRITTEN)
    return status


def _let_go(stream: TextIO) -> None:
    """What is left in the buffer must not be tried again, and complained about, at the end of the program."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
