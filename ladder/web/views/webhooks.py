"""One's webhooks: made, tried, switched on, removed; and what each was told of late."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from ladder import webhooks
from ladder.access import person
from ladder.models import Webhook, WebhookDelivery
from ladder.refusals import Refused
from ladder.web.author_forms import WebhookForm

SHOWN = 10


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Lists them; makes one and shows its secret, this once."""
    form = WebhookForm(request.POST or None)
    made = _made(request, form) if form.is_valid() else None
    if made is not None:
        response = render(request, "account/new_webhook.html", {"made": made}, status=201)
        response["Cache-Control"] = "no-store"
        return response
    own = Webhook.objects.filter(owner=person(request.user))
    context = {"form": form, "hooks": [(hook, _recent(hook)) for hook in own]}
    return render(request, "account/webhooks.html", context, status=400 if form.errors else 200)


def _recent(hook: Webhook) -> list[WebhookDelivery]:
    return list(hook.deliveries.all()[:SHOWN])


def _made(request: HttpRequest, form: WebhookForm) -> webhooks.NewWebhook | None:
    try:
        return webhooks.make(person(request.user), form.cleaned_data["url"], form.cleaned_data["kinds"])
    except Refused as refused:
        form.add_error("url", str(refused))
        return None


@login_required
@require_POST
def ping(request: HttpRequest, pk: int) -> HttpResponse:
    """Tells one something, to try it out."""
    webhooks.ping(_own(request, pk))
    messages.success(request, "A ping leaves within seconds; its answer stands in the log below.")
    return redirect("webhooks")


@login_required
@require_POST
def switch_on(request: HttpRequest, pk: int) -> HttpResponse:
    """Tells one things again."""
    webhooks.switch_on(_own(request, pk))
    messages.success(request, "It is told what happens from now on.")
    return redirect("webhooks")


@login_required
@require_POST
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Removes one and its log."""
    webhooks.remove(_own(request, pk))
    messages.success(request, "The webhook is removed.")
    return redirect("webhooks")


def _own(request: HttpRequest, pk: int) -> Webhook:
    return get_object_or_404(Webhook, owner=person(request.user), pk=pk)
