// Keys for the moves that are offered, by their place on the keyboard: the same whatever language it types.

import { byId } from "./elements.js";

const VERBS = { KeyD: ["hit"], KeyE: ["stand"], KeyX: ["double"], KeyP: ["split"], KeyN: ["next", "deal"] };
const LETTERS = Object.fromEntries(Object.entries(VERBS).flatMap(([code, verbs]) => verbs.map((verb) => [verb, code.slice(3)])));

// What a key of a button asks for.
export function verbOf(key) {
  return key?.split(":")[4];
}

// The move it makes: in training the argument names it.
function moveOf(key) {
  const verb = verbOf(key);
  return verb === "train" ? key.split(":")[5]?.split("-")[0] : verb;
}

export function letterOf(key) {
  return LETTERS[moveOf(key)];
}

// The button that stands for a move: in the panel, else under the newest message that offers it.
function offered(verbs) {
  const buttons = [...byId("log").querySelectorAll("[data-key]"), ...byId("panel-body").querySelectorAll("[data-key]")];
  return buttons.findLast((button) => verbs.includes(moveOf(button.dataset.key)) && button.checkVisibility());
}

export class Shortcuts {
  // `enabled()`: whether they are on.
  constructor(enabled) {
    addEventListener("keydown", (event) => {
      const verbs = VERBS[event.code];
      if (!verbs || event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || !enabled()) return;
      if (event.target.matches("input, textarea") || document.querySelector("dialog[open]")) return;
      const button = offered(verbs);
      if (!button) return;
      event.preventDefault();
      button.click();
    });
  }
}
