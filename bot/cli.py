"""The command line: `twentyone` runs the bot, its subcommands work on files."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError

from bot.export import export_command
from bot.replay import replay_command
from bot.settings import Settings
from bot.verify import verify_command

Serve = Callable[[Settings, bool], int]

#: A chore of a platform's host; the exit status.
Chore = Callable[[Settings], int]


def command_line(serve: Serve, discord: Mapping[str, Chore]) -> typer.Typer:
    """The program's commands; `serve(settings, browser)` runs the bot and returns the exit status.

    `discord` are the chores of Discord's hosts by their names; their first lines of documentation are shown as help.
    """
    program = typer.Typer(
        name="twentyone",
        help="Card games of the «21» family for group chats. Without a command: run the bot.",
        add_completion=False,
        pretty_exceptions_enable=False,
    )

    @program.callback(invoke_without_command=True)
    def run(
        context: typer.Context,
        browser: Annotated[bool, typer.Option(help="Open the local page in the browser.")] = True,  # noqa: FBT002 - typer makes --no-browser of it
    ) -> None:
        """Run the bot: the local chat page, as no token is needed for it."""
        if context.invoked_subcommand is not None:
            return
        raise typer.Exit(serve(_settings(), browser))

    @program.command()
    def replay(
        file: Annotated[
            Path, typer.Argument(help="A game record, or - for standard input.", allow_dash=True)
        ],
        as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,  # noqa: FBT002 - typer makes a flag of it
    ) -> None:
        """Play a game record through the rules and print what came out."""
        raise typer.Exit(replay_command(str(file), as_json))

    @program.command()
    def verify(
        file: Annotated[
            Path, typer.Argument(help="A proof of fair play, or - for standard input.", allow_dash=True)
        ],
    ) -> None:
        """Check a proof of fair play: the promise, the seed, every card, every move."""
        raise typer.Exit(verify_command(str(file)))

    @program.command()
    def export(
        code: Annotated[str, typer.Argument(help="The six characters of a table that has ended.")],
        proof: Annotated[bool, typer.Option("--proof", help="The whole proof of fair play.")] = False,  # noqa: FBT002 - as above
    ) -> None:
        """Print the record of a finished table from the database of the settings."""
        raise typer.Exit(export_command(_settings().database, code, proof))

    chores = typer.Typer(help="Chores of a host on Discord.")
    for name, chore in discord.items():
        chores.command(name, help=chore.__doc__)(_command(chore))
    program.add_typer(chores, name="discord")

    return program


def _command(chore: Chore) -> Callable[[], None]:
    def run() -> None:
        raise typer.Exit(chore(_settings()))

    return run


def _settings() -> Settings:
    try:
        return Settings()
    except ValidationError as error:
        for problem in error.errors():
            name = ".".join(str(part) for part in problem["loc"])
            typer.echo(f"twentyone: the setting {name} cannot be used: {problem['msg']}", err=True)
        raise typer.Exit(1) from None
