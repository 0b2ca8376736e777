"""A data set in which the two alliances are mirror images of each other, for tests of symmetry.

The mirror swaps the Western Allies with Germany and the Eastern Allies with the German Allies, and so front 5 with
front 7 and front 6 with front 8; the other fronts are their own images. What the rules fix for one side only is made
idle by the board:

- nobody enters before turn 2, so that the printed order of turn 1 decides nothing; with ``variable_order`` the order
  of every later turn is drawn, and no faction is favoured;
- one nation a faction, none of those that R5.3, R5.4, R7.2 or R8.1 single out, and no German guests on GA's fronts;
- so the garrison of front 9 never stands and Germany can never offer the treaty (with ``treaty_garrison=required``);
- nobody can go to front 10, which only GA must garrison; Odessa lies there in GA's hands, so that EA, too, has four
  replacements; Monastir lies there in EA's hands, so that neither side can ever hold all of the front;
- on every other front one line runs from base to base through two cities of each side, so that there is never a
  choice of cities.

What no board can mirror is the tie: the Central Powers win if VP are level (R8). So by construction, for policies that
treat all factions alike, P(the Allies win) + P(level VP) / 2 + P(mutual surrender) / 2 = 1/2 under
``variable_order``; under the printed order it is not.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from fwwsim.games.first_world_war.dataset import Army, Chit, City, Dataset, Front, Line
from fwwsim.games.first_world_war.names import ALLIANCES, CENTRAL_POWERS, CENTRES_OF, MONASTIR

IMAGE = {"WA": "DE", "EA": "GA"}
NATION = {"WA": "IT", "EA": "SB", "DE": "DE", "GA": "AH"}
CLOSED = 10
ADJACENT = {1: (2,), 2: (1, 3), 3: (2, 4), 4: (3,), 5: (6,), 6: (5,), 7: (8,), 8: (7,), 9: (11,), 11: (9,)}
CENTRE_FRONTS = {"WA": (1, 2, 3, 5), "DE": (1, 2, 3, 7), "EA": (7, 8, 9, 11), "GA": (5, 6, 9, 11)}
FIFTH_CENTRE = CENTRES_OF["EA"][4]  # EA has one centre more than the others, and one replacement more (R7.0)
FIRST_ENTRY = 2
GRADE = "reconstructed"


def mirrored(dataset: Dataset) -> Dataset:
    """Both alliances with the Allies' armies, chits and dummies, on a board that is its own mirror image.

    Die, calendar, combat values, turns of entry (turn 1 becomes 2) and chits are those of `dataset`, and so are
    the names of the fronts. The result is no data set to play: ``fwwsim data check`` would refuse it.

    Examples
    --------
    >>> from fwwsim.games.first_world_war.dataset_check import load_dataset
    >>> image = mirrored(load_dataset())
    >>> image.army("IT 1").value == image.army("DE 1").value, image.fronts[9].nations
    (True, ())
    """
    return replace(
        dataset,
        fronts=tuple(map(_front, dataset.fronts)),
        cities=tuple(_cities(dataset)),
        lines=tuple(line for front in dataset.fronts for line in _lines(front)),
        armies=tuple(_armies(dataset)),
        dummies=dataset.dummies | {image: dataset.dummies[faction] for faction, image in IMAGE.items()},
        chits=tuple(_chits(dataset)),
        placements=(),
    )


def _front(front: Front) -> Front:
    """The front with one nation a side; the closed one with none."""
    nations = () if front.number == CLOSED else (NATION[front.allied], NATION[front.central])
    return replace(front, nations=nations, adjacent=ADJACENT.get(front.number, ()))


def _ids(front: Front, faction: str) -> tuple[str, str]:
    """The cities of a side on a front, the one at its base first: a replacement centre if it has one there."""
    centres = dict(zip(CENTRE_FRONTS[faction], CENTRES_OF[faction], strict=False))
    rear = centres.get(front.number, f"{faction}-{front.number}-rear")
    return rear, f"{faction}-{front.number}-van"


def _cities(dataset: Dataset) -> Iterator[City]:
    for front in dataset.fronts:
        if front.number == CLOSED:
            for name, owner in ((MONASTIR, front.allied), (FIFTH_CENTRE, front.central)):
                yield City(name, name, CLOSED, owner, name == FIFTH_CENTRE, GRADE)
            continue
        for faction in (front.allied, front.central):
            for name in _ids(front, faction):
                yield City(name, name, front.number, faction, name in CENTRES_OF[faction], GRADE)


def _lines(front: Front) -> Iterator[Line]:
    """One line from base to base."""
    if front.number == CLOSED:
        return
    way = [f"{front.allied}-base", *_ids(front, front.allied)]
    way += [*reversed(_ids(front, front.central)), f"{front.central}-base"]
    for ends in pairwise(way):
        yield Line(front.number, ends, 1, GRADE)


def _armies(dataset: Dataset) -> Iterator[Army]:
    """The Allies' armies renamed, then their images in the same order."""
    for faction in IMAGE:
        own = [army for army in dataset.armies if army.faction == faction]
        for side in (faction, IMAGE[faction]):
            for number, army in enumerate(own, 1):
                turn = max(FIRST_ENTRY, army.turn)
                yield Army(NATION[side], str(number), side, army.value, turn, (), GRADE)


def _chits(dataset: Dataset) -> Iterator[Chit]:
    """The Allies' chits, for all their armies, then the images."""
    central = ALLIANCES[CENTRAL_POWERS]
    nations = tuple(NATION[faction] for faction in IMAGE)
    images = tuple(NATION[faction] for faction in IMAGE.values())
    for chit in dataset.chits:
        if chit.alliance != central:
            common = replace(chit, known=(), source=GRADE)
            yield replace(common, nations=nations)
            yield replace(common, id=f"image of {chit.id}", alliance=central, nations=images)
