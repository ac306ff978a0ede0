import { ConversionError } from '../../contract/errors.ts';
import { openCompoundFile } from '../../io/compound-file.ts';
import { FileInformation } from '../../content/document/doc/file-information.ts';
import { Formatting, readPages, withLookOfNext, withPlainPart } from '../../content/document/doc/formatting.ts';
import { modifiersIn, valueOf } from '../../content/document/doc/modifiers.ts';
import { readPieces, type Piece } from '../../content/document/doc/pieces.ts';
import { openDoc } from '../../content/document/doc/reader.ts';

/** Modifiers that say that a character was deleted, and that a paragraph is in a table ([MS-DOC] 2.6.1, 2.6.2). */
const DELETED = 0x0800;
const IN_TABLE = 0x2416;
const PARAGRAPH_MARK = '\r';

/**
 * A document of Word 97–2003 whose deleted paragraph marks, where changes were tracked, say what LibreOffice needs:
 * - Before a table, none is deleted. A paragraph cannot be joined with a table, but LibreOffice takes all of the
 *   paragraph for deleted, and drops what was inserted into it.
 * - Elsewhere, the paragraph is as the one that it was joined with. That one gives the joined paragraph its style, but
 *   LibreOffice takes the style of the first: a heading after a deleted blank line is none.
 */
export function withReadableDoc(document: Uint8Array): Uint8Array {
  try {
    return withJoinedParagraphs(document);
  } catch (error) {
    // Of an older version, or damaged: LibreOffice says what it makes of it.
    if (error instanceof ConversionError) return document;
    throw error;
  }
}

function withJoinedParagraphs(document: Uint8Array): Uint8Array {
  const file = openCompoundFile(document);
  const { main, table } = openDoc(file);
  const information = new FileInformation(main, table);
  const paragraphs = information.part('paragraphs');
  const deleted = [...readPages(main, information.part('characters'), 'characters')]
    .map((page) => ({ ...page, runs: page.runs.filter(({ modifiers }) => says(modifiers, DELETED)) }))
    .filter(({ runs }) => runs.length > 0);
  if (deleted.length === 0) return document;
  const { text, pieces } = readPieces(main, information.part('pieces'));
  const tables = new Tables(pieces, new Formatting(main, paragraphs, 'paragraphs'));
  const changed = Uint8Array.from(document);
  const replace = (start: number, page: Uint8Array): void => {
    const place = file.placeOf('WordDocument', start);
    if (place !== undefined) changed.set(page, place);
  };
  const joined = new Set<number>();
  for (const { start, bytes, runs } of deleted) {
    let page = bytes;
    for (const run of runs) {
      for (const { at, start: byte, end, isLast } of charactersOf(pieces, run)) {
        if (text[at] !== PARAGRAPH_MARK || tables.have(at)) continue;
        if (tables.have(at + 1)) page = withPlainPart(page, byte, end) ?? page;
        else if (!isLast) joined.add(end);
      }
    }
    replace(start, page);
  }
  if (joined.size === 0) return changed;
  let next: Uint8Array | undefined;
  for (const { start, bytes } of [...readPages(main, paragraphs, 'paragraphs')].reverse()) {
    const { page, first } = withLookOfNext(bytes, joined, next);
    replace(start, page);
    next = first;
  }
  return changed;
}

class Tables {
  readonly #pieces: readonly Piece[];
  readonly #paragraphs: Formatting;

  constructor(pieces: readonly Piece[], paragraphs: Formatting) {
    this.#pieces = pieces;
    this.#paragraphs = paragraphs;
  }

  /** Whether a character is in a table. */
  have(at: number): boolean {
    const piece = this.#pieces.find(({ start, end }) => start <= at && at < end);
    if (!piece) return false;
    const { modifiers } = this.#paragraphs.at(piece.byte + (at - piece.start) * piece.width);
    return says(modifiers.subarray(2), IN_TABLE);
  }
}

function says(modifiers: Uint8Array, code: number): boolean {
  return [...modifiersIn(modifiers)].some((modifier) => modifier.code === code && valueOf(modifier) !== 0);
}

/** The characters of a run of bytes: their places in the text, their bytes, and whether a piece ends with them. */
function* charactersOf(
  pieces: readonly Piece[],
  run: { readonly start: number; readonly end: number },
): Generator<{ readonly at: number; readonly start: number; readonly end: number; readonly isLast: boolean }> {
  for (const piece of pieces) {
    const { byte, width } = piece;
    const last = byte + (piece.end - piece.start) * width;
    for (let start = Math.max(run.start, byte); start < Math.min(run.end, last); start += width) {
      yield { at: piece.start + (start - byte) / width, start, end: start + width, isLast: start + width === last };
    }
  }
}
