"""A service that makes things: which one is configured, how it is asked, and what it may not answer.

ServiceFailed
├── NotSet      a setting is missing, without which it cannot be asked
├── Declined    it understood, and will not make this
└── Useless     it says that it did, and there is nothing in its answer that can be used
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from django.conf import settings

from tools.providers.http import File, Http, Patience

Product = Literal["image", "music", "voice", "transcription"]

OPENAI = "https://api.openai.com/v1"
MOST_BYTES = 100_000_000
PATIENCE = Patience(read=300, whole=330, retries=0)
"""Making something takes minutes. It is paid for, so whoever asked decides whether to ask again."""

GOOGLE_KEY = re.compile(r"AIza|AQ\.")
"""How Google's API keys begin; anything else is the access token of an account."""


class ServiceFailed(Exception):
    """An answer without the thing that was asked for; the message is for the person who asked."""


class NotSet(ServiceFailed):
    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is not set; set it, or make it here with {name.split('_')[0]}_PROVIDER=local.")


class Declined(ServiceFailed):
    pass


class Useless(ServiceFailed):
    pass


@dataclass(frozen=True, slots=True)
class Service:
    """Who makes a product. The key is in no repr."""

    product: Product
    provider: str
    model: str = ""
    api_key: str = field(default="", repr=False)
    base_url: str = ""

    @classmethod
    def of(cls, product: Product) -> Service:
        """The service of the settings."""
        names = (f"{product.upper()}_{name}" for name in ("PROVIDER", "MODEL", "API_KEY", "BASE_URL"))
        return cls(product, *(getattr(settings, name).strip() for name in names))

    @property
    def here(self) -> bool:
        """Whether it is made on this machine, as a placeholder."""
        return self.provider == "local"

    def url(self, path: str, default: str = "") -> str:
        """An address below the configured one; raises NotSet where there is none and the provider has no own."""
        return f"{(self.base_url or default or self._missing('BASE_URL')).rstrip('/')}/{path}"

    def needed_model(self) -> str:
        return self.model or self._missing("MODEL")

    def needed_key(self) -> str:
        return self.api_key or self._missing("API_KEY")

    def _missing(self, name: str) -> str:
        raise NotSet(f"{self.product.upper()}_{name}")


@dataclass(frozen=True, slots=True)
class Asking:
    """One call of a service. `key` is its idempotency key, the same at every try; `check` raises when it is unwanted."""

    service: Service
    key: str
    check: Callable[[], None] = lambda: None

    def json(self, url: str, body: dict[str, Any]) -> Any:
        return self._door().post(url, headers=self._headers(), json=body)

    def send(self, url: str, fields: dict[str, Any], file: File) -> Any:
        return self._door().send(url, headers=self._headers(), fields=fields, file=file)

    def content(self, url: str, body: dict[str, Any]) -> bytes:
        return self._door().content(url, headers=self._headers(), json=body)

    def _door(self) -> Http:
        return Http(secrets=[self.service.api_key], patience=PATIENCE, most_bytes=MOST_BYTES, check=self.check)

    def _headers(self) -> dict[str, str]:
        key = self.service.needed_key()
        google = self.service.provider == "vertex" and GOOGLE_KEY.match(key)
        own = {"x-goog-api-key": key} if google else {"Authorization": f"Bearer {key}"}
        return {"Idempotency-Key": self.key, **own}
