import type { Limits } from '../../../contract/limits.ts';
import { DataObject, ExactNumber, type DataSource, type DataValue } from '../model.ts';
import { JSON5, type Lexis } from './json5-lexis.ts';
import { corrupt, createValueBudget, tooDeep, truncated, type ValueBudget } from '../errors.ts';

const PLAIN_CHARACTERS = /[^"\\\u0000-\u001f]*/y; // oxlint-disable-line no-control-regex -- JSON forbids them in strings
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
/** From this many names on, an object's names are looked up instead of searched for one that comes back. */
const SEARCHED_NAMES = 12;

/** JSON text: the elements of a top-level array one by one, or the one value. */
export function readJson(text: string, limits: Limits): DataSource {
  return readText(text, limits);
}

/** JSON5 (https://spec.json5.org): JSON with comments, trailing commas, bare names and other spellings. */
export function readJson5(text: string, limits: Limits): DataSource {
  return readText(text, limits, JSON5);
}

function readText(text: string, limits: Limits, lexis?: Lexis): DataSource {
  const first = new JsonScanner(text, limits, { lexis });
  const isList = first.peek() === '[';
  return {
    isList,
    *rows() {
      const scanner = new JsonScanner(text, limits, { lexis });
      if (isList) yield* scanner.elements();
      else yield scanner.value(0);
      scanner.expectEnd();
    },
  };
}

/** Newline-delimited JSON: one value a line, blank lines skipped. */
export function readNdjson(text: string, limits: Limits): DataSource {
  return {
    isList: true,
    *rows() {
      const budget = createValueBudget(limits);
      let line = 1;
      for (let start = 0; start < text.length; line++) {
        const newline = text.indexOf('\n', start);
        const end = newline < 0 ? text.length : newline;
        const source = text.slice(start, end);
        start = end + 1;
        if (source.trim() === '') continue;
        const scanner = new JsonScanner(source, limits, { budget, firstLine: line });
        const value = scanner.value(0);
        scanner.expectEnd();
        yield value;
      }
    },
  };
}

/** Reads JSON (RFC 8259) strictly, numbers as they are written, and says in which line and column it went wrong. */
class JsonScanner {
  readonly #text: string;
  readonly #limits: Limits;
  readonly #budget: ValueBudget;
  readonly #firstLine: number;
  readonly #lexis: Lexis | undefined;
  #position = 0;

  constructor(
    text: string,
    limits: Limits,
    {
      budget = createValueBudget(limits),
      firstLine = 1,
      lexis,
    }: { budget?: ValueBudget; firstLine?: number; lexis?: Lexis } = {},
  ) {
    this.#lexis = lexis;
    this.#text = text;
    this.#limits = limits;
    this.#budget = budget;
    this.#firstLine = firstLine;
  }

  /** The next character that is not white space; '' at the end. */
  peek(): string {
    if (this.#lexis) this.#position = this.#lexis.afterBlanks(this.#text, this.#position);
    for (; this.#position < this.#text.length; this.#position++) {
      const code = this.#text.charCodeAt(this.#position);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return this.#text[this.#position]!;
    }
    return '';
  }

  *elements(): Generator<DataValue> {
    this.#expect('[', 'an array');
    if (this.#accept(']')) return;
    do yield this.value(1);
    while (this.#acceptComma(']'));
    this.#expect(']', 'a comma or the end of the array');
  }

  value(depth: number): DataValue {
    this.#budget.take(1);
    switch (this.peek()) {
      case '{':
        return this.#object(depth + 1);
      case '[':
        return this.#array(depth + 1);
      case '"':
        return this.#string();
      default:
        return this.#literal();
    }
  }

  expectEnd(): void {
    if (this.peek() !== '') throw this.#unexpected('the end of the file');
  }

  #array(depth: number): DataValue[] {
    if (depth > this.#limits.nesting) throw tooDeep(this.#limits);
    const values: DataValue[] = [];
    this.#position++;
    if (this.#accept(']')) return values;
    do values.push(this.value(depth));
    while (this.#acceptComma(']'));
    this.#expect(']', 'a comma or the end of the array');
    return values;
  }

  #object(depth: number): DataObject {
    if (depth > this.#limits.nesting) throw tooDeep(this.#limits);
    const names: string[] = [];
    const values: DataValue[] = [];
    const lookup = new Map<string, number>();
    this.#position++;
    if (this.#accept('}')) return new DataObject(names, values);
    do {
      const name = this.#name();
      this.#expect(':', 'a colon');
      const value = this.value(depth);
      const known = indexOfName(names, name, lookup);
      // As every JSON reader does: of a name that comes back the last value counts.
      if (known >= 0) values[known] = value;
      else {
        names.push(name);
        values.push(value);
      }
    } while (this.#acceptComma('}'));
    this.#expect('}', 'a comma or the end of the object');
    return new DataObject(names, values);
  }

  #name(): string {
    const quote = this.peek();
    const bare = quote === '"' ? undefined : this.#lexis?.name(this.#text, this.#position);
    if (quote !== '"' && bare === undefined) throw this.#unexpected('a name in quotes');
    if (bare === undefined) return this.#string();
    this.#position = bare.end;
    return bare.value;
  }

  #string(): string {
    if (this.#lexis) return this.#take(this.#lexis.string(this.#text, this.#position), 'the end of a string');
    const start = this.#position;
    PLAIN_CHARACTERS.lastIndex = start + 1;
    PLAIN_CHARACTERS.test(this.#text);
    let end = PLAIN_CHARACTERS.lastIndex;
    if (this.#text[end] === '"') {
      this.#position = end + 1;
      return this.#text.slice(start + 1, end);
    }
    while (this.#text[end] === '\\') {
      PLAIN_CHARACTERS.lastIndex = end + 2;
      PLAIN_CHARACTERS.test(this.#text);
      end = PLAIN_CHARACTERS.lastIndex;
    }
    this.#position = Math.min(end, this.#text.length);
    if (this.#text[end] !== '"') throw this.#unexpected('the end of a string');
    this.#position = end + 1;
    return this.#unescape(start, end + 1);
  }

  #unescape(start: number, end: number): string {
    try {
      return JSON.parse(this.#text.slice(start, end)) as string;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.#position = start;
      throw this.#unexpected('a string with valid escapes');
    }
  }

  #take<T>(token: { readonly value: T; readonly end: number } | undefined, expected: string): T {
    if (!token) throw this.#unexpected(expected);
    this.#position = token.end;
    return token.value;
  }

  #literal(): DataValue {
    if (this.#lexis) return this.#take(this.#lexis.literal(this.#text, this.#position), 'a value');
    NUMBER.lastIndex = this.#position;
    const number = NUMBER.exec(this.#text)?.[0];
    if (number !== undefined) {
      this.#position += number.length;
      return new ExactNumber(number);
    }
    for (const [word, value] of WORDS) {
      if (!this.#text.startsWith(word, this.#position)) continue;
      this.#position += word.length;
      return value;
    }
    throw this.#unexpected('a value');
  }

  /** Whether another element follows. */
  #acceptComma(closing: string): boolean {
    return this.#accept(',') && !(this.#lexis && this.peek() === closing);
  }

  #accept(character: string): boolean {
    if (this.peek() !== character) return false;
    this.#position++;
    return true;
  }

  #expect(character: string, what: string): void {
    if (!this.#accept(character)) throw this.#unexpected(what);
  }

  #unexpected(expected: string): Error {
    const before = this.#text.slice(0, this.#position);
    const line = this.#firstLine + (before.match(/\n/g)?.length ?? 0);
    const column = this.#position - before.lastIndexOf('\n');
    const where = `line ${line}, column ${column}`;
    if (this.peek() === '') return truncated(`expected ${expected} in ${where}`, { line, column });
    return corrupt(`expected ${expected} in ${where}`, { line, column });
  }
}

function indexOfName(names: readonly string[], name: string, lookup: Map<string, number>): number {
  if (names.length < SEARCHED_NAMES) return names.indexOf(name);
  if (lookup.size < names.length)
    for (let index = lookup.size; index < names.length; index++) lookup.set(names[index]!, index);
  return lookup.get(name) ?? -1;
}
