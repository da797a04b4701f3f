"""Slash commands: each one, what it needs, who may, in a server, a thread and a private chat."""

import re

import discord
import pytest
from server import Server, buttons, has, said, text_of
from simcord.backend.models import Overwrite

from adapters.discord.chores import ChoreFailed, invitation, synced
from adapters.discord.commands import Translator
from bot.app.routes import ROUTES
from bot.app.wording import Catalogues
from bot.ports.texts import ENDONYMS

#: Every command with options that make sense when nothing has been played.
COMMANDS = {
    "newtable": {"seats": 2, "timeout": 60, "deals": "5", "rated": "unrated", "level": "everyone"},
    "tables": {},
    "table": {"table": "K7"},
    "bet": {"stake": 3},
    "leave": {},
    "train": {},
    "stop": {"table": "K7"},
    "word": {"word": "nobody guesses it"},
    "replay": {"code": "K7A2BC"},
    "verify": {"code": "K7A2BC"},
    "leaderboard": {"where": "everywhere", "period": "all", "by": "wins"},
    "profile": {},
    "wallet": {},
    "notify": {},
    "rules": {"game": "stuk"},
    "help": {},
    "language": {"language": "hu", "chat": False},
    "words": {"cards": "on"},
    "mydata": {},
    "forget": {},
}


def test_every_command_of_the_application_is_there_but_the_one_that_needs_typing():
    assert set(COMMANDS) == {*ROUTES.commands} - {"cancel"}


@pytest.mark.parametrize("name", COMMANDS)
async def test_each_command_is_answered_for_its_asker_alone(server, name):
    result = await server.slash("Anna", name, **COMMANDS[name])
    await server.turn(3)
    assert result.response.ephemeral
    assert said(result)


@pytest.mark.parametrize("name", COMMANDS)
async def test_each_command_is_answered_politely_in_a_private_chat(server, name):
    anna = server.env.create_user("Anna")
    result = await anna.slash(name, **COMMANDS[name])
    await server.settle()
    await server.turn(3)
    assert result.acknowledged
    assert text_of(result.response)
    if name == "newtable":
        # Computer players sit down there with him.
        assert [s.place.private for s in server.app.tables.open_sessions()] == [True]
        assert "Computer 1" in server.shown(anna.dm_channel)


async def test_a_table_for_several_is_pointed_to_a_server(server):
    anna = server.env.create_user("Anna")
    result = await anna.slash("newtable", rated="rated")
    await server.turn(3)
    assert "group" in text_of(result.response)


async def test_options_are_bounded_by_discord_itself(server):
    """Nothing but a stake can be typed as one."""
    commands = {
        command.name: command.to_dict(server.env.bot.tree) for command in server.env.bot.tree.get_commands()
    }
    stake = commands["bet"]["options"][0]
    assert (stake["type"], stake["min_value"], stake["max_value"]) == (4, 1, 1_000_000)
    assert [choice["value"] for choice in commands["newtable"]["options"][1]["choices"]] == [1, 2, 3, 4, 5, 6]
    for command in commands.values():
        assert sorted(command["contexts"]) == [0, 1]
        assert command["integration_types"] == [0]


@pytest.mark.parametrize("language", ["ru", "hu"])
async def test_names_and_descriptions_are_told_in_the_clients_language(server, language):
    bot = server.env.bot
    for command in bot.tree.get_commands():
        payload = await command.get_translated_payload(bot.tree, Translator(Catalogues()))
        choices = [choice for option in payload["options"] for choice in option.get("choices", [])]
        for choice in choices:
            # Numbers, and the names that languages have for themselves, are the same everywhere.
            if (
                choice["name"].isascii()
                and not choice["name"].isdigit()
                and choice["name"] not in ENDONYMS.values()
            ):
                assert 1 <= len(choice["name_localizations"][language]) <= 100
        for part in (payload, *payload["options"]):
            name = part["name_localizations"][language]
            assert re.fullmatch(r"[-_\w]{1,32}", name), name
            assert name == name.lower()
            assert 1 <= len(part["description_localizations"][language]) <= 100
            assert set(part["name_localizations"]) == {"ru", "hu"}
        assert len({option["name_localizations"][language] for option in payload["options"]}) == len(
            payload["options"]
        )


