/** Goes on with the next match when one is over; while there is none, waits for news of one, or asks now and then. */

const ASK_AGAIN_MS = 5000;
const PAUSE_MS = 4000;
const viewer = document.querySelector("evo-replay[data-next]");
let waiting = null;

viewer?.addEventListener("ended", () => setTimeout(next, PAUSE_MS));
viewer?.addEventListener("news", ({ detail: match }) => {
  if (waiting && match !== viewer.dataset.match) next();
});

async function next() {
  clearTimeout(waiting);
  waiting = null;
  try {
    const answer = await fetch(viewer.dataset.next);
    const { match, title, page, frames } = await answer.json();
    if (match && String(match) !== viewer.dataset.match) {
      announce(match, title, page);
      viewer.watch(frames);
      return;
    }
  } catch {
    // The site is away for a moment; what is on the screen stays there.
  }
  waiting = setTimeout(next, ASK_AGAIN_MS);
}

function announce(match, title, page) {
  viewer.dataset.match = match;
  const link = document.querySelector("#on-air");
  link.textContent = title;
  link.href = page;
}
