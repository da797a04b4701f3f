"""What one «Draw» of Очко passes: modules and function calls of engine and bot, from the request to the settled board.

    uv run python benchmarks/press_path.py [--names]

Counted, not timed: the same on every machine. The world is that of the tests: a real database, a clock that stands.
"""

import asyncio
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from world import World  # noqa: E402 - the drivers of the tests lie beside them

from bot.ports.channel import Pace  # noqa: E402 - as above

#: What is counted; generated methods of dataclasses and comprehensions are no calls that anybody wrote.
_OURS = tuple(f"{ROOT / part}/" for part in ("engine", "bot"))
_UNWRITTEN = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<module>", "<lambda>")
#: By these the benchmark waits for the board.
_WAITED = ("settle", "worked_off")


class Trace:
    """Counts the calls of the event loop's thread and of the store's."""

    def __init__(self) -> None:
        self.calls: Counter[tuple[str, str]] = Counter()

    def __call__(self, frame, event, _argument) -> None:
        code = frame.f_code
        if (
            event == "call"
            and code.co_filename.startswith(_OURS)
            and code.co_name not in _UNWRITTEN + _WAITED
        ):
            self.calls[code.co_filename.removeprefix(f"{ROOT}/"), code.co_qualname] += 1


async def drawn(path: Path) -> Trace:
    """One draw that does not end its hand, made by the second of three at a table; edits are dear there, as in a Telegram group."""
    world = World(path)
    world.chat.pace = Pace(calls=18, seconds=60, lazy=10)
    await world.start()
    await world.open("Anna", "Boris", "Vera", arguments="seats=3 deals=10")
    counter = Trace()
    for _ in range(60):
        name = world.mover()
        if name is None:
            await world.turn(10)
            continue
        state = world.session().state
        seat = state.to_move
        legal = [move.verb.value for move in state.legal()]
        if "bet" in legal:
            await world.press(name, world.key("bet", "1"))
            continue
        before = len(state.view(seat).seats[seat].hands[0].cards)
        key = world.key("hit")
        await world.settle()
        sys.setprofile(counter)
        answer = await world.app.press(world.request(name, key))
        await world.settle()
        sys.setprofile(None)
        after = world.session().state
        if answer.accepted and after.to_move == seat and before == 1:
            await world.stop()
            return counter
        counter.calls.clear()
    raise SystemExit("no draw left the turn where it was")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        counter = asyncio.run(drawn(Path(folder) / "twentyone.db"))
    modules = Counter[str]()
    for (module, _), times in counter.calls.items():
        modules[module] += times
    print(f"modules {len(modules)}, functions {len(counter.calls)}, calls {sum(modules.values())}")
    if "--names" in sys.argv[1:]:
        for module, times in modules.most_common():
            print(f"{times:5}  {module}")
        for (module, name), times in counter.calls.most_common(60):
            print(f"{times:5}  {module}:{name}")


if __name__ == "__main__":
    main()
