import { viewOf } from '../../../../io/bytes.ts';
import { corruptMesh, truncatedMesh } from '../../failures.ts';
import { SPECIFIERS, type Value } from '../layer.ts';
import { type CrateFile, Cursor } from './file.ts';
import { unpackedIntegers } from './packed.ts';

/** Arrays of fewer numbers are never packed. */
const LEAST_PACKED = 16;
const [IS_ARRAY, IS_INLINE, IS_PACKED] = [1n << 63n, 1n << 62n, 1n << 61n];
const PLACE = (1n << 48n) - 1n;

type NumberType = 'int8' | 'uint8' | 'int32' | 'uint32' | 'int64' | 'uint64' | 'half' | 'float' | 'double';

/** Bytes of a number, and how it is read. */
const NUMBERS: Readonly<Record<NumberType, readonly [bytes: number, read: (view: DataView, at: number) => number]>> = {
  int8: [1, (view, at) => view.getInt8(at)],
  uint8: [1, (view, at) => view.getUint8(at)],
  int32: [4, (view, at) => view.getInt32(at, true)],
  uint32: [4, (view, at) => view.getUint32(at, true)],
  int64: [8, (view, at) => Number(view.getBigInt64(at, true))],
  uint64: [8, (view, at) => Number(view.getBigUint64(at, true))],
  half: [2, (view, at) => view.getFloat16(at, true)],
  float: [4, (view, at) => view.getFloat32(at, true)],
  double: [8, (view, at) => view.getFloat64(at, true)],
};

/** What one value is made of, by the number of its type. */
const COMPOUNDS: Readonly<Record<number, readonly [of: NumberType, size: number]>> = {
  1: ['uint8', 1],
  2: ['uint8', 1],
  3: ['int32', 1],
  4: ['uint32', 1],
  5: ['int64', 1],
  6: ['uint64', 1],
  7: ['half', 1],
  8: ['float', 1],
  9: ['double', 1],
  13: ['double', 4],
  14: ['double', 9],
  15: ['double', 16],
  16: ['double', 4],
  17: ['float', 4],
  18: ['half', 4],
  19: ['double', 2],
  20: ['float', 2],
  21: ['half', 2],
  22: ['int32', 2],
  23: ['double', 3],
  24: ['float', 3],
  25: ['half', 3],
  26: ['int32', 3],
  27: ['double', 4],
  28: ['float', 4],
  29: ['half', 4],
  30: ['int32', 4],
  56: ['double', 1],
};
const TYPE = {
  bool: 1,
  string: 10,
  token: 11,
  asset: 12,
  tokenList: 32,
  pathList: 34,
  paths: 40,
  tokens: 41,
  specifier: 42,
  selections: 45,
  samples: 46,
  doubles: 48,
  strings: 50,
} as const;
const isMatrix = (type: number): boolean => type >= 13 && type <= 15;
const isQuaternion = (type: number): boolean => type >= 16 && type <= 18;
/** Lists that a list operation has, in the order in which they follow; deleted and reordered items add nothing. */
const [EXPLICIT, ADDED, DELETED, ORDERED, PREPENDED, APPENDED] = [2, 4, 8, 16, 32, 64];

/** Reads the values of a crate file, each once. */
export class CrateValues {
  readonly #file: CrateFile;
  readonly #read = new Map<bigint, Value>();

  constructor(file: CrateFile) {
    this.#file = file;
  }

  /** The value that a representation stands for; undefined for one of a type that says nothing of a scene. */
  valueOf(representation: bigint): Value {
    if (!this.#read.has(representation)) this.#read.set(representation, this.#valueOf(representation));
    return this.#read.get(representation);
  }

  /** The selections of variants, by the names of their sets. */
  selections(representation: bigint): ReadonlyMap<string, string> {
    const cursor = this.#cursorAt(representation);
    return new Map(
      Array.from({ length: cursor.count(8) }, () => [this.#string(cursor.uint()), this.#string(cursor.uint())]),
    );
  }

  #valueOf(representation: bigint): Value {
    const type = Number((representation >> 48n) & 0xffn);
    const compound = COMPOUNDS[type];
    if (representation & IS_ARRAY) return this.#array(representation, type);
    if (representation & IS_INLINE) return this.#inline(type, Number(representation & 0xffffffffn));
    if (compound) {
      const [of, size] = compound;
      const [bytes, read] = NUMBERS[of];
      const cursor = this.#cursorAt(representation);
      return valueOfNumbers(type, numbersOf(cursor.take(bytes * size), size, read, bytes));
    }
    return this.#listed(type, representation);
  }

  #inline(type: number, bits: number): Value {
    if (type === TYPE.token || type === TYPE.asset) {
      const text = this.#token(bits);
      return type === TYPE.asset ? { asset: text } : text;
    }
    if (type === TYPE.string) return this.#string(bits);
    if (type === TYPE.specifier) return SPECIFIERS[bits];
    const compound = COMPOUNDS[type];
    if (!compound) return undefined;
    const view = new DataView(Uint32Array.of(bits).buffer);
    const [of, size] = compound;
    if (isMatrix(type)) {
      const rows = Math.sqrt(size);
      const numbers = new Float64Array(size);
      for (let row = 0; row < rows; row++) numbers[row * (rows + 1)] = view.getInt8(row);
      return numbers;
    }
    if (size > 1) return Float64Array.from({ length: size }, (_, at) => view.getInt8(at));
    // Numbers of 64 bits stand here where 32 hold them.
    const narrow = ({ double: 'float', int64: 'int32', uint64: 'uint32' } as const)[of as 'double'] ?? of;
    return valueOfNumbers(type, Float64Array.of(NUMBERS[narrow][1](view, 0)));
  }

  #array(representation: bigint, type: number): Value {
    if ((representation & PLACE) === 0n) return new Float64Array();
    const cursor = this.#cursorAt(representation);
    // The number of dimensions, which was always one.
    if (this.#file.version < 5) cursor.uint();
    const count = this.#file.version < 7 ? cursor.uint() : cursor.long();
    if (type === TYPE.token || type === TYPE.string || type === TYPE.asset)
      return this.#texts(cursor, count, type !== TYPE.token).map((text) =>
        type === TYPE.asset ? { asset: String(text) } : text,
      );
    const [of, size] = COMPOUNDS[type] ?? [];
    if (of === undefined) return undefined;
    const [bytes, read] = NUMBERS[of];
    if (representation & IS_PACKED && count >= LEAST_PACKED) return packedNumbers(cursor, count, of);
    const numbers = numbersOf(cursor.take(count * size! * bytes), count * size!, read, bytes);
    return isQuaternion(type) ? realFirst(numbers) : numbers;
  }

