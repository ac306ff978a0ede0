import { viewOf } from '../../io/bytes.ts';
import { Bounds } from './bounds.ts';
import { ByteWriter } from './byte-writer.ts';
import { characterOfGlyphName } from './glyph-names.ts';
import { postScriptName, postTable } from './names.ts';
import { FLAVOUR, type Sfnt } from './sfnt.ts';

/** What the tables of OpenType are made of that do not draw glyphs. */
export interface FontFacts {
  readonly unitsPerEm: number;
  readonly postScriptName: string;
  readonly familyName: string;
  readonly fullName: string;
  /** As PostScript calls it: `Bold`, `Medium` … */
  readonly weight: string;
  /** Degrees counter-clockwise, below zero for usual italics. */
  readonly italicAngle: number;
  readonly isFixedPitch: boolean;
  readonly widths: readonly number[];
  readonly bounds: Bounds;
  readonly leftBearings: readonly number[];
}

/** What a font without the tables of OpenType says of itself: PostScript fonts, alone or as a bare CFF table. */
export interface BareFont extends FontFacts {
  /** The table `CFF `. */
  readonly cff: Uint8Array;
  readonly glyphNames: readonly string[];
  /** The code of each glyph in the font's own encoding, where it has one. */
  readonly codes?: ReadonlyMap<string, number>;
}

const HEAD_MAGIC = 0x5f0f_3cf5;
const STYLE = { bold: 1, italic: 2 } as const;
const SELECTION = { italic: 0x01, bold: 0x20, regular: 0x40 } as const;
const [REGULAR_WEIGHT, BOLD_WEIGHT] = [400, 700];
const WINDOWS = 3;
const UNICODE_BMP = 1;
const UNICODE_FULL = 10;
const ENGLISH_US = 0x409;

/** An OpenType font with the tables that a PostScript font lacks, made of what it says of itself. */
export function openTypeOf(font: BareFont): Sfnt {
  return {
    flavour: FLAVOUR.cff,
    tables: new Map([
      ...factTables(font, charactersOf(font)),
      ['CFF ', font.cff],
      ['maxp', table([u32(0x0000_5000), u16(font.glyphNames.length)])],
    ]),
  };
}

/** A character and the number of its glyph. */
export type Character = readonly [codePoint: number, glyph: number];

/** All tables but those of the outlines. The characters are in the order of their codes. */
export function factTables(font: FontFacts, characters: readonly Character[]): Map<string, Uint8Array> {
  return new Map([
    ['head', headTable(font)],
    ['hhea', hheaTable(font)],
    ['hmtx', hmtxTable(font)],
    ['OS/2', os2Table(font, characters)],
    ['name', nameTable(font)],
    ['cmap', cmapTable(characters)],
    ['post', postScriptTable(font)],
  ]);
}

/** Where fonts of symbols have the codes of their own encoding, in the private use area of Unicode. */
const SYMBOL_CODES = 0xf000;
/** Where glyphs without a code are, in the same area. */
const PRIVATE_USE = { first: 0xe000, last: 0xefff };

/** Glyphs by what their names mean. Others get a private character each: a glyph without one cannot be typed. */
export function charactersOf({ glyphNames, codes }: Pick<BareFont, 'glyphNames' | 'codes'>): Character[] {
  const glyphs = new Map<number, number>();
  const add = (character: number | undefined, glyph: number): boolean => {
    if (character === undefined || glyphs.has(character)) return false;
    glyphs.set(character, glyph);
    return true;
  };
  const unknown = [...glyphNames.entries()].filter(([glyph, name]) => !add(characterOfGlyphName(name), glyph));
  let free = PRIVATE_USE.first;
  for (const [glyph, name] of unknown) {
    // Variants of other glyphs (`a.sc`), ligatures (`f_i`) and what cannot be typed anyway have no character.
    if (name === '' || /[._]/.test(name) || characterOfGlyphName(name) !== undefined) continue;
    const code = codes?.get(name);
    if (code !== undefined && add(SYMBOL_CODES + code, glyph)) continue;
    if (free <= PRIVATE_USE.last) add(free++, glyph);
  }
  return [...glyphs].sort(([a], [b]) => a - b);
}

type Field = (to: ByteWriter) => void;
const u16 =
  (value: number): Field =>
  (to) =>
    to.u16(Math.round(value) & 0xffff);
const u32 =
  (value: number): Field =>
  (to) =>
    to.u32(value >>> 0);
const bytes =
  (...values: readonly number[]): Field =>
  (to) =>
    to.add(Uint8Array.from(values));

function table(fields: readonly Field[]): Uint8Array {
  const writer = new ByteWriter(128);
  for (const field of fields) field(writer);
  return writer.finish();
}

const isBold = ({ weight }: FontFacts): boolean => /bold|black|heavy/i.test(weight);
const isItalic = ({ italicAngle }: FontFacts): boolean => italicAngle !== 0;
const sideOf = (value: number): number => (Number.isFinite(value) ? value : 0);

function headTable(font: FontFacts): Uint8Array {
  const { xMin, yMin, xMax, yMax } = font.bounds;
  const style = (isBold(font) ? STYLE.bold : 0) | (isItalic(font) ? STYLE.italic : 0);
  return table([
    ...[u32(0x0001_0000), u32(0x0001_0000), u32(0), u32(HEAD_MAGIC), u16(0x0003), u16(font.unitsPerEm)],
    ...[u32(0), u32(0), u32(0), u32(0)], // nothing says when it was made
    ...[xMin, yMin, xMax, yMax].map((side) => u16(sideOf(side))),
    ...[u16(style), u16(3), u16(2), u16(0), u16(0)],
  ]);
}

