// The composer: a line, its menu, and the question a typed answer is awaited for.

import { byId } from "./elements.js";
import { Menu } from "./menu.js";

export class Composer {
  #pending = new Map(); // person -> what was asked
  #person = null;
  #field = byId("message");

  // `onSay(text)` for each line sent, `onIdle()` when the field has become empty.
  constructor(onSay, onIdle) {
    this.onSay = onSay;
    this.onIdle = onIdle;
    this.menu = new Menu(this.#field, (command) => this.#send(`/${command.name}`));
    this.#field.addEventListener("input", () => {
      this.menu.update();
      if (!this.busy) this.onIdle();
    });
    this.#field.addEventListener("blur", () => this.menu.close());
    this.#field.addEventListener("focus", () => this.menu.reopen());
    this.#field.addEventListener("keydown", (event) => {
      if (event.isComposing || this.menu.key(event)) return;
      if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        this.#send(this.#field.value);
      }
    });
    byId("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send(this.#field.value);
    });
    const toggle = byId("menu-toggle");
    toggle.addEventListener("pointerdown", (event) => event.preventDefault());
    toggle.addEventListener("click", () => {
      if (this.menu.open) this.menu.close();
      else if (!this.#field.value || this.#field.value === "/") this.#offer();
      this.#field.focus();
    });
    byId("pending-drop").addEventListener("click", () => this.#send("/cancel"));
  }

  // Whether somebody is in the middle of a line. A question waits for its person, whoever is before the page meanwhile.
  get busy() {
    return this.#field.value !== "";
  }

  // A command that a text names.
  take(name) {
    if (!this.menu.wantsWord(name)) {
      this.onSay(`/${name}`);
      return;
    }
    this.#field.value = `/${name} `;
    this.menu.update();
    this.#field.focus();
  }

  turnTo(person) {
    this.#person = person;
    this.#draw();
  }

  // A question to a person: the next plain text answers it. Null when it is settled.
  setPending(person, question) {
    if (question === null) this.#pending.delete(person);
    else this.#pending.set(person, question);
    this.#draw();
    if (question !== null && person === this.#person) this.#field.focus();
  }

  #offer() {
    this.#field.value = "";
    this.menu.update();
    this.#field.value = "/";
    this.menu.update();
  }

  #send(text) {
    const line = text.trim();
    if (!line) return;
    this.#field.value = "";
    this.menu.update();
    this.onSay(line);
    this.#field.focus();
  }

  #draw() {
    const question = this.#pending.get(this.#person);
    byId("pending").hidden = question === undefined;
    byId("pending-asked").textContent = question ?? "";
  }
}
