"""One module a kind of report: ``report(results) -> Document``."""

from fwwsim.errors import SpecError
from fwwsim.experiments.results import Results
from fwwsim.reporting.document import Document
from fwwsim.reporting.kinds import balance, factorial, handicap, rule_effect, switches, uncertainty

KINDS = {
    "balance": balance.report,
    "rule_effect": rule_effect.report,
    "factorial": factorial.report,
    "switches": switches.report,
    "uncertainty": uncertainty.report,
    "handicap": handicap.report,
}
GAMES = ("first_world_war",)


def has_report(game: str) -> bool:
    """Whether there are reports on a game.

    >>> has_report("first_world_war"), has_report("hector_and_achilles")
    (True, False)
    """
    return game in GAMES


def report_of(results: Results) -> Document:
    """The report that a question asks for.

    Raises
    ------
    SpecError
        There is none on its game, or it needs what the question does not have.
    """
    experiment = results.experiment
    if not has_report(experiment.spec.game):
        raise SpecError(
            f"{experiment.where}: game: found {experiment.spec.game}; "
            f"allowed for report {experiment.spec.report}: {', '.join(GAMES)}"
        )
    return KINDS[experiment.spec.report](results)
