// Texts of the page in the chat's language. The English text is the key.

let table = {};

export function t(message) {
  return table[message] ?? message;
}

// Takes a table and puts it into everything that is marked for it.
export function speak(language, texts) {
  table = texts;
  document.documentElement.lang = language;
  document.title = t("Twenty-one");
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = t(element.dataset.text);
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", t(element.dataset.label));
    if (element.matches("button")) element.title = t(element.dataset.label);
  }
  for (const element of document.querySelectorAll("[data-placeholder]")) {
    element.placeholder = t(element.dataset.placeholder);
  }
}

export function timeOf(at) {
  return new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);
}

export function dayOf(at) {
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / 86_400_000);
  if (days === 0) return t("Today");
  if (days === 1) return t("Yesterday");
  return new Intl.DateTimeFormat(document.documentElement.lang, { day: "numeric", month: "long", year: "numeric" }).format(at);
}
