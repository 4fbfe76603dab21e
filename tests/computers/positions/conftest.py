"""The champion answers these positions at full strength."""

import pytest


@pytest.fixture(autouse=True)
def _asked_in_earnest(full_strength: None) -> None:
    """Search every position in full."""
