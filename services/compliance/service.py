"""The compliance service: its domain, and the RPCs that reach it."""

from typing import Final

from countroom.compliance.v1 import compliance_service_pb2

from services.chassis.writer_process import WriterService
from services.compliance.domain.routes import COMPLIANCE

SERVICE: Final = WriterService(
    domain=COMPLIANCE,
    descriptor=compliance_service_pb2.DESCRIPTOR.services_by_name["ComplianceService"],
    registers=frozenset({compliance_service_pb2.RegisterCasino}),
)
