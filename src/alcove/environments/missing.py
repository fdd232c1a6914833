"""What is said where a package of the field is not installed."""

from alcove.core.errors import AlcoveError
from alcove.core.text import Text


class MissingPackageError(AlcoveError, ImportError):
    """A package that an extra of Alcove would have brought."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(
            Text(f"{package} is not installed; pip install 'alcove[{extra}]' adds it",
                 f"{package} n'est pas installé ; pip install 'alcove[{extra}]' l'ajoute")
        )  # fmt: skip
