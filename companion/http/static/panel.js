// The panel pixel by pixel as it glows, the light beside it, and the tone of the buzzer.

import { tr } from "./words.js";

const WIDE = 128, HIGH = 64, YELLOW_ROWS = 16, PITCH = 6, DOT = 5;
const HALO = 0.85; // the seams between lit dots glow, too: dark letters on a lit row can be read
const COLOURS = { yellow: "#ffd54a", blue: "#6fc3ff", white: "#eaf6ff" };

export class Panel {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    this.canvas = canvas;
    this.two = true;
    this.shown = "";
  }

  /**
   * Show a picture.
   * @param {string} glass eight pages of 128 bytes in base64, bit 0 of a byte on top
   * @param {number} contrast 0 (dark) to 255
   */
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

  /** @param {Uint8Array} bytes @param {number} size @param {number} shine */
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

/** @type {[name: string, said: string, rgb: number[]][]} */
const LIGHTS = [
  ["red", tr("red"), [255, 0, 0]],
  ["orange", tr("orange"), [255, 76, 0]],
  ["green", tr("green"), [0, 255, 0]],
  ["green", tr("green"), [0, 102, 0]],
  ["blue", tr("blue"), [0, 102, 255]],
  ["white", tr("white"), [255, 255, 255]],
  ["off", tr("off"), [0, 0, 0]],
];

/**
 * The light as it shines, and in words for those who do not see it.
 * @type {(lamp: HTMLElement, light: number[]) => void}
 */
export function shine(lamp, light) {
  /** @type {(rgb: number[]) => number} */
  const far = (rgb) => rgb.reduce((sum, part, place) => sum + (part - light[place]) ** 2, 0);
  const [[name, said]] = LIGHTS.toSorted(([, , rgb], [, , other]) => far(rgb) - far(other));
  lamp.style.setProperty("--glow", name === "off" ? "" : `rgb(${light.join(" ")})`);
  lamp.dataset.colour = name;
  lamp.setAttribute("aria-label", tr("Light: {colour}", { colour: said }));
}

/** The buzzer, silent until somebody wants to hear it: browsers allow no sound before a click. */
export class Buzzer {
  /** @type {{ tone: OscillatorNode, volume: GainNode } | null} */
  #sound = null;
  on = false;

  toggle() {
    this.on = !this.on;
    if (this.on) this.#sound ??= build();
    this.play(0);
    return this.on;
  }

  /**
   * Sound a tone from now on, or after some seconds.
   * @param {number} hz 0: none
   */
  play(hz, after_s = 0) {
    if (!this.#sound) return;
    const { tone: { frequency }, volume: { gain, context } } = this.#sound;
    const from = context.currentTime + after_s, loud = hz && this.on;
    for (const value of [frequency, gain]) value.cancelScheduledValues(from);
    if (loud) frequency.setValueAtTime(hz, from);
    gain.setTargetAtTime(loud ? 0.08 : 0, from, 0.005);
  }
}

function build() {
  const context = new AudioContext();
  const tone = new OscillatorNode(context, { type: "square" });
  const volume = new GainNode(context, { gain: 0 });
  tone.connect(volume).connect(context.destination);
  tone.start();
  return { tone, volume };
}
