"""What language the page speaks: the chat's, or that of the one person whose own page it is."""


async def test_the_first_browser_gives_the_chat_its_language(chat):
    room = await (await chat.page("hu-HU,hu;q=0.9,en;q=0.8")).until("room")
    assert room["language"] == "hu"
    assert [person["name"] for person in room["people"]] == ["hu: Anna", "hu: Boris", "hu: Vera"]
    assert room["texts"]["Send"] == "hu: Send"
    assert room["commands"][0]["description"] == "hu: open a table"
    assert (await (await chat.page("ru")).until("room"))["language"] == "hu"


async def test_a_language_that_was_set_comes_before_the_browsers(chat):
    await chat.restart(language="ru")
    assert (await (await chat.page("hu")).until("room"))["language"] == "ru"


async def test_a_changed_language_reaches_every_page(chat):
    first, second = await chat.page(), await chat.page()
    await first.until("room")
    await second.until("room")
    await first.ask("say", **{"as": 1}, text="/language ru")
    for page in (first, second):
        frame = await page.until("language")
        assert frame["language"] == "ru"
        assert frame["texts"]["Send"] == "ru: Send"
        assert frame["commands"][0]["description"] == "ru: open a table"


async def test_a_page_of_one_persons_own_speaks_his_language(chat):
    everybodys, own, nobodys = (
        await chat.page(),
        await chat.page(address="?as=2"),
        await chat.page(address="?as=x"),
    )
    for page in (everybodys, own, nobodys):
        assert (await page.until("room"))["language"] == "en"
    chat.game.own_languages[2] = "hu"
    await own.ask("say", **{"as": 2}, text="/help")
    frame = next(frame for frame in await own.settled() if frame["t"] == "language")
    assert frame["language"] == "hu"
    assert frame["texts"]["Settings"] == "hu: Settings"
    assert (await (await chat.page(address="?as=2")).until("room"))["language"] == "hu"
    for page in (everybodys, nobodys):
        assert not any(frame["t"] == "language" for frame in await page.settled())
