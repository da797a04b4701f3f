"""The page in a real browser, with the small application in memory behind it."""

import asyncio
import json
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from browser import FAULTS, launched
from playwright.async_api import Browser, expect

from bot.ports.requests import Place, Press
from bot.ports.screens import Button, Post, Screen, Span, Tone, Weight

GROUP = Place("web", 1)
HAND = "A♠"
# A browser takes seconds to start: one serves all tests of the module, on one event loop.
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with launched() as started:
        yield started


@pytest_asyncio.fixture(loop_scope="module")
async def chat(serving, browser):
    async with serving() as chat:
        yield chat
        for context in browser.contexts:
            await context.close()


async def opened(browser, chat, address="", *, follow=True, **options):
    """A page in a browser context of its own; a fault in the page or a call elsewhere fails the test that looks at `faults`.

    `follow`: whether it goes to the person to move.
    """
    context = await browser.new_context(**{"locale": "en-US", **options})
    kept = json.dumps(json.dumps({"follow": follow}))
    await context.add_init_script(f"localStorage.setItem('twentyone', {kept})")
    page = await context.new_page()
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("request", lambda sent: sent.url.startswith(chat.url) or page.faults.append(sent.url))
    await page.goto(chat.url + address)
    await expect(page.locator("#log .message").first).to_be_visible()
    return page


def board(first_line, *labels):
    return Screen(
        ((Span(first_line),), (Span("a second line"),)),
        (tuple(Button(label, key=label.lower()) for label in labels),),
    )


def live(page):
    return page.locator("#live")


async def test_the_first_start_shows_the_welcome_and_three_people(browser, chat):
    page = await opened(browser, chat)
    await expect(page.locator("#people .name")).to_have_text(["Anna", "Boris", "Vera"])
    await expect(page.locator("#log .key")).to_have_text("Open a table for three")
    await expect(page).to_have_title("Your turn · Twenty-one")
    assert await page.evaluate("document.documentElement.lang") == "en"
    assert page.faults == []


async def test_the_first_browser_gives_the_chat_its_language(browser, chat):
    page = await opened(browser, chat, locale="hu-HU")
    await expect(page.locator("html")).to_have_attribute("lang", "hu")
    await expect(page.locator("#people .name").first).to_have_text("hu: Anna")


async def test_the_page_speaks_the_chats_language_and_changes_live(browser, chat):
    page = await opened(browser, chat)
    await page.locator("#message").fill("/language hu")
    await page.keyboard.press("Enter")
    await expect(page.locator("html")).to_have_attribute("lang", "hu")
    await expect(page.locator("#add-person")).to_contain_text("hu: Add a person")
    await expect(page.locator("#message")).to_have_attribute("placeholder", "hu: Message or / for commands")


async def test_the_focus_stays_on_a_button_through_edits_and_never_moves_to_another(browser, chat):
    page = await opened(browser, chat)
    message = await chat.adapter.send(GROUP, Post(board("one", "Draw", "Enough")))
    await page.get_by_role("button", name="Enough").focus()
    await chat.adapter.edit(GROUP, message, board("two", "Draw", "Enough", "More"))
    await expect(page.get_by_role("button", name="More")).to_be_visible()
    await expect(page.get_by_role("button", name="Enough")).to_be_focused()
    await chat.adapter.edit(GROUP, message, board("three", "Draw"))
    await expect(page.get_by_role("button", name="Enough")).to_have_count(0)
    await expect(page.locator(f'[data-message="{message}"] .bubble')).to_be_focused()
    await page.keyboard.press("Enter")
    assert [each for each in chat.game.requests if isinstance(each, Press)] == []


async def test_the_live_region_reads_the_newest_change_only(browser, chat):
    page = await opened(browser, chat, follow=False)
    message = await chat.adapter.send(GROUP, Post(board("one", "Draw")))
    await expect(live(page)).to_have_text("one a second line")
    await chat.adapter.edit(GROUP, message, board("two", "Draw"))
    await expect(live(page)).to_have_text("two")
    await page.get_by_role("button", name="Draw").click()
    await expect(live(page)).to_contain_text("count 1")
    assert await page.locator("[aria-live], [role=status], [role=alert], [role=log]").count() == 1


