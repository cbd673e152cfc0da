/** The middle of the table: watering hole, cliff, piles of cards, and the climate with its events. */

import { icon, svg } from "./draw.js";
import { count } from "./film.js";
import { cardName, inWords } from "./words.js";

const ZONES = ["ice-age", "freezing", "cold", "cool", "temperate", "warm", "tropical", "hot", "scorching"];
const POND = 74;
const CLIMATE = 66;

/** The height that `middle` takes. */
export function middleHeight(position, width) {
  return POND + (width < 430 && "cliff" in position ? 20 : 0) + (position.climate ? CLIMATE : 0);
}

/** The group of all that belongs to nobody; says in `anchors` where food comes from. */
export function middle(position, width, anchors) {
  const parts = [pond(position, anchors), piles(position, width)];
  if ("cliff" in position) parts.push(cliff(position, anchors));
  if (position.climate) parts.push(climate(position.climate, width));
  anchors.set("bank", [width - 60, 30]);
  return svg("g", { class: "middle" }, ...parts);
}

function pond({ watering_hole: food }, anchors) {
  anchors.set("hole", [62, 36]);
  return svg("g", { role: "img", "aria-label": `Watering hole: ${food} food` },
    svg("ellipse", { class: "pond", cx: 62, cy: 36, rx: 60, ry: 33 }),
    icon("plant", 30, 22, 26, { class: "plant" }),
    svg("text", { class: "big", x: 62, y: 45 }, String(food)));
}

function cliff({ cliff: food }, anchors) {
  anchors.set("cliff", [172, 36]);
  return svg("g", { role: "img", "aria-label": `Cliff: ${food} food` },
    svg("path", { class: "cliff", d: "M132 68 L140 24 L156 12 L176 6 L200 14 L206 68 Z" }),
    svg("text", { class: "big", x: 168, y: 48, "text-anchor": "middle" }, String(food)));
}

function piles(position, width) {
  const top = position.discard.at?.(-1);
  const lines = [`Deck ${count(position.deck)}`, `Discarded ${count(position.discard)}`];
  if (count(position.reserve)) lines.push(`Reserve ${count(position.reserve)}`);
  else if (top && width > 300) lines.push(`on top ${cardName(top)}`);
  return svg("g", { class: "piles", role: "img", "aria-label": lines.join(", ") },
    ...lines.map((line, i) => svg("text", { x: width - 4, y: 20 + i * 19, "text-anchor": "end" }, line)));
}

function climate({ zone, face_up: events }, width) {
  const step = width / ZONES.length;
  const zones = ZONES.map((name, i) => svg("g", {},
    svg("title", {}, inWords(name)),
    svg("rect", { class: `zone zone-${i}${name === zone ? " now" : ""}`, x: i * step + 1, y: POND + 20, width: step - 2, height: 16, rx: 4 }),
    name === zone ? svg("circle", { class: "marker", cx: (i + 0.5) * step, cy: POND + 28, r: 6 }) : null));
  const cards = events.map(({ event, zone: under }) => svg("g", { class: "event" },
    svg("title", {}, `${inWords(event)} under ${inWords(under)}`),
    icon(event, (ZONES.indexOf(under) + 0.5) * step - 9, POND + 40, 18)));
  const words = events.map((each) => `${inWords(each.event)} under ${inWords(each.zone)}`);
  return svg("g", { class: "climate", role: "img", "aria-label": `Climate ${inWords(zone)}; ${words.join(", ")}` },
    svg("text", { x: 2, y: POND + 12 }, `Climate: ${inWords(zone)}`), ...zones, ...cards);
}
