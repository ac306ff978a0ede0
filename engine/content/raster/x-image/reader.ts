import { latin1Of } from '../../../io/bytes.ts';
import { plainImage, UnknownKind, type PlainImage } from '../plain-image.ts';

/** An X bitmap: the bits of C source, the lowest first. */
export function readXbm(file: Uint8Array): PlainImage {
  const text = latin1Of(file);
  const [width, height] = ['width', 'height'].map((side) =>
    Number(new RegExp(`_${side}\\s+(\\d+)`).exec(text)?.[1] ?? 0),
  ) as [number, number];
  const bytes = [...text.slice(text.indexOf('{')).matchAll(/0x([0-9a-f]+)/gi)].map(([, hex]) =>
    Number.parseInt(hex!, 16),
  );
  const rowBytes = Math.ceil(width / 8);
  return plainImage({ width, height, channels: 1 }, (pixel) => {
    const x = pixel % width;
    return ((bytes[Math.floor(pixel / width) * rowBytes + (x >> 3)] ?? 0) >> (x & 7)) & 1 ? 0 : 255;
  });
}

/** Colours that X names and ImageMagick writes by name. */
const NAMED: Readonly<Record<string, number>> = {
  black: 0,
  white: 0xffffff,
  red: 0xff0000,
  green: 0x00ff00,
  blue: 0x0000ff,
  yellow: 0xffff00,
  cyan: 0x00ffff,
  magenta: 0xff00ff,
};

/** An X pixmap of the third version: C strings of a header, colours and rows. */
export function readXpm(file: Uint8Array): PlainImage {
  const strings = [...latin1Of(file).matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) =>
    text!.replaceAll(/\\(.)/g, '$1'),
  );
  const [width, height, colours, characters] = (strings[0] ?? '').trim().split(/\s+/).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const table = new Map(
    strings.slice(1, 1 + colours).map((line) => [line.slice(0, characters), colourOf(line.slice(characters))]),
  );
  const rows = strings.slice(1 + colours);
  const hasAlpha = [...table.values()].includes(undefined);
  return plainImage({ width, height, channels: hasAlpha ? 4 : 3 }, (pixel, channel) => {
    const at = (pixel % width) * characters;
    const key = (rows[Math.floor(pixel / width)] ?? '').slice(at, at + characters);
    if (!table.has(key)) throw new RangeError('A pixel has no colour.');
    const colour = table.get(key);
    return channel === 3 ? (colour === undefined ? 0 : 255) : ((colour ?? 0) >> (16 - 8 * channel)) & 255;
  });
}

/** The colour on a colour display as 0xrrggbb; nothing where it is transparent. */
function colourOf(definition: string): number | undefined {
  const [, name = ''] = /\bc\s+(.+?)(?:\s+(?:m|s|g4?)\s|$)/.exec(definition) ?? [];
  const value = name.trim().toLowerCase();
  if (value === 'none') return undefined;
  const digits = value.slice(1);
  const size = digits.length / 3;
  if (value.startsWith('#') && Number.isInteger(size) && size > 0)
    return [0, 1, 2].reduce(
      (sum, channel) => sum * 256 + byteOf(digits.slice(channel * size, (channel + 1) * size)),
      0,
    );
  const grey = /^gr[ae]y(\d+)$/.exec(value);
  if (grey) return Math.round((Number(grey[1]) * 255) / 100) * 0x010101;
  if (NAMED[value] === undefined) throw new UnknownKind(`The colour ${value} is not read here.`);
  return NAMED[value];
}

function byteOf(hex: string): number {
  return Math.round((Number.parseInt(hex, 16) * 255) / (16 ** hex.length - 1));
}
