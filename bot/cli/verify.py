"""`twentyone verify`: a proof of fair play checked link by link. It writes nothing but its output."""

from bot.cli.terminal import complain, read, tell
from engine.json_shape import RecordError
from engine.proof import Finding, Link, Proof, Verdict, read_proof, verify
from engine.replay import REASONS

#: Exit status of a proof that does not hold or cannot be read.
FAILED = 2

_ELSE = {
    Link.PROMISE: "is the SHA-256 of the secret",
    Link.SEED: "comes of the secret, the shares and the words",
    Link.BANKER: "is the one the seed draws",
}


def verify_command(file: str) -> int:
    """Check the proof in a file (`-`: standard input) and print a line for each check.

    Returns the exit status: 0; or 2 when a check failed, or, with nothing on standard output, when the file or the
    proof cannot be read. Either has its one line on standard error.
    """
    try:
        proof = read_proof(read(file))
    except OSError as error:
        return complain("verify", f"{_plain(file)}: {error.strerror or error}", FAILED)
    except RecordError as error:
        return complain("verify", str(error), FAILED)
    verdict = verify(proof)
    written = tell("verify", "\n".join(_line(link, proof, verdict) for link in Link))
    if written or verdict.holds:
        return written
    broken = [link.value for link in Link if verdict.broken(link)]
    return complain("verify", f"the proof does not hold: {', '.join(broken)}", FAILED)


def _plain(text: str) -> str:
    """A foreign text on one line that cannot steer the terminal."""
    return ascii(text)[1:-1][:60]


def _line(link: Link, proof: Proof, verdict: Verdict) -> str:
    broken = verdict.broken(link)
    said = _broken(broken[0], proof) if broken else _holds(link, proof, verdict)
    more = f" (and {len(broken) - 1} shuffles more)" if len(broken) > 1 else ""
    return f"{'FAILED' if broken else 'ok':6}  {link.value:7}  {said}{more}"


def _holds(link: Link, proof: Proof, verdict: Verdict) -> str:
    match link:
        case Link.JOINS:
            return _joined(proof)
        case Link.WORDS:
            return _said(proof)
        case Link.BANKER if proof.record.rules.opener_banks:
            return f"seat {proof.banker or 0} banks first"  # the seed draws none (rules 3.1)
        case Link.BANKER if proof.banker is not None:
            return f"seat {proof.banker} {_ELSE[link]}"
        case Link.CARDS:
            return f"{verdict.cards} cards of {verdict.shuffles} shuffles are the seed's own"
        case Link.CUT:
            return f"{len(proof.cuts)} cut cards lie where the seed puts them"
        case Link.MOVES:
            end = "the game is over" if verdict.finished else "the game was not played to its end"
            return f"{verdict.moves} moves are legal, {end}"
        case _:
            return f"it {_ELSE[link]}"


def _joined(proof: Proof) -> str:
    seats, computers = len(proof.record.setup.seats), proof.joins.count(None)
    beside = f", {computers} of them with a computer" if computers else ""
    foreseen = "; shares of this table could be foreseen" if proof.foreseen else ""
    return f"{len(proof.joins) - computers} for {seats} seats{beside}{foreseen}"


def _said(proof: Proof) -> str:
    """What the words of the seed keep a host from, if there are any: this, and no more."""
    if not proof.words:
        return "none: the program as published could not choose the cards, a host who changed it could"
    last = proof.words[-1].seat
    name = _plain(proof.record.setup.seats[last].name)
    claim = "if it was not to be guessed, nobody chose the cards but in league with that seat"
    return f"{len(proof.words)}, the last from seat {last} '{name}': {claim}"


def _broken(finding: Finding, proof: Proof) -> str:
    has, wanted = finding.has, finding.wanted
    match finding.link:
        case Link.JOINS if finding.seat is not None:
            return f"seat {finding.seat} has none, and the record names no computer there"
        case Link.JOINS:
            return f"{has} for {wanted} seats"
        case Link.WORDS:
            return f"seat {finding.seat} has given another one, or no person sits there"
        case Link.CARDS:
            by = "" if finding.move is None else f", by move {finding.move} {_move(proof, finding.move)}"
            where = f"shuffle {finding.shuffle}, card {finding.card}{by}"
            return f"{where}: the record has {has or 'none'}, the seed gives {wanted or 'none: no more were dealt'}"
        case Link.CUT:
            return f"shuffle {finding.shuffle}: the record has {has or 'none'}, the seed gives {wanted or 'none'}"
        case Link.MOVES:
            reason = "" if finding.reason is None else f": {REASONS[finding.reason]}"
            return f"move {finding.move} {_move(proof, finding.move or 0)} is refused{reason}"
        case _:
            return f"the proof has {has}, but it has to be {wanted}"


def _move(proof: Proof, at: int) -> str:
    return f"'{_plain(proof.record.moves[at])}'"
