"""Random engagements with fixed seeds for the tests."""

import random
from dataclasses import replace

from fwwsim.games.age_of_napoleon.army import Army, Corps, Engagement
from fwwsim.games.age_of_napoleon.options import Readings


def random_corps(rng: random.Random) -> Corps:
    """A corps in any state."""
    return Corps(
        fresh=rng.randint(1, 8),
        spent=rng.choice([None, rng.randint(1, 8)]),
        turned=rng.random() < 0.3,
        home=rng.random() < 0.3,
        sea=rng.random() < 0.2,
        out=rng.random() < 0.15,
    )


def random_army(rng: random.Random, most: int, causes: int) -> Army:
    """An army corps by corps."""
    corps = tuple(random_corps(rng) for _ in range(rng.randint(1, most)))
    return Army(corps, command=rng.choice([None, rng.randint(1, 8)]), causes=rng.randint(0, causes))


def random_total(rng: random.Random) -> Army:
    """An army by its strength, of known size."""
    size = rng.randint(1, 8)
    return Army(strength=rng.choice([0, rng.randint(1, 60)]), size=size, home=rng.randint(0, size))


def random_case(seed: int, most: int = 6, causes: int = 3) -> tuple[Engagement, Readings]:
    """An engagement of any kind and readings of the rules."""
    rng = random.Random(seed)
    readings = Readings(
        sea=rng.choice(["landed", "attacked"]),
        absent=rng.choice(["no_die", "die"]),
        losses=rng.choice(["weakest", "strongest"]),
        spent_less=rng.randint(0, 3),
    )
    kind = rng.choice(["totals", "one", "joined", "interior"])
    if kind == "totals":
        return Engagement((random_total(rng),), random_total(rng)), readings
    number = 1 if kind == "one" else rng.randint(2, 3)
    attackers = [random_army(rng, most, causes) for _ in range(number)]
    if kind == "interior" and rng.random() < 0.3:
        attackers[0] = random_total(rng)
    defender = replace(random_army(rng, most, causes))
    return Engagement(tuple(attackers), defender, interior_lines=kind == "interior"), readings
