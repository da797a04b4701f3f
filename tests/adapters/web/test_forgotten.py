"""A person who was forgotten leaves the page at once, in the messages that stand there too."""

from bot.ports.chatlog import Logged


async def test_a_forgotten_person_leaves_the_people_and_the_messages_of_every_page(chat):
    page, other = await chat.page(), await chat.page()
    await page.until("room")
    await other.until("room")
    await page.ask("say", **{"as": 2}, text="hello")
    said = (await other.until("message"))["message"]
    assert said["author"] == 2

    # What forgetting does to the store: the account goes, and the kept messages no longer name it.
    del chat.people.accounts[1]
    kept = chat.log.messages[said["id"]]
    chat.log.messages[said["id"]] = Logged(kept.id, 0, kept.body)
    await page.ask("say", **{"as": 1}, text="/help")

    people = (await other.until("people"))["people"]
    assert 2 not in {person["id"] for person in people}
    edited = (await other.until("edit"))["message"]
    assert (edited["id"], edited["author"], edited["text"]) == (said["id"], 0, "hello")
