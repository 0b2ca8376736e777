"""``fwwsim balance``: sides, attack, heroes and open questions of Hector and Achilles."""

from __future__ import annotations

from fwwsim.cli.experiment import REPORTS, Out, Spec, Threads, resumable, show, threads_of


def balance(spec: Spec, threads: Threads = None, out: Out = REPORTS) -> None:
    """What decides a game of Hector and Achilles: the side, the attack, each hero, each open question of the rules.

    Each arm plays the same games again, on the same cards, with one thing changed; differences are taken game by
    game. Writes report.md, data.json, CSV tables and figures. Policies that are done are kept: a run that was ended
    goes on with the next one.
    """
    from fwwsim.cli.progress import compile_kernels, progress_of
    from fwwsim.experiments.hector_balance import BalanceSpec, plan_balance, play_balance
    from fwwsim.experiments.spec import read_spec
    from fwwsim.experiments.store import open_folder

    chosen = threads_of(threads)
    plan = plan_balance(read_spec(spec, BalanceSpec), str(spec))
    folder = open_folder(out / spec.stem)
    with resumable(folder):
        compile_kernels(next(iter(plan.matches.values())))
        with progress_of(plan.games) as progress:
            counts = play_balance(plan, folder, chosen, progress)

    from fwwsim.reporting.hector_balance import write_balance

    show(write_balance(plan, counts, folder), folder)
