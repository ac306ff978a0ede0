import type { Block, Inline, ParagraphStyle, TextStyle } from '../opendocument/document.ts';

/** Something that holds up to a place in the text. */
export interface Run<Value> {
  readonly end: number;
  readonly value: Value;
}

/** What holds at each place, for places that are asked for in order. */
export class RunCursor<Value> {
  readonly #runs: readonly Run<Value>[];
  readonly #usual: Value;
  #index = 0;

  constructor(runs: readonly Run<Value>[], usual: Value) {
    this.#runs = runs;
    this.#usual = usual;
  }

  at(place: number): Value {
    const runs = this.#runs;
    if (this.#index > 0 && runs[this.#index - 1]!.end > place) this.#index = 0;
    while (this.#index < runs.length && runs[this.#index]!.end <= place) this.#index++;
    return runs[this.#index]?.value ?? this.#usual;
  }
}

/** Collects the paragraphs of a text. */
export class Paragraphs {
  readonly blocks: Block[] = [];
  #content: Inline[] = [];
  #text = '';
  #style: TextStyle = {};
  #breakBefore = false;

  add(character: string, style: TextStyle): void {
    if (style !== this.#style) this.#flush();
    this.#style = style;
    this.#text += character;
  }

  insert(inline: Inline): void {
    this.#flush();
    this.#content.push(inline);
  }

  breakPage(): void {
    this.#breakBefore = true;
  }

  end(style: ParagraphStyle): void {
    this.#flush();
    const own = this.#breakBefore ? { ...style, breakBefore: true } : style;
    this.blocks.push({ kind: 'paragraph', content: this.#content, style: own });
    this.#content = [];
    this.#breakBefore = false;
  }

  /** Ends what has been begun and not ended. */
  finish(style: ParagraphStyle): readonly Block[] {
    if (this.#text !== '' || this.#content.length > 0) this.end(style);
    return this.blocks;
  }

  #flush(): void {
    if (this.#text !== '') this.#content.push({ kind: 'text', text: this.#text, style: this.#style });
    this.#text = '';
  }
}
