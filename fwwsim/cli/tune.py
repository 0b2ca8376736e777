"""``fwwsim tune``: better weights for some factions, by CMA-ES on simulated games."""

from fwwsim.cli.experiment import REPORTS, Out, Spec, Threads, run_training


def tune(spec: Spec, threads: Threads = None, out: Out = REPORTS) -> None:
    """Tune the weights of a policy against a pool of opponents.

    Each side is tuned on its own by CMA-ES; all candidates of a generation meet the same dice, and the result is
    tested on the dice of another seed. Writes policies.toml, tune.json, tune.md and gains.csv. A run that was
    ended goes on where it stopped. The policy is then NAME@DIR/policies.toml for --policy and for other specs.
    """
    from fwwsim.experiments.tune import TuneSpec, plan_tune, run_tune

    run_training(spec, TuneSpec, plan_tune, run_tune, threads, out)
