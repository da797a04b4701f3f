"""Repetition: what was misplayed comes back after 1, 3 and 7 days, until it was right three times."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from engine.training import Grade, Spot

#: The days until a lesson comes back, by how often it has been right in a row.
PAUSES = (timedelta(days=1), timedelta(days=3), timedelta(days=7))


@dataclass(frozen=True, slots=True)
class Lesson:
    """A spot that was misplayed. `cards` are its values as they came; `right` counts the right answers since, each when it was due."""

    cards: tuple[str, ...]
    up: str
    due_at: datetime
    right: int = 0

    @property
    def spot(self) -> Spot:
        """What it is about."""
        return Spot.of(self.cards, self.up)

    def answered(self, grade: Grade, now: datetime, *, hinted: bool) -> "Lesson | None":
        """The lesson after an answer; None when it is learned.

        A wrong answer starts over whenever it comes; a right one counts where the lesson was due. After a hint
        it comes back a day later, as if it had not been asked.
        """
        due = self.due_at <= now
        if hinted:
            return replace(self, due_at=now + PAUSES[0]) if due else self
        if grade.wrong:
            return replace(self, right=0, due_at=now + PAUSES[0])
        if not due:
            return self
        right = self.right + 1
        return None if right == len(PAUSES) else replace(self, right=right, due_at=now + PAUSES[right])


def first_lesson(cards: tuple[str, ...], up: str, now: datetime) -> Lesson:
    """The lesson of a spot that has just been misplayed."""
    return Lesson(cards, up, now + PAUSES[0])
