"""A browser that loses its line, or its server, during a run: back again it shows every step, in order, none twice."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import subprocess
import sys
from threading import Thread

import pytest
from playwright.sync_api import expect

from tests.test_story import ROOT, browser, manage, stop, until_open  # noqa: F401  (browser is a fixture)

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser"), pytest.mark.spec("K-23")]
SENTENCE = "delete the last clip, make it vertical, mute the music and add a title card that says Hello"
FILL = """(run) => {
  const card = document.getElementById(`card-${run}`);
  const place = () => card.querySelector(".decide").getBoundingClientRect().top;
  const before = place();
  card.querySelector(".headway").innerHTML = "<progress></progress><p>Rendering 5 of 9 frames</p>";
  return [before, place()];
}"""
FOLLOW = """(run) => {
  window.told = [];
  const stream = new EventSource(`/api/agent/runs/${run}/events`);
  const tell = (event) => told.push([event.lastEventId, event.type, JSON.parse(event.data).data.status || ""]);
  for (const kind of ["agent_plan", "agent_start", "agent_step", "agent_done"]) stream.addEventListener(kind, tell);
  window.over = new Promise((tell) => stream.addEventListener("end", () => { stream.close(); tell(); }));
}"""


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Line:
    """The line between the browser and the server, which can be cut: what is open breaks, what is new is refused."""

    def __init__(self, to: int) -> None:
        self.port, self.to, self.open = free_port(), to, set()
        self.loop = asyncio.new_event_loop()
        Thread(target=self.loop.run_forever, daemon=True).start()
        self._do(asyncio.start_server(self._serve, "127.0.0.1", self.port))
        self.whole = True

    def _do(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    async def _serve(self, reader, writer) -> None:
        try:
            if not self.whole:
                return
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.to)
            ends = {writer, far_writer}
            self.open |= ends
            await asyncio.wait(
                [asyncio.create_task(carry(reader, far_writer)), asyncio.create_task(carry(far_reader, writer))],
                return_when=asyncio.FIRST_COMPLETED,
            )
            self.open -= ends
            far_writer.close()
        except OSError:
            return
        finally:
            writer.close()

    def cut(self) -> None:
        async def abort() -> None:
            self.whole = False
            for end in self.open:
                end.transport.abort()

        self._do(abort())

    def mend(self) -> None:
        self.whole = True


async def carry(reader, writer) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        return


class Server:
    """A server with data of its own, which can be started again where it was."""

    def __init__(self, folder) -> None:
        kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
        self.env = kept | {"DATA_DIR": str(folder), "LLM_PROVIDER": "offline", "SHUTDOWN_SECONDS": "2"}
        manage(self.env, "migrate", "--verbosity", "0")
        self.line = Line(free_port())
        self.start()

    def start(self) -> None:
        port = str(self.line.to)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "daphne", "-b", "127.0.0.1", "-p", port, "config.asgi:application"],
            cwd=ROOT, env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        until_open(int(port), self.process)

    def stop(self) -> None:
        stop(self.process)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    one = Server(tmp_path_factory.mktemp("offline"))
    yield one
    one.process.kill()
    one.process.wait()


@pytest.fixture(scope="module")
def hand(server):
    """`hand("step", run, 1, "done")`: a move of a worker in another process, which is done when this returns."""
    command = [sys.executable, "-m", "tests.runs.realtime.slow_hand"]
    worker = subprocess.Popen(
        command, cwd=ROOT, env=server.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )

    def move(*words) -> None:
        print(*words, file=worker.stdin, flush=True)  # noqa: T201  (to the worker)
        assert worker.stdout.readline() == "moved\n"

    yield move
    worker.stdin.close()
    worker.wait(timeout=60)


@pytest.fixture(scope="module")
def signed_in(browser, server):  # noqa: F811
    printed = manage(server.env, "demo", "--link", "--port", str(server.line.port))
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.goto(re.search(r"http://\S+/sign-in/link/\S+", printed).group())
    page.get_by_role("button", name="Continue as demo").click()
    yield context
    context.close()


@pytest.fixture
def film(signed_in, server):
    """The page of a composition."""
    page = signed_in.new_page()
    page.goto(f"http://127.0.0.1:{server.line.port}/")
    page.get_by_role("link", name=re.compile("Four clips")).first.click()
    page.locator("[data-live=live]").wait_for()
    yield page
    page.close()


@pytest.mark.parametrize("what", ["line", "server"])
def test_a_browser_that_was_away_during_a_run_shows_every_step_in_order_and_none_twice(film, server, hand, what):
    film.get_by_label("Say what to change").fill(SENTENCE)
    film.get_by_role("button", name="Send").click()
    card = film.locator("article.card").last
    card.get_by_role("button", name="Approve").wait_for()
    run = card.get_attribute("id").removeprefix("card-")
    log = film.context.new_page()
    log.goto(f"http://127.0.0.1:{server.line.port}/runs/{run}/")
    log.evaluate(FOLLOW, run)
    hand("take", run)
    hand("step", run, 1, "running")
    for page in (film, log):
        expect(page.locator(f"#card-{run} .step-running")).to_have_count(1)
    assert len(set(log.evaluate(FILL, run))) == 1, "what tells how far the step is has moved the button below it"

    film.context.set_offline(True)
    server.line.cut() if what == "line" else server.stop()
    for place, status in ((1, "done"), (2, "running"), (2, "done"), (3, "running")):
        hand("step", run, place, status)
    film.get_by_role("button", name={"line": "On a frame", "server": "On a second"}[what]).click()  # not in its cache
    expect(film.locator("[data-says]")).to_contain_text("could not be reached")
    film.wait_for_timeout(3000)
    assert film.locator(f"#card-{run} .step-done").count() == 0
    server.line.mend() if what == "line" else server.start()
    film.context.set_offline(False)

    for page in (film, log):
        expect(page.locator(f"#card-{run} .step-done")).to_have_count(2)
        expect(page.locator(f"#card-{run} .step-running")).to_have_count(1)
    expect(film.locator("#live")).to_have_attribute("data-live", "live")
    expect(film.locator("#monitor")).to_have_attribute("data-shows", "still")
    for place, status in ((3, "done"), (4, "running"), (4, "done")):
        hand("step", run, place, status)
    hand("done", run)

    expect(log.locator(f"#card-{run}.card-done")).to_be_visible()
    expect(film.locator(f"#card-{run}.card-done")).to_be_visible()
    expect(log.locator("#log .event-number")).to_have_text([str(n) for n in range(1, 12)])
    steps = [(place, status) for place in (1, 2, 3, 4) for status in ("under way", "done")]
    said = [f"Step {place} of 4: {status}" for place, status in steps]
    shown = [text.split(" \n")[0] for text in log.locator("#log .event-said").all_inner_texts()]
    assert [re.sub(r"\s+\d\d:\d\d:\d\d$", "", text) for text in shown] == ["Plan shown", "Started", *said, "Done"]
    log.evaluate("Promise.race([over, new Promise((_, no) => setTimeout(no, 60000, Error('it never ended')))])")
    followed = log.evaluate("told")
    assert [int(id) for id, _, _ in followed] == list(range(1, 12))
    assert [status for _, kind, status in followed if kind == "agent_step"] == ["running", "done"] * 4
    log.close()
