"""``fwwsim league``: every policy against every policy, and what follows."""

from __future__ import annotations

from fwwsim.cli.experiment import REPORTS, Out, Spec, Threads, resumable, show, threads_of


def league(spec: Spec, threads: Threads = None, out: Out = REPORTS) -> None:
    """Play every policy against every policy from either side, on the same dice.

    Reports shares with intervals, Bradley-Terry ratings, the equilibrium mixture and the rates of the game at it,
    alpha-rank, and the range over all pairs: league.json, league.md, CSV tables and a heat map. Cells that are
    done are kept: a run that was ended goes on where it stopped, and a new policy costs its own cells only.
    """
    from fwwsim.cli.progress import compile_kernels, progress_of
    from fwwsim.experiments.league import LeagueSpec, plan_league, play_league
    from fwwsim.experiments.spec import read_spec
    from fwwsim.experiments.standings import stand
    from fwwsim.experiments.store import open_folder

    chosen = threads_of(threads)
    read = read_spec(spec, LeagueSpec)
    arena, profiles = plan_league(read, str(spec))
    folder = open_folder(out / spec.stem)
    with resumable(folder):
        compile_kernels(arena.match)
        with progress_of(read.games * len(profiles) ** 2) as progress:
            played = play_league(read, arena, profiles, folder, chosen, progress)

    from fwwsim.reporting.league_report import write_league

    show(write_league(played, stand(played), folder), folder)
