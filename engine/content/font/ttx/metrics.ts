import { viewOf } from '../../../io/bytes.ts';
import { escapeXmlAttribute } from '../../../io/xml.ts';
import type { XmlNode } from '../../../io/xml-tree.ts';
import { ByteWriter } from '../byte-writer.ts';
import { damaged } from '../sfnt.ts';
import { INT16, integerWithin, UINT16 } from './elements.ts';
import type { GlyphOrder } from './glyph-order.ts';

/** Advances and bearings: the tables `hmtx` and `vmtx`. */

export interface Metrics {
  readonly advances: number[];
  readonly bearings: number[];
}

const ATTRIBUTES = { hmtx: ['width', 'lsb'], vmtx: ['height', 'tsb'] } as const;
type MetricsTable = keyof typeof ATTRIBUTES;

export function readMetricElements(tag: MetricsTable, elements: readonly XmlNode[], order: GlyphOrder): Metrics {
  const [advance, bearing] = ATTRIBUTES[tag];
  const advances = order.names.map(() => -1);
  const bearings = order.names.map(() => 0);
  for (const node of elements) {
    if (node.name !== 'mtx') continue;
    const glyph = order.glyphIn(node);
    advances[glyph] = integerWithin(node, advance, ...UINT16);
    bearings[glyph] = integerWithin(node, bearing, ...INT16);
  }
  const missing = advances.indexOf(-1);
  if (missing >= 0) throw damaged(`the table ${tag} has no ${advance} of the glyph ${order.names[missing]}`);
  return { advances, bearings };
}

/** The table, and how many advances it has: equal ones at the end stand once. */
export function compileMetrics({ advances, bearings }: Metrics): {
  readonly table: Uint8Array;
  readonly count: number;
} {
  let count = advances.length;
  while (count > 1 && advances[count - 1] === advances[count - 2]) count--;
  const out = new ByteWriter(advances.length * 4);
  for (const [glyph, bearing] of bearings.entries()) {
    if (glyph < count) out.u16(advances[glyph]!);
    out.u16(bearing & 0xffff);
  }
  return { table: out.finish(), count };
}

export function* metricLines(
  tag: MetricsTable,
  table: Uint8Array,
  count: number,
  names: readonly string[],
): Generator<string> {
  const [advance, bearing] = ATTRIBUTES[tag];
  const view = viewOf(table);
  if (count === 0 || table.byteLength < count * 4) throw damaged(`its table ${tag} is too short`);
  for (const [glyph, name] of names.entries()) {
    const last = Math.min(glyph, count - 1);
    const at = glyph < count ? glyph * 4 + 2 : count * 4 + (glyph - count) * 2;
    const side = at + 2 <= table.byteLength ? view.getInt16(at) : 0;
    yield `<mtx name="${escapeXmlAttribute(name)}" ${advance}="${view.getUint16(last * 4)}" ${bearing}="${side}"/>`;
  }
}
