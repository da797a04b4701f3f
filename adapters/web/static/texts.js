// Texts of the page, in the chat's language or in that of the one person whose own page it is. The English text is the key.

let table = {};
const formats = new Map(); // making a format costs far more than using it

export function t(message) {
  return table[message] ?? message;
}

// Takes a table and puts it into everything that is marked for it.
export function speak(language, texts) {
  table = texts;
  document.documentElement.lang = language;
  formats.clear();
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = t(element.dataset.text);
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", t(element.dataset.label));
    if (element.matches("button")) element.title = t(element.dataset.label);
  }
  for (const element of document.querySelectorAll("[data-placeholder]")) {
    element.placeholder = t(element.dataset.placeholder);
  }
}

function format(name, options) {
  if (!formats.has(name)) formats.set(name, new Intl.DateTimeFormat(document.documentElement.lang, options));
  return formats.get(name);
}

export function timeOf(at) {
  return format("time", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);
}

export function dayOf(at) {
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / 86_400_000);
  if (days === 0) return t("Today");
  if (days === 1) return t("Yesterday");
  return format("day", { day: "numeric", month: "long", year: "numeric" }).format(at);
}
