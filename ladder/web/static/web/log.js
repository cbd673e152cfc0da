/**
 * <evo-log>: a bot's log that can be searched. A line that begins with `#57` belongs to decision 57: it leads to that
 * moment of the page's replay, and is marked while the replay stands there. Without scripts the log is plain text.
 */

import { html } from "./replay/draw.js";

const DECISION = /^\s*#(\d{1,6})\b/;

class EvoLog extends HTMLElement {
  connectedCallback() {
    const plain = this.querySelector("pre");
    if (this.lines || !plain) return;
    this.viewer = document.querySelector("evo-replay");
    this.lines = plain.textContent.split("\n").map((text) => this.line(text));
    this.found = html("span", { class: "hush", role: "status" });
    this.search = html("input", { type: "search", "aria-label": "Search the log", placeholder: "Search the log" });
    this.search.addEventListener("input", () => this.filter());
    plain.replaceChildren(...this.lines.map(({ element }) => element));
    plain.before(html("p", { class: "log-search" }, this.search, " ", this.found));
    this.viewer?.addEventListener("moment", (event) => this.mark(event.detail));
    this.filter();
  }

  /** A line with the decision that it belongs to, if it names one. */
  line(text) {
    const number = DECISION.exec(text)?.[1];
    if (number === undefined || !this.viewer) return { text, element: html("span", { class: "line" }, `${text}\n`) };
    const link = html("a", { href: `?at=${Number(number) + 1}#game` }, `#${number}`);
    link.addEventListener("click", (event) => {
      event.preventDefault();
      this.viewer.seek(Number(number) + 1);
      this.viewer.scrollIntoView();
    });
    const [before, after] = cut(text, `#${number}`);
    return { text, decision: Number(number), element: html("span", { class: "line" }, before, link, `${after}\n`) };
  }

  filter() {
    const wanted = this.search.value.toLowerCase();
    let shown = 0;
    for (const { text, element } of this.lines) {
      element.hidden = !text.toLowerCase().includes(wanted);
      if (!element.hidden) shown += 1;
    }
    this.found.textContent = wanted ? `${shown} of ${this.lines.length} lines` : `${this.lines.length} lines`;
  }

  /** Marks the lines of the decision that led to the moment `at` of the replay. */
  mark(at) {
    for (const { decision, element } of this.lines) element.classList.toggle("now", decision === at - 1);
  }
}

/** What stands before and after the first `part` of the text. */
function cut(text, part) {
  const at = text.indexOf(part);
  return [text.slice(0, at), text.slice(at + part.length)];
}

customElements.define("evo-log", EvoLog);
