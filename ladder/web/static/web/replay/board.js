/** A species as a board: tracks of body and population with what is fed, and its traits. */

import { icon, svg } from "./draw.js";
import { cardName } from "./words.js";

const TRACKS = 62;
const LINE = 20;
const CELLS = 6;

/** The height that fits the species with the most traits of a row. */
export function boardHeight(species) {
  return TRACKS + Math.max(1, ...species.map((each) => cards(each).length)) * LINE + 6;
}

/** The traits of a species as {card, hidden}: face up, then face down (null for what is not known). */
function cards({ traits, face_down }) {
  const hidden = Array.isArray(face_down) ? face_down : Array.from({ length: face_down }, () => null);
  return [...traits.map((card) => ({ card, hidden: false })), ...hidden.map((card) => ({ card, hidden: true }))];
}

/** The board; `state` is the class of what has just happened to it. */
export function board(species, owner, width, height, state) {
  const shown = cards(species);
  const { id, kind, body, population, food, fat = 0, upkeep = 0 } = species;
  return svg("g", { class: `board ${kind} ${state}`, role: "img", "aria-label": inOneSentence(species, owner, shown) },
    svg("rect", { class: "paper", width, height, rx: 7 }),
    svg("text", { class: "id", x: 9, y: 18 }, id),
    kind === "avian" ? icon("flight", 32, 5, 16) : null,
    ...(fat ? [icon("fat-tissue", width - 38, 4, 16), svg("text", { class: "fat", x: width - 20, y: 17 }, String(fat))] : []),
    ...track("body", body, upkeep, 24, width),
    ...track("population", population, food, 43, width),
    ...shown.map((each, line) => traitLine(each, TRACKS + line * LINE, width)));
}

function track(name, filled, fed, y, width) {
  const size = Math.min(16, (width - 48) / CELLS);
  const cells = Array.from({ length: CELLS }, (_, cell) => {
    const full = cell < filled ? "full" : "";
    const square = svg("rect", { class: `cell ${name} ${full}`, x: 28 + cell * size, y, width: size - 2, height: 14, rx: 3 });
    if (cell >= fed) return square;
    const middle = { cx: 28 + cell * size + (size - 2) / 2, cy: y + 7 };
    return svg("g", {}, square, svg("circle", { class: "food", ...middle, r: 4.5 }));
  });
  const number = svg("text", { class: "count", x: width - 8, y: y + 12, "text-anchor": "end" }, String(filled));
  return [icon(name, 8, y - 1, 16), ...cells, number];
}

function traitLine({ card, hidden }, y, width) {
  const name = card ? cardName(card) : "face down";
  const trait = card?.replace(/-\d+$/, "");
  return svg("g", { class: hidden ? "trait hidden" : "trait", transform: `translate(0, ${y})` },
    svg("title", {}, hidden ? `${name}, face down` : name),
    svg("rect", { x: 5, width: width - 10, height: LINE - 2, rx: 4 }),
    card ? icon(trait, 9, 1, 16) : icon("card", 9, 1, 16),
    svg("text", { x: 30, y: 13.5 }, name));
}

function inOneSentence({ id, kind, body, population, food, fat = 0, upkeep = 0 }, owner, shown) {
  const traits = shown.map(({ card, hidden }) => `${card ? cardName(card) : "a card"}${hidden ? " face down" : ""}`);
  const avian = kind === "avian" ? ` avian, upkeep ${upkeep},` : "";
  const stored = fat ? `, fat ${fat}` : "";
  return `${owner}'s ${id}:${avian} body ${body}, population ${population}, fed ${food}${stored}; `
    + (traits.join(", ") || "no trait");
}
