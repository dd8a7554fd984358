"""A server that is told to stop: it finishes what is under way, takes nothing new, and ends by itself in bounded time."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.request import urlopen

import pytest

from config.lifecycle import Lifecycle

ROOT = Path(__file__).parents[2]
HTTP = {"type": "http", "path": "/"}
pytestmark = pytest.mark.spec("X-05")


class Line:
    """A connection as a server hands it over; remembers what was sent on it."""

    def __init__(self) -> None:
        self.sent: list[dict] = []
        self.coming: asyncio.Queue = asyncio.Queue()

    async def send(self, message: dict) -> None:
        self.sent.append(message)

    def open(self, life: Lifecycle, scope: dict = HTTP) -> asyncio.Task:
        return asyncio.create_task(life(scope, self.coming.get, self.send))


def living(application, seconds: float = 5) -> Lifecycle:
    return Lifecycle(application, seconds)


async def test_what_is_under_way_finishes_though_the_server_cancels_it():
    go = asyncio.Event()

    async def application(scope, receive, send):
        await go.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})

    life, line = living(application), Line()
    task = line.open(life)
    await asyncio.sleep(0)
    drained = asyncio.create_task(life.drain())
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.sleep(0)
    assert not drained.done()

    go.set()
    await drained
    await task

    assert [message["status"] for message in line.sent] == [200]


async def test_what_comes_after_the_end_began_is_refused_and_never_reaches_the_application():
    reached = []

    async def application(scope, receive, send):
        reached.append(scope)

    life, line, socket_ = living(application), Line(), Line()
    await life.drain()
    await line.open(life)
    await socket_.open(life, {"type": "websocket", "path": "/"})

    assert line.sent[0]["status"] == 503
    assert (b"retry-after", b"1") in line.sent[0]["headers"]
    assert socket_.sent == [{"type": "websocket.close", "code": 1012}]
    assert reached == []


async def test_what_does_not_finish_in_time_is_cut_off():
    ended = []

    async def application(scope, receive, send):
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(scope["path"])

    life = living(application, seconds=0)
    task = Line().open(life)
    await asyncio.sleep(0)
    await life.drain()
    await asyncio.wait({task}, timeout=60)

    assert ended == ["/"]
    assert task.done()


async def test_an_event_stream_is_told_that_its_reader_has_left():
    heard = []

    async def application(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": [(b"Content-Type", b"text/event-stream")]})
        heard.append(await receive())

    life, line = living(application, seconds=60), Line()
    line.open(life)
    await asyncio.sleep(0)
    await life.drain()

    assert heard == [{"type": "http.disconnect"}]


async def test_a_connection_that_the_server_gives_up_ends_at_once_while_it_serves():
    ended = []

    async def application(scope, receive, send):
        try:
            await receive()
        finally:
            ended.append(True)

    life = living(application)
    task = Line().open(life)
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait({task, *life.under_way}, timeout=60)

    assert task.cancelled()
    assert ended == [True]


async def test_the_worker_begins_with_the_server_and_is_asked_to_stop_with_the_time_that_there_is():
    asked = []

    class Worker:
        def start(self):
            asked.append("start")

        def stop(self, seconds):
            asked.append(seconds)

    life = Lifecycle(None, 3, Worker())
    life.start()
    await life.drain()
    assert asked == ["start", 3]


# --- A real Daphne ----------------------------------------------------------------------------------------------------

SERVER = """
import asyncio, time
from config import asgi, urls
from django.http import HttpResponse, StreamingHttpResponse
from django.urls import path

begun = []

def slow(request):
    begun.append(1)
    time.sleep(float(request.GET["seconds"]))
    return HttpResponse("done")

async def endless():
    while True:
        yield "data: tick\\n\\n"
        await asyncio.sleep(0.05)

def stream(request):
    return StreamingHttpResponse(endless(), content_type="text/event-stream")

async def listening(scope, receive, send):
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass

def count(request):
    return HttpResponse(str(len(begun)))

urls.urlpatterns[:0] = [path("slow/", slow), path("begun/", count), path("stream/", stream)]
asgi.protocols.application_mapping["websocket"] = listening
application = asgi.application
"""


class Server:
    """Daphne with the application as it is deployed and two more routes: one that takes its time, one without end."""

    def __init__(self, folder: Path, seconds: int) -> None:
        (folder / "slowly.py").write_text(SERVER)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
        env = kept | {"DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings", "PYTHONPATH": str(folder)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "daphne", "-b", "127.0.0.1", "-p", str(self.port), "slowly:application"],
            cwd=ROOT, env=env | {"SHUTDOWN_SECONDS": str(seconds), "RUNS_WORKER": "inline"}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True,
        )  # fmt: skip

    def until_open(self) -> Server:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and self.process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.05)
        raise AssertionError("the server did not start")

    def get(self, path: str) -> bytes:
        with urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=60) as answer:
            return answer.read()

    def until_begun(self, many: int) -> None:
        deadline = time.monotonic() + 60
        while int(self.get("/begun/")) < many:
            assert time.monotonic() < deadline, "the requests did not arrive"
            time.sleep(0.02)

    def opened(self, request: str) -> socket.socket:
        """A connection on which a request was sent and the head of its answer has arrived."""
        line = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        line.sendall(request.replace("\n", "\r\n").encode())
        head = b""
        while b"\r\n\r\n" not in head:
            head += line.recv(1)
        return line

    def told_to_stop(self) -> tuple[int, str]:
        """Its exit code and what it printed."""
        self.process.terminate()
        said, _ = self.process.communicate(timeout=60)
        return self.process.returncode, said


@pytest.fixture
def server(tmp_path) -> Iterator:
    started: list[Server] = []

    def start(seconds: int) -> Server:
        started.append(Server(tmp_path, seconds))
        return started[-1].until_open()

    yield start
    for one in started:
        one.process.kill()
        one.process.wait(timeout=60)


UPGRADE = """GET /ws/ HTTP/1.1
Host: localhost
Upgrade: websocket
Connection: Upgrade
Sec-WebSocket-Version: 13
Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==

"""
STREAM = "GET /stream/ HTTP/1.1\nHost: localhost\n\n"


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_daphne_finishes_every_answer_closes_its_sockets_and_ends_with_zero(server):
    running = server(seconds=20)
    with ThreadPoolExecutor(4) as people, running.opened(UPGRADE) as ws, running.opened(STREAM):
        answers = [people.submit(running.get, f"/slow/?seconds={1 + n / 4}") for n in range(4)]
        running.until_begun(4)
        code, said = running.told_to_stop()
        close = ws.recv(4)

    assert [answer.result() for answer in answers] == [b"done"] * 4
    assert close == bytes([0x88, 2]) + (1012).to_bytes(2, "big")
    assert code == 0
    assert "shutdown_cut_off" not in said
    assert "Traceback" not in said, said


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_daphne_ends_in_bounded_time_though_an_answer_does_not(server):
    running = server(seconds=0)
    with ThreadPoolExecutor(2) as people:
        answers = [people.submit(running.get, "/slow/?seconds=300") for _ in range(2)]
        running.until_begun(2)
        code, said = running.told_to_stop()

    assert code == 0
    assert "shutdown_cut_off" in said
    assert all(isinstance(answer.exception(), OSError) for answer in answers)
