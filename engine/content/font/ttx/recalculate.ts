import { viewOf } from '../../../io/bytes.ts';
import { Bounds } from '../bounds.ts';
import { damaged } from '../sfnt.ts';
import { FIXED_TABLES, BYTES_OF, type Field, type FixedTable } from './fixed-tables.ts';
import type { CompiledGlyphs } from './glyf-compiler.ts';
import type { Metrics } from './metrics.ts';

/** Numbers that follow from other tables: fontTools computes them again when it compiles, whatever the file says. */

type Tables = ReadonlyMap<string, Uint8Array>;

/** Sets 16 bits of a field by its name, where the table has it. */
function set(tables: Tables, tag: FixedTable, name: string, value: number): void {
  const table = tables.get(tag);
  let at = 0;
  for (const field of FIXED_TABLES[tag] as readonly Field[]) {
    if (field.name === name) break;
    at += BYTES_OF[field.kind];
  }
  if (table && at + 2 <= table.byteLength) viewOf(table).setUint16(at, value & 0xffff);
}

export function boxAround(boxes: readonly Bounds[]): Bounds {
  const all = new Bounds();
  for (const box of boxes) all.addBox(box);
  return all;
}

export function setBox(tables: Tables, all: Bounds): void {
  const { xMin, yMin, xMax, yMax } = all;
  for (const [name, value] of Object.entries({ xMin, yMin, xMax, yMax }))
    set(tables, 'head', name, all.isEmpty ? 0 : value);
}

export function setLocaFormat(tables: Tables, { isLongLoca }: CompiledGlyphs): void {
  set(tables, 'head', 'indexToLocFormat', Number(isLongLoca));
  set(tables, 'head', 'glyphDataFormat', 0);
}

export function setGlyphLimits(tables: Tables, { most }: CompiledGlyphs): void {
  const table = tables.get('maxp')!;
  // The sizes of programs are told by the file; that of the longest one is no smaller than it is.
  for (const [name, value] of Object.entries(most)) {
    const declared = name === 'maxSizeOfInstructions' && table.byteLength >= 28 ? viewOf(table).getUint16(26) : 0;
    set(tables, 'maxp', name, Math.min(0xffff, Math.max(value, declared)));
  }
}

interface LineMetrics {
  readonly metrics: Metrics;
  readonly count: number;
  /** Of each glyph; undefined where the outlines are not known. */
  readonly boxes: readonly Bounds[] | undefined;
}

/** The header of the metrics; what depends on the outlines is left as it is where these are not known. */
export function setLineMetrics(tables: Tables, tag: 'hhea' | 'vhea', { metrics, count, boxes }: LineMetrics): void {
  if (!tables.has(tag)) throw damaged(`it has no table ${tag}`);
  const [most, least, leastOther, extent, longMetrics] =
    tag === 'hhea'
      ? ['advanceWidthMax', 'minLeftSideBearing', 'minRightSideBearing', 'xMaxExtent', 'numberOfHMetrics']
      : ['advanceHeightMax', 'minTopSideBearing', 'minBottomSideBearing', 'yMaxExtent', 'numberOfVMetrics'];
  set(tables, tag, longMetrics!, count);
  set(
    tables,
    tag,
    most!,
    metrics.advances.reduce((all, advance) => Math.max(all, advance), 0),
  );
  if (!boxes) return;
  let [bearing, other, reach] = [Infinity, Infinity, -Infinity];
  for (const [glyph, box] of boxes.entries()) {
    if (box.isEmpty) continue;
    const size = tag === 'hhea' ? box.xMax - box.xMin : box.yMax - box.yMin;
    const first = metrics.bearings[glyph]!;
    bearing = Math.min(bearing, first);
    other = Math.min(other, metrics.advances[glyph]! - first - size);
    reach = Math.max(reach, first + size);
  }
  const isEmpty = bearing === Infinity;
  set(tables, tag, least!, isEmpty ? 0 : bearing);
  set(tables, tag, leastOther!, isEmpty ? 0 : other);
  set(tables, tag, extent!, isEmpty ? 0 : reach);
}

/** A flag of `head`: glyphs begin where their bearings say. */
const BEARINGS_AT_ZERO = 0x0002;
const FLAGS_AT = 16;

/** TrueType outlines are shifted by their bearings unless this flag is set. */
export function setBearingFlag(tables: Tables, { bearings }: Metrics, boxes: readonly Bounds[]): void {
  const flags = viewOf(tables.get('head')!).getUint16(FLAGS_AT);
  const isSet = boxes.every((box, glyph) => box.isEmpty || box.xMin === bearings[glyph]);
  set(tables, 'head', 'flags', isSet ? flags | BEARINGS_AT_ZERO : flags & ~BEARINGS_AT_ZERO);
}

/** Encodings of Windows that are of Unicode, or of symbols in its private use area. */
const WINDOWS = { platform: 3, encodings: [0, 1, 10] } as const;
const UNICODE = 0;

/** The first and the last character in `OS/2`. */
export function setUsedCharacters(tables: Tables): void {
  const cmap = tables.get('cmap');
  if (!cmap || !tables.has('OS/2')) return;
  const view = viewOf(cmap);
  let [first, last] = [0xffff, 0];
  for (let record = 4; record < 4 + view.getUint16(2) * 8; record += 8) {
    const [platform, encoding] = [view.getUint16(record), view.getUint16(record + 2)];
    const isWindows = platform === WINDOWS.platform && WINDOWS.encodings.some((each) => each === encoding);
    if (platform !== UNICODE && !isWindows) continue;
    const [from, to] = usedIn(view, view.getUint32(record + 4));
    first = Math.min(first, from);
    last = Math.max(last, to);
  }
  if (first > last) return;
  set(tables, 'OS/2', 'usFirstCharIndex', first);
  set(tables, 'OS/2', 'usLastCharIndex', Math.min(last, 0xffff));
}

/** Of the formats 4, 6 and 12; nothing of others. */
function usedIn(view: DataView, at: number): readonly [first: number, last: number] {
  const format = view.getUint16(at);
  if (format === 4) {
    const doubled = view.getUint16(at + 6);
    if (doubled < 4) return [Infinity, -Infinity];
    return [view.getUint16(at + 16 + doubled), view.getUint16(at + 14 + doubled - 4)];
  }
  if (format === 6) return [view.getUint16(at + 6), view.getUint16(at + 6) + view.getUint16(at + 8) - 1];
  const groups = format === 12 ? view.getUint32(at + 12) : 0;
  if (groups === 0) return [Infinity, -Infinity];
  return [view.getUint32(at + 16), view.getUint32(at + 16 + (groups - 1) * 12 + 4)];
}
