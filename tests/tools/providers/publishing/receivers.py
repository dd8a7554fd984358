"""Servers that films are sent to, on this machine: each does what it is asked, and may then hang up without a word."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, quote, unquote, urlsplit

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

Reply = tuple[int, dict[str, str], bytes]


class Receiver:
    """`silent`: how many of the next requests it carries out and then answers with a closed connection. `answers` are given
    in place of doing anything, one a request."""

    def __init__(self) -> None:
        self.url, self.silent, self.answers, self.asked = "", 0, list[Reply](), list[tuple[str, str, dict[str, str]]]()

    def take(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Reply:
        raise NotImplementedError

    def reply(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Reply | None:
        self.asked.append((method, path, headers))
        if self.answers:
            return self.answers.pop(0)
        answer = self.take(method, path, headers, body)
        if self.silent:
            self.silent -= 1
            return None
        return answer

    @contextmanager
    def listening(self) -> Iterator[Receiver]:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def _any(self) -> None:
                length, headers = int(self.headers.get("Content-Length") or 0), self.headers
                body, given = self.rfile.read(length), {name.lower(): value for name, value in headers.items()}
                if len(body) < length:
                    return
                if (answer := receiver.reply(self.command, self.path, given, body)) is None:
                    self.close_connection = True
                    return
                status, more, said = answer
                self.send_response_only(status)
                for name, value in {**more, "Content-Length": str(len(said))}.items():
                    self.send_header(name, value)
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(said)

            do_GET = do_HEAD = do_PUT = do_POST = _any

            def log_message(self, *args: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.handle_error = lambda *args: None  # a client that has died is what some tests are about
        self.url = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield self
        finally:
            server.shutdown()
            server.server_close()


NO_BUCKET = b"<Error><Message>The specified bucket does not exist.</Message></Error>"


class Store(Receiver):
    """An S3-compatible store that works every signature out for itself."""

    KEYS = ("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")

    def __init__(self) -> None:
        super().__init__()
        self.objects: dict[str, tuple[dict[str, str], bytes]] = {}
        self.puts = 0

    def take(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Reply:
        if hashlib.sha256(body).hexdigest() != headers["x-amz-content-sha256"]:
            return 400, {}, b"<Error><Message>The content is another.</Message></Error>"
        if self._signature(method, path, headers) != headers["authorization"].rpartition("Signature=")[2]:
            return 403, {}, b"<Error><Message>The signature does not match.</Message></Error>"
        if method == "PUT":
            self.puts += 1
            meta = {name: value for name, value in headers.items() if name.startswith("x-amz-meta-")}
            self.objects[unquote(path)] = ({**meta, "Content-Type": headers["content-type"]}, body)
            return 200, {}, b""
        if unquote(urlsplit(path).path).count("/") == 1:
            return (200, {}, b"<ListBucketResult/>") if path.startswith("/films?") else (404, {}, NO_BUCKET)
        return (200, self.objects[unquote(path)][0], b"") if unquote(path) in self.objects else (404, {}, b"")

    def _signature(self, method: str, path: str, headers: dict[str, str]) -> str:
        access, scope = re.search(r"Credential=([^/]+)/([^,]+),", headers["authorization"]).groups()
        signed = re.search(r"SignedHeaders=([^,]+),", headers["authorization"])[1].split(";")
        assert access == self.KEYS[0]
        assert {"host", "x-amz-content-sha256", "x-amz-date"} <= set(signed)
        assert {name for name in headers if name.startswith("x-amz-")} <= set(signed)
        told = "".join(f"{name}:{' '.join(headers[name].split())}\n" for name in signed)
        uri = quote(unquote(urlsplit(path).path), safe="/~")
        query = "&".join(sorted(urlsplit(path).query.split("&")))
        request = "\n".join((method, uri, query, told, ";".join(signed), headers["x-amz-content-sha256"]))
        text = "\n".join(
            ("AWS4-HMAC-SHA256", headers["x-amz-date"], scope, hashlib.sha256(request.encode()).hexdigest())
        )
        key = f"AWS4{self.KEYS[1]}".encode()
        for part in [*scope.split("/"), text]:
            key = hmac.new(key, part.encode(), hashlib.sha256).digest()
        return key.hex()


class Hook(Receiver):
    """A receiver of Standard Webhooks, checked with the library of the specification; it does an event once by its id."""

    SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    def __init__(self) -> None:
        super().__init__()
        self.events: dict[str, dict] = {}
        self.heard = 0

    def take(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Reply:
        try:
            event = Webhook(self.SECRET).verify(body, headers)
        except WebhookVerificationError:
            return 401, {}, b""
        self.heard += 1
        self.events.setdefault(headers["webhook-id"], event)
        return 202, {}, b""


class Tube(Receiver):
    """The part of YouTube that takes uploads: tokens, sessions, and the videos that whole sessions become."""

    def __init__(self) -> None:
        super().__init__()
        self.sessions: dict[str, bytes] = {}
        self.about: dict[str, dict] = {}
        self.videos: dict[str, str] = {}
        self.keeps: int | None = None
        self.revoked = False

    def take(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Reply:
        if path == "/token":
            return self._token(parse_qs(body.decode()))
        if method == "POST":
            return self._open(headers, json.loads(body))
        if headers.get("authorization") != "Bearer ya29.token":
            return 401, {}, b"{}"
        return self._put(parse_qs(urlsplit(path).query)["upload_id"][0], headers, body)

    def _token(self, form: dict[str, list[str]]) -> Reply:
        if self.revoked or form["refresh_token"] != ["refresh-me"]:
            return 400, {}, b'{"error": "invalid_grant"}'
        return 200, {}, b'{"access_token": "ya29.token", "expires_in": 3599}'

    def _open(self, headers: dict[str, str], about: dict) -> Reply:
        if headers["authorization"] != "Bearer ya29.token":
            return 401, {}, b"{}"
        id = f"up-{len(self.sessions)}"
        self.sessions[id], self.about[id] = b"", {**about, "size": int(headers["x-upload-content-length"])}
        return 200, {"Location": f"{self.url}/upload?upload_id={id}"}, b""

    def _put(self, id: str, headers: dict[str, str], body: bytes) -> Reply:
        if id not in self.sessions:
            return 404, {}, b"{}"
        start = re.match(r"bytes (\d+)-", headers.get("content-range", ""))
        assert (int(start[1]) if start else len(self.sessions[id]) if not body else 0) == len(self.sessions[id])
        self.sessions[id] += body[: self.keeps]
        if len(self.sessions[id]) < self.about[id]["size"]:
            had = len(self.sessions[id])
            return 308, {"Range": f"bytes=0-{had - 1}"} if had else {}, b""
        self.videos.setdefault(id, f"video{len(self.videos)}")
        return 201, {}, json.dumps({"id": self.videos[id]}).encode()
