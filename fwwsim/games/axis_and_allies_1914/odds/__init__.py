"""Exact odds of Axis & Allies 1914: the standard library only.

:mod:`weights` dice and chains, :mod:`dogfight` the air battle, :mod:`land`, :mod:`sea`, :mod:`landing` the battles,
:mod:`summary` what they mean for a player, :mod:`campaign` several rounds, :mod:`need` the cheapest purchase,
:mod:`matrix` army against army, :mod:`revolution` the Russian Revolution.
"""
