import { latin1Bytes, latin1Of } from '../../../io/bytes.ts';
import type { Size } from '../size.ts';
import type { RgbaImage } from '../inspect/raster.ts';
import { indexed } from '../indexed.ts';

/**
 * DEC's images for terminals: strips of six rows, painted colour after colour. ImageMagick's coder mixes up colours
 * and rows in both ways. https://vt100.net/docs/vt3xx-gp/chapter14.html
 */
const ESCAPE = 0x1b;
const ROWS = 6;

/** What a walk through the commands calls; coordinates are those of the top left pixel of a strip's column. */
interface Visitor {
  paint(x: number, y: number, count: number, bits: number, colour: number): void;
  define?(colour: number, rgb: readonly [number, number, number]): void;
}

interface SixelHeader extends Size {
  /** Pixels that nothing paints stay as they were, instead of getting the first colour. */
  readonly hasHoles: boolean;
}

export function readSixelHeader(file: Uint8Array): SixelHeader {
  const { body, hasHoles, raster } = readIntroducer(file);
  let width = 0;
  let height = 0;
  walk(body, {
    paint(x, y, count, bits) {
      if (bits === 0) return;
      width = Math.max(width, x + count);
      height = Math.max(height, y + 32 - Math.clz32(bits));
    },
  });
  const size = {
    width: Math.max(width, raster?.width ?? 0),
    height: Math.max(height, raster?.height ?? 0),
  };
  if (size.width === 0 || size.height === 0) throw new RangeError('There is no sixel image in this file.');
  return { ...size, hasHoles };
}

export function decodeSixel(file: Uint8Array): RgbaImage {
  const { width, height, hasHoles } = readSixelHeader(file);
  const data = new Uint8Array(width * height * 4);
  const palette = new Map<number, readonly [number, number, number]>(VT340.map((rgb, index) => [index, percents(rgb)]));
  if (!hasHoles) for (let at = 3; at < data.length; at += 4) data[at] = 255;
  walk(readIntroducer(file).body, {
    define: (colour, rgb) => void palette.set(colour, rgb),
    paint(x, y, count, bits, colour) {
      const [red, green, blue] = palette.get(colour) ?? [255, 255, 255];
      for (let row = 0; row < ROWS; row++) {
        if (!(bits & (1 << row))) continue;
        for (let column = x; column < x + count; column++) {
          const at = ((y + row) * width + column) * 4;
          data[at] = red;
          data[at + 1] = green;
          data[at + 2] = blue;
          data[at + 3] = 255;
        }
      }
    },
  });
  return { width, height, data };
}

type Percents = readonly [red: number, green: number, blue: number];

function percents([red, green, blue]: Percents): [number, number, number] {
  const byte = (percent: number): number => Math.round((Math.min(100, percent) * 255) / 100);
  return [byte(red), byte(green), byte(blue)];
}

/** The colours that a VT340 starts with, in percent. */
const VT340: readonly Percents[] = [
  [0, 0, 0],
  [20, 20, 80],
  [80, 13, 13],
  [20, 80, 20],
  [80, 20, 80],
  [20, 80, 80],
  [80, 80, 20],
  [53, 53, 53],
  [26, 26, 26],
  [33, 33, 60],
  [60, 26, 26],
  [33, 60, 33],
  [60, 33, 60],
  [33, 60, 60],
  [60, 60, 33],
  [80, 80, 80],
];

interface Introducer {
  readonly body: string;
  readonly hasHoles: boolean;
  readonly raster: Size | undefined;
}

