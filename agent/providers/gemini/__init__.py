"""Gemini over generateContent: always at the vendor's own address."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from agent.messages import AssistantMessage
from agent.providers.base import ChatParams, Delta, ProviderError
from agent.providers.config import ProviderConfig
from agent.providers.dialect import by_wire_name
from agent.providers.failures import told
from tools.providers.http import Http

from .answer import Folding, Unsigned, as_unsigned
from .request import NAME, body

ADDRESS = "https://generativelanguage.googleapis.com/v1beta/models"
ATTEMPTS = 2


class Gemini:
    """An adapter; see `agent.providers.base.Provider`."""

    name = NAME

    def __init__(self, config: ProviderConfig, *, door: Http | None = None) -> None:
        self.model = config.model.removeprefix("models/")
        self._url = f"{ADDRESS}/{quote(self.model, safe='')}"
        self._headers = {"x-goog-api-key": config.api_key}
        self._door = door or Http(secrets=[config.api_key])

    def chat(self, params: ChatParams) -> AssistantMessage:
        return _last(self._tries(params, streamed=False))

    def stream(self, params: ChatParams) -> Iterator[Delta | AssistantMessage]:
        yield from self._tries(params, streamed=True)

    def _tries(self, params: ChatParams, *, streamed: bool) -> Iterator[Delta | AssistantMessage]:
        """The turn; once more where the model garbled a call or a signature was rejected, and nothing was shown yet."""
        trusted = True
        for attempt in range(1, ATTEMPTS + 1):
            shown = False
            try:
                for item in self._try(params, trusted, streamed):
                    shown = shown or isinstance(item, Delta)
                    yield item
                return
            except ProviderError as error:
                again = isinstance(error, Unsigned) or error.kind == "malformed"
                if (shown and streamed) or not again or attempt == ATTEMPTS:
                    raise
                trusted = not isinstance(error, Unsigned)

    def _try(self, params: ChatParams, trusted: bool, streamed: bool) -> Iterator[Delta | AssistantMessage]:
        folding = Folding()
        try:
            with told(self._door):
                request = body(params, self.model, trusted=trusted)
                if streamed:
                    url = f"{self._url}:streamGenerateContent?alt=sse"
                    yield from folding.feed(self._door.events(url, headers=self._headers, json=request))
                else:
                    url = f"{self._url}:generateContent"
                    yield from folding.take(self._door.post(url, headers=self._headers, json=request))
                yield folding.message(self.model, by_wire_name(params.tools))
        except ProviderError as error:
            raise as_unsigned(error) from None


def _last(items: Iterator[Delta | AssistantMessage]) -> AssistantMessage:
    *_, last = items
    assert isinstance(last, AssistantMessage)
    return last
