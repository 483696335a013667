"""The exceptions of the package; their texts are those of the command line, in Python's words."""


class Tune2048Error(Exception):
    """Something went wrong under way: a file cannot be written, a record is damaged."""


class BadInputError(Tune2048Error, ValueError):
    """The caller asked for something impossible."""


class MissingPackageError(Tune2048Error, ImportError):
    """A package that is needed here is not installed."""


for _error in (Tune2048Error, BadInputError, MissingPackageError):
    _error.__module__ = "tune2048"
