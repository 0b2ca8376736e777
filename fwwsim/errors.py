"""The errors a user can cause. Each message is one line: what was found, where, what is allowed."""


class FwwsimError(Exception):
    """Base of every error that bad input causes; the command line prints it and exits with code 2."""


class SpecError(FwwsimError):
    """A setting, option or argument that cannot be used."""


class RuleError(FwwsimError):
    """A situation that the rules of the game forbid; the message names the rule."""


class DataError(FwwsimError):
    """A data set that cannot be used.

    Attributes
    ----------
    problems : tuple of str
        One line a problem: file, row, field, found, allowed.
    """

    def __init__(self, problems: list[str] | tuple[str, ...]) -> None:
        self.problems = tuple(problems)
        more = f" (and {len(self.problems) - 1} more)" if len(self.problems) > 1 else ""
        super().__init__(f"{self.problems[0]}{more}")
