// The one live region. It reads what one did, what changed in the chat, and last one's cards and the question when it is one's move.

import { byId } from "./elements.js";

const TOGETHER = 200; // milliseconds: an answer and the change that comes with it are read as one
let turn = "";
let answer = "";
const changes = new Map(); // message -> the lines of it that are new
let timer = 0;

function later() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const lines = [answer, ...[...changes.values()].flat(), turn].flatMap((text) => text.split("\n")).filter(Boolean);
    byId("live").textContent = [...new Set(lines)].join("\n");
    turn = answer = "";
    changes.clear();
  }, TOGETHER);
}

export function readAnswer(text) {
  answer = text;
  later();
}

// It has become one's move: one's cards and the question, once.
export function readTurn(text) {
  turn = text;
  later();
}

// The lines of a message that were not there before; an edit of an older message does not talk over a newer one.
export function readChange(message, before, after) {
  const old = new Set(before);
  const unread = (changes.get(message) ?? []).filter((line) => after.includes(line));
  const lines = [...unread, ...after.filter((line) => !old.has(line))];
  if (!lines.length || Math.max(0, ...changes.keys()) > message) return;
  changes.set(message, lines);
  later();
}

// Another person sits before the page now: what was read to the last one is taken away, what everybody may hear is not.
export function hush() {
  turn = answer = "";
  byId("live").textContent = "";
}
