"""What an FCPXML file declares before its timelines: formats, media, effects and compound clips; and how it writes time."""

from __future__ import annotations

import re
from fractions import Fraction
from xml.etree.ElementTree import Element

from ..cut import ZERO, Media
from ..rates import exact_rate, fraction, seconds
from ..refusals import Unreadable
from ..shelf import file_name
from ..strict_xml import names

NAMED_RATE = re.compile(r"(?:p|i)(2398|24|25|2997|30|50|5994|60)$")


def time(element: Element, attribute: str, default: Fraction | None = None) -> Fraction:
    """Seconds, exact: "1001/30000s". Raises Unreadable for what is no time."""
    text = element.get(attribute)
    if text is None:
        if default is None:
            raise Unreadable(f"<{element.tag}> {names([element])[0][:60]!r} has no {attribute}.")
        return default
    where = f"The {attribute} of <{element.tag}>"
    return seconds(fraction(text.strip().removesuffix("s"), where), where)


class Resources:
    def __init__(self, root: Element) -> None:
        self._by_id = {id: one for one in root.iterfind("resources/*") if (id := one.get("id"))}

    def get(self, id: str | None, tag: str) -> Element | None:
        found = self._by_id.get(id or "")
        return found if found is not None and found.tag == tag else None

    def rate(self, format: str | None) -> Fraction | None:
        """Frames per second of a format: one over its frameDuration, or as its name says."""
        found = self.get(format, "format")
        if found is None:
            return None
        if found.get("frameDuration"):
            length = time(found, "frameDuration")
            return exact_rate(1 / length) if length > 0 else None
        named = NAMED_RATE.search(found.get("name", ""))
        return exact_rate(int(named[1]) / (100 if len(named[1]) == 4 else 1)) if named else None

    def size(self, format: str | None) -> tuple[int | None, int | None]:
        found = self.get(format, "format")
        sides = [found.get(side, "") if found is not None else "" for side in ("width", "height")]
        width, height = (int(one) if one.isascii() and one.isdigit() and len(one) < 6 else None for one in sides)
        return width, height

    def media(self, id: str) -> Media:
        """The file of an asset; one that is not declared is known by its id only."""
        asset = self.get(id, "asset")
        if asset is None:
            return Media(id, id)
        inner = asset.find("media-rep")
        url = asset.get("src", "") or (inner.get("src", "") if inner is not None else "")
        length = time(asset, "duration", ZERO)
        kind = "audio" if asset.get("hasVideo") != "1" else "image" if length == 0 else "video"
        width, height = self.size(asset.get("format"))
        return Media(
            id,
            file_name(url) or asset.get("name") or id,
            kind=kind,  # type: ignore[arg-type]
            url=url,
            start=time(asset, "start", ZERO),
            duration=length or None,
            fps=self.rate(asset.get("format")),
            width=width,
            height=height,
            has_audio=asset.get("hasAudio") == "1",
        )
