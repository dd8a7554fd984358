"""Parameters: what is accepted and made uniform, and how a refusal names the argument and what was meant."""

from __future__ import annotations

import pytest

from tests.tools.composition.timeline import after, refusal

DEEP: list = []
for _ in range(100):
    DEEP = [DEEP]

MISTAKES = [
    ("deleteItems", {"ids": ["clip-a"], "ripples": True}, "no parameter 'ripples'", "'ripple'"),
    ("addText", {"text": "x", "length": 9}, "no parameter 'length'", "'durationInFrames'"),
    ("addText", {"text": "x", "start": 9}, "no parameter 'start'", "'from'"),
    ("addText", {"text": "x", "style": {"align": "left"}}, "no parameter 'style.align'", "'alignment'"),
    ("addText", {"text": "x", "style": {"alignment": "middle"}}, "style.alignment", "'center'"),
    ("addText", {"text": "x", "style": {"color": "gren"}}, "did you mean 'green'?", ""),
    ("addText", {}, "needs text", "For example"),
    ("deleteItems", {"id": "clip-a"}, "no parameter 'id'", "'ids'"),
    ("deleteItems", {"ids": "clip-a"}, "ids", ""),
    ("deleteItems", {"ids": []}, "ids", ""),
    ("deleteItems", {"ids": ["clip-a"], "ripple": "yes"}, "ripple", ""),
    ("deleteItems", {"ids": ["clip-a"], "ripple": 1}, "ripple", ""),
    ("splitItem", {"id": "clip-a", "atFrame": "12"}, "atFrame", ""),
    ("splitItem", {"id": "clip-a", "atFrame": True}, "atFrame", ""),
    ("splitItem", {"id": "clip-a", "atFrame": 12.5}, "atFrame", ""),
    ("splitItem", {"id": "clip-a", "atFrame": -1}, "atFrame", ""),
    ("splitItem", {"id": {"$ne": ""}, "atFrame": 12}, "id", ""),
    ("setTrackVolume", {"trackId": "a1", "volumeDb": float("nan")}, "volumeDb", ""),
    ("setTrackVolume", {"trackId": "a1", "volumeDb": float("inf")}, "volumeDb", ""),
    ("setTrackVolume", {"trackId": "a1", "volumeDb": 90}, "volumeDb", ""),
    ("setBackgroundColor", {"color": "#12"}, "color", ""),
    ("setBackgroundColor", {"color": 7}, "color", ""),
    ("setFps", {"fps": 0}, "fps", ""),
    ("setFps", {"fps": [30, 0]}, "fps", ""),
    ("setFps", {"fps": 1e9}, "fps", ""),
    ("setCompositionSize", {"width": 1081, "height": 1920}, "width", ""),
    ("setCompositionSize", {"width": 1080, "height": 8000}, "height", ""),
    ("setMetadata", {"path": "x", "value": float("inf")}, "not finite", ""),
    ("setMetadata", {"path": "x", "value": {"a": [object()]}}, "what JSON cannot say", ""),
    ("setMetadata", {"path": "x", "value": DEEP}, "nested too deep", ""),
    ("setMetadata", {"path": "a..b", "value": 1}, "path", ""),
    ("addText", {"text": "a\0b"}, "text of addText", ""),
    ("addText", {"text": "\ud800"}, "text of addText", ""),
    ("addAsset", {"asset": {"kind": "image", "name": "x", "note": "\0"}}, "asset of addAsset", ""),
    ("setFps", {"fps": None}, "fps", ""),
    ("updateItem", {"id": "clip-a", "patch": {"transform": {"x": 10**400}}}, "patch.transform.x", ""),
    ("updateItem", {"id": "clip-a", "patch": {"text": "x"}}, "video has no 'text'", ""),
    ("updateItem", {"id": "title-1", "patch": {"assetId": "as-city"}}, "text has no 'assetId'", ""),
    ("updateItem", {"id": "title-1", "patch": {"trackId": "v1"}}, "no parameter 'patch.trackId'", ""),
]  # fmt: skip


@pytest.mark.spec("E-02")
@pytest.mark.parametrize(("op", "params", "said", "meant"), MISTAKES)
def test_a_mistake_is_refused_by_name_with_what_was_meant(film, op, params, said, meant):
    error = refusal(film, op, **params)
    assert error.code == "invalid_parameters"
    assert said in error.message
    assert meant in error.hint
    assert error.details["argument"]


@pytest.mark.spec("E-02")
@pytest.mark.parametrize(
    ("op", "params", "field", "value"),
    [
        ("setBackgroundColor", {"color": "#ABC"}, "background", "#aabbcc"),
        ("setBackgroundColor", {"color": "Rebeccapurple"}, "background", "#663399"),
        ("setBackgroundColor", {"color": "#11223380"}, "background", "#11223380"),
        ("setCompositionSize", {"width": 1280.0, "height": 720}, "width", 1280),
        ("setFps", {"fps": 50, "keep": "frames"}, "fps", [50, 1]),
        ("setFps", {"fps": 29.97}, "fps", [30000, 1001]),
        ("setFps", {"fps": 23.976}, "fps", [24000, 1001]),
        ("setFps", {"fps": [24000, 1001]}, "fps", [24000, 1001]),
        ("setFps", {"fps": 12.5}, "fps", [25, 2]),
    ],
)
def test_what_is_meant_alike_is_written_alike(film, op, params, field, value):
    written = after(film, op, **params).fields()[field]
    assert written == value
    assert not isinstance(written, float)
