/** Shows for a moment what happened: food that flies, an attack as an arrow. Nothing moves for who wants that. */

import { icon, svg } from "./draw.js";

const LONGEST_MS = 700;
const still = window.matchMedia("(prefers-reduced-motion: reduce)");

/** Which species and which seat a frame touched, and how: classes for their boards. */
export function litBy(frame) {
  const species = new Map();
  for (const h of frame.happenings) {
    if (h.h === "took") species.set(h.species, "fed");
    else if (h.h === "grew" || h.h === "new-species" || h.h === "played") species.set(h.species, "grown");
    else if (h.h === "lost") species.set(h.species, "hurt");
    else if (h.h === "attacked") species.set(h.attacker, "attacking");
  }
  return { species, seat: frame.seat };
}

/** Animates a frame's happenings over a table; `ms` is how long there is for it. */
export function animate(table, happenings, ms) {
  table.moving.replaceChildren();
  if (still.matches || document.hidden) return;
  const duration = Math.min(LONGEST_MS, ms);
  for (const h of happenings) {
    if (h.h === "took") fly(table, h, duration);
    if (h.h === "attacked") strike(table, h, duration);
  }
}

function fly(table, { source, species, kind, why }, duration) {
  const [from, to] = [table.anchors.get(why === "attack" ? "bank" : source), table.anchors.get(species)];
  if (!from || !to) return;
  const token = svg("g", { class: `flying ${kind}` }, icon(kind, -10, -10, 20));
  table.moving.append(token);
  const at = ([x, y]) => `translate(${x}px, ${y}px)`;
  token.animate([{ transform: at(from) }, { transform: at(to) }], { duration, easing: "ease-in-out" })
    .finished.then(() => token.remove(), () => token.remove());
}

function strike(table, { attacker, target }, duration) {
  const [from, to] = [table.anchors.get(attacker), table.anchors.get(target)];
  if (!from || !to) return;
  const line = svg("line", { class: "strike", x1: from[0], y1: from[1], x2: to[0], y2: to[1] });
  table.moving.append(line);
  line.animate([{ opacity: 0 }, { opacity: 1 }, { opacity: 0 }], { duration: duration * 1.2 })
    .finished.then(() => line.remove(), () => line.remove());
}
