"""Command service: a domain's book behind gRPC. A typed RPC for each command, and the batch."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

import grpc
import structlog
from countroom.ledger.v1.intake_pb2 import BatchReceipt, BatchResult
from countroom.ledger.v1.receipt_pb2 import FieldViolation, Receipt, Refusal, RefusalFact
from google.protobuf.descriptor import Descriptor, ServiceDescriptor
from google.protobuf.message_factory import GetMessageClass
from grpc_status import rpc_status

from services.chassis import answers
from services.chassis.answers import Answered
from services.chassis.auth.principal import Principal, current_principal
from services.chassis.auth.roles import may_act, may_call, require_casino
from services.chassis.field_rules import has_unknown_fields, violations
from services.chassis.intake import Intake, require_room, require_sound
from services.chassis.live_partition import LivePartition
from services.chassis.partition_writer import InDoubt
from services.chassis.request_bytes import reader_of, require_readable
from services.kernel.oneof import Oneof
from services.kernel.refusal import Refused

MOST_COMMANDS: Final = 1_000
_TURN_EVERY: Final = 50
_NOT_THE_CALLER: Final = (
    "A person's token acts for that person alone: header.actor.employee_id must be its subject."
)
_log = structlog.get_logger()

Handler = Callable[[Any, Any], Awaitable[Any]]


def answering(handler: Handler) -> Handler:
    """Return the handler with whatever ends a request early turned into its status."""

    async def answered(request: Any, context: Any) -> Any:
        try:
            require_readable(request)
            return await handler(request, context)
        except Answered as early:
            status = early.status
        except Refused as refusal:
            status = answers.refused(refusal)
        except InDoubt:
            status = in_doubt()
        return await context.abort_with_status(rpc_status.to_status(status))

    return answered


def in_doubt() -> Any:
    """Return UNAVAILABLE: the log may or may not hold what was decided."""
    text = "The ledger is not sure of its last commit and restarts. Ask again, or ask GetOutcome."
    return answers.unavailable("in_doubt", text)


class CommandService:
    """The generic handlers of one service; its queries bring their own."""

    def __init__(
        self, service: ServiceDescriptor, intake: Intake, registers: frozenset[type[Any]]
    ) -> None:
        """Take the service's descriptor; `registers` are commands that open a casino's books."""
        self._service, self._intake, self._registers = service, intake, registers

    def handlers(self) -> dict[str, Any]:
        """Return a handler for every RPC of the service that is answered by receipts."""
        handlers: dict[str, Any] = {}
        for method in self._service.methods:
            answer = method.output_type.full_name
            if answer == Receipt.DESCRIPTOR.full_name:
                handler = answering(self.take)
            elif answer == BatchReceipt.DESCRIPTOR.full_name:
                handler = answering(self._batch(_carrier(method.input_type)))
            else:
                continue
            handlers[method.name] = grpc.unary_unary_rpc_method_handler(
                handler,
                request_deserializer=reader_of(GetMessageClass(method.input_type)),
                response_serializer=GetMessageClass(method.output_type).SerializeToString,
            )
        return handlers

    async def take(self, command: Any, _: Any) -> Receipt:
        """Answer one command once what it rests on is durable."""
        principal = current_principal()
        require_sound(command)
        casino_id = command.header.casino_id
        require_casino(principal, casino_id)
        _require_actor(principal, command)
        is_new = type(command) in self._registers
        find = self._intake.partition_for_new if is_new else self._intake.partition_of
        live = find(casino_id)
        require_room(live)
        await self._intake.prepare([command])
        try:
            return self._intake.take_up(live, command, principal.subject)
        finally:
            await live.writer.settled()

    def _batch(self, carrier: type[Any]) -> Handler:
        oneof = Oneof(carrier)
        rpcs = {kind: _rpc_of(kind, self._service) for kind in oneof.numbers}

        async def record_batch(request: Any, _: Any) -> BatchReceipt:
            return await self._record_batch(request, oneof, rpcs)

        return record_batch

    async def _record_batch(
        self, request: Any, oneof: Oneof, rpcs: Mapping[type[Any], str]
    ) -> BatchReceipt:
        principal = current_principal()
        commands = _commands(request, oneof)
        casino_id = commands[0].header.casino_id
        require_casino(principal, casino_id)
        live = self._intake.partition_of(casino_id)
        require_room(live)
        allowed = {kind: may_call(principal, rpcs[kind]) for kind in {type(c) for c in commands}}
        faults = [violations(command) for command in commands]
        await self._intake.prepare(
            c for c, found in zip(commands, faults, strict=True) if not found
        )
        answer = BatchReceipt()
        try:
            for place, (command, found) in enumerate(zip(commands, faults, strict=True), 1):
                result = (
                    _invalid_command(found)
                    if found
                    else self._result(live, command, principal, allowed)
                )
                answer.results.append(result)
                if request.stop_on_refusal and result.HasField("refusal"):
                    answer.stopped = place < len(commands)
                    break
                if place % _TURN_EVERY == 0:
                    await asyncio.sleep(0)  # others get their turn, and the log its next page
        finally:
            await live.writer.settled()
        return answer

    def _result(
        self,
        live: LivePartition,
        command: Any,
        principal: Principal,
        allowed: Mapping[type[Any], bool],
    ) -> BatchResult:
        if not allowed[type(command)]:
            text = f"The caller's token may not send {type(command).__name__} in a batch."
            return _refusal(Refusal(reason="role_not_allowed", text=text))
        if not may_act(principal, command.header.actor.employee_id):
            return _refusal(Refusal(reason="actor_not_caller", text=_NOT_THE_CALLER))
        try:
            receipt = self._intake.take_up(live, command, principal.subject)
        except Refused as refusal:
            facts = [RefusalFact(name=n, value=v) for n, v in refusal.facts.items()]
            return _refusal(Refusal(reason=refusal.reason, text=refusal.text, facts=facts))
        return BatchResult(receipt=receipt)


def _invalid_command(found: Sequence[FieldViolation]) -> BatchResult:
    text = f"{found[0].field} {found[0].text}"
    return _refusal(Refusal(reason="invalid_command", text=text, violations=found))


def _require_actor(principal: Principal, command: Any) -> None:
    if not may_act(principal, command.header.actor.employee_id):
        raise Answered(answers.permission_denied("actor_not_caller", _NOT_THE_CALLER))


def _commands(request: Any, oneof: Oneof) -> list[Any]:
    """Return the batch's commands, all of one casino, or answer what is wrong with it."""
    if has_unknown_fields(request):
        _invalid("(request)", "has fields that this version does not know")
    if not 1 <= len(request.commands) <= MOST_COMMANDS:
        _invalid("commands", f"must have 1 to {MOST_COMMANDS} items")
    commands: list[Any] = [oneof.case_of(carried) for carried in request.commands]
    if None in commands:
        place = commands.index(None)
        _invalid(f"commands[{place}]", "must hold a command that may come in a batch")
    casino_id = commands[0].header.casino_id
    for place, command in enumerate(commands):
        if command.header.casino_id != casino_id:
            _invalid(f"commands[{place}].header.casino_id", "must be the first command's casino")
    return commands


def _carrier(batch: Descriptor) -> type[Any]:
    """Return the oneof message whose items a batch holds."""
    carrier = batch.fields_by_name["commands"].message_type
    if carrier is None:
        raise TypeError(batch.full_name)
    return GetMessageClass(carrier)


def _invalid(field: str, text: str) -> None:
    raise Answered(answers.invalid([FieldViolation(field=field, text=text)]))


def _refusal(refusal: Refusal) -> BatchResult:
    return BatchResult(refusal=refusal)


def _rpc_of(command: type[Any], service: ServiceDescriptor) -> str:
    name = command.DESCRIPTOR.name
    return f"/{service.full_name}/{name}"
