"""What a training shows: the last decision judged, the hand in play, the pause, the summary (rules 4.14)."""

from dataclasses import dataclass

from bot.model.course import HANDS, Course, Judged
from bot.model.figures import Costly, Summary
from bot.ports.keys import DIGITS, Key, KeyVerb, base36
from bot.ports.screens import Button, Line, Screen, Span, Weight
from bot.ports.texts import Texts
from bot.screens.company import company_lines, next_text, number_asked, number_text
from bot.screens.games.blackjack import placed, verb_label
from bot.screens.lines import card_spans, flow, plain, quiet, strong, wrapped
from engine.game import HandView, Verb, View
from engine.odds.blackjack import Play
from engine.training import Decision, Grade

#: Up cards under which a dealer who peeks would look.
_PEEKED = frozenset({"A", "T"})

#: Costs below this are said to be less than a thousandth.
_LEAST_SHOWN = 0.0005

#: What asks for a training in the message that is pressed; without it, in a message further down.
AGAIN = "again"


@dataclass(frozen=True, slots=True)
class Moment:
    """What a button of a training asks for, and the moment of the training at which it may: its number, the hand, the moves in it."""

    what: str
    training: int
    hand: int
    turn: int

    def key(self) -> str:
        """The key of the button."""
        numbers = (base36(number) for number in (self.training, self.hand, self.turn))
        return str(Key(KeyVerb.TRAIN, argument="-".join((self.what, *numbers))))

    @classmethod
    def read(cls, argument: str) -> "Moment | None":
        """The question behind a key's argument; None for anything `key` did not make."""
        what, *numbers = argument.split("-")
        if len(numbers) != 3 or not all(numbers) or any(set(number) - set(DIGITS) for number in numbers):
            return None
        training, hand, turn = (int(number, 36) for number in numbers)
        return cls(what, training, hand, turn)


def course_screen(say: Texts, course: Course, summary: Summary | None = None) -> Screen:
    """A training as it stands; in a pause with what it has come to so far."""
    lines = list(_before(say, course))
    if course.paused:
        lines.append(strong(say.plural("{n} hand played", "{n} hands played", course.hand.number)))
        if summary is not None:
            lines.extend(_figures(say, summary))
        rows: tuple[tuple[Button, ...], ...] = (
            (
                _button(course, say("{n} more", n=HANDS), "more", Weight.PRIMARY),
                _button(course, say("End"), "end"),
            ),
            (_company_button(say, course),),
        )
    else:
        lines.extend(_hand_lines(say, course))
        rows = _hand_rows(say, course)
    return Screen(tuple(lines), rows, say.language)


def _before(say: Texts, course: Course) -> tuple[Line, ...]:
    """The last decision and what came of it; before the first one what this is."""
    if course.last is None or (course.last.hand - 1) // HANDS != (course.hand.number - 1) // HANDS:
        if course.hand.number > 1:
            return _past(say, course)
        return (
            strong(say("Training")),
            *wrapped(say("Blackjack, you against the dealer. Each decision is judged by the exact odds.")),
            *wrapped(say("The number after a weaker move is its average cost in units.")),
            *map(_quietly, wrapped(_virtual(say))),
            *_past(say, course),
        )
    return (*judged_lines(say, course.last), *_past(say, course))


def _quietly(line: Line) -> Line:
    return quiet("".join(span.text for span in line))


def _virtual(say: Texts) -> str:
    return say("Units are virtual and worth no money.")


def judged_lines(say: Texts, judged: Judged) -> tuple[Line, ...]:
    """What a decision was worth, and where this game differs from the common chart."""
    lines: list[Line] = [*flow(strong(verdict_text(say, judged)), *_cost_pieces(say, judged))]
    if judged.hinted:
        lines.append(quiet(say("after a hint: no best move")))
    if judged.chart is not judged.best:
        lines.extend(
            flow(
                say("basic strategy: {play}", play=play_text(say, judged.chart)),
                say("here: {play}", play=play_text(say, judged.best)),
            )
        )
        lines.append(quiet(_reason(say, judged)))
    return tuple(lines)


def _cost_pieces(say: Texts, judged: Judged) -> tuple[str, ...]:
    if judged.grade is Grade.BEST:
        return ()
    return (f"−{cost_text(say, judged.cost)}", say("best: {play}", play=play_text(say, judged.best)))


def _reason(say: Texts, judged: Judged) -> str:
    if judged.up in _PEEKED and judged.chart in {Play.DOUBLE, Play.SPLIT}:
        return say("the dealer may have a natural")
    return say("by exactly these cards")


def verdict_text(say: Texts, judged: Judged) -> str:
    """A play and its class."""
    play = verb_label(say, Verb(judged.play))
    match judged.grade:
        case Grade.BEST:
            return say("{play}: the best move", play=play)
        case Grade.CLOSE:
            return say("{play}: a close call", play=play)
        case Grade.MISTAKE:
            return say("{play}: a mistake", play=play)
        case Grade.BLUNDER:
            return say("{play}: a blunder", play=play)


def hint_text(say: Texts, decision: Decision) -> str:
    """The best move and how far it leads the second best."""
    lead = cost_text(say, decision.lead)
    return say("Hint: {play}, ahead by {lead}", play=play_text(say, decision.best), lead=lead)


def _past(say: Texts, course: Course) -> tuple[Line, ...]:
    """The hands that have ended since the last decision."""
    lines: list[Line] = []
    for view in course.past:
        hands = view.seats[-1].hands
        for hand in hands:
            lines.extend(flow(*_cards(hand), _brought(say, hand.halves or 0)))
        lines.extend(flow(*_dealer(say, view)))
        if len(hands) > 1:
            lines.append(plain(say("together: {units}", units=_brought(say, view.seats[-1].halves))))
    return tuple(lines)


