"""The door to the internet: what is tried again, for how long, and what never gets out."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest
import structlog

from tools.providers.events import Event
from tools.providers.http import Http, HttpError, Patience

URL = "https://models.example/v1/chat"
KEY = "sk-very-secret-value-1234567890"
pytestmark = pytest.mark.spec("S-07")


class Server:
    """Gives its answers one after another, the last of them for ever, and remembers the requests and the pauses."""

    def __init__(self, *answers: httpx.Response | Exception) -> None:
        self.answers, self.requests, self.pauses, self.now = list(answers), [], [], 0.0

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds

    def door(self, **more) -> Http:
        transport = httpx.MockTransport(self)
        return Http(secrets=[KEY], transport=transport, sleep=self.sleep, clock=lambda: self.now, **more)

    def post(self, **more):
        return self.door(**more).post(URL, headers={"Authorization": f"Bearer {KEY}"}, json={"a": 1})

    def events(self, **more) -> list[Event]:
        return list(self.door(**more).events(URL, headers={}, json={}))


def ok(**body) -> httpx.Response:
    return httpx.Response(200, json=body)


class Breaking(httpx.SyncByteStream):
    """A stream that gives its pieces and then fails."""

    def __init__(self, *pieces: bytes, then: Exception | None = None) -> None:
        self.pieces, self.then = pieces, then

    def __iter__(self):
        yield from self.pieces
        if self.then:
            raise self.then


@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503, 504, 529])
def test_an_answer_that_may_pass_is_tried_again_after_a_growing_pause(status):
    server = Server(httpx.Response(status), httpx.Response(status), ok(a=1))
    assert server.post() == {"a": 1}
    assert len(server.requests) == 3
    first, second = server.pauses
    assert 0.25 <= first <= 0.5 <= second <= 1


@pytest.mark.parametrize(
    "error", [httpx.ConnectError("no"), httpx.ReadTimeout("slow"), httpx.RemoteProtocolError("cut")]
)
def test_a_network_error_is_tried_again_and_reported_when_it_stays(error):
    assert Server(error, ok(a=1)).post() == {"a": 1}
    server = Server(error)
    with pytest.raises(HttpError) as caught:
        server.post()
    assert len(server.requests) == 3
    assert caught.value.retryable
    assert caught.value.kind == ("timeout" if isinstance(error, httpx.ReadTimeout) else "network")


@pytest.mark.parametrize("status", [301, 400, 401, 403, 404, 422])
def test_a_refusal_is_not_tried_again(status):
    server = Server(httpx.Response(status, headers={"location": "https://elsewhere.example/"}))
    with pytest.raises(HttpError) as caught:
        server.post()
    assert (len(server.requests), caught.value.status, caught.value.retryable) == (1, status, False)


def test_a_server_that_says_not_to_come_back_is_believed():
    server = Server(httpx.Response(503, headers={"x-should-retry": "false"}))
    with pytest.raises(HttpError):
        server.post()
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("headers", "pause"),
    [({"retry-after": "7"}, 7), ({"retry-after": "0.5"}, 0.5), ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5)],
)
def test_the_pause_is_the_one_that_the_server_asks_for(headers, pause):
    server = Server(httpx.Response(429, headers=headers), ok())
    server.post()
    assert server.pauses == [pause]


def test_the_pause_may_be_a_date():
    when = format_datetime(datetime.now(UTC) + timedelta(seconds=8), usegmt=True)
    server = Server(httpx.Response(429, headers={"retry-after": when}), ok())
    server.post()
    assert 5 < server.pauses[0] <= 8


@pytest.mark.parametrize("asked", ["3600", "inf", "-1", "soon", ""])
def test_a_long_pause_is_not_waited_for_and_a_senseless_one_is_not_obeyed(asked):
    server = Server(httpx.Response(429, headers={"retry-after": asked}), ok(a=1))
    if asked == "3600":
        with pytest.raises(HttpError):
            server.post()
        assert server.pauses == []
    else:
        assert server.post() == {"a": 1}
        assert 0 <= server.pauses[0] <= 0.5


def test_retries_end_with_the_time_of_the_whole_request():
    server = Server(httpx.Response(503, headers={"retry-after": "15"}))
    with pytest.raises(HttpError):
        server.post(patience=Patience(whole=20, retries=9))
    assert server.pauses == [15]


def test_a_stream_is_tried_again_only_before_its_first_byte():
    before = httpx.Response(200, stream=Breaking(then=httpx.ReadError("cut")))
    assert Server(before, httpx.Response(200, text="data: 1\n\n")).events() == [Event("", "1")]
    after = httpx.Response(200, stream=Breaking(b"data: 1\n\nda", then=httpx.ReadError("cut")))
    server = Server(after, httpx.Response(200, text="data: 1\n\n"))
    got = []
    with pytest.raises(HttpError, match="ReadError"):
        got += server.door().events(URL, headers={}, json={})
    assert len(server.requests) == 1


def test_a_whole_answer_that_broke_off_is_tried_again():
    broken = httpx.Response(200, stream=Breaking(b'{"a"', then=httpx.ReadError("cut")))
    assert Server(broken, ok(a=1)).post() == {"a": 1}


def test_a_stream_that_trickles_for_ever_ends():
    server = Server(httpx.Response(200, stream=Breaking()))

    def trickle():
        while True:
            server.now += 10
            yield b": still here\n"

    server.answers = [
        httpx.Response(200, stream=type("", (httpx.SyncByteStream,), {"__iter__": lambda _: trickle()})())
    ]
    with pytest.raises(HttpError, match="longer than 180 seconds"):
        server.events()


def test_an_answer_larger_than_the_cap_is_refused():
    for ask in (Server.post, Server.events):
        with pytest.raises(HttpError, match="larger than 1,000 bytes"):
            ask(Server(httpx.Response(200, content=b"x" * 1001)), most_bytes=1000)


@pytest.mark.parametrize("body", [b"<html>", b"", b'{"a"', b"[" * 100_000])
def test_an_answer_that_is_no_json_is_reported(body):
    with pytest.raises(HttpError, match="no JSON"):
        Server(httpx.Response(200, content=body)).post()


@pytest.mark.parametrize(
    ("stream", "events"),
    [
        (b"data: a\n\ndata: b\n\n", [Event("", "a"), Event("", "b")]),
        (b"event: x\r\ndata: a\r\ndata: b\r\n\r\n", [Event("x", "a\nb")]),
        (b": ping\n\ndata:a\n\n: ping\nid: 3\nretry: 9\n\n", [Event("", "a")]),
        (b"data: last without its end", [Event("", "last without its end")]),
        ('data: "\u2028 \x85 ü"\n\n'.encode(), [Event("", '"\u2028 \x85 ü"')]),
        (b'{\n "error": "no stream"\n}\n', [Event("", '{\n "error": "no stream"\n}\n')]),
        (b"data: a\n\n{junk\n\ndata: b\n\n", [Event("", "a"), Event("", "b")]),
        (b"data:\n\ndata: \n\nevent: ping\n\ndata: a\n\n", [Event("", "a")]),
        (b"", []),
    ],
)
def test_events_are_read_wherever_the_bytes_are_cut(stream, events):
    for size in (1, 7, 1000):
        pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
        assert Server(httpx.Response(200, stream=Breaking(*pieces))).events() == events


@pytest.mark.spec("S-08")
def test_no_secret_is_in_a_log_or_an_error():
    answer = httpx.Response(429, text=f"you sent {KEY}, which is wrong")
    with structlog.testing.capture_logs() as logs, pytest.raises(HttpError) as caught:
        Server(answer).post()
    assert logs
    assert logs[0]["host"] == "models.example"
    assert KEY not in repr((logs, str(caught.value), caught.value.body, caught.value.__cause__))
    assert "which is wrong" in caught.value.body


@pytest.mark.spec("S-08")
@pytest.mark.parametrize(("url", "key"), [("localhost:11434/v1", KEY), ("http://[::1", KEY), (URL, "sk-…")])
def test_what_cannot_be_sent_is_reported_without_the_key(url, key):
    door = Http(secrets=[key], patience=Patience(retries=0))
    with pytest.raises(HttpError, match="look at the address and the key") as caught:
        door.post(url, headers={"Authorization": f"Bearer {key}"}, json={})
    assert not caught.value.retryable
    assert key not in str(caught.value)


def test_an_answer_can_be_bytes_that_are_no_json():
    server = Server(httpx.Response(200, content=b"\x89PNG\x00"))
    assert server.door().content(URL, headers={}, json={}) == b"\x89PNG\x00"


def test_a_refusal_says_when_to_come_back():
    server = Server(httpx.Response(429, headers={"retry-after": "7"}))
    with pytest.raises(HttpError) as caught:
        server.door(patience=Patience(retries=0)).post(URL, headers={}, json={})
    assert caught.value.wait == 7


class Unwanted(Exception):
    """Whoever asked no longer wants the answer."""


def test_a_request_that_is_no_longer_wanted_ends_at_the_next_piece_of_its_answer():
    given = []

    def pieces():
        for piece in range(100):
            given.append(piece)
            yield b"x"

    def check():
        if len(given) >= 3:
            raise Unwanted

    server = Server(httpx.Response(200, content=pieces()))
    with pytest.raises(Unwanted):
        server.door(check=check).content(URL, headers={}, json={})
    assert len(given) == 3


def test_a_request_that_is_no_longer_wanted_is_not_sent_and_not_tried_again():
    def unwanted():
        raise Unwanted

    server = Server(httpx.Response(500))
    with pytest.raises(Unwanted):
        server.door(check=unwanted).content(URL, headers={}, json={})
    assert server.requests == []

    def after_one():
        if server.requests:
            raise Unwanted

    with pytest.raises(Unwanted):
        server.door(check=after_one).content(URL, headers={}, json={})
    assert len(server.requests) == 1
