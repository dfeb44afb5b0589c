"""What several tests use."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

import tengen

# A shell starts background jobs with SIGINT ignored, and Python then leaves it so.
signal.signal(signal.SIGINT, signal.default_int_handler)

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
