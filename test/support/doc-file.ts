import type { CompoundFile } from '../../engine/io/compound-file.ts';
import { FileInformation, type Part } from '../../engine/content/document/doc/file-information.ts';

/** Characters of one look, as a document of Word 97 keeps them. */
export interface DocRun {
  readonly text: string;
  readonly modifiers?: readonly number[];
}

/** What the paragraph is that ends with the next mark of one. */
export interface DocParagraph {
  readonly style?: number;
  readonly modifiers?: readonly number[];
}

export interface DocParts {
  readonly runs: readonly DocRun[];
  /** One for each mark of a paragraph, a cell or a row, in their order. */
  readonly paragraphs?: readonly DocParagraph[];
  readonly tables?: Partial<Record<Part, Uint8Array>>;
  /** Beside those of the text. */
  readonly streams?: Readonly<Record<string, Uint8Array>>;
  /** How many of the characters belong to the footnotes, behind those of the body. */
  readonly footnoteChars?: number;
}

const TEXT_AT = 0x400;
const PAGE = 512;

/** A document of Word 97 in memory: its text in one piece, one page of formatting for characters and one for paragraphs. */
export function docFile({
  runs,
  paragraphs = [],
  tables = {},
  streams: others = {},
  footnoteChars = 0,
}: DocParts): CompoundFile {
  const text = runs.map((run) => run.text).join('');
  const pages = Math.ceil((TEXT_AT + 2 * text.length) / PAGE);
  const main = Buffer.alloc((pages + 2) * PAGE);
  main.writeUInt16LE(0xa5ec, 0);
  main.writeInt32LE(text.length - footnoteChars, 0x4c);
  main.writeInt32LE(footnoteChars, 0x50);
  main.write(text, TEXT_AT, 'utf16le');
  const ends = [...text].flatMap((mark, index) => (mark === '\r' || mark === '\u0007' ? [index + 1] : []));
  writePage(main, pages, { runs: runs.map((run) => [run.text.length, run.modifiers ?? []]), isOfParagraphs: false });
  writePage(main, pages + 1, {
    runs: ends.map((end, index) => {
      const { style = 0, modifiers = [] } = paragraphs[index] ?? {};
      return [end - (ends[index - 1] ?? 0), [style & 255, style >> 8, ...modifiers]];
    }),
    isOfParagraphs: true,
  });
  const end = TEXT_AT + 2 * text.length;
  const piece = Buffer.alloc(5 + 16);
  piece[0] = 2;
  piece.writeUInt32LE(16, 1);
  piece.writeUInt32LE(text.length, 9);
  piece.writeUInt32LE(TEXT_AT, 15);
  const parts = {
    pieces: piece,
    characters: words(TEXT_AT, end, pages),
    paragraphs: words(TEXT_AT, end, pages + 1),
    ...tables,
  };
  const streams: Record<string, Uint8Array> = { ...others, WordDocument: main, '0Table': writeTable(main, parts) };
  return { names: Object.keys(streams), read: (path) => streams[path], placeOf: () => undefined };
}

/** Numbers of four bytes. */
export function words(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeInt32LE(number, 4 * index);
  return bytes;
}

interface PageContent {
  readonly runs: readonly (readonly [length: number, modifiers: readonly number[]])[];
  readonly isOfParagraphs: boolean;
}

function writePage(main: Buffer, number: number, { runs, isOfParagraphs }: PageContent): void {
  const page = main.subarray(number * PAGE, (number + 1) * PAGE);
  page[PAGE - 1] = runs.length;
  const entry = isOfParagraphs ? 13 : 1;
  let place = PAGE - 2;
  let byte = TEXT_AT;
  page.writeUInt32LE(byte, 0);
  for (const [index, [length, modifiers]] of runs.entries()) {
    byte += 2 * length;
    page.writeUInt32LE(byte, 4 * (index + 1));
    if (modifiers.length === 0) continue;
    const isOdd = modifiers.length % 2 === 1;
    const size = isOfParagraphs
      ? isOdd
        ? [(modifiers.length + 1) / 2]
        : [0, modifiers.length / 2]
      : [modifiers.length];
    place = (place - modifiers.length - size.length) & ~1;
    page.set([...size, ...modifiers], place);
    page[4 * (runs.length + 1) + entry * index] = place / 2;
  }
}

/** Writes the parts one after the other, and their places into the main stream. */
function writeTable(main: Buffer, parts: Partial<Record<Part, Uint8Array>>): Uint8Array {
  let table = Buffer.alloc(0);
  for (const [name, bytes] of Object.entries(parts) as [Part, Uint8Array][]) {
    const at = FileInformation.placeOf(name);
    main.writeUInt32LE(table.byteLength, at);
    main.writeUInt32LE(bytes.byteLength, at + 4);
    table = Buffer.concat([table, bytes]);
  }
  return table;
}
