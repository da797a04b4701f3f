// The open tables: who sits at each, and the way there. On a wide page they are unfolded.

import { byId, make } from "./elements.js";
import { drawRows, linesOf } from "./screens.js";

export class Tables {
  #text = make("div", "text");
  #rows = make("div", "rows");

  // `onButton(button, element)`.
  constructor(onButton) {
    this.onButton = onButton;
    this.element = byId("tables");
    this.element.open = matchMedia("(min-width: 860px)").matches;
    byId("tables-list").append(this.#text, this.#rows);
  }

  // `screen`: what the program says of them; null while there are none.
  show(screen) {
    this.element.hidden = screen === null;
    const shown = screen ?? { lines: [], rows: [], language: "" };
    this.element.lang = shown.language;
    byId("tables-count").textContent = String(shown.rows.length);
    this.#text.replaceChildren(...linesOf({ lines: shown.lines.slice(1) })); // the first line is the heading
    drawRows(this.#rows, shown, (button, element) => this.onButton(button, element), this.element.firstElementChild);
  }
}