async def test_commands_are_registered_once_and_compared_first(server):
    client = discord.Client(intents=discord.Intents.none())
    client.http = server.env.bot.http
    client._connection.application_id = server.env.bot.application_id
    client._connection.http = server.env.bot.http
    assert await synced(client, Catalogues()) is True
    again = discord.Client(intents=discord.Intents.none())
    again.http = again._connection.http = server.env.bot.http
    again._connection.application_id = server.env.bot.application_id
    before = len(server.env.http_requests)
    assert await synced(again, Catalogues()) is False
    assert [entry.method for entry in server.env.http_requests[before:]] == ["GET"]


def test_the_invitation_asks_for_what_is_needed_and_no_more():
    address = invitation("MTIzNDU2Nzg5MDEyMzQ1Njc4.abc.def")
    assert "client_id=123456789012345678" in address
    assert "scope=bot+applications.commands" in address
    assert "permissions=274878024704" in address
    with pytest.raises(ChoreFailed):
        invitation("no token at all")


@pytest.mark.parametrize("right", ["send_messages", "embed_links", "attach_files"])
async def test_what_the_bot_may_not_is_told_before_anybody_sits(server, right):
    channel = server.guild.create_text_channel(
        "closed", overwrites={server.env.bot.user: discord.PermissionOverwrite(**{right: False})}
    )
    result = await server.slash("Anna", "newtable", channel=channel, seats=2)
    assert "has to allow" in said(result)
    assert right.replace("_", " ").title() in said(result)
    assert server.app.tables.open_sessions() == []


async def test_a_seat_is_not_taken_where_the_bot_lost_its_rights(server):
    await server.slash("Anna", "newtable", seats=2)
    await server.turn(2)
    board = server.board("sit")
    await forbid(server, "send_messages")
    result = await server.click("Boris", board, "sit")
    assert "Send Messages" in said(result)
    assert len(server.app.tables.open_sessions()[0].row.seats) == 1


async def forbid(server: Server, right: str) -> None:
    channel = server.env.backend.channels[server.channel.id]
    deny = getattr(discord.Permissions, right).flag
    channel.overwrites = [Overwrite(target_id=server.env.bot.user.id, type=1, allow=0, deny=deny)]
    await server.settle()


async def test_only_who_manages_the_server_is_an_admin(server):
    await server.slash("Gleb", "language", language="hu", chat=True)
    assert "admin" in server.private("Gleb")
    role = server.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    boss = server.guild.add_member(server.env.create_user("Boss"), roles=[role])
    server.people["Boss"] = boss
    await server.slash("Boss", "language", language="hu", chat=True)
    await server.open_table("Anna", "Boris", deals="5")
    assert "lap" in server.shown() or "leosztás" in server.shown()
    refused = await server.slash("Gleb", "stop")
    assert len(server.app.tables.open_sessions()) == 1
    assert said(refused)
    await server.slash("Boss", "stop")
    await server.turn(3)
    assert server.app.tables.open_sessions() == []


async def test_rules_are_those_of_the_game_that_is_named(server):
    ochko, stuk = [said(await server.slash("Anna", "rules", game=game)) for game in ("ochko", "stuk")]
    assert "knock" in stuk
    assert "knock" not in ochko
    assert all(8 <= len(text.splitlines()) <= 9 for text in (ochko, stuk))


async def test_another_persons_profile(server):
    await server.open_table("Anna", "Boris", deals="1")
    await server.play_out()
    result = await server.slash("Anna", "profile", person=server.person("Boris"))
    assert "Boris" in said(result)
    result = await server.slash("Anna", "profile", person=server.person("Vera"))
    assert "not played" in said(result)


async def test_a_bet_by_command_brings_the_panel(server):
    await server.open_table("Anna", "Boris", deals="5")
    name = server.mover()
    result = await server.slash(name, "bet", stake=2)
    assert "Stake 2" in said(result)
    assert any(has(key, "stand") for _, key in buttons(result.response))
    refused = await server.slash(name, "bet", stake=2)
    assert not buttons(refused.response)


async def test_who_asked_for_it_is_called_when_a_table_opens(server):
    await server.slash("Vera", "notify")
    await server.slash("Anna", "newtable", seats=2)
    await server.turn(2)
    message = server.messages()[-1]
    assert message.mention_user_ids == [server.person("Vera").id]


async def test_a_command_of_an_older_version_is_answered(server):
    await server.slash("Anna", "tables")
    server.env.bot.tree.remove_command("rules")
    result = await server.slash("Anna", "rules")
    assert said(result)
    # The library tells it as an error all the same; here it is expected, and nothing else is.
    (told,) = server.env.errors
    assert isinstance(told, discord.app_commands.CommandNotFound)
    server.env._errors.clear()
