"""Static files come from the middleware, and no middleware holds a thread that waits for the event loop."""

from __future__ import annotations

import warnings

import pytest
from django.conf import settings
from django.test import AsyncClient, AsyncRequestFactory
from django.utils.module_loading import import_string

from config.static import StaticFiles

ICON = "/static/tools/icon.svg"
KEPT = settings.BASE_DIR / "static/tools/icon.svg"


@pytest.mark.spec("X-05")
@pytest.mark.parametrize("name", settings.MIDDLEWARE)
def test_every_middleware_can_be_awaited(name):
    assert import_string(name).async_capable


async def test_a_file_is_sent_whole_in_part_or_not_at_all():
    client = AsyncClient()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        whole = await client.get(ICON)
        head = await client.head(ICON)
        part = await client.get(ICON, headers={"Range": "bytes=1-4"})
        known = await client.get(ICON, headers={"If-Modified-Since": whole["Last-Modified"]})

    assert (whole.status_code, whole.content) == (200, KEPT.read_bytes())
    assert whole["Content-Type"].startswith("image/svg+xml")
    assert (head.content, head["Content-Length"]) == (b"", str(len(whole.content)))
    assert (part.status_code, part.content) == (206, whole.content[1:5])
    assert (known.status_code, known.content) == (304, b"")


async def test_a_file_that_was_changed_while_the_server_runs_is_sent_to_its_end(tmp_path):
    async def nothing(request):
        raise AssertionError("it is a file")

    files, sheet = StaticFiles(nothing), tmp_path / "sheet.css"
    sheet.write_text("a {}" * 100)
    files.add_file_to_dictionary("/static/sheet.css", str(sheet))
    sheet.write_text("a {}")
    answer = await files(AsyncRequestFactory().get("/static/sheet.css"))
    assert (answer.content, answer["Content-Length"]) == (b"a {}", "4")


async def test_what_is_no_file_goes_on_to_the_routes():
    assert (await AsyncClient().get("/static/tools/nothing.svg")).status_code == 404
    assert (await AsyncClient().get("/api/docs/")).status_code == 200


def test_a_file_is_sent_to_a_server_without_an_event_loop_too(client):
    assert b"".join(client.get(ICON).streaming_content) == KEPT.read_bytes()
