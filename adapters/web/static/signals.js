// Signals that it is one's turn: a short sound, a short vibration. Both are off until somebody switches them on.

const TONES = [660, 880]; // hertz, one after the other
const A_TONE = 0.12; // seconds
const LOUDNESS = 0.08;
const VIBRATION = 80; // milliseconds
let audio = null;

function sound() {
  audio ??= new AudioContext();
  TONES.forEach((tone, place) => {
    const start = audio.currentTime + place * A_TONE;
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(LOUDNESS, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + A_TONE);
    const source = new OscillatorNode(audio, { frequency: tone });
    source.connect(volume).connect(audio.destination);
    source.start(start);
    source.stop(start + A_TONE);
  });
}

export function signal({ sound: sounds, vibration }) {
  if (sounds) sound();
  if (vibration) navigator.vibrate?.(VIBRATION);
}
