// The one live region. It reads the newest change: the answer to what one did, then what changed in the chat, nothing older.

import { byId } from "./elements.js";

const TOGETHER = 200; // milliseconds: an answer and the change that comes with it are read as one
let turn = "";
let answer = "";
let change = "";
let changed = 0;
let timer = 0;

function later() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    byId("live").textContent = [turn || answer, change].filter(Boolean).join("\n");
    turn = answer = change = "";
  }, TOGETHER);
}

export function readAnswer(text) {
  answer = text;
  later();
}

// It has become one's move: one's cards and the question, once, in place of the changes that brought it about.
export function readTurn(text) {
  turn = text;
  later();
}

// `message` is the id of the message that changed: an edit of an older one does not talk over a newer one.
export function readChange(text, message = 0) {
  if (!text || (change && message && message < changed)) return;
  change = text;
  changed = message;
  later();
}

// Another person sits before the page now: what was read to the last one is taken away.
export function hush() {
  clearTimeout(timer);
  turn = answer = change = "";
  byId("live").textContent = "";
}

// The lines of a message that were not there before.
export function newLines(before, after) {
  const old = new Set(before);
  return after.filter((line) => !old.has(line)).join("\n");
}
