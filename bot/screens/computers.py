"""What is said of computers at a table, and the buttons that seat them."""

from bot.model.choices import next_words
from bot.model.computers import skills
from bot.model.options import games_alone
from bot.ports.keys import Key, KeyVerb
from bot.ports.screens import Button, Weight
from bot.ports.texts import Texts
from bot.screens.caption import TableCaption, game_name, lobby_key
from engine.players import Level as Skill


def skill_text(say: Texts, skill: Skill) -> str:
    """How well a computer plays, in a word (rules 4.17 to 4.19)."""
    match skill:
        case Skill.EASY:
            return say("easy")
        case Skill.NORMAL:
            return say("normal")
        case Skill.HARD:
            return say("hard")


def level_of_computers(say: Texts, skill: Skill) -> str:
    """How well the computers of a table play."""
    return say("Computers: {level}", level=skill_text(say, skill))


def computer_button(say: Texts, seating: TableCaption, count: int) -> Button | None:
    """«+ Computer» for a table where so many would sit; None where computers do not play."""
    if not skills(seating.options.game):
        return None
    return Button(say("+ Computer"), lobby_key(seating.code, KeyVerb.SET, f"computers={count}"))


def computer_rows(say: Texts, seating: TableCaption) -> tuple[tuple[Button, ...], ...]:
    """One computer more or less, and how well they play: for the opener who sits alone."""
    words, code = next_words(seating.options, 0), seating.code
    number = []
    if words.more is not None:
        number.append(Button(say("+ Computer"), lobby_key(code, KeyVerb.SET, words.more)))
    if words.fewer is not None and not (seating.private and seating.options.computers == 1):
        number.append(Button(say("− Computer"), lobby_key(code, KeyVerb.SET, words.fewer)))
    rows = [tuple(number)] if number else []
    if words.skill is not None:
        label = level_of_computers(say, seating.options.skill)
        rows.append((Button(label, lobby_key(code, KeyVerb.SET, words.skill)),))
    return tuple(rows)


def again_rows(say: Texts, seating: TableCaption) -> tuple[tuple[Button, ...], ...]:
    """After a game with computers: the same with others, or with other options."""
    if (skill := seating.skill) is None or not seating.code:
        return ()
    others = tuple(
        Button(
            say("Again: {level}", level=skill_text(say, other)),
            str(Key(KeyVerb.AGAIN, seating.code, argument=other)),
        )
        for other in skills(seating.options.game)
        if other is not skill
    )
    options = Button(say("Options"), str(Key(KeyVerb.AGAIN, seating.code, argument="options")))
    return (others, (options,)) if others else ((options,),)


def alone_rows(say: Texts) -> tuple[tuple[Button, ...], ...]:
    """A button for each game that seats one person with a computer and deals; the first one is coloured."""
    return tuple(
        (
            Button(
                say("{game} with the computer", game=game_name(say, game)),
                str(Key(KeyVerb.ALONE, argument=game)),
                Weight.PRIMARY if game == games_alone()[0] else Weight.PLAIN,
            ),
        )
        for game in games_alone()
    )
