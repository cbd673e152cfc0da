/** The bar of buttons under the table, and which key does what. */

import { html, inlineIcon } from "./draw.js";

export const SPEEDS = [["slow", 2400], ["normal", 1200], ["fast", 500], ["very fast", 150]];

/** Key → the name of what the viewer does. */
export const KEYS = {
  ArrowLeft: "back", ArrowRight: "step", Home: "first", End: "last", PageUp: "roundBack", PageDown: "roundOn",
  " ": "toggle", f: "nextFault", x: "nextExtinct",
};

const BUTTONS = [
  ["first", "first", "To the start (Home)"], ["roundBack", "round-back", "Round back (Page Up)"],
  ["back", "back", "Step back (←)"], ["toggle", "play", "Play (space)"], ["step", "step", "Step (→)"],
  ["roundOn", "round-on", "Round on (Page Down)"], ["last", "last", "To the end (End)"],
];

/** The controls; `act(name)` is called for a button, `seek(at)` for the slider, `see(seat)` for the view. */
export class Controls {
  constructor(film, { act, seek, see }) {
    this.buttons = Object.fromEntries(BUTTONS.map(([name, sign, label]) => {
      const button = html("button", { type: "button", class: "plain", "aria-label": label, title: label }, inlineIcon(sign));
      button.addEventListener("click", () => act(name));
      return [name, button];
    }));
    this.slider = html("input", { type: "range", min: 0, max: film.frames.length - 1, value: 0, "aria-label": "Moment of the game" });
    this.slider.addEventListener("input", () => seek(Number(this.slider.value)));
    this.speed = choice("Speed", SPEEDS.map(([name, ms]) => [ms, name]), 1200);
    this.view = choice("View", [["", "everything"], ...film.names.map((name, seat) => [seat, `seat ${seat}: ${name}`])], "");
    this.view.select.addEventListener("change", () => see(this.view.select.value));
    const jumps = [["nextFault", "fault", film.moments.fault], ["nextExtinct", "extinct", film.moments.extinct]]
      .filter(([, , found]) => found.length)
      .map(([name, sign, found]) => jump(name, sign, found.length, act));
    this.element = html("div", { class: "bar", role: "toolbar", "aria-label": "Replay" },
      html("div", { class: "buttons" }, ...Object.values(this.buttons)),
      html("div", { class: "buttons" }, ...jumps), this.speed.element, this.view.element);
  }

  /** The milliseconds of one step when playing. */
  get pace() {
    return Number(this.speed.select.value);
  }

  show(at, text, playing) {
    this.slider.value = at;
    this.slider.setAttribute("aria-valuetext", text);
    if (playing === this.playing) return;
    this.playing = playing;
    const { toggle } = this.buttons;
    toggle.replaceChildren(inlineIcon(playing ? "pause" : "play"));
    toggle.title = playing ? "Pause (space)" : "Play (space)";
    toggle.setAttribute("aria-label", toggle.title);
  }
}

function choice(label, options, value) {
  const select = html("select", {}, ...options.map(([key, text]) => html("option", { value: key }, text)));
  select.value = value;
  return { select, element: html("label", { class: "choice" }, `${label} `, select) };
}

function jump(name, sign, number, act) {
  const what = sign === "fault" ? `Next fault (f), ${number} in the game` : `Next extinction (x), ${number} in the game`;
  const button = html("button", { type: "button", class: "plain", "aria-label": what, title: what }, inlineIcon(sign), ` ${number}`);
  button.addEventListener("click", () => act(name));
  return button;
}
