/** Draws a position as SVG: the middle of the table, then each seat with its hand and its species. */

import { board, boardHeight } from "./board.js";
import { icon, svg } from "./draw.js";
import { count } from "./film.js";
import { middle, middleHeight } from "./middle.js";
import { cardName } from "./words.js";

const GAP = 8;
const CHIP = { width: 24, height: 30 };
const HEADER = 30;
const NARROWEST_BOARD = 132;
const WIDEST_BOARD = 190;
const SHAPES = [
  ["circle", { cx: 8, cy: 8, r: 7 }],
  ["rect", { x: 1.5, y: 1.5, width: 13, height: 13 }],
  ["polygon", { points: "8,0.5 15.5,15 0.5,15" }],
  ["polygon", { points: "8,0 16,8 8,16 0,8" }],
  ["polygon", { points: "4,1 12,1 16,8 12,15 4,15 0,8" }],
  ["polygon", { points: "8,0 10,5.5 16,6 11.5,9.8 13,16 8,12.5 3,16 4.5,9.8 0,6 6,5.5" }],
];

/** The sign of a seat: its own shape and colour, so that nobody needs to tell colours apart. */
export function seatShape(seat) {
  const [tag, attributes] = SHAPES[seat % SHAPES.length];
  return svg(tag, { ...attributes, class: `seat-mark seat-${seat}` });
}

/** The drawn table; only what changed since the last position is drawn anew. */
export class Table {
  constructor(names) {
    this.names = names;
    this.parts = new Map();
    this.anchors = new Map();
    this.moving = svg("g", { "aria-hidden": "true" });
    this.element = svg("svg", { class: "table", role: "group", "aria-label": "The table" }, this.moving);
  }

  /** Shows a position at a width in pixels; `lit` are the species and seats that the last move touched. */
  show(position, width, lit) {
    const seen = new Set();
    let y = this.place(seen, "middle", 0, 0, [position, width], () => middle(position, width, this.anchors))
      && middleHeight(position, width) + GAP;
    for (let seat = 0; seat < position.seats.length; seat += 1) {
      y = this.seat(seen, position, seat, y, width, lit) + GAP * 1.5;
    }
    for (const [key, part] of this.parts) {
      if (!seen.has(key)) {
        part.element.remove();
        this.parts.delete(key);
      }
    }
    this.element.setAttribute("viewBox", `0 0 ${width} ${y}`);
    this.element.setAttribute("width", width);
    this.element.setAttribute("height", y);
  }

  seat(seen, position, seat, y, width, lit) {
    const player = position.seats[seat];
    const header = [player.bag, count(player.hand), position.food_cards[seat], position.first === seat, lit.seat === seat];
    this.place(seen, `header-${seat}`, 0, y, [...header, width], () => seatHeader(this.names[seat], seat, header, width));
    this.anchors.set(`bag-${seat}`, [width - 30, y + 15]);
    y += HEADER + GAP / 2;
    const hand = this.place(seen, `hand-${seat}`, 0, y, [player.hand, width], () => handOf(player.hand, width));
    y += Number(hand.dataset.height);
    const columns = Math.max(2, Math.floor((width + GAP) / (NARROWEST_BOARD + GAP)));
    const wide = Math.min(WIDEST_BOARD, (width - GAP * (columns - 1)) / columns);
    const high = boardHeight(player.species);
    player.species.forEach((species, number) => {
      const x = (number % columns) * (wide + GAP);
      const top = y + Math.floor(number / columns) * (high + GAP);
      const state = lit.species.get(species.id) ?? "";
      this.place(seen, `species-${species.id}`, x, top, [species, wide, high, state], () =>
        board(species, this.names[seat], wide, high, state));
      this.anchors.set(species.id, [x + wide / 2, top + high / 2]);
    });
    return y + Math.ceil(player.species.length / columns) * (high + GAP);
  }

  /** Puts a part where it belongs and draws it anew if one of the values that it shows has changed. */
  place(seen, key, x, y, shows, draw) {
    seen.add(key);
    let part = this.parts.get(key);
    if (!part || part.shows.some((value, i) => value !== shows[i])) {
      const drawn = draw();
      if (part) part.element.replaceChildren(...drawn.childNodes);
      const element = part?.element ?? drawn;
      for (const { name, value } of drawn.attributes) element.setAttribute(name, value);
      part = { element, shows };
      this.parts.set(key, part);
      if (!element.parentNode) this.element.insertBefore(element, this.moving);
    }
    part.element.style.transform = `translate(${x}px, ${y}px)`;
    return part.element;
  }
}

function seatHeader(name, seat, [bag, cards, food, first, acting], width) {
  const marker = first ? ", first player" : "";
  const foodCard = food === null ? "" : `, food card ${food === "?" ? "face down" : cardName(food)}`;
  const label = `${name}: ${bag} food in the bag, ${cards} cards in hand${marker}${foodCard}`;
  const mark = svg("g", { transform: "translate(7, 7)" }, seatShape(seat));
  const parts = [
    svg("rect", { class: "header", width, height: HEADER, rx: 6 }), mark,
    svg("text", { x: 32, y: 20, class: "name" }, shortened(name, width)),
  ];
  const right = svg("g", { class: "facts" });
  let x = width - 44;
  right.append(icon("bag", x, 6, 18), svg("text", { x: x + 22, y: 20 }, String(bag)));
  right.append(icon("card", x -= 46, 6, 18), svg("text", { x: x + 22, y: 20 }, String(cards)));
  if (food !== null) {
    right.append(icon(food === "?" ? "card" : traitOf(food), x -= 32, 6, 18, { class: "food-card" }));
  }
  if (first) right.append(svg("text", { x: x - 10, y: 20, "text-anchor": "end", class: "first" }, "1st"));
  return svg("g", { class: `seat${acting ? " acting" : ""}`, role: "img", "aria-label": label }, ...parts, right);
}

function shortened(name, width) {
  const fits = Math.max(6, Math.floor((width - 220) / 8));
  return name.length > fits ? `${name.slice(0, fits - 1)}…` : name;
}

/** The trait of a card, which is the name of its icon. */
function traitOf(card) {
  return card.replace(/-\d+$/, "");
}

function handOf(hand, width) {
  const cards = count(hand);
  const columns = Math.max(1, Math.floor(width / (CHIP.width + 4)));
  const names = Array.isArray(hand) ? hand : Array.from({ length: cards }, () => null);
  const chips = names.map((card, i) => {
    const at = `translate(${(i % columns) * (CHIP.width + 4)}, ${Math.floor(i / columns) * (CHIP.height + 4)})`;
    return svg("g", { transform: at, class: card ? "chip" : "chip back" },
      svg("title", {}, card ? cardName(card) : "a card"),
      svg("rect", { ...CHIP, rx: 4 }), card ? icon(traitOf(card), 3, 6, 18) : null);
  });
  const label = `Hand: ${Array.isArray(hand) ? hand.map(cardName).join(", ") || "no card" : `${cards} cards, unseen`}`;
  const height = Math.ceil(cards / columns) * (CHIP.height + 4) + (cards ? 4 : 0);
  return svg("g", { class: "hand", role: "img", "aria-label": label, "data-height": height }, ...chips);
}
