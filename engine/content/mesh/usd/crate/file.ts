import { latin1Of, utf8Of, viewOf } from '../../../../io/bytes.ts';
import { corruptMesh, tooComplex, truncatedMesh, unsupportedMesh } from '../../failures.ts';
import { unpacked, unpackedIntegers } from './packed.ts';

const MAGIC = 'PXR-USDC';
const HEADER_BYTES = 24;
const SECTION_BYTES = 32;
/** Of what the header says, and of the lists of prims: older ones are not packed. */
const OLDEST = 4;
const NEWEST = 13;
/** Characters of all paths together: more are made of a few that are used again and again. */
const MOST_PATH_CHARS = 1 << 26;
/** Sections of one file: six are known. */
const MOST_SECTIONS = 64;

export function isCrate(bytes: Uint8Array): boolean {
  return latin1Of(bytes, 0, MAGIC.length) === MAGIC;
}

/** What a path of a crate describes, by the numbers of the format. */
export const SPEC = { attribute: 1, prim: 6, root: 7, relationship: 8, variant: 10 } as const;

export interface Spec {
  readonly kind: number;
  /** Representations of values by the names of fields. */
  readonly fields: ReadonlyMap<string, bigint>;
}

/**
 * The tables of a crate file (OpenUSD, versions 0.4 to 0.13): texts, and what is said of each path. Throws
 * `input_corrupt`, `input_truncated` and `unsupported_conversion`.
 */
export class CrateFile {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly version: number;
  readonly tokens: readonly string[];
  /** Places among the tokens. */
  readonly strings: Uint32Array;
  readonly paths: readonly string[];
  readonly specs: ReadonlyMap<string, Spec>;

  constructor(bytes: Uint8Array, maxDepth: number) {
    this.bytes = bytes;
    this.view = viewOf(bytes);
    if (bytes.byteLength < HEADER_BYTES) throw truncatedMesh();
    this.version = bytes[9]!;
    if (bytes[8] !== 0 || this.version < OLDEST || this.version > NEWEST)
      throw unsupportedMesh(
        `is USD in binary of version ${bytes[8]}.${bytes[9]}, which is not read. Save it as USD of version 0.8, or as text (usda)`,
      );
    const sections = this.#sections();
    const section = (name: string): Cursor => {
      const found = sections.get(name);
      if (!found) throw corruptMesh(`its part ${name} is missing`);
      return new Cursor(this, found.start, found.end);
    };
    this.tokens = tokensOf(section('TOKENS'));
    this.strings = stringsOf(section('STRINGS'));
    const fields = fieldsOf(section('FIELDS'), this.tokens);
    const sets = setsOf(section('FIELDSETS'));
    this.paths = pathsOf(section('PATHS'), this.tokens, maxDepth);
    this.specs = specsOf(section('SPECS'), { paths: this.paths, fields, sets });
  }

  #sections(): Map<string, { readonly start: number; readonly end: number }> {
    const table = new Cursor(this, Number(this.view.getBigInt64(16, true)), this.bytes.byteLength);
    const count = table.count(SECTION_BYTES);
    if (count > MOST_SECTIONS) throw corruptMesh('it has more parts than there are');
    const sections = new Map<string, { readonly start: number; readonly end: number }>();
    for (let index = 0; index < count; index++) {
      const name = latin1Of(table.take(16), 0, 16).replace(/\0.*$/s, '');
      const [start, size] = [table.long(), table.long()];
      sections.set(name, { start, end: start + size });
    }
    return sections;
  }
}

/** Reads numbers one after the other, between two places of a file. */
export class Cursor {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #end: number;
  #at: number;

  constructor({ bytes, view }: Pick<CrateFile, 'bytes' | 'view'>, start: number, end: number = bytes.byteLength) {
    if (!(start >= 0 && start <= end && end <= bytes.byteLength)) throw truncatedMesh();
    this.#bytes = bytes;
    this.#view = view;
    this.#at = start;
    this.#end = end;
  }

