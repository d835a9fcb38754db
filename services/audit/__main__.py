"""`python -m services.audit`: the audit API by gRPC and HTTP, and the books of who asked what."""

from services.audit.checks import SERVICE
from services.audit.domain.routes import AUDIT
from services.audit.faces import open_faces
from services.chassis.main import main
from services.chassis.writer_process import WriterService

if __name__ == "__main__":
    main(WriterService(domain=AUDIT, descriptor=SERVICE, open_faces=open_faces))
