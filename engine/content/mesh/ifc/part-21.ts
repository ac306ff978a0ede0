import { isUtf8Bytes, latin1Bytes, latin1Of, utf8Of } from '../../../io/bytes.ts';
import { corruptMesh, tooComplex, truncatedMesh } from '../failures.ts';

/** A parameter of an instance: enumerations keep their points (`.T.`), `$` and `*` are undefined, types of values are left out. */
export type Value = number | string | Reference | undefined | readonly Value[];

/** Names another instance. */
export class Reference {
  readonly id: number;

  constructor(id: number) {
    this.id = id;
  }
}

/** An instance of an entity with its parameters in the order of the schema. */
export interface Instance {
  readonly id: number;
  /** In capitals. */
  readonly type: string;
  readonly values: readonly Value[];
}

/** Instances of one file: more than buildings of a gigabyte have. */
const MAX_INSTANCES = 20_000_000;
/** Lists within each other: of surfaces with knots, two. */
const MAX_NESTING = 16;
const TOKEN =
  /\s*(?:'((?:[^']|'')*)'|#(\d+)|(\.\w*\.)|([-+]?\d[\d.]*(?:[eE][-+]?\d+)?)|("[^"]*")|([A-Za-z_]\w*)|([$*(),]))/y;
const HEAD = /\s*#(\d+)\s*=\s*([A-Za-z_]\w*)\s*\(/y;

/**
 * The instances of an exchange file (ISO 10303-21), found by their number or type and read when they are asked for. Throws
 * `input_corrupt`, `input_truncated` and `input_too_complex`.
 */
export class ExchangeFile {
  readonly #text: string;
  /** Where the parameters of an instance begin, and its type. */
  readonly #places = new Map<number, readonly [at: number, type: string]>();
  readonly #types = new Map<string, number[]>();

