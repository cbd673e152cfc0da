"""What all of the admin shares: tables that are only read, and actions that call the ladder's verbs."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.models import CHANGE, LogEntry
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from ladder.models import User
from ladder.refusals import Refused

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
    ModelForm = forms.ModelForm[Any]
else:  # Django's own classes take no parameter
    ModelAdmin = admin.ModelAdmin
    TabularInline = admin.TabularInline
    ModelForm = forms.ModelForm


class ReadOnly:
    """Nothing is added, changed or deleted by hand: the verbs write these tables."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


class Ruled(ReadOnly):
    """Not changed by hand, but ruled on by staff who may change such rows."""

    def has_rule_permission(self, request: HttpRequest) -> bool:
        """Asked by the admin for actions with the permission `rule`."""
        model: type[Model] = self.model  # type: ignore[attr-defined]
        return request.user.has_perm(f"ladder.change_{model._meta.model_name}")


class RulingForm(forms.Form):
    """Why staff rule."""

    reason = forms.CharField(max_length=1000, widget=forms.Textarea(attrs={"rows": 4}))


def apply_to_each(
    request: HttpRequest, rows: QuerySet[Any], verb: Callable[[Any], object], done: str
) -> None:
    """Call the verb for each row; a refusal is shown and the others go on."""
    for row in rows:
        try:
            verb(row)
        except Refused as refused:
            messages.error(request, str(refused))
        else:
            write_down(request, row, done)
            messages.success(request, f"{row}: {done}")


def write_down(request: HttpRequest, row: Model, done: str) -> None:
    """Keep in the admin's log who did this to what; Django itself does so only for forms."""
    if isinstance(request.user, User):
        LogEntry.objects.log_actions(request.user.pk, [row], CHANGE, change_message=done, single_object=True)


def ask_for_reason(
    request: HttpRequest, rows: QuerySet[Any], title: str, verb: Callable[[Any, str], object], done: str
) -> HttpResponse | None:
    """Ask why, then call the verb with the reason for each row; an action of the admin."""
    asked = "reason" in request.POST
    form = RulingForm(request.POST if asked else None)
    if asked and form.is_valid():
        reason = form.cleaned_data["reason"]
        apply_to_each(request, rows, lambda row: verb(row, reason), done)
        return None
    context = admin.site.each_context(request) | {
        "title": title,
        "form": form,
        "rows": rows,
        "action": request.POST["action"],
        "across": request.POST.get("select_across", "0"),
        "selected": request.POST.getlist(ACTION_CHECKBOX_NAME),
    }
    return TemplateResponse(request, "admin/ladder/reason.html", context)
