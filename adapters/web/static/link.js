// The link: one socket, opened again when it breaks. What was asked and not answered is asked again, unchanged.

const FIRST_PAUSE = 300; // milliseconds; doubled up to the longest
const LONGEST_PAUSE = 5000;

function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  // Browsers keep randomUUID to secure addresses; a configured host of the local network is none.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

export class Link {
  #socket = null;
  #greeted = false;
  #pause = FIRST_PAUSE;
  #timer = 0;
  #asked = new Map(); // id -> {frame, origin}

  // onFrame(frame, origin): origin is what `ask` was given with the request a frame answers. onState("open" | "lost").
  constructor(onFrame, onState) {
    this.onFrame = onFrame;
    this.onState = onState;
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
  }

  open() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket${location.search}`);
    this.#socket = socket;
    socket.addEventListener("message", (event) => this.#take(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      if (this.#socket !== socket) return;
      this.#greeted = false;
      this.onState("lost");
      this.#timer = setTimeout(() => this.open(), this.#pause);
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    });
  }

  // Sends a request that gets one answer; returns its id.
  ask(frame, origin = {}) {
    const id = newId();
    this.#asked.set(id, { frame: { ...frame, id }, origin });
    if (this.#greeted) this.#send({ ...frame, id });
    return id;
  }

  // Sends what has no answer of its own; lost with the connection, so it is said again after the next greeting.
  tell(frame) {
    if (this.#greeted) this.#send(frame);
  }

  asks(test) {
    return [...this.#asked.values()].some(({ frame, origin }) => test(frame, origin));
  }

  #send(frame) {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  #take(frame) {
    if (frame.t === "room") {
      this.#greeted = true;
      this.#pause = FIRST_PAUSE;
      this.onState("open");
      this.onFrame(frame);
      for (const { frame: asked } of this.#asked.values()) this.#send(asked);
      return;
    }
    const asked = this.#asked.get(frame.id);
    if (asked && ["answer", "added", "bad"].includes(frame.t)) this.#asked.delete(frame.id);
    this.onFrame(frame, asked?.origin ?? {});
  }

  #hurry() {
    if (this.#timer) this.open();
  }
}
