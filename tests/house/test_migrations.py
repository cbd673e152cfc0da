"""Migrations run while the program before them still works: expand first, contract a release later."""

from collections.abc import Iterator

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

RELEASED = "0.1.0"
LAST_BEFORE_IT = 60
"""Migrations up to this number belong to 0.1.0, which nobody has run before; from then on the rule holds."""
CONTRACTS = "contract"
"""A migration whose name holds this word may take away what no released program uses any more."""


def hindrances(operation: Operation) -> Iterator[str]:
    """What a program of the release before could not live with."""
    if isinstance(operation, migrations.RunPython) and operation.reverse_code is None:
        yield "runs code that cannot be taken back: give it a reverse_code"
    if isinstance(operation, (migrations.RenameField, migrations.RenameModel, migrations.AlterModelTable)):
        yield "renames what the program before knows by its old name"
    if isinstance(operation, (migrations.RemoveField, migrations.DeleteModel)):
        yield "removes what the program before reads"
    if isinstance(operation, migrations.AddField) and not _old_inserts_work(operation.field):
        yield f"{operation.name} is wanted, but the program before does not give it: null=True or db_default"


def _old_inserts_work(field: "models.Field[object, object]") -> bool:
    """Whether a row can be inserted by a program that does not know the field."""
    return field.null or field.has_db_default() or isinstance(field, models.ManyToManyField)


def _number(name: str) -> int:
    return int(name.split("_")[0])


def test_migrations_after_the_release_only_add() -> None:
    found = [
        f"{name}: {hindrance}"
        for (app, name), migration in MigrationLoader(None).disk_migrations.items()
        if app == "ladder" and _number(name) > LAST_BEFORE_IT and CONTRACTS not in name
        for operation in migration.operations
        for hindrance in hindrances(operation)
    ]
    assert found == []


def test_numbers_are_given_once_and_in_a_row() -> None:
    names = sorted(name for app, name in MigrationLoader(None).disk_migrations if app == "ladder")
    assert [_number(name) for name in names] == list(range(1, len(names) + 1))


@pytest.mark.parametrize(
    ("operation", "word"),
    [
        (migrations.RemoveField("bot", "name"), "removes"),
        (migrations.DeleteModel("Bot"), "removes"),
        (migrations.RenameField("bot", "name", "called"), "renames"),
        (migrations.AddField("bot", "age", models.IntegerField(default=0)), "db_default"),
        (migrations.RunPython(migrations.RunPython.noop), "reverse_code"),
    ],
)
def test_what_would_break_the_program_before_is_named(operation: Operation, word: str) -> None:
    assert word in " ".join(hindrances(operation))


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AddField("bot", "age", models.IntegerField(null=True)),
        migrations.AddField("bot", "age", models.IntegerField(db_default=0)),
        migrations.CreateModel("Pond", [("id", models.BigAutoField(primary_key=True))]),
        migrations.AddIndex("bot", models.Index(fields=["name"], name="by_name")),
    ],
)
def test_what_only_adds_is_fine(operation: Operation) -> None:
    assert list(hindrances(operation)) == []
