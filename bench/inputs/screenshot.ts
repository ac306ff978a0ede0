import { seededRandom } from './random.ts';

const CHANNELS = 4;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

type Colour = readonly [red: number, green: number, blue: number];

const PAPER: Colour = [252, 252, 250];
const INK: Colour = [38, 40, 46];
const BAR: Colour = [222, 226, 232];
const ACCENTS: readonly Colour[] = [
  [52, 101, 190],
  [204, 74, 60],
  [62, 148, 92],
];
/** Pixels of the soft shadow around the window, where the image is translucent. */
const SHADOW = 24;
/** Pixels from one line of text to the next, and of its letters. */
const LINE = 18;
const LETTER = { width: 7, height: 10 } as const;

/**
 * An RGBA image with the statistics of a screenshot: flat areas, hard edges, lines of small dark shapes as dense as
 * text, few colours, one gradient, and a shadow that fades to nothing.
 */
export function screenshotPixels(width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height * CHANNELS);
  const window = { left: SHADOW, top: SHADOW, width: width - 2 * SHADOW, height: height - 2 * SHADOW };
  const fill = ({ left, top, width: boxWidth, height: boxHeight }: Box, [red, green, blue]: Colour): void => {
    for (let y = top; y < top + boxHeight; y++) {
      for (let x = left; x < left + boxWidth; x++) pixels.set([red, green, blue, 255], (y * width + x) * CHANNELS);
    }
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const distance = Math.min(x, y, width - 1 - x, height - 1 - y) / SHADOW;
      pixels[(y * width + x) * CHANNELS + 3] = Math.min(255, Math.round(90 * distance ** 2));
    }
  }
  fill(window, PAPER);
  fill({ ...window, height: 2 * LINE }, BAR);
  const random = seededRandom(23);
  for (let top = window.top + 3 * LINE, line = 0; top < window.top + window.height - LINE; top += LINE, line++) {
    const isHeading = line % 9 === 0;
    const colour = isHeading ? ACCENTS[(line / 9) % ACCENTS.length]! : INK;
    const end = window.left + window.width * (isHeading ? 0.35 : 0.6 + 0.3 * random());
    for (let left = window.left + LINE; left < end; left += LETTER.width + 2) {
      if (random() < 0.16) continue; // a space
      fill({ left, top, width: 2, height: LETTER.height }, colour);
      fill({ left, top: top + Math.floor(random() * LETTER.height), width: LETTER.width, height: 1 }, colour);
      if (random() < 0.5) fill({ left: left + LETTER.width - 2, top, width: 2, height: LETTER.height }, colour);
    }
  }
  const gradient = { left: Math.floor(width * 0.72), top: Math.floor(height * 0.3), width: Math.floor(width * 0.2) };
  for (let y = 0; y < gradient.width; y++) {
    const share = y / gradient.width;
    fill({ ...gradient, top: gradient.top + y, height: 1 }, [60 + 120 * share, 110, 220 - 140 * share]);
  }
  return pixels;
}
