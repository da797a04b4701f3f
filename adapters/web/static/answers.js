// Toasts pass by themselves; alerts stay until closed. Both are for the person who asked.

import { avatar, byId, make } from "./elements.js";
import { hush, readAnswer } from "./live.js";
import { linesOf, spokenOf, textsOf } from "./screens.js";

const SHORTEST = 2500; // milliseconds a toast stays, and as much for each letter
const A_LETTER = 35;
const LONGEST = 8000;

export class Toasts {
  #up = new Map(); // element -> {person, timer}

  constructor() {
    this.place = byId("toasts");
    addEventListener("keydown", (event) => event.key === "Escape" && this.clear());
  }

  show(person, screen, accepted = true) {
    const text = textsOf(screen).join("\n");
    const sign = accepted ? avatar(person) : make("span", "toast-sign", ["!"], { "aria-hidden": "true" });
    sign.classList.add("small");
    const element = make("div", "toast", [sign, make("div", "text", linesOf(screen))], { lang: screen.language });
    const entry = { person: person?.id, timer: 0, left: Math.min(SHORTEST + A_LETTER * text.length, LONGEST) };
    const run = () => { entry.timer = setTimeout(() => this.#drop(element), entry.left); };
    element.addEventListener("click", () => this.#drop(element));
    element.addEventListener("pointerenter", () => clearTimeout(entry.timer));
    element.addEventListener("pointerleave", run);
    for (const old of [...this.#up.keys()].slice(0, -1)) this.#drop(old);
    this.#up.set(element, entry);
    this.place.append(element);
    run();
    readAnswer(spokenOf(screen).join("\n"));
  }

  // A text of the page itself.
  say(person, text, accepted = true) {
    this.show(person, { lines: [[{ text }]], language: document.documentElement.lang }, accepted);
  }

  clear() {
    for (const element of [...this.#up.keys()]) this.#drop(element);
  }

  #drop(element) {
    const entry = this.#up.get(element);
    if (!entry) return;
    clearTimeout(entry.timer);
    this.#up.delete(element);
    element.remove();
  }
}

export class Alerts {
  #waiting = [];
  #dialog = byId("alert");

  // `onClosed()` after the last alert was closed.
  constructor(onClosed) {
    this.#dialog.addEventListener("close", () => {
      byId("alert-text").replaceChildren();
      hush();
      if (this.#waiting.length) this.#next();
      else onClosed();
    });
  }

  get open() {
    return this.#dialog.open;
  }

  // `nodes`: what stands in it.
  show(person, nodes, language) {
    this.#waiting.push({ person, nodes, language });
    if (!this.#dialog.open) this.#next();
  }

  #next() {
    const { person, nodes, language } = this.#waiting.shift();
    avatar(person, byId("alert-avatar"));
    byId("alert-name").textContent = person?.name ?? "";
    byId("alert-text").lang = language;
    byId("alert-text").replaceChildren(...nodes);
    this.#dialog.showModal();
  }
}
