"""A file that comes in pieces: begun with its name and size, continued from where it stopped, given up, or all here.

A piece is kept when all of it is on the disk and the row says so; what a connection or a server that broke off has left
behind that is written over by the next.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Protocol

from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone

from tools import access
from tools.ingest import places, room, work
from tools.media.refusals import Empty, TooLarge
from tools.models import Upload, Workspace

PIECE = 1 << 18
CHECKSUMS = ("sha1", "sha256")


class UploadRefused(Exception):
    """A piece was not taken, and nothing of it is kept; `code` is stable, the message says what to do."""

    code = "UPLOAD_REFUSED"


class WrongOffset(UploadRefused):
    code = "UPLOAD_OFFSET"

    def __init__(self, offset: int, found: int) -> None:
        super().__init__(f"{found:,} bytes are here; the next piece begins there and not at {offset:,}. Ask and go on.")
        self.found = found


class TooMuch(UploadRefused):
    code = "UPLOAD_TOO_MUCH"

    def __init__(self, size: int) -> None:
        super().__init__(f"More came than the {size:,} bytes that were announced. Begin again with the right size.")


class PieceAltered(UploadRefused):
    code = "UPLOAD_CHECKSUM"

    def __init__(self) -> None:
        super().__init__("This piece arrived other than it was sent. Send it again.")


class InOtherHands(UploadRefused):
    code = "UPLOAD_LOCKED"

    def __init__(self) -> None:
        super().__init__("Another request is writing to this upload. Ask how far it is, and go on in a moment.")


class Closed(UploadRefused):
    code = "UPLOAD_CLOSED"

    def __init__(self, upload: Upload) -> None:
        super().__init__(f"This upload is {upload.state}; nothing more can be sent to it.")


class Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


def begin(
    workspace: Workspace, name: str, size: int, sha256: str = "", *, by: User, ceiling: str | None = None
) -> Upload:
    """Announce a file of `size` bytes. Of a content that the workspace has already (`sha256`, hex) nothing need be sent.

    Raises TierForbids, or a Refusal: Empty, TooLarge, NotKept, OverQuota.
    """
    access.require(by, workspace, ("mutate",), ceiling)
    name = places.spoken(Path(name).name) or "unnamed"
    upload = Upload(workspace=workspace, author=by, name=name, size=size, sha256=sha256)
    if sha256 and (known := workspace.assets.filter(sha256=sha256, size=size, run_id=None).first()):
        upload.state, upload.asset, upload.received = Upload.State.READY, known, size
        upload.save(force_insert=True)
        return upload
    if size < 1:
        raise Empty(name)
    if size > settings.MEDIA_MAX_BYTES:
        raise TooLarge(name, most=room.spoken(settings.MEDIA_MAX_BYTES))
    room.on_disk(name, size)
    with room.within_quota(workspace, name, size):
        upload.save(force_insert=True)
    return upload


def receive(upload: Upload, offset: int, stream: Readable, checksum: tuple[str, bytes] | None = None) -> Upload:
    """Take the next piece, which begins at `offset`; with the last one the file is complete and waits to be checked.

    `checksum` is an algorithm of CHECKSUMS and the digest of the piece. Raises UploadRefused, or NotKept where the disk has
    become full; then no byte of the piece is kept.
    """
    with _held(upload) as file:
        upload.refresh_from_db()
        if upload.received != offset:
            raise WrongOffset(offset, upload.received)
        if upload.state != Upload.State.RECEIVING:
            raise Closed(upload)
        room.on_disk(upload.name, 0)
        came = _written(file, upload, stream, checksum)
        upload.received, upload.touched_at = offset + came, timezone.now()
        if upload.received == upload.size:
            upload.state = Upload.State.CHECKING
        _advance(upload, offset)
    if upload.state == Upload.State.CHECKING:
        work.ring(upload.pk)
        upload.refresh_from_db()
    return upload


def whole(workspace: Workspace, name: str, size: int, stream: Readable, *, by: User) -> Upload:
    """A file that comes in one piece, as a form sends it; raises what `begin` and `receive` raise, and then leaves nothing."""
    upload = begin(workspace, name, size, by=by)
    try:
        return receive(upload, 0, stream)
    except BaseException:
        abandon(upload)
        raise


def abandon(upload: Upload) -> None:
    """Give an upload up, or forget one that is over: its row and its bytes go, and an asset that it became stays."""
    Upload.objects.filter(pk=upload.pk).delete()
    (places.incoming() / str(upload.pk)).unlink(missing_ok=True)


@contextmanager
def _held(upload: Upload) -> Iterator[BinaryIO]:
    """The file of an upload, for one writer at a time; the lock goes with the process, however it ends."""
    places.incoming().mkdir(parents=True, exist_ok=True)
    path = places.incoming() / str(upload.pk)
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InOtherHands from None
        try:
            yield file
        finally:
            if not Upload.objects.filter(pk=upload.pk, state__in=Upload.UNDER_WAY).exists():
                path.unlink(missing_ok=True)


def _written(file: BinaryIO, upload: Upload, stream: Readable, checksum: tuple[str, bytes] | None) -> int:
    """Write a piece behind what is there, and see it on the disk; its number of bytes."""
    digest = hashlib.new(checksum[0]) if checksum else None
    start = upload.received
    file.truncate(start)
    file.seek(start)
    try:
        while piece := stream.read(PIECE):
            if file.tell() + len(piece) > upload.size:
                raise TooMuch(upload.size)
            file.write(piece)
            if digest:
                digest.update(piece)
        if checksum and digest and digest.digest() != checksum[1]:
            raise PieceAltered
        file.flush()
        os.fsync(file.fileno())
    except BaseException:
        file.truncate(start)
        raise
    return file.tell() - start


def _advance(upload: Upload, offset: int) -> None:
    """Say what is here, unless the upload was given up or continued elsewhere meanwhile."""
    same = Upload.objects.filter(pk=upload.pk, received=offset, state=Upload.State.RECEIVING)
    fields = {"received": upload.received, "touched_at": upload.touched_at, "state": upload.state}
    if not same.update(**fields):
        raise InOtherHands
