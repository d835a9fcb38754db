"""Chance from a seed, a stream for each part: what one part draws does not move the others."""

import random


def chance_of(seed: int, part: str) -> random.Random:
    """Return the stream of a part, e.g. "arrivals" or "patron/17"."""
    return random.Random(f"{seed}/{part}")
