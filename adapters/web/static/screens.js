// Screens: lines of spans over rows of buttons, drawn and drawn anew without losing the place of the keyboard.

import { make } from "./elements.js";

const CARDS = { red_card: "red", black_card: "black" };

function spanOf(span) {
  if (CARDS[span.tone]) return make("span", `playing-card ${CARDS[span.tone]}`, [span.text]);
  const classes = span.tone ? `tone-${span.tone}` : "";
  if (span.mention !== undefined) return make("bdi", `mention ${classes}`.trim(), [span.text]);
  return classes ? make("span", classes, [span.text]) : document.createTextNode(span.text);
}

export function linesOf(screen) {
  return screen.lines.map((line) => make("p", "text-line", line.map(spanOf)));
}

// The lines as plain texts, for the ear and for comparing.
export function textsOf(screen) {
  return screen.lines.map((line) => line.map((span) => span.text).join("")).filter((text) => text.trim());
}

function buttonOf(button, onButton) {
  const classes = ["key", button.weight, button.copy === undefined ? "" : "copies"].filter(Boolean).join(" ");
  const element = make("button", classes, [button.label], { type: "button" });
  if (button.key !== undefined) element.dataset.key = button.key;
  element.addEventListener("click", (event) => {
    // The second click of a double click would land on whatever the first one has put there.
    if (event.detail < 2 && !element.classList.contains("busy")) onButton(button, element);
  });
  return element;
}

function busyKeys(rows) {
  return new Set([...rows.querySelectorAll(".busy")].map((element) => element.dataset.key));
}

// Draws the rows of buttons. Unchanged ones stay untouched. If the button with the focus is still offered the focus stays on it, else it
// goes to `resting`, never to another button: a second Enter must not press what was not meant.
export function drawRows(rows, screen, onButton, resting) {
  const form = JSON.stringify(screen.rows);
  if (rows.dataset.form === form) return;
  const focused = rows.contains(document.activeElement) ? document.activeElement : null;
  const busy = busyKeys(rows);
  rows.dataset.form = form;
  rows.hidden = screen.rows.length === 0;
  rows.replaceChildren(
    ...screen.rows.map((row) => make("div", "row", row.map((button) => buttonOf(button, onButton)))),
  );
  for (const element of rows.querySelectorAll("[data-key]")) setBusy(element, busy.has(element.dataset.key));
  if (!focused) return;
  const offered = [...rows.querySelectorAll("button")];
  const same =
    offered.find((element) => element.dataset.key && element.dataset.key === focused.dataset.key) ??
    offered.find((element) => element.textContent === focused.textContent);
  (same ?? resting).focus({ preventScroll: true });
}

export function setBusy(element, busy) {
  element.classList.toggle("busy", busy);
  if (busy) element.setAttribute("aria-disabled", "true");
  else element.removeAttribute("aria-disabled");
}

// Ends the waiting of every button with this key, wherever it is shown.
export function settleKey(key) {
  for (const element of document.querySelectorAll(".key.busy")) if (element.dataset.key === key) setBusy(element, false);
}
