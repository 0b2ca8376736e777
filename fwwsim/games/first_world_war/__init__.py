"""The First World War (Ted Raicer, Phalanx): see RULES.md for each rule, its function and its test.

Importing it loads nothing; :mod:`contract` is what other layers see of the game.
"""
