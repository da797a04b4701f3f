"""The wallet of a person: virtual rubles, and what moved them (rules 5.2)."""

from bot.model.rows import Movement, Wallet
from bot.ports.screens import Line
from bot.ports.texts import Texts
from bot.screens.hands import signed
from bot.screens.lines import SEPARATOR, plain, quiet, strong


def wallet_lines(say: Texts, wallet: Wallet) -> tuple[Line, ...]:
    """The balance, what lies at tables, the newest movements in plain words."""
    lines = [strong(say("In the wallet: {rubles} virtual rubles", rubles=say.hundredths(wallet.balance)))]
    if wallet.held:
        lines.append(plain(say("at a table: {rubles} virtual rubles", rubles=say.hundredths(wallet.held))))
    if wallet.movements:
        lines.append(quiet(say("last movements:")))
    for movement in wallet.movements:
        amount = signed(say.hundredths(abs(movement.amount)), movement.amount)
        lines.append(plain(SEPARATOR.join((say.date(movement.at), amount, _cause(say, movement)))))
    lines.append(quiet(say("Rubles are virtual: never bought, sold or cashed out.")))
    return tuple(lines)


def _cause(say: Texts, movement: Movement) -> str:
    """Why, in a few words; a cause of a later version is named as it is stored."""
    code = movement.source_id.partition(":")[0]
    match movement.source, movement.reason:
        case "table", "result":
            return say("result of table {code}", code=code)
        case "stake", "buy_in":
            return say("staked at table {code}", code=code)
        case "stake", "return":
            return say("stake back from table {code}", code=code)
        case "stake", "cash_out":
            return say("chips at the end, table {code}", code=code)
        case _:
            return f"{movement.source} {movement.reason}"
