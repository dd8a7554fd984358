"""YouTube, by its resumable upload: the one platform here whose own protocol says for certain whether a film has arrived.

A session is opened first, and its address is on record before a byte of the film leaves. Whatever dies afterwards, the
session tells how much it has, or which video it became; a video exists only once a session is complete, and a session becomes
one video. Rejected: platforms whose keys against doing it twice hold an hour, or that can only be searched afterwards.

https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Literal
from urllib.parse import urlencode

from pydantic import Field, SecretStr

from tools.providers.publishing.parcel import Account, Arrived, Parcel, Platform, PublishFailed
from tools.providers.publishing.wire import Answer, Content, failed, host, send

API, TOKENS = "https://www.googleapis.com", "https://oauth2.googleapis.com/token"
SESSION, DIGEST, SIZE = "session", "sha256", "size"
WANTS_MORE = 308
"""What a session answers that has only a part of its film."""
MOST_TITLE, MOST_DESCRIPTION = 100, 5000
NO_MORE = {"quotaExceeded", "dailyLimitExceeded", "uploadLimitExceeded"}
PASSING = {"rateLimitExceeded", "userRateLimitExceeded", "backendError"}


class YouTube(Account):
    privacy: Literal["private", "unlisted", "public"] = Field(
        default="private", description="Who may see what is published. Google keeps it private for unverified clients."
    )
    client_id: str = Field(min_length=5, max_length=200, description="Of an OAuth client of your Google project.")
    client_secret: SecretStr = Field(min_length=5, max_length=200)
    refresh_token: SecretStr = Field(
        min_length=5, max_length=1000, description="For the channel, with the scope youtube.upload and nothing more."
    )


def test(account: YouTube) -> str:
    """Whether Google still gives this account a token."""
    _token(account)
    return "Google gives this account access."


def deliver(account: YouTube, parcel: Parcel) -> Arrived:
    asked = _status(account, parcel) if parcel.notes.get(SESSION) else None
    if asked and asked.status != WANTS_MORE:
        return _video(asked)
    film = parcel.film()
    size, digest = film.stat().st_size, Content(film, parcel.check).digest()
    start = 0
    if asked and parcel.notes.get(DIGEST) == digest:
        start = _had(asked)
    else:  # half of another file is no beginning of this one
        session = _opened(account, parcel, size)
        parcel.notes.update({DIGEST: digest, SIZE: str(size), SESSION: session})
    headers = {"Content-Type": "video/mp4"}
    if start:
        headers["Content-Range"] = f"bytes {start}-{size - 1}/{size}"
    content = Content(film, parcel.check, start, parcel.tell)
    answer = _asked(account, parcel, "PUT", parcel.notes[SESSION], headers, content)
    if answer.status == WANTS_MORE:
        raise PublishFailed("YouTube has taken only a part of the film.", "transient", wait=answer.wait)
    return _video(answer)


def find(account: YouTube, parcel: Parcel) -> Arrived | None:
    """The video that the session became; None where none was opened, or where it waits for more."""
    if not parcel.notes.get(SESSION):
        return None
    answer = _status(account, parcel)
    return None if answer.status == WANTS_MORE else _video(answer)


def _status(account: YouTube, parcel: Parcel) -> Answer:
    """What the session has: WANTS_MORE with a range while it waits for more, else what it became."""
    headers = {"Content-Range": f"bytes */{parcel.notes[SIZE]}"}
    return _asked(account, parcel, "PUT", parcel.notes[SESSION], headers)


def _asked(
    account: YouTube, parcel: Parcel, method: str, url: str, headers: dict[str, str], content: bytes | Content = b""
) -> Answer:
    """Send a request under an access token of its own: one is good for an hour, and making a film may take longer."""
    token = _token(account, parcel.check)
    return send(
        method, url, headers={**headers, "Authorization": f"Bearer {token}"}, content=content, check=parcel.check
    )


def _had(answer: Answer) -> int:
    """How many bytes a session has that waits for more."""
    range_ = re.fullmatch(r"bytes=0-(\d+)", answer.headers.get("range", ""))
    return int(range_[1]) + 1 if range_ else 0


def _opened(account: YouTube, parcel: Parcel, size: int) -> str:
    """The address of a new session. It is a secret: whoever has it can upload."""
    about = {
        "snippet": {
            "title": _plain(parcel.title, MOST_TITLE),
            "description": _plain(parcel.description, MOST_DESCRIPTION),
        },
        "status": {"privacyStatus": account.privacy},
    }
    headers = {
        "Content-Type": "application/json; charset=UTF-8", "X-Upload-Content-Length": str(size),
        "X-Upload-Content-Type": "video/mp4",
    }  # fmt: skip
    url = f"{API}/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status"
    answer = _asked(account, parcel, "POST", url, headers, json.dumps(about).encode())
    session = answer.headers.get("location", "")
    if not answer.good:
        raise _failed(answer)
    if not _ours(session):
        raise PublishFailed("YouTube opened an upload somewhere that is not YouTube's, so nothing was sent.", "unknown")
    return session


def _ours(session: str) -> bool:
    """Whether a session is where the API is: at the same name, or at another of Google's, and as safe to call."""
    there, api = host(session), host(API)
    return session.startswith(API.partition("//")[0]) and (there == api or there.endswith(".googleapis.com"))


def _token(account: YouTube, check: Callable[[], None] = lambda: None) -> str:
    """An access token; never kept."""
    form = {
        "grant_type": "refresh_token", "client_id": account.client_id,
        "client_secret": account.client_secret.get_secret_value(),
        "refresh_token": account.refresh_token.get_secret_value(),
    }  # fmt: skip
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
    answer = send("POST", TOKENS, headers=headers, content=urlencode(form).encode(), check=check)
    told = _json(answer)
    if answer.good and isinstance(told.get("access_token"), str):
        return str(told["access_token"])
    if told.get("error") in ("invalid_grant", "invalid_client", "unauthorized_client"):
        raise PublishFailed("Google no longer gives this account access. Renew its refresh token.", "bad_param")
    raise failed(answer, "Google")


def _video(answer: Answer) -> Arrived:
    if answer.status in (404, 410):
        gone = "The upload to YouTube is over, and nobody can tell how it ended. Look at the channel first."
        raise PublishFailed(gone, "unknown")
    id = _json(answer).get("id")
    if not answer.good:
        raise _failed(answer)
    if not isinstance(id, str) or not re.fullmatch(r"[\w-]{5,20}", id):
        raise PublishFailed("YouTube took the film and named no video. Look at the channel first.", "unknown")
    return Arrived(f"https://youtu.be/{id}", {"video": id})


def _failed(answer: Answer) -> PublishFailed:
    error = _json(answer).get("error")
    error = error if isinstance(error, dict) else {}
    reasons = {one.get("reason") for one in error.get("errors") or [] if isinstance(one, dict)}
    if reasons & NO_MORE:
        return PublishFailed("YouTube takes no more of this account today.", "quota")
    if reasons & PASSING:
        return PublishFailed("YouTube asks to be left alone for a moment.", "transient", wait=answer.wait)
    return failed(answer, "YouTube", str(error.get("message") or ""))


def _json(answer: Answer) -> dict[str, Any]:
    try:
        told = json.loads(answer.body)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def _plain(text: str, most: int) -> str:
    """A text as YouTube takes it: without angle brackets, and at most so many bytes."""
    return re.sub(r"[<>]", "", text).encode()[:most].decode(errors="ignore").strip()


PLATFORM = Platform(YouTube, test, deliver, find)
