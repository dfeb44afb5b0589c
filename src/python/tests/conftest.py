"""What several tests use."""

from __future__ import annotations

from pathlib import Path

import pytest

import tengen

#: The checkout.
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def engine():
    """A small engine."""
    with tengen.Engine(hash_mb=8) as engine:
        yield engine


#: Black to move in the middle would make two open threes.
DOUBLE_THREE = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . X . . . .
    . . . . X . . . .
    . . X X . . . . .
    . . . . . . . . .
    . . . . . . . . .
    O . O . . . O . O
    . . . . . . . . .
"""