  #texts(cursor: Cursor, count: number, areStrings: boolean): Value[] {
    const places = cursor.take(count * 4);
    const view = viewOf(places);
    return Array.from({ length: count }, (_, at) => {
      const place = view.getUint32(at * 4, true);
      return areStrings ? this.#string(place) : this.#token(place);
    });
  }

  #listed(type: number, representation: bigint): Value {
    const cursor = this.#cursorAt(representation);
    if (type === TYPE.tokens || type === TYPE.strings)
      return this.#texts(cursor, cursor.count(4), type === TYPE.strings);
    if (type === TYPE.paths) return this.#paths(cursor);
    if (type === TYPE.doubles) {
      const count = cursor.count(8);
      return numbersOf(cursor.take(count * 8), count, NUMBERS.double[1], 8);
    }
    if (type === TYPE.samples) return this.#samples(cursor);
    if (type === TYPE.tokenList || type === TYPE.pathList) {
      const header = cursor.byte();
      const items: Value[] = [];
      for (const list of [EXPLICIT, ADDED, PREPENDED, APPENDED, DELETED, ORDERED]) {
        if (!(header & list)) continue;
        const found = type === TYPE.pathList ? this.#paths(cursor) : this.#texts(cursor, cursor.count(4), false);
        if (list !== DELETED && list !== ORDERED) items.push(...found);
      }
      return items;
    }
    // What other files add: that it is there is all that is told.
    return true;
  }

  #paths(cursor: Cursor): Value[] {
    return Array.from({ length: cursor.count(4) }, () => {
      const path = this.#file.paths[cursor.uint()];
      if (path === undefined) throw corruptMesh('it names what is not there');
      // Variants are those that are selected.
      return { path: path.replaceAll(/\{[^}]*\}(?=[./]|$)/g, '').replaceAll(/\{[^}]*\}/g, '/') };
    });
  }

  /** The first value of those that change with time, in a list. */
  #samples(cursor: Cursor): Value {
    cursor.follow();
    cursor.representation();
    cursor.follow();
    return cursor.count(8) === 0 ? [] : [this.valueOf(cursor.representation())];
  }

  #cursorAt(representation: bigint): Cursor {
    return new Cursor(this.#file, Number(representation & PLACE));
  }

  #token(place: number): string {
    const token = this.#file.tokens[place];
    if (token === undefined) throw corruptMesh('it names what is not there');
    return token;
  }

  #string(place: number): string {
    return this.#token(this.#file.strings[place] ?? -1);
  }
}

function valueOfNumbers(type: number, numbers: Float64Array): Value {
  if (type === TYPE.bool) return numbers[0] !== 0;
  if (numbers.length === 1) return numbers[0];
  return isQuaternion(type) ? realFirst(numbers) : numbers;
}

/** Quaternions have their real part last in memory, and first in text. */
function realFirst(numbers: Float64Array): Float64Array {
  return numbers.map((_, at) => (at % 4 === 0 ? numbers[at + 3]! : numbers[at - 1]!));
}

function numbersOf(
  bytes: Uint8Array,
  count: number,
  read: (view: DataView, at: number) => number,
  width: number,
): Float64Array {
  const view = viewOf(bytes);
  return Float64Array.from({ length: count }, (_, at) => read(view, at * width));
}

const [AS_INTEGERS, AS_TABLE] = [0x69, 0x74];

/** Whole numbers; of others those that are whole, or the places of each in a table of the different ones. */
function packedNumbers(cursor: Cursor, count: number, of: NumberType): Float64Array {
  if (of === 'int64' || of === 'uint64') return unpackedIntegers(cursor.take(cursor.long()), count, 8);
  if (of === 'int32' || of === 'uint32') {
    const numbers = cursor.integers(count);
    return of === 'uint32' ? numbers.map((value) => value >>> 0) : numbers;
  }
  const code = cursor.byte();
  if (code === AS_INTEGERS) return cursor.integers(count);
  if (code !== AS_TABLE) throw corruptMesh('a packed part of it is not what it claims to be');
  const [bytes, read] = NUMBERS[of];
  const size = cursor.uint();
  const table = numbersOf(cursor.take(size * bytes), size, read, bytes);
  return cursor.integers(count).map((place) => {
    const value = table[place];
    if (value === undefined) throw truncatedMesh();
    return value;
  });
}
