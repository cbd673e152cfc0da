/** The timeline under the table, and the charts of points and population over the game. */

import { html, svg } from "./draw.js";
import { seatShape } from "./table.js";

const WIDTH = 600;
const STRIP = 26;
const HEIGHT = 200;
const DASHES = ["none", "7 3", "2 3", "9 3 2 3", "5 5", "1 4"];

/** Rounds as bands, faults and extinctions as marks; drawn once. */
export function strip({ frames, rounds, moments }) {
  const x = scale(frames.length, WIDTH - 8);
  const bands = rounds.map(({ at, round }, i) => {
    const end = rounds[i + 1]?.at ?? frames.length - 1;
    return svg("g", {},
      svg("rect", { class: i % 2 ? "band odd" : "band", x: x(at), y: 0, width: Math.max(0, x(end) - x(at)), height: STRIP }),
      svg("text", { x: x(at) + 3, y: 11 }, String(round)));
  });
  const marks = (name, shape) => moments[name].map((at) => svg("path", { class: `mark ${name}`, d: shape(x(at)) }));
  return svg("svg", { class: "strip", viewBox: `0 0 ${WIDTH} ${STRIP}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    ...bands,
    ...marks("attacked", (at) => `M${at} 19V25`),
    ...marks("extinct", (at) => `M${at - 3} 13l6 6m0 -6l-6 6`),
    ...marks("fault", (at) => `M${at} 2l5 9h-10z`));
}

/** A chart of one line a seat with a cursor; `show(at)` moves the cursor, `onseek(at)` hears clicks. */
export function chart(title, values, names, onseek) {
  const x = scale(values.length, WIDTH);
  const most = Math.max(1, ...values.flat());
  const y = (value) => HEIGHT - 10 - (value / most) * (HEIGHT - 20);
  const lines = names.map((name, seat) => svg("polyline", {
    class: `plot seat-${seat}`, "stroke-dasharray": DASHES[seat],
    points: values.map((each, at) => `${x(at)},${y(each[seat])}`).join(" "),
  }));
  const cursor = svg("line", { class: "cursor", y1: 4, y2: HEIGHT - 10 });
  const last = values.at(-1);
  const label = `${title}: at the end ${names.map((name, seat) => `${name} ${last[seat]}`).join(", ")}`;
  const drawn = svg("svg", { class: "course", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    svg("line", { class: "grid", x1: 0, x2: WIDTH, y1: y(0), y2: y(0) }),
    svg("line", { class: "grid", x1: 0, x2: WIDTH, y1: y(most), y2: y(most) }),
    svg("text", { x: 2, y: y(most) + 20 }, String(most)), ...lines, cursor);
  drawn.addEventListener("click", (event) => {
    const box = drawn.getBoundingClientRect();
    onseek(Math.round(((event.clientX - box.left) / box.width) * (values.length - 1)));
  });
  const show = (at) => {
    cursor.setAttribute("x1", x(at));
    cursor.setAttribute("x2", x(at));
  };
  return { element: html("figure", {}, html("figcaption", {}, title), drawn), show };
}

/** Whose line is whose, with the numbers at a moment. */
export class Legend {
  constructor(names) {
    this.values = names.map(() => html("td", { class: "num" }));
    this.populations = names.map(() => html("td", { class: "num" }));
    const rows = names.map((name, seat) => html("tr", {},
      html("th", { scope: "row" }, svg("svg", { class: "seat-sign", viewBox: "0 0 16 16", "aria-hidden": "true" }, seatShape(seat)), ` ${name}`),
      this.values[seat], this.populations[seat]));
    this.element = html("table", { class: "legend" },
      html("thead", {}, html("tr", {}, html("th", { scope: "col" }, "Seat"),
        html("th", { scope: "col", class: "num" }, "Points"), html("th", { scope: "col", class: "num" }, "Population"))),
      html("tbody", {}, ...rows));
  }

  show(points, populations) {
    points.forEach((value, seat) => { this.values[seat].textContent = value; });
    populations.forEach((value, seat) => { this.populations[seat].textContent = value; });
  }
}

function scale(length, width) {
  return (at) => Math.round((at / Math.max(1, length - 1)) * width * 10) / 10;
}
