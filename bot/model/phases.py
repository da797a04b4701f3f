"""The phase of a table as its keys name it."""

from engine.game import View


def phase_of(view: View) -> str:
    """The phase as keys name it: what is going on and whose hand it is about, so that a key dies with its turn.

    In Стук a bettor's stake and cards are one turn (`t2`), and the banker's turn names the bettor as well (`b0.2`).
    """
    if view.to_move is None:
        return view.phase.value[0]
    if view.bettor is not None:
        return f"t{view.bettor}" if view.to_move == view.bettor else f"b{view.to_move}.{view.bettor}"
    hand = "" if view.hand is None else f".{view.hand}"
    return f"{view.phase.value[0]}{view.to_move}{hand}"
