import type { InputFile, RunContext } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import { KiB } from '../../contract/limits.ts';
import { bytePieces, headOf, isUtf8File } from '../../content/records/utf8-file.ts';
import { HEAD_ROWS } from '../../content/records/inspect.ts';
import { delimiterOfText } from './delimited.ts';
import { countDelimitedRows, countJsonElements, countLines, type RowCounter } from './row-counter.ts';

/** The first rows of a file as a text of the same format, and how many rows there are in all. */
export interface LargeFile {
  readonly head: string;
  readonly totalRows: number;
  /** Lines of delimited text in which a cell holds something, that with the names among them. */
  readonly filledLines?: number;
}

/** Bytes that tell the delimiter. */
const SAMPLE_BYTES = 64 * KiB;
const MARK_BYTES = 3;

/**
 * What a quick inspection reads of a large file, which never lies in memory as a whole: its first rows, and of the others how
 * many there are. Nothing for what only the whole text tells: another encoding, or another form than a list.
 */
export function detectLargeFile(file: InputFile, format: FormatId, context: RunContext): LargeFile | undefined {
  if (!isUtf8File(file)) return undefined;
  const sample = textOf(headOf(file, SAMPLE_BYTES));
  const counting = countingOf(format, sample);
  if (!counting) return undefined;
  const { counter, rowsBefore } = counting;
  let isMarked = Buffer.from(headOf(file, MARK_BYTES)).toString('latin1') === '\u00ef\u00bb\u00bf';
  const markBytes = isMarked ? MARK_BYTES : 0;
  for (const piece of bytePieces(file)) {
    context.signal.throwIfAborted();
    counter.add(isMarked ? piece.subarray(MARK_BYTES) : piece);
    isMarked = false;
  }
  const counted = counter.result();
  if (!counted || counted.count <= HEAD_ROWS + rowsBefore) return undefined;
  const head = textOf(headOf(file, counted.cut + markBytes));
  const { count, filled } = counted;
  return {
    head: format === 'json' ? `${head}]` : head,
    totalRows: count - rowsBefore,
    ...(filled !== undefined && { filledLines: filled - (rowsBefore - 1) }),
  };
}

interface Counting {
  readonly counter: RowCounter;
  /** Rows of the text that are none of the table: its header, and the line that names the delimiter. */
  readonly rowsBefore: number;
}

function countingOf(format: FormatId, sample: string): Counting | undefined {
  if (format === 'json') return { counter: countJsonElements(HEAD_ROWS), rowsBefore: 0 };
  if (format === 'ndjson') return { counter: countLines(HEAD_ROWS), rowsBefore: 0 };
  if (format !== 'csv' && format !== 'tsv') return undefined;
  const { delimiter, isDeclared } = delimiterOfText(sample, format === 'tsv' ? '\t' : undefined);
  const code = delimiter.charCodeAt(0);
  if (code >= 0x80) return undefined;
  const rowsBefore = isDeclared ? 2 : 1;
  return { counter: countDelimitedRows(code, HEAD_ROWS + rowsBefore), rowsBefore };
}

/** A character that the cut divides is none of what is looked at. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
