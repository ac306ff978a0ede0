import { viewOf } from '../../../io/bytes.ts';
import type { Warning } from '../../../contract/codec.ts';
import { escapeXmlAttribute } from '../../../io/xml.ts';
import { OpenFont } from '../harfbuzz.ts';
import { damaged, FLAVOUR, MAX_FONT_BYTES, requireTable, tooLarge, writeSfnt, type Sfnt } from '../sfnt.ts';
import { cffGlyphNames, cffLines } from './cff/lines.ts';
import { CffTable } from './cff/table.ts';
import { cmapLines } from './cmap-lines.ts';
import { decompileFields } from './fields.ts';
import type { FixedTable } from './fixed-tables.ts';
import { distinctNames } from './glyph-order.ts';
import { readGlyph } from './glyf-reader.ts';
import { glyphLines } from './glyph-xml.ts';
import { programLines } from './instructions.ts';
import { layoutLines } from './layout/lines.ts';
import { LineWriter } from './line-writer.ts';
import { metricLines } from './metrics.ts';
import { nameLines } from './names.ts';
import { controlValueLines, gaspLines, hexLines, kernLines, postLines } from './small-tables.ts';
import { elementNameOf } from './tags.ts';

interface WriteOptions {
  readonly signal: AbortSignal;
  readonly warn: (warning: Warning) => void;
}

/** The tables that fontTools writes first, in its order. */
const FIRST_TABLES = [
  'head',
  'hhea',
  'maxp',
  'OS/2',
  'hmtx',
  'cmap',
  'fpgm',
  'prep',
  'cvt ',
  'loca',
  'glyf',
  'CFF ',
  'name',
  'post',
  'gasp',
];

/** The XML of a font as fontTools reads it. */
export function writeTtx(font: Sfnt, { signal, warn }: WriteOptions): Uint8Array {
  const glyphs = viewOf(requireTable(font, 'maxp', 6)).getUint16(4);
  const opened = new OpenFont(writeSfnt(font));
  const table = font.tables.get('CFF ');
  const found = table && unlessDamaged(() => new CffTable(table));
  const cff = found?.charstrings.length === glyphs ? found : undefined;
  const own = (cff && unlessDamaged(() => cffGlyphNames(cff))) ?? opened.glyphNames(glyphs);
  const names = distinctNames(own ?? Array.from({ length: glyphs }, () => ''));
  const leftOut = new Set<string>();
  const context: Context = { font, cff, names, own, signal, leaveOut: (what) => leftOut.add(what) };
  const out = new LineWriter({
    maxBytes: MAX_FONT_BYTES,
    signal,
    tooLong: () => tooLarge('bytes as TTX', MAX_FONT_BYTES, MAX_FONT_BYTES + 1),
  });
  out.add([
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<ttFont sfntVersion="${flavourText(font)}">`,
    '',
    '<GlyphOrder>',
  ]);
  for (const [glyph, name] of names.entries()) out.line(`<GlyphID id="${glyph}" name="${escapeXmlAttribute(name)}"/>`);
  out.add(['</GlyphOrder>', '']);
  for (const tag of orderedTags(font)) writeTable(tag, context, out);
  out.line('</ttFont>');
  if (leftOut.size > 0) {
    const parts = [...leftOut];
    const message = `Parts of the font that TTX does not hold were left out: ${parts.join('; ')}.`;
    warn({ code: 'feature_dropped', message, details: { dropped: 'tables', tables: parts } });
  }
  return out.finish();
}

interface Context {
  readonly font: Sfnt;
  readonly cff: CffTable | undefined;
  readonly signal: AbortSignal;
  /** The names of the glyphs, each another. */
  readonly names: readonly string[];
  /** Those that the font itself has. */
  readonly own: readonly string[] | undefined;
  readonly leaveOut: (what: string) => void;
}

function orderedTags({ tables }: Sfnt): string[] {
  const first = FIRST_TABLES.filter((tag) => tables.has(tag));
  return [...first, ...[...tables.keys()].filter((tag) => !first.includes(tag)).sort()];
}

function flavourText({ flavour }: Sfnt): string {
  if (flavour === FLAVOUR.cff) return 'OTTO';
  return flavour === FLAVOUR.apple ? 'true' : '\\x00\\x01\\x00\\x00';
}

/** The elements of a table, or its bytes where it has none or its elements would not give it back. */
function writeTable(tag: string, context: Context, out: LineWriter): void {
  const table = context.font.tables.get(tag)!;
  const element = elementNameOf(tag);
  const lines = unlessDamaged(() => elementLines(tag, table, context));
  out.line(lines ? `<${element}>` : `<${element} raw="True">`);
  try {
    out.add(lines ?? hexLines(table));
  } catch (error) {
    if (error instanceof RangeError) throw damaged(`its table ${tag.trim()} points beyond its end`, error);
    throw error;
  }
  out.add([`</${element}>`, '']);
}

/** Undefined for a table that is damaged, which is written byte for byte. */
function unlessDamaged<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function elementLines(tag: string, table: Uint8Array, context: Context): Iterable<string> | undefined {
  const { font, names, own } = context;
  switch (tag) {
    case 'head':
    case 'hhea':
    case 'vhea':
    case 'maxp':
    case 'OS/2':
      return decompileFields(tag satisfies FixedTable, table);
    case 'post':
      return postLines(table, names, own);
    case 'hmtx':
      return metricLines(tag, table, viewOf(requireTable(font, 'hhea', 36)).getUint16(34), names);
    case 'vmtx':
      return font.tables.has('vhea')
        ? metricLines(tag, table, viewOf(requireTable(font, 'vhea', 36)).getUint16(34), names)
        : undefined;
    case 'cmap':
      return cmapLines(table, names, context.leaveOut);
    case 'name':
      return nameLines(table);
    case 'gasp':
      return gaspLines(table);
    case 'kern':
      return kernLines(table, names);
    case 'cvt ':
      return table.byteLength % 2 === 0 ? controlValueLines(table) : undefined;
    case 'fpgm':
    case 'prep':
      return programLines(table);
    case 'loca':
      return font.tables.has('glyf') ? [] : undefined;
    case 'glyf':
      return glyfLines(table, context);
    case 'GSUB':
    case 'GPOS':
    case 'GDEF':
      return layoutLines(tag, table, context);
    case 'CFF ':
      return context.cff && cffLines(context.cff, context);
    default:
      return undefined;
  }
}

function* glyfLines(glyf: Uint8Array, { font, names }: Context): Generator<string> {
  const isLong = viewOf(requireTable(font, 'head', 54)).getInt16(50) !== 0;
  const loca = viewOf(requireTable(font, 'loca'));
  const offsetOf = (glyph: number): number => (isLong ? loca.getUint32(glyph * 4) : loca.getUint16(glyph * 2) * 2);
  for (const [glyph, name] of names.entries()) {
    const data = glyf.subarray(offsetOf(glyph), Math.max(offsetOf(glyph), offsetOf(glyph + 1)));
    const box = data.byteLength < 10 ? [] : [2, 4, 6, 8].map((at) => viewOf(data).getInt16(at));
    const sides = ['xMin', 'yMin', 'xMax', 'yMax'].map((side, index) => ` ${side}="${box[index]}"`).join('');
    yield* glyphLines(readGlyph(data), name, names, sides);
  }
}
