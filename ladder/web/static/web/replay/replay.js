/**
 * <evo-replay src="…/frames/" [permalink]>: watch a game from its frames.
 *
 * Without `src` it waits for a file: frames are shown as they are, a replay goes through `play-out`, the site's
 * address that makes frames of it. With `permalink` it reads and writes `?seat=2&at=57` in the page's address; with
 * `start="end"` it begins at the last moment, from where `follow` goes on; with `single-view` no other view is offered.
 */

import { chart, Legend, strip } from "./charts.js";
import { Controls, KEYS } from "./controls.js";
import { html } from "./draw.js";
import { BadFilm, kindOf, readFilm } from "./film.js";
import { animate, litBy } from "./moves.js";
import { decision, log, Now, sentences, when } from "./panels.js";
import { Table } from "./table.js";

const NARROW = 300;
const MOST_BYTES = 32 * 1024 * 1024;

class EvoReplay extends HTMLElement {
  connectedCallback() {
    if (this.started) return;
    this.started = true;
    this.at = this.hasAttribute("permalink") ? Number(this.query.get("at")) || 0 : 0;
    this.addEventListener("keydown", (event) => this.onKey(event));
    this.takeFiles();
    if (this.getAttribute("src")) this.fetchFilm(this.hasAttribute("permalink") ? this.query.get("seat") : null);
  }

  disconnectedCallback() {
    this.pause();
    this.sizes?.disconnect();
  }

  get query() {
    return new URLSearchParams(window.location.search);
  }

  // --- getting a film -------------------------------------------------------------------------------------

  /** Loads the match's frames, of one seat's view if one is given. */
  async fetchFilm(seat) {
    const address = this.getAttribute("src") + (seat ? `?seat=${encodeURIComponent(seat)}` : "");
    await this.load(seat ?? "", () => fetch(address));
  }

  /** Goes on with other frames, from their beginning. */
  async watch(address) {
    this.setAttribute("src", address);
    this.at = 0;
    await this.fetchFilm(null);
  }

