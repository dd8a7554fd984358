"""Traces as OpenTelemetry spans, in the names of the GenAI conventions; only where an endpoint is set and the extra is there.

The conventions are still in development and have moved house, so their names are written out here. No words go along:
spans carry models, tokens and times.
"""

from __future__ import annotations

from datetime import datetime
from functools import cache
from importlib import import_module
from typing import Any

import structlog
from django.conf import settings

log = structlog.get_logger()

AGENT = "greenlight"
VENDORS = {"gemini": "gcp.gemini", "openai-responses": "openai", "openai-compatible": "openai"}
MISSING = "OTEL_EXPORTER_OTLP_ENDPOINT is set but OpenTelemetry is not installed; install the extra “otel”."


def export(trace: dict[str, Any] | None) -> None:
    """Send a trace to where OTEL_EXPORTER_OTLP_ENDPOINT says; a failure is logged and nothing else happens."""
    if trace is None or not settings.OTEL_EXPORTER_OTLP_ENDPOINT:
        return
    try:
        if (tracer := exporting()) is not None:
            emit(trace, tracer)
    except Exception:  # telemetry never stands in the way of a plan
        log.exception("telemetry_failed")


@cache
def exporting() -> Any:
    """The tracer that exports over OTLP/HTTP, made once; None (and one warning) where the extra is not installed."""
    try:
        exporter = import_module("opentelemetry.exporter.otlp.proto.http.trace_exporter")
        sdk, resources, batches = (
            import_module(f"opentelemetry.sdk.{name}") for name in ("trace", "resources", "trace.export")
        )
    except ImportError:
        log.warning("telemetry_off", reason=MISSING)
        return None
    provider = sdk.TracerProvider(resource=resources.Resource.create({"service.name": AGENT}))
    sender = exporter.OTLPSpanExporter()  # it reads the OTEL_* variables itself
    provider.add_span_processor(batches.BatchSpanProcessor(sender))
    return provider.get_tracer(AGENT)


def emit(trace: dict[str, Any], tracer: Any) -> None:
    """One `plan` span over the whole trace, and below it one `chat` span for each turn of a provider."""
    api = import_module("opentelemetry.trace")
    began, ended = _times(trace)
    whole = tracer.start_span(f"plan {AGENT}", start_time=began, attributes=_plan(trace))
    within = api.set_span_in_context(whole)
    for turn in trace["turns"]:
        start, end = _times(turn)
        kind = api.SpanKind.INTERNAL if turn["provider"] == "offline" else api.SpanKind.CLIENT
        name, told = f"chat {turn['model']}", _chat(turn)
        span = tracer.start_span(name, context=within, kind=kind, start_time=start, attributes=told)
        if "error" in turn:
            span.set_status(api.StatusCode.ERROR)
        span.end(end_time=end)
    whole.end(end_time=ended)


def _plan(trace: dict[str, Any]) -> dict[str, Any]:
    return {
        "gen_ai.operation.name": "plan",
        "gen_ai.agent.name": AGENT,
        "gen_ai.agent.version": trace["spec"]["version"],
        "gen_ai.provider.name": vendor(trace["provider"]),
        "gen_ai.request.model": trace["model"],
        "greenlight.trace.id": trace["traceId"],
        **_tokens(trace["usage"]),
    }


def _chat(turn: dict[str, Any]) -> dict[str, Any]:
    told = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": vendor(turn["provider"]),
        "gen_ai.request.model": turn["model"],
    }
    if "error" in turn:
        return {**told, "error.type": turn["error"]}
    answered = {"gen_ai.response.model": turn["model"], "gen_ai.response.finish_reasons": [turn["stopReason"]]}
    return {**told, **answered, **_tokens(turn["usage"])}


def _tokens(usage: dict[str, Any]) -> dict[str, Any]:
    """Where the conventions count the whole prompt as input, ours counts the cached part apart."""
    return {
        "gen_ai.usage.input_tokens": usage["input"] + usage["cacheRead"] + usage["cacheWrite"],
        "gen_ai.usage.output_tokens": usage["output"],
        "gen_ai.usage.cache_read.input_tokens": usage["cacheRead"],
        "gen_ai.usage.cache_write.input_tokens": usage["cacheWrite"],
        "gen_ai.usage.reasoning.output_tokens": usage["reasoning"],
    }


def vendor(provider: str) -> str:
    """A provider's name in the conventions' words."""
    return VENDORS.get(provider, provider)


def _times(record: dict[str, Any]) -> tuple[int, int]:
    """When it began and ended, in nanoseconds since the epoch."""
    began = int(datetime.fromisoformat(record["startedAt"]).timestamp() * 1e6) * 1000
    return began, began + int(record["durationMs"] * 1e6)
