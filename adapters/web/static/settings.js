// Settings of this tab, remembered by the browser: following the turn, the cover, keys, signals, the appearance.

import { byId } from "./elements.js";

const KEY = "twentyone";

function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // no storage, or something else in it: the settings are those of the first time
  }
}

export class Settings {
  #kept = { follow: true, cover: false, keys: true, sound: false, vibration: false, theme: "system", ...load() };

  // `alone`: one person to this tab. `onChange()` after each change.
  constructor(alone, onChange) {
    this.alone = alone;
    this.onChange = onChange;
    byId("follow-row").hidden = alone;
    byId("cover-row").hidden = !alone;
    byId("vibration-row").hidden = !navigator.vibrate;
    for (const name of ["follow", "cover", "keys", "sound", "vibration"]) {
      const box = byId(name);
      box.checked = Boolean(this.#kept[name]);
      box.addEventListener("change", () => this.#keep(name, box.checked));
    }
    for (const choice of document.querySelectorAll('input[name="theme"]')) {
      choice.checked = choice.value === this.#kept.theme;
      choice.addEventListener("change", () => this.#keep("theme", choice.value));
    }
    this.#paint();
    this.#openAndClose();
  }

  get follow() {
    return !this.alone && this.#kept.follow;
  }

  get cover() {
    return !this.alone || this.#kept.cover;
  }

  get keys() {
    return this.#kept.keys;
  }

  // How it is told that it is one's turn, beside the page itself.
  get signals() {
    return { sound: this.#kept.sound, vibration: this.#kept.vibration };
  }

  #keep(name, value) {
    this.#kept[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // without storage the setting holds as long as the page
    }
    this.#paint();
    this.onChange();
  }

  #paint() {
    document.documentElement.dataset.theme = this.#kept.theme;
  }

  // On a narrow page the settings are a sheet.
  #openAndClose() {
    const sheet = byId("settings");
    const toggle = byId("settings-toggle");
    const show = (open) => {
      sheet.classList.toggle("open", open);
      toggle.setAttribute("aria-expanded", String(open));
      (open ? byId("settings-close") : toggle).focus();
    };
    toggle.addEventListener("click", () => show(!sheet.classList.contains("open")));
    byId("settings-close").addEventListener("click", () => show(false));
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && sheet.classList.contains("open")) show(false);
    });
    addEventListener("pointerdown", (event) => {
      if (sheet.classList.contains("open") && !sheet.contains(event.target) && !toggle.contains(event.target)) show(false);
    });
  }
}
