"""The weights of the heuristic family: what each one means. A policy is a row of numbers, one for each name.

Worths are in army cards, since losing cards is what loses the game.
"""

NAMES = ("boldness", "bluff", "shame", "hero", "token", "swap", "show", "match", "fear", "press")

MEANINGS = {
    "boldness": "added to the chance to win the battle before fighting on is compared with a retreat",
    "bluff": "chance to fight on all the same when the comparison says retreat",
    "shame": "cost of another shame token",
    "hero": "cost of losing a hero",
    "token": "cost of losing a favour token",
    "swap": "what the swap of a card or hero must promise; a card thrown away costs one more",
    "show": "in the choice of the card to play: weight of its value, whatever its colour",
    "match": "the same: weight of its value times the chance that its colour scores",
    "fear": "share of the enemy's open cards in uncertain colours that is believed to score beyond its chance",
    "press": "in the choice of the fighting pile: weight of few enemy cards, against 1 for many own ones",
}

BOLDNESS, BLUFF, SHAME, HERO, TOKEN, SWAP, SHOW, MATCH, FEAR, PRESS = range(len(NAMES))
