"""Kinds of report, and the cells that each needs beside the arms of its question."""

from fwwsim.experiments.kinds import balance, factorial, handicap, rule_effect, switches, uncertainty

CELLS = {
    "balance": balance.cells,
    "rule_effect": rule_effect.cells,
    "factorial": factorial.cells,
    "switches": switches.cells,
    "uncertainty": uncertainty.cells,
    "handicap": handicap.cells,
}
