"""OpenAI's Responses API, which its own models need to think while they use tools; stateless: nothing is stored there."""

from __future__ import annotations

from collections.abc import Iterator

from agent.messages import AssistantMessage
from agent.providers.base import ChatParams, Delta
from agent.providers.config import ProviderConfig
from agent.providers.failures import told
from agent.providers.openai_compatible.profile import profile_of
from tools.providers.http import Http, HttpError

from .answer import Answer
from .request import NAME, body


class OpenAIResponses:
    """The adapter; `door` can be put in place of the real one."""

    name = NAME

    def __init__(self, config: ProviderConfig, door: Http | None = None) -> None:
        self.config, self.model, self.profile = config, config.model, profile_of(config.base_url, config.model)
        self.door = door or Http(secrets=[config.api_key])
        self.url = self.profile.address(config, "responses")
        self.headers = self.profile.headers(config.api_key)

    def chat(self, params: ChatParams) -> AssistantMessage:
        """One turn. Raises `ProviderError`."""
        with told(self.door):
            answer = Answer(params.tools)
            answer.take_whole(self.door.post(self.url, headers=self.headers, json=self._body(params)))
            return answer.message(self.model)

    def stream(self, params: ChatParams) -> Iterator[Delta | AssistantMessage]:
        """One turn in pieces, the message last. Raises `ProviderError`, also for a stream that stops before its end."""
        with told(self.door):
            answer = Answer(params.tools)
            sent = self._body(params) | {"stream": True}
            try:
                for event in self.door.events(self.url, headers=self.headers, json=sent):
                    yield from answer.take(event)
            except HttpError:
                if not answer.ended:  # what breaks after the end breaks nothing
                    raise
            yield answer.message(self.model)

    def _body(self, params: ChatParams) -> dict[str, object]:
        return body(self.model, self.profile, params)
