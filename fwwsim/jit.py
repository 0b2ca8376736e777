"""The only door to numba: the decorator of every kernel, two bit intrinsics, and the compile cache.

The cache lives in a folder named by a hash of the kernels' sources, because numba does not notice a change in
a callee of another file. With ``NUMBA_DISABLE_JIT=1`` everything runs as plain Python and gives the same results.
"""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

PACKAGE = Path(__file__).parent
KERNEL_FOLDERS = ("engine", "games", "policies")
KEPT_CACHES = 6

Function = TypeVar("Function", bound=Callable[..., Any])


@cache
def source_hash() -> str:
    """The first 16 hex digits of the SHA-256 of every source file that can hold a kernel, as a process finds them.

    >>> len(source_hash())
    16
    """
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for folder in KERNEL_FOLDERS:
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            digest.update(str(path.relative_to(PACKAGE)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_folder() -> Path:
    """A writable folder for compiled kernels: the user's cache, or the temporary folder."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    for root in (Path(home) / "fwwsim", Path(tempfile.gettempdir()) / f"fwwsim-{os.getuid()}"):
        try:
            folder = root / source_hash()
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                os.utime(folder)
                _prune(root)
                return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="fwwsim-"))


def _prune(root: Path) -> None:
    """Drop all but the newest few caches of former versions of the sources."""
    folders = sorted(
        (path for path in root.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime
    )
    for folder in folders[:-KEPT_CACHES]:
        shutil.rmtree(folder, ignore_errors=True)


if "NUMBA_CACHE_DIR" not in os.environ:
    os.environ["NUMBA_CACHE_DIR"] = str(_cache_folder())

import numba  # noqa: E402  (the cache folder must be known before)
from llvmlite import binding, ir  # noqa: E402
from numba.core import types  # noqa: E402
from numba.extending import intrinsic  # noqa: E402

ENABLED: bool = not vars(numba.config)["DISABLE_JIT"]
VERSION: str = numba.__version__


def kernel(function: Function) -> Function:
    """Compile `function` at its first call: no Python objects inside, the GIL released, the result cached."""
    return cast(Function, numba.njit(nogil=True, cache=True, error_model="numpy")(function))


def _popcount(_typing: Any, _word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


def _first_bit(_typing: Any, _word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


def _deposit(_typing: Any, _source: Any, _mask: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        pdep = builder.module.declare_intrinsic(
            "llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, (word, word))
        )
        return builder.call(pdep, arguments)

    return types.int64(types.int64, types.int64), generate


def _popcount_plain(word: int) -> int:
    return int(word).bit_count()


def _first_bit_plain(word: int) -> int:
    return (int(word) & -int(word)).bit_length() - 1


popcount: Callable[[int], int] = cast(Any, intrinsic(_popcount)) if ENABLED else _popcount_plain
"""The number of one bits of a non-negative int64."""

HAS_DEPOSIT: bool = ENABLED and bool(binding.get_host_cpu_features().get("bmi2"))
"""Whether this machine can select a bit by one instruction, `deposit` (BMI2's pdep)."""

deposit: Callable[[int, int], int] = cast(Any, intrinsic(_deposit))
"""Put the low bits of the first word at the places of the one bits of the second, lowest first."""

first_bit: Callable[[int], int] = cast(Any, intrinsic(_first_bit)) if ENABLED else _first_bit_plain
"""The index of the lowest one bit of a positive int64."""
