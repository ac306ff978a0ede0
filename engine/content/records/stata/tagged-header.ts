import { latin1Of, viewOf } from '../../../io/bytes.ts';
import { corrupt } from '../errors.ts';
import { part, parts, type Header } from './parts.ts';

/** Bytes of what differs between the releases. */
interface Widths {
  readonly variables: 2 | 4;
  readonly rows: 4 | 8;
  readonly label: 1 | 2;
  readonly name: number;
  readonly format: number;
  readonly description: number;
}

const WIDTHS: Readonly<Record<string, Widths>> = {
  117: { variables: 2, rows: 4, label: 1, name: 33, format: 49, description: 81 },
  118: { variables: 2, rows: 8, label: 2, name: 129, format: 57, description: 321 },
  119: { variables: 4, rows: 8, label: 2, name: 129, format: 57, description: 321 },
};
const OFFSETS = 14;
const PARTS = {
  types: [2, 'variable_types'],
  names: [3, 'varnames'],
  formats: [5, 'formats'],
  labelNames: [6, 'value_label_names'],
  descriptions: [7, 'variable_labels'],
  data: [9, 'data'],
  texts: [10, 'strls'],
  labels: [11, 'value_labels'],
} as const;

/** The header of releases 117 to 119 (Stata 13 and later): tags, between them bytes, and a map of where each part is. */
export function readTaggedHeader(bytes: Uint8Array): Header {
  const cursor = new Cursor(bytes);
  cursor.expect('<stata_dta><header><release>');
  const release = latin1Of(cursor.take(3));
  const widths = WIDTHS[release];
  if (!widths) throw corrupt(`its release ${release} is none of 117 to 119`);
  cursor.expect('</release><byteorder>');
  const order = latin1Of(cursor.take(3));
  if (order !== 'LSF' && order !== 'MSF') throw corrupt('the order of its bytes is unknown');
  const isLittle = order === 'LSF';
  const numberOf = (length: number): number => integerOf(cursor.take(length), isLittle);
  cursor.expect('</byteorder><K>');
  const variables = numberOf(widths.variables);
  cursor.expect('</K><N>');
  const rows = numberOf(widths.rows);
  cursor.expect('</N><label>');
  cursor.take(numberOf(widths.label));
  cursor.expect('</label><timestamp>');
  cursor.take(numberOf(1));
  cursor.expect('</timestamp></header><map>');
  const offsets = parts(cursor.take(8 * OFFSETS), 0, OFFSETS, 8).map((offset) => integerOf(offset, isLittle));
  const startOf = ([index, tag]: (typeof PARTS)[keyof typeof PARTS]): number => {
    const at = offsets[index]!;
    if (latin1Of(part(bytes, at, tag.length + 2)) !== `<${tag}>`) throw corrupt(`its part ${tag} is not where it says`);
    return at + tag.length + 2;
  };
  const listOf = (place: (typeof PARTS)[keyof typeof PARTS], length: number): Uint8Array[] =>
    parts(bytes, startOf(place), variables, length);
  return {
    release: Number(release),
    isLittle,
    rows,
    types: listOf(PARTS.types, 2).map((type) => integerOf(type, isLittle)),
    names: listOf(PARTS.names, widths.name),
    formats: listOf(PARTS.formats, widths.format),
    labelNames: listOf(PARTS.labelNames, widths.name),
    descriptions: listOf(PARTS.descriptions, widths.description),
    dataAt: startOf(PARTS.data),
    textsAt: startOf(PARTS.texts),
    labelsAt: startOf(PARTS.labels),
  };
}

class Cursor {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  take(length: number): Uint8Array {
    const taken = part(this.#bytes, this.#at, length);
    this.#at += length;
    return taken;
  }

  expect(tags: string): void {
    if (latin1Of(this.take(tags.length)) !== tags) throw corrupt('its header is not in the order of Stata data');
  }
}

function integerOf(bytes: Uint8Array, isLittle: boolean): number {
  const view = viewOf(bytes);
  if (bytes.byteLength === 1) return view.getUint8(0);
  if (bytes.byteLength === 2) return view.getUint16(0, isLittle);
  if (bytes.byteLength === 4) return view.getUint32(0, isLittle);
  // Beyond 2^53 no file is so long.
  return Number(view.getBigUint64(0, isLittle));
}
