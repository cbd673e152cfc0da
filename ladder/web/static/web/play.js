/** At a person's table: when the game has gone on, the viewer shows how; who moves by keys stays where the choices are. */

const viewer = document.querySelector("evo-replay");
let known = turn().dataset.moves;
let state = turn().dataset.state;
let inside = false;

function turn() {
  return document.querySelector("#live");
}

document.addEventListener("htmx:beforeSwap", () => {
  inside = turn().contains(document.activeElement) || document.activeElement === document.body;
});

document.addEventListener("htmx:afterSettle", () => {
  const now = turn();
  if (now.dataset.moves === known && now.dataset.state === state) return;
  if (inside) now.querySelector("#turn").focus({ preventScroll: true });
  if (now.dataset.state === "over" && state !== "over") viewer.reveal();
  else viewer.follow();
  known = now.dataset.moves;
  state = now.dataset.state;
});
