"""A press looks at its table twice: before and after it."""

import pytest
from world import World

from engine.game import GameState

#: The games, and presses that each accepts one after the other, with whoever is to move.
GAMES = {"ochko": 12, "stuk": 12, "blackjack": 12}


@pytest.mark.parametrize("game", GAMES)
async def test_an_accepted_press_asks_for_what_onlookers_see_twice_at_most(
    world: World, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    await world.open("Anna", "Boris", arguments=f"{game} seats=2 unrated")
    state = world.session().state
    assert state is not None
    kind, asked = type(state), list[GameState]()
    view = kind.view

    def counted(self: GameState, viewer: int | None) -> object:
        if viewer is None:
            asked.append(self)
        return view(self, viewer)

    monkeypatch.setattr(kind, "view", counted)
    made = 0
    while made < GAMES[game]:
        name = world.mover()
        if name is None:
            await world.turn(10)
            continue
        state = world.session().state
        assert state is not None
        verbs = {move.verb.value for move in state.legal()}
        key = world.key("bet") if "bet" in verbs else world.key("stand" if made % 3 else "hit")
        asked.clear()
        answer = await world.press(name, key)
        made += 1
        assert answer.accepted, answer
        assert len(asked) <= 2
