"""What a person is told of a table's promise and proof."""

from bot.ports.names import clean_name, isolated
from bot.ports.screens import Button, Line, Span, Tone
from bot.ports.texts import Texts
from bot.screens.caption import TableCaption, game_name
from bot.screens.lines import plain, quiet, strong
from engine.proof import Proof, Verdict

#: A press id of a platform is shown up to here; longer ones are in the exported proof.
_JOIN = 64


def _title(say: Texts, seating: TableCaption) -> Line:
    return strong(f"{game_name(say, seating.options.game)} {seating.code}")


def _code(text: str) -> Line:
    return (Span(text, Tone.CODE),)


def promise_lines(say: Texts, seating: TableCaption, *, played: bool) -> tuple[Line, ...]:
    """The promise alone: of a table that has not ended, or (not `played`) that never began."""
    why = (
        say("This table has not ended: until then there is only the seal of its secret.")
        if played
        else say("This table was closed before a card was dealt: there is only the seal.")
    )
    return (_title(say, seating), plain(why), _code(seating.commitment))


def promise_rows(say: Texts, seating: TableCaption) -> tuple[tuple[Button, ...], ...]:
    """The promise to take away."""
    return ((Button(say("Copy seal"), copy=seating.commitment),),)


def _checked(say: Texts, proof: Proof, verdict: Verdict) -> str:
    """What has been compared. In Стук the seed draws no banker: the opener is the first one (rules 3.1)."""
    if proof.record.rules.opener_banks:
        return say(
            "Checked: the seal is the {hash} of the secret; secret, shares and words give the seed; "
            "the seed gives every card and every cut; the opener banks first. Cards: {cards}, "
            "shuffles: {shuffles}.",
            hash="SHA-256",
            cards=verdict.cards,
            shuffles=verdict.shuffles,
        )
    return say(
        "Checked: the seal is the {hash} of the secret; secret, shares and words give the seed; "
        "the seed gives the banker, every card and every cut. Cards: {cards}, shuffles: "
        "{shuffles}.",
        hash="SHA-256",
        cards=verdict.cards,
        shuffles=verdict.shuffles,
    )


def _words(say: Texts, seating: TableCaption, proof: Proof) -> tuple[Line, ...]:
    """The words in the order of the seed."""
    if not proof.words:
        return ()
    told = [
        (*plain(f"{word.seat + 1} {seating.name(say, word.seat)} "), *_code(isolated(word.word)))
        for word in proof.words
    ]
    return (plain(say("The words, in the order of the seed:")), *told)


def _claim(say: Texts, seating: TableCaption, proof: Proof) -> str:
    """What the proof says of who could have chosen the cards, and no more."""
    if proof.words:
        return say(
            "The last word came from {name}. If it was not to be guessed, the cards could be chosen only in league with that person.",
            name=seating.name(say, proof.words[-1].seat),
        )
    if proof.foreseen:
        return say(
            "Shares of this table could be foreseen, and there was no word: a host who changed the program could choose."
        )
    return say(
        "There was no word: the program as published cannot choose the cards, a host who changed it could try until they suit."
    )


def proof_lines(say: Texts, seating: TableCaption, proof: Proof, verdict: Verdict) -> tuple[Line, ...]:
    """The whole proof of a table that has ended, and how to check it oneself."""
    joins = [
        (
            *plain(f"{seat + 1} {seating.name(say, seat)} "),
            *(plain(say("no share")) if join is None else _code(clean_name(join, _JOIN))),
        )
        for seat, join in enumerate(proof.joins)
    ]
    if verdict.holds:
        outcome = _checked(say, proof, verdict)
    else:
        broken = ", ".join(dict.fromkeys(finding.link.value for finding in verdict.findings))
        outcome = say("This proof does not hold. What fails: {what}.", what=broken)
    return (
        _title(say, seating),
        plain(say("The seal, shown before anybody sat down:")),
        _code(seating.commitment),
        plain(say("The secret behind it, opened now:")),
        _code(proof.secret.hex()),
        plain(say("The shares of the seats:")),
        *joins,
        *_words(say, seating, proof),
        plain(say("The seed of all chance:")),
        _code(proof.record.setup.seed.hex()),
        strong(outcome),
        plain(say("To check it yourself:")),
        _code(f"twentyone export {seating.code} --proof > proof.json"),
        _code("twentyone verify proof.json"),
        plain(say("Twenty lines of code that do it without this program: {file}", file="docs/fairness.md")),
        plain(_claim(say, seating, proof)),
        quiet(say("It covers choosing the cards, not seeing them where the program runs.")),
    )


def proof_rows(say: Texts, seating: TableCaption, proof: Proof) -> tuple[tuple[Button, ...], ...]:
    """Promise and secret to take away."""
    return (
        (Button(say("Copy seal"), copy=seating.commitment),),
        (Button(say("Copy secret"), copy=proof.secret.hex()),),
    )
