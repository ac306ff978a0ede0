import { viewOf } from '../../../io/bytes.ts';
import type { XmlNode } from '../../../io/xml-tree.ts';
import type { Bounds } from '../bounds.ts';
import { OpenFont } from '../harfbuzz.ts';
import { writeSfnt } from '../sfnt.ts';
import { axisTags, compileAxes, compileAxisMaps } from './axes.ts';
import { compileCff } from './cff/compile.ts';
import { compileCmap } from './cmap.ts';
import { compileColourLayers, compilePalettes } from './colours.ts';
import { elementAround } from './elements.ts';
import { drawnBoxes } from './extremes-pen.ts';
import { compileFields } from './fields.ts';
import type { FixedTable } from './fixed-tables.ts';
import { compileGlyphs, type CompiledGlyphs } from './glyf-compiler.ts';
import type { Glyph } from './glyph.ts';
import { compileGlyphVariations } from './glyph-variations.ts';
import type { GlyphOrder } from './glyph-order.ts';
import { programIn } from './instructions.ts';
import { compileLayout } from './layout/compile.ts';
import { LAYOUT_TABLES } from './layout/schema.ts';
import { compileMetrics, readMetricElements, type Metrics } from './metrics.ts';
import { compileNames } from './names.ts';
import {
  boxAround,
  setBearingFlag,
  setBox,
  setGlyphLimits,
  setLineMetrics,
  setLocaFormat,
  setUsedCharacters,
} from './recalculate.ts';
import { compileControlValues, compileGasp, compileKern, compilePost, compileVerticalOrigins } from './small-tables.ts';

/** What a TTX file holds, table by table. */
export interface SourceTables {
  readonly flavour: number;
  readonly order: GlyphOrder;
  /** The children of each table's element. */
  readonly elements: ReadonlyMap<string, readonly XmlNode[]>;
  /** Tables that are written as they are. */
  readonly raw: ReadonlyMap<string, Uint8Array>;
  readonly glyphs: readonly Glyph[];
}

export interface CompileOptions {
  readonly signal: AbortSignal;
  /** Told what is not compiled. */
  readonly leaveOut: (what: string) => void;
}

/** The table, or undefined for one whose structure is not known. */
type Compile = (
  elements: readonly XmlNode[],
  order: GlyphOrder,
  leaveOut: (what: string) => void,
) => Uint8Array | undefined;

const fields =
  (tag: FixedTable): Compile =>
  (elements) =>
    compileFields(tag, elements);

const program: Compile = (elements) => programIn(elementAround('program', elements));

const COMPILERS: Readonly<Record<string, Compile>> = {
  head: fields('head'),
  hhea: fields('hhea'),
  vhea: fields('vhea'),
  maxp: fields('maxp'),
  'OS/2': fields('OS/2'),
  post: compilePost,
  cmap: compileCmap,
  name: (elements, _order, leaveOut) => compileNames(elements, leaveOut),
  gasp: compileGasp,
  'cvt ': compileControlValues,
  fpgm: program,
  prep: program,
  kern: compileKern,
  VORG: compileVerticalOrigins,
  'CFF ': (elements, order) => compileCff(elements, order),
  fvar: compileAxes,
  COLR: compileColourLayers,
  CPAL: compilePalettes,
};

/** Tables that others are made with. */
const MADE_WITH_OTHERS: ReadonlySet<string> = new Set(['GlyphOrder', 'glyf', 'loca', 'hmtx', 'vmtx']);

/** All tables, with the numbers that follow from others computed again. */
export function compileTables(source: SourceTables, { signal, leaveOut }: CompileOptions): Map<string, Uint8Array> {
  const { elements, raw, order } = source;
  const tables = new Map(raw);
  for (const [tag, children] of elements) {
    signal.throwIfAborted();
    if (raw.has(tag) || MADE_WITH_OTHERS.has(tag)) continue;
    const table = compileTable(tag, children, source, { signal, leaveOut });
    if (table) tables.set(tag, table);
    else leaveOut(`the table ${tag.trim()}`);
  }
  const glyphs =
    elements.has('glyf') && !raw.has('glyf') ? compileGlyphs(source.glyphs, order.names, signal) : undefined;
  addGlyphs(tables, glyphs);
  viewOf(tables.get('maxp')!).setUint16(4, order.names.length);
  const metrics = addMetrics(tables, source);
  const boxes = glyphs?.boxes ?? compactBoxes(tables, source, signal);
  if (boxes) setBox(tables, boxAround(boxes));
  for (const { header, ...rest } of metrics) setLineMetrics(tables, header, { ...rest, boxes });
  if (glyphs)
    for (const { header, metrics: each } of metrics) if (header === 'hhea') setBearingFlag(tables, each, glyphs.boxes);
  setUsedCharacters(tables);
  return tables;
}

function compileTable(
  tag: string,
  children: readonly XmlNode[],
  { elements, order, glyphs }: SourceTables,
  { signal, leaveOut }: CompileOptions,
): Uint8Array | undefined {
  const axes = axisTags(elements.get('fvar') ?? []);
  if (LAYOUT_TABLES.some((each) => each === tag))
    return compileLayout(tag, children, { order, signal, axes: axes.length });
  if (tag === 'gvar') return compileGlyphVariations(children, { glyphs, order, axes, signal });
  if (tag === 'avar') return compileAxisMaps(children, axes);
  return COMPILERS[tag]?.(children, order, leaveOut);
}

function addGlyphs(tables: Map<string, Uint8Array>, glyphs: CompiledGlyphs | undefined): void {
  if (!glyphs) return;
  tables.set('glyf', glyphs.glyf);
  tables.set('loca', glyphs.loca);
  setLocaFormat(tables, glyphs);
  setGlyphLimits(tables, glyphs);
}

/** The boxes of glyphs in a table `CFF ` that has been compiled; it is compiled again with the box around them. */
function compactBoxes(
  tables: Map<string, Uint8Array>,
  { elements, raw, flavour, order }: SourceTables,
  signal: AbortSignal,
): readonly Bounds[] | undefined {
  const children = elements.get('CFF ');
  if (!children || raw.has('CFF ') || !tables.has('CFF ')) return undefined;
  const boxes = drawnBoxes(new OpenFont(writeSfnt({ flavour, tables })), order.names.length, signal);
  tables.set('CFF ', compileCff(children, order, boxAround(boxes))!);
  return boxes;
}

interface AddedMetrics {
  readonly header: 'hhea' | 'vhea';
  readonly metrics: Metrics;
  readonly count: number;
}

function addMetrics(tables: Map<string, Uint8Array>, { elements, raw, order }: SourceTables): AddedMetrics[] {
  const added: AddedMetrics[] = [];
  for (const [tag, header] of [
    ['hmtx', 'hhea'],
    ['vmtx', 'vhea'],
  ] as const) {
    const children = elements.get(tag);
    if (!children || raw.has(tag)) continue;
    const metrics = readMetricElements(tag, children, order);
    const { table, count } = compileMetrics(metrics);
    tables.set(tag, table);
    added.push({ header, metrics, count });
  }
  return added;
}
