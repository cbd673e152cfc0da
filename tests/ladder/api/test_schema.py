"""The OpenAPI document is the one of the code, and its two viewers are served from here."""

import re

import pytest
import yaml
from django.contrib.staticfiles import finders
from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer

from ladder.api.views.reading import DOCUMENT


def test_the_committed_document_is_that_of_the_code() -> None:
    GENERATOR_STATS.reset()
    made = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    text = OpenApiYamlRenderer().render(made, renderer_context={})
    assert not GENERATOR_STATS, "the generator warned; make schema shows it"
    assert text.decode() == DOCUMENT.read_text(), "run make schema and commit ladder/api/openapi.yaml"


def test_the_document_is_served_to_everybody(client: Client) -> None:
    response = client.get("/api/v1/schema/")
    assert response["Content-Type"].startswith("application/yaml")
    assert yaml.safe_load(response.content)["info"]["title"] == "Watering Hole"


@pytest.mark.parametrize("viewer", ["swagger", "redoc"])
def test_viewers_load_nothing_from_elsewhere(client: Client, viewer: str) -> None:
    response = client.get(f"/api/v1/schema/{viewer}/")
    policy = response["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "script" not in policy
    source = response.content.decode()
    loaded = re.findall(r'(?:src|href)="([^"]+)"', source)
    assert all(address.startswith("/") for address in loaded)
    files = [address.removeprefix("/static/") for address in loaded if address.startswith("/static/")]
    assert len(files) >= 2
    assert all(finders.find(file) for file in files)
    assert "<style" not in source


def test_every_operation_says_how_errors_look() -> None:
    document = yaml.safe_load(DOCUMENT.read_text())
    operations = [
        each for path in document["paths"].values() for each in path.values() if "responses" in each
    ]
    assert len(operations) > 60
    for operation in operations:
        assert list(operation["responses"]["default"]["content"]) == ["application/problem+json"]
