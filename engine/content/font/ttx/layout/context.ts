import type { XmlNode } from '../../../../io/xml-tree.ts';
import type { GlyphOrder } from '../glyph-order.ts';

/** What is known while a layout table is compiled. */
export interface LayoutContext {
  readonly order: GlyphOrder;
  /** 1.1 and the like. */
  readonly version: number;
  /** How many axes the font varies on. */
  readonly axes: number;
  readonly signal: AbortSignal;
  /** Whether lookups point to their subtables with 32 bits. */
  readonly isExtended: boolean;
}

/** A structure that is not known: the table is left out as a whole. */
export class UnknownStructure extends Error {}

export function requireKnown(node: XmlNode, names: readonly string[]): void {
  if (node.children.some(({ name }) => !names.includes(name))) throw new UnknownStructure();
}