async def test_an_edit_of_an_older_message_does_not_talk_over_a_newer_one(browser, chat):
    page = await opened(browser, chat)
    app = await chat.adapter.send(GROUP, Post(board("who sits here")))
    await expect(live(page)).to_have_text("who sits here a second line")
    await chat.adapter.send(GROUP, Post(board("Anna is to stake")))
    await chat.adapter.edit(GROUP, app, board("the game is on"))
    await expect(live(page)).to_have_text("Anna is to stake a second line")


async def test_names_and_texts_are_shown_as_text(browser, chat):
    name = "<img src=x onerror=document.title='x'><b>"
    page = await opened(browser, chat)
    await page.locator("#add-person").click()
    await page.keyboard.type(name)
    await page.keyboard.press("Enter")
    await expect(page.locator('#people [aria-checked="true"] .name')).to_have_text(name)
    await page.locator("#message").fill(name)
    await page.keyboard.press("Enter")
    await expect(page.locator("#log .said")).to_have_text(name)
    await expect(page.locator("#log .author").last).to_have_text(name)
    assert await page.locator("#people img, #log b, #log .text img").count() == 0
    assert page.faults == []


async def test_hands_are_covered_until_asked_for_and_again_for_the_next_person(browser, chat):
    page = await opened(browser, chat)
    await expect(page.locator("#panel-show")).to_be_visible()
    assert HAND not in await page.content()
    await page.locator("#panel-show").click()
    await expect(page.locator("#panel-body .playing-card.black")).to_have_text(HAND)
    await expect(page.locator("#panel-body")).to_be_focused()
    await page.locator("#people .person-pick").nth(1).click()
    await expect(page.locator("#panel-name")).to_have_text("Boris")
    await expect(page.locator("#panel-show")).to_be_visible()
    assert HAND not in await page.content()
    assert page.faults == []


async def test_who_plays_alone_has_no_cover_until_another_sits_down(browser, chat):
    chat.game.seated = {1}
    page = await opened(browser, chat)
    await expect(page.locator("#panel-body")).to_contain_text(HAND)
    await expect(page.locator("#panel-cover")).to_be_hidden()
    chat.game.seated = {1, 2}
    chat.adapter.panels_changed(GROUP, frozenset({2}))
    await expect(page.locator("#panel-show")).to_be_visible()
    assert HAND not in await page.content()
    chat.game.seated = {1}
    chat.adapter.panels_changed(GROUP, frozenset({2}))
    await expect(page.locator("#panel-body")).to_contain_text(HAND)
    assert page.faults == []


async def test_the_page_follows_the_turn_at_once_and_takes_the_answer_along(browser, chat):
    page = await opened(browser, chat)
    chosen = page.locator('#people [aria-checked="true"] .name')
    await chat.adapter.send(GROUP, Post(board("one", "Draw")))
    await page.get_by_role("button", name="Draw").click()
    await expect(chosen).to_have_text("Boris")
    await expect(page.locator(".toast")).to_have_count(0)
    await page.locator("#follow").uncheck()
    await page.get_by_role("button", name="Draw").click()
    await expect(page.locator(".toast")).to_have_text("Bcount 2")
    await expect(page.locator('[data-person="3"] .turn')).to_be_visible()
    await expect(chosen).to_have_text("Boris")


