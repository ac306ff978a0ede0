import { indexOfBytes, isUtf8Bytes, latin1Of, viewOf } from '../../../io/bytes.ts';
import { decoderNamed } from '../../../io/code-pages.ts';
import { corrupt, truncated } from '../errors.ts';
import { readOldHeader } from './old-header.ts';
import { part, untilNul } from './parts.ts';
import { readTaggedHeader } from './tagged-header.ts';

/* The formats of Stata, as `help dta` describes them: releases 113 to 115, and 117 to 119 with tags between the parts. */

export type Kind = 'text' | 'long text' | 'byte' | 'int' | 'long' | 'float' | 'double';

export interface Variable {
  readonly name: string;
  readonly kind: Kind;
  /** Bytes of a value, and where it begins in a row. */
  readonly bytes: number;
  readonly at: number;
  /** How Stata shows it, such as `%td`. */
  readonly format: string;
  /** Name of the set of labels that its values have; empty without one. */
  readonly labels: string;
  readonly isDescribed: boolean;
}

export interface Dictionary {
  readonly release: number;
  readonly isLittle: boolean;
  readonly variables: readonly Variable[];
  readonly rows: number;
  readonly rowBytes: number;
  /** Where the rows begin. */
  readonly dataAt: number;
  /** Where long texts begin; undefined where the release has none. */
  readonly textsAt: number | undefined;
  readonly labels: ReadonlyMap<string, ReadonlyMap<number, string>>;
  readonly decode: (bytes: Uint8Array) => string;
}

/** Release from which texts are UTF-8; before it, in whatever the system used. */
const UTF8_RELEASE = 118;
const LABEL_NAME_BYTES = { old: 33, utf8: 129 } as const;

/** Reads what a file says of its variables. Lengths are held against the file before anything is read. */
export function readDictionary(bytes: Uint8Array, tellAssumed: (encoding: string) => void): Dictionary {
  const isTagged = latin1Of(bytes, 0, 11) === '<stata_dta>';
  const header = isTagged ? readTaggedHeader(bytes) : readOldHeader(bytes);
  const decode = decoderOf(header.release, tellAssumed);
  let rowBytes = 0;
  const variables = header.types.map((type, index): Variable => {
    const { kind, bytes: size } = isTagged ? taggedType(type) : oldType(type);
    const at = rowBytes;
    rowBytes += size;
    return {
      name: decode(untilNul(header.names[index]!)),
      kind,
      bytes: size,
      at,
      format: latin1Of(untilNul(header.formats[index]!)),
      labels: latin1Of(untilNul(header.labelNames[index]!)),
      isDescribed: header.descriptions[index]![0] !== 0,
    };
  });
  const { rows, dataAt } = header;
  const there = rowBytes === 0 ? rows : Math.floor((bytes.byteLength - dataAt) / rowBytes);
  if (there < rows) throw truncated(`${Math.max(0, there)} of ${rows} rows are there`, { rows: Math.max(0, there) });
  // Rows without a value take no bytes, so that nothing bounds their number.
  if (rowBytes === 0 && rows > 0) throw corrupt('its rows have no values');
  const labelsAt = header.labelsAt ?? dataAt + rows * rowBytes;
  return {
    release: header.release,
    isLittle: header.isLittle,
    variables,
    rows,
    rowBytes,
    dataAt,
    textsAt: header.textsAt,
    labels: readLabels(bytes, labelsAt, { ...header, isTagged, decode }),
    decode,
  };
}

const NUMBERS: readonly { readonly kind: Kind; readonly bytes: number }[] = [
  { kind: 'byte', bytes: 1 },
  { kind: 'int', bytes: 2 },
  { kind: 'long', bytes: 4 },
  { kind: 'float', bytes: 4 },
  { kind: 'double', bytes: 8 },
];

function oldType(type: number): { readonly kind: Kind; readonly bytes: number } {
  if (type >= 1 && type <= 244) return { kind: 'text', bytes: type };
  return NUMBERS[type - 251] ?? unknownType(type);
}

function taggedType(type: number): { readonly kind: Kind; readonly bytes: number } {
  if (type >= 1 && type <= 2045) return { kind: 'text', bytes: type };
  if (type === 32_768) return { kind: 'long text', bytes: 8 };
  return NUMBERS[65_530 - type] ?? unknownType(type);
}

function unknownType(type: number): never {
  throw corrupt(`a variable has the unknown type ${type}`);
}

function decoderOf(release: number, tellAssumed: (encoding: string) => void): Dictionary['decode'] {
  const [utf8, windows] = [decoderNamed('utf-8')!, decoderNamed('windows-1252')!];
  if (release >= UTF8_RELEASE) return utf8;
  return (bytes) => {
    if (bytes.every((byte) => byte < 0x80)) return latin1Of(bytes);
    // Newer programs write UTF-8 into older releases; text that is valid UTF-8 hardly ever is anything else.
    const isUtf8 = isUtf8Bytes(bytes);
    tellAssumed(isUtf8 ? 'utf-8' : 'windows-1252');
    return isUtf8 ? utf8(bytes) : windows(bytes);
  };
}

interface LabelFile {
  readonly release: number;
  readonly isLittle: boolean;
  readonly isTagged: boolean;
  readonly decode: Dictionary['decode'];
}

/** Sets of labels: an array of values, and one of where the text of each begins. */
function readLabels(bytes: Uint8Array, start: number, file: LabelFile): Dictionary['labels'] {
  const sets = new Map<string, ReadonlyMap<number, string>>();
  const view = viewOf(bytes);
  const nameBytes = file.release >= UTF8_RELEASE ? LABEL_NAME_BYTES.utf8 : LABEL_NAME_BYTES.old;
  let at = start;
  while (at < bytes.byteLength) {
    if (file.isTagged) {
      if (latin1Of(bytes, at, at + 5) !== '<lbl>') break;
      at += 5;
    }
    const head = part(bytes, at, 4 + nameBytes + 3);
    const length = view.getInt32(at, file.isLittle);
    const table = part(bytes, at + head.byteLength, length);
    sets.set(latin1Of(untilNul(head.subarray(4, 4 + nameBytes))), readSet(table, file));
    at += head.byteLength + length;
    if (!file.isTagged) continue;
    if (indexOfBytes(bytes.subarray(at, at + 6), '</lbl>') !== 0) throw corrupt('a set of labels has no end');
    at += 6;
  }
  return sets;
}

function readSet(table: Uint8Array, { isLittle, decode }: LabelFile): ReadonlyMap<number, string> {
  if (table.byteLength < 8) throw corrupt('a set of labels is too short');
  const view = viewOf(table);
  const count = view.getInt32(0, isLittle);
  const texts = 8 + 8 * count;
  if (count < 0 || texts > table.byteLength) throw corrupt('a set of labels is shorter than it says');
  const set = new Map<number, string>();
  for (let index = 0; index < count; index++) {
    const offset = view.getInt32(8 + 4 * index, isLittle);
    if (offset < 0 || texts + offset > table.byteLength) throw corrupt('a label lies outside of its set');
    const value = view.getInt32(8 + 4 * count + 4 * index, isLittle);
    set.set(value, decode(untilNul(table.subarray(texts + offset))));
  }
  return set;
}
