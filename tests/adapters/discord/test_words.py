"""«My word» on Discord: announced by a button, typed into a window, in the seed when the game begins."""

import re
from hashlib import sha256


async def test_a_word_is_typed_into_a_window_and_enters_the_seed(server):
    await server.slash("Anna", "newtable", seats=2, deals="1")
    await server.turn(2)
    await server.click("Anna", server.board("word"), "word")
    await server.turn(2)
    await server.click("Boris", server.board("sit"), "sit")
    await server.turn(2)
    session = server.app.tables.open_sessions()[0]
    assert session.row.awaiting
    shares = [share for _, share in session.row.joins]
    assert all(re.fullmatch("[0-9]{17,20}", share) for share in shares)  # ids of interactions
    assert sha256(shares[1].encode()).hexdigest()[:8] in server.private("Boris")
    assert session.row.secret.hex() not in server.shown()

    short, window = [await server.click("Anna", server.board("word"), "word") for _ in range(2)]
    await server.person("Anna").submit_modal(short, {"stake": "short"})
    await server.settle()
    assert "8" in server.private("Anna")
    assert session.row.awaiting
    await server.person("Anna").submit_modal(window, {"stake": "nobody guesses it"})
    await server.settle()
    await server.turn(2)
    assert session.playing
    assert [said.word for said in session.row.words] == ["nobody guesses it"]
    await server.turn(15)
    assert "nobody guesses it" in server.shown()


async def test_each_seat_is_answered_with_its_share_also_where_it_is_not_the_first(server):
    await server.open_table("Anna", "Boris", deals="1")
    await server.slash("Anna", "stop")
    await server.click("Boris", server.board("agree"), "agree")
    await server.turn(30)
    await server.slash("Anna", "newtable", seats=3)
    await server.turn(2)
    await server.click("Boris", server.board("sit"), "sit")
    await server.settle()
    (session,) = server.app.tables.open_sessions()
    share = session.row.joins[1][1]
    assert sha256(share.encode()).hexdigest()[:8] in server.private("Boris")
