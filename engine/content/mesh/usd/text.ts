import { corruptMesh, tooComplex, truncatedMesh } from '../failures.ts';
import { SPECIFIERS, type Layer, type Prim, type Property, type Value } from './layer.ts';

const MAGIC = /^#usda 1\.\d/;
const TOKEN =
  /(?:\s|#[^\n]*(?:\n|$))*(?:("""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(@@@[^]*?@@@|@[^@\n]*@)|(<[^>\n]*>)|([-+]?(?:\d[\d.]*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.])|[-+]?(?:inf|nan)\b)|([\p{L}_][\p{L}\p{N}_:]*(?:\.[A-Za-z][\w:]*)*(?:\[\])?)|([()[\]{}=,;.&:]))/uy;
const SPECIFIER_WORDS: ReadonlySet<string> = new Set(SPECIFIERS);
const LIST_OPERATIONS: ReadonlySet<string> = new Set(['add', 'prepend', 'append', 'delete', 'reorder']);
const QUALIFIERS: ReadonlySet<string> = new Set(['custom', 'uniform', 'varying', 'config']);
const KINDS = ['string', 'asset', 'path', 'number', 'word', 'mark'] as const;
/** Arrays of numbers and of tuples of them: most of the text of a large model. */
const NUMBERS = /^[-+\d.eE,\s()]*$/;
const END = { kind: 'end', text: '' } as const;

/** Of a prim, or of the variant that is chosen. */
interface Body {
  readonly metadata: ReadonlyMap<string, Value>;
  readonly properties: Map<string, Property>;
  readonly children: Prim[];
}

interface Token {
  readonly kind: (typeof KINDS)[number] | 'end';
  readonly text: string;
}

/**
 * Reads a layer of Universal Scene Description as text (`usda`): prims with their properties and metadata. Variants are read
 * as the selection of each set says. Throws `input_corrupt`, `input_truncated` and
 * `input_too_complex`.
 */
export function readTextLayer(text: string, limits: { readonly nesting: number }): Layer {
  if (!MAGIC.test(text)) throw corruptMesh('it is no layer of Universal Scene Description');
  return new LayerParser(text, limits.nesting).layer();
}

class LayerParser {
  readonly #text: string;
  readonly #maxDepth: number;
  /** After the token that comes next. */
  #at: number;
  #next: Token = END;
  #depth = 0;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
    this.#at = text.indexOf('\n') + 1 || text.length;
    this.#advance();
  }

  layer(): Layer {
    const metadata = this.#isMark('(') ? this.#metadata() : new Map<string, Value>();
    const prims: Prim[] = [];
    while (this.#next.kind !== 'end') {
      if (SPECIFIER_WORDS.has(this.#next.text)) prims.push(this.#prim(''));
      else this.#property(new Map());
    }
    return { metadata, prims };
  }

  #advance(): Token {
    const current = this.#next;
    TOKEN.lastIndex = this.#at;
    const found = TOKEN.exec(this.#text);
    if (!found) {
      if (/^(?:\s|#[^\n]*(?:\n|$))*$/.test(this.#text.slice(this.#at, this.#at + 10_000))) this.#next = END;
      else throw corruptMesh('its text cannot be read');
      this.#at = this.#text.length;
      return current;
    }
    this.#at = TOKEN.lastIndex;
    const index = [1, 2, 3, 4, 5, 6].find((group) => found[group] !== undefined)!;
    this.#next = { kind: KINDS[index - 1]!, text: found[index]! };
    return current;
  }

  #isMark(mark: string): boolean {
    return this.#next.kind === 'mark' && this.#next.text === mark;
  }

  /** Whether the mark was there. */
  #skip(mark: string): boolean {
    const isThere = this.#isMark(mark);
    if (isThere) this.#advance();
    return isThere;
  }

  #expect(mark: string): void {
    if (this.#skip(mark)) return;
    throw this.#next.kind === 'end' ? truncatedMesh() : corruptMesh(`${mark} is missing in its text`);
  }

  #within<T>(read: () => T): T {
    if (++this.#depth > this.#maxDepth) throw tooComplex('nesting', this.#maxDepth, this.#depth);
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }

  #prim(parent: string): Prim {
    return this.#within(() => {
      const specifier = this.#advance().text as Prim['specifier'];
      const type = this.#next.kind === 'word' ? this.#advance().text : '';
      if (this.#next.kind !== 'string') throw corruptMesh('a prim has no name');
      const name = unquoted(this.#advance().text);
      const path = `${parent}/${name}`;
      const metadata = this.#isMark('(') ? this.#metadata() : new Map<string, Value>();
      const properties = new Map<string, Property>();
      const children: Prim[] = [];
      this.#body(path, { metadata, properties, children });
      return { specifier, type, name, path, metadata, properties, children };
    });
  }

  #body(path: string, own: Body): void {
    this.#expect('{');
    while (!this.#skip('}')) {
      if (SPECIFIER_WORDS.has(this.#next.text)) own.children.push(this.#prim(path));
      else if (this.#next.text === 'variantSet') this.#variants(path, own);
      else this.#property(own.properties);
    }
  }

  /** What the chosen variant adds; the others are passed over. */
  #variants(path: string, own: Body): void {
    this.#advance();
    const set = unquoted(this.#advance().text);
    const chosen = own.metadata.get(`variants.${set}`);
    this.#expect('=');
    this.#expect('{');
    while (!this.#skip('}')) {
      if (this.#next.kind !== 'string') throw corruptMesh('a variant has no name');
      const isChosen = unquoted(this.#advance().text) === chosen;
      if (this.#isMark('(')) this.#metadata();
      const variant = { metadata: own.metadata, properties: new Map<string, Property>(), children: [] as Prim[] };
      this.#within(() => this.#body(path, variant));
      if (!isChosen) continue;
      // What the prim says itself, and what a set before says, is stronger.
      for (const [name, property] of variant.properties)
        if (!own.properties.has(name)) own.properties.set(name, property);
      own.children.push(...variant.children);
    }
  }

  #property(into: Map<string, Property>): void {
    while (this.#next.kind === 'word' && (QUALIFIERS.has(this.#next.text) || LIST_OPERATIONS.has(this.#next.text)))
      this.#advance();
    if (this.#next.kind !== 'word')
      throw this.#next.kind === 'end' ? truncatedMesh() : corruptMesh('its text cannot be read');
    let type = this.#advance().text;
    // The type of an array whose brackets stand apart, and of a list in an order of its own.
    if (this.#skip('[')) {
      this.#expect(']');
      type += '[]';
    }
    const name = (this.#next as Token).kind === 'word' ? this.#advance().text : type;
    const value = this.#skip('=') ? this.#value() : undefined;
    const metadata = this.#isMark('(') ? this.#metadata() : new Map<string, Value>();
    this.#skip(';');
    into.set(name, { name, type, value, metadata });
  }

  /** In round brackets; what is in a dictionary is named with its own name and a point before. */
  #metadata(): Map<string, Value> {
    const found = new Map<string, Value>();
    this.#expect('(');
    while (!this.#skip(')')) {
      if (this.#next.kind === 'end') throw truncatedMesh();
      if (this.#next.kind === 'string' || this.#skip(';') || this.#skip(',')) {
        if (this.#next.kind === 'string') this.#advance();
        continue;
      }
      while (this.#next.kind === 'word' && LIST_OPERATIONS.has(this.#next.text)) this.#advance();
      const name = this.#advance().text;
      if (!this.#skip('=')) continue;
      if (this.#isMark('{')) for (const [key, value] of this.#dictionary()) found.set(`${name}.${key}`, value);
      else found.set(name, this.#value());
    }
    return found;
  }

  /** Entries with a type and a name, or samples by time. */
  #dictionary(): Map<string, Value> {
    return this.#within(() => {
      const found = new Map<string, Value>();
      this.#expect('{');
      while (!this.#skip('}')) {
        if (this.#next.kind === 'end') throw truncatedMesh();
        const first = this.#advance();
        // Between samples.
        if (first.kind === 'mark') continue;
        if (first.kind === 'number') {
          this.#expect(':');
          found.set(first.text, this.#value());
          continue;
        }
        let name = first.text;
        if (this.#skip('[')) this.#expect(']');
        const second = this.#next as Token;
        if (second.kind === 'word' || second.kind === 'string') name = this.#advance().text;
        this.#expect('=');
        found.set(unquoted(name), this.#value());
      }
      return found;
    });
  }

  #value(): Value {
    if (this.#isMark('{')) return [...this.#dictionary().values()];
    if (this.#isMark('[') || this.#isMark('(')) return this.#within(() => this.#list());
    const { kind, text } = this.#advance();
    if (kind === 'number') return numberOf(text);
    if (kind === 'string') return unquoted(text);
    if (kind === 'asset') return { asset: text.replace(/^@+|@+$/g, '') };
    if (kind === 'path') return { path: text.slice(1, -1) };
    if (kind === 'word') return text === 'true' ? true : text === 'false' ? false : text === 'None' ? undefined : text;
    throw kind === 'end' ? truncatedMesh() : corruptMesh('a value is missing in its text');
  }

  #list(): Value {
    const end = this.#isMark('[') ? this.#text.indexOf(']', this.#at) : -1;
    const body = end < 0 ? undefined : this.#text.slice(this.#at, end);
    if (body !== undefined && NUMBERS.test(body)) {
      this.#at = end + 1;
      this.#advance();
      return Float64Array.from(body.match(/[-+\d.eE]+/g) ?? [], Number);
    }
    const closing = this.#advance().text === '[' ? ']' : ')';
    const numbers: number[] = [];
    const values: Value[] = [];
    while (!this.#skip(closing)) {
      if (this.#skip(',') || this.#skip(';')) continue;
      if (this.#next.kind === 'end') throw truncatedMesh();
      if (this.#next.kind === 'number') {
        numbers.push(numberOf(this.#advance().text));
        continue;
      }
      const value = this.#value();
      if (value instanceof Float64Array) for (const number of value) numbers.push(number);
      else values.push(value);
    }
    return values.length > 0 ? values : Float64Array.from(numbers);
  }
}

function numberOf(text: string): number {
  return text.endsWith('inf') ? (text.startsWith('-') ? -Infinity : Infinity) : Number(text);
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function unquoted(text: string): string {
  const inside = /^("""|'''|["'])([^]*)\1$/.exec(text)?.[2];
  return inside === undefined ? text : inside.replaceAll(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter);
}