function hheaTable({ bounds, widths, leftBearings }: FontFacts): Uint8Array {
  return table([
    ...[u32(0x0001_0000), u16(sideOf(bounds.yMax)), u16(sideOf(bounds.yMin)), u16(0)],
    u16(widths.reduce((most, width) => Math.max(most, width), 0)),
    u16(leftBearings.reduce((least, bearing) => Math.min(least, bearing), 0)),
    ...[u16(0), u16(sideOf(bounds.xMax)), u16(1), u16(0), u16(0), u16(0), u16(0), u16(0), u16(0), u16(0)],
    u16(widths.length),
  ]);
}

function hmtxTable({ widths, leftBearings }: FontFacts): Uint8Array {
  return table(widths.flatMap((width, glyph) => [u16(width), u16(leftBearings[glyph] ?? 0)]));
}

function os2Table(font: FontFacts, characters: readonly Character[]): Uint8Array {
  const { bounds, unitsPerEm: em, widths } = font;
  const [top, bottom] = [sideOf(bounds.yMax), sideOf(bounds.yMin)];
  const usual = Math.round(widths.reduce((sum, width) => sum + width, 0) / Math.max(1, widths.length));
  const selection = (isBold(font) ? SELECTION.bold : 0) | (isItalic(font) ? SELECTION.italic : 0) || SELECTION.regular;
  const codePoints = characters.map(([codePoint]) => Math.min(codePoint, 0xffff));
  return table([
    ...[u16(4), u16(usual), u16(isBold(font) ? BOLD_WEIGHT : REGULAR_WEIGHT), u16(5), u16(0)],
    // Sizes and places of small letters, and the line through a text, as fonts usually have them.
    ...[0.65, 0.6, 0, 0.075, 0.65, 0.6, 0, 0.35, 0.05, 0.3].map((share) => u16(share * em)),
    ...[u16(0), bytes(0, 0, 0, 0, 0, 0, 0, 0, 0, 0), u32(1), u32(0), u32(0), u32(0), bytes(0x20, 0x20, 0x20, 0x20)],
    ...[u16(selection), u16(codePoints[0] ?? 0), u16(codePoints.at(-1) ?? 0)],
    ...[u16(top), u16(bottom), u16(0), u16(top), u16(-bottom), u32(1), u32(0)],
    ...[u16(0), u16(0), u16(0), u16(0x20), u16(0)],
  ]);
}

function nameTable(font: FontFacts): Uint8Array {
  const style = [...(isBold(font) ? ['Bold'] : []), ...(isItalic(font) ? ['Italic'] : [])].join(' ') || 'Regular';
  const names = [
    [1, font.familyName],
    [2, style],
    [3, font.fullName],
    [4, font.fullName],
    [6, postScriptName(font.postScriptName, 'Untitled')],
  ] as const;
  const texts = new ByteWriter(256);
  const records = names.flatMap(([id, text]) => {
    const at = texts.length;
    for (let index = 0; index < text.length; index++) texts.u16(text.charCodeAt(index));
    return [WINDOWS, UNICODE_BMP, ENGLISH_US, id, texts.length - at, at].map(u16);
  });
  return table([u16(0), u16(names.length), u16(6 + names.length * 12), ...records, (to) => to.add(texts.written)]);
}

/** One subtable for all characters, and one of the older kind for those of 16 bits. */
function cmapTable(characters: readonly Character[]): Uint8Array {
  const short = segmentsTable(characters.filter(([codePoint]) => codePoint < 0xffff));
  const groups = characters.flatMap(([codePoint, glyph]) => [u32(codePoint), u32(codePoint), u32(glyph)]);
  return table([
    ...[u16(0), u16(2)],
    ...[u16(WINDOWS), u16(UNICODE_BMP), u32(20)],
    ...[u16(WINDOWS), u16(UNICODE_FULL), u32(20 + short.byteLength)],
    (to) => to.add(short),
    ...[u16(12), u16(0), u32(16 + characters.length * 12), u32(0), u32(characters.length), ...groups],
  ]);
}

/** Format 4, a segment for each character: simple, and these fonts have few. */
function segmentsTable(characters: readonly Character[]): Uint8Array {
  const segments = [...characters, [0xffff, 0] as const];
  const count = segments.length;
  const selector = Math.floor(Math.log2(count));
  return table([
    ...[u16(4), u16(16 + count * 8), u16(0), u16(count * 2), u16(2 << selector), u16(selector)],
    u16(count * 2 - (2 << selector)),
    ...segments.map(([codePoint]) => u16(codePoint)),
    u16(0),
    ...segments.map(([codePoint]) => u16(codePoint)),
    ...segments.map(([codePoint, glyph]) => u16(codePoint === 0xffff ? 1 : glyph - codePoint)),
    ...segments.map(() => u16(0)),
  ]);
}

function postScriptTable({ italicAngle, isFixedPitch, unitsPerEm }: FontFacts): Uint8Array {
  const header = new Uint8Array(32);
  const view = viewOf(header);
  view.setInt32(4, Math.round(italicAngle * 0x1_0000));
  view.setInt16(8, Math.round(-0.1 * unitsPerEm));
  view.setInt16(10, Math.round(0.05 * unitsPerEm));
  view.setUint32(12, Number(isFixedPitch));
  return postTable(header, undefined);
}
