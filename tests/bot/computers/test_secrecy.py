"""A computer knows what its seat may know, and nobody is shown what it holds (rules 4.16, 2.7)."""

import json
import random

import pytest
from fairness_docs import checked

from bot.cli.export import export_command
from bot.cli.verify import verify_command
from bot.model.computers import decided
from bot.screens.lines import card_text
from engine.cards import PACK_36
from engine.fairness import seed_of
from engine.game import Move, Step, Verb
from engine.games import GAMES
from engine.players import Level as Skill
from engine.rules import SeatStart, Setup

CARDS = {card_text(card): card for card in PACK_36}


@pytest.mark.parametrize("skill", list(Skill))
@pytest.mark.parametrize("own", range(0, 36, 5))
def test_deals_that_differ_in_cards_it_cannot_see_only_are_played_alike(skill, own):
    """Its own first card is the same, those of the others are not."""
    moves = set()
    for other in random.Random(own).sample([n for n in range(36) if n != own], 8):
        first = (PACK_36[own], PACK_36[other])
        pack = (*first, *(card for card in PACK_36 if card not in first))
        state = GAMES["ochko"].start(
            Setup((SeatStart("A", 5), SeatStart("B", 5)), {}, bytes(32), 1, (pack,), (35,))
        )
        step = state.apply(None, Move(Verb.DEAL))
        assert isinstance(step, Step)
        moves.add(decided(step.state, skill))
    assert len(moves) == 1


@pytest.mark.parametrize("game", ["ochko", "stuk"])
async def test_what_a_computer_holds_is_on_no_shared_screen_before_its_time(alone, game):
    """Every screen of the chat names cards that an onlooker may know, and Anna's panel hers too."""
    played = await alone(f"{game} computers=2")
    world, seen = played.world, 0
    for _ in range(150):
        if not played.session.playing:
            break
        onlooker, hers = played.view, played.session.state.view(0)
        panel = await world.panel("Anna")
        shown = {world.chat.last().screen.text: known(onlooker), panel.text if panel else "": known(hers)}
        for text, allowed in shown.items():
            cards = {CARDS[card] for card in CARDS if card in text}
            assert cards <= allowed, text
            seen += len(cards)
        await played.step(random.Random(5).choice)
    assert seen


def known(view) -> set:
    """The cards that a view holds."""
    hands = [hand for seat in view.seats for hand in seat.hands]
    drawn = [card for hand in hands for card in hand.banker_cards or ()]
    return {card for hand in hands for card in hand.cards if card is not None} | set(drawn)


async def test_the_seed_comes_of_the_secret_and_the_presses_of_persons(alone, capsys, tmp_path):
    played = await alone("ochko seats=4 computers=1 deals=1", "Boris")
    for _ in range(100):
        if not played.session.playing:
            break
        if played.mover == "Boris":
            await played.world.turn(90)  # forfeits
        else:
            await played.step(max)
    row = played.session.row
    assert export_command(played.world.path, row.code, True) == 0
    told = capsys.readouterr().out
    proof = json.loads(told)
    presses = dict(row.joins)
    first, last = presses[row.seats[0].person], presses[row.seats[2].person]
    assert proof["joins"] == [first, None, last]
    assert proof["record"]["seed"] == seed_of(row.secret, [first, last]).hex()
    assert [seat["name"] for seat in proof["record"]["seats"]] == ["Anna", "Computer 1 (normal)", "Boris"]
    file = tmp_path / "proof.json"
    file.write_text(told, encoding="utf-8")
    assert verify_command(str(file)) == 0
    assert set(checked(file).values()) == {"True"}
    assert "2 for 3 seats, 1 of them with a computer" in capsys.readouterr().out
    del proof["joins"][1]
    file.write_text(json.dumps(proof), encoding="utf-8")
    assert verify_command(str(file)) == 2
    capsys.readouterr()
    answer = await played.world.command("Anna", f"/verify {row.code}")
    assert "2 \u2068⚙ Computer 1\u2069 no share" in answer.screen.text
