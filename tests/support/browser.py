"""A real browser for tests of the page."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, async_playwright

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# Targets below 44 px, text below 4.5:1 on the ground it stands on, and a page wider than its window.
FAULTS = """() => {
  const faults = [];
  const visible = (element) => element.checkVisibility({ checkVisibilityCSS: true }) && element.getClientRects().length;
  const targets = "button:not(.command), a, textarea, input[type=text], label.switch, .segments label, [role=option]";
  for (const element of document.querySelectorAll(targets)) {
    const box = element.getBoundingClientRect();
    if (visible(element) && (box.width < 43.9 || box.height < 43.9)) {
      faults.push(`small: ${element.id || element.className || element.textContent} ${box.width}x${box.height}`);
    }
  }
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const pixel = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (color) => {
    const [r, g, b] = color.slice(0, 3).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!own || !visible(element) || element.closest(".visually-hidden")) continue;
    let ground = [255, 255, 255, 255];
    for (let behind = element; behind; behind = behind.parentElement) {
      const found = pixel(getComputedStyle(behind).backgroundColor);
      if (found[3] === 255) { ground = found; break; }
    }
    const [light, dark] = [luminance(pixel(getComputedStyle(element).color)), luminance(ground)].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < 4.5) faults.push(`contrast ${ratio.toFixed(2)}: ${element.id || element.className} ${element.textContent}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push("wider than the window");
  const name = (element) => `${element.id || element.className} ${element.textContent.slice(0, 60)}`;
  const scrolling = (element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowY);
  const asOne = getComputedStyle(document.getElementById("scroll")).overflowY === "visible";
  for (const element of document.querySelectorAll("body *")) {
    // The names of people are shortened by three dots, their strip scrolls; everything else is written out within the window.
    const cut = element.matches("textarea, input") || element.closest(".visually-hidden, .strip, .name, svg");
    if (cut || !visible(element)) continue;
    const box = element.getBoundingClientRect();
    const { clientWidth, scrollWidth, clientHeight, scrollHeight } = element;
    if (box.width > 1 && (box.right > innerWidth + 1 || box.left < -1)) faults.push(`beside the window: ${name(element)}`);
    if (clientWidth > 1 && scrollWidth > clientWidth + 1) faults.push(`cut: ${name(element)}`);
    if (scrollHeight <= clientHeight + 1) continue;
    if (element.matches(".key, .button")) faults.push(`cut below: ${name(element)}`);
    // Where the page scrolls as one, only what lies over it scrolls by itself.
    if (asOne && scrolling(element) && !element.matches(".menu, .settings")) faults.push(`scrolls by itself: ${name(element)}`);
  }
  // Where the messages scroll by themselves there is room to read them.
  const { clientHeight: room } = document.getElementById("scroll");
  if (!asOne && room < 150) faults.push(`squeezed: ${room}`);
  return faults;
}"""


@asynccontextmanager
async def launched() -> AsyncIterator[Browser]:
    """Debian's Chromium, or Chrome. Where neither is installed the test is skipped and says so."""
    path = shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("no browser here: install Debian's package chromium")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            await browser.close()
