"""The upload form: its refusals stand beside the field they are about, and a filled form survives them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from ladder import uploads
from ladder.access import person
from ladder.bots import UploadRefused
from ladder.models import Version
from ladder.refusals import Refused
from ladder.web.forms import UploadForm
from workers.archive import ArchiveRefused


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """Takes a file; then the version's page shows how its check goes on."""
    owner = person(request.user)
    if request.method != "POST":
        return _page(request, UploadForm(owner, initial=_asked_for(request)))
    form = UploadForm(owner, request.POST, request.FILES)
    version = _taken(form) if form.is_valid() else None
    if version is None:
        return _page(request, form, status=400)
    messages.success(request, f"{version} is uploaded. Below you see how its check goes on.")
    return redirect("version", version.pk)


def _taken(form: UploadForm) -> Version | None:
    """The new version, or None with the refusal put beside its field."""
    data = form.cleaned_data
    rest = (data["file"], data["activate"], data["competition"])
    try:
        if data["bot"]:
            return uploads.for_bot(data["bot"], *rest)
        return uploads.for_new_bot(form.person, data["name"], *rest)
    except (ArchiveRefused, UploadRefused) as refused:
        form.add_error("file", str(refused))
    except Refused as refused:
        form.add_error("competition" if data["bot"] else "name", str(refused))
    return None


def _page(request: HttpRequest, form: UploadForm, status: int = 200) -> HttpResponse:
    return render(request, "bots/upload.html", {"form": form}, status=status)


def _asked_for(request: HttpRequest) -> dict[str, str]:
    """`?bot=` chooses one beforehand."""
    bot = request.GET.get("bot", "")
    return {"bot": bot} if bot.isdecimal() else {}
