import { fieldNames } from '../fields.ts';
import { heldTables, type TableNames } from '../geopackage/layout.ts';
import { DEFAULT_LAYER } from '../shapefile/layout.ts';

/* Features are elements of their layer's name, and their values are elements in them. */

export const GEOMETRY_PROPERTY = 'geometryProperty';
/** Elements that every feature has of GML itself. */
const TAKEN = ['boundedby', 'metadataproperty', GEOMETRY_PROPERTY.toLowerCase()];

/** The element of every cell that an entry can have. */
export function elementNames(cells: ReadonlySet<string>): ReadonlyMap<string, string> {
  return fieldNames(cells, { bytes: Infinity, taken: TAKEN, spell: xmlName });
}

export function layerElement(layer: string | undefined): string {
  return layer === undefined ? DEFAULT_LAYER : xmlName(layer);
}

/** A name that an element may have (Namespaces in XML 1.0, 4). */
export function xmlName(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}_.-]/gu, '_').replace(/^(?![\p{L}_])/u, '_');
}

const NAMES: TableNames = {
  columnNames: elementNames,
  tableNameOf: layerElement,
  isCaseFolded: false,
  named: new Set(['id', 'name', 'description', 'time', 'kind']),
};

/** What GML holds of entries that are texts. */
export function heldElements(entries: readonly ReadonlyMap<string, string>[]): ReadonlyMap<string, string>[] {
  return heldTables(entries, NAMES);
}
