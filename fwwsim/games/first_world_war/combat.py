"""Combat: from the attack to the captured city (R6).

`state.fighting`, `laid` and `lead` hold the combat under way, indexed by alliance.
"""

from typing import Any

from fwwsim.engine.bits import draw_member, popcount
from fwwsim.engine.dice import NATURE, below, open_event
from fwwsim.engine.journal import note
from fwwsim.games.first_world_war import events, resolution
from fwwsim.games.first_world_war import journal as rows
from fwwsim.games.first_world_war.eligibility import layable_chits, may_attack, may_lead, must_defend
from fwwsim.games.first_world_war.forced import is_forced
from fwwsim.games.first_world_war.lines import inflict_point, reaches_base, take_city, takeable
from fwwsim.games.first_world_war.names import HAND_LIMIT
from fwwsim.games.first_world_war.policies import decide
from fwwsim.games.first_world_war.state import BAD_ATTACK, BAD_CHIT, BAD_CITY, BAD_LEAD, NO_CHIT, NOBODY
from fwwsim.games.first_world_war.tally import tally_capture, tally_die, tally_result
from fwwsim.jit import kernel

superiority = kernel(resolution.superiority)
total = kernel(resolution.total)
outcome = kernel(resolution.outcome)


@kernel
def attack(state: Any, table: Any, journal: Any, faction: int) -> None:
    """`faction` attacks on `state.front` with `state.fighting[alliance]` (R6.0)."""
    alliance, front = faction >> 1, state.front
    attackers = state.fighting[alliance]
    if attackers == 0 or attackers & ~may_attack(state, table, faction, front):
        state.fault = BAD_ATTACK
        return
    defenders = must_defend(state, table, 1 - alliance, front)
    state.combats[faction] += 1
    state.contested[faction] += defenders != 0
    state.fighting[1 - alliance] = defenders
    note(state, journal, rows.ATTACK, front, attackers, defenders)
    reveal(state, journal, alliance, front, attackers)
    if defenders:
        fight(state, table, journal, alliance, front)
    elif (
        not capture(state, table, journal, alliance, front, state.slot)
        and table.uncontested_point
        and takeable(state, table, alliance, front) == 0
        and reaches_base(state, table, alliance, front)
    ):
        inflict_point(state, table, journal, alliance, front)


@kernel
def reveal(state: Any, journal: Any, alliance: int, front: int, attackers: int) -> None:
    """The attackers and all that the enemy has there are turned up; the enemy's dummies leave the board (R6.0)."""
    enemy = 1 - alliance
    state.revealed[alliance] |= attackers
    state.revealed[enemy] |= state.armies[enemy, front]
    for owner in range(2 * enemy, 2 * enemy + 2):
        number = state.dummies[owner, front]
        if number:
            state.dummies[owner, front] = 0
            state.dummies_off[owner] += number
            note(state, journal, rows.DUMMIES_REMOVED, owner, number)


@kernel
def fight(state: Any, table: Any, journal: Any, alliance: int, front: int) -> None:
    """Chits, leads, dice and result (R6.1), in the order of the rulebook."""
    enemy = 1 - alliance
    lay_chit(state, table, journal, enemy, front, False)  # R6.1.1: the defender first
    lay_chit(state, table, journal, alliance, front, True)
    name_lead(state, table, journal, alliance, front, True)  # R6.1.2: the attacker first
    name_lead(state, table, journal, enemy, front, False)
    if state.fault:
        return
    won = resolve(state, table, journal, alliance, front) > 0
    if (
        won
        and not capture(state, table, journal, alliance, front, state.slot)
        and takeable(state, table, alliance, front) == 0
        and reaches_base(state, table, alliance, front)
    ):
        inflict_point(state, table, journal, alliance, front)  # R6.5


@kernel
def resolve(state: Any, table: Any, journal: Any, alliance: int, front: int) -> int:
    """Dice, draws, chits and losses, once chits and leads are named; returns the outcome (R6.1.3 to R6.2)."""
    enemy = 1 - alliance
    attack_die = roll(state, table, journal, alliance, events.ATTACK_DIE, front)  # R6.1.4
    defence_die = roll(state, table, journal, enemy, events.DEFENCE_DIE, front)
    attack_total = side_total(state, table, journal, alliance, attack_die)
    defence_total = side_total(state, table, journal, enemy, defence_die)
    if attack_die == 0:  # R6.2
        draw_chit(state, table, journal, alliance, front, True)
    if defence_die == 0:
        draw_chit(state, table, journal, enemy, front, False)
    pick_up_chit(state, table, alliance)
    pick_up_chit(state, table, enemy)
    result = outcome(attack_total, defence_total)  # R6.1.5
    if is_forced(state, table, front):
        state.forced = alliance + 1
        result = table.forced_result
    else:
        tally_result(state, table, alliance, attack_total - attack_die - defence_total + defence_die, result)
    if result >= 0:
        eliminate(state, table, journal, enemy, front)
    if result <= 0:
        eliminate(state, table, journal, alliance, front)
    return result


