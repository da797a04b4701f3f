// The page: frames come in, each to the part it concerns; what persons do goes out.

import { Alerts, Toasts } from "./answers.js";
import { Composer } from "./composer.js";
import { byId, drawAll, make } from "./elements.js";
import { Link } from "./link.js";
import { Lesson } from "./lesson.js";
import { hush, readAnswer } from "./live.js";
import { Log } from "./log.js";
import { Newcomer } from "./newcomer.js";
import { Notes } from "./notes.js";
import { Panel } from "./panel.js";
import { People } from "./people.js";
import { linesOf, setBusy, setCommands, settleKey, spokenOf, textsOf } from "./screens.js";
import { Settings } from "./settings.js";
import { Shortcuts, verbOf } from "./shortcuts.js";
import { signal } from "./signals.js";
import { Tables } from "./tables.js";
import { speak, t } from "./texts.js";
import { Training } from "./training.js";

const link = new Link(take, (state) => showState(state));
const people = new People(chosen);
const log = new Log(people, (button, element) => press(button, element));
const notes = new Notes(log, people, press);
const panel = new Panel(people, (person, open) => link.tell({ t: "panel", as: person, open }), press, (actions) => log.setOffered(actions));
const settings = new Settings(people.alone, () => {
  panel.setCovering(settings.cover);
  follow();
});
const tables = new Tables(press);
const training = new Training();
const toasts = new Toasts();
const alerts = new Alerts(follow);
const lesson = new Lesson();
const composer = new Composer(say, follow);
new Shortcuts(() => settings.keys);
const newcomer = new Newcomer((name) => link.ask({ t: "person", name }, { newcomer: true }));
panel.setCovering(settings.cover);

// Who goes on has read what he was told at his first seat.
const READ = new Set(["next", "again", "deal", "knock"]);

let last; // the person chosen before
let due = false; // the turn has gone to somebody else, and the page has not followed yet
let state = "lost";
let greeted = false;
let spoken = ""; // the language of the page

function showState(now) {
  state = now;
  const status = byId("status");
  status.dataset.state = state;
  status.textContent = state === "open" ? t("Chat on this computer") : t("No connection. Trying again…");
  if (state === "lost" && greeted) readAnswer(status.textContent);
}

function say(text) {
  if (!people.chosen) return;
  log.expect();
  link.ask({ t: "say", as: people.chosen.id, text }, { said: true });
  if (state !== "open") toasts.say(people.chosen, t("No connection: this is sent as soon as it is back."), false);
}

function press(button, element, note) {
  if (button.copy !== undefined) {
    copy(button.copy);
  } else if (people.chosen) {
    setBusy(element, true);
    log.expect();
    if (READ.has(verbOf(button.key))) lesson.close();
    link.ask({ t: "press", as: people.chosen.id, key: button.key }, { key: button.key, note });
  }
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toasts.say(people.chosen, t("Copied"));
  } catch {
    const field = make("input", "alert-copy", [], { type: "text", readonly: "", value: text, "aria-label": t("Copy this text") });
    field.addEventListener("focus", () => field.select());
    alerts.show(people.chosen, [make("p", "", [t("Copy this text")]), field], document.documentElement.lang);
  }
}

// Another person sits before the page: nothing of the last one is left to be seen.
function chosen(person, byHand) {
  if (byHand) due = false;
  hush();
  toasts.clear();
  notes.turnTo(person?.id);
  panel.turnTo(last);
  composer.turnTo(person?.id);
  showTitle();
  if (mine()) panel.setTurn(true);
  log.restyle();
  byId("nobody").hidden = person !== undefined;
  byId("composer").inert = person === undefined;
  last = person?.id;
}

// The page follows the turn, but takes nobody's answer, question or half a line away.
function follow() {
  const turn = people.turn;
  if (!due || !settings.follow || !turn.length) return;
  if (turn.includes(people.chosen?.id)) {
    due = false;
    return;
  }
  const waiting = link.asks((frame) => frame.as === people.chosen?.id);
  if (waiting || alerts.open || composer.busy || newcomer.open) return;
  due = false;
  people.choose(turn[0]);
}

function mine() {
  return people.turn.includes(people.chosen?.id);
}

// The tab says so too when it is the chosen person's move.
function showTitle() {
  document.title = (mine() ? `${t("Your turn")} · ` : "") + t("Twenty-one");
}

