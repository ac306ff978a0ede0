import { viewOf } from '../../../../io/bytes.ts';
import { escapeXmlAttribute } from '../../../../io/xml.ts';
import type { XmlNode } from '../../../../io/xml-tree.ts';
import { ConversionError } from '../../../../contract/errors.ts';
import { scanTtx } from '../document.ts';
import { GlyphOrder } from '../glyph-order.ts';
import { compileLayout } from './compile.ts';
import { UnknownStructure } from './context.ts';
import { LayoutReader } from './reader.ts';
import type { LayoutTable } from './schema.ts';

interface LayoutFont {
  readonly names: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * A table of layout as elements; undefined where it has structures that are not known, or where its elements would not
 * give the same again.
 */
export function layoutLines(tag: LayoutTable, table: Uint8Array, font: LayoutFont): readonly string[] | undefined {
  const lines = linesOf(tag, table, font);
  if (!lines) return undefined;
  const again = compiledAgain(tag, lines, font);
  const same = again && linesOf(tag, again, font);
  return same?.length === lines.length && same.every((line, index) => line === lines[index]) ? lines : undefined;
}

function linesOf(tag: LayoutTable, table: Uint8Array, { names, signal }: LayoutFont): string[] | undefined {
  try {
    return new LayoutReader(viewOf(table), names.map(escapeXmlAttribute), signal).lines(tag);
  } catch (error) {
    if (error instanceof UnknownStructure || error instanceof RangeError) return undefined;
    throw error;
  }
}

function compiledAgain(
  tag: LayoutTable,
  lines: readonly string[],
  { names, signal }: LayoutFont,
): Uint8Array | undefined {
  const elements: XmlNode[] = [];
  const text = new TextEncoder().encode(`<ttFont><${tag}>${lines.join('\n')}</${tag}></ttFont>`);
  try {
    scanTtx(text, { root() {}, table() {}, element: (_table, node) => elements.push(node) }, signal);
    return compileLayout(tag, elements, { order: new GlyphOrder(names), signal, axes: 0 });
  } catch (error) {
    if (error instanceof ConversionError) return undefined;
    throw error;
  }
}
