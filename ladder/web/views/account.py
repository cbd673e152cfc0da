"""Sign up, sign in, sign out, and the tokens of the API."""

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from ladder import tokens
from ladder.access import person
from ladder.refusals import Refused
from ladder.web import kept
from ladder.web.author_forms import TokenForm
from ladder.web.forms import SignInForm, SignUpForm
from ladder.web.views import settings

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"


class SignIn(LoginView):
    """Django's sign-in; axes counts the failures."""

    template_name = "account/sign_in.html"
    form_class = SignInForm
    redirect_authenticated_user = True

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Signs in, and has this browser show times in the person's zone; a kept form can be sent then."""
        response = super().form_valid(form)
        unsent = kept.unpacked(form.cleaned_data["kept"])
        if unsent is not None:
            response = render(self.request, "account/go_on.html", {"kept": unsent})
        settings.remember_zone(response, person(form.get_user()))
        return response


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Makes an account and signs it in."""
    if request.user.is_authenticated:
        return redirect("me")
    form = SignUpForm(request.POST or None)
    if form.is_valid():
        login(request, form.save(), backend=MODEL_BACKEND)
        messages.success(request, "Welcome! Upload your first bot below.")
        return redirect("upload")
    return render(request, "account/sign_up.html", {"form": form})


@login_required
@require_POST
def make_token(request: HttpRequest) -> HttpResponse:
    """Makes an API token and shows it, this once."""
    form = TokenForm(request.POST)
    if not form.is_valid():
        wrong = " ".join(f"{name}: {' '.join(map(str, words))}" for name, words in form.errors.items())
        messages.error(request, f"The token was not made. {wrong}")
        return redirect("me")
    try:
        token = tokens.make(person(request.user), **form.values())
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("me")
    response = render(request, "account/new_token.html", {"token": token}, status=201)
    response["Cache-Control"] = "no-store"
    return response


@login_required
@require_POST
def revoke_token(request: HttpRequest, key: str) -> HttpResponse:
    """Ends one of one's own tokens."""
    if tokens.revoke(person(request.user), key):
        messages.success(request, f"The token {key}… is revoked; nothing can use it any more.")
    else:
        messages.error(request, f"You have no token {key}…; it may have been revoked already.")
    return redirect("me")
