import type { Bounds } from './bounds.ts';
import { ByteWriter } from './byte-writer.ts';

/** Writes a Compact Font Format table, one font with named glyphs. Adobe Technical Note 5176. */

interface CffFont {
  readonly postScriptName: string;
  readonly fullName: string;
  readonly familyName: string;
  readonly unitsPerEm: number;
  readonly bounds: Bounds;
  /** The advance of most glyphs: the others' charstrings say how much theirs differ. */
  readonly usualWidth: number;
  /** Names of the glyphs, the first of which is `.notdef`. */
  readonly glyphNames: readonly string[];
  readonly charstrings: readonly Uint8Array[];
}

const STANDARD_STRINGS = 391;
/** Numbers of strings end at 64,999. */
export const MAX_NAMED_GLYPHS = 64_000;

const TOP = { fullName: 2, familyName: 3, bbox: 5, charset: 15, charstrings: 17, private: 18, matrix: 0x0c07 } as const;
const PRIVATE = { defaultWidth: 20, nominalWidth: 21 } as const;
const USUAL_UNITS_PER_EM = 1000;
const NIBBLES: Readonly<Record<string, number>> = { '.': 0xa, e: 0xb, 'e-': 0xc, '-': 0xe };

export function cffTable(font: CffFont): Uint8Array {
  const names = indexOf([latin1(font.postScriptName)]);
  // The first glyph needs no name; the font's own names come after those of the glyphs.
  const strings = indexOf([...font.glyphNames.slice(1), font.fullName, font.familyName].map(latin1));
  const globalSubroutines = indexOf([]);
  const charset = charsetOf(font.glyphNames.length);
  const charstrings = indexOf(font.charstrings);
  const privates = privateDictionary(font);

  // Offsets are written in their longest form, so the dictionary is as long before they are known.
  const headerBytes = 4;
  const before = headerBytes + names.byteLength + strings.byteLength + globalSubroutines.byteLength;
  const charsetAt = before + topIndex(font, { charset: 0, charstrings: 0, privates: 0, privateBytes: 0 }).byteLength;
  const charstringsAt = charsetAt + charset.byteLength;
  const privatesAt = charstringsAt + charstrings.byteLength;
  const top = topIndex(font, {
    charset: charsetAt,
    charstrings: charstringsAt,
    privates: privatesAt,
    privateBytes: privates.byteLength,
  });
  const table = new ByteWriter(privatesAt + privates.byteLength);
  table.add(Uint8Array.of(1, 0, headerBytes, 4));
  for (const part of [names, top, strings, globalSubroutines, charset, charstrings, privates]) table.add(part);
  return table.finish();
}

interface Places {
  readonly charset: number;
  readonly charstrings: number;
  readonly privates: number;
  readonly privateBytes: number;
}

function topIndex(font: CffFont, places: Places): Uint8Array {
  const { bounds, unitsPerEm, glyphNames } = font;
  const dictionary = new ByteWriter(96);
  const ownStrings = STANDARD_STRINGS + glyphNames.length - 1;
  writeEntry(dictionary, TOP.fullName, [ownStrings]);
  writeEntry(dictionary, TOP.familyName, [ownStrings + 1]);
  const box = bounds.isEmpty ? [0, 0, 0, 0] : [bounds.xMin, bounds.yMin, bounds.xMax, bounds.yMax];
  writeEntry(dictionary, TOP.bbox, box);
  if (unitsPerEm !== USUAL_UNITS_PER_EM) writeMatrix(dictionary, 1 / unitsPerEm);
  writeEntry(dictionary, TOP.charset, [places.charset]);
  writeEntry(dictionary, TOP.charstrings, [places.charstrings]);
  writeEntry(dictionary, TOP.private, [places.privateBytes, places.privates]);
  return indexOf([dictionary.finish()]);
}

function privateDictionary({ usualWidth }: CffFont): Uint8Array {
  const dictionary = new ByteWriter(16);
  writeEntry(dictionary, PRIVATE.defaultWidth, [usualWidth]);
  writeEntry(dictionary, PRIVATE.nominalWidth, [usualWidth]);
  return dictionary.finish();
}

function writeEntry(dictionary: ByteWriter, operator: number, values: readonly number[]): void {
  for (const value of values) {
    dictionary.u8(29);
    dictionary.u32(value >>> 0);
  }
  writeOperator(dictionary, operator);
}

export function writeOperator(dictionary: ByteWriter, operator: number): void {
  if (operator > 0xff) dictionary.u16(operator);
  else dictionary.u8(operator);
}

function writeMatrix(dictionary: ByteWriter, scale: number): void {
  const decimal = scale.toFixed(10).replace(/\.?0+$/, '');
  for (const value of [decimal, '0', '0', decimal, '0', '0']) writeReal(dictionary, value);
  writeOperator(dictionary, TOP.matrix);
}

/** A decimal number as JavaScript writes it, one digit or sign in every half of a byte (5176, table 5). */
export function writeReal(dictionary: ByteWriter, decimal: string): void {
  const nibbles = [...decimal.matchAll(/e-|[^+]/g)].map(([part]) => NIBBLES[part] ?? Number(part));
  nibbles.push(0xf);
  if (nibbles.length % 2 === 1) nibbles.push(0xf);
  dictionary.u8(30);
  for (let index = 0; index < nibbles.length; index += 2) dictionary.u8((nibbles[index]! << 4) | nibbles[index + 1]!);
}

/** Format 2: the names of all glyphs are one after another. */
function charsetOf(glyphs: number): Uint8Array {
  const table = new ByteWriter(8);
  table.u8(2);
  if (glyphs > 1) {
    table.u16(STANDARD_STRINGS);
    table.u16(glyphs - 2);
  }
  return table.finish();
}

/** Objects behind a list of where they begin. */
export function indexOf(objects: readonly Uint8Array[]): Uint8Array {
  const index = new ByteWriter(objects.reduce((sum, { byteLength }) => sum + byteLength + 4, 8));
  index.u16(objects.length);
  if (objects.length === 0) return index.finish();
  index.u8(4);
  let offset = 1;
  index.u32(offset);
  for (const { byteLength } of objects) index.u32((offset += byteLength));
  for (const object of objects) index.add(object);
  return index.finish();
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0) & 0xff);
}
