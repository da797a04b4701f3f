"""The lobby: who sits, what will be played, the opener's options."""

from bot.model.choices import next_words
from bot.model.options import Level, Options
from bot.ports.keys import KeyVerb
from bot.ports.screens import Button, Line, Screen, Weight
from bot.ports.texts import Texts
from bot.screens.caption import TableCaption, game_name, help_button, lobby_key, seconds_text
from bot.screens.computers import computer_rows, level_of_computers, skill_text
from bot.screens.lines import flow, plain, quiet, strong, wrapped
from bot.screens.tally import Tally, series_lines, together_lines
from bot.screens.words import last_word_lines, word_button

#: A lobby closes after this many minutes without a press in it.
OPEN_MINUTES = 10


def level_text(say: Texts, level: Level) -> str:
    """Who may sit down, in words."""
    match level:
        case Level.EVERYONE:
            return say("any")
        case Level.SANDBOX:
            return say("sandbox (below 10 chips)")
        case Level.ADVANCED:
            return say("advanced (10 chips and more)")


def level_label(say: Texts, level: Level) -> str:
    """The label of the level's button."""
    match level:
        case Level.EVERYONE:
            return say("Any level")
        case Level.SANDBOX:
            return say("Sandbox")
        case Level.ADVANCED:
            return say("Advanced")


def rated_text(say: Texts, options: Options) -> str:
    """Whether it counts, in a word."""
    return say("rated") if options.rated else say("unrated")


def deals_text(say: Texts, options: Options) -> str:
    """How long a game lasts at most, in deals."""
    if options.deals is None:
        return say("until the bank is broken")
    return say.plural("up to {n} deal", "up to {n} deals", options.deals)


def length_text(say: Texts, options: Options) -> str:
    """What says how long or how high it is played: the deals of Очко, the size of Стук."""
    if options.open_ended:
        return ""
    return say("size {n}", n=options.size) if options.at.sizes else deals_text(say, options)


def stake_text(say: Texts, options: Options) -> str:
    """What a seat of Стук brings (rules 3.1); empty in a game where nothing is brought."""
    if options.stack is None:
        return ""
    if options.buy_in:
        return say("buy-in: {n} virtual rubles", n=options.stack)
    return say("buy-in: {n} play chips", n=options.stack)


def likely_minutes(options: Options) -> int:
    """About how many minutes a full table plays."""
    return max(1, round(options.at.likely(options.seats, options.deals) / 60))


def _head(say: Texts, seating: TableCaption) -> tuple[Line, ...]:
    options = seating.options
    return flow(
        strong(game_name(say, options.game)),
        say("table {tag}", tag=seating.tag),
        rated_text(say, options),
        say.plural("{n} seat", "{n} seats", options.seats),
        length_text(say, options),
        seconds_text(say, options.seconds),
        "" if options.open_ended else say("about {minutes} min", minutes=likely_minutes(options)),
    )


def lobby_screen(
    say: Texts,
    seating: TableCaption,
    chips: tuple[int | None, ...],
    *,
    menu: bool,
    appearance: int,
    tally: Tally | None = None,
) -> Screen:
    """A lobby that waits. `menu` shows the opener's options instead of the seats' buttons.

    `chips` by seat, None where there are none; `appearance` is the opener's appearance rating.
    """
    options = seating.options
    lines: list[Line] = [*_head(say, seating)]
    for seat, stack in enumerate(chips):
        lines.extend(
            flow(
                (*plain(f"{seat + 1} "), *seating.strong_name(say, seat)),
                _skill(say, seating, seat),
                chips_text(say, stack),
                say("with a word") if seat in seating.announced else "",
            )
        )
    if free := options.seats - len(chips):
        lines.append(plain(say("free seats: {n}", n=free)))
    if options.open_ended:
        lines.extend(wrapped(say("units: virtual, no money value")))
        if not seating.private:
            lines.extend(wrapped(say("come and go between rounds")))
    elif options.stack is None and not seating.private:
        lines.extend(wrapped(say("level: {who}", who=level_text(say, options.level))))
    elif options.stack is not None:
        lines.extend(wrapped(stake_text(say, options)))
    lines.extend(series_lines(say, seating, tally or Tally()))
    lines.extend(together_lines(say, seating, tally or Tally()))
    lines.append(quiet(say("closes if idle for {minutes} min", minutes=OPEN_MINUTES)))
    lines.append(quiet(say("deck seal {promise}", promise=seating.commitment[:16])))
    rows = _option_rows(say, seating, appearance) if menu else _seat_rows(say, seating, taken=len(chips))
    return Screen(tuple(lines), rows, say.language)


