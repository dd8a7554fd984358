"""Editing by transcript in a real browser: words are dragged over, the button says what they come to, and the card cuts them."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from tests.test_story import ROOT, browser, manage, stop, until_open  # noqa: F401  (browser is a fixture)

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser"), pytest.mark.spec("S-11", "M-05")]
SAID = [
    ("So", 3.0, 3.3),
    ("um", 3.4, 3.7),
    ("like", 3.8, 4.1),
    ("hello", 4.2, 4.6),
    ("everybody.", 4.7, 5.4),
    ("Bye.", 8, 9),
]
WRITE = f"""
from tools import analysis, store
from tools.models import Analysis, Asset, Composition
store.apply(Composition.objects.get(), [{{"kind": "command", "op": "deleteItems", "params": {{"ids": ["music"]}}}}])
words = [{{"t": t, "start": start, "end": end}} for t, start, end in {SAID!r}]
for asset in Asset.objects.filter(name="interview.mp4"):
    asked = analysis._digest("speech", "")
    Analysis.objects.create(asset=asset, kind="speech", asked=asked, result={{"language": "en", "words": words}})
"""


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory):  # noqa: F811
    """The demo of a server of its own, where somebody has written down what is said in the first clip."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    env = kept | {"DATA_DIR": str(tmp_path_factory.mktemp("talk")), "LLM_PROVIDER": "offline", "RUNS_WORKER": "thread"}
    manage(env, "migrate", "--verbosity", "0")
    link = re.search(r"http://\S+/sign-in/link/\S+", manage(env, "demo", "--link", "--port", str(port))).group()
    manage(env, "shell", "-c", WRITE)
    command = [sys.executable, "-m", "daphne", "-b", "127.0.0.1", "-p", str(port), "config.asgi:application"]
    server = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until_open(port, server)
        opened = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
        opened.complaints = []
        opened.on("console", lambda said: opened.complaints.append(said.text) if said.type == "error" else None)
        opened.on("pageerror", lambda error: opened.complaints.append(str(error)))
        opened.goto(link)
        opened.get_by_role("button", name="Continue as demo").click()
        opened.get_by_role("link", name=re.compile("Four clips")).first.click()
        opened.get_by_label("Say what to change").fill("transcribe the first clip")
        opened.get_by_role("button", name="Send").click()
        opened.get_by_role("region", name="Transcript of interview.mp4").wait_for()
        yield opened
        opened.context.close()
    finally:
        stop(server)


def come_anew(page, card):
    card.evaluate("card => { card.id = 'before' }")
    page.evaluate("document.body.dispatchEvent(new CustomEvent('moved'))")
    expect(page.locator("#before")).to_have_count(0)


def test_two_words_are_dragged_over_cut_and_gone(page):
    card = page.get_by_role("region", name="Transcript of interview.mp4")
    button = card.get_by_role("button", name=re.compile("Cut the"))
    end = int(page.locator(".tracks").first.get_attribute("data-end"))
    expect(button).to_be_disabled()

    card.get_by_role("button", name="Go to 00:01").click()
    expect(page.locator("[data-timecode]")).to_have_text("00:00:01:00")

    card.locator(".word", has_text="um").hover()
    page.mouse.down()
    come_anew(page, card)  # as it does whenever the timeline has changed meanwhile
    card.locator(".word", has_text="like").hover()
    page.mouse.up()
    expect(button).to_have_text("Cut the 2 selected words, 0.7 s")
    assert card.locator("input:checked + span").all_inner_texts() == ["um", "like"]

    button.click()
    plan = page.locator("article.card").last
    plan.get_by_role("button", name="Approve").click()
    plan.get_by_role("button", name="Undo this run").wait_for()

    expect(card.locator("del")).to_have_text(["um", "like"])
    expect(button).to_be_disabled()
    expect(page.locator(".tracks").first).not_to_have_attribute("data-end", str(end))
    shorter = end - int(page.locator(".tracks").first.get_attribute("data-end"))
    assert shorter == pytest.approx(30 * 0.8, abs=1), "3.4 to 4.1 s, and half of the pauses beside it"
    assert page.complaints == []


def test_words_are_ticked_by_key_and_by_finger_too(page, browser):  # noqa: F811
    card = page.get_by_role("region", name="Transcript of interview.mp4")
    card.get_by_role("checkbox", name="So").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(card.get_by_role("checkbox", name="Bye.")).to_be_focused()
    assert card.locator("input:checked + span").all_inner_texts() == ["So", "hello"]
    page.keyboard.press("Escape")
    expect(card.get_by_role("button", name=re.compile("Cut the"))).to_be_disabled()

    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    context = browser.new_context(**phone, storage_state=page.context.storage_state())
    small = context.new_page()
    small.goto(page.url)
    small.locator(".word", has_text="everybody.").tap()
    expect(small.get_by_role("button", name="Cut the selected word, 0.7 s")).to_be_visible()
    context.close()
    assert page.complaints == []


def test_a_file_has_one_card_the_newest_and_the_end_of_the_chat_stays_in_sight(page):
    card = page.get_by_role("region", name="Transcript of interview.mp4")
    card.evaluate("card => card.classList.add('before')")
    page.get_by_label("Say what to change").fill("transcribe the first clip")
    page.get_by_role("button", name="Send").click()

    expect(page.locator(".before")).to_have_count(0)
    expect(page.locator("#entries > li:last-child .transcript")).to_have_count(1)
    expect(card).to_have_count(1)
    page.reload()
    expect(card.get_by_role("button", name="Cut the selected words")).to_be_in_viewport()
    assert page.complaints == []
