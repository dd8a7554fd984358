"""Spans of a trace: the conventions' names, no words, nothing without an endpoint, and never in the way of a plan."""

from datetime import datetime

import pytest
from structlog.testing import capture_logs

from agent import telemetry
from agent.interpret import interpret
from agent.messages import AssistantMessage, Usage, said
from agent.providers.base import ProviderError
from runs.tiers import file_tier
from tests import factories
from tools.composition import Composition


class Model:
    name = "gemini"

    def chat(self, params):
        return AssistantMessage(
            content=said("The surprise stays."),
            provider=self.name,
            model="gemini-x",
            usage=Usage(input=100, output=10, cache_read=50, reasoning=4),
        )


class Failing:
    name = "anthropic"

    def chat(self, params):
        raise ProviderError("busy", kind="overloaded")


@pytest.fixture(autouse=True)
def _unmade():
    made = telemetry.exporting
    made.cache_clear()
    yield
    made.cache_clear()


def planned(provider=None):
    state = Composition.load(factories.document())
    return interpret("keep the surprise", state=state, tier=file_tier(), provider=provider or Model()).proposal


@pytest.fixture
def spans():
    """What the SDK would export of a trace."""
    sdk = pytest.importorskip("opentelemetry.sdk.trace", reason="the extra “otel” is not installed")
    export = pytest.importorskip("opentelemetry.sdk.trace.export")
    memory = pytest.importorskip("opentelemetry.sdk.trace.export.in_memory_span_exporter").InMemorySpanExporter()
    provider = sdk.TracerProvider()
    provider.add_span_processor(export.SimpleSpanProcessor(memory))

    def emitted(trace):
        telemetry.emit(trace, provider.get_tracer("test"))
        return memory.get_finished_spans()

    return emitted


@pytest.mark.spec("K-24")
def test_a_plan_is_a_span_with_a_chat_below_it_in_the_conventions_names(spans):
    trace = planned().plan.trace
    chat, plan = spans(trace)

    assert (plan.name, chat.name) == ("plan greenlight", "chat gemini-x")
    assert (plan.kind.name, chat.kind.name, chat.status.status_code.name) == ("INTERNAL", "CLIENT", "UNSET")
    assert chat.parent.span_id == plan.context.span_id
    assert chat.attributes["gen_ai.operation.name"] == "chat"
    assert chat.attributes["gen_ai.provider.name"] == "gcp.gemini"
    assert chat.attributes["gen_ai.usage.input_tokens"] == 150
    assert chat.attributes["gen_ai.usage.cache_read.input_tokens"] == 50
    assert chat.attributes["gen_ai.response.finish_reasons"] == ("stop",)
    assert plan.attributes["greenlight.trace.id"] == trace["traceId"]
    assert plan.start_time == round(datetime.fromisoformat(trace["startedAt"]).timestamp() * 1e6) * 1000
    assert plan.end_time - plan.start_time == int(trace["durationMs"] * 1e6)
    assert "surprise" not in str([dict(span.attributes) for span in (plan, chat)])


@pytest.mark.spec("K-24")
def test_a_turn_that_failed_says_how(spans):
    first, second, *_ = spans(planned(Failing()).plan.trace)

    assert (first.kind.name, first.status.status_code.name) == ("CLIENT", "ERROR")
    assert (second.kind.name, second.status.status_code.name) == ("INTERNAL", "UNSET")
    assert first.attributes["error.type"] == "overloaded"
    assert "gen_ai.response.model" not in first.attributes


@pytest.mark.spec("K-24")
def test_without_an_endpoint_nothing_is_looked_for(monkeypatch):
    def asked():
        raise AssertionError("exporting without an endpoint")

    monkeypatch.setattr(telemetry, "exporting", asked)
    assert planned().answer == "The surprise stays."


@pytest.mark.spec("K-24")
def test_with_an_endpoint_but_without_the_extra_there_is_one_warning_and_a_plan(settings, monkeypatch):
    settings.OTEL_EXPORTER_OTLP_ENDPOINT = "http://127.0.0.1:9"

    def absent(name):
        raise ImportError(name)

    monkeypatch.setattr(telemetry, "import_module", absent)
    with capture_logs() as logs:
        assert planned().answer == planned().answer
    assert [entry["event"] for entry in logs] == ["telemetry_off"]
    assert "extra “otel”" in logs[0]["reason"]


@pytest.mark.spec("K-24")
def test_a_tracer_that_breaks_is_logged_and_the_plan_is_there(settings, monkeypatch):
    settings.OTEL_EXPORTER_OTLP_ENDPOINT = "http://127.0.0.1:9"
    monkeypatch.setattr(telemetry, "exporting", lambda: object())
    with capture_logs() as logs:
        assert planned().answer
    assert [entry["event"] for entry in logs] == ["telemetry_failed"]
