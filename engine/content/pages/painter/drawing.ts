import { ConversionError } from '../../../contract/errors.ts';

/** What the elements of one SVG refer to, each defined once, and how large the file grows. */
export class Definitions {
  readonly #parts: string[] = [];
  readonly #ids = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  readonly #mostChars: number;
  #chars = 0;

  constructor(mostChars: number) {
    this.#mostChars = mostChars;
  }

  /** The id of what `key` stands for; `write` makes the element when it is asked for the first time. */
  once(key: string, prefix: string, write: (id: string) => string): string {
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.newId(prefix);
    this.#ids.set(key, id);
    this.add(write(id));
    return id;
  }

  has(key: string): boolean {
    return this.#ids.has(key);
  }

  /** An element that is defined where it is painted first. */
  remember(key: string, prefix: string): string {
    const id = this.newId(prefix);
    this.#ids.set(key, id);
    return id;
  }

  newId(prefix: string): string {
    const count = (this.#counts.get(prefix) ?? 0) + 1;
    this.#counts.set(prefix, count);
    return `${prefix}${count}`;
  }

  add(element: string): void {
    this.spend(element.length);
    this.#parts.push(element);
  }

  /** Throws `input_too_complex` when the drawing is larger than what readers of XML take. */
  spend(chars: number): void {
    this.#chars += chars;
    if (this.#chars <= this.#mostChars) return;
    throw new ConversionError({
      code: 'input_too_complex',
      message:
        `A page makes a drawing of more than ${this.#mostChars} characters. ` +
        'Convert the other pages with the option pages, or convert to PNG.',
      details: { limit: 'xmlChars', allowed: this.#mostChars },
    });
  }

  toString(): string {
    return this.#parts.length === 0 ? '' : `<defs>${this.#parts.join('')}</defs>`;
  }
}

/** Elements in the order in which they are painted. Those that are clipped and masked alike share a group. */
export class Layer {
  readonly #definitions: Definitions;
  readonly #parts: string[] = [];
  #shared = '';

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
  }

  /** `attributes` of the group around the element; one that blends with what is below is in a group of its own. */
  add(element: string, attributes: string, { alone = false } = {}): void {
    this.#definitions.spend(element.length);
    if (alone) {
      this.#close();
      this.#parts.push(`<g${attributes}>${element}</g>`);
      return;
    }
    if (attributes !== this.#shared) {
      this.#close();
      if (attributes !== '') this.#parts.push(`<g${attributes}>`);
      this.#shared = attributes;
    }
    this.#parts.push(element);
  }

  #close(): void {
    if (this.#shared !== '') this.#parts.push('</g>');
    this.#shared = '';
  }

  finish(): string {
    this.#close();
    return this.#parts.join('');
  }
}
