"""Tables: the row of each table that the streams write, in the order in which they are written."""

from typing import Final

from services.streams.projections.alert import AlertRow
from services.streams.projections.casino import CasinoRow
from services.streams.projections.event import EventRow
from services.streams.projections.exception import ExceptionRow
from services.streams.projections.exchange import ExchangeRow
from services.streams.projections.identification import IdentificationRow
from services.streams.projections.patron_session import PatronSessionRow
from services.streams.projections.person_link import PersonLinkRow
from services.streams.projections.posting import PostingRow
from services.streams.projections.visit import VisitRow
from services.streams.watches.finding import FindingRow

TABLES: Final[dict[str, tuple[str, ...]]] = {
    "casino": CasinoRow._fields,
    "person_link": PersonLinkRow._fields,
    "visit": VisitRow._fields,
    "exchange": ExchangeRow._fields,
    "identification": IdentificationRow._fields,
    "patron_session": PatronSessionRow._fields,
    "finding": FindingRow._fields,
    "alert": AlertRow._fields,
    "exception": ExceptionRow._fields,
    "posting": PostingRow._fields,
    "event": EventRow._fields,
}
"""Column names by table. Events come last: who finds an event finds what was made of it."""
