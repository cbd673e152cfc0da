/**
 * Keeps what is marked `data-topic` up to date by one stream of server-sent events. While there is no stream (not yet,
 * lost, refused), HTMX asks at its intervals, as on a site without streams.
 */

const ADDRESS = document.querySelector("meta[name=streams]")?.content;
const SILENT_MS = 40_000; // a beat comes every 15 s
const AGAIN_MS = 30_000;
const MOST_TOPICS = 8; // what one stream takes; what is more is asked for
let stream = null;
let followed = [];
let heard = 0;
let notBefore = 0;

function topics() {
  const marked = Array.from(document.querySelectorAll("[data-topic]"), (element) => element.dataset.topic);
  return [...new Set(marked)].sort().slice(0, MOST_TOPICS);
}

function address(names) {
  const base = ADDRESS.startsWith(":") ? `${location.protocol}//${location.hostname}${ADDRESS}` : ADDRESS;
  return `${base}?${new URLSearchParams(names.map((name) => ["topic", name]))}`;
}

/** Opens the stream that the page needs now; the one it has stays if it still fits. */
function follow() {
  const names = document.hidden ? [] : topics();
  if (names.join() === followed.join() || Date.now() < notBefore) return;
  close();
  if (names.length) open(names);
}

function open(names) {
  followed = names;
  stream = new EventSource(address(names), { withCredentials: true });
  stream.addEventListener("beat", () => { heard = Date.now(); });
  stream.addEventListener("news", ({ data }) => {
    heard = Date.now();
    show(JSON.parse(data));
  });
  stream.addEventListener("error", () => {
    if (stream?.readyState !== EventSource.CLOSED) return; // else the browser comes back by itself
    close();
    const pause = AGAIN_MS * (1 + Math.random());
    notBefore = Date.now() + pause;
    setTimeout(follow, pause);
  });
}

function close() {
  stream?.close();
  stream = null;
  followed = [];
  heard = 0;
}

const isLive = (topic) =>
  followed.includes(topic) && stream?.readyState === EventSource.OPEN && Date.now() - heard < SILENT_MS;

function show({ topic, stamp, html }) {
  for (const element of document.querySelectorAll(`[data-topic="${CSS.escape(topic)}"]`)) {
    if (html !== undefined) put(element, html);
    else window.htmx.trigger(element, "live");
    element.dataset.told = stamp;
    element.dispatchEvent(new CustomEvent("news", { detail: stamp }));
  }
}

/** Replaces what is inside; who was on a link there stays on it. */
function put(element, html) {
  const at = element.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  element.innerHTML = html;
  window.htmx.process(element);
  if (at) element.querySelector(`[href="${CSS.escape(at)}"]`)?.focus({ preventScroll: true });
}

document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, requestConfig } = event.detail;
  if (requestConfig.triggeringEvent?.type !== "live" && isLive(elt.dataset.topic)) event.preventDefault();
});
document.addEventListener("htmx:afterSettle", follow);
document.addEventListener("visibilitychange", follow);
window.addEventListener("pagehide", close);
window.addEventListener("pageshow", follow);
follow();
