"""``fwwsim equilibrium``: mixtures of policies that no trained response beats by much."""

from __future__ import annotations

from fwwsim.cli.experiment import REPORTS, Out, Spec, Threads, resumable, show, threads_of


def equilibrium(spec: Spec, threads: Threads = None, out: Out = REPORTS) -> None:
    """Search mixtures of policies, one a side, that no trained response beats by more than a target.

    Each step plays the pool against itself, takes the logit equilibrium of its pay-offs, trains the best response of
    each side to the other's mixture, tests on fresh dice what they gain, and puts them into the pool. Ends when
    neither gains more than the target, or after the steps allowed, and says which. Writes equilibrium.json,
    equilibrium.md, steps.csv, a figure of the gains, and the responses as policies.toml. What is done is kept: a run
    that was ended goes on where it stopped, and one with more steps takes up the steps that are there.
    """
    from fwwsim.cli.progress import compile_kernels, progress_of
    from fwwsim.experiments.equilibrium import EquilibriumSpec, plan_equilibrium, run_equilibrium
    from fwwsim.experiments.spec import read_spec
    from fwwsim.experiments.store import open_folder

    chosen = threads_of(threads)
    planned = plan_equilibrium(read_spec(spec, EquilibriumSpec), str(spec))
    folder = open_folder(out / spec.stem)
    with resumable(folder):
        compile_kernels(planned.arena.match)
        with progress_of(planned.games) as progress:
            found = run_equilibrium(planned, folder, chosen, progress)

    from fwwsim.reporting.equilibrium_report import write_equilibrium

    show(write_equilibrium(found, folder), folder)
