"""The pack of Стук: shuffled and cut for each bank, the lower part kept for want (rules 1.3, 3.12)."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from engine.cards import PACK_36, Card, format_cards
from engine.fast_frozen import quick, replace
from engine.shoe import Shoe


@quick
@dataclass(frozen=True, slots=True)
class Pack:
    """All 36 cards of the bank in progress, and what earlier banks dealt of theirs.

    `openers` are the numbers of the shuffles that began a bank: these alone have a cut card. `below` is what
    still lies in the lower part once the upper one has run out. `late` are the cards dealt out of the lower
    part, for each bank in order.
    """

    shoe: Shoe
    openers: tuple[int, ...] = (1,)
    below: tuple[Card, ...] = ()
    came_in: bool = False
    late: tuple[tuple[Card, ...], ...] = ((),)

    def opened(self) -> "Pack":
        """The pack for another bank: all 36 cards shuffled and cut (rules 1.3).

        Raises:
            ChanceError: a card or cut given for this shuffle does not fit.
        """
        shoe = self.shoe.reshuffled(PACK_36)
        return Pack(shoe, (*self.openers, shoe.number), late=(*self.late, ()))

    @property
    def run_out(self) -> bool:
        """Whether the next card asks for more than is lying ready to be dealt."""
        return self.shoe.left == 0 and not (self.came_in and self.below)

    def refilled(self, in_play: AbstractSet[Card]) -> "Pack":
        """The pack that has run out, with cards to deal again (rules 3.12).

        The played-out cards without a cut card, in the order of a new pack before they are shuffled; if there
        are none, the lower part as it lies. `in_play` are the cards that lie in hands.

        Raises:
            ChanceError: a card given for this shuffle does not fit.
        """
        first = self.shoe.number == self.openers[-1]
        below = self.shoe.shuffle.below() if first and not self.came_in else self.below
        played_out = tuple(card for card in PACK_36 if card not in in_play and card not in below)
        if played_out:
            return replace(self, shoe=self.shoe.reshuffled(played_out, cut=False), below=below)
        return replace(self, below=below, came_in=True)

    def draw(self) -> tuple[Card, "Pack"]:
        """The next card and the pack after it.

        Raises:
            IndexError: it has run out.
        """
        if self.came_in and self.below:
            card, below = self.below[0], self.below[1:]
            return card, replace(self, below=below, late=(*self.late[:-1], (*self.late[-1], card)))
        (card,), shoe = self.shoe.draw()
        return card, replace(self, shoe=shoe)

    def dealt(self) -> tuple[tuple[Card, ...], ...]:
        """The cards dealt from each shuffle so far, those of its lower part last."""
        late = dict(zip(self.openers, self.late, strict=True))
        return tuple((*cards, *late.get(number, ())) for number, cards in enumerate(self.shoe.dealt(), 1))

    def cuts(self) -> tuple[int | None, ...]:
        """How many cards lay above the cut card of each shuffle so far; None where there was none."""
        return tuple(
            cut if number in self.openers else None for number, cut in enumerate(self.shoe.cuts(), 1)
        )

    def encoded(self) -> list[object]:
        """Everything this value holds, as nested lists: its part of the canonical encoding of a state."""
        return [
            self.shoe.encoded(),
            list(self.openers),
            format_cards(self.below),
            self.came_in,
            [format_cards(cards) for cards in self.late],
        ]
