import { viewOf } from '../../io/bytes.ts';
import { GlyfWriter } from './glyf.ts';
import { OpenFont } from './harfbuzz.ts';
import { postTable } from './names.ts';
import { QuadraticPen } from './quadratic-pen.ts';
import { FLAVOUR, requireTable, writeSfnt, type Sfnt } from './sfnt.ts';

/*
 * `fonteditor-core` 2.6 drops GSUB, GPOS and GDEF of every OpenType font of the corpora that has them, and knows no cmap of
 * format 10.
 */

/** Tables that only fonts with PostScript outlines have, and signatures, which no changed font keeps. */
const OBSOLETE = ['CFF ', 'CFF2', 'VORG', 'DSIG'];
/** `gasp`: smooth at every size, since the outlines have no instructions. */
const SMOOTH = Uint8Array.of(0, 1, 0, 1, 0xff, 0xff, 0, 0x0f);
const LONG_OFFSETS = 1;
/** Bytes of a usual glyph with quadratic curves. */
const USUAL_GLYPH_BYTES = 160;

/**
 * PostScript outlines as TrueType ones: cubic curves become quadratic. Glyphs keep their order, so that the tables that
 * speak of them (cmap, GSUB, GPOS, GDEF, kern) stay as they are. `signal` is looked at between glyphs.
 */
export function toTrueType(sfnt: Sfnt, signal: AbortSignal): Sfnt {
  const head = requireTable(sfnt, 'head', 54).slice();
  const hmtx = requireTable(sfnt, 'hmtx').slice();
  const glyphs = viewOf(requireTable(sfnt, 'maxp', 6)).getUint16(4);
  const longMetrics = viewOf(requireTable(sfnt, 'hhea', 36)).getUint16(34);
  const opened = new OpenFont(writeSfnt(sfnt));
  const writer = new GlyfWriter(glyphs * USUAL_GLYPH_BYTES);
  const bearings = viewOf(hmtx);
  const pen = new QuadraticPen(opened.unitsPerEm);
  for (let glyph = 0; glyph < glyphs; glyph++) {
    if (glyph % 64 === 0) signal.throwIfAborted();
    pen.contours = [];
    opened.draw(glyph, pen);
    const bounds = writer.add(pen.contours);
    const at = glyph < longMetrics ? 4 * glyph + 2 : 4 * longMetrics + 2 * (glyph - longMetrics);
    if (at + 2 <= hmtx.byteLength) bearings.setInt16(at, bounds.isEmpty ? 0 : bounds.xMin);
  }
  const tables = new Map(sfnt.tables);
  for (const tag of OBSOLETE) tables.delete(tag);
  for (const [tag, table] of outlineTables(writer, glyphs, head)) tables.set(tag, table);
  tables.set('hmtx', hmtx);
  tables.set('post', postTable(tables.get('post'), opened.glyphNames(glyphs)));
  return { flavour: FLAVOUR.trueType, tables };
}

/** The tables that say how TrueType outlines are drawn; `head` is changed. */
export function outlineTables(writer: GlyfWriter, glyphs: number, head: Uint8Array): [tag: string, Uint8Array][] {
  const { glyf, loca } = writer.finish();
  return [
    ['glyf', glyf],
    ['loca', loca],
    ['head', withBounds(head, writer)],
    ['maxp', maxpTable(glyphs, writer)],
    ['gasp', SMOOTH],
  ];
}

function withBounds(head: Uint8Array, { bounds }: GlyfWriter): Uint8Array {
  const view = viewOf(head);
  if (!bounds.isEmpty)
    for (const [index, side] of [bounds.xMin, bounds.yMin, bounds.xMax, bounds.yMax].entries())
      view.setInt16(36 + 2 * index, side);
  view.setInt16(50, LONG_OFFSETS);
  view.setInt16(52, 0); // glyphDataFormat
  return head;
}

function maxpTable(glyphs: number, { maxPoints, maxContours }: GlyfWriter): Uint8Array {
  const table = new Uint8Array(32);
  const view = viewOf(table);
  view.setUint32(0, 0x0001_0000);
  view.setUint16(4, glyphs);
  view.setUint16(6, maxPoints);
  view.setUint16(8, maxContours);
  view.setUint16(14, 1); // one zone: there are no instructions
  return table;
}
