import {
  childrenOf,
  hasText,
  inlinesOf,
  joinTexts,
  paragraph,
  text,
  walk,
  type Aside,
  type Block,
  type Code,
  type Heading,
  type Margin,
  type Inline,
  type Mark,
  type Note,
  type NoteMark,
  type Paragraph,
  type Image,
  type Quote,
  type Rule,
  type Table,
  type TableCell,
  type Text,
} from './model.ts';
import { slideInFlow } from './slide-flow.ts';

/** What is left of a document for formats without pages and boxes: blocks one after the other, text in their lines. */
export type FlowBlock = FlowParagraph | FlowHeading | FlowTable | Image | Code | FlowQuote | Rule | FlowAside | Mark;

export interface FlowParagraph extends Paragraph {
  readonly inlines: readonly Text[];
}

interface FlowHeading extends Heading {
  readonly inlines: readonly Text[];
}

/** Its blocks are of the flow that it is in: they must be walked before the next block is asked for. */
interface FlowQuote extends Omit<Quote, 'blocks'> {
  readonly blocks: Iterable<FlowBlock>;
}

interface FlowAside extends Omit<Aside, 'blocks'> {
  readonly blocks: Iterable<FlowBlock>;
}

export interface FlowTable extends Omit<Table, 'rows'> {
  readonly rows: Iterable<readonly FlowCell[]>;
}

export interface FlowCell extends Omit<TableCell, 'blocks'> {
  readonly inlines: readonly Text[];
}

/**
 * Brings blocks into one flow: boxes dissolved, headers where they come, footers and then the notes at the end. A table
 * must be walked before the next block is asked for: the images of its cells follow it.
 */
export function* inFlow(blocks: Iterable<Block>): Generator<FlowBlock> {
  const flow = new Flow();
  yield* flow.blocks(blocks);
  yield* flow.end();
}

class Flow {
  readonly #headers = new Map<string, Block>();
  readonly #footers = new Map<string, Block>();
  #isOnSlide = false;
  readonly #notes: Block[] = [];
  /** The number of each note by its id. */
  readonly #numbers = new Map<string, number>();

  *blocks(blocks: Iterable<Block>): Generator<FlowBlock> {
    for (const block of blocks) if (!isLeftOut(block)) yield* this.#block(block);
  }

  *end(): Generator<FlowBlock> {
    yield* this.blocks(this.#footers.values());
    if (this.#notes.length > 0) yield { kind: 'aside', label: 'Notes', blocks: this.blocks(this.#notes) };
  }

  *#block(block: Block): Generator<FlowBlock> {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        yield* this.#line(block);
        yield* imagesIn(block);
        return;
      case 'table':
        return yield* this.#table(block);
      case 'box':
        return yield* this.blocks(block.blocks);
      case 'page':
        this.#isOnSlide = true;
        yield* this.blocks(slideInFlow(block));
        this.#isOnSlide = false;
        return;
      case 'margin':
        return yield* this.#margin(block);
      case 'note':
        return this.#addNote(block);
      case 'quote':
      case 'aside':
        yield { ...block, blocks: this.blocks(block.blocks) };
        return;
      default:
        yield block;
    }
  }

  *#line(block: Paragraph | Heading): Generator<FlowBlock> {
    const inlines = this.#texts(block.inlines);
    if (hasText(inlines)) yield { ...block, inlines };
  }

  /** Headers and footers of many kinds of pages say the same: each once. */
  *#margin({ edge, blocks }: Margin): Generator<FlowBlock> {
    const known = edge === 'header' ? this.#headers : this.#footers;
    for (const block of blocks) {
      const key = JSON.stringify(block);
      if (known.has(key)) continue;
      known.set(key, block);
      if (edge === 'header') yield* this.#block(block);
    }
  }

  *#table(table: Table): Generator<FlowBlock> {
    const images: Image[] = [];
    const flat = ({ blocks, ...about }: TableCell): FlowCell => {
      for (const block of walk(blocks, isLeftOut)) {
        images.push(...imagesIn(block));
        if (block.kind === 'note') this.#addNote(block);
      }
      return { ...about, inlines: this.#texts(linesOf(blocks)) };
    };
    const { rows } = table;
    function* flatRows(): Generator<FlowCell[]> {
      for (const row of rows) yield row.map(flat);
    }
    yield { ...table, rows: flatRows() };
    yield* images;
  }

  #addNote(note: Note): void {
    if (note.note === 'comment') return;
    this.#notes.push(paragraph([text(`[${this.#numberOf(note)}] `), ...linesOf(note.blocks)]));
  }

  #texts(inlines: readonly Inline[]): Text[] {
    return joinTexts(inlines.flatMap((inline) => this.#text(inline)));
  }

  #text(inline: Inline): Text[] {
    if (inline.kind === 'text') return this.#isLeftOut(inline) ? [] : [withNamedLink(inline)];
    if (inline.kind === 'formula') return [text(inline.text)];
    return inline.kind === 'note-mark' && inline.note !== 'comment' ? [text(`[${this.#numberOf(inline)}]`)] : [];
  }

  /** Numbers of pages say nothing where there are none, nor does the day on which a slide was shown. */
  #isLeftOut({ field }: Text): boolean {
    if (field === undefined) return false;
    const isComputed = field.isComputed && (this.#isOnSlide || /^page-(?:number|count)$/.test(field.field));
    return isComputed || field.field === 'ruby';
  }

  #numberOf({ id }: Note | NoteMark): number {
    const number = this.#numbers.get(id) ?? this.#numbers.size + 1;
    this.#numbers.set(id, number);
    return number;
  }
}

/** The image that a block is, or those in its line. */
function imagesIn(block: Block): Image[] {
  const inlines = block.kind === 'image' ? [block] : inlinesOf(block);
  return inlines.filter((inline) => inline.kind === 'image').filter((image) => !isLeftOut(image));
}

/** Hidden slides are told apart by their words; what may or may not be shown is. */
function isLeftOut({ kind, unshown }: Block): boolean {
  if (kind === 'page') return false;
  if (kind === 'image' && unshown === 'uncertain') return true;
  return unshown === 'hidden' || unshown === 'deleted' || unshown === 'comment';
}

/** A link into the presentation leads nowhere outside of it. */
function withNamedLink({ link, ...plain }: Text): Text {
  return link === undefined || link.href === '' ? plain : { ...plain, link };
}

/** What a line can hold of the blocks of a cell: their text line by line, of a table inside it row by row. */
function linesOf(blocks: readonly Block[]): readonly Inline[] {
  const [first] = blocks;
  if (blocks.length === 1 && first!.kind === 'paragraph') return first.inlines;
  const lines = blocks.flatMap(lineOf).filter(hasText);
  return lines.flatMap((inlines, index) => (index === 0 ? inlines : [text('\n'), ...inlines]));
}

function lineOf(block: Block): (readonly Inline[])[] {
  if (block.kind === 'paragraph' || block.kind === 'heading') return [block.inlines];
  if (block.kind === 'code') return [[text(block.text)]];
  if (block.kind === 'note' || isLeftOut(block)) return [];
  if (block.kind !== 'table') return Array.from(childrenOf(block)).flatMap(lineOf);
  return Array.from(block.rows, (row) =>
    row.flatMap(({ blocks }, index) => (index === 0 ? linesOf(blocks) : [text(' '), ...linesOf(blocks)])),
  );
}
