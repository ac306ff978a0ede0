import type {
  Block,
  Box,
  Field,
  Inline,
  Link,
  ListPlace,
  Paragraph,
  Heading,
  Text,
  TextStyle,
  Unshown,
} from '../model.ts';
import { FieldTracker } from '../docx/fields.ts';
import { MarkedTable, type CellDefinition } from './marked-table.ts';

/** What is known of a paragraph when it ends. */
export interface ParagraphEnd {
  /** How many tables it is in, one in the other. */
  readonly depth: number;
  readonly heading?: { readonly level: number; readonly isTitle?: true };
  readonly list?: ListPlace;
}

interface TextAttributes {
  readonly style?: TextStyle | undefined;
  readonly unshown?: Unshown | undefined;
}

interface OpenLink {
  readonly link: Link;
  isUsed: boolean;
}

/** Tables that are in one another; what says that there are more is damaged. */
const MAX_DEPTH = 32;

/**
 * Puts together the blocks of one text of a Word document, binary or RTF: characters one after the other, in which marks
 * end paragraphs, cells and rows, and begin and end fields.
 */
export class StoryBuilder {
  readonly fields: FieldTracker;
  readonly #blocks: Block[] = [];
  /** The innermost last. */
  readonly #tables: MarkedTable[] = [];
  readonly #links: (OpenLink | undefined)[] = [];
  /** Fields whose codes are being read. */
  #codes = 0;
  /** Inlines before the result of the field that is innermost. */
  #resultStart = 0;
  #inlines: Inline[] = [];
  #boxes: Box[] = [];

  constructor(hasBookmark?: (name: string) => boolean) {
    this.fields = new FieldTracker({ hasBookmark });
  }

  /** The blocks that are whole, which are given away. */
  take(): Block[] {
    return this.#blocks.splice(0);
  }

  /** Ends the text, and gives what is left of it. */
  finish(end: ParagraphEnd = { depth: 0 }): Block[] {
    if (this.#inlines.length > 0 || this.#boxes.length > 0) this.endParagraph(end);
    this.#closeTables(0);
    return this.take();
  }

  get isEmpty(): boolean {
    return this.#inlines.length === 0;
  }

  addText(text: string, { style, unshown }: TextAttributes = {}): void {
    if (this.#codes > 0) {
      this.fields.addCode(text);
      return;
    }
    const link = this.#links.findLast((open) => open !== undefined);
    if (link) link.isUsed = true;
    const field: Field | undefined = this.fields.current;
    const last = this.#inlines.at(-1);
    const isSame =
      last?.kind === 'text' &&
      last.style === style &&
      last.link === link?.link &&
      last.field === field &&
      last.unshown === unshown;
    if (isSame) this.#inlines[this.#inlines.length - 1] = { ...last, text: last.text + text };
    else {
      this.#inlines.push({
        kind: 'text',
        text,
        ...(style && { style }),
        ...(link && { link: link.link }),
        ...(field && { field }),
        ...(unshown && { unshown }),
      } satisfies Text);
    }
  }

  add(inline: Exclude<Inline, Text>): void {
    if (this.#codes > 0) return;
    const link = this.#links.findLast((open) => open !== undefined);
    if (inline.kind === 'image' && link) {
      link.isUsed = true;
      this.#inlines.push({ ...inline, link: link.link });
    } else this.#inlines.push(inline);
  }

  /** A box follows the paragraph that it is anchored in. */
  addBox(box: Box): void {
    if (this.#codes === 0) this.#boxes.push(box);
  }

  beginField(): void {
    this.fields.begin();
    this.#links.push(undefined);
    this.#codes++;
  }

  /** From here on comes what the innermost field shows. */
  separateField(): void {
    if (this.#links.length === 0 || this.fields.hasResult) return;
    this.fields.separate();
    this.#codes--;
    this.#resultStart = this.#inlines.length;
    const href = this.fields.target;
    if (href !== undefined) this.#links[this.#links.length - 1] = { link: { href }, isUsed: false };
  }

  /**
   * Ends the innermost field. One without a result, or with an empty one, may show what its code says, and a link
   * without text is one as well.
   */
  endField(): void {
    if (this.#links.length === 0) return;
    const isEmpty = !this.fields.hasResult || this.#inlines.length === this.#resultStart;
    const shown = isEmpty ? this.fields.shownByCode : '';
    this.separateField();
    const link = this.#links.at(-1);
    if (shown !== '' || link?.isUsed === false) this.addText(shown);
    this.#links.pop();
    this.fields.end();
  }

  /** A field that has no result yet: programs compute it. */
  addField(code: string): void {
    this.beginField();
    this.addText(code);
    this.separateField();
    this.addText('');
    this.endField();
  }

  endParagraph({ depth, heading, list }: ParagraphEnd): void {
    this.#openTables(depth);
    // In a table nothing is a heading, whatever its style: no outline has it.
    const isHeading = heading !== undefined && this.#tables.length === 0;
    const inlines = isHeading ? withoutWeight(this.#inlines) : this.#inlines;
    const about = { inlines, ...(list && { list }) };
    const block: Paragraph | Heading = isHeading
      ? { kind: 'heading', level: heading.level, ...(heading.isTitle && { isTitle: true }), ...about }
      : { kind: 'paragraph', ...about };
    if (this.#inlines.length > 0) this.#place(block);
    for (const box of this.#boxes) this.#place(box);
    this.#inlines = [];
    this.#boxes = [];
  }

  endCell(end: ParagraphEnd): void {
    const depth = Math.max(1, end.depth);
    this.endParagraph({ ...end, depth });
    this.#tables.at(-1)?.endCell();
  }

  /** Ends the row of the innermost table, or of that at a depth. */
  endRow(cells: readonly CellDefinition[], depth = this.#tables.length): void {
    this.#closeTables(Math.max(1, depth));
    this.#tables.at(-1)?.endRow(cells);
  }

  #openTables(wanted: number): void {
    const depth = Math.min(wanted, MAX_DEPTH);
    this.#closeTables(depth);
    while (this.#tables.length < depth) this.#tables.push(new MarkedTable());
  }

  #closeTables(depth: number): void {
    while (this.#tables.length > depth) {
      for (const block of this.#tables.pop()!.finish()) this.#place(block);
    }
  }

  #place(block: Block): void {
    const table = this.#tables.at(-1);
    if (table) table.add(block);
    else this.#blocks.push(block);
  }
}

/** That all of a heading is bold is how headings are formatted: programs write it beside the style that says so. */
function withoutWeight(inlines: readonly Inline[]): readonly Inline[] {
  const isBold = (inline: Inline): boolean =>
    inline.kind !== 'text' || inline.style?.bold === true || !/\S/.test(inline.text);
  if (!inlines.every(isBold)) return inlines;
  return inlines.map((inline) => {
    if (inline.kind !== 'text' || !inline.style) return inline;
    const { style, ...rest } = inline;
    const { bold: _, ...others } = style;
    return Object.keys(others).length === 0 ? rest : { ...rest, style: others };
  });
}