// `greeting`: what was so before somebody came is no news.
function setTurn(turn, greeting = false) {
  const moved = turn[0] !== people.turn[0];
  const before = mine();
  people.setTurn(turn);
  showTitle();
  if (mine() !== before && !greeting) panel.setTurn(mine());
  if (mine() && !before && !greeting) signal(settings.signals);
  due = moved || due;
  follow();
}

function setLanguage({ language, texts, commands }) {
  speak(language, texts);
  composer.menu.setCommands(commands);
  setCommands(commands);
  people.draw();
  log.restyle();
  showState(state);
  showTitle();
  if (spoken && spoken !== language) {
    notes.forgetOther(language);
    lesson.close();
    offerTraining();
  }
  spoken = language;
}

function answered(frame, origin) {
  const { as, screen, loudness } = frame;
  const person = people.of(as);
  const here = as === people.chosen?.id;
  if (origin.key !== undefined) settleKey(origin.key);
  if (frame.pending) composer.setPending(as, textsOf(screen).join("\n"));
  // A line settles the question that was open, and so does a button that did something; one that only shows something does not.
  else if (origin.said || (loudness === "toast" && frame.accepted)) composer.setPending(as, null);
  if (loudness === "panel") panel.answer(as, screen) && readAnswer(spokenOf(screen).join("\n"));
  else if (loudness === "note") {
    training.note(as, screen);
    notes.show(as, screen, origin.note, frame.file);
    notes.turnTo(people.chosen?.id);
    if (here) readAnswer(spokenOf(screen).join("\n"));
  } else if (loudness === "alert" && here && lesson.take(screen, origin, frame.accepted)) toasts.clear();
  else if (loudness === "alert" && here) alerts.show(person, linesOf(screen), screen.language);
  // A question stands over the composer until it is answered; it needs no toast besides.
  else if (loudness === "toast" && here && frame.pending) readAnswer(spokenOf(screen).join("\n"));
  // What the panel shows is not shown a second time, only read.
  else if (loudness === "toast" && here && frame.accepted && panel.shows(as)) readAnswer(spokenOf(screen).join("\n"));
  else if (loudness === "toast" && here) toasts.show(person, screen, frame.accepted);
  follow();
}

const FRAMES = {
  room(frame) {
    document.body.classList.remove("waiting");
    setLanguage(frame);
    panel.setSeated(frame.seated); // before anybody is chosen: it says whether a hand is to be covered
    people.setPeople(frame.people);
    log.reset(frame.messages);
    showTables(frame.tables, frame.sitting);
    panel.again();
    setTurn(frame.turn, true);
    // A keyboard at hand can type at once; on a phone the focus would bring up its own.
    if (!greeted && matchMedia("(pointer: fine)").matches) byId("message").focus();
    if (!greeted) offerTraining();
    greeted = true;
  },
  message: ({ message }) => log.put(message),
  edit: ({ message }) => log.put(message),
  gone: ({ id }) => log.remove(id),
  people(frame) {
    people.setPeople(frame.people);
    log.restyle();
    panel.draw();
  },
  turn: (frame) => setTurn(frame.people),
  tables: (frame) => showTables(frame.screen, frame.sitting),
  seated(frame) {
    panel.setSeated(frame.people);
    if (!frame.people.length) lesson.close(); // the game it was about is over
  },
  language: setLanguage,
  panel: (frame) => panel.take(frame.as, frame.screen),
  answer: answered,
  added: (frame, origin) => origin.newcomer && people.choose(frame.person, true),
  bad(frame, origin) {
    if (origin.key !== undefined) settleKey(origin.key);
    toasts.say(people.chosen, t("That could not be sent."), false);
  },
};

// Who sits at a table is not asked to sit down there.
function showTables(screen, sitting) {
  tables.show(screen);
  log.setSitting(sitting);
}

function offerTraining() {
  for (const { id } of people.here) {
    const offer = training.offer(id);
    if (offer) notes.show(id, offer);
  }
  notes.turnTo(people.chosen?.id);
}

function take(frame, origin) {
  FRAMES[frame.t]?.(frame, origin);
}

// A key held down presses once, whatever the button under it has become meanwhile.
addEventListener("keydown", (event) => {
  if (event.repeat && ["Enter", " "].includes(event.key) && event.target.matches("button")) event.preventDefault();
});

// A command that a text names is sent by a press; one that wants a word first is put into the line.
addEventListener("click", (event) => {
  const name = event.target.closest?.("[data-command]")?.dataset.command;
  if (name) composer.take(name);
});

drawAll();
link.open();
