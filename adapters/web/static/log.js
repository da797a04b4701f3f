// The messages: shown in order, edited in place, the newest kept in view while one stands at the end.

import { avatar, byId, make } from "./elements.js";
import { readChange } from "./live.js";
import { actionOf, drawRows, linesOf, spokenOf } from "./screens.js";
import { verbOf } from "./shortcuts.js";
import { dayOf, t, timeOf } from "./texts.js";

const MESSAGES = 500;
const AWAITED = 2000; // milliseconds after a press or a line
const NEAR = 80; // pixels from the end that still count as the end

// Setting the same text again would lay the page out again.
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export class Log {
  #shown = new Map(); // id -> {message, element, parts}
  #atEnd = true;
  #size = "";
  #awaited = 0; // until when what changes is what somebody here has asked for
  #offered = new Set(); // actions that the panel offers
  #sitting = {}; // person -> code of the table where he sits

  // `people`: who is who and who is chosen. `onButton(button, element, message)`.
  constructor(people, onButton) {
    this.people = people;
    this.onButton = onButton;
    this.list = byId("log");
    this.scroll = byId("scroll");
    for (const element of [this.scroll, document]) element.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    byId("newest").addEventListener("click", () => this.toEnd());
    const observer = new ResizeObserver(() => this.#atEnd && this.toEnd());
    observer.observe(this.scroll);
    observer.observe(this.list);
  }

  // The messages as they are now, after each greeting; what is shown already stays where it is.
  reset(messages) {
    const kept = new Set(messages.map((message) => message.id));
    for (const id of [...this.#shown.keys()]) if (!kept.has(id)) this.#drop(id);
    for (const message of messages) this.#put(message);
    this.restyle();
  }

  put(message) {
    const before = this.#shown.get(message.id)?.message;
    this.#put(message);
    if (!before) this.restyle();
    if (message.screen) readChange(message.id, before ? spokenOf(before.screen) : [], spokenOf(message.screen));
    else if (message.author !== this.people.chosen?.id) readChange(message.id, [], [`${this.people.name(message.author)}: ${message.text}`]);
    if (before) {
      if (performance.now() < this.#awaited) this.#bring(message.id);
      return;
    }
    if (message.author !== null && message.author === this.people.chosen?.id) this.toEnd();
    else if (!this.#atEnd) byId("newest").hidden = false;
  }

  remove(id) {
    this.#drop(id);
    this.restyle();
  }

  // Puts a card of one's own (a note) at the end.
  append(element) {
    this.list.append(element);
    this.restyle();
    this.toEnd();
  }

  // Somebody here has asked for something: what comes of it in older messages comes into view.
  expect() {
    this.#awaited = performance.now() + AWAITED;
  }

  // What the panel offers is not offered a second time under the messages.
  setOffered(actions) {
    this.#offered = actions;
    for (const row of this.list.querySelectorAll(".row")) this.#withoutOffered(row);
  }

  #withoutOffered(row) {
    for (const button of row.children) {
      const { key } = button.dataset;
      button.hidden = Boolean(key) && (this.#offered.has(actionOf(key)) || this.#seated(key) || (verbOf(key) === "next" && !this.#newest(row)));
    }
    row.hidden = [...row.children].every((button) => button.hidden);
  }

  // Who sits where: a button to sit down there is for the others.
  setSitting(sitting) {
    this.#sitting = sitting;
    this.setOffered(this.#offered);
  }

  #seated(key) {
    return verbOf(key) === "sit" && key.split(":")[1] === this.#sitting[this.people.chosen?.id];
  }

  // Whether nothing has been said by the program after the message of these buttons: a pause is over when it has.
  #newest(row) {
    const message = row.closest(".message");
    return !message || [...this.list.querySelectorAll(".message:not(.note)")].filter((one) => one.querySelector(".bot")).at(-1) === message;
  }

  // Looked at after the page has been laid out anew.
  #bring(id) {
    requestAnimationFrame(() => {
      const element = this.#shown.get(id)?.element;
      if (element && element !== this.list.lastElementChild) element.scrollIntoView({ block: "nearest" });
    });
  }

  toEnd() {
    this.#atEnd = true;
    byId("newest").hidden = true;
    const scroller = this.#scroller();
    scroller.scrollTop = scroller.scrollHeight;
  }

  // On a low page everything scrolls as one.
  #scroller() {
    return getComputedStyle(this.scroll).overflowY === "visible" ? document.scrollingElement : this.scroll;
  }

  // Names, days, and whose messages are one's own: anew when persons, language or the chosen person change.
  restyle() {
    let author;
    let day = "";
    for (const element of this.list.querySelectorAll(":scope > .day")) element.remove();
    for (const element of [...this.list.children]) {
      const shown = this.#shown.get(Number(element.dataset.message));
      if (element.hidden) continue;
      if (!shown) {
        author = undefined; // a note stands between
        continue;
      }
      const { message, parts } = shown;
      const at = new Date(message.at);
      if (dayOf(at) !== day) {
        day = dayOf(at);
        element.before(make("li", "day", [day]));
        author = undefined;
      }
      element.classList.toggle("first", message.author !== author);
      element.classList.toggle("own", this.people.alone && message.author === this.people.chosen?.id);
      element.classList.toggle("called", Boolean(message.mentions?.includes(this.people.chosen?.id)));
      setText(parts.author, message.author === null ? t("Bot") : this.people.name(message.author));
      setText(parts.when, timeOf(at));
      if (message.author !== null) avatar(this.people.of(message.author), parts.face);
      author = message.author;
    }
    this.setOffered(this.#offered);
  }

  #put(message) {
    const shown = this.#shown.get(message.id);
    if (shown) {
      if (JSON.stringify(shown.message) !== JSON.stringify(message)) {
        shown.message = message;
        this.#draw(shown);
      }
      return;
    }
    const added = this.#build(message);
    this.#shown.set(message.id, added);
    this.list.append(added.element);
    this.#draw(added);
    const oldest = this.#shown.keys().next().value;
    if (this.#shown.size > MESSAGES) this.#drop(oldest);
  }

  #build(message) {
    const face = message.author === null
      ? make("img", "bot", [], { src: "/static/icon.svg", alt: "" })
      : avatar(null);
    const parts = {
      face,
      author: make("bdi", "author"),
      text: make("div", "text"),
      when: make("time", "when", [], { datetime: message.at }),
      rows: make("div", "rows"),
    };
    parts.bubble = make("div", "bubble", [parts.author, parts.text, parts.when], { tabindex: "-1" });
    const stack = make("div", "stack", [parts.bubble, parts.rows]);
    const element = make("li", "message", [face, stack], { "data-message": message.id });
    return { message, element, parts };
  }

  #draw({ message, element, parts }) {
    const { screen, text } = message;
    if (!screen) {
      parts.text.replaceChildren(make("p", "said", [text], { dir: "auto" }));
      parts.rows.hidden = true;
      return;
    }
    parts.text.lang = screen.language;
    parts.rows.lang = screen.language;
    parts.text.replaceChildren(...linesOf(screen));
    drawRows(parts.rows, screen, (button, pressed) => this.onButton(button, pressed), parts.bubble);
    for (const row of parts.rows.children) this.#withoutOffered(row);
    element.classList.toggle("has-rows", screen.rows.length > 0);
  }

  #drop(id) {
    const shown = this.#shown.get(id);
    if (!shown) return;
    if (shown.element.contains(document.activeElement)) this.scroll.focus({ preventScroll: true });
    shown.element.remove();
    this.#shown.delete(id);
  }

  #scrolled() {
    const scroller = this.#scroller();
    const size = `${scroller.scrollHeight}/${scroller.clientHeight}`;
    const resized = size !== this.#size;
    this.#size = size;
    // What moved the messages was a change of size, not a person: who stood at the end still does.
    if (resized && this.#atEnd) {
      this.toEnd();
      return;
    }
    this.#atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR;
    if (this.#atEnd) byId("newest").hidden = true;
  }
}
