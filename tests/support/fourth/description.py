"""The description of the fourth game, and its texts in the other languages."""

from dataclasses import replace
from datetime import timedelta

from bot.model.games import Game, game_of
from bot.ports.screens import Line
from bot.ports.texts import N_, Texts
from bot.screens.games import ochko, screens_of
from bot.screens.lines import plain
from fourth.rules import HALF

TEXTS = {
    "ru": {"Half": "Половинка", "No stake is above half of the bank.": "Ставка не больше половины банка."},
    "hu": {"Half": "Felező", "No stake is above half of the bank.": "A tét legfeljebb a bank fele."},
}


def rules_lines(say: Texts) -> tuple[Line, ...]:
    """The rules in short."""
    return (plain(say("No stake is above half of the bank.")), *ochko.rules_lines(say))


GAME = Game(
    rules=HALF,
    title=N_("Half"),
    words=frozenset({"half", "половинка"}),
    offer="half",
    seconds=40,
    pause=timedelta(seconds=5),
    likely=game_of("ochko").likely,
    leveled=True,
    rounds=False,
)

SCREENS = replace(
    screens_of("ochko"),
    name=HALF.name,
    rules=rules_lines,
    essentials=lambda say: say("No stake is above half of the bank."),
)
