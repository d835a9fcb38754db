"""Metrics of one process, in a registry of its own. No label names a person, desk or amount."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias

import grpc
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.process_collector import ProcessCollector

Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"  # generic in its stubs only
Continuation: TypeAlias = "Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]]"

_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_READING: Final = ("reader", "book")
_CODES: Final = {code.value[0]: code.name for code in grpc.StatusCode}


class Metrics:
    """What a process counts and times; `registry` is what /metrics shows."""

    def __init__(self) -> None:
        """Begin at zero."""
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.rpcs = self._counter(
            "countroom_rpcs", "RPCs answered, by full method and status code", "method", "code"
        )
        self.rpc_seconds = self._histogram(
            "countroom_rpc_seconds",
            "Time from an RPC's arrival to its answer; of a stream, to its end",
            "method",
        )
        self.commit_seconds = self._histogram(
            "countroom_commit_seconds",
            "Time from a commit's first decision until it is in the log",
            "partition",
        )
        self.lag_sequences = self._gauge(
            "countroom_lag_sequences",
            "Sequences of a book that a reader has yet to take in",
            *_READING,
        )
        self.gaps = self._counter(
            "countroom_gaps",
            "Pages that did not follow the one before: the book was stopped",
            *_READING,
        )
        self.house_staleness_seconds = self._gauge(
            "countroom_house_staleness_seconds",
            "Time since the other books were last known to be read to their ends",
            "partition",
        )
        self.reconcile_difference = self._gauge(
            "countroom_reconcile_difference",
            "Rows or minor units by which a read model differs from the log; 0 where all is well",
            "read_model",
            "book",
        )

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(name, text, labels, registry=self.registry)

    def _gauge(self, name: str, text: str, *labels: str) -> Gauge:
        return Gauge(name, text, labels, registry=self.registry)

    def _histogram(self, name: str, text: str, *labels: str) -> Histogram:
        return Histogram(name, text, labels, buckets=_SECONDS, registry=self.registry)

    def record_rpc(self, method: str, code: str, seconds: float) -> None:
        """Count one answered RPC."""
        self.rpcs.labels(method, code).inc()
        self.rpc_seconds.labels(method).observe(seconds)


class MetricsInterceptor(grpc.aio.ServerInterceptor):
    """Counts and times every RPC, those turned away included: it goes before other interceptors."""

    def __init__(self, metrics: Metrics) -> None:
        """Take where to count."""
        self._metrics = metrics
        self._wrapped: dict[str, tuple[Handler, Handler]] = {}

    async def intercept_service(
        self, continuation: Continuation, handler_call_details: grpc.HandlerCallDetails
    ) -> Any:
        """Return the RPC's handler with a clock round it."""
        began = time.monotonic()
        handler = await continuation(handler_call_details)
        if handler is None:
            # Its name is whatever the caller made up: it must not become a label.
            self._metrics.record_rpc("unknown", "UNIMPLEMENTED", time.monotonic() - began)
            return None
        method = handler_call_details.method
        name = method if isinstance(method, str) else method.decode()
        known = self._wrapped.get(name)
        if known is None or known[0] is not handler:
            known = self._wrapped[name] = (handler, self._timed(handler, name))
        return known[1]

    def _timed(self, handler: Handler, method: str) -> Handler:
        is_stream = handler.request_streaming
        codecs = handler.request_deserializer, handler.response_serializer
        if handler.response_streaming:
            inner: Any = handler.stream_stream if is_stream else handler.unary_stream
            wrap = (
                grpc.stream_stream_rpc_method_handler
                if is_stream
                else grpc.unary_stream_rpc_method_handler
            )
            return wrap(self._timed_stream(inner, method), *codecs)
        inner = handler.stream_unary if is_stream else handler.unary_unary
        wrap_unary = (
            grpc.stream_unary_rpc_method_handler
            if is_stream
            else grpc.unary_unary_rpc_method_handler
        )
        return wrap_unary(self._timed_unary(inner, method), *codecs)

    def _timed_unary(self, inner: Any, method: str) -> Any:
        async def timed(request: Any, context: Any) -> Any:
            began = time.monotonic()
            raised: BaseException | None = None
            try:
                return await inner(request, context)
            except BaseException as error:
                raised = error
                raise
            finally:
                self._metrics.record_rpc(method, _code(context, raised), time.monotonic() - began)

        return timed

    def _timed_stream(self, inner: Any, method: str) -> Any:
        async def timed(request: Any, context: Any) -> Any:
            began = time.monotonic()
            raised: BaseException | None = None
            try:
                answers = inner(request, context)
                if hasattr(answers, "__aiter__"):
                    async for answer in answers:
                        await context.write(answer)
                else:
                    await answers
            except BaseException as error:
                raised = error
                raise
            finally:
                self._metrics.record_rpc(method, _code(context, raised), time.monotonic() - began)

        return timed


def _code(context: Any, raised: BaseException | None) -> str:
    """Return the name of the status that the caller gets."""
    if isinstance(raised, asyncio.CancelledError):
        return "CANCELLED"
    code = context.code()
    if raised is not None and not code:
        return "UNKNOWN"
    return code.name if isinstance(code, grpc.StatusCode) else _CODES.get(code or 0, "UNKNOWN")
