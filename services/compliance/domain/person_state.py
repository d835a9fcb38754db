"""What the rules remember of a person under one token."""

from typing import NamedTuple

from services.compliance.domain.self_exclusion import Exclusion


class Person(NamedTuple):
    """A token's person; the initial value is one whom nobody has met.

    `linked` are the tokens that a document has linked to this one directly.
    """

    is_identified: bool = False
    is_inside: bool = False
    exclusions: tuple[Exclusion, ...] = ()
    linked: frozenset[str] = frozenset()
