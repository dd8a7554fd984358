"""Uploading in a real browser: chosen or dropped, gone on with after the server was killed, and refused in words."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests import clips
from tests.test_story import ROOT, browser, manage, stop, until_open  # noqa: F401  (browser is a fixture)

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser"), pytest.mark.spec("M-01")]

PIECE = 8 << 20
DROP = """([name, text]) => {
  const dropped = new DataTransfer();
  dropped.items.add(new File([text], name, { type: "video/mp4" }));
  document.getElementById("take-in").dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, cancelable: true }));
}"""


class Server:
    """A server that can be killed and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
        self.env = kept | {"DATA_DIR": str(folder), "LLM_PROVIDER": "offline", "RUNS_WORKER": "thread"}
        manage(self.env, "migrate", "--verbosity", "0")
        self.link = re.search(r"http://\S+/sign-in/link/\S+", manage(self.env, "demo", "--link", "--port", str(self.port))).group()  # fmt: skip
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "daphne", "-b", "127.0.0.1", "-p", str(self.port), "config.asgi:application"]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until_open(self.port, self.process)

    def killed(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    one = Server(tmp_path_factory.mktemp("uploading"))
    yield one
    stop(one.process)


@pytest.fixture(scope="module")
def media(browser, server):  # noqa: F811
    """The page of media, signed in; what the browser complains about is collected in `complaints`."""
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    page.complaints = []
    page.on("console", lambda said: page.complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.goto(server.link)
    page.get_by_role("button", name="Continue as demo").click()
    page.get_by_role("link", name="Media", exact=True).click()
    page.wait_for_url("**/media/")
    page.wait_for_load_state()  # what is dropped before its script is there is nobody's
    yield page
    page.context.close()


def test_an_upload_goes_on_where_it_was_when_the_server_was_killed(media, server, tmp_path):
    long = ("-f", "lavfi", "-i", "sine=frequency=330:sample_rate=48000:duration=110", "-ac", "2")
    tone = clips.encode(tmp_path / "A long tone 🎬.wav", *long)
    assert tone.stat().st_size > 2 * PIECE
    sent = []

    def cut(route):
        sent.append(int(route.request.headers["upload-offset"]))
        if len(sent) == 2:
            server.killed()
            server.start()
            route.abort("connectionreset")
        else:
            route.continue_()

    media.route("**/api/uploads/*", lambda route: cut(route) if route.request.method == "PATCH" else route.continue_())
    media.locator("input[type=file]").set_input_files(tone)
    tile = media.locator(".tile", has_text="A long tone 🎬.wav")
    expect(tile).to_be_visible(timeout=90_000)
    expect(media.locator("#sending li")).to_have_count(0)
    assert sent == [0, PIECE, PIECE, 2 * PIECE]
    media.unroute_all()

    expect(tile).not_to_contain_text("Making previews", timeout=120_000)
    tile.get_by_role("link").click()
    expect(media.get_by_alt_text("Levels of the sound")).to_be_visible()
    assert media.evaluate("new Promise(f => { const a = document.querySelector('audio'); a.onloadedmetadata = () => f(a.duration); a.load() })") == pytest.approx(110, abs=0.5)  # fmt: skip
    media.get_by_text("Delete", exact=True).click()
    media.get_by_role("button", name="Delete “A long tone 🎬.wav”").click()
    expect(media.get_by_text("is deleted")).to_be_visible()
    expect(media.locator(".tile", has_text="A long tone")).to_have_count(0)


def test_what_is_dropped_and_is_no_media_says_so_until_it_is_dismissed(media):
    media.evaluate(DROP, ["notes.mp4", "just words"])
    said = media.locator("#shelf li", has_text="notes.mp4")
    expect(said).to_contain_text("is no video, sound or picture that can be read here", timeout=60_000)
    media.evaluate(DROP, ["empty.mp4", ""])
    expect(media.locator("#sending .reason", has_text="empty.mp4")).to_contain_text("is empty")
    said.get_by_role("button", name="Dismiss").click()
    expect(media.locator("#shelf li", has_text="notes.mp4")).to_have_count(0)


def test_a_line_that_is_sent_stays_until_all_are_so_that_no_cancel_moves_under_a_pointer(media):
    sent, let_go = [], []

    def hold_the_second(route):
        sent.append(route.request.url)
        route.continue_() if route.request.url == sent[0] or let_go else route.abort("connectionreset")

    media.route("**/api/uploads/*", lambda route: hold_the_second(route) if route.request.method == "PATCH" else route.continue_())  # fmt: skip
    words = [{"name": f"{name}.mp4", "mimeType": "video/mp4", "buffer": name.encode()} for name in ("first", "second")]
    media.locator("input[type=file]").set_input_files(words)
    lines = media.locator("#sending li")
    expect(lines.last).to_contain_text("broke off")
    expect(lines.first).to_contain_text("Sent")
    expect(lines.get_by_role("button", name="Cancel")).to_have_count(1)
    let_go.append(True)
    expect(lines).to_have_count(0)
    media.unroute_all()
    for name in ("first", "second"):
        said = media.locator("#shelf li", has_text=f"{name}.mp4")
        said.get_by_role("button", name="Dismiss").click(timeout=60_000)
        expect(said).to_have_count(0)


HELD = "StandIns.objects.filter(asset__name='interview.mp4').update(state='waiting', files={}, held_until=%s)"
FAR, NOW = "timezone.now() + timedelta(days=1)", "None"


def hold(server, until: str) -> None:
    """Have what stands in for the interview made again: not before `until`."""
    before = "from datetime import timedelta; from django.utils import timezone; from tools.models import StandIns; "
    manage(server.env, "shell", "--verbosity", "0", "-c", before + HELD % until)


@pytest.mark.spec("M-04", "X-03")
def test_a_filmstrip_that_is_ready_comes_by_itself_and_what_plays_plays_on(media, server):
    hold(server, FAR)
    media.goto(f"http://127.0.0.1:{server.port}/media/")
    tile = media.locator(".tile", has_text="interview.mp4")
    expect(tile).to_contain_text("Making previews")
    single = media.context.new_page()
    single.goto(f"http://127.0.0.1:{server.port}{tile.get_by_role('link').get_attribute('href')}")
    expect(single.locator("#made")).to_contain_text("Its previews are being made")

    editor = media.context.new_page()
    editor.goto(f"http://127.0.0.1:{server.port}/")
    editor.get_by_role("link", name="Four clips").click()
    clip = editor.locator('.tracks [data-name="interview.mp4"]').first
    expect(clip).to_be_visible()
    expect(clip.locator(".clip-still")).to_have_count(0)
    clip.click()
    editor.get_by_role("button", name="Play").click()
    expect(editor.locator("[data-says]")).to_contain_text("Preview of revision", timeout=120_000)
    editor.evaluate(
        "() => { const film = document.getElementById('screen'); window.faults = []; film.playbackRate = 0.1;"
        " for (const one of ['pause', 'seeking', 'emptied']) film.addEventListener(one, () => faults.push(one)); }"
    )
    hold(server, NOW)
    expect(clip.locator(".clip-still").first).to_be_visible(timeout=60_000)
    assert editor.evaluate("[faults, document.getElementById('screen').paused]") == [[], False]
    expect(clip).to_have_attribute("aria-pressed", "true")
    expect(tile).not_to_contain_text("Making previews")
    expect(single.get_by_alt_text("Stills from beginning to end")).to_be_visible()
    expect(single.locator("#player video")).to_have_attribute("src", re.compile("/proxy$"))
    for page in (single, editor):
        page.close()


def test_the_browser_has_nothing_to_complain_about(media):
    cut_off = re.compile("ERR_CONNECTION|ERR_FAILED|ERR_EMPTY|^htmx:|status of 422")
    assert [said for said in media.complaints if not cut_off.search(said)] == []
    assert media.evaluate("document.documentElement.scrollWidth") <= 1280
    media.set_viewport_size({"width": 390, "height": 800})
    assert media.evaluate("document.documentElement.scrollWidth") <= 390
