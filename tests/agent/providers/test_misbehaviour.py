"""A real server on a real socket that fails, stalls, drips, sends junk or stops in the middle: planning degrades and says why.

It never hangs, and never runs what it read half of. Time-outs are short here; nothing is said about how long things take.
"""

from __future__ import annotations

import json
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest
import structlog

from agent.interpret import interpret
from agent.messages import ToolCall
from agent.providers.base import Delta, ProviderError
from runs.tiers import file_tier
from tests import factories
from tests.agent.providers.vendors import ADAPTERS
from tests.agent.providers.wire import KEY, config, params
from tools.composition import Composition
from tools.providers.http import Http, Patience

pytestmark = pytest.mark.spec("S-07", "D-2", "D-12")

SENTENCE = "delete the last clip"
BAD = ("I take it all away.", [("deleteTrack", {"trackId": "v1", "deleteItems": True})])
HURRIED = Patience(connect=2, read=0.25, whole=0.8, retries=1, backoff=0.01, pause=0.1)
AT_MOST = 30  # seconds until a test gives a thread up for hung


class Server:
    """An HTTP server on a free port that answers every request as its script says."""

    def __init__(self):
        self.script, self.requests, self.over = None, 0, threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                outer.requests += 1
                self.rfile.read(int(self.headers.get("content-length", 0)))
                self.close_connection = True
                with suppress(OSError):  # the other side had enough
                    outer.script(self, outer.over)

            def log_message(self, *args):
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        threading.Thread(target=self.http.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self):
        self.over.set()
        self.http.shutdown()
        self.http.server_close()


class Redirected(httpx.HTTPTransport):
    """Takes every request to the server of the test, whatever address it was meant for."""

    def __init__(self, port):
        super().__init__(verify=False)
        self.port = port

    def handle_request(self, request):
        request.url = request.url.copy_with(scheme="http", host="127.0.0.1", port=self.port)
        return super().handle_request(request)


@pytest.fixture(scope="module")
def running():
    server = Server()
    yield server
    server.stop()


@pytest.fixture
def server(running):
    """The server, with nothing asked of it yet; whatever it still answers afterwards is let go."""
    running.requests, running.over = 0, threading.Event()
    yield running
    running.over.set()


@pytest.fixture
def state():
    return Composition.load(factories.document())


def adapter(name, server):
    make, model, _, _ = ADAPTERS[name]
    door = Http(secrets=[KEY], patience=HURRIED, transport=Redirected(server.http.server_port), most_bytes=200_000)
    return make(config(name, model), door=door)


# --- The scripts ------------------------------------------------------------------------------------------------------


def answers(status, body, kind="application/json", **headers):
    def script(request, over):
        request.send_response(status)
        for name, value in {"content-type": kind, "content-length": len(body), **headers}.items():
            request.send_header(name.replace("_", "-"), str(value))
        request.end_headers()
        request.wfile.write(body)

    return script


def begins(*pieces, then=None, kind="application/json"):
    """Headers, the pieces, and then: nothing more until the test is over, more of `then` for ever, or (False) the end."""

    def script(request, over):
        request.send_response(200)
        request.send_header("content-type", kind)
        request.send_header("transfer-encoding", "chunked")
        request.end_headers()
        for piece in pieces:
            write(request, piece)
        while then is not False and not over.wait(0.05 if then else AT_MOST):
            write(request, then)

    return script


def write(request, piece):
    request.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
    request.wfile.flush()


def says_nothing(request, over):
    over.wait(AT_MOST)


def drips_headers(request, over):
    request.wfile.write(b"HTTP/1.1 200 OK\r\n")
    while not over.wait(0.05):
        request.wfile.write(b"x-still: here\r\n")


def promises_an_answer(request, over):
    while not over.wait(0.05):
        request.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")


def hangs_up(request, over):
    request.connection.close()


def promises_more(request, over):
    request.send_response(200)
    request.send_header("content-type", "application/json")
    request.send_header("content-length", "100000")
    request.end_headers()
    request.wfile.write(b'{"choices": [')


ANYWHERE = {
    "fails": answers(500, b'{"error": {"message": "boom"}}'),
    "is not to be had for an hour": answers(503, b"{}", retry_after=3600),
    "does not know the key": answers(401, json.dumps({"error": {"message": f"bad key {KEY}"}}).encode()),
    "says nothing": says_nothing,
    "drips its headers for ever": drips_headers,
    "only promises to answer": promises_an_answer,
    "hangs up": hangs_up,
    "promises more than it sends": promises_more,
    "stops answering": begins(b'{"choices": ['),
    "drips for ever": begins(b"{", then=b" "),
    "never ends": begins(then=b"x" * 60_000),
    "sends a page": answers(200, b"<html>Sign in to the hotel's wifi</html>", "text/html"),
    "sends junk": answers(200, b"\x00\xff\xfe{{{"),
    "sends nothing": answers(200, b""),
    "sends a list": answers(200, b"[]"),
    "sends a number": answers(200, b"7"),
    "nests without end": answers(200, b"[" * 100_000),
    "sends an empty object": answers(200, b"{}"),
    "sends nulls": answers(200, b'{"choices": null, "output": null, "candidates": null, "content": null}'),
    "sends wrong shapes": answers(200, b'{"choices": [7], "output": 7, "candidates": [7], "content": [7]}'),
    "sends an error as a success": answers(200, b'{"error": {"message": "no such model", "type": "error"}}'),
}


