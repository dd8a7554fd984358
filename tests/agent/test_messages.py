"""The shared types: what a message may hold, and that it survives the way to a row and back."""

import base64

import pytest
from pydantic import TypeAdapter, ValidationError

from agent.messages import (
    AssistantMessage,
    ImageBlock,
    Message,
    ToolCall,
    ToolResultMessage,
    Usage,
    UserMessage,
    said,
    text_of,
)

ANY: TypeAdapter[Message] = TypeAdapter(Message)


@pytest.mark.spec("S-06")
@pytest.mark.parametrize(
    "message",
    [
        UserMessage(content=said("hello")),
        AssistantMessage(
            content=said("hi"), tool_calls=[ToolCall(name="query", arguments={"a": 1})], usage=Usage(input=3)
        ),
        ToolResultMessage(tool_call_id="call_1", tool_name="query", content=said("{}"), is_error=True),
    ],
)
def test_a_message_survives_the_way_to_json_and_back(message):
    assert ANY.validate_json(message.model_dump_json()) == message


@pytest.mark.spec("S-06")
@pytest.mark.parametrize(
    "bad",
    [
        {"role": "system", "content": []},
        {"role": "user", "content": [{"type": "text"}]},
        {"role": "user", "content": [], "timestamp": 0},
        {"role": "user", "content": [], "extra": 1},
        {"role": "toolResult", "tool_call_id": "", "tool_name": "x", "content": []},
    ],
)
def test_what_is_no_message_is_refused(bad):
    with pytest.raises(ValidationError):
        ANY.validate_python(bad)


def test_an_image_is_real_base64_of_a_known_type():
    data = base64.b64encode(b"png").decode()
    assert ImageBlock(data=data, mime_type="image/png").data == data
    for bad in (
        {"data": "not base64!", "mime_type": "image/png"},
        {"data": data, "mime_type": "text/html"},
        {"data": "", "mime_type": "image/png"},
    ):
        with pytest.raises(ValidationError):
            ImageBlock(**bad)


def test_every_call_has_an_id_of_ours():
    calls = [ToolCall(name="x") for _ in range(50)]
    assert len({call.id for call in calls}) == 50


def test_the_words_of_a_message_leave_its_images_out():
    image = ImageBlock(data=base64.b64encode(b"x").decode(), mime_type="image/png")
    assert text_of(UserMessage(content=[*said("one"), image, *said("two")])) == "one\ntwo"
