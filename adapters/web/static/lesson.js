// The first lesson of a game: beside the hand and not over it, once per tab when several people share it.

import { byId } from "./elements.js";
import { readAnswer } from "./live.js";
import { linesOf, spokenOf, textsOf } from "./screens.js";
import { verbOf } from "./shortcuts.js";

const SEATS = ["sit", "open", "alone", "again", "reopen", "start"]; // what takes a seat

export class Lesson {
  #told = new Set(); // what was told, but for the share in it

  constructor() {
    this.element = byId("lesson");
    byId("lesson-close").addEventListener("click", () => this.close());
  }

  close() {
    this.element.hidden = true;
  }

  // Whether an answer is what a person is told at a first seat: it has been taken, or was told here before.
  take(screen, origin, accepted) {
    if (!accepted || !(origin.said || SEATS.includes(verbOf(origin.key)))) return false;
    const text = textsOf(screen).join("\n");
    const lesson = text.replace(/[0-9a-f]{8}/g, "").replace(/\d+/g, "");
    readAnswer(spokenOf(screen).join("\n"));
    if (this.#told.has(lesson)) return true;
    this.#told.add(lesson);
    byId("lesson-text").lang = screen.language;
    byId("lesson-text").replaceChildren(...linesOf(screen));
    this.element.hidden = false;
    return true;
  }
}