  /** Fetches what was played since, and shows it; who looks at an earlier moment stays there. */
  async follow() {
    if (!this.film) return;
    const last = this.film.frames.length - 1;
    try {
      const answer = await fetch(`${this.getAttribute("src")}?since=${last}`);
      const more = await answer.json();
      if (!answer.ok) throw new BadFilm(more.detail ?? `The site answered ${answer.status}.`);
      if (!more.frames.length || this.film.frames.length - 1 !== last) return;
      const atEnd = this.at === last;
      this.show({ ...this.document, frames: [...this.document.frames, ...more.frames] }, this.seat);
      if (atEnd) this.play();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Loads the film anew, as everything may be seen now, and goes on from where it was. */
  async reveal() {
    this.removeAttribute("single-view");
    await this.fetchFilm(null);
    this.play();
  }

  /** Lets the site play out a replay document. */
  async playOut(replay, seat = "") {
    const address = this.getAttribute("play-out") + (seat ? `?seat=${seat}` : "");
    const headers = { "Content-Type": "application/json", "X-CSRFToken": this.getAttribute("token") ?? "" };
    await this.load(seat, () => fetch(address, { method: "POST", headers, body: JSON.stringify(replay) }));
  }

  async load(seat, ask) {
    this.say("Loading the replay …");
    try {
      const answer = await ask();
      const document = await answer.json();
      if (!answer.ok) throw new BadFilm(document.detail ?? `The site answered ${answer.status}.`);
      this.show(document, seat);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Shows a file of this machine. */
  async open(file) {
    try {
      if (file.size > MOST_BYTES) throw new BadFilm(`Found ${file.size >> 20} MiB; a replay has at most ${MOST_BYTES >> 20}.`);
      const document = JSON.parse(await file.text());
      const kind = kindOf(document);
      this.at = 0;
      if (kind === "replay") await this.playOut(document);
      else this.show(document, "");
    } catch (error) {
      this.fail(error instanceof SyntaxError ? new BadFilm(`“${file.name}” is no JSON, or was cut: ${error.message}`) : error);
    }
  }

  takeFiles() {
    const input = this.querySelector("input[type=file]");
    input?.addEventListener("change", () => input.files.length && this.open(input.files[0]));
    this.addEventListener("dragover", (event) => event.preventDefault());
    this.addEventListener("drop", (event) => {
      event.preventDefault();
      if (event.dataTransfer.files.length) this.open(event.dataTransfer.files[0]);
    });
  }

  say(text) {
    this.notice ??= html("p", { class: "notice", role: "status" });
    this.notice.className = "notice";
    this.notice.textContent = text;
    if (!this.notice.isConnected) this.prepend(this.notice);
  }

  fail(error) {
    const lost = error instanceof TypeError ? "The replay could not be fetched. Check the connection and try again." : null;
    this.say(lost ?? error.message);
    this.notice.classList.add("error");
    if (!(error instanceof BadFilm || error instanceof TypeError)) throw error;
  }

  // --- showing it -----------------------------------------------------------------------------------------

  /** Builds everything for a frames document. Throws BadFilm, and leaves what was shown as it was. */
  show(document, seat) {
    const film = readFilm(document);
    if (this.getAttribute("start") === "end" && !this.film) this.at = film.frames.length - 1;
    this.pause();
    this.document = document;
    this.opener ??= this.querySelector(".drop");
    this.film = film;
    this.seat = seat;
    this.table = new Table(film.names);
    this.now = new Now();
    this.controls = new Controls(film, {
      act: (name) => this[name](), seek: (at) => this.seek(at), see: (seen) => this.see(seen),
    });
    this.controls.view.select.value = seat;
    if (this.hasAttribute("single-view")) this.controls.view.element.remove();
    this.legend = new Legend(film.names);
    this.charts = [["Points if the game ended here", film.scores], ["Population", film.populations]]
      .map(([title, values]) => chart(title, values, film.names, (at) => this.seek(at)));
    this.decision = html("section", { class: "decision", "aria-label": "The decision" });
    this.log = html("section", { "aria-label": "The round so far" });
    this.build();
    this.seek(this.at);
    this.dispatchEvent(new CustomEvent("ready", { bubbles: true }));
    if (this.hasAttribute("autoplay")) this.play();
  }

  build() {
    const stage = html("div", { class: "stage" }, this.table.element);
    const time = html("div", { class: "time" }, strip(this.film), this.controls.slider);
    const more = html("details", { open: "" }, html("summary", {}, "Points and population"),
      this.legend.element, ...this.charts.map(({ element }) => element));
    const told = html("details", { open: "" }, html("summary", {}, "The round so far"), this.log);
    this.replaceChildren(...(this.opener ? [this.opener] : []), html("div", { class: "frame" },
      html("div", { class: "main" }, stage, html("div", { class: "deck" }, this.now.element, time, this.controls.element)),
      html("div", { class: "side" }, this.decision, more, told)));
    this.sizes?.disconnect();
    this.sizes = new ResizeObserver(() => this.draw());
    this.sizes.observe(stage);
    this.stage = stage;
  }

  draw() {
    const width = Math.max(NARROW, Math.floor(this.stage.clientWidth));
    this.table.show(this.film.positions[this.at], width, litBy(this.film.frames[this.at]));
  }

  /** Goes to a moment, 0 to the last frame. */
  seek(at) {
    const forward = at === this.at + 1;
    this.at = Math.min(Math.max(0, Math.trunc(at)), this.film.frames.length - 1);
    this.draw();
    this.now.show(this.film, this.at);
    this.decision.replaceChildren(decision(this.film, this.at));
    this.log.replaceChildren(log(this.film, this.at, (moment) => this.seek(moment)));
    this.legend.show(this.film.scores[this.at], this.film.populations[this.at]);
    for (const { show } of this.charts) show(this.at);
    this.showControls();
    if (forward) animate(this.table, this.film.frames[this.at].happenings, this.controls.pace);
    if (this.hasAttribute("permalink")) this.remember();
    this.dispatchEvent(new CustomEvent("moment", { detail: this.at }));
  }

  showControls() {
    const text = `${when(this.film.positions[this.at])}: ${sentences(this.film, this.at).join(". ")}`;
    this.controls.show(this.at, text, Boolean(this.timer));
  }

  remember() {
    const query = this.query;
    query.set("at", this.at);
    if (this.seat === "") query.delete("seat");
    else query.set("seat", this.seat);
    window.history.replaceState(null, "", `?${query}${window.location.hash}`);
  }

  /** One seat's view, or everything: the site makes it, as only the engine knows what a seat may see. */
  see(seat) {
    if (this.getAttribute("src")) this.fetchFilm(seat);
    else this.playOut(this.film.replay, seat);
  }

  // --- what buttons and keys do ---------------------------------------------------------------------------

  first() { this.seek(0); }
  last() { this.seek(this.film.frames.length - 1); }
  back() { this.pause(); this.seek(this.at - 1); }
  step() { this.pause(); this.seek(this.at + 1); }
  roundBack() { this.seek(this.film.rounds.findLast(({ at }) => at < this.at)?.at ?? 0); }
  roundOn() { this.jump(this.film.rounds.map(({ at }) => at)); }
  nextFault() { this.jump(this.film.moments.fault); }
  nextExtinct() { this.jump(this.film.moments.extinct); }

  jump(moments) {
    if (moments.length) this.seek(moments.find((at) => at > this.at) ?? moments[0]);
  }

  toggle() {
    if (this.timer) this.pause();
    else this.play();
  }

  play() {
    if (this.at === this.film.frames.length - 1) this.seek(0);
    const next = () => {
      this.seek(this.at + 1);
      if (this.at === this.film.frames.length - 1) this.end();
      else this.timer = setTimeout(next, this.controls.pace);
    };
    this.timer = setTimeout(next, this.controls.pace);
    this.showControls();
  }

  end() {
    this.pause();
    this.dispatchEvent(new CustomEvent("ended", { bubbles: true }));
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    if (this.film) this.showControls();
  }

  onKey(event) {
    const name = KEYS[event.key];
    const own = event.target.matches("input[type=range], select, button, summary, input[type=file]");
    const taken = own && (event.key === " " || event.target.matches("select, input[type=range]"));
    if (!this.film || !name || taken || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this[name]();
  }
}

customElements.define("evo-replay", EvoReplay);
