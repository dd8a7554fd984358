"""Why a file is not taken in: each refusal has a stable code and a sentence that names the file and says what to do.

Refusal
├── Missing          there is no such file, or it may not be read
├── NotKept          there is no room for a copy, or it may not be written
├── OverQuota        the workspace has used up its share of the room
│   └── Full         nothing of it is left
├── Altered          what arrived is not what was sent
├── Empty            no bytes
├── NotMedia         nothing we read, or something that only pretends to be media
├── NotALut          a look-up table of colours that breaks the rules of its format
├── Incomplete       media that stops before its own end
├── NothingInside    a container without picture and sound
├── TooLarge         more bytes, seconds or pixels than are allowed
│   ├── TooLong
│   └── TooManyPixels
└── Unreadable       reading it took too long or too much
"""

from __future__ import annotations


class Refusal(Exception):
    """`str()` is the sentence; `details` are its figures."""

    code = "MEDIA_REFUSED"
    sentence = "“{name}” was not taken."

    def __init__(self, name: str, **details: str) -> None:
        super().__init__(self.sentence.format(name=name, **details))
        self.name, self.details = name, details


class Missing(Refusal):
    code = "MEDIA_MISSING"
    sentence = "“{name}” cannot be read: {because}. Check the path and its permissions."


class NotKept(Refusal):
    code = "MEDIA_NOT_KEPT"
    sentence = "“{name}” could not be kept: {because}. Put that right where media are kept, and try again."


class OverQuota(Refusal):
    code = "MEDIA_OVER_QUOTA"
    sentence = (
        "“{name}” ({size}) does not fit: {left} of the {most} that this workspace may keep are left. It keeps {kept}. "
        "Delete what is no longer needed{largest}, or ask an administrator for more."
    )


class Full(OverQuota):
    sentence = (
        "There is no room for {name}: this workspace keeps {kept}, and may keep {most}. "
        "Delete what is no longer needed{largest}, or ask an administrator for more."
    )


class Altered(Refusal):
    code = "MEDIA_ALTERED"
    sentence = (
        "“{name}” arrived other than it was sent: its SHA-256 is not the one that was announced. Upload it again."
    )


class Empty(Refusal):
    code = "MEDIA_EMPTY"
    sentence = "“{name}” is empty. Export or upload it again."


class NotMedia(Refusal):
    code = "NOT_MEDIA"
    sentence = (
        "“{name}” is no video, sound or picture that can be read here. "
        "Use MP4, MOV, MKV, WebM, MP3, M4A, WAV, AIFF, FLAC, OGG, GIF, JPEG, PNG, WebP or a .cube look-up table."
    )


class NotALut(Refusal):
    code = "NOT_A_LUT"
    sentence = (
        "“{name}” is no look-up table that can be used: {because}. "
        "Export it again as .cube: 3D with 2 to 65 points a side, or 1D."
    )


class Incomplete(Refusal):
    code = "MEDIA_INCOMPLETE"
    sentence = "“{name}” stops before its end: the upload is incomplete or the file is damaged. Upload it again."


class NothingInside(Refusal):
    code = "MEDIA_NOTHING_INSIDE"
    sentence = "“{name}” has nothing to see or to hear in it. Choose a file with a picture or a sound."


class TooLarge(Refusal):
    code = "MEDIA_TOO_LARGE"
    sentence = "“{name}” is larger than {most}, the most that is taken. Export a smaller one."


class TooLong(TooLarge):
    code = "MEDIA_TOO_LONG"
    sentence = "“{name}” lasts {found}; at most {most} are taken. Cut it into parts."


class TooManyPixels(TooLarge):
    code = "MEDIA_TOO_MANY_PIXELS"
    sentence = "“{name}” measures {found} pixels, more than {most}. Scale it down."


class Unreadable(Refusal):
    code = "MEDIA_UNREADABLE"
    sentence = (
        "“{name}” could not be read safely: it took too long or too much memory. Convert it, to MP4 or a picture to PNG, "
        "and try again."
    )


BY_CODE: dict[str, type[Refusal]] = {
    kind.code: kind
    for kind in (
        Missing,
        NotKept,
        OverQuota,
        Altered,
        Empty,
        NotMedia,
        NotALut,
        Incomplete,
        NothingInside,
        TooLarge,
        TooLong,
        TooManyPixels,
        Unreadable,
    )
}
