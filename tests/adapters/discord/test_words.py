"""«My word» on Discord: announced by a button, typed into a window, in the seed when the game begins."""


async def test_a_word_is_typed_into_a_window_and_enters_the_seed(server):
    await server.slash("Anna", "newtable", seats=2, deals="1")
    await server.turn(2)
    await server.click("Anna", server.board("word"), "word")
    await server.turn(2)
    await server.click("Boris", server.board("sit"), "sit")
    await server.turn(2)
    session = server.app.tables.open_sessions()[0]
    assert session.row.awaiting
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