def chips_text(say: Texts, chips: int | None) -> str:
    """What a seat brings; empty where there are no chips."""
    return "" if chips is None else say.plural("{n} chip", "{n} chips", chips)


def _skill(say: Texts, seating: TableCaption, seat: int) -> str:
    """How well the computer in that seat plays; empty where a person sits."""
    computer = seating.computer(seat)
    return "" if computer is None else skill_text(say, computer.skill)


def _seat_rows(say: Texts, seating: TableCaption, taken: int) -> tuple[tuple[Button, ...], ...]:
    code, options = seating.code, seating.options
    persons = taken - sum(computer is not None for computer in seating.computers)
    second = [Button(say("Options"), lobby_key(code, KeyVerb.MENU))]
    if taken >= options.least:
        start = say("Start {taken}/{seats}", taken=taken, seats=options.seats)
        second.insert(0, Button(start, lobby_key(code, KeyVerb.START)))
    first = [Button(say("Leave"), lobby_key(code, KeyVerb.LEAVE)), help_button(seating)]
    if not seating.private:
        first.insert(0, Button(say("Sit down"), lobby_key(code, KeyVerb.SIT), Weight.PRIMARY))
    return (
        tuple(first),
        tuple(second),
        *(computer_rows(say, seating) if persons == 1 else ()),
        (Button(say("Copy seal"), copy=seating.commitment), *word_button(say, seating)),
    )


def _option_rows(say: Texts, seating: TableCaption, appearance: int) -> tuple[tuple[Button, ...], ...]:
    options, code = seating.options, seating.code
    words = next_words(options, appearance)
    length = say("To the end") if options.deals is None else say("Deals: {n}", n=options.deals)
    if options.at.sizes:
        length = say("Size: {n}", n=options.size)
    game = say("Game: {game}", game=game_name(say, options.game))
    choices = [
        Button(say("Rated") if options.rated else say("Unrated"), lobby_key(code, KeyVerb.SET, words.rated))
    ]
    if words.level is not None:
        choices.append(Button(level_label(say, options.level), lobby_key(code, KeyVerb.SET, words.level)))
    return (
        (
            Button(say("Seats: {n}", n=options.seats), lobby_key(code, KeyVerb.SET, words.seats)),
            Button(seconds_text(say, options.seconds), lobby_key(code, KeyVerb.SET, words.timeout)),
            *(() if words.length is None else (Button(length, lobby_key(code, KeyVerb.SET, words.length)),)),
        ),
        tuple(choices),
        *computer_rows(say, seating),
        (Button(game, lobby_key(code, KeyVerb.SET, words.game)),),
        (
            Button(say("Done"), lobby_key(code, KeyVerb.DONE), Weight.PRIMARY),
            Button(say("Close table"), lobby_key(code, KeyVerb.CLOSE), Weight.DANGER),
        ),
    )


def started_screen(say: Texts, seating: TableCaption) -> Screen:
    """The lobby's last edit when its game has started: what was agreed, and the promise to check later."""
    seats = tuple(seating.strong_name(say, seat) for seat in range(len(seating.names)))
    return Screen(
        (
            *_head(say, seating),
            *flow(*seats),
            *(wrapped(level_of_computers(say, seating.skill)) if seating.skill is not None else ()),
            quiet(say("deck seal {promise}", promise=seating.commitment[:16])),
            *last_word_lines(
                say, None if seating.last_word is None else seating.name(say, seating.last_word)
            ),
            *wrapped(say("The game is on: see the board below.")),
        ),
        ((Button(say("Copy seal"), copy=seating.commitment),),),
        say.language,
    )


def closed_screen(say: Texts, seating: TableCaption, *, why: str) -> Screen:
    """The lobby's last edit when it never started; `why`: it waited in vain.

    That was for a press (`idle`) or for somebody to join (`unjoined`).
    """
    match why:
        case "idle":
            text = say("Closed: nothing was pressed for a while.")
        case "unjoined":
            text = say("Closed: nobody joined for half an hour.")
        case _:
            text = say("Closed.")
    return Screen(
        (*_head(say, seating), *wrapped(text)),
        ((Button(say("Open again"), lobby_key(seating.code, KeyVerb.REOPEN)),),),
        say.language,
    )
