/** Goes on with the next match when one is over; while there is none, asks again now and then. */

const ASK_AGAIN_MS = 5000;
const PAUSE_MS = 4000;
const viewer = document.querySelector("evo-replay[data-next]");

viewer?.addEventListener("ended", () => setTimeout(next, PAUSE_MS));

async function next() {
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
  setTimeout(next, ASK_AGAIN_MS);
}

function announce(match, title, page) {
  viewer.dataset.match = match;
  const link = document.querySelector("#on-air");
  link.textContent = title;
  link.href = page;
}