  constructor(bytes: Uint8Array) {
    this.#text = latin1Of(bytes);
    const start = this.#text.indexOf('DATA;');
    if (!/^(?:\u00ef\u00bb\u00bf)?\s*(?:\/\*[^]*?\*\/\s*)*ISO-10303-21;/.test(this.#text) || start < 0)
      throw corruptMesh('it is no exchange file of STEP');
    this.#index(start + 5);
  }

  /** The schema that its header names, in capitals. */
  get schema(): string {
    return (/FILE_SCHEMA\s*\(\s*\(\s*'([^']*)'/i.exec(this.#text)?.[1] ?? '').toUpperCase();
  }

  /** Undefined where the file has no such instance. */
  instance(reference: Value): Instance | undefined {
    return reference instanceof Reference ? this.byId(reference.id) : undefined;
  }

  byId(id: number): Instance | undefined {
    const place = this.#places.get(id);
    return place && { id, type: place[1], values: this.#parameters(place[0]) };
  }

  /** Those that a list names and that are there. */
  instances(list: Value): Instance[] {
    return listOf(list).flatMap((reference) => this.instance(reference) ?? []);
  }

  ofType(type: string, atMost = Infinity): Instance[] {
    return (this.#types.get(type) ?? []).slice(0, atMost).map((id) => this.byId(id)!);
  }

  /** The types of all instances, in capitals. */
  types(): Iterable<string> {
    return this.#types.keys();
  }

  #index(start: number): void {
    const text = this.#text;
    let at = start;
    while (true) {
      const end = this.#endOf(at);
      if (end < 0) break;
      HEAD.lastIndex = this.#afterComments(at);
      const head = HEAD.exec(text);
      // A line of another kind ends the section, or is damaged: what follows is looked at all the same.
      if (head && HEAD.lastIndex <= end) {
        const [id, type] = [Number(head[1]), head[2]!.toUpperCase()];
        if (this.#places.size >= MAX_INSTANCES) throw tooComplex('instances', MAX_INSTANCES, this.#places.size + 1);
        this.#places.set(id, [HEAD.lastIndex, type]);
        const known = this.#types.get(type);
        if (known) known.push(id);
        else this.#types.set(type, [id]);
      } else if (text.slice(at, end).endsWith('ENDSEC')) return;
      at = end + 1;
    }
    throw truncatedMesh();
  }

  /** The semicolon after a statement, which is in no string and no comment; -1 where there is none. */
  #endOf(start: number): number {
    const text = this.#text;
    for (let at = start; ;) {
      const end = text.indexOf(';', at);
      if (end < 0) return -1;
      const statement = text.slice(at, end);
      const quote = statement.indexOf("'");
      const comment = statement.indexOf('/*');
      if (quote < 0 && comment < 0) return end;
      const isComment = comment >= 0 && (quote < 0 || comment < quote);
      const closing = isComment ? text.indexOf('*/', at + comment + 2) : text.indexOf("'", at + quote + 1);
      if (closing < 0) return -1;
      at = closing + (isComment ? 2 : 1);
    }
  }

  #afterComments(at: number): number {
    const comments = /(?:\s*\/\*[^]*?\*\/)*/y;
    comments.lastIndex = at;
    comments.exec(this.#text);
    return comments.lastIndex;
  }

  /** Up to the bracket that closes the list which has been opened before `at`. */
  #parameters(at: number): readonly Value[] {
    const outer: Value[][] = [];
    let list: Value[] = [];
    TOKEN.lastIndex = at;
    for (let before = at; ; before = TOKEN.lastIndex) {
      const token = TOKEN.exec(this.#text);
      if (!token) {
        TOKEN.lastIndex = this.#afterComments(before);
        if (TOKEN.lastIndex === before) throw corruptMesh('a line of its data cannot be read');
        continue;
      }
      const [, string, reference, enumeration, number, binary, type, mark] = token;
      if (string !== undefined) list.push(string);
      else if (reference !== undefined) list.push(new Reference(Number(reference)));
      else if (number !== undefined) list.push(Number(number));
      else if (mark === '$' || mark === '*') list.push(undefined);
      else if (mark === '(') {
        if (outer.push(list) > MAX_NESTING) throw corruptMesh('lists are within each other without end');
        list = [];
      } else if (mark === ')') {
        const around = outer.pop();
        if (!around) return list;
        around.push(list);
        list = around;
      } else if (mark !== ',' && type === undefined) list.push(enumeration ?? binary);
      // The value of a type stands in brackets of its own.
      if (type !== undefined) list.push(TYPE);
      else if (mark !== '(' && list.at(-2) === TYPE) list.splice(-2, 2, ...listOf(list.at(-1)));
    }
  }
}

/** Stands before the list that holds a typed value, until that is read. */
const TYPE = new Reference(0);

/** The values of a list; none of anything else. */
export function listOf(value: Value): readonly Value[] {
  return Array.isArray(value) ? (value as readonly Value[]) : [];
}

/** Numbers of a list; undefined where one is none. */
export function numbersOf(value: Value): number[] | undefined {
  const numbers = listOf(value).filter((one) => typeof one === 'number');
  return numbers.length === listOf(value).length ? (numbers as number[]) : undefined;
}

/** A text with its escapes (ISO 10303-21, 6.4.3) resolved; empty for what is none. */
export function textOf(value: Value): string {
  if (typeof value !== 'string') return '';
  const text = value
    .replaceAll("''", "'")
    .replaceAll(/\\X2\\((?:[0-9A-F]{4})*)\\X0\\/gi, (_, units: string) =>
      String.fromCharCode(...(units.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))),
    )
    .replaceAll(/\\X\\([0-9A-F]{2})/gi, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)))
    .replaceAll(/\\S\\(.)/g, (_, letter: string) => String.fromCharCode(letter.charCodeAt(0) + 128))
    .replaceAll('\\\\', '\\');
  return /[\u0080-\u00ff]/.test(value) ? asUtf8(text) : text;
}

/** What programs write that know no escapes; else as it stands. */
function asUtf8(text: string): string {
  if (/[\u0100-\uffff]/.test(text)) return text;
  const bytes = latin1Bytes(text);
  return isUtf8Bytes(bytes) ? utf8Of(bytes) : text;
}
