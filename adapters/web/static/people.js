// The people of the chat: who is there, who is chosen here, whose turn it is.

import { OWN_TAB, avatar, byId, drawing, make } from "./elements.js";
import { t } from "./texts.js";

export class People {
  #people = [];
  #turn = [];
  #chosen; // undefined before the first greeting, null if nobody can be chosen here

  // `onChoose(person)` after another person was chosen, `byHand` telling whether somebody did it here.
  constructor(onChoose) {
    this.onChoose = onChoose;
    const asked = new URLSearchParams(location.search).get("as");
    this.only = asked === null ? null : Number(asked);
    this.alone = this.only !== null; // one person to this tab
    this.list = byId("people");
    this.list.addEventListener("keydown", (event) => this.#move(event));
    byId("everybody").hidden = !this.alone;
    byId("add-person").hidden = this.alone;
  }

  get chosen() {
    return this.of(this.#chosen);
  }

  get turn() {
    return this.#turn;
  }

  of(id) {
    return this.#people.find((person) => person.id === id);
  }

  name(id) {
    return this.of(id)?.name ?? "…";
  }

  setPeople(people) {
    this.#people = people;
    const here = this.here;
    if (here.some((person) => person.id === this.#chosen)) this.draw();
    else this.choose(here[0]?.id ?? null);
  }

  setTurn(turn) {
    this.#turn = turn;
    this.draw();
  }

  choose(id, byHand = false) {
    const before = this.#chosen;
    this.#chosen = id;
    this.draw();
    if (before !== id) this.onChoose(this.chosen, byHand);
  }

  draw() {
    const here = this.here;
    const focused = document.activeElement?.closest?.("#people [data-person]")?.dataset;
    const own = focused && document.activeElement.matches(".person-own");
    this.list.replaceChildren(...here.map((person) => this.#item(person)));
    if (focused) {
      this.list.querySelector(`[data-person="${focused.person}"] ${own ? ".person-own" : ".person-pick"}`)?.focus();
    }
    avatar(this.chosen, byId("composer-avatar"));
    this.list.querySelector('[aria-checked="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // Who can be chosen in this tab.
  get here() {
    return this.alone ? this.#people.filter((person) => person.id === this.only) : this.#people;
  }

  #item(person) {
    const checked = person.id === this.#chosen;
    const facts = make("span", "facts");
    if (this.#turn.includes(person.id)) facts.append(make("span", "turn", [t("to move")]));
    else if (person.admin) facts.append(make("span", "admin", [t("Admin")]));
    const who = make("span", "who", [make("bdi", "name", [person.name]), ...(facts.firstChild ? [facts] : [])]);
    const pick = make("button", "person-pick", [avatar(person), who], {
      type: "button", role: "radio", "aria-checked": String(checked), tabindex: checked ? "0" : "-1",
    });
    pick.addEventListener("click", () => this.choose(person.id, true));
    const item = make("div", "person", [pick], { "data-person": person.id });
    if (!this.alone) {
      const label = `${person.name}: ${t("Open in a tab of its own")}`;
      item.append(make("a", "person-own", [drawing(OWN_TAB)], {
        href: `/?as=${person.id}`, target: "_blank", rel: "noopener", "aria-label": label, title: t("Open in a tab of its own"),
      }));
    }
    return item;
  }

  #move(event) {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step || !event.target.matches(".person-pick")) return;
    event.preventDefault();
    const here = this.here;
    const place = here.findIndex((person) => person.id === this.#chosen);
    this.choose(here[(place + step + here.length) % here.length].id, true);
    this.list.querySelector('[aria-checked="true"]').focus();
  }
}
