// The panel pixel by pixel as it glows, the light beside it, and the tone of the buzzer.

import { tr } from "./words.js";

const WIDE = 128, HIGH = 64, YELLOW_ROWS = 16, PITCH = 6, DOT = 5;
const HALO = 0.85; // the seams between lit dots glow, too: dark letters on a lit row can be read
const COLOURS = { yellow: "#ffd54a", blue: "#6fc3ff", white: "#eaf6ff" };

export class Panel {
  constructor(canvas) {
    this.pen = canvas.getContext("2d");
    this.canvas = canvas;
    this.two = true;
    this.shown = "";
  }

  /** `glass`: eight pages of 128 bytes in base64, bit 0 of a byte on top; `contrast` 0 (dark) to 255. */
  show(glass, contrast) {
    const key = `${glass} ${contrast} ${this.two}`;
    if (key === this.shown) return;
    this.shown = key;
    const bytes = Uint8Array.from(atob(glass), (letter) => letter.charCodeAt(0));
    this.pen.fillStyle = "#04070a";
    this.pen.fillRect(0, 0, this.canvas.width, this.canvas.height);
    const shine = contrast ? 0.45 + 0.55 * (contrast / 255) : 0;
    this.#dots(bytes, PITCH, shine * HALO);
    this.#dots(bytes, DOT, shine);
    this.pen.globalAlpha = 1;
  }

  #dots(bytes, size, shine) {
    this.pen.globalAlpha = shine;
    for (let y = 0; y < HIGH; y++) {
      this.pen.fillStyle = this.two ? COLOURS[y < YELLOW_ROWS ? "yellow" : "blue"] : COLOURS.white;
      for (let x = 0; x < WIDE; x++) {
        if ((bytes[(y >> 3) * WIDE + x] >> (y & 7)) & 1) this.pen.fillRect(x * PITCH, y * PITCH, size, size);
      }
    }
  }
}

const NAMES = [
  ["red", [255, 0, 0]],
  ["orange", [255, 76, 0]],
  ["green", [0, 255, 0]],
  ["green", [0, 102, 0]],
  ["blue", [0, 102, 255]],
  ["white", [255, 255, 255]],
  ["off", [0, 0, 0]],
];

const SEEN = {
  red: tr("red"),
  orange: tr("orange"),
  green: tr("green"),
  blue: tr("blue"),
  white: tr("white"),
  off: tr("off"),
};

/** The light as it shines, and in words for those who do not see it. */
export function shine(lamp, light) {
  const far = (one) => one[1].reduce((sum, part, place) => sum + (part - light[place]) ** 2, 0);
  const name = [...NAMES].sort((a, b) => far(a) - far(b))[0][0];
  lamp.style.setProperty("--glow", name === "off" ? "transparent" : `rgb(${light.join(" ")})`);
  lamp.dataset.colour = name;
  lamp.setAttribute("aria-label", tr("Light: {colour}", { colour: SEEN[name] }));
}

/** The buzzer, silent until somebody wants to hear it: browsers allow no sound before a click. */
export class Buzzer {
  constructor() {
    this.on = false;
  }

  toggle() {
    this.on = !this.on;
    if (this.on && !this.context) this.#build();
    this.play(0);
    return this.on;
  }

  /** This tone from now on, or after some seconds; 0: none. */
  play(hz, after_s = 0) {
    if (!this.context) return;
    const from = this.context.currentTime + after_s, loud = hz && this.on;
    for (const one of [this.tone.frequency, this.volume.gain]) one.cancelScheduledValues(from);
    if (loud) this.tone.frequency.setValueAtTime(hz, from);
    this.volume.gain.setTargetAtTime(loud ? 0.08 : 0, from, 0.005);
  }

  #build() {
    this.context = new AudioContext();
    this.tone = new OscillatorNode(this.context, { type: "square" });
    this.volume = new GainNode(this.context, { gain: 0 });
    this.tone.connect(this.volume).connect(this.context.destination);
    this.tone.start();
  }
}
