import { ConversionError } from '../../../contract/errors.ts';
import type { Limits } from '../../../contract/limits.ts';
import { latin1Of, utf8Of, viewOf } from '../../../io/bytes.ts';
import { decoderNamed } from '../../../io/code-pages.ts';
import { corrupt, createValueBudget, tooDeep, truncated, type ValueBudget } from '../errors.ts';

/* How R writes objects ("R Internals", 1.8 Serialization Formats), in its binary form that is the same on all systems. */

/** What only R can use: functions, environments, expressions. */
export const UNREADABLE = Symbol('unreadable');

/** Numbers and texts of one type; null for NA. */
export interface RVector {
  readonly kind: 'logical' | 'integer' | 'real' | 'complex' | 'text' | 'raw' | 'list';
  readonly values: readonly unknown[] | Float64Array | Uint8Array;
  readonly attributes: ReadonlyMap<string, RObject>;
}

/** A list of pairs, as R keeps attributes and what is saved together. */
export interface RPairs {
  readonly kind: 'pairs';
  readonly pairs: readonly (readonly [name: string, value: RObject])[];
}

export type RObject = RVector | RPairs | string | null | typeof UNREADABLE;

const TYPE = {
  symbol: 1,
  pairs: 2,
  closure: 3,
  environment: 4,
  promise: 5,
  language: 6,
  special: 7,
  builtin: 8,
  characters: 9,
  logical: 10,
  integer: 13,
  real: 14,
  complex: 15,
  text: 16,
  dots: 17,
  list: 19,
  expression: 20,
  byteCode: 21,
  pointer: 22,
  weak: 23,
  raw: 24,
  s4: 25,
  compact: 238,
  pairsWithAttributes: 239,
  languageWithAttributes: 240,
  repeated: 243,
  repeatable: 244,
  package: 248,
  namespace: 249,
  persistent: 247,
  reference: 255,
} as const;
/** Stands for one object that every R has: nothing, the global environment, an argument that is missing. */
const FIXED_OBJECTS: ReadonlySet<number> = new Set([0, 241, 242, 250, 251, 252, 253, 254]);
const HAS_ATTRIBUTES = 0x200;
const HAS_TAG = 0x400;
const LATIN1 = 0x4000;
const NA_INTEGER = -2_147_483_648;
const NA_LOW_WORD = 1954;
const NO_ATTRIBUTES: ReadonlyMap<string, RObject> = new Map();

/** The object that a stream of R holds. */
export function readSerialized(bytes: Uint8Array, limits: Limits): RObject {
  const form = latin1Of(bytes, 0, 2);
  if (form !== 'X\n') {
    const isOther = form === 'A\n' || form === 'B\n';
    if (!isOther) throw corrupt('it does not begin as an object of R does');
    throw new ConversionError({
      code: 'input_too_complex',
      message: 'The file was written by R as text or in the order of one system. Save it without "ascii".',
    });
  }
  return new ObjectReader(bytes, limits).start();
}

const latin1 = decoderNamed('windows-1252')!;

class ObjectReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #limits: Limits;
  readonly #budget: ValueBudget;
  readonly #references: RObject[] = [];
  #at = 2;

  constructor(bytes: Uint8Array, limits: Limits) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
    this.#limits = limits;
    this.#budget = createValueBudget(limits);
  }

  start(): RObject {
    const version = this.#integer();
    if (version !== 2 && version !== 3) throw corrupt(`its version ${version} is none of R`);
    this.#take(8);
    if (version === 3) this.#take(this.#integer());
    return this.#object(0);
  }

  #object(depth: number): RObject {
    if (depth > this.#limits.nesting) throw tooDeep(this.#limits);
    this.#budget.take(1);
    const flags = this.#integer();
    const type = flags & 0xff;
    if (FIXED_OBJECTS.has(type)) return null;
    switch (type) {
      case TYPE.symbol:
        return this.#remember(this.#object(depth + 1));
      case TYPE.reference: {
        const index = flags >>> 8 || this.#integer();
        if (index < 1 || index > this.#references.length) throw corrupt('it refers to an object that there is not');
        return this.#references[index - 1]!;
      }
      case TYPE.package:
      case TYPE.namespace:
      case TYPE.persistent:
        this.#integer();
        this.#strings(this.#integer(), depth);
        return this.#remember(UNREADABLE);
      case TYPE.environment:
        this.#remember(UNREADABLE);
        this.#integer();
        for (let part = 0; part < 4; part++) this.#object(depth + 1);
        return UNREADABLE;
      case TYPE.pairs:
      case TYPE.language:
      case TYPE.closure:
      case TYPE.promise:
      case TYPE.dots:
      case TYPE.pairsWithAttributes:
      case TYPE.languageWithAttributes: {
        const pairs = this.#pairs(flags, depth);
        return type === TYPE.pairs || type === TYPE.pairsWithAttributes ? pairs : UNREADABLE;
      }
      case TYPE.special:
      case TYPE.builtin:
        this.#take(this.#integer());
        return UNREADABLE;
      case TYPE.pointer:
      case TYPE.weak:
        this.#remember(UNREADABLE);
        if (type === TYPE.pointer) for (let part = 0; part < 2; part++) this.#object(depth + 1);
        this.#attributes(flags, depth);
        return UNREADABLE;
      case TYPE.byteCode:
        this.#integer();
        this.#byteCode(depth);
        this.#attributes(flags, depth);
        return UNREADABLE;
      case TYPE.s4:
        this.#attributes(flags, depth);
        return UNREADABLE;
      case TYPE.characters:
        return this.#characters(flags);
      case TYPE.compact:
        return this.#compact(depth);
      default:
        return this.#vector(type, flags, depth);
    }
  }

  /** Code that R has compiled: instructions, and the constants that they use. */
  #byteCode(depth: number): void {
    if (depth > this.#limits.nesting) throw tooDeep(this.#limits);
    this.#object(depth + 1);
    const constants = this.#integer();
    for (let index = 0; index < constants; index++) {
      const type = this.#integer();
      if (type === TYPE.byteCode) this.#byteCode(depth + 1);
      else this.#codeConstant(type, depth + 1);
    }
  }

  /** Calls among the constants are pairs in a form of their own, in which one may stand for another. */
  #codeConstant(first: number, depth: number): void {
    if (depth > this.#limits.nesting) throw tooDeep(this.#limits);
    for (let type = first; ;) {
      this.#budget.take(1);
      if (type === TYPE.repeatable) {
        this.#integer();
        type = this.#integer();
      }
      if (type === TYPE.repeated) {
        this.#integer();
        return;
      }
      const hasAttributes = type === TYPE.pairsWithAttributes || type === TYPE.languageWithAttributes;
      if (!hasAttributes && type !== TYPE.pairs && type !== TYPE.language) {
        this.#object(depth + 1);
        return;
      }
      if (hasAttributes) this.#object(depth + 1);
      this.#object(depth + 1);
      this.#codeConstant(this.#integer(), depth + 1);
      type = this.#integer();
    }
  }

  #remember(object: RObject): RObject {
    this.#references.push(object);
    return object;
  }

  #vector(type: number, flags: number, depth: number): RObject {
    const count = this.#length();
    const read = (): Pick<RVector, 'kind' | 'values'> => {
      switch (type) {
        case TYPE.logical:
          return { kind: 'logical', values: this.#integers(count).map((one) => (one === null ? null : one !== 0)) };
        case TYPE.integer:
          return { kind: 'integer', values: this.#integers(count) };
        case TYPE.real:
          return { kind: 'real', values: this.#reals(count) };
        case TYPE.complex:
          return { kind: 'complex', values: this.#reals(2 * count) };
        case TYPE.text:
          return { kind: 'text', values: this.#strings(count, depth) };
        case TYPE.raw:
          return { kind: 'raw', values: this.#take(count) };
        case TYPE.list:
        case TYPE.expression:
          return { kind: 'list', values: this.#objects(count, depth) };
        default:
          throw corrupt('it has an object of a kind that R does not have');
      }
    };
    const { kind, values } = read();
    return { kind, values, attributes: this.#attributes(flags, depth) };
  }

  #attributes(flags: number, depth: number): ReadonlyMap<string, RObject> {
    if ((flags & HAS_ATTRIBUTES) === 0) return NO_ATTRIBUTES;
    return attributesOf(this.#object(depth + 1));
  }

  /** Pairs follow each other, each with the type of what is behind it. */
  #pairs(first: number, depth: number): RPairs {
    const pairs: [string, RObject][] = [];
    for (let flags = first; ;) {
      const type = flags & 0xff;
      const isLast = FIXED_OBJECTS.has(type);
      if (isLast) return { kind: 'pairs', pairs };
      const isPair = type >= TYPE.pairs && type <= TYPE.dots && type !== TYPE.environment;
      const hasAttributes = type === TYPE.pairsWithAttributes || type === TYPE.languageWithAttributes;
      if (!isPair && !hasAttributes) throw corrupt('a list of it does not end as one does');
      if (hasAttributes || (flags & HAS_ATTRIBUTES) !== 0) this.#object(depth + 1);
      const tag = (flags & HAS_TAG) !== 0 ? this.#object(depth + 1) : '';
      pairs.push([typeof tag === 'string' ? tag : '', this.#object(depth + 1)]);
      this.#budget.take(1);
      flags = this.#integer();
      if (isVectorType(flags & 0xff) || (flags & 0xff) === TYPE.reference || (flags & 0xff) === TYPE.symbol) {
        // What is behind the last pair of code is an object of its own.
        this.#at -= 4;
        this.#object(depth + 1);
        return { kind: 'pairs', pairs };
      }
    }
  }

  /** What R keeps as a rule or behind another object (ALTREP): sequences, wrapped vectors, numbers shown as texts. */
  #compact(depth: number): RObject {
    const info = this.#object(depth + 1);
    const state = this.#object(depth + 1);
    const attributes = attributesOf(this.#object(depth + 1));
    const name = isPairs(info) ? info.pairs[0]?.[1] : undefined;
    const inner =
      isVector(state) && state.kind === 'list'
        ? (state.values[0] as RObject)
        : isPairs(state)
          ? state.pairs[0]?.[1]
          : state;
    if (typeof name === 'string' && name.startsWith('wrap_') && isVector(inner)) return { ...inner, attributes };
    if ((name === 'compact_intseq' || name === 'compact_realseq') && isVector(state) && state.kind === 'real') {
      const [count = 0, first = 0, step = 0] = state.values as Float64Array;
      this.#budget.take(count);
      const values = Array.from({ length: count }, (_, index) => first + index * step);
      return name === 'compact_intseq'
        ? { kind: 'integer', values, attributes }
        : { kind: 'real', values: Float64Array.from(values), attributes };
    }
    if (name === 'deferred_string' && isVector(inner)) {
      const values = [...inner.values].map((value) => (value === null || isNa(value as number) ? null : String(value)));
      return { kind: 'text', values, attributes };
    }
    return UNREADABLE;
  }

  #characters(flags: number): RObject {
    const length = this.#integer();
    if (length === -1) return null;
    const bytes = this.#take(length);
    return (flags & LATIN1) !== 0 ? latin1(bytes) : utf8Of(bytes);
  }

  #strings(count: number, depth: number): RObject[] {
    return this.#objects(count, depth).map((one) => (typeof one === 'string' ? one : null));
  }

  #objects(count: number, depth: number): RObject[] {
    this.#require(4 * count);
    this.#budget.take(count);
    return Array.from({ length: count }, () => this.#object(depth + 1));
  }

  #integers(count: number): (number | null)[] {
    this.#require(4 * count);
    this.#budget.take(count);
    return Array.from({ length: count }, () => {
      const value = this.#integer();
      return value === NA_INTEGER ? null : value;
    });
  }

  #reals(count: number): Float64Array {
    const bytes = this.#take(8 * count);
    this.#budget.take(count);
    const view = viewOf(bytes);
    const values = new Float64Array(count);
    // The bits of a number that is none are kept: they tell NA from NaN.
    const words = new Uint32Array(values.buffer);
    for (let index = 0; index < count; index++) {
      words[2 * index + 1] = view.getUint32(8 * index);
      words[2 * index] = view.getUint32(8 * index + 4);
    }
    return values;
  }

  #length(): number {
    const length = this.#integer();
    if (length >= 0) return length;
    if (length !== -1) throw corrupt('a vector is shorter than nothing');
    const high = this.#integer();
    return high * 2 ** 32 + (this.#integer() >>> 0);
  }

  #integer(): number {
    this.#require(4);
    this.#at += 4;
    return this.#view.getInt32(this.#at - 4);
  }

  #take(length: number): Uint8Array {
    this.#require(length);
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  #require(length: number): void {
    if (length < 0 || this.#at + length > this.#bytes.byteLength) throw truncated('an object of it is cut off');
  }
}

function isVectorType(type: number): boolean {
  return type >= TYPE.characters && type <= TYPE.s4 && type !== TYPE.dots;
}

export function isVector(object: unknown): object is RVector {
  return typeof object === 'object' && object !== null && 'values' in object;
}

export function isPairs(object: unknown): object is RPairs {
  return typeof object === 'object' && object !== null && 'pairs' in object;
}

function attributesOf(object: RObject): ReadonlyMap<string, RObject> {
  return isPairs(object) ? new Map(object.pairs) : NO_ATTRIBUTES;
}

const number = new Float64Array(1);
const words = new Uint32Array(number.buffer);

/** Whether a number is the one that R has for a missing value, which is no NaN to R. */
export function isNa(value: number): boolean {
  if (!Number.isNaN(value)) return false;
  number[0] = value;
  return words[0] === NA_LOW_WORD;
}
