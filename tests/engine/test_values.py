"""Values made quickly are the frozen dataclasses that they were."""

from dataclasses import FrozenInstanceError, dataclass

import pytest

from engine.fast_frozen import quick, replace


@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int = 2


@quick
@dataclass(frozen=True, slots=True)
class Quick:
    x: int
    y: int = 2


@quick
@dataclass(frozen=True, slots=True)
class Deeper(Quick):
    z: str = "z"


def test_it_takes_what_the_dataclass_takes():
    assert Quick(1) == Quick(1, 2) == Quick(y=2, x=1)
    assert Deeper(1, z="a") == Deeper(1, 2, "a")
    assert repr(Deeper(1)) == "Deeper(x=1, y=2, z='z')"
    assert hash(Quick(1)) == hash(Quick(1))
    for wrong in ((), (1, 2, 3)):
        with pytest.raises(TypeError, match=r"Quick\.__init__\(\)"):
            Quick(*wrong)


def test_it_does_not_change():
    with pytest.raises(FrozenInstanceError):
        Quick(1).x = 2
    with pytest.raises(FrozenInstanceError):
        del Deeper(1).z


@pytest.mark.parametrize("kind", [Point, Quick, Deeper])
def test_a_copy_differs_in_what_is_named(kind):
    assert replace(kind(1), y=5) == kind(1, 5)
    with pytest.raises(KeyError):
        replace(kind(1), w=5)
