"""Which pure choices of a combat's chit game are strictly dominated, by another choice or by a mixture.

A choice is looked at where it is made, given that the game comes to it: strictly dominated if some pure or mixed
alternative there does better whatever the enemy has laid, lays and answers. It is never right, whatever one
believes of the enemy. Of a chit of the defender more is asked: that the other chits do better even if its
leads could be chosen knowing the attacker's chit; so of those a few may be missed, and none is named wrongly.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from fwwsim.games.first_world_war.odds.chit_model import ChitGame, pairs
from fwwsim.odds.matrix_game import Plan, least_regret

STRICTLY = 1e-9  # a loss that the floating point programmes can tell from none


@dataclass(frozen=True, slots=True)
class Dominated:
    """A choice that is never right; the fields as of :class:`chit_game.Choice`.

    `loss` is how much it loses at least against the best alternative, whatever the enemy does.
    """

    seen: bool | None
    against: str
    chit: str
    lead: str
    loss: float


def dominated_attacks(game: ChitGame) -> list[Dominated]:
    """The attacker's dominated (chit, lead) choices, for a chit seen and for none."""
    import numpy as np

    matrix = game.matrix()
    found = []
    for (_, rows), seen in zip(game.row_plan.points, game.hidden, strict=True):
        columns, plan = _defence_after(game, seen)
        gains = matrix[np.ix_(rows, columns)]
        for number, (lay, lead) in enumerate(pairs(game.attack)):
            others = np.vstack([np.zeros((1, len(columns))), np.delete(gains, number, axis=0)])
            loss = _loss(gains[number], others, plan)
            if loss > STRICTLY:
                options = game.attack
                found.append(Dominated(seen, "", options.lays[lay].label, options.leads[lead].label, loss))
    return found


def _defence_after(game: ChitGame, seen: bool) -> tuple[list[int], Plan]:
    """The defender's sequences that agree with what the attacker sees, and its plan among them, renumbered."""
    lays = [1 + own for own, lay in enumerate(game.defence.lays) if bool(lay.chits) == seen]
    columns, points = [0, *lays], [(0, tuple(range(1, 1 + len(lays))))]
    for parent, sequences in game.column_plan.points[1:]:
        if parent in lays:
            first = len(columns)
            columns += sequences
            points.append((columns.index(parent), tuple(range(first, len(columns)))))
    return columns, Plan(tuple(points))


def _loss(candidate: object, others: object, plan: Plan) -> float:
    """How much a candidate loses at least against the alternatives in `others` (row 0 empty); 0 without any."""
    import numpy as np

    alternatives = np.asarray(others, float)
    if len(alternatives) == 1:
        return 0.0
    row = np.asarray(candidate, float)
    return least_regret(row.tolist(), alternatives, Plan.choice(len(alternatives) - 1), plan)


def dominated_leads(game: ChitGame) -> list[Dominated]:
    """The defender's dominated leads, for each own chit, chit seen and lead seen."""
    found = []
    for own, lay in enumerate(game.defence.lays):
        for seen, against in game.replies:
            enemy = [
                number
                for number, lead in pairs(game.attack)
                if lead == against and bool(game.attack.lays[number].chits) == seen
            ]
            gains = {reply: [-game.gain(a, against, own, reply) for a in enemy] for reply in lay.leads}
            for reply, row in gains.items():
                others = [other for lead, other in gains.items() if lead != reply]
                loss = _pure_or_mixed(row, others)
                if loss > STRICTLY:
                    labels = game.attack.leads[against].label, lay.label, game.defence.leads[reply].label
                    found.append(Dominated(seen, *labels, loss))
    return found


def _pure_or_mixed(row: list[Fraction], others: list[list[Fraction]]) -> float:
    """As :func:`_loss`, for a matrix; without a programme where the row is a best answer to some column."""
    if not others or any(gain >= max(other[column] for other in others) for column, gain in enumerate(row)):
        return 0.0
    if len(row) == 1:
        return float(max(other[0] for other in others) - row[0])
    table = [[0.0] * (len(row) + 1), *([0.0, *map(float, other)] for other in others)]
    return _loss([0.0, *map(float, row)], table, Plan.choice(len(row)))


def dominated_chits(game: ChitGame) -> list[Dominated]:
    """The defender's chits (or laying none) that are dominated whatever their leads."""
    import numpy as np

    if len(game.defence.lays) == 1:
        return []
    gains = -game.matrix().T  # the defender's gains: own sequences by those of the attacker
    found = []
    for own, lay in enumerate(game.defence.lays):
        met = bool(lay.chits)
        candidate = np.zeros(game.row_plan.size)
        for number, lead in pairs(game.attack):
            candidate[game.rows[met, number, lead]] = -float(
                min(game.gain(number, lead, own, reply) for reply in lay.leads)
            )
        kept, plan = _without(game, own)
        loss = least_regret(candidate.tolist(), gains[kept], plan, game.row_plan)
        if loss > STRICTLY:
            found.append(Dominated(None, "", lay.label, "", loss))
    return found


def _without(game: ChitGame, own: int) -> tuple[list[int], Plan]:
    """The defender's sequences without laying `own`, and its plan among them, renumbered."""
    lays = [1 + other for other in range(len(game.defence.lays)) if other != own]
    kept, points = [0, *lays], [(0, tuple(range(1, 1 + len(lays))))]
    for parent, sequences in game.column_plan.points[1:]:
        if parent in lays:
            first = len(kept)
            kept += sequences
            points.append((kept.index(parent), tuple(range(first, len(kept)))))
    return kept, Plan(tuple(points))