async def test_what_the_panel_shows_needs_no_toast_and_its_buttons_stand_once(browser, chat):
    chat.game.seated = {1}
    page = await opened(browser, chat, "?as=1")
    await expect(page.locator("#panel-body")).to_contain_text(HAND)
    await chat.adapter.send(
        GROUP,
        Post(
            Screen(
                ((Span("one"),),),
                ((Button("My cards", key="1:ABCDEF:0:-:cards"), Button("?", key="1:ABCDEF:0:-:help")),),
            )
        ),
    )
    await expect(page.get_by_role("button", name="?")).to_be_visible()
    await expect(page.locator("#log").get_by_role("button", name="My cards")).to_be_hidden()
    await chat.adapter.send(GROUP, Post(board("two", "Draw")))
    await page.get_by_role("button", name="Draw").click()
    await expect(page.locator("#panel-body")).to_contain_text("count 1")
    await expect(page.locator(".toast")).to_have_count(0)
    chat.game.moves = ((Button("Draw", key="1:ABCDEF:1:d1:hit:1"),),)
    chat.adapter.panels_changed(GROUP, frozenset({1}))
    await expect(page.locator("#panel-body .key")).to_have_text(["Draw"])
    await chat.adapter.send(
        GROUP, Post(Screen(((Span("three"),),), ((Button("Draw", key="1:ABCDEF:1:d1:hit"),),)))
    )
    await expect(page.locator("#log .message").last).to_contain_text("three")
    await expect(page.locator("#log .message").last.locator(".key")).to_be_hidden()


async def test_keys_press_the_moves_that_are_offered_and_can_be_switched_off(browser, chat):
    page = await opened(browser, chat, follow=False)
    draw = Button("Draw", key="1:ABCDEF:1:d1:hit:1")
    await chat.adapter.send(GROUP, Post(Screen(((Span("one"),),), ((draw,),))))
    await expect(page.get_by_role("button", name="Draw")).to_have_attribute("aria-keyshortcuts", "D")
    await page.locator("#message").focus()
    await page.keyboard.press("d")
    await expect(page.locator("#message")).to_have_value("d")
    await page.locator("#scroll").focus()
    await page.keyboard.press("d")
    await expect(page.locator(".toast")).to_contain_text("count 1")
    await page.locator("#keys").uncheck()
    await page.locator("#scroll").focus()
    await page.keyboard.press("d")
    await page.locator("#keys").check()
    await page.locator("#scroll").focus()
    await page.keyboard.press("d")
    await expect(page.locator(".toast").last).to_contain_text("count 2")
    assert chat.game.count == 2


async def test_ones_cards_are_said_in_words_when_it_becomes_ones_turn(browser, chat):
    chat.game.turn, chat.game.seated = [2], {1}
    chat.game.moves = ((Button("Draw", key="1:ABCDEF:1:d1:hit:1"),),)
    page = await opened(browser, chat, "?as=1")
    await expect(page).to_have_title("Twenty-one")
    chat.game.turn = [1]
    chat.adapter.panels_changed(GROUP, frozenset({1}))
    await expect(live(page)).to_contain_text("ace of spades count 0")
    await expect(page).to_have_title("Your turn · Twenty-one")


async def test_commands_in_texts_can_be_pressed_and_digests_stand_in_fours(browser, chat):
    page = await opened(browser, chat)
    screen = Screen(((Span("Type /newtable 3, or /unknown"),), (Span("3fa907c2d41e88b0", Tone.CODE),)))
    await chat.adapter.send(GROUP, Post(screen))
    await expect(page.locator("#log .command")).to_have_text(["/newtable"])
    await expect(page.locator("#log .four")).to_have_text(["3fa9", "07c2", "d41e", "88b0"])
    await expect(page.locator("#log .tone-code")).to_have_text("3fa907c2d41e88b0")
    await page.locator("#log .command").click()
    await expect(page.locator("#message")).to_have_value("/newtable ")


async def test_the_first_lesson_stands_beside_the_hand_once_for_all_of_a_tab(browser, chat):
    page = await opened(browser, chat, follow=False)
    sit = Button("Sit down", key="1:ABCDEF:0:a:sit")
    chat.game.lesson = "Your seat: {seat}. Share: 0123abcd. Nearer 21 wins."
    await chat.adapter.send(GROUP, Post(Screen(((Span("one"),),), ((sit,),))))
    await page.get_by_role("button", name="Sit down").click()
    await expect(page.locator("#lesson-text")).to_contain_text("Nearer 21 wins.")
    await expect(page.locator("#alert")).to_be_hidden()
    await page.locator("#lesson-close").click()
    await page.get_by_role("radio", name="Boris").click()
    await page.get_by_role("button", name="Sit down").click()
    await expect(live(page)).to_contain_text("Nearer 21 wins.")
    await expect(page.locator("#lesson")).to_be_hidden()
    assert await page.evaluate(FAULTS) == []


