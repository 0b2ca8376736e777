"""``fwwsim equilibrium``: mixtures of policies that no trained response beats by much."""

from __future__ import annotations

from fwwsim.cli.experiment import REPORTS, Out, Spec, Threads, run_search, show


def equilibrium(spec: Spec, threads: Threads = None, out: Out = REPORTS) -> None:
    """Search mixtures of policies, one a side, that no trained response beats by more than a target.

    Each step plays the pool against itself, takes the logit equilibrium of its pay-offs (with a slack: the most even
    mixtures that concede no more to the pool), trains the best response of each side to the other's mixture, tests on
    fresh dice what they gain, and puts them into the pool. Ends when neither gains more than the target, or after the
    steps allowed, and says which. Writes equilibrium.json, equilibrium.md, steps.csv, a figure of the gains, and the
    responses as policies.toml. What is done is kept: a run that was ended goes on where it stopped, and one with more
    steps takes up the steps that are there.
    """
    from fwwsim.experiments.equilibrium import EquilibriumSpec, plan_equilibrium, run_equilibrium

    found, folder = run_search(spec, EquilibriumSpec, plan_equilibrium, run_equilibrium, threads, out)

    from fwwsim.reporting.equilibrium_report import write_equilibrium

    show(write_equilibrium(found, folder), folder)
