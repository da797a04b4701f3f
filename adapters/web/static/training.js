// A training that is under way is offered again after the page has been loaded anew: its card went with the page.

import { t } from "./texts.js";

const KEY = "twentyone.training";
const GO_ON = "1:-:0:-:train";
const UNDER_WAY = /^1:-:0:-:train:[a-z0-9]+-/;

function load() {
  try {
    return new Set(JSON.parse(localStorage.getItem(KEY)) ?? []);
  } catch {
    return new Set(); // no storage: nothing is offered
  }
}

export class Training {
  #under = load(); // persons whose training was last seen under way

  // Remembers from the cards that a person gets whether he trains.
  note(person, screen) {
    const keys = screen.rows.flat().map((button) => button.key ?? "");
    if (!keys.some((key) => key.startsWith(GO_ON))) return;
    if (keys.some((key) => UNDER_WAY.test(key))) this.#under.add(person);
    else this.#under.delete(person);
    try {
      localStorage.setItem(KEY, JSON.stringify([...this.#under]));
    } catch {
      // as above
    }
  }

  // The card that leads back into a person's training; null where he has none.
  offer(person) {
    if (!this.#under.has(person)) return null;
    const button = { label: t("Go on with the training"), key: GO_ON, weight: "primary" };
    return { lines: [[{ text: t("Your training is still open.") }]], rows: [[button]], language: document.documentElement.lang };
  }
}
