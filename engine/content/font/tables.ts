import { latin1Of, viewOf } from '../../io/bytes.ts';
import { tableOf } from './sfnt.ts';

/**
 * Reads of an OpenType file what it is called and which characters it has.
 * https://learn.microsoft.com/typography/opentype/spec/otff
 */

const NAME = { family: 1, style: 2, full: 4, version: 5, postScript: 6, typographicFamily: 16 } as const;
const WINDOWS = 3;

/** The family as programs list it, or undefined where the file does not say. Throws a RangeError for a damaged file. */
export function familyNameOf(font: Uint8Array): string | undefined {
  const names = windowsNames(font);
  return names.get(NAME.typographicFamily) ?? names.get(NAME.family);
}

/** One of the names, or undefined where the file does not say. Throws a RangeError for a damaged file. */
export function nameOf(font: Uint8Array, name: keyof typeof NAME): string | undefined {
  return windowsNames(font).get(NAME[name]);
}

/** The first name of each kind. */
function windowsNames(font: Uint8Array): ReadonlyMap<number, string> {
  const table = tableOf(font, 'name');
  if (!table) return new Map();
  const strings = table.getUint16(4);
  const names = new Map<number, string>();
  for (let at = 6; at < 6 + table.getUint16(2) * 12; at += 12) {
    if (table.getUint16(at) !== WINDOWS) continue;
    const start = strings + table.getUint16(at + 10);
    const codes = Array.from({ length: table.getUint16(at + 8) / 2 }, (_, index) => table.getUint16(start + index * 2));
    const id = table.getUint16(at + 6);
    if (!names.has(id)) names.set(id, String.fromCharCode(...codes));
  }
  return names;
}

/** Every name with its place, the bytes of its text as characters, in one order whatever the table's own is. */
export function nameRecordsOf(table: Uint8Array): string[] {
  const view = viewOf(table);
  const texts = view.getUint16(4);
  return Array.from({ length: view.getUint16(2) }, (_, index) => {
    const record = 6 + index * 12;
    const at = texts + view.getUint16(record + 10);
    const place = latin1Of(table, record, record + 8);
    return place + latin1Of(table, at, at + view.getUint16(record + 8));
  }).sort();
}

/** Ranges of the characters that a font has glyphs for. */
export class FontCoverage {
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  /** Throws a RangeError for a damaged file. */
  constructor(font: Uint8Array) {
    const table = tableOf(font, 'cmap');
    const ranges = table ? rangesOf(table).sort(([a], [b]) => a - b) : [];
    for (const [start, end] of ranges) {
      this.#starts.push(start);
      this.#ends.push(Math.max(end, this.#ends.at(-1) ?? 0)); // subtables overlap
    }
  }

  has(codePoint: number): boolean {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! <= codePoint) low = middle + 1;
      else high = middle;
    }
    return low > 0 && codePoint <= this.#ends[low - 1]!;
  }
}

type Range = [start: number, end: number];

/** The subtables in use: format 4 for the basic plane, format 12 for all of them. */
function rangesOf(cmap: DataView): Range[] {
  const ranges: Range[] = [];
  for (let index = 0; index < cmap.getUint16(2); index++) {
    const at = cmap.getUint32(4 + index * 8 + 4);
    const format = cmap.getUint16(at);
    if (format === 4) {
      const doubled = cmap.getUint16(at + 6);
      for (let segment = 0; segment < doubled; segment += 2) {
        const end = cmap.getUint16(at + 14 + segment);
        if (end < 0xffff) ranges.push([cmap.getUint16(at + 16 + doubled + segment), end]);
      }
    } else if (format === 12) {
      const groups = cmap.getUint32(at + 12);
      for (let group = at + 16; group < at + 16 + groups * 12; group += 12) {
        ranges.push([cmap.getUint32(group), cmap.getUint32(group + 4)]);
      }
    }
  }
  return ranges;
}
