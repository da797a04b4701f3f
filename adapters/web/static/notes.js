// Notes: private cards among the messages. Each is shown to its person only, and goes with the page.

import { LOCK, drawing, make } from "./elements.js";
import { drawRows, linesOf } from "./screens.js";
import { t } from "./texts.js";

const NOTES = 40;

// What goes with a card as a file is kept by the browser alone.
function download({ name, type, content }) {
  const link = make("a", "download", [`${t("Save the file")}: ${name}`], { download: name });
  link.href = URL.createObjectURL(new Blob([content], { type }));
  return link;
}

export class Notes {
  #notes = []; // {person, element, text, rows, bubble}

  constructor(log, people, onButton) {
    this.log = log;
    this.people = people;
    this.onButton = onButton; // (button, element, note)
  }

  // Shows a screen to a person: in the note whose button asked for it, else as a new one.
  show(person, screen, asking, file) {
    const note = asking && this.#notes.includes(asking) ? asking : this.#add(person);
    note.text.replaceChildren(...linesOf(screen), ...(file ? [make("p", "text-line", [download(file)])] : []));
    note.text.lang = screen.language;
    drawRows(note.rows, screen, (button, element) => this.onButton(button, element, note), note.bubble);
    note.element.classList.toggle("has-rows", screen.rows.length > 0);
    if (note !== asking) this.log.append(note.element);
  }

  // Another person is chosen: the notes of the others are out of sight.
  turnTo(person) {
    for (const note of this.#notes) note.element.hidden = note.person !== person;
  }

  // Another language is spoken: what was said in the one before is out of date.
  forgetOther(language) {
    for (const note of this.#notes) if (note.text.lang !== language) note.element.remove();
    this.#notes = this.#notes.filter((note) => note.text.lang === language);
  }

  #add(person) {
    const text = make("div", "text");
    const rows = make("div", "rows");
    const head = make("p", "only-you", [drawing(LOCK), make("span", "", [t("Only you see this")], { "data-text": "Only you see this" })]);
    const bubble = make("div", "bubble", [head, text], { tabindex: "-1" });
    const face = make("img", "bot", [], { src: "/static/icon.svg", alt: "" });
    const element = make("li", "message note first", [face, make("div", "stack", [bubble, rows])]);
    const note = { person, element, text, rows, bubble };
    this.#notes.push(note);
    if (this.#notes.length > NOTES) this.#notes.shift().element.remove();
    return note;
  }
}