def proposed(state, provider, listener=None):
    """The proposal, from a thread that must come to its end. With a listener the answers are streamed."""
    found, asked = [], {"state": state, "tier": file_tier(), "provider": provider, "listener": listener}

    def run():
        found.append(interpret(SENTENCE, **asked).proposal)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(AT_MOST)
    assert not thread.is_alive(), "planning hangs"
    return found[0]


@pytest.mark.parametrize("name", ADAPTERS)
@pytest.mark.parametrize("how", ANYWHERE)
def test_planning_degrades_to_offline_with_the_reason(server, state, name, how):
    before = state.dump()
    server.script = ANYWHERE[how]

    with structlog.testing.capture_logs() as logs:
        proposal = proposed(state, adapter(name, server))

    assert [step.tool for step in proposal.plan.steps] == ["deleteItems"]
    assert proposal.valid
    assert proposal.degraded.startswith("The model ")
    assert proposal.degraded.endswith("; planned offline.")
    assert logs
    assert KEY not in repr(logs)
    assert KEY not in proposal.model_dump_json()
    assert state.dump() == before
    assert server.requests <= 4


@pytest.mark.spec("S-08")
@pytest.mark.parametrize("name", ADAPTERS)
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed_with_the_key(server, name, status):
    server.script = answers(status, b"", location="/stolen")
    with pytest.raises(ProviderError, match=f"answered {status}"):
        adapter(name, server).chat(params())
    assert server.requests == 1


@pytest.mark.parametrize("name", ADAPTERS)
def test_a_server_that_is_not_there_degrades_too(state, name):
    gone = Server()
    gone.stop()
    assert "could not be reached" in proposed(state, adapter(name, gone)).degraded


# --- Streams ----------------------------------------------------------------------------------------------------------


def stream_of(name):
    """The pieces of a good stream whose call would take everything away."""
    _, _, _, events = ADAPTERS[name]
    lines = [event if isinstance(event, str) else f"data: {json.dumps(event)}" for event in events(*BAD)]
    return [f"{line}\n\n".encode() for line in lines]


def broken(name):
    """Every way in which the stream can stop: after each of its events, and in the middle of each."""
    pieces = stream_of(name)
    ends = {"data: [DONE]", "message_stop"}
    last = len(pieces) - sum(any(end in piece.decode() for end in ends) for piece in pieces)
    return [
        (f"{n}{part}", [*pieces[:n], *half])
        for n in range(last)
        for part, half in (("", []), (" and a half", [pieces[n][:-12]]))
    ]


STOPS = [
    pytest.param(name, pieces, then, id=f"{name} {'stalls' if then is None else 'ends'} after {where}")
    for name in ADAPTERS
    for where, pieces in broken(name)
    for then in ([False, None] if where.endswith("half") else [False])
]


@pytest.mark.parametrize(("name", "pieces", "then"), STOPS)
def test_a_stream_that_stops_anywhere_runs_no_half_parsed_call(server, state, name, pieces, then):
    server.script = begins(*pieces, then=then, kind="text/event-stream")

    heard = []

    proposal = proposed(state, adapter(name, server), heard.append)

    assert [step.tool for step in proposal.plan.steps] == ["deleteItems"]
    assert proposal.degraded.endswith("; planned offline.")
    assert all(isinstance(piece, Delta) for piece in heard)
    broken, *others = proposal.plan.trace["turns"]
    assert (broken["provider"], "error" in broken) == (name, True)
    assert {turn["provider"] for turn in others} == {"offline"}


@pytest.mark.parametrize("name", ADAPTERS)
@pytest.mark.parametrize("junk", [b"data: {{{\n\n", b"data: 7\n\n", b"data: \xff\xfe\n\n"])
def test_junk_in_the_middle_of_a_stream_degrades(server, state, name, junk):
    pieces = stream_of(name)
    server.script = begins(pieces[0], junk, *pieces[1:], then=False, kind="text/event-stream")
    proposal = proposed(state, adapter(name, server), lambda piece: None)
    assert [step.tool for step in proposal.plan.steps] == ["deleteItems"]


@pytest.mark.parametrize("name", ADAPTERS)
def test_a_stream_is_not_asked_for_again_once_some_of_it_was_shown(server, name):
    server.script = begins(*stream_of(name)[:2], then=False, kind="text/event-stream")
    shown = []
    with pytest.raises(ProviderError):
        shown.extend(adapter(name, server).stream(params()))
    assert not any(isinstance(one, ToolCall) for one in shown)
    assert server.requests == 1
