/** Beside the table: what just happened in words, the decision with its alternatives, and the round so far. */

import { html } from "./draw.js";
import { inWords } from "./words.js";

const MOST_CHOICES = 60;
const PHASES = { food: "Food cards", reveal: "Watering hole", environment: "Climate", ending: "End of feeding", over: "The end" };

/** `Round 3, Feeding` */
export function when(position) {
  return `Round ${position.round}, ${PHASES[position.phase] ?? inWords(position.phase)}`;
}

/** The sentences of the moment; read out by screen readers as they change. */
export class Now {
  constructor() {
    this.title = html("p", { class: "when" });
    this.lines = html("div", { "aria-live": "polite", class: "lines", tabindex: 0 });
    this.element = html("section", { class: "now", "aria-label": "What happens" }, this.title, this.lines);
  }

  show(film, at) {
    this.title.textContent = `${when(film.positions[at])} · ${at} of ${film.frames.length - 1}`;
    this.lines.replaceChildren(...sentences(film, at).map((line) => html("p", {}, line)));
  }
}

/** What a frame tells; where nothing happened, at least who chose. */
export function sentences(film, at) {
  const { seat, kind, choice } = film.frames[at];
  if (film.words[at].length) return film.words[at];
  if (seat === null) return ["The game begins."];
  return [`${film.names[seat]} chooses${choice ? ` “${choice}”` : ""} (${kind}).`];
}

/** Who was asked what, the answer among its alternatives, time used and the bot's own note. */
export function decision(film, at) {
  const { seat, kind, choice, choices, clock, note } = film.frames[at];
  if (seat === null) return html("p", { class: "hush" }, "No decision yet: this is how the game begins.");
  const facts = [fact("Asked", `${film.names[seat]} (seat ${seat}), ${kind}, decision ${at - 1}`)];
  if (clock) facts.push(fact("Time", `${ms(clock[0])} of processor, ${ms(clock[1])} by the clock`));
  if (note) facts.push(fact("Its note", note));
  for (const fault of film.replay.faults.filter(({ n }) => (n ?? 0) === at - 1)) {
    facts.push(fact("Fault", `${film.names[fault.seat]}: ${fault.kind}`));
  }
  const answers = choices.length
    ? [html("p", { class: "label" }, choices.length === 1 ? "No alternative" : `${choices.length} choices`), alternatives(choices, choice)]
    : [html("p", { class: "hush" }, "What it could choose and chose is hidden from this seat.")];
  return html("div", {}, html("dl", { class: "facts" }, ...facts.flat()), ...answers);
}

function alternatives(choices, chosen) {
  const place = choices.indexOf(chosen);
  const shown = choices.slice(0, MOST_CHOICES);
  if (place >= MOST_CHOICES) shown.push(chosen);
  const items = shown.map((each) => html("li", each === chosen ? { class: "chosen", "aria-current": "true" } : {},
    html("code", {}, each), each === chosen ? " ← chosen" : ""));
  if (choices.length > shown.length) items.push(html("li", { class: "hush" }, `and ${choices.length - shown.length} more`));
  return html("ul", { class: "alternatives", tabindex: 0, "aria-label": "Choices" }, ...items);
}

const fact = (name, text) => [html("dt", {}, name), html("dd", {}, text)];
const ms = (value) => `${Math.round(value * 10) / 10} ms`;

/** The round so far, as text; each moment is a button that leads there. */
export function log(film, at, seek) {
  const from = film.rounds.findLast((round) => round.at <= at)?.at ?? 0;
  const lines = [];
  for (let moment = from; moment <= at; moment += 1) {
    if (!film.words[moment].length) continue;
    const button = html("button", { type: "button", class: "link", "aria-current": moment === at ? "true" : false },
      film.words[moment].join(". "));
    button.addEventListener("click", () => seek(moment));
    lines.push(html("li", {}, button));
  }
  return html("ol", { class: "log" }, ...lines);
}
