// Screens: lines of spans over rows of buttons, drawn and drawn anew without losing the place of the keyboard.

import { COPY, SIGNS, drawing, make } from "./elements.js";
import { letterOf } from "./shortcuts.js";
import { t } from "./texts.js";

const SEPARATOR = " · ";
const SIGN = new RegExp(`([${Object.keys(SIGNS).join("")}])`);
const CARDS = { red_card: "red", black_card: "black" };

const DIGEST = /^[0-9a-f]{16,}$/;
const COMMAND = /(?<![^\s(«„“])\/([\p{L}-]+)/gu;
let commands = new Map(); // name -> command

// The commands that texts name: a press on one is as good as typing it.
export function setCommands(known) {
  commands = new Map(known.map((command) => [command.name, command]));
}

// Signs that a font may lack are drawn.
function withDrawings(text) {
  return text.split(SIGN).map((part) => (SIGNS[part] ? sign(part) : part)).filter((part) => part !== "");
}

function sign(text) {
  return make("span", text === "⚙" ? "sign" : "sign solid", [make("span", "copied", [text]), drawing(SIGNS[text])]);
}

// Digits of a digest in fours; what is copied has no spaces.
function digest(text) {
  return make("span", "tone-code", text.match(/.{1,4}/g).map((four) => make("span", "four", [four])));
}

function withCommands(text) {
  const nodes = [];
  let end = 0;
  for (const found of text.matchAll(COMMAND)) {
    if (!commands.has(found[1])) continue;
    nodes.push(...withDrawings(text.slice(end, found.index)), make("button", "command", [found[0]], { type: "button", "data-command": found[1] }));
    end = found.index + found[0].length;
  }
  return [...nodes, ...withDrawings(text.slice(end))].filter((node) => node !== "");
}

function spanOf(span) {
  if (CARDS[span.tone]) return make("span", `playing-card ${CARDS[span.tone]}`, [span.text]);
  if (span.tone === "code" && DIGEST.test(span.text)) return digest(span.text);
  const classes = span.tone ? `tone-${span.tone}` : "";
  if (span.mention !== undefined) return make("bdi", `mention ${classes}`.trim(), [span.text]);
  return make("span", classes, withCommands(span.text));
}

// Lines that were broken for a phone are joined again: here they wrap by pixels, between their pieces.
export function linesOf({ lines, grid }) {
  const drawn = (part) => joined(part).map(lineOf);
  if (!grid) return drawn(lines);
  return [...drawn(lines.slice(0, grid.first)), tableOf(grid, lines[0]), ...drawn(lines.slice(grid.end))];
}

function tableOf({ head, rows, own }, title) {
  const cells = (names, kind) => names.map((text, at) => make(kind, "", [text], kind === "th" ? { scope: "col" } : at === 1 ? { dir: "auto" } : {}));
  const body = rows.map((row, at) => make("tr", "", cells(row, "td"), at === own ? { "aria-current": "true" } : {}));
  return make("table", "grid", [
    make("caption", "visually-hidden", [title.map((span) => span.text).join("")]),
    make("thead", "", [make("tr", "", cells(head, "th"))]),
    make("tbody", "", body),
  ]);
}

function joined(lines) {
  const whole = [];
  for (const line of lines) {
    const [first, ...rest] = line;
    if (first?.joins !== undefined && whole.length) whole.at(-1).push({ text: first.joins }, ...rest);
    else whole.push([...line]);
  }
  return whole;
}

// A separator belongs to the piece after it, and is not to be seen where that begins a line.
function lineOf(line) {
  const pieces = [[]];
  for (const span of line) {
    if (span.text === SEPARATOR) pieces.push([]);
    else pieces.at(-1).push(span);
  }
  if (pieces.length === 1) return make("p", "text-line", line.map(spanOf));
  return make("p", "text-line pieces", pieces.map((piece, at) =>
    make("span", "piece", [...(at ? [make("span", "separator", [SEPARATOR])] : []), ...piece.map(spanOf)])));
}

// The lines as plain texts, for the ear and for comparing.
export function textsOf(screen) {
  return screen.lines.map((line) => line.map((span) => span.text).join("")).filter((text) => text.trim());
}

function buttonOf(button, onButton) {
  const classes = ["key", button.weight].filter(Boolean).join(" ");
  const face = button.copy === undefined ? withDrawings(button.label) : [drawing(COPY), button.label];
  const element = make("button", classes, face, { type: "button" });
  if (button.key !== undefined) element.dataset.key = button.key;
  if (letterOf(button.key)) element.setAttribute("aria-keyshortcuts", letterOf(button.key));
  element.addEventListener("click", (event) => {
    // The second click of a double click would land on whatever the first one has put there.
    if (event.detail < 2 && !element.classList.contains("busy")) onButton(button, element);
  });
  return element;
}

// Stakes are of one size, however many of them the last row has.
function evenStakes(rows, screen) {
  const stakes = screen.rows.map((row) => row.length > 1 && row.every((button) => button.key?.split(":")[4] === "bet"));
  const columns = Math.max(...screen.rows.map((row, at) => (stakes[at] ? row.length : 0)), 0);
  stakes.forEach((even, at) => even && rows.children[at].style.setProperty("grid-template-columns", `repeat(${columns}, minmax(0, 1fr))`));
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
  rows.replaceChildren(...screen.rows.map((row) => make("div", "row", row.map((button) => buttonOf(button, onButton)))));
  evenStakes(rows, screen);
  for (const element of rows.querySelectorAll("[data-key]")) setBusy(element, busy.has(element.dataset.key));
  if (!focused) return;
  const offered = [...rows.querySelectorAll("button")];
  const same =
    offered.find((element) => element.dataset.key && element.dataset.key === focused.dataset.key) ??
    offered.find((element) => element.textContent === focused.textContent);
  (same ?? resting).focus({ preventScroll: true });
}

// The table and the action of a key, whatever it says of the deal: the same action is not offered twice.
export function actionOf(key) {
  const [, code, , , verb, argument] = key.split(":");
  if (verb === "cards") return verb;
  return [code, verb, verb === "bet" ? argument : ""].join(":"); // a key to draw or stand says how many cards it is meant for
}

// The lines for the ear: cards as one says them, no signs that only the eye needs.
export function spokenOf(screen) {
  return joined(screen.lines).map((line) => aloud(line.map(spoken).join(""))).filter((text) => text.trim());
}

// A comma between cards and in place of the dots that part a line.
function aloud(text) {
  return text.replace(/\u0003\s*\u0002|\s*·\s*/g, ", ").replace(/[\u0002\u0003]/g, "");
}

const RANKS = {
  A: () => t("ace"), K: () => t("king"), Q: () => t("queen"), J: () => t("jack"), 10: () => t("ten"), 9: () => t("nine"), 8: () => t("eight"),
  7: () => t("seven"), 6: () => t("six"), 5: () => t("five"), 4: () => t("four"), 3: () => t("three"), 2: () => t("two"),
};
const FOR_THE_EYE = /[▸⚙]\s*/gu;
const SUITS = { "♠": () => t("spades"), "♥": () => t("hearts"), "♦": () => t("diamonds"), "♣": () => t("clubs") };

function spoken(span) {
  const rank = CARDS[span.tone] && RANKS[span.text.slice(0, -1)];
  const suit = SUITS[span.text.slice(-1)];
  return rank && suit ? `\u0002${t("%1 of %2").replace("%1", rank()).replace("%2", suit())}\u0003` : span.text.replace(FOR_THE_EYE, "");
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
