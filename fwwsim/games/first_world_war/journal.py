"""The codes of the journal (:mod:`fwwsim.engine.journal`), each with its three details."""

(
    TURN,  # turn
    ROLL_ORDER,  # faction, die, group (0: all four, then one a tie)
    CHOOSE_ORDER,  # faction, deployment place, round place
    DEPLOY,  # faction
    DEPLOYED_ARMY,  # alliance, army, front
    DEPLOYED_DUMMY,  # faction, front
    ACTION,  # faction, action, slot
    ATTACK,  # front, attackers, defenders
    DUMMIES_REMOVED,  # faction, number
    LAID,  # alliance, chit
    LEAD,  # alliance, army
    DIE,  # alliance, value
    TOTAL,  # alliance, total
    ELIMINATED,  # alliance, army
    DRAWN,  # faction, chit
    RETURNED,  # faction, chit
    CITY,  # front, faction, city
    POINT,  # front, faction
    MOVED_ARMY,  # alliance * 64 + army, from, to
    MOVED_DUMMY,  # faction, from, to
    RETURNED_FREELY,  # faction, chit: R6.2.1, outside a combat
    CHECK,  # -
    SIX,  # alliance
    SURRENDER_ROLL,  # faction, die
    SURRENDERED,  # faction
    TREATY,  # accepted
    STANDING,  # faction, VP, surrender points: closes the check
    REPLACED,  # faction, armies
    NEW_CHITS,  # alliance, chits
    END,  # reason, alliance
) = range(30)