  take(length: number): Uint8Array {
    if (!(length >= 0 && this.#at + length <= this.#end)) throw truncatedMesh();
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  byte(): number {
    return this.take(1)[0]!;
  }

  uint(): number {
    this.take(4);
    return this.#view.getUint32(this.#at - 4, true);
  }

  /** Of 64 bits: more than a file has bytes is damage. */
  long(): number {
    return Number(this.representation());
  }

  /** The 64 bits that stand for a value. */
  representation(): bigint {
    this.take(8);
    return this.#view.getBigUint64(this.#at - 8, true);
  }

  /** A number of items, each of so many bytes at least. Throws `input_truncated` for more than there can be. */
  count(leastBytes: number): number {
    const count = this.long();
    if (count * leastBytes > this.#end - this.#at) throw truncatedMesh();
    return count;
  }

  /** Goes on so many bytes after the place of the distance that stands here. */
  follow(): void {
    const start = this.#at;
    const distance = this.long();
    if (!(start + distance <= this.#end)) throw truncatedMesh();
    this.#at = start + distance;
  }

  integers(count: number): Float64Array {
    return unpackedIntegers(this.take(this.long()), count, 4);
  }
}

function tokensOf(cursor: Cursor): string[] {
  const count = cursor.long();
  const size = cursor.long();
  const text = utf8Of(unpacked(cursor.take(cursor.long()), size));
  const tokens = text.split('\0');
  if (tokens.length < count) throw corruptMesh('texts of it are missing');
  return tokens.slice(0, count);
}

function stringsOf(cursor: Cursor): Uint32Array {
  return Uint32Array.from({ length: cursor.count(4) }, () => cursor.uint());
}

interface Field {
  readonly name: string;
  readonly value: bigint;
}

function fieldsOf(cursor: Cursor, tokens: readonly string[]): Field[] {
  const count = cursor.long();
  const names = cursor.integers(count);
  const values = unpacked(cursor.take(cursor.long()), count * 8);
  if (values.byteLength < count * 8) throw corruptMesh('values of it are missing');
  const view = viewOf(values);
  return Array.from(names, (name, index) => ({
    name: tokens[name] ?? '',
    value: view.getBigUint64(index * 8, true),
  }));
}

/** Lists of fields one after the other; each ends with −1. */
function setsOf(cursor: Cursor): Float64Array {
  return cursor.integers(cursor.long());
}

const [WITH_CHILD, SIBLING] = [-1, 0];

/** A tree of names: each says whether names within it, or beside it, follow. */
function pathsOf(cursor: Cursor, tokens: readonly string[], maxDepth: number): string[] {
  const paths: string[] = [];
  cursor.long();
  const count = cursor.long();
  const [places, names, jumps] = [cursor.integers(count), cursor.integers(count), cursor.integers(count)];
  const waiting: { at: number; depth: number; parent: string | undefined }[] = [{ at: 0, depth: 0, parent: undefined }];
  let [left, chars] = [count, 0];
  for (let next = count > 0 ? waiting.pop() : undefined; next; next = waiting.pop()) {
    let { at, depth, parent } = next;
    for (;;) {
      if (!(at < count) || --left < 0) throw corruptMesh('its tree of names has no end');
      // A property, and a variant, are a level of their own.
      if (depth > 3 * maxDepth) throw tooComplex('nesting', maxDepth, depth);
      const jump = jumps[at]!;
      const path: string = parent === undefined ? '/' : pathBelow(parent, names[at]!, tokens);
      chars += path.length;
      if (chars > MOST_PATH_CHARS) throw corruptMesh('its names are too long');
      paths[places[at]! >>> 0] = path;
      const hasChild = jump > 0 || jump === WITH_CHILD;
      if (jump > 0) waiting.push({ at: at + jump, depth, parent });
      if (!hasChild && jump !== SIBLING) break;
      if (hasChild) [parent, depth] = [path, depth + 1];
      at++;
    }
  }
  return paths;
}

/** Names of properties have a number below zero; what is in a variant follows its brace. */
function pathBelow(parent: string, place: number, tokens: readonly string[]): string {
  const name = tokens[Math.abs(place)];
  if (name === undefined) throw corruptMesh('it names what is not there');
  if (place < 0) return `${parent}.${name}`;
  return parent === '/' || parent.endsWith('}') || name.startsWith('{') ? parent + name : `${parent}/${name}`;
}

interface Tables {
  readonly paths: readonly string[];
  readonly fields: readonly Field[];
  readonly sets: Float64Array;
}

function specsOf(cursor: Cursor, { paths, fields, sets }: Tables): Map<string, Spec> {
  const count = cursor.long();
  const [places, starts, kinds] = [cursor.integers(count), cursor.integers(count), cursor.integers(count)];
  const specs = new Map<string, Spec>();
  const known = new Map<number, ReadonlyMap<string, bigint>>();
  const fieldsAt = (start: number): ReadonlyMap<string, bigint> => {
    const set = new Map<string, bigint>();
    for (let at = start; sets[at] !== undefined && sets[at] !== -1; at++) {
      const field = fields[sets[at]!];
      if (!field) throw corruptMesh('it names what is not there');
      set.set(field.name, field.value);
    }
    return set;
  };
  for (let index = 0; index < count; index++) {
    const path = paths[places[index]!];
    if (path === undefined) throw corruptMesh('it names what is not there');
    const start = starts[index]!;
    const own = known.get(start) ?? fieldsAt(start);
    known.set(start, own);
    specs.set(path, { kind: kinds[index]!, fields: own });
  }
  return specs;
}
