"""The codes of the journal (:mod:`fwwsim.engine.journal`), each with its three details."""

(
    DEALT,  # side, pile, cards
    BATTLE,  # battle, attacker
    VANGUARD,  # side, card, pile
    FIGHT,  # side, pile, 1 if the attacker chose it
    TILE,  # tile, face, facing
    HAND,  # side, cards, hero
    FROM_HOME,  # side, cards: those of the hand that came from home
    TURN,  # side, option, round
    SWAPPED_CARD,  # thrown, drawn, pile
    SWAPPED_HERO,  # put under, drawn
    PLAYED_HERO,  # hero, card covered
    REINFORCED,  # card
    PLAYED,  # card
    FATE,  # total of the Achaeans, of the Trojans, round
    TURNED,  # side, quarter turns clockwise (1, 3), facing
    SCORES,  # Achaeans, Trojans
    SETTLED,  # winner of the battle, side that retreated
    LOST,  # side, cards, favour tokens
    LOST_HERO,  # side, hero, 1 if saved
    SHAMED,  # side, cards of the fighting pile, cards of home
    SHAME,  # side, shame tokens now
    FALLEN,  # side, pile, cards that go home
    STANDING,  # side, pile, number of cards
    END,  # reason, winner
) = range(24)
