"""Errors to Sentry, where a site wants that: the extra `sentry` and SENTRY_DSN."""

from typing import Any

from django.core.exceptions import ImproperlyConfigured


def begin(dsn: str, release: str) -> None:
    """Report errors of pages and ladder tasks to `dsn`; nothing for an empty one.

    No bodies, no cookies, no people's names leave the site: uploads and passwords are in them.
    """
    if not dsn:
        return
    try:
        import sentry_sdk
    except ImportError:
        raise ImproperlyConfigured(
            "SENTRY_DSN is set, but sentry-sdk is not installed: pip install 'wateringhole[sentry]'"
        ) from None
    try:
        sentry_sdk.init(
            dsn=dsn,
            release=release,
            max_request_body_size="never",
            include_local_variables=False,
            before_send=_without_secrets,
        )
    except sentry_sdk.utils.BadDsn as error:
        raise ImproperlyConfigured(f"SENTRY_DSN: {error}; wanted https://key@host/number") from None


def _without_secrets(event: Any, hint: Any) -> Any:
    """The event without address, query and headers, as links hold secrets; the view's name stays."""
    request = event.get("request") or {}
    event["request"] = {"method": request.get("method", "")}
    return event
