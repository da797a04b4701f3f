"""Blackjack on a server: rounds with a change of seats, by the buttons of the boards, to the units of everybody."""

import pytest
from bank import balanced


@pytest.mark.parametrize("language", ["en", "ru", "hu"])
async def test_rounds_are_played_and_seats_change_between_them(server, language):
    names = ("Anna", "Boris")
    await server.slash("Anna", "language", language=language)
    await server.open_table(*names, game="blackjack")
    first = server.session()
    while server.mover() is not None:
        await server.step()
        await server.turn(2)
    await server.slash("Boris", "leave")
    await server.turn(8)
    second = server.session()
    assert second.code != first.code
    assert [seat.account.name for seat in second.row.seats] == ["Anna"]
    while server.mover() is None:  # a natural ended the round at once
        await server.turn(2)
    await server.click("Boris", server.board("sit"), "sit")
    while server.mover() is not None:
        await server.step()
        await server.turn(2)
    await server.turn(8)
    assert [seat.account.name for seat in server.session().row.seats] == ["Anna", "Boris"]
    while server.mover() is not None:
        await server.step()
        await server.turn(2)
    for name in names:
        await server.slash(name, "leave")
    await server.turn(6)
    assert not server.app.tables.open_sessions()
    result = server.shown().split("---")[-1]
    assert all(name in result for name in names)
    balanced(server)
