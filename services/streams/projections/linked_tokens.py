"""Linked tokens: which tokens are one person, whatever the order in which the links are found."""


class LinkedTokens:
    """Grows with each link; what is one person once stays one."""

    def __init__(self) -> None:
        """Begin with every token a person of its own."""
        self._group: dict[str, frozenset[str]] = {}

    def is_linked(self, person: str) -> bool:
        """Say whether a token's person has other tokens."""
        return person in self._group

    def group(self, person: str) -> frozenset[str]:
        """Return all tokens of a token's person, itself included."""
        group = self._group.get(person)
        return frozenset((person,)) if group is None else group

    def canonical(self, person: str) -> str:
        """Return the one token that stands for the person: the first in alphabetical order."""
        group = self._group.get(person)
        return min(group) if group else person

    def join(self, person: str, other: str) -> frozenset[str]:
        """Make two tokens one person and return all its tokens."""
        joined = self.group(person) | self.group(other)
        for token in joined:
            self._group[token] = joined
        return joined
