"""Changes of a data set in memory, after it was checked: what would the game be without this army, say.

An edit is a text: ``without NAME`` (an army by name or a chit by id), ``perturbed K`` (the K-th draw of the
reconstructed values, :mod:`~fwwsim.games.first_world_war.perturbation`), or ``mirrored`` (both alliances alike,
:mod:`~fwwsim.games.first_world_war.mirror`).
"""

from collections.abc import Iterable
from dataclasses import replace

from fwwsim.errors import SpecError
from fwwsim.games.first_world_war.dataset import Dataset
from fwwsim.games.first_world_war.dataset_problems import nearest
from fwwsim.games.first_world_war.mirror import mirrored
from fwwsim.games.first_world_war.perturbation import perturbed

WITHOUT, PERTURBED, MIRRORED = "without", "perturbed", "mirrored"
DIGITS = 18  # of K
FORMS = f"{WITHOUT} NAME, {PERTURBED} K, {MIRRORED}"


def edit_dataset(dataset: Dataset, edits: Iterable[str]) -> Dataset:
    """`dataset` after `edits`, one after the other; its hash stays that of the files.

    Raises
    ------
    SpecError
        An unknown edit, army or chit (the nearest known one is named), or a K that is no such number.

    Examples
    --------
    >>> from fwwsim.games.first_world_war.dataset_check import load_dataset
    >>> len(edit_dataset(load_dataset(), ["without DE 1", "without allied-tanks"]).armies)
    71
    >>> edit_dataset(load_dataset(), ["without DE 11111"])
    Traceback (most recent call last):
    fwwsim.errors.SpecError: edit 'without DE 11111': no such army or chit id (nearest: DE 11)
    """
    for edit in edits:
        dataset = _apply(dataset, edit)
    return dataset


def _apply(dataset: Dataset, edit: str) -> Dataset:
    kind, _, what = edit.strip().partition(" ")
    what = what.strip()
    if kind == WITHOUT:
        return _without(dataset, what, edit)
    if kind == PERTURBED:
        if not (what.isascii() and what.isdigit() and len(what) <= DIGITS):
            allowed = f"{PERTURBED} K with a whole number K of at most {DIGITS} digits"
            raise SpecError(f"edit {edit!r}: found {what!r}; allowed: {allowed}")
        return perturbed(dataset, int(what))
    if kind == MIRRORED and not what:
        return mirrored(dataset)
    raise SpecError(
        f"edit {edit!r}: unknown{nearest(kind, (WITHOUT, PERTURBED, MIRRORED))}; allowed: {FORMS}"
    )


def _without(dataset: Dataset, name: str, edit: str) -> Dataset:
    """The data set without one army, in the historical set-up too, or without one chit."""
    if dataset.army(name):
        placements = (
            replace(placement, armies=tuple(army for army in placement.armies if army != name))
            for placement in dataset.placements
        )
        armies = tuple(army for army in dataset.armies if army.name != name)
        return replace(dataset, armies=armies, placements=tuple(placements))
    chits = tuple(chit for chit in dataset.chits if chit.id != name)
    if len(chits) == len(dataset.chits):
        known = [*(army.name for army in dataset.armies), *(chit.id for chit in dataset.chits)]
        raise SpecError(f"edit {edit!r}: no such army or chit id{nearest(name, known)}")
    return replace(dataset, chits=chits)
