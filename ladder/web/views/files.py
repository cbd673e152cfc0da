"""Files for workers on other machines: uploads and built bots by hash, and what they built, left by token."""

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from ladder import blob_links, blobs
from ladder.models import Version

IN_BUILD = (Version.State.QUEUED, Version.State.BUILDING)


@require_safe
def blob(request: HttpRequest, name: str) -> HttpResponseBase:
    """The blob, for whoever has an address that we signed; never shown as a page."""
    refusal = _refusal(request, "GET")
    if refusal is not None:
        return refusal
    if not blobs.exists(name):
        raise Http404("There is no such file.")
    response = FileResponse(blobs.opened(name), content_type="application/octet-stream")
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Content-Disposition"] = "attachment"
    response["Cache-Control"] = "private, max-age=3600, immutable"
    return response


@csrf_exempt  # the signature in the address is what allows it; no cookie does
@require_http_methods(["PUT"])
def drop(request: HttpRequest, token: str) -> HttpResponse:
    """Take what a worker built for a build that is under way; the report says which hash it must have."""
    refusal = _refusal(request, "PUT")
    if refusal is not None:
        return refusal
    if not Version.objects.filter(build_token=token, state__in=IN_BUILD).exists():
        return HttpResponse("This build is over.\n", status=410, content_type="text/plain")
    data = request.read(blobs.LARGEST + 1)
    if len(data) > blobs.LARGEST:
        return HttpResponse("This is larger than any bot may be.\n", status=413, content_type="text/plain")
    blobs.leave(token, data)
    return HttpResponse(status=204)


def _refusal(request: HttpRequest, method: str) -> HttpResponse | None:
    """Also where the site has no far workers: then no address was ever made."""
    try:
        if not settings.FAR_WORKERS:
            raise blob_links.BadLink("this site has no workers on other machines: FAR_WORKERS=1")
        until, signature = request.GET.get("until", ""), request.GET.get("signature", "")
        blob_links.check(method, request.path, until, signature)
    except blob_links.BadLink as bad:
        return HttpResponse(f"{bad}\n", status=403, content_type="text/plain")
    return None
