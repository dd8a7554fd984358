"""A request's end cuts its connection, whoever waits on it; and one that opens only afterwards is cut as well."""

import socket
import time

import pytest

from tools.providers.deadline import cut_off_at

pytestmark = pytest.mark.spec("S-07")


class Opened:
    """A connection as the transport reports it, whose other side never says a word."""

    def __init__(self):
        self.own, self.other = socket.socketpair()
        self.own.settimeout(60)

    def get_extra_info(self, name):
        return {"socket": self.own}[name]

    def cut(self):
        return self.own.recv(1) == b""


@pytest.fixture
def opened():
    made = Opened()
    yield made
    made.own.close()
    made.other.close()


@pytest.mark.parametrize("event", ["connection.connect_tcp.complete", "connection.start_tls.complete"])
def test_whoever_waits_when_the_time_is_over_is_woken(opened, event):
    with cut_off_at(time.monotonic() + 0.05, time.monotonic) as extensions:
        extensions["trace"](event, {"return_value": opened})
        assert opened.cut()


def test_a_connection_that_opens_too_late_is_cut_at_once(opened):
    with cut_off_at(0, lambda: 1) as extensions:
        time.sleep(0.05)
        extensions["trace"]("connection.connect_tcp.complete", {"return_value": opened})
        assert opened.cut()


def test_a_request_that_came_to_its_end_is_left_alone(opened):
    with cut_off_at(time.monotonic() + 0.05, time.monotonic) as extensions:
        extensions["trace"]("connection.connect_tcp.started", {"host": "models.example"})
        extensions["trace"]("connection.connect_tcp.complete", {"return_value": opened})
    time.sleep(0.1)
    opened.other.send(b"x")
    assert opened.own.recv(1) == b"x"
