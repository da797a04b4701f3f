"""Programs born of a process that has imported the product already: a real process each, without the second that importing takes.

A child is forked before anything ran in it, gets its own environment, folder and streams, and ends as any interpreter does.
"""

import array
import asyncio
import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

_MESSAGE = 1 << 20


class Born:
    """A running program: what tests use of `asyncio.subprocess.Process`."""

    def __init__(self, line: socket.socket, stdout: asyncio.StreamReader | None) -> None:
        self._line = line
        self.stdout = stdout
        self.returncode: int | None = None
        self.pid = 0
        self._ending: asyncio.Task[int] | None = None

    async def begin(self) -> "Born":
        self.pid = json.loads(await asyncio.get_running_loop().sock_recv(self._line, 100))["pid"]
        self._ending = asyncio.create_task(self._end())
        return self

    async def _end(self) -> int:
        status = json.loads(await asyncio.get_running_loop().sock_recv(self._line, 100))["status"]
        self._line.close()
        self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    async def wait(self) -> int:
        assert self._ending is not None
        return await asyncio.shield(self._ending)

    def send_signal(self, number: int) -> None:
        if self.returncode is not None:
            raise ProcessLookupError(self.pid)
        os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


async def born(*arguments: str, env: dict[str, str], cwd: Path, stdout: Any, stderr: Any) -> Born:
    """Start `twentyone` with these arguments. `stdout` is `subprocess.PIPE` or an open file, as `stderr` is."""
    loop, reader = asyncio.get_running_loop(), None
    if stdout == subprocess.PIPE:
        read, write = os.pipe()
        reader = asyncio.StreamReader()
        await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(read, "rb", buffering=0)
        )
    else:
        write = os.dup(stdout.fileno())
    nothing = os.open(os.devnull, os.O_RDONLY)
    line = _asked(arguments, env, cwd, (nothing, write, stderr.fileno()))
    os.close(write)
    os.close(nothing)
    line.setblocking(False)
    return await Born(line, reader).begin()


def run(
    *arguments: str, env: dict[str, str], cwd: Path, stdin: str | None = None, timeout: float
) -> subprocess.CompletedProcess[str]:
    """Run `twentyone` to its end."""
    with (
        (cwd / ".stdin").open("w+b") as given,
        (cwd / ".stdout").open("w+b") as out,
        (cwd / ".stderr").open("w+b") as errors,
    ):
        given.write((stdin or "").encode())
        given.seek(0)
        line = _asked(arguments, env, cwd, (given.fileno(), out.fileno(), errors.fileno()))
        line.settimeout(timeout)
        json.loads(line.recv(100))
        status = json.loads(line.recv(100))["status"]
        line.close()
        found = []
        for stream in (out, errors):
            stream.seek(0)
            found.append(stream.read().decode())
    for name in (".stdin", ".stdout", ".stderr"):
        (cwd / name).unlink()
    return subprocess.CompletedProcess(arguments, os.waitstatus_to_exitcode(status), *found)


def _asked(
    arguments: Sequence[str], env: dict[str, str], cwd: Path, streams: tuple[int, int, int]
) -> socket.socket:
    """Ask the nursery for a child; the line on which it tells its number, and its status in the end."""
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    message = json.dumps({"arguments": arguments, "env": env, "cwd": str(cwd)}).encode()
    descriptors = array.array("i", (*streams, there.fileno()))
    _nursery().sendmsg([message], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, descriptors)])
    there.close()
    return here


@cache
def _nursery() -> socket.socket:
    """The process that all programs of this test process are born of."""
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with there:
        process = subprocess.Popen([sys.executable, __file__, str(there.fileno())], pass_fds=[there.fileno()])

    def end() -> None:
        here.close()
        process.wait()

    atexit.register(end)
    return here


def serve(orders: socket.socket) -> dict[str, Any]:
    """Fork a child for each order, tell how it ended; returns in a child, with its order."""
    children: dict[int, tuple[int, socket.socket]] = {}
    poll = select.poll()
    poll.register(orders, select.POLLIN)
    while True:
        for descriptor, _ in poll.poll():
            if descriptor in children:
                pid, line = children.pop(descriptor)
                poll.unregister(descriptor)
                os.close(descriptor)
                _, status = os.waitpid(pid, 0)
                _tell(line, {"status": status})
                line.close()
                continue
            message, ancillary, _, _ = orders.recvmsg(_MESSAGE, socket.CMSG_SPACE(4 * 4))
            if not message:  # the tests are over
                for pid, _ in children.values():
                    os.kill(pid, signal.SIGKILL)
                sys.exit()
            descriptors = array.array("i", ancillary[0][2])
            *streams, answer = descriptors
            line = socket.socket(fileno=answer)
            if (pid := os.fork()) == 0:
                orders.close()
                for earlier, (_, other) in children.items():
                    os.close(earlier)
                    other.close()
                for number, stream in enumerate(streams):
                    os.dup2(stream, number)
                    os.close(stream)
                line.close()
                order: dict[str, Any] = json.loads(message)
                return order
            for stream in streams:
                os.close(stream)
            _tell(line, {"pid": pid})
            watched = os.pidfd_open(pid)
            children[watched] = (pid, line)
            poll.register(watched, select.POLLIN)


def _tell(line: socket.socket, what: dict[str, int]) -> None:
    try:
        line.send(json.dumps(what).encode())
    except OSError:
        return  # who asked has gone


def _live(order: dict[str, Any]) -> NoReturn:
    """What `python -m bot` does from here on."""
    os.environ.clear()
    os.environ.update(order["env"])
    os.chdir(order["cwd"])
    sys.stdin, sys.stdout = open(0, encoding="utf-8"), open(1, "w", encoding="utf-8")  # noqa: SIM115 - the streams of a process
    sys.stderr = open(2, "w", encoding="utf-8", buffering=1, errors="backslashreplace")  # noqa: SIM115 - as above
    sys.argv = ["twentyone", *order["arguments"]]
    from bot.__main__ import main  # noqa: PLC0415 - loaded before the fork

    main()
    sys.exit()


#: What programs load, some of it only when it is needed.
LOADED = (
    "adapters.discord.app", "adapters.telegram.app", "adapters.web.app",
    "bot.cli.audit", "bot.composition", "bot.cli.export", "bot.cli.replay", "bot.cli.settings", "bot.cli.verify",
)  # fmt: skip


if __name__ == "__main__":
    for module in LOADED:
        import_module(module)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    _live(serve(socket.socket(fileno=int(sys.argv[1]))))
