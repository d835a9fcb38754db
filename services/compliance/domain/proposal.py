"""A proposal of a casino's first licences, as the book remembers it."""

from typing import NamedTuple

from countroom.compliance.v1.licence_pb2 import LicenceTerms


class Proposal(NamedTuple):
    """What was proposed, by whom, and under which command id. A newer one takes its place."""

    proposal_id: str
    proposed_by: str
    licences: tuple[LicenceTerms, ...]
