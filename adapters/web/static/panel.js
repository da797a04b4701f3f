// The private panel: the hand of the chosen person and its buttons, under a cover while several persons play in the same tab.

import { avatar, byId, make } from "./elements.js";
import { readTurn } from "./live.js";
import { actionOf, drawRows, linesOf, spokenOf } from "./screens.js";
import { t } from "./texts.js";

export class Panel {
  #seated = [];
  #screen = null;
  #open = false;
  #covering = true;
  #turn = false; // one's move has begun and its cards have not been read yet
  #asked = false; // the hand was uncovered by hand and has not been read yet

  // `onOpen(person, open)` asks for a panel or lets it go; `onButton(button, element)`; `onOffered(actions)` says what its buttons do.
  constructor(people, onOpen, onButton, onOffered) {
    this.onOffered = onOffered;
    this.people = people;
    this.onOpen = onOpen;
    this.onButton = onButton;
    this.element = byId("panel");
    this.body = byId("panel-body");
    this.lines = make("div", "text");
    this.rows = make("div", "rows");
    this.body.append(this.lines, this.rows);
    byId("panel-show").addEventListener("click", () => this.#uncover(true));
    byId("panel-cover").addEventListener("click", () => this.#cover(true));
  }

  // Whether hands lie under a cover until asked for. Off only where one person has the tab.
  setCovering(covering) {
    this.#covering = covering;
    if (covering) this.#cover();
    else this.#uncover();
  }

  setSeated(seated) {
    const covered = this.#covers;
    this.#seated = seated;
    if (this.#covers && !covered) this.#cover();
    else if (!this.#covers && !this.#open) this.#uncover();
    this.draw();
  }

  // Who plays alone, against computers, has nobody to hide a hand from.
  get #covers() {
    return this.#covering && (this.people.alone || this.#seated.length > 1);
  }

  // Another person: the hand of the last one is gone from the page before anything else is shown.
  turnTo(before) {
    if (this.#open && before !== undefined) this.onOpen(before, false);
    this.#open = false;
    this.#clear();
    if (!this.#covers) this.#uncover();
    this.draw();
  }

  // The panel as the program gives it, asked for or refreshed.
  take(person, screen) {
    if (person !== this.people.chosen?.id || !this.#open) return;
    if (!screen && this.#covers) {
      this.#cover(); // the hand is over; the next one is to be asked for anew
      return;
    }
    this.#screen = screen;
    this.draw();
    this.#read();
  }

  // It is the chosen person's move now, or no longer.
  setTurn(mine) {
    if (!mine) this.#turn = false;
    else if (!this.#open) readTurn(`${this.people.chosen.name}: ${t("to move")}`);
    else this.#turn = true; // the hand of this turn is on its way
  }

  // What changes meanwhile is told by answers and by the board.
  #read() {
    if (!this.#screen || !(this.#asked || (this.#turn && this.#screen.rows.length))) return;
    this.#turn = this.#asked = false;
    readTurn(spokenOf(this.#screen).join("\n"));
  }

  // Whether the chosen person's hand can be seen.
  shows(person) {
    return person === this.people.chosen?.id && this.#open && this.#screen !== null;
  }

  // The panel as the answer to a request: the person has asked for it, so there is no cover. False if that person is not here any more.
  answer(person, screen) {
    if (person !== this.people.chosen?.id) {
      this.onOpen(person, false);
      return false;
    }
    this.#open = true;
    this.#screen = screen;
    this.draw();
    return true;
  }

  // After a new greeting: the program has forgotten who had asked.
  again() {
    if (this.#open) this.onOpen(this.people.chosen?.id, true);
  }

  draw() {
    const person = this.people.chosen;
    const seated = person !== undefined && this.#seated.includes(person.id);
    const shown = this.#open && this.#screen !== null;
    this.element.hidden = !(shown || (seated && !this.#open));
    this.onOffered(this.element.hidden ? new Set() : this.#actions(shown));
    if (this.element.hidden) return;
    avatar(person, byId("panel-avatar"));
    byId("panel-name").textContent = person.name;
    byId("panel-show").hidden = shown;
    byId("panel-others").hidden = this.people.alone;
    byId("panel-cover").hidden = !shown || !this.#covers;
    this.body.hidden = !shown;
    if (!shown) return;
    this.body.lang = this.#screen.language;
    this.lines.replaceChildren(...linesOf(this.#screen));
    drawRows(this.rows, this.#screen, this.onButton, this.body);
  }

  #actions(shown) {
    const keys = shown ? this.#screen.rows.flat().map((button) => button.key).filter(Boolean) : [];
    return new Set(["cards", ...keys.map(actionOf)]); // a cover offers the hand as well as an open panel shows it
  }

  #uncover(byHand = false) {
    const person = this.people.chosen;
    if (!person) return;
    this.#open = true;
    this.#asked = byHand;
    this.onOpen(person.id, true);
    if (byHand) this.#focusWhenShown();
  }

  #cover(byHand = false) {
    if (this.#open) this.onOpen(this.people.chosen?.id, false);
    this.#open = false;
    this.#clear();
    this.draw();
    if (byHand) byId("panel-show").focus();
  }

  #clear() {
    this.#screen = null;
    this.lines.replaceChildren();
    this.rows.replaceChildren();
    delete this.rows.dataset.form;
  }

  #focusWhenShown() {
    const observer = new MutationObserver(() => {
      if (this.body.hidden) return;
      observer.disconnect();
      this.body.focus({ preventScroll: true });
    });
    observer.observe(this.body, { attributes: true, attributeFilter: ["hidden"] });
  }
}
