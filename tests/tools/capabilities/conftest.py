"""What the tests of the hands can ask for: an order, and a service that is configured and recorded."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from tests.tools.capabilities.recorded import KEY, MODELS, Recorded
from tools.capabilities.order import Order
from tools.providers import service
from tools.providers.http import Http


@pytest.fixture
def order(tmp_path: Path) -> Callable[..., Order]:
    """An order of a verb with parameters, and an empty folder of its own."""

    def make(tool: str, *, key: str = "run-7/step-1", check: Callable[[], None] = lambda: None, **params) -> Order:
        folder = tmp_path / f"order-{uuid4()}"
        folder.mkdir()
        return Order(tool, params, key, workspace=uuid4(), folder=folder, check=check)

    return make


@pytest.fixture
def configure(settings) -> Callable[..., None]:
    """Set the service of a product (image, music, voice)."""

    def change(product: str, provider: str, model: str = "", api_key: str = KEY, base_url: str | None = None) -> None:
        default = MODELS if provider == "vertex" else "https://models.example/v1"
        values = {"PROVIDER": provider, "MODEL": model, "API_KEY": api_key}
        for name, value in {**values, "BASE_URL": default if base_url is None else base_url}.items():
            setattr(settings, f"{product.upper()}_{name}", value)

    return change


@pytest.fixture
def wire(monkeypatch) -> Recorded:
    """What is asked of any service goes to this recording, and nowhere else."""
    recorded = Recorded({})
    monkeypatch.setattr(service, "Http", partial(Http, transport=httpx.MockTransport(recorded)))
    return recorded


@pytest.fixture(autouse=True)
def _no_engine(monkeypatch):
    """No speech engine, whatever is installed on this machine; the tests that want one bring their own."""
    monkeypatch.setattr("tools.providers.local.speech.shutil.which", lambda name: None)
