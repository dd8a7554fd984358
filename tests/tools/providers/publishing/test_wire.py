"""The way out: to public addresses only, pinned to what was looked at, and never on to another place."""

from __future__ import annotations

import ipaddress
import logging
import socket

import pytest

from tests.tools.providers.publishing.conftest import refused
from tests.tools.providers.publishing.receivers import Hook
from tools.providers.publishing import wire
from tools.providers.publishing.parcel import PublishFailed

pytestmark = pytest.mark.spec("M-07", "S-08")


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1",
        "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::127.0.0.1", "2002:7f00:1::",
        "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe",
    ],
)  # fmt: skip
def test_an_address_of_ones_own_network_is_not_public(address):
    assert not wire.public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "::ffff:93.184.215.14"])
def test_an_address_of_the_open_internet_is(address):
    assert wire.public(ipaddress.ip_address(address))


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "0177.0.0.1", "2130706433", "[::ffff:127.0.0.1]"])
def test_nobody_knocks_at_this_machine_however_it_is_written(hook: Hook, settings, host):
    settings.PUBLISH_PRIVATE_ADDRESSES = False
    port = hook.url.rpartition(":")[2]
    failure = refused(lambda: wire.send("POST", f"http://{host}:{port}/x", headers={}, content=b"{}"))
    assert failure.kind in ("bad_param", "transient")
    assert hook.asked == []


@pytest.mark.parametrize(
    "address", ["169.254.169.254", "[fe80::1]", "[::ffff:169.254.169.254]", "[64:ff9b::a9fe:a9fe]"]
)
def test_where_machines_tell_what_they_are_is_never_called_even_where_private_addresses_may_be(address, monkeypatch):
    monkeypatch.setattr(wire, "_sent", lambda *args: pytest.fail("it was called"))
    assert "link-local" in str(refused(lambda: wire.send("GET", f"http://{address}/", headers={})))


def test_one_private_address_among_many_is_enough_to_refuse(hook: Hook, settings, monkeypatch):
    settings.PUBLISH_PRIVATE_ADDRESSES = False
    found = [(0, 0, 0, "", (one, 443)) for one in ("93.184.215.14", "10.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **more: found)
    assert refused(lambda: wire.send("GET", "https://two.example/", headers={})).kind == "bad_param"


def test_the_address_that_was_looked_at_is_the_one_that_is_called(hook: Hook, monkeypatch):
    real, asked = socket.getaddrinfo, []

    def once(host, *args, **more):
        asked.append(host)
        return real("127.0.0.1" if host == "hooks.example" else host, *args, **more)

    monkeypatch.setattr(socket, "getaddrinfo", once)
    port = hook.url.rpartition(":")[2]
    assert wire.send("POST", f"http://hooks.example:{port}/x", headers={}).status == 401
    assert asked.count("hooks.example") == 1
    assert hook.asked[0][2]["host"] == f"hooks.example:{port}"


def test_another_of_its_addresses_is_called_where_nobody_answers_at_the_first(hook: Hook, monkeypatch):
    port = int(hook.url.rpartition(":")[2])
    real = socket.getaddrinfo
    both = [*real("127.0.0.2", port, type=socket.SOCK_STREAM), *real("127.0.0.1", port, type=socket.SOCK_STREAM)]
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda host, *a, **m: both if host == "two.example" else real(host, *a, **m)
    )
    assert wire.send("POST", f"http://two.example:{port}/", headers={}).status == 401


@pytest.mark.parametrize(
    "url", ["ftp://a.example/", "file:///etc/passwd", "https://", "https://user:word@a.example/", "http://[::1", "//a"]
)
def test_what_is_no_plain_web_address_is_not_called(url):
    assert refused(lambda: wire.send("GET", url, headers={})).kind == "bad_param"


def test_a_redirect_is_an_answer_and_no_order(hook: Hook):
    hook.answers = [(307, {"Location": f"{hook.url}/there"}, b"")]
    assert wire.send("POST", f"{hook.url}/here", headers={}, content=b"x").status == 307
    assert [path for _, path, _ in hook.asked] == ["/here"]


def test_a_server_that_talks_for_ever_is_heard_for_a_while(hook: Hook, monkeypatch):
    monkeypatch.setattr(wire, "MOST_BYTES", 1000)
    hook.answers = [(200, {}, b"x" * 5_000_000)]
    assert wire.send("GET", hook.url, headers={}).body == b"x" * 1000


def test_a_server_that_drips_is_cut_off(monkeypatch):
    monkeypatch.setattr(wire, "WHOLE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        assert refused(lambda: wire.send("GET", url, headers={})).kind == "transient"


def test_nobody_there_is_passing(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as gone:
        url = f"http://127.0.0.1:{gone.getsockname()[1]}/"
    assert refused(lambda: wire.send("GET", url, headers={})).kind == "transient"
    with pytest.raises(PublishFailed, match="Nobody knows"):
        wire.send("GET", "http://no-such-name.invalid/", headers={})


@pytest.mark.spec("K-20")
def test_an_address_that_is_a_secret_is_in_no_log(hook: Hook, caplog):
    with caplog.at_level(logging.DEBUG):
        wire.send("POST", f"{hook.url}/in?token=secret-part", headers={}, content=b"{}")
    assert hook.asked[0][1] == "/in?token=secret-part"
    assert "secret-part" not in caplog.text


def test_an_answer_is_repeated_without_a_secret():
    failure = wire.failed(wire.Answer(400, {}, b""), "There", "bad key\n abc-secret", ["abc-secret"])
    assert str(failure) == "There answered 400: bad key [redacted]"
