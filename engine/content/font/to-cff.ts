import { viewOf } from '../../io/bytes.ts';
import { familyNameOf, nameOf } from './tables.ts';
import { Bounds } from './bounds.ts';
import { cffTable, MAX_NAMED_GLYPHS } from './cff-table.ts';
import { CharstringPen } from './charstring-pen.ts';
import { OpenFont } from './harfbuzz.ts';
import { ReversingPen } from './reversing-pen.ts';
import { postScriptName, postTable } from './names.ts';
import { FLAVOUR, requireTable, tooLarge, writeSfnt, type Sfnt } from './sfnt.ts';

/** Tables of TrueType outlines and their instructions, and signatures, which no changed font keeps. */
const OBSOLETE = ['glyf', 'loca', 'cvt ', 'fpgm', 'prep', 'gasp', 'hdmx', 'VDMX', 'LTSH', 'DSIG'];

/**
 * TrueType outlines as PostScript ones. Glyphs keep their order, so that the tables that speak of them (cmap, GSUB,
 * GPOS, GDEF, kern) stay as they are; their names move into the CFF table. `signal` is looked at between glyphs.
 */
export function toCff(sfnt: Sfnt, signal: AbortSignal): Sfnt {
  const glyphs = viewOf(requireTable(sfnt, 'maxp', 6)).getUint16(4);
  requireTable(sfnt, 'head', 54);
  if (glyphs > MAX_NAMED_GLYPHS) throw tooLarge('glyphs', MAX_NAMED_GLYPHS, glyphs);
  const file = writeSfnt(sfnt);
  const opened = new OpenFont(file);
  const tables = new Map(sfnt.tables);
  for (const tag of OBSOLETE) tables.delete(tag);
  const family = familyNameOf(file) ?? 'Untitled';
  const outlines = drawAll(opened, glyphs, signal);
  tables.set(
    'CFF ',
    cffTable({
      postScriptName: postScriptName(nameOf(file, 'postScript') ?? family, 'Untitled'),
      fullName: nameOf(file, 'full') ?? family,
      familyName: family,
      unitsPerEm: opened.unitsPerEm,
      glyphNames: uniqueNames(opened.glyphNames(glyphs) ?? [], glyphs),
      ...outlines,
    }),
  );
  tables.set('maxp', maxpTable(glyphs));
  tables.set('post', postTable(tables.get('post'), undefined));
  return { flavour: FLAVOUR.cff, tables };
}

interface Outlines {
  readonly charstrings: Uint8Array[];
  readonly bounds: Bounds;
  readonly usualWidth: number;
}

function drawAll(opened: OpenFont, glyphs: number, signal: AbortSignal): Outlines {
  const widths = Array.from({ length: glyphs }, (_, glyph) => opened.font.glyphHAdvance(glyph));
  const usualWidth = mostCommon(widths);
  const bounds = new Bounds();
  const pen = new CharstringPen();
  const reversing = new ReversingPen(pen);
  const charstrings = widths.map((width, glyph) => {
    if (glyph % 64 === 0) signal.throwIfAborted();
    pen.begin(width === usualWidth ? undefined : width - usualWidth);
    opened.draw(glyph, reversing);
    reversing.finish();
    bounds.addBox(pen.bounds);
    return pen.finish();
  });
  return { charstrings, bounds, usualWidth };
}

function mostCommon(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0];
}

/** CFF finds glyphs by their names, which fonts may leave out or use twice. */
function uniqueNames(names: readonly string[], glyphs: number): string[] {
  const used = new Set<string>();
  return Array.from({ length: glyphs }, (_, glyph) => {
    if (glyph === 0) return '.notdef';
    const name = postScriptName(names[glyph] ?? '', `glyph${glyph}`);
    const unique = used.has(name) || name === '.notdef' ? `glyph${glyph}` : name;
    used.add(unique);
    return unique;
  });
}

/** Version 0.5, for fonts without TrueType outlines. */
function maxpTable(glyphs: number): Uint8Array {
  const table = new Uint8Array(6);
  viewOf(table).setUint32(0, 0x0000_5000);
  viewOf(table).setUint16(4, glyphs);
  return table;
}
