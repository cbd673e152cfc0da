"""Forms that anybody may send are taken only so often from one address."""

from collections.abc import Callable

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from ladder.web import errors

GetResponse = Callable[[HttpRequest], HttpResponse]

LIMITED = ("/sign-in/", "/sign-up/", "/password/", "/me/settings/", "/join/", "/team/join/")
POSTS, WITHIN_S = 300, 600
"""So many forms from one address in so many seconds, by process: a school passes, a script does not."""


def limit_posts(get_response: GetResponse) -> GetResponse:
    """Answers 429 to one form too many of those that make accounts, sign in, or send mail."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.method == "POST" and request.path.startswith(LIMITED) and _too_many(request):
            response = errors.page(request, 429, "Too many forms from your address. Wait ten minutes.")
            response.headers["Retry-After"] = str(WITHIN_S)
            return response
        return get_response(request)

    return middleware


def _too_many(request: HttpRequest) -> bool:
    """Count this one; the count of an address ends ten minutes after it began."""
    key = f"posts:{request.META.get('REMOTE_ADDR', '')}"
    cache.add(key, 0, WITHIN_S)
    try:
        return cache.incr(key) > POSTS
    except ValueError:  # it ended between the two lines
        return False
