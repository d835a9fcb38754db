"""Routes: an address for each RPC, made from its name: ListEvents is /v1/list-events."""

import re
from dataclasses import dataclass
from typing import Final

from google.protobuf.descriptor import Descriptor, MethodDescriptor

from services.audit.checks import SERVICE


@dataclass(frozen=True, slots=True)
class Route:
    """A question as RPC and as address."""

    method: MethodDescriptor

    @property
    def rpc(self) -> str:
        """Return the RPC's name, e.g. "ListEvents"."""
        return str(self.method.name)

    @property
    def path(self) -> str:
        """Return the address, e.g. "/v1/list-events"."""
        return "/v1/" + re.sub(r"(?<!^)(?=[A-Z])", "-", self.rpc).lower()

    @property
    def method_path(self) -> str:
        """Return the full method, as gates and metrics name it."""
        return f"/{SERVICE.full_name}/{self.rpc}"

    @property
    def question(self) -> Descriptor:
        """Return the type of the question."""
        return self.method.input_type

    @property
    def answer(self) -> Descriptor:
        """Return the type of the answer, or of each part of one that streams."""
        return self.method.output_type

    @property
    def streams(self) -> bool:
        """Say whether the answer comes in parts."""
        return bool(self.method.server_streaming)


ROUTES: Final = {method.name: Route(method) for method in SERVICE.methods}
