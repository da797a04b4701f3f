// The command menu: opens on a slash, is walked by arrows, filters while one types.

import { byId, make } from "./elements.js";

export class Menu {
  #commands = [];
  #offered = [];
  #at = 0;
  #walked = false;
  #dismissed = false;

  // `onPick(command)` when one is chosen.
  constructor(field, onPick) {
    this.field = field;
    this.onPick = onPick;
    this.list = byId("menu");
    this.toggle = byId("menu-toggle");
    // The keys for it are the field's, however one has come to the list.
    this.list.addEventListener("focus", () => this.field.focus());
    // The field keeps the focus while the menu is pressed.
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => {
      const item = event.target.closest("[data-place]");
      if (item) this.onPick(this.#offered[Number(item.dataset.place)]);
    });
  }

  get open() {
    return !this.list.hidden;
  }

  setCommands(commands) {
    this.#commands = commands;
    if (this.open) this.update();
  }

  // Whether a command says nothing without a word behind it.
  wantsWord(name) {
    return this.#commands.some((command) => command.name === name && command.example);
  }

  // After each change of the text.
  update() {
    const typed = this.field.value;
    const prefix = typed.match(/^\/(\S*)$/)?.[1]?.toLowerCase();
    if (!typed.startsWith("/")) this.#dismissed = false;
    const before = this.#offered[this.#at]?.name;
    this.#offered = prefix === undefined || this.#dismissed
      ? []
      : this.#commands.filter((command) => command.name.startsWith(prefix));
    const kept = this.#offered.findIndex((command) => command.name === before);
    const exact = this.#offered.findIndex((command) => command.name === prefix);
    this.#walked = this.#walked && kept >= 0;
    if (this.#walked) this.#at = kept;
    else this.#at = Math.max(exact, 0);
    this.#draw();
  }

  close() {
    this.#dismissed = true;
    this.update();
  }

  // What was closed is offered again to who comes back to the field.
  reopen() {
    this.#dismissed = false;
    this.update();
  }

  // Takes a key if it is meant for the menu.
  key(event) {
    if (!this.open) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      this.#at = (this.#at + step + this.#offered.length) % this.#offered.length;
      this.#walked = true;
      this.#draw();
    } else if (event.key === "Escape") {
      this.close();
    } else if (event.key === "Tab" && !event.shiftKey) {
      this.field.value = `/${this.#offered[this.#at].name} `;
      this.update();
    } else if (event.key === "Enter" && !event.shiftKey) {
      this.onPick(this.#offered[this.#at]);
    } else {
      return false;
    }
    event.preventDefault();
    return true;
  }

  #draw() {
    const open = this.#offered.length > 0;
    this.list.hidden = !open;
    this.toggle.setAttribute("aria-expanded", String(open));
    this.list.replaceChildren(...this.#offered.map((command, place) => this.#item(command, place)));
    if (!open) {
      this.field.removeAttribute("aria-activedescendant");
      return;
    }
    this.field.setAttribute("aria-activedescendant", `command-${this.#at}`);
    this.list.children[this.#at].scrollIntoView({ block: "nearest" });
  }

  #item(command, place) {
    const parts = [make("b", "", [`/${command.name}`]), make("span", "", [command.description])];
    if (command.example) parts.push(make("code", "", [`/${command.name} ${command.example}`]));
    return make("li", "", parts, {
      id: `command-${place}`, role: "option", "data-place": place, "aria-selected": String(place === this.#at),
    });
  }
}
