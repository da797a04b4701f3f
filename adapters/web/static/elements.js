// Small pieces of the page. Texts go in as text, never as markup.

// A new element: its classes, its children (elements or texts), its attributes.
export function make(name, classes = "", children = [], attributes = {}) {
  const element = document.createElement(name);
  if (classes) element.className = classes;
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
}

export function byId(id) {
  return document.getElementById(id);
}

export function initials(name) {
  const words = name.split(/\s+/).map((word) => word.match(/[\p{L}\p{N}]/u)?.[0]).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return letters.join("").toLocaleUpperCase() || "?";
}

// Puts a person into an avatar that is there already, or into a new one.
export function avatar(person, element = make("span", "avatar", [], { "aria-hidden": "true" })) {
  for (const name of [...element.classList]) if (name.startsWith("tint-")) element.classList.remove(name);
  if (person) element.classList.add(`tint-${person.id % 8}`);
  element.textContent = person ? initials(person.name) : "?";
  return element;
}

// A drawing of the page's own, by the path of its lines.
export function drawing(path) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(space, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

// A button's drawing, put where the page's text names it.
export function drawAll() {
  for (const element of document.querySelectorAll("[data-drawing]")) {
    if (!element.firstElementChild) element.append(drawing(DRAWINGS[element.dataset.drawing]));
  }
}

export const LOCK = "M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6z";
export const OWN_TAB = "M14 5h5v5M19 5l-8 8M17 14v5H5V7h5";
export const COPY = "M9 9h10v11H9zM15 9V5H5v11h4";
// What texts of the program write as one sign.
export const SIGNS = {
  "⚙": "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2",
  "▸": "M9 6l8 6-8 6z",
  "▶": "M8 5l10 7-10 7z",
  "◀": "M16 5L6 12l10 7z",
};
const DRAWINGS = {
  add: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  down: "M12 5v14M6 13l6 6 6-6",
};
