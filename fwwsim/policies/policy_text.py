"""A policy as the TOML that :func:`fwwsim.policies.catalogue.load_policies` reads."""

import json

from fwwsim.policies.catalogue import Policy


def policy_text(policy: Policy, base: str, factions: tuple[str, ...]) -> str:
    """The tables of a policy of the family called `base`: its card, and one vector for all or one a faction.

    Weights of their neutral value are left out.

    Examples
    --------
    >>> from fwwsim.policies.catalogue import Base
    >>> calm = Policy("calm", Base(1, ("city",), ("depth",)), "Waits.", (1.5,), (3,))
    >>> print(policy_text(calm, "slow", ("A", "B")), end="")
    [calm]
    base = "slow"
    idea = "Waits."
    depth = 3
    <BLANKLINE>
    [calm.weights]
    city = 1.5
    """
    lines = [f"[{policy.name}]", f"base = {_quoted(base)}", f"idea = {_quoted(policy.idea)}"]
    if policy.history:
        lines.append(f"history = {_quoted(policy.history)}")
    settings = zip(policy.base.settings, policy.settings, strict=True)
    lines += [f"{name} = {value}" for name, value in settings]
    vectors = (
        {f".{faction}": policy.weights_of(faction) for faction in factions}
        if policy.by_faction
        else {"": policy.weights}
    )
    for faction, weights in vectors.items():
        lines += ["", f"[{policy.name}{faction}.weights]"]
        named = zip(policy.base.weights, weights, strict=True)
        lines += [f"{name} = {value!r}" for name, value in named if policy.base.neutral.get(name) != value]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A TOML basic string: the escapes of JSON are among its own."""
    return json.dumps(text, ensure_ascii=False)
