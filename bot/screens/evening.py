"""«This evening»: who leads, what was won, what happened; one message when it is quiet in a chat (see `bot.history.evenings`)."""

from bot.model.evening import Account, Group, Share
from bot.ports.keys import Key, KeyVerb
from bot.ports.names import clean_name, isolated
from bot.ports.screens import Button, Line, Screen
from bot.ports.texts import Texts
from bot.screens.hands import taken
from bot.screens.lines import card_spans, flow, plain, quiet, strong
from bot.screens.reckoning import WIDTH

#: So many persons of a group are told of, the leaders.
_SHOWN = 5
_NAME = 16


def evening_screen(say: Texts, account: Account) -> Screen:
    """What an evening came to. Games that count, those that do not, and units are told of apart."""
    games = sum(account.games.values())
    lines: list[Line] = [
        *flow(
            strong(say("This evening")),
            say.plural("{n} game", "{n} games", games),
            say("{minutes} min", minutes=account.minutes),
            width=WIDTH,
        )
    ]
    for group in sorted(account.games, key=lambda one: (one.units, not one.rated)):
        if len(account.games) > 1 or group.units or not group.rated:
            lines.extend(flow(_title(say, group), say.plural("{n} game", "{n} games", account.games[group])))
        shares = account.shares.get(group, ())
        for share in shares[:_SHOWN]:
            lines.extend(_share_lines(say, group, share))
        if (more := len(shares) - _SHOWN) > 0:
            lines.append(quiet(say.plural("and {n} more", "and {n} more", more)))
    feats = account.feats
    lines.extend(
        flow(
            say("banks broken: {n}", n=feats.broken) if feats.broken else "",
            say("knocks: {n}", n=feats.knocks) if feats.knocks else "",
            say("golden points: {n}", n=feats.golden) if feats.golden else "",
            width=WIDTH,
        )
        if feats.broken or feats.knocks or feats.golden
        else ()
    )
    if (best := feats.best) is not None:
        whose = isolated(clean_name(best.name, _NAME) or say("player"))
        title = say("best hand:")
        hand: Line = (*plain(f"{title} "), *card_spans(best.cards), *plain(f" = {best.points}"))
        lines.extend(flow(hand, say("golden point") if best.golden else "", whose, width=WIDTH))
    if any(group.units for group in account.games):
        lines.append(quiet(say("Units are virtual: no money value, never exchanged.")))
    return Screen(tuple(lines), (), say.language)


def _title(say: Texts, group: Group) -> str:
    if group.units:
        return say("units, rated") if group.rated else say("units, unrated")
    return say("rated") if group.rated else say("unrated")


def _share_lines(say: Texts, group: Group, share: Share) -> tuple[Line, ...]:
    name = isolated(clean_name(share.name, _NAME) or say("player {n}", n=share.person))
    if group.units:
        return flow(taken(name, share.net, say.halves(share.net)), width=WIDTH)
    rubles = say("virtual rubles {rubles}", rubles=say.hundredths(share.rubles)) if group.rated else ""
    wins = say.plural("{n} win", "{n} wins", share.wins)
    return flow(taken(name, share.net), wins if share.wins else "", rubles, width=WIDTH)


def finish_button(say: Texts) -> Button:
    """«Finish»: the evening is over, and told of now."""
    return Button(say("Finish the evening"), str(Key(KeyVerb.FINISH)))
