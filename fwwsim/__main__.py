"""``python -m fwwsim``: the same as the ``fwwsim`` command."""

from fwwsim.cli.main import run

if __name__ == "__main__":
    run()
