import type { Limits } from '../../../contract/limits.ts';
import { scanXml } from '../../../io/xml.ts';
import type { OfficePackage, Relationship } from '../../document/ooxml/package.ts';

/** Notes of a sheet by the name of their cell (ECMA-376 18.7). */
export function readNotes(
  parts: OfficePackage,
  relationships: readonly Relationship[],
  limits: Limits,
): ReadonlyMap<string, string> {
  const notes = new Map<string, string>();
  for (const { type, target, external } of relationships) {
    const source = type === 'comments' && !external ? parts.readXml(target) : undefined;
    if (source !== undefined) readComments(source, notes, limits);
  }
  return notes;
}

function readComments(source: string, notes: Map<string, string>, limits: Limits): void {
  let place = '';
  let isText = false;
  scanXml(
    source,
    {
      open(name, attributes) {
        if (name === 'comment') place = attributes.get('ref') ?? '';
        if (name === 'comment') notes.set(place, '');
        isText = name === 't';
      },
      close(name) {
        if (name === 't') isText = false;
      },
      text(value) {
        if (isText) notes.set(place, (notes.get(place) ?? '') + value);
      },
    },
    limits.nesting,
  );
}
