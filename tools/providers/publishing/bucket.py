"""An S3-compatible bucket: one object a parcel, put whole, named by its key and carrying it in its metadata.

One PUT, which S3 takes up to 5 GB, rather than parts: an object is there or it is not, and no cut-off upload is left behind
to be paid for. The name is the same at every try, so a second PUT can only ever replace an object by itself.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from typing import Annotated, Any
from urllib.parse import quote

from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from pydantic import AfterValidator, Field, SecretStr

from tools.providers.publishing.parcel import Account, Arrived, Parcel, Platform, PublishFailed
from tools.providers.publishing.wire import Answer, Content, failed, send

KEY = "x-amz-meta-greenlight-key"
MOST_BYTES = 5 * 1000**3


def _written(pattern: str, words: str) -> AfterValidator:
    """A text of this shape; the words say of which."""

    def looked_at(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError(words)
        return text

    return AfterValidator(looked_at)


class Bucket(Account):
    endpoint: Annotated[str, _written(r"https?://[^/?#@\s]+/?", "Use https:// and a name, and nothing after it.")] = (
        Field(max_length=200, description="As https://s3.eu-central-1.amazonaws.com, without the bucket.")
    )
    bucket: Annotated[
        str, _written(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]", "Use 3 to 63 small letters, digits, dots and hyphens.")
    ]
    prefix: Annotated[
        str,
        _written(
            r"(?!(.*/)?\.{1,2}(/|$))[\w!*'() ./-]*",
            "Use letters, digits, spaces and -_.!*'() between slashes, not dots alone.",
        ),
    ] = Field(
        default="", max_length=200, description="What the names of objects begin with, as films/finished. May be empty."
    )
    region: Annotated[str, _written(r"[\w-]+", "Use letters, digits and hyphens.")] = Field(
        default="us-east-1", max_length=40
    )
    access_key: SecretStr = Field(min_length=3, max_length=200)
    secret_key: SecretStr = Field(
        min_length=8, max_length=200, description="It may list the bucket, and put and read objects; nothing else."
    )

    def url(self, name: str = "") -> str:
        """The address of an object, or of the bucket."""
        path = f"{self.bucket}/{self.object(name)}" if name else self.bucket
        return f"{self.endpoint.rstrip('/')}/{quote(path, safe='/~')}"

    def object(self, name: str) -> str:
        return "/".join(part for part in (*self.prefix.split("/"), name) if part)


def test(account: Bucket) -> str:
    """Whether the bucket is there and the keys fit: of an object, one that is missing says the same as one that is empty."""
    begins = quote(account.object(""), safe="~")
    answer = _asked(account, "GET", f"{account.url()}?max-keys=1&prefix={begins}")
    if not answer.good:
        raise _failed(account, answer)
    return f"The bucket {account.bucket} can be asked."


def deliver(account: Bucket, parcel: Parcel) -> Arrived:
    if found := find(account, parcel):
        return found
    test(account)  # before a film is made, which may take an hour
    film = Content(parcel.film(), parcel.check, sent=parcel.tell)
    headers = {"Content-Type": "video/mp4", KEY: parcel.key}
    if len(film) > MOST_BYTES:
        raise PublishFailed("The film is larger than the 5 GB that a bucket takes at once.", "bad_param")
    answer = _asked(account, "PUT", account.url(parcel.name), headers, film, parcel.check)
    if not answer.good:
        raise _failed(account, answer)
    return _arrived(account, parcel)


def find(account: Bucket, parcel: Parcel) -> Arrived | None:
    answer = _asked(account, "HEAD", account.url(parcel.name), check=parcel.check)
    if answer.status == 404:
        return None
    if answer.status == 403:
        test(account)  # which is refused in words: the answer to a HEAD has none
    if not answer.good:
        raise _failed(account, answer)
    if answer.headers.get(KEY) != parcel.key:
        raise PublishFailed(f"Something else has the name {parcel.name} there. Move it, and plan again.", "bad_param")
    return _arrived(account, parcel)


def _arrived(account: Bucket, parcel: Parcel) -> Arrived:
    return Arrived(account.url(parcel.name), {"object": parcel.name, "bucket": account.bucket})


def _asked(
    account: Bucket, method: str, url: str, headers: dict[str, str] | None = None, content: bytes | Content = b"",
    check: Callable[[], None] = lambda: None,
) -> Answer:  # fmt: skip
    """Send a request that is signed with Signature Version 4, its content's digest included."""
    request = AWSRequest(method, url, headers=headers)
    request.context["digest"] = (
        content.digest() if isinstance(content, Content) else hashlib.sha256(content).hexdigest()
    )
    keys = Credentials(account.access_key.get_secret_value(), account.secret_key.get_secret_value())
    _Signer(keys, "s3", account.region).add_auth(request)
    return send(method, url, headers=dict(request.headers.items()), content=content, check=check)


class _Signer(S3SigV4Auth):  # type: ignore[misc]  # it has no types
    """Signs a digest that is known already, so that a large file is never held in memory."""

    def payload(self, request: Any) -> str:
        return str(request.context["digest"])


def _failed(account: Bucket, answer: Answer) -> PublishFailed:
    said = re.search(rb"<Message>([^<]{1,200})</Message>", answer.body)
    words = said[1].decode(errors="replace") if said else ""
    secrets = [account.access_key.get_secret_value(), account.secret_key.get_secret_value()]
    return failed(answer, f"The bucket {account.bucket}", words, secrets)


PLATFORM = Platform(Bucket, test, deliver, find)
