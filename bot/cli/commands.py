"""The command line: `twentyone` runs the bot, its subcommands work on files."""

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli.terminal import complain

if TYPE_CHECKING:
    from bot.cli.settings import Settings

Serve = Callable[["Settings", bool], int]

#: A chore of a platform's host; the exit status.
Chore = Callable[["Settings"], int]


def command_line(serve: Serve, discord: Mapping[str, Chore] = MappingProxyType({})) -> typer.Typer:
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
        from bot.cli.replay import replay_command  # noqa: PLC0415 - what a command does not need is not loaded

        raise typer.Exit(replay_command(str(file), as_json))

    @program.command()
    def verify(
        file: Annotated[
            Path, typer.Argument(help="A proof of fair play, or - for standard input.", allow_dash=True)
        ],
    ) -> None:
        """Check a proof of fair play: the promise, the seed, every card, every move."""
        from bot.cli.verify import verify_command  # noqa: PLC0415 - as above

        raise typer.Exit(verify_command(str(file)))

    @program.command()
    def export(
        code: Annotated[str, typer.Argument(help="The six characters of a table that has ended.")],
        proof: Annotated[bool, typer.Option("--proof", help="The whole proof of fair play.")] = False,  # noqa: FBT002 - as above
    ) -> None:
        """Print the record of a finished table from the database of the settings."""
        from bot.cli.export import export_command  # noqa: PLC0415 - as above

        raise typer.Exit(export_command(_settings().database, code, proof))

    @program.command()
    def audit(
        records: Annotated[bool, typer.Option("--records", help="Play all finished tables.")] = False,  # noqa: FBT002 - as above
    ) -> None:
        """Add up wallets, stakes, ledger, results and records of the database of the settings."""
        from bot.cli.audit import audit_command  # noqa: PLC0415 - as above

        raise typer.Exit(audit_command(_settings().database, records))

    program.add_typer(_odds(), name="odds")
    chores = typer.Typer(help="Chores of a host on Discord.")
    for name, chore in discord.items():
        chores.command(name, help=chore.__doc__)(_command(chore))
    program.add_typer(chores, name="discord")

    return program


def _command(chore: Chore) -> Callable[[], None]:
    def run() -> None:
        raise typer.Exit(chore(_settings()))

    return run


def _settings() -> "Settings":
    from bot.cli.settings import BadSettings, read_settings  # noqa: PLC0415 - as above

    try:
        return read_settings()
    except BadSettings as error:
        for sentence in error.sentences:
            complain("", sentence)
        raise typer.Exit(1) from None


def _number(value: float) -> float:
    """Refuse what no range refuses: `nan` is neither too small nor too large."""
    if math.isnan(value):
        raise typer.BadParameter("it is a number from 0 to 3, as in 1.5")
    return value


def _odds() -> typer.Typer:
    odds = typer.Typer(help="What each move is worth, exactly.", no_args_is_help=True)

    @odds.command()
    def blackjack(
        *,
        as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
        packs: Annotated[int, typer.Option(min=1, max=8, help="Packs in the shoe.")] = 6,
        hit_soft_17: Annotated[
            bool, typer.Option("--hit-soft-17", help="The dealer draws to a soft 17.")
        ] = False,
        peek: Annotated[bool, typer.Option("--peek", help="The dealer looks for a natural first.")] = False,
        double_after_split: Annotated[
            bool,
            typer.Option("--double-after-split/--no-double-after-split", help="Split hands may be doubled."),
        ] = True,
        resplit_aces: Annotated[
            bool, typer.Option("--resplit-aces", help="Aces may be split again.")
        ] = False,
        hands: Annotated[int, typer.Option(min=2, max=4, help="The most hands that splitting makes.")] = 4,
        natural_pays: Annotated[
            float, typer.Option(min=0, max=3, callback=_number, help="What a natural brings, in units.")
        ] = 1.5,
    ) -> None:
        """The chart and the values of blackjack: the program's rules, or others (worked out, a minute or two)."""
        from bot.cli.odds import blackjack_command  # noqa: PLC0415 - as above

        status = blackjack_command(
            as_json=as_json,
            packs=packs,
            hit_soft_17=hit_soft_17,
            peek=peek,
            double_after_split=double_after_split,
            resplit_aces=resplit_aces,
            hands=hands,
            natural_pays=natural_pays,
        )
        raise typer.Exit(status)

    @odds.command()
    def ochko(
        *, as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False
    ) -> None:
        """The value of a stake in Ochko, for every pair of thresholds."""
        from bot.cli.odds import ochko_command  # noqa: PLC0415 - as above

        raise typer.Exit(ochko_command(as_json=as_json))

    @odds.command()
    def stuk(
        *, as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False
    ) -> None:
        """The value of a stake in Stuk, by the banker's open card."""
        from bot.cli.odds import stuk_command  # noqa: PLC0415 - as above

        raise typer.Exit(stuk_command(as_json=as_json))

    return odds