@pytest.mark.parametrize(("width", "height"), [(844, 390), (720, 450), (320, 256)])
async def test_a_low_page_scrolls_as_one(browser, chat, width, height):
    page = await opened(browser, chat, viewport={"width": width, "height": height})
    for number in range(8):
        await chat.adapter.send(GROUP, Post(board(f"board {number}", "Draw")))
    await expect(page.get_by_role("button", name="Draw")).to_have_count(8)
    assert await page.evaluate("document.scrollingElement.scrollHeight > innerHeight")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert await page.evaluate("getComputedStyle(document.getElementById('scroll')).overflowY") == "visible"


async def test_a_tab_of_ones_own_shows_the_hand_and_offers_the_cover(browser, chat):
    page = await opened(browser, chat, "?as=2")
    await expect(page.locator("#people .name")).to_have_text(["Boris"])
    await expect(page.locator("#panel-body")).to_contain_text(HAND)
    await page.locator("#message").fill("hello")
    await page.keyboard.press("Enter")
    await expect(page.locator(".message.own .said")).to_have_text("hello")
    await page.locator("#cover").check()
    await expect(page.locator("#panel-show")).to_be_visible()
    assert HAND not in await page.content()


async def test_a_tab_for_nobody_says_so(browser, chat):
    page = await opened(browser, chat, "?as=99")
    await expect(page.locator("#nobody")).to_be_visible()
    await expect(page.locator("#everybody")).to_be_visible()


async def test_the_command_menu_is_walked_by_keys(browser, chat):
    page = await opened(browser, chat)
    await expect(page.locator("#message")).to_be_focused()
    await page.keyboard.type("/")
    await expect(page.get_by_role("option")).to_have_text("/newtableopen a table/newtable 3")
    await expect(page.locator("#message")).to_have_attribute("aria-activedescendant", "command-0")
    await page.keyboard.press("Escape")
    await expect(page.locator("#menu")).to_be_hidden()
    await page.locator("#message").fill("")
    await page.keyboard.type("/new")
    await page.keyboard.press("Tab")
    await expect(page.locator("#message")).to_have_value("/newtable ")
    await page.locator("#message").fill("")
    await page.keyboard.type("/n")
    await page.keyboard.press("Enter")
    await expect(page.locator("#log .said")).to_have_text("/newtable")
    await expect(page.locator("#message")).to_be_focused()


async def test_a_question_stays_over_the_composer_until_it_is_answered(browser, chat):
    page = await opened(browser, chat)
    await page.locator("#message").fill("/bet")
    await page.keyboard.press("Enter")
    await expect(page.locator("#pending-asked")).to_have_text("How much?")
    await expect(page.locator("#message")).to_be_focused()
    await page.keyboard.type("3")
    await page.keyboard.press("Enter")
    await expect(page.locator(".toast")).to_contain_text("staked 3")
    await expect(page.locator("#pending")).to_be_hidden()


async def test_alerts_are_dialogs_and_give_the_focus_back(browser, chat):
    page = await opened(browser, chat)
    await chat.adapter.send(GROUP, Post(board("one", "Alert")))
    await page.get_by_role("button", name="Alert").press("Enter")
    await expect(page.get_by_role("dialog")).to_contain_text("an alert")
    await expect(page.get_by_role("dialog").get_by_role("button")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("dialog")).to_be_hidden()
    await expect(page.get_by_role("button", name="Alert")).to_be_focused()
    await expect(page.locator("#alert-text")).to_be_empty()
    assert "an alert" not in await page.content()


async def test_notes_are_private_and_replaced_by_the_answers_of_their_buttons(browser, chat):
    page = await opened(browser, chat)
    await chat.adapter.send(GROUP, Post(board("one", "Rules")))
    await page.get_by_role("button", name="Rules").click()
    await expect(page.locator(".note .text")).to_have_text("rule one")
    await page.locator(".note .key").click()
    await expect(page.locator(".note .text")).to_have_text("rule two")
    await page.locator("#people .person-pick").nth(1).click()
    await expect(page.locator(".note")).to_be_hidden()


