"""Fuzz: requests that begin as good ones, and are bent in their fields or in their very bytes."""

import asyncio
import random
from collections import Counter
from typing import Any

import grpc
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from tests.open_casino import OpenCasino

ODD_TEXTS = ("", "x" * 300, "a\x00b", "ü" * 90, "../..", "'; DROP TABLE event", "\u202e", "0" * 64)
ODD_NUMBERS = (0, -1, 1, 2**31 - 1, -(2**31), 2**63 - 1, -(2**63), 10**15, 10**15 + 1)


class Fuzzed:
    """Sends fuzzed requests to every unary RPC of the cashier and counts the status codes."""

    def __init__(self, casino: OpenCasino, chance: random.Random) -> None:
        self.casino, self.chance = casino, chance
        self.service = casino.desk().connection.service
        self.methods = [m for m in self.service.methods if not m.server_streaming]
        roles = {"desk": False, "chief_cashier": True}
        self.tokens = [
            casino.ledger.token("chief-1", [role], [casino.casino_id], is_person=person)
            for role, person in roles.items()
        ]

    async def send(self, requests: int, in_flight: int) -> Counter:
        codes: Counter[grpc.StatusCode] = Counter()
        left = iter(range(requests))
        async with grpc.aio.insecure_channel(self.casino.cashier.address) as channel:
            tasks = [self._send_some(channel, left, codes) for _ in range(in_flight)]
            await asyncio.gather(*tasks)
        return codes

    async def _send_some(self, channel: Any, left: Any, codes: Counter) -> None:
        for _ in left:
            method = self.chance.choice(self.methods)
            call = channel.unary_unary(f"/{self.service.full_name}/{method.name}")
            token = self.chance.choice(self.tokens)
            try:
                await call(self._bytes(method), metadata=(("authorization", f"Bearer {token}"),))
                codes[grpc.StatusCode.OK] += 1
            except grpc.aio.AioRpcError as error:
                codes[error.code()] += 1

    def _bytes(self, method: Any) -> bytes:
        request = GetMessageClass(method.input_type)()
        self._fill(request, depth=0)
        raw = bytearray(request.SerializeToString())
        if raw and self.chance.random() < 0.3:
            for _ in range(self.chance.randint(1, 4)):
                raw[self.chance.randrange(len(raw))] = self.chance.randrange(256)
        return bytes(raw)

    def _fill(self, message: Message, depth: int) -> None:
        for field in message.DESCRIPTOR.fields:
            if self.chance.random() < 0.15 or depth > 6:
                continue
            if field.is_repeated:
                self._fill_list(message, field, depth)
            elif field.message_type is not None:
                inner = getattr(message, field.name)
                inner.SetInParent()
                self._fill(inner, depth + 1)
            else:
                setattr(message, field.name, self._value(field))

    def _fill_list(self, message: Message, field: FieldDescriptor, depth: int) -> None:
        items = getattr(message, field.name)
        for _ in range(self.chance.choice((0, 1, 1, 2, 3, 20))):
            if field.message_type is not None:
                self._fill(items.add(), depth + 1)
            else:
                items.append(self._value(field))

    def _value(self, field: FieldDescriptor) -> Any:
        if field.type == FieldDescriptor.TYPE_STRING:
            return self._text(field.name)
        if field.type == FieldDescriptor.TYPE_BYTES:
            return self.chance.randbytes(self.chance.randrange(40))
        if field.type == FieldDescriptor.TYPE_BOOL:
            return self.chance.random() < 0.5
        if field.enum_type is not None:
            return self.chance.choice((0, 1, 2, 3, 77, -5))
        number = self.chance.choice((*ODD_NUMBERS, self.chance.randrange(10**6)))
        small = field.type in {FieldDescriptor.TYPE_INT32, FieldDescriptor.TYPE_SINT32}
        return max(-(2**31), min(2**31 - 1, number)) if small else number

    def _text(self, name: str) -> str:
        good = {
            "casino_id": self.casino.casino_id,
            "command_id": f"0190163d-8694-739b-aea5-{self.chance.getrandbits(48):012x}",
            "exchange_id": f"0190163d-8694-739b-aea5-{self.chance.getrandbits(8):012x}",
            "desk_id": f"desk-{self.chance.randint(1, 5)}",
            "person": f"p-{self.chance.randint(1, 9)}",
            "currency": self.chance.choice(("MTL", "GBP", "USD")),
            "employee_id": self.chance.choice(("cashier-1", "chief-1", "nobody")),
            "document_type": "passport",
            "date_of_birth": "1960-02-29",
            "account": "vault_cash",
        }
        if self.chance.random() < 0.8 and name in good:
            return good[name]
        return self.chance.choice(ODD_TEXTS)
