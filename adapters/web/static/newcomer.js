// Adding a person.

import { byId } from "./elements.js";

export class Newcomer {
  #form = byId("person-form");
  #name = byId("person-name");
  #opener = byId("add-person");

  constructor(onName) {
    this.#opener.addEventListener("click", () => this.#show(this.#form.hidden));
    byId("person-cancel").addEventListener("click", () => this.#show(false));
    this.#form.addEventListener("keydown", (event) => event.key === "Escape" && this.#show(false));
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      const name = this.#name.value.trim();
      if (!name) return;
      this.#show(false);
      onName(name);
    });
  }

  get open() {
    return !this.#form.hidden;
  }

  #show(open) {
    this.#form.hidden = !open;
    this.#opener.setAttribute("aria-expanded", String(open));
    this.#name.value = "";
    (open ? this.#name : this.#opener).focus();
  }
}
