"""Faults on demand: what happens to the next calls of a method."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from botapi.chats import Json
from botapi.errors import Refused


@dataclass
class Fault:
    """Strikes at most `times` calls of `method` (None: any) for which `when` holds, after `skip` that pass.

    `refuse`: answer with that. `drop`: close the connection without an answer, `after` the call was applied or before it.
    `status`: answer with that HTTP status and no JSON. `hold`: wait for the event before anything else.
    """

    method: str | None
    times: int = 1
    skip: int = 0
    refuse: Refused | None = None
    drop: bool = False
    after: bool = True
    status: int | None = None
    hold: asyncio.Event | None = None
    when: Callable[[Json], bool] = field(default=lambda _values: True)
    struck: int = 0

    def strikes(self, method: str, values: Json) -> bool:
        if self.method not in {None, method} or not self.when(values) or self.struck >= self.times:
            return False
        if self.skip:
            self.skip -= 1
            return False
        self.struck += 1
        return True
