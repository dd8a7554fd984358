"""A film on YouTube: one session, one video, whatever dies in between."""

from __future__ import annotations

import json

import pytest

from tests.tools.providers.publishing.conftest import FILM, refused
from tools.providers.publishing import youtube

pytestmark = pytest.mark.spec("M-07")


def test_youtube_gets_the_film_and_its_video_is_told(tube, channel, parcel):
    arrived = youtube.deliver(channel, parcel(title="A <b>title</b> " + "x" * 200))
    [about] = tube.about.values()
    assert (arrived.where, arrived.facts) == ("https://youtu.be/video0", {"video": "video0"})
    assert about["status"] == {"privacyStatus": "unlisted"}
    assert about["snippet"]["title"].startswith("A btitle/b xxx")
    assert len(about["snippet"]["title"]) == 100
    assert list(tube.sessions.values()) == [FILM]
    assert youtube.test(channel)


@pytest.mark.spec("K-31")
def test_a_video_that_came_about_unseen_is_found_and_no_second_one_is_made(tube, channel, parcel):
    real = tube.take

    def take(method, path, headers, body):
        tube.silent = 1 if body == FILM else 0
        return real(method, path, headers, body)

    tube.take = take
    assert refused(youtube.deliver, channel, parcel()).kind == "transient"
    assert youtube.find(channel, parcel()) == youtube.deliver(channel, parcel())
    assert list(tube.videos.values()) == ["video0"]
    assert youtube.find(channel, parcel("another")) is None


@pytest.mark.spec("K-31")
def test_an_upload_that_was_cut_off_goes_on_where_it_was(tube, channel, parcel):
    tube.keeps = 1_000_000
    assert refused(youtube.deliver, channel, parcel()).kind == "transient"
    tube.keeps = None
    assert youtube.find(channel, parcel()) is None
    youtube.deliver(channel, parcel())
    assert list(tube.sessions.values()) == [FILM]
    assert list(tube.videos.values()) == ["video0"]
    assert [headers["content-range"] for *_, headers in tube.asked if headers.get("content-length") == "1560000"] == [
        "bytes 1000000-2559999/2560000"
    ]


@pytest.mark.spec("K-31")
def test_what_nobody_can_tell_is_not_tried_again(tube, channel, parcel):
    tube.keeps = 1_000_000
    refused(youtube.deliver, channel, parcel())
    tube.sessions.clear()
    for ask in (youtube.find, youtube.deliver):
        assert refused(ask, channel, parcel()).kind == "unknown"
    assert tube.sessions == {}


def test_half_of_another_film_is_no_beginning_of_this_one(tube, channel, parcel):
    tube.keeps = 1_000_000
    refused(youtube.deliver, channel, parcel())
    tube.keeps, changed = None, FILM[::-1]
    parcel().film().write_bytes(changed)
    youtube.deliver(channel, parcel())
    assert list(tube.videos) == ["up-1"]
    assert tube.sessions["up-1"] == changed


@pytest.mark.parametrize(
    ("status", "reason", "kind"),
    [
        (403, "quotaExceeded", "quota"), (400, "uploadLimitExceeded", "quota"), (403, "rateLimitExceeded", "transient"),
        (401, "authError", "bad_param"), (400, "invalidTitle", "bad_param"), (503, "backendError", "transient"),
    ],
)  # fmt: skip
def test_what_youtube_refuses_is_told_by_its_kind(tube, channel, parcel, status, reason, kind):
    token = (200, {}, b'{"access_token": "ya29.token"}')
    said = {"error": {"code": status, "message": "No.", "errors": [{"reason": reason}]}}
    tube.answers = [token, (status, {}, json.dumps(said).encode())]
    assert refused(youtube.deliver, channel, parcel()).kind == kind
    assert tube.sessions == {}


def test_an_account_that_google_has_shut_out_says_what_to_do(tube, channel, parcel):
    tube.revoked = True
    for ask in (lambda: youtube.test(channel), lambda: youtube.deliver(channel, parcel())):
        failure = refused(ask)
        assert failure.kind == "bad_param"
        assert "refresh token" in str(failure)
        assert "refresh-me" not in str(failure)


def test_a_session_somewhere_else_is_not_uploaded_to(tube, channel, parcel):
    token = (200, {}, b'{"access_token": "ya29.token"}')
    tube.answers = [token, (200, {"Location": "http://169.254.169.254/upload"}, b"")]
    assert refused(youtube.deliver, channel, parcel()).kind == "unknown"
    assert parcel().notes == {}
