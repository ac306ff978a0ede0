import { COMPUTED, type OutlineBlock } from '../../../contract/outline.ts';
import type { DocumentFacts } from '../../../contract/facts.ts';
import { normaliseText, separateMarginLines, splitText, withoutListMarkers, wordsAndGapsOf } from '../inspect-text.ts';

/** The words of a document in its order, each with its block. */
export interface Words {
  readonly vocabulary: Vocabulary;
  readonly blocks: readonly OutlineBlock[];
  readonly ids: Int32Array;
  readonly blockOf: Int32Array;
  /** Words before which a program writes something again, or behind the last of which: a field, the mark of a note. */
  readonly computed: ReadonlySet<number>;
  /**
   * What stands before and after each word in its block, white space as one space, by its number in `vocabulary.gaps`; on
   * both sides what is between two.
   */
  readonly before: Int32Array;
  readonly after: Int32Array;
}

/** Strings by their numbers: a book repeats its words, and what is between them, thousands of times. */
class StringTable {
  readonly strings: string[] = [];
  readonly #ids = new Map<string, number>();

  idOf(text: string): number {
    let id = this.#ids.get(text);
    if (id === undefined) {
      id = this.strings.length;
      this.#ids.set(text, id);
      this.strings.push(text);
    }
    return id;
  }
}

/** Numbers of which there will be nobody knows how many. */
class NumberList {
  #numbers = new Int32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#numbers.length) {
      const longer = new Int32Array(2 * this.length);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[this.length++] = value;
  }

  finish(): Int32Array {
    return this.#numbers.slice(0, this.length);
  }
}

/** The words of both sides by their numbers, and what is between words by theirs. */
export class Vocabulary {
  readonly #words = new StringTable();
  readonly #gaps = new StringTable();

  get words(): readonly string[] {
    return this.#words.strings;
  }

  get gaps(): readonly string[] {
    return this.#gaps.strings;
  }

  idOf(word: string): number {
    return this.#words.idOf(word);
  }

  /** The words of blocks, in the order that the blocks are given in. */
  wordsOf(blocks: readonly OutlineBlock[]): Words {
    const [ids, blockOf, before, after] = [new NumberList(), new NumberList(), new NumberList(), new NumberList()];
    const computed = new Set<number>();
    for (const [index, { text }] of blocks.entries()) {
      for (const [piece, between] of text.split(COMPUTED).entries()) {
        if (piece > 0) computed.add(ids.length);
        const parts = wordsAndGapsOf(normaliseText(between));
        for (let at = 1; at < parts.length; at += 2) {
          ids.push(this.idOf(parts[at]!));
          blockOf.push(index);
          before.push(this.#gaps.idOf(spaced(parts[at - 1]!)));
          after.push(this.#gaps.idOf(spaced(parts[at + 1]!)));
        }
      }
    }
    const numbers = { ids: ids.finish(), blockOf: blockOf.finish(), before: before.finish(), after: after.finish() };
    return { vocabulary: this, blocks, computed, ...numbers };
  }
}

export function gapBefore({ vocabulary, before }: Words, at: number): string {
  return vocabulary.gaps[before[at]!]!;
}

export function gapAfter({ vocabulary, after }: Words, at: number): string {
  return vocabulary.gaps[after[at]!]!;
}

const spaced = (gap: string): string => (gap === '' || gap === ' ' ? gap : gap.replace(/\s+/g, ' '));

function withLabel(block: OutlineBlock): OutlineBlock {
  const label = block.item?.label;
  return label === undefined ? block : { ...block, text: `${label} ${block.text}` };
}

/** Hyphen at the end of a line between two letters: the two halves are one word. */
const LINE_END_HYPHEN = /(\p{L})[-\u00ad\u2010]\s*[\r\n]\s*(?=\p{Ll})/gu;

/** The blocks of a document: those of its outline, or the lines of its text where the reader knows no more. */
export function blocksOf(document: DocumentFacts, isSource: boolean): readonly OutlineBlock[] {
  // What a source has as text may be the label of an item in a result.
  if (document.blocks) return isSource ? document.blocks : document.blocks.map(withLabel);
  // Lines that come back on every page are of no paragraph; of a result they are left over when all others are found.
  const parts = splitText(document.text);
  const { pages, asides } = isSource ? separateMarginLines(parts) : parts;
  const blocks: OutlineBlock[] = [];
  const addLines = (text: string, about: Pick<OutlineBlock, 'place' | 'page'>): void => {
    const whole = text.replace(LINE_END_HYPHEN, '$1');
    for (const line of (isSource ? withoutListMarkers(whole) : whole).split(/[\r\n]+/)) {
      if (line.trim() !== '') blocks.push({ kind: 'paragraph', text: line, ...about });
    }
  };
  for (const [index, page] of pages.entries()) {
    addLines(page, { place: 'body', ...(document.pages !== undefined && { page: index + 1 }) });
  }
  const margins = new Set((document.margins ?? '').split('\n'));
  for (const line of asides.split(/[\r\n]+/)) addLines(line, { place: margins.has(line) ? 'margin' : 'box' });
  addLines(document.unshown ?? '', { place: 'speaker' });
  return blocks;
}

/** The cells of the sheets of a workbook, each line of its text a row. */
export function cellsOfSheets({ text, unshown = '' }: DocumentFacts): readonly OutlineBlock[] {
  const { pages, asides } = splitText(text);
  const cells = pages.flatMap((sheet, table) =>
    sheet.split(/[\r\n]+/).flatMap((row, at) =>
      row.split('\t').map((cell, column): OutlineBlock => ({
        ...{ kind: 'paragraph', place: 'body', text: cell },
        cell: [table + 1, at + 1, column + 1],
      })),
    ),
  );
  const beside = (lines: string, place: OutlineBlock['place']): OutlineBlock[] =>
    lines.split(/[\r\n]+/).map((line) => ({ kind: 'paragraph', place, text: line }));
  return [...cells, ...beside(asides, 'box'), ...beside(unshown, 'unshown')].filter(
    ({ text: cell }) => cell.trim() !== '',
  );
}