def _hand_lines(say: Texts, course: Course) -> tuple[Line, ...]:
    view, decision = course.view, course.decision()
    number = (course.hand.number - 1) % HANDS + 1
    repeated = (say("to be repeated"),) if course.hand.given else ()
    lines = [
        *flow(strong(say("Hand {n}/{of}", n=number, of=HANDS)), *repeated),
        *flow(*_dealer(say, view)),
        *company_lines(say, view),
    ]
    hands = view.seats[-1].hands
    for at, hand in enumerate(hands):
        mark = "▸ " if at == view.hand else ""
        lines.extend(flow(plain(mark + say("you:")), *_cards(hand), separator=" "))
    if course.training.hinted and decision is not None:
        lines.extend(wrapped(hint_text(say, decision)))
    if not course.hand.given and course.hand.computers != course.training.computers:
        lines.extend(map(_quietly, wrapped(next_text(say, course.training.computers))))
    return tuple(lines)


def _dealer(say: Texts, view: View) -> tuple[Line, ...]:
    dealer = view.dealer
    if dealer is None:
        return ()
    name: Line = (Span(say("dealer:") + " "),)
    if dealer.shown:
        first, *rest = _cards(dealer)
        return ((*name, *first), *rest)
    up = card_spans(card for card in dealer.cards if card is not None)
    return ((*name, *up, Span(" " + say("and one face down"))),)


def _cards(hand: HandView) -> tuple[Line, ...]:
    """A hand and its points, in pieces that a line can break between."""
    cards = [card for card in hand.cards if card is not None]
    groups = [cards[at : at + 5] for at in range(0, len(cards), 5)]
    *pieces, last = [card_spans(group) for group in groups]
    return (*pieces, (*last, Span(f" = {hand.points or 0}")))


def _brought(say: Texts, halves: int) -> str:
    """What a hand brought, with its sign: `+1.5`, `−2`, `±0`."""
    amount = say.decimal(abs(halves) / 2, 1) if halves % 2 else str(abs(halves) // 2)
    return f"{'+' if halves > 0 else '−' if halves else '±'}{amount}"


def cost_text(say: Texts, cost: float) -> str:
    """Units to a thousandth."""
    if 0 < cost < _LEAST_SHOWN:
        return "<" + say.decimal(0.001, 3)
    return say.decimal(cost, 3)


def play_text(say: Texts, play: Play) -> str:
    """A play within a sentence."""
    match play:
        case Play.STAND:
            return say("stand")
        case Play.HIT:
            return say("hit")
        case Play.DOUBLE:
            return say("double")
        case Play.SPLIT:
            return say("split")


def _hand_rows(say: Texts, course: Course) -> tuple[tuple[Button, ...], ...]:
    moves = placed(course.view.legal, lambda verb: _button(course, verb_label(say, verb), verb.value))
    end = _button(course, say("End training"), "end")
    ends = (end,) if course.training.hinted else (_button(course, say("Hint"), "hint"), end)
    company = ((_company_button(say, course),),) if course.opening else ()
    return (*company, *moves, ends)


def _company_button(say: Texts, course: Course) -> Button:
    computers = course.training.computers
    return _button(course, number_text(say, computers), number_asked(computers))


def _button(course: Course, label: str, what: str, weight: Weight = Weight.PLAIN) -> Button:
    moment = Moment(what, course.training.id, course.hand.number, course.turn)
    return Button(label, moment.key(), weight)


def summary_screen(say: Texts, summary: Summary) -> Screen:
    """What a training has come to, at its end."""
    lines = [
        strong(say("The training is over")),
        *flow(say.plural("{n} hand played", "{n} hands played", summary.hands)),
        *_figures(say, summary),
    ]
    if summary.learn:
        lines.append(strong(say("To learn:")))
        for costly in summary.learn:
            lines.extend(_costly(say, costly))
    if summary.due:
        lines.append(strong(say("Coming back:")))
        lines.extend(flow(*(f"{say.date(day)}: {n}" for day, n in summary.due[:6])))
    lines.extend(map(_quietly, wrapped(_virtual(say))))
    return Screen(tuple(lines), over_rows(say), say.language)


def _figures(say: Texts, summary: Summary) -> tuple[Line, ...]:
    lines = list(flow(say.plural("{n} decision", "{n} decisions", summary.decisions)))
    if summary.decisions:
        share = round(100 * summary.best / summary.decisions)
        lines.extend(flow(say("best moves: {share}%", share=share)))
        lost = cost_text(say, summary.lost)
        lines.extend(flow(say("lost by mistakes: {units} units", units=lost)))
    lines.extend(flow(say("won or lost: {units} units", units=_brought(say, summary.halves))))
    return tuple(lines)


def _costly(say: Texts, costly: Costly) -> tuple[Line, ...]:
    cards = values_text(costly.cards)
    spot = say("{cards} against {up}:", cards=cards, up=values_text((costly.up,)))
    asked = say("{play}? {best}", play=play_text(say, costly.play), best=play_text(say, costly.best))
    return flow(spot, asked, f"−{cost_text(say, costly.cost)}", separator=" ")


def values_text(cards: tuple[str, ...]) -> str:
    """Values as people write them: `A 7`, `10 6`."""
    return " ".join("10" if value == "T" else value for value in cards)


def moved_screen(say: Texts) -> Screen:
    """What is left of a message whose training goes on further down."""
    return Screen((quiet(say("The training is further down.")),), (), say.language)


def over_rows(say: Texts) -> tuple[tuple[Button, ...], ...]:
    """A way to train again."""
    return ((Button(say("Train again"), str(Key(KeyVerb.TRAIN, argument=AGAIN)), Weight.PRIMARY),),)
