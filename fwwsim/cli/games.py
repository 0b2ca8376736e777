"""``fwwsim games``: the games and what can be asked about each."""


def games() -> None:
    """List the games and what can be asked about each."""
    from fwwsim.games import REGISTRY

    for name, entry in REGISTRY.items():
        print(f"{entry.title} ({name})\n    {entry.offers}")
