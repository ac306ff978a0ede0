import { childAt, type XmlNode } from '../../../../io/xml-tree.ts';
import { elementAround, numberOf } from '../elements.ts';
import { UnknownStructure, type LayoutContext } from './context.ts';
import { OffsetOverflow, packed } from './pack.ts';
import { compileStruct } from './structs.ts';

/** A table of layout of its elements; undefined where it has structures that are not known, or is too large. */
export function compileLayout(
  tag: string,
  elements: readonly XmlNode[],
  font: Omit<LayoutContext, 'version' | 'isExtended'>,
): Uint8Array | undefined {
  const root = elementAround(tag, elements);
  const version = childAt(root, 'Version');
  const number = version ? numberOf(version) : 1;
  const isWhole = number >= 0x1_0000;
  const context = { ...font, version: isWhole ? (number >> 16) + (number & 0xffff) / 10 : number };
  for (const isExtended of [false, true]) {
    try {
      return packed(compileStruct(tag, root, { ...context, isExtended }));
    } catch (error) {
      if (error instanceof UnknownStructure) return undefined;
      if (!(error instanceof OffsetOverflow)) throw error;
    }
  }
  return undefined;
}
