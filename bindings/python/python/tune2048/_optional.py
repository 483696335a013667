"""Packages that only some functions need."""

import importlib
import warnings
from types import ModuleType

from tune2048.errors import MissingPackageError


def needed(package: str, extra: str, purpose: str) -> ModuleType:
    """Imports a package, or says which extra brings it."""
    try:
        with warnings.catch_warnings():
            # Where a notebook has no ipywidgets, tqdm draws its bar as text.
            warnings.filterwarnings("ignore", message="IProgress not found")
            return importlib.import_module(package)
    except ImportError as error:
        name = package.partition(".")[0]
        raise MissingPackageError(
            f"{purpose}: found no package {name}, expected it to be installed - "
            f"pip install 'tune2048[{extra}]'"
        ) from error