function readIntroducer(file: Uint8Array): Introducer {
  const text = latin1Of(file);
  const start = /(?:\x1bP|\x90)([\d;]*)q/.exec(text); // oxlint-disable-line no-control-regex -- that is how it starts
  if (!start) throw new RangeError('There is no sixel image in this file.');
  const from = start.index + start[0].length;
  const end = text.slice(from).search(/\x1b\\|\x9c/); // oxlint-disable-line no-control-regex -- and how it ends
  const body = end < 0 ? text.slice(from) : text.slice(from, from + end);
  const attributes = /^\s*"\d*;\d*;(\d+);(\d+)/.exec(body);
  return {
    body,
    hasHoles: start[1]!.split(';')[1] === '1',
    raster: attributes ? { width: Number(attributes[1]), height: Number(attributes[2]) } : undefined,
  };
}

function walk(body: string, { paint, define }: Visitor): void {
  const command = /#(\d+)(?:;(\d+);(\d+);(\d+);(\d+))?|!(\d+)([?-~])|[$-]|"[\d;]*|[?-~]/g;
  let [x, y, colour] = [0, 0, 0];
  for (let found = command.exec(body); found; found = command.exec(body)) {
    const [token, number, space, a, b, c, repeat, repeated] = found;
    if (token === '$') x = 0;
    else if (token === '-') {
      x = 0;
      y += ROWS;
    } else if (number !== undefined) {
      colour = Number(number);
      if (space !== undefined) define?.(colour, colourOf(Number(space), [Number(a), Number(b), Number(c)]));
    } else if (!token.startsWith('"')) {
      const count = repeat === undefined ? 1 : Number(repeat);
      paint(x, y, count, (repeated ?? token).charCodeAt(0) - 63, colour);
      x += count;
    }
  }
}

/** Space 2 is RGB in percent; 1 is hue (in degrees, from blue), lightness and saturation. */
function colourOf(space: number, [a, b, c]: Percents): [number, number, number] {
  if (space === 2) return percents([a, b, c]);
  const [hue, lightness, saturation] = [(a + 240) % 360, b / 100, c / 100];
  const channel = (n: number): number => {
    const k = (n + hue / 30) % 12;
    const spread = saturation * Math.min(lightness, 1 - lightness);
    return 100 * (lightness - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return percents([channel(0), channel(8), channel(4)]);
}

/** An image of at most 256 colours; throws a RangeError for more. */
export function encodeSixel({ width, height, data }: RgbaImage): Uint8Array {
  const { indices, palette } = indexed(data);
  const text = [String.fromCharCode(ESCAPE), 'P0;1q', `"1;1;${width};${height}`];
  for (const [index, rgb] of palette.entries()) {
    const parts = [16, 8, 0].map((shift) => Math.round((((rgb >> shift) & 255) * 100) / 255));
    text.push(`#${index};2;${parts.join(';')}`);
  }
  for (let top = 0; top < height; top += ROWS) {
    const strip = stripOf(indices, { width, height }, top);
    text.push([...strip].map(([colour, bits]) => `#${colour}${runsOf(bits)}`).join('$'), '-');
  }
  text.push(String.fromCharCode(ESCAPE), '\\');
  return latin1Bytes(text.join(''));
}

/** For each colour of a strip: a bit for each of its rows, column by column. */
function stripOf(indices: Uint8Array, { width, height }: Size, top: number): Map<number, Uint8Array> {
  const strip = new Map<number, Uint8Array>();
  for (let row = 0; row < Math.min(ROWS, height - top); row++) {
    for (let x = 0; x < width; x++) {
      const colour = indices[(top + row) * width + x]!;
      let bits = strip.get(colour);
      if (!bits) strip.set(colour, (bits = new Uint8Array(width)));
      bits[x]! |= 1 << row;
    }
  }
  return strip;
}

function runsOf(bits: Uint8Array): string {
  let text = '';
  for (let x = 0; x < bits.length;) {
    let end = x + 1;
    while (end < bits.length && bits[end] === bits[x]) end++;
    const character = String.fromCharCode(63 + bits[x]!);
    const isRest = end === bits.length && bits[x] === 0;
    if (!isRest) text += end - x > 3 ? `!${end - x}${character}` : character.repeat(end - x);
    x = end;
  }
  return text;
}
