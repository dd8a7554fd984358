"""One turn of any provider: streamed only to whoever listens, and without a level of thinking that the model has not."""

import pytest

from agent.messages import AssistantMessage, said
from agent.providers.base import ChatParams, Delta, ProviderError, ThinkingUnsupported, answered

pytestmark = pytest.mark.spec("S-07", "A-02")
WORDS = AssistantMessage(content=said("Done."))


class Whole:
    """A model that answers at once, and thinks at no level but low."""

    name = "whole"

    def __init__(self):
        self.levels = []

    def chat(self, params):
        self.levels.append(params.thinking_level)
        if params.thinking_level not in (None, "low"):
            raise ThinkingUnsupported("whole", params.thinking_level, "it takes low")
        return WORDS


class Streaming(Whole):
    """The same in pieces; `items` are what its stream gives."""

    def __init__(self, *items):
        super().__init__()
        self.items = items

    def stream(self, params):
        self.chat(params)
        for item in self.items:
            if isinstance(item, Exception):
                raise item
            yield item


def test_nobody_listens_and_the_answer_comes_whole():
    assert answered(Streaming(Delta("text", "never asked for")), ChatParams([])) is WORDS


@pytest.mark.parametrize("provider", [Whole(), Streaming(Delta("text", "Done."), WORDS)])
def test_whoever_listens_hears_the_words_and_then_the_message(provider):
    heard = []
    assert answered(provider, ChatParams([]), heard.append) is WORDS
    assert heard == [Delta("text", "Done."), WORDS]


@pytest.mark.parametrize("items", [(), (Delta("text", "Do"),), (Delta("text", "Do"), ProviderError("cut"))])
def test_a_stream_that_stops_half_way_is_a_failure(items):
    with pytest.raises(ProviderError):
        answered(Streaming(*items), ChatParams([]), lambda item: None)


@pytest.mark.parametrize("listener", [None, lambda item: None])
def test_a_level_that_the_model_has_not_is_left_out_and_one_that_it_has_is_not(listener):
    for level, tried in (("high", ["high", None]), ("low", ["low"]), (None, [None])):
        provider = Streaming(WORDS)
        assert answered(provider, ChatParams([], thinking_level=level), listener) is WORDS
        assert provider.levels == tried
