"""The whole road as a new user walks it: the printed link, a sentence, the card, the approval, the change, the undo."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

ROOT = Path(__file__).parent.parent
SENTENCE = "delete the last clip, make it vertical and add a title card that says Hello"
expect.set_options(timeout=60_000)
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def manage(env: dict[str, str], *words: str) -> str:
    done = subprocess.run([sys.executable, "manage.py", *words], cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def link(tmp_path_factory) -> Iterator[str]:
    """A server as `make run` starts it, with data of its own; yields the sign-in link that it prints."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    env = kept | {"DATA_DIR": str(tmp_path_factory.mktemp("story")), "LLM_PROVIDER": "offline", "RUNS_WORKER": "thread"}
    manage(env, "migrate", "--verbosity", "0")
    printed = manage(env, "demo", "--link", "--port", port)
    server = subprocess.Popen(
        [sys.executable, "-m", "daphne", "-b", "127.0.0.1", "-p", port, "config.asgi:application"],
        cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        until_open(int(port), server)
        yield re.search(r"http://\S+/sign-in/link/\S+", printed).group()
    finally:
        stop(server)


def stop(server: subprocess.Popen) -> None:
    """Ask the server to end: it does so in bounded time, whatever it is in the middle of."""
    server.terminate()
    try:
        assert server.wait(timeout=60) == 0
    finally:
        server.kill()


def until_open(port: int, server: subprocess.Popen, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and server.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError("the server did not start")


@pytest.fixture(scope="module")
def browser():
    """A headless Chromium; without one the test says so, or fails where REQUIRE_BROWSER is set."""
    if CHROMIUM is None:
        if os.environ.get("REQUIRE_BROWSER"):
            pytest.fail("REQUIRE_BROWSER is set and there is no Chromium")
        pytest.skip("there is no Chromium on this machine")
    quiet = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=quiet)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def page(browser, link):
    """A signed-in page; whatever the browser complains about is collected in `page.complaints`."""
    opened = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    opened.complaints = []
    opened.on("console", lambda said: opened.complaints.append(said.text) if said.type == "error" else None)
    opened.on("pageerror", lambda error: opened.complaints.append(str(error)))
    opened.goto(link)
    opened.get_by_role("button", name="Continue as demo").click()
    opened.get_by_role("link", name=re.compile("Four clips")).first.click()
    opened.get_by_label("Say what to change").wait_for()
    yield opened
    opened.context.close()


@pytest.mark.spec("K-01", "K-16", "K-17", "K-23", "D-9", "K-12")
def test_a_sentence_is_planned_seen_approved_applied_and_undone(page):
    timeline = page.locator("#timeline")
    expect(timeline).to_contain_text("outro.mp4")

    page.get_by_label("Say what to change").fill(SENTENCE)
    page.get_by_role("button", name="Send").click()

    card = page.locator("article.card").last
    card.get_by_role("button", name="Approve").wait_for()
    assert card.locator("ol > li").count() == 3
    assert "Removes 1 clip (outro.mp4)" in card.inner_text()
    assert "1080×1920" in card.inner_text()
    assert "Free" in card.inner_text()
    expect(timeline).to_contain_text("outro.mp4")

    card.get_by_role("button", name="Approve").click()

    card.get_by_role("button", name="Undo this run").wait_for()
    expect(timeline).not_to_contain_text("outro.mp4")
    expect(page.locator("body")).to_contain_text("1080 × 1920")

    page.reload()
    card = page.locator("article.card").last
    expect(timeline).not_to_contain_text("outro.mp4")
    card.get_by_role("button", name="Undo this run").click()

    expect(timeline).to_contain_text("outro.mp4")
    assert page.complaints == []


@pytest.mark.spec("K-23")
def test_another_tab_sees_the_change_without_a_reload(page):
    other = page.context.new_page()
    other.goto(page.url)
    other.locator("[data-live=live]").wait_for()

    page.get_by_label("Say what to change").fill("delete the logo")
    page.get_by_role("button", name="Send").click()
    card = page.locator("article.card").last
    card.get_by_role("button", name="Approve").click()
    card.get_by_role("button", name="Undo this run").wait_for()

    expect(other.locator("#timeline")).not_to_contain_text("logo.png")
    other.close()


@pytest.mark.spec("K-01")
def test_a_question_is_answered_and_changes_nothing(page):
    before = page.locator("#timeline").text_content()
    cards = page.locator("article.card").count()

    page.get_by_label("Say what to change").fill("how long is the video?")
    page.get_by_role("button", name="Send").click()

    page.locator(".bubble-agent .answer", has_text="second").last.wait_for()
    assert page.locator("article.card").count() == cards
    assert page.locator("#timeline").text_content() == before


@pytest.mark.spec("K-23")
def test_whoever_decides_by_keyboard_stays_at_the_card_that_takes_the_place_of_the_old_one(page):
    page.get_by_label("Say what to change").fill("mute the music")
    page.keyboard.press("Enter")
    card = page.locator("#entries > li:last-child article.card")
    approve = card.get_by_role("button", name="Approve")
    page.keyboard.press("Tab")
    approve.focus()
    page.keyboard.press("Enter")
    card.get_by_role("button", name="Undo this run").wait_for()
    expect(card).to_be_focused()


@pytest.mark.spec("M-04")
def test_the_frame_at_the_playhead_is_real_and_play_plays_the_revision_with_sound(page):
    monitor, clock = page.locator("#monitor"), page.locator("[data-timecode]")
    page.reload()
    expect(monitor).to_have_attribute("data-shows", "still")
    page.locator("h1").first.click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    expect(clock).to_have_text("00:00:01:01")
    expect(page.get_by_alt_text("Frame at 00:00:01:01")).to_be_visible()
    expect(page.locator("[data-says]")).to_contain_text("Rendered from revision")

    page.keyboard.press("Space")
    expect(monitor).to_have_attribute("data-shows", "film", timeout=90_000)
    expect(clock).not_to_have_text("00:00:01:01")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press("k")

    expect(monitor).to_have_attribute("data-shows", "still")
    expect(page.get_by_alt_text(f"Frame at {clock.inner_text()}")).to_be_visible()
    heard, ahead = page.locator("#screen").evaluate("film => [film.webkitAudioDecodedByteCount, film.currentTime]")
    assert heard > 0
    assert ahead > 1
    assert page.complaints == []


@pytest.mark.spec("M-04", "X-03")
def test_a_card_shows_real_frames_and_an_edit_takes_the_film_of_before_away(page):
    page.get_by_label("Say what to change").fill("make the first clip black and white")
    page.get_by_role("button", name="Send").click()
    card = page.locator("article.card").last
    expect(card.locator(".side-still.is-there")).to_have_count(2)
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#film")).to_have_attribute("data-src", re.compile("film="), timeout=90_000)

    card.get_by_role("button", name="Approve").click()
    card.get_by_role("button", name="Undo this run").wait_for()

    revision = page.locator("#timeline").get_attribute("data-revision")
    expect(page.locator("[data-says]")).to_have_text(f"Rendered from revision {revision}")
    expect(page.locator("#film")).to_have_attribute("data-state", revision)
    assert page.locator("#film").get_attribute("data-src") is None
    assert page.complaints == []


@pytest.mark.spec("M-04")
def test_a_new_composition_says_that_there_is_nothing_to_see_and_asks_for_no_picture(page, link):
    page.get_by_role("link", name="Compositions", exact=True).click()
    page.get_by_text("New composition").click()
    page.get_by_label("Name").fill("Blank")
    page.get_by_role("button", name="Create").click()
    expect(page.locator("[data-says]")).to_have_text("Nothing to see yet")
    expect(page.locator("#live")).to_have_attribute("data-live", "live")
    assert page.complaints == []


@pytest.mark.spec("X-04")
def test_the_printed_link_signs_in_once(browser, page, link):
    stranger = browser.new_context().new_page()
    stranger.goto(link)
    assert stranger.get_by_role("button", name="Continue as demo").count() == 0
    stranger.context.close()