async def test_a_button_copies_and_confirms(browser, chat):
    page = await opened(browser, chat, permissions=["clipboard-read", "clipboard-write"])
    screen = Screen(((Span("promise"),),), ((Button("Copy seal", copy="3fa907c2"),),))
    await chat.adapter.send(GROUP, Post(screen))
    await page.get_by_role("button", name="Copy seal").click()
    await expect(page.locator(".toast")).to_contain_text("Copied")
    assert await page.evaluate("navigator.clipboard.readText()") == "3fa907c2"


async def test_a_press_made_while_the_program_restarts_is_done_once(browser, chat):
    page = await opened(browser, chat, follow=False)
    await chat.adapter.send(GROUP, Post(board("one", "Draw")))
    draw = page.get_by_role("button", name="Draw")
    await expect(draw).to_be_visible()
    port = int(chat.origin.rpartition(":")[2])
    await chat.adapter.stop()
    await expect(page.locator("#status")).to_have_attribute("data-state", "lost")
    await draw.click()
    await expect(draw).to_have_attribute("aria-disabled", "true")
    await chat.start(port=port)
    await expect(page.locator(".toast")).to_contain_text("count 1", timeout=10_000)
    await expect(page.locator("#status")).to_have_attribute("data-state", "open")
    await expect(draw).not_to_have_attribute("aria-disabled", "true")
    assert chat.game.count == 1


async def test_a_double_click_presses_once(browser, chat):
    page = await opened(browser, chat, follow=False)
    await chat.adapter.send(GROUP, Post(board("one", "Draw")))
    await page.get_by_role("button", name="Draw").dblclick()
    await expect(page.locator(".toast")).to_contain_text("count 1")
    await asyncio.sleep(0.1)
    assert chat.game.count == 1


async def test_people_are_chosen_by_arrows(browser, chat):
    page = await opened(browser, chat)
    await page.locator('#people [aria-checked="true"]').focus()
    await page.keyboard.press("ArrowDown")
    await expect(page.get_by_role("radio", name="Boris")).to_be_focused()
    await expect(page.get_by_role("radio", name="Boris")).to_be_checked()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 390, 1180])
async def test_targets_contrast_and_width_hold(browser, chat, scheme, width):
    page = await opened(
        browser,
        chat,
        follow=False,
        viewport={"width": width, "height": 800},
        color_scheme=scheme,
        reduced_motion="reduce",
    )
    screen = Screen(
        (
            (Span("Очко K7", Tone.STRONG), Span(" · deal 3/10 · bank 9")),
            (
                Span("Szentgyörgyvölgyi", mention=1),
                Span(" "),
                Span("A♠", Tone.BLACK_CARD),
                Span("7♦", Tone.RED_CARD),
            ),
            (Span("3fa907c2d41e88b0", Tone.CODE), Span(" 60 s", Tone.QUIET)),
        ),
        (
            (Button("Draw", key="draw", weight=Weight.PRIMARY), Button("Enough", key="enough")),
            (Button("Copy", copy="text"), Button("Close", key="close", weight=Weight.DANGER)),
            tuple(Button(str(label), key=f"bet{label}") for label in range(1, 5)),
        ),
    )
    await chat.adapter.send(GROUP, Post(screen, mentions=(1,)))
    await page.get_by_role("button", name="Draw").click()
    await expect(page.locator(".toast")).to_be_visible()
    assert await page.evaluate(FAULTS) == []
    await page.keyboard.press("Escape")
    await page.locator("#panel-show").click()
    await page.locator("#message").fill("/bet")
    await page.keyboard.press("Enter")
    await page.locator("#add-person").click()
    assert await page.evaluate(FAULTS) == []
    if width < 860:
        await page.locator("#settings-toggle").click()
        assert await page.evaluate(FAULTS) == []
        await page.keyboard.press("Escape")
    await page.locator("#message").fill("/")
    await expect(page.locator("#menu")).to_be_visible()
    assert await page.evaluate(FAULTS) == []
