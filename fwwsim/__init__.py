"""fwwsim: odds, balance and rules analysis of board wargames.

Importing the package loads neither numba nor matplotlib; each command imports what it needs.
"""

__version__ = "0.1.0"
