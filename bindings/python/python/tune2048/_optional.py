"""Packages that only some functions need."""

import importlib
from types import ModuleType

from tune2048.errors import MissingPackageError


def needed(package: str, extra: str, purpose: str) -> ModuleType:
    """Imports a package, or says which extra brings it."""
    try:
        return importlib.import_module(package)
    except ImportError as error:
        name = package.partition(".")[0]
        raise MissingPackageError(
            f"{purpose}: found no package {name}, expected it to be installed - "
            f"pip install 'tune2048[{extra}]'"
        ) from error
