/** The few words in which everything here makes elements; text is always text, never markup. */

const SVG = "http://www.w3.org/2000/svg";
const ICONS = new URL("../icons.svg", import.meta.url).pathname;

/** An SVG element with attributes and children (elements or text). */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** An HTML element with attributes and children (elements or text). */
export function html(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** An icon of icons.svg at a place, `size` wide and high. */
export function icon(name, x, y, size, attributes = {}) {
  return svg("use", { href: `${ICONS}#${name}`, x, y, width: size, height: size, ...attributes });
}

/** An icon that stands in text. */
export function inlineIcon(name) {
  return svg("svg", { class: "icon", "aria-hidden": "true" }, svg("use", { href: `${ICONS}#${name}` }));
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}
