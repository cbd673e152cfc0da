// Shows the API's document with Swagger UI; a signed-in reader's calls carry the form's secret.
"use strict";
(function () {
  const place = document.getElementById("swagger");
  function secret() {
    const found = document.cookie.split("; ").find((pair) => pair.startsWith("csrftoken="));
    return found ? decodeURIComponent(found.slice("csrftoken=".length)) : "";
  }
  window.SwaggerUIBundle({
    url: place.dataset.document,
    domNode: place,
    deepLinking: true,
    requestInterceptor(request) {
      if (secret()) request.headers["X-CSRFToken"] = secret();
      return request;
    },
  });
})();
