"""What a good player would answer is asked of the champion at its full strength."""

import pytest


@pytest.fixture(autouse=True)
def _asked_in_earnest(full_strength: None) -> None:
    """Every position is thought through."""
