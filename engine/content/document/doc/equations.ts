import { numberAt } from './modifiers.ts';

/** The version of MTEF ("MathType's Equation Format", Design Science) that Equation Editor 3 and LibreOffice write. */
const MTEF_3 = 3;
/** Version, platform, product, and its version twice. */
const PREFIX_BYTES = 5;

/** Kinds of records, in the low half of their first byte. */
const LINE = 1;
const CHARACTER = 2;
const TEMPLATE = 3;
const PILE = 4;
const MATRIX = 5;
const EMBELLISHMENT = 6;
const RULER = 7;
const FONT = 8;
const SIZE = 9;
const LAST_KIND = 14;

/** Options of records, in the high half. */
const IS_MOVED = 0x80;
const HAS_LINE_SPACE = 0x40;
const HAS_RULER = 0x20;

/** A move that does not fit into one byte a side. */
const LONG_MOVE = 128;
/** Sizes in points, and sizes that differ from a named one by more than a byte. */
const SIZE_IN_POINTS = 101;
const SIZE_BY_MORE = 100;
const PRIVATE_USE = /\p{Co}/u;

/**
 * The letters of an equation, with spaces between its parts; nothing where another version wrote it, or it is damaged.
 * `native` is a header that begins with its length, and then records one after another.
 */
export function equationText(native: Uint8Array): string | undefined {
  const start = numberAt(native, 0);
  const records = native.subarray(start + PREFIX_BYTES);
  if (native[start] !== MTEF_3) return undefined;
  let text = '';
  for (let at = 0; at < records.byteLength;) {
    const tag = records[at]!;
    const kind = tag & 0x0f;
    if (kind > LAST_KIND) return undefined;
    at += 1 + (tag & IS_MOVED ? bytesOfMove(records, at + 1) : 0);
    if (kind === CHARACTER) text += characterAt(records, at + 1);
    else if (kind !== EMBELLISHMENT) text += ' ';
    at += bytesOf(kind, tag, records, at);
  }
  return text.replaceAll(/ {2,}/g, ' ').trim();
}

function characterAt(records: Uint8Array, at: number): string {
  const character = String.fromCharCode(numberAt(records, at));
  // Spaces of several widths, and what only the fonts of such programs have.
  return PRIVATE_USE.test(character) || character < ' ' ? ' ' : character;
}

function bytesOfMove(records: Uint8Array, at: number): number {
  return records[at] === LONG_MOVE && records[at + 1] === LONG_MOVE ? 6 : 2;
}

/** How long what a record says is behind its first byte and its move; the records in it come after that. */
function bytesOf(kind: number, tag: number, records: Uint8Array, at: number): number {
  switch (kind) {
    case LINE: {
      const spacing = tag & HAS_LINE_SPACE ? 2 : 0;
      return spacing + rulerIn(tag, records, at + spacing);
    }
    case CHARACTER:
    case TEMPLATE:
      return 3;
    case PILE:
      return 2 + rulerIn(tag, records, at + 2);
    case MATRIX:
      return 5 + bytesOfPartitions(records[at + 3] ?? 0) + bytesOfPartitions(records[at + 4] ?? 0);
    case EMBELLISHMENT:
      return 1;
    case RULER:
      return bytesOfRuler(records, at);
    case FONT:
      return bytesOfFont(records, at);
    case SIZE:
      return bytesOfSize(records[at] ?? 0);
  }
  return 0;
}

function rulerIn(tag: number, records: Uint8Array, at: number): number {
  return tag & HAS_RULER ? 1 + bytesOfRuler(records, at + 1) : 0;
}

/** Stops: a byte and a place each. */
function bytesOfRuler(records: Uint8Array, at: number): number {
  return 1 + 3 * (records[at] ?? 0);
}

/** Two bits for each line between and around so many rows or columns. */
function bytesOfPartitions(count: number): number {
  return Math.ceil((2 * (count + 1)) / 8);
}

/** Its number and style, and its name up to a zero; a name without an end takes all that is left. */
function bytesOfFont(records: Uint8Array, at: number): number {
  const end = records.indexOf(0, at + 2);
  return (end < 0 ? records.byteLength : end + 1) - at;
}

function bytesOfSize(size: number): number {
  if (size === SIZE_IN_POINTS) return 3;
  return size === SIZE_BY_MORE ? 4 : 2;
}
