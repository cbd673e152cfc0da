"""Addresses of the pages."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from ladder import addresses  # noqa: F401  (registers `id` and `key`)
from ladder.web.views import (
    account,
    board,
    bots,
    ledger,
    matches,
    mine,
    rules,
    settings,
    status,
    upload,
    versions,
    watch,
)

urlpatterns = [
    path("", board.home, name="home"),
    path("c/<slug:slug>/", board.competition, name="competition"),
    path("c/<slug:slug>/table/", board.table, name="competition-table"),
    path("c/<slug:slug>/ledger/", ledger.ledger, name="ledger"),
    path("bots/<id:pk>/", bots.bot_page, name="bot"),
    path("versions/<id:pk>/", versions.version_page, name="version"),
    path("versions/<id:pk>/activate/", mine.activate, name="activate"),
    path("versions/<id:pk>/retire/", mine.retire, name="retire"),
    path("matches/", matches.match_list, name="matches"),
    path("matches/<id:pk>/", matches.match_page, name="match"),
    path("rules/", rules.rules, name="rules"),
    path("watch/", watch.watch, name="watch"),
    path("upload/", upload.upload, name="upload"),
    path("me/", mine.me, name="me"),
    path("me/bots/<id:pk>/enter/<slug:slug>/", mine.enter, name="enter"),
    path("me/bots/<id:pk>/leave/<slug:slug>/", mine.leave, name="leave"),
    path("me/tokens/", account.make_token, name="make-token"),
    path("me/tokens/<key:key>/revoke/", account.revoke_token, name="revoke-token"),
    path("me/notices/", settings.notice_list, name="notices"),
    path("me/settings/", settings.change, name="settings"),
    path("me/settings/password/", settings.ChangePassword.as_view(), name="change-password"),
    path("me/delete/", settings.delete, name="delete-account"),
    path("confirm/<str:secret>/", settings.confirm, name="confirm-email"),
    path("password/", settings.AskReset.as_view(), name="password_reset"),
    path("password/sent/", settings.reset_sent, name="password_reset_done"),
    path("password/<uidb64>/<token>/", settings.Reset.as_view(), name="password_reset_confirm"),
    path("versions/<id:pk>/file/", versions.upload_file, name="upload-file"),
    path("versions/<id:pk>/new-trial/", mine.new_trial, name="new-trial"),
    path("sign-up/", account.sign_up, name="sign-up"),
    path("sign-in/", account.SignIn.as_view(), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("status/", status.status, name="status"),
]
