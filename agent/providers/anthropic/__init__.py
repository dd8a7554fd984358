"""Claude over the Messages API, and servers that speak it."""

from __future__ import annotations

from collections.abc import Iterator

from agent.messages import AssistantMessage
from agent.providers.base import ChatParams, Delta
from agent.providers.config import ProviderConfig
from agent.providers.dialect import by_wire_name
from agent.providers.failures import told
from tools.providers.http import Http

from .answer import Folding, message_of
from .request import NAME, body

ADDRESS = "https://api.anthropic.com"
VERSION = "2023-06-01"


class Anthropic:
    """An adapter; see `agent.providers.base.Provider`."""

    name = NAME

    def __init__(self, config: ProviderConfig, *, door: Http | None = None) -> None:
        self.model = config.model
        query = f"?{config.query}" if config.query else ""
        self._url = f"{(config.base_url or ADDRESS).removesuffix('/v1')}/v1/messages{query}"
        self._headers = {"x-api-key": config.api_key, "anthropic-version": VERSION}
        self._door = door or Http(secrets=[config.api_key])

    def chat(self, params: ChatParams) -> AssistantMessage:
        with told(self._door):
            answer = self._door.post(self._url, headers=self._headers, json=body(params, self.model))
            return message_of(answer, self.model, by_wire_name(params.tools))

    def stream(self, params: ChatParams) -> Iterator[Delta | AssistantMessage]:
        with told(self._door):
            request = {**body(params, self.model), "stream": True}
            folding = Folding()
            yield from folding.feed(self._door.events(self._url, headers=self._headers, json=request))
            yield message_of(folding.whole(), self.model, by_wire_name(params.tools))