@kernel
def lay_chit(state: Any, table: Any, journal: Any, alliance: int, front: int, attacking: bool) -> None:
    """A side lays a chit face down, or none (R6.1.1, R6.2.2); it leaves the hand."""
    faction = table.home[alliance, front]
    hand = table.hand_of[faction]
    chits = layable_chits(table, state.hand[hand], alliance, state.fighting[alliance], attacking)
    chit = decide.chit(state, table, faction, chits, attacking)
    state.laid[alliance] = chit
    if chit == NO_CHIT:
        if chits & table.mandatory[alliance]:
            state.fault = BAD_CHIT
        return
    if chits >> chit & 1 == 0:
        state.fault = BAD_CHIT
        return
    state.hand[hand] &= ~(1 << chit)
    note(state, journal, rows.LAID, alliance, chit)


@kernel
def name_lead(state: Any, table: Any, journal: Any, alliance: int, front: int, attacking: bool) -> None:
    """A side names its lead army among those that take part and satisfy the chit laid (R6.1.2)."""
    if state.fault:
        return
    armies = may_lead(table, alliance, state.fighting[alliance], state.laid[alliance])
    army = decide.lead(state, table, table.home[alliance, front], armies, attacking)
    if armies >> army & 1 == 0:
        state.fault = BAD_LEAD
        return
    state.lead[alliance] = army
    note(state, journal, rows.LEAD, alliance, army)


@kernel
def roll(state: Any, table: Any, journal: Any, alliance: int, kind: int, front: int) -> int:
    """Roll the special die for a side: 1 to 4, or 0 for S (R6.1.4)."""
    open_event(state, NATURE, kind, state.slot, front)
    value = table.die[below(state, 6)]
    note(state, journal, rows.DIE, alliance, value)
    tally_die(state, table, alliance, value)
    return value


@kernel
def side_total(state: Any, table: Any, journal: Any, alliance: int, die: int) -> int:
    """The total of a side (R6.1.2 to R6.1.5)."""
    chit = state.laid[alliance]
    superior = superiority(popcount(state.fighting[alliance]), popcount(state.fighting[1 - alliance]))
    chit_value = 0 if chit == NO_CHIT else table.chit_value[alliance, chit]
    result = total(table.value[alliance, state.lead[alliance]], superior, chit_value, die)
    note(state, journal, rows.TOTAL, alliance, result)
    return result


@kernel
def draw_chit(state: Any, table: Any, journal: Any, alliance: int, front: int, attacking: bool) -> None:
    """A side that rolled S may draw; a fourth chit sends an old one back (R6.2, R6.2.1)."""
    faction = table.home[alliance, front]
    if state.cup[alliance] == 0 or not decide.draws(state, table, faction):
        return
    hand = table.hand_of[faction]
    old = state.hand[hand]
    open_event(state, NATURE, events.ATTACK_DRAW if attacking else events.DEFENCE_DRAW, state.slot, front)
    chit = draw_member(state, state.cup[alliance])
    state.cup[alliance] &= ~(1 << chit)
    state.hand[hand] |= 1 << chit
    state.chits_drawn[faction] += 1
    note(state, journal, rows.DRAWN, faction, chit)
    if popcount(old) == HAND_LIMIT:
        surplus = decide.surplus(state, table, faction, old, attacking)
        return_chit(state, table, journal, rows.RETURNED, faction, surplus, old)
    if table.playable[hand] >> chit & 1 == 0 and decide.returns_unplayable(state, table, faction, chit):
        return_chit(state, table, journal, rows.RETURNED, faction, chit, 1 << chit)


@kernel
def return_chit(
    state: Any, table: Any, journal: Any, code: int, faction: int, chit: int, allowed: int
) -> None:
    """Put a chit of the hand back into the cup (R6.2.1)."""
    if allowed >> chit & 1 == 0:
        state.fault = BAD_CHIT
        return
    state.hand[table.hand_of[faction]] &= ~(1 << chit)
    state.cup[faction >> 1] |= 1 << chit
    note(state, journal, code, faction, chit)


@kernel
def pick_up_chit(state: Any, table: Any, alliance: int) -> None:
    """The chit laid returns to the cup; a mandatory one leaves the game (R6.2)."""
    chit = state.laid[alliance]
    if chit != NO_CHIT and table.mandatory[alliance] >> chit & 1 == 0:
        state.cup[alliance] |= 1 << chit


@kernel
def eliminate(state: Any, table: Any, journal: Any, alliance: int, front: int) -> None:
    """The lead army of a side is eliminated; it goes to the losses of its own faction (R6.1.5, R5.1)."""
    army = state.lead[alliance]
    member = 1 << army
    state.armies[alliance, front] &= ~member
    state.revealed[alliance] &= ~member
    state.lost[alliance] |= member
    owner = owner_of(table, alliance, member)
    state.eliminated[owner] += 1
    note(state, journal, rows.ELIMINATED, alliance, army)


@kernel
def owner_of(table: Any, alliance: int, member: int) -> int:
    """The faction whose colour an army has."""
    second = 2 * alliance + 1
    return second if table.colour[second] & member else 2 * alliance


@kernel
def capture(state: Any, table: Any, journal: Any, alliance: int, front: int, slot: int) -> bool:
    """`alliance` takes a city of `front`, if it can and wants to (R6.4). Returns whether it took one."""
    cities = takeable(state, table, alliance, front)
    if cities == 0:
        return False
    city = decide.city(state, table, table.home[alliance, front], cities, slot, front)
    if city == NOBODY:  # declined, which the victory check does not allow (R6.4, R8.1)
        if slot == events.CHECK_SLOT:
            state.fault = BAD_CITY
        return False
    take_city(state, table, journal, alliance, front, city)
    if slot != events.CHECK_SLOT:
        tally_capture(state, alliance)
    return True
