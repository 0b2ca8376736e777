"""The addresses of chance: what kind of event, and when in the turn (see :mod:`fwwsim.engine.dice`)."""

# Kinds of the stream NATURE.
(
    ORDER_DIE,  # place: faction
    ATTACK_DIE,  # place: front, as for the next three
    DEFENCE_DIE,
    ATTACK_DRAW,
    DEFENCE_DRAW,
    SURRENDER_DIE,  # place: faction
) = range(6)

# Kinds of the stream DECISION.
(
    COVER,  # place: front
    DEPLOY_ARMIES,
    DEPLOY_DUMMIES,
    CHOOSE_ACTION,
    RELOCATE,
    ATTACK_CHIT,  # place: front, as for the next seven
    DEFENCE_CHIT,
    ATTACK_LEAD,
    DEFENCE_LEAD,
    CITY,
    ATTACK_SURPLUS,
    DEFENCE_SURPLUS,
    REPLACE,  # place: faction, 4 for the armies that WA's replacements return
    OFFER_TREATY,
    ACCEPT_TREATY,
    PLACE,  # place: faction; first the deployment, then the rounds
) = range(16)

# Kinds of the stream IMAGINATION, which also serves imagined games with the kinds of NATURE.
FIRST_IMAGINED, REDEAL = 14, 15

# Slots of a turn: 0 to 15 are the actions, cycle * 4 + faction, whatever the order of play.
DEPLOYMENT_SLOT = 16  # + faction
CHECK_SLOT = 20
REPLACEMENT_SLOT = 21
ORDER_SLOT = 22
