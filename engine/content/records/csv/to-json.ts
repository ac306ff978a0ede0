import { utf8Bytes } from '../../../io/bytes.ts';
import type { InputFile } from '../../../contract/codec.ts';
import { KiB } from '../../../contract/limits.ts';
import { extendColumnNames, uniqueColumnNames } from '../table-columns.ts';
import { scannedPieces, textsOfCells } from './bytes.ts';
import type { ValueBudget } from '../errors.ts';
import { JsonBytes } from '../json/bytes.ts';

/** Bytes that are read at once, unless a row has more. */
const PIECE_BYTES = 256 * KiB;
/** Bytes that are written at once. */
const CHUNK_BYTES = 256 * KiB;
/** Lists of names for rows of other lengths than the header's; so many lengths are remembered. */
const MAX_KNOWN_LENGTHS = 64;

interface DirectTable {
  /** Of one byte. */
  readonly delimiter: string;
  /** Bytes before the header that are no data. */
  readonly skip: number;
  /** One object a line, or one array of all. */
  readonly ndjson: boolean;
  readonly budget: ValueBudget;
  readonly signal: AbortSignal;
  /** Is told the names of the columns as they stand in the file. */
  readonly onHeader?: (header: readonly string[]) => void;
  readonly pieceBytes?: number;
}

/** How rows are in the file, and the file without any. */
interface Frame {
  readonly beforeFirst: Uint8Array;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly end: Uint8Array;
  readonly empty: Uint8Array;
}

const ARRAY = frame({ beforeFirst: '[\n', before: ',\n', after: '}', end: '\n]\n', empty: '[]\n' });
const LINES = frame({ beforeFirst: '', before: '', after: '}\n', end: '', empty: '' });

function frame({ beforeFirst, before, after, end, empty }: Record<keyof Frame, string>): Frame {
  const [first, between, behind, last, none] = [beforeFirst, before, after, end, empty].map((text) =>
    utf8Bytes(text),
  ) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  return { beforeFirst: first, before: between, after: behind, end: last, empty: none };
}

/**
 * Delimited text in UTF-8 as JSON, byte by byte and without a value in between: what `readDelimited` and `writeJson`
 * make of it together, in a small part of their time.
 */
export function* delimitedToJson(file: InputFile, table: DirectTable): Generator<Uint8Array> {
  const { ndjson, budget, signal, pieceBytes = PIECE_BYTES } = table;
  const { beforeFirst, before, after, end, empty } = ndjson ? LINES : ARRAY;
  const json = new JsonBytes();
  let labelsOf: LabelsOf | undefined;
  let opening = beforeFirst;
  for (const { bytes, scanner } of scannedPieces(file, { ...table, pieceBytes })) {
    const { rows, rowEnds, starts, ends, quoted } = scanner;
    let cell = 0;
    let row = 0;
    if (!labelsOf) {
      const header = textsOfCells(bytes, scanner, { from: 0, to: rowEnds[0]! });
      table.onHeader?.(header);
      labelsOf = createLabels(uniqueColumnNames(header));
      cell = rowEnds[row++]!;
    }
    for (; row < rows; row++) {
      const cells = rowEnds[row]! - cell;
      const labels = labelsOf(cells);
      budget.take(cells);
      json.makeRoom({ json: labels.byteLength, cells, cellBytes: ends[cell + cells - 1]! - starts[cell]! });
      json.put(opening);
      for (let column = 0; column < cells; column++, cell++) {
        json.put(labels.list[column]!);
        if (quoted[cell] === 0) json.putPlain(bytes, starts[cell]!, ends[cell]!);
        else json.putString(bytes, starts[cell]!, ends[cell]!, true);
      }
      json.put(after);
      opening = before;
      if (json.length < CHUNK_BYTES) continue;
      signal.throwIfAborted();
      yield json.take();
    }
  }
  yield json.take();
  yield opening === beforeFirst ? empty : end;
}

/** The names of the columns as they §comes before their values in an object. */
interface Labels {
  readonly list: readonly Uint8Array[];
  /** Of all of them, and what is around a row. */
  readonly byteLength: number;
}

type LabelsOf = (count: number) => Labels;

/** Bytes around a row: at most a comma, a brace and two line ends. */
const AROUND_ROW = 4;

function createLabels(names: readonly string[]): LabelsOf {
  const known = new Map<number, Labels>();
  let last = labelsFor(names);
  return (count) => {
    if (count === last.list.length) return last;
    last =
      known.get(count) ?? labelsFor(count > names.length ? extendColumnNames(names, count) : names.slice(0, count));
    if (known.size < MAX_KNOWN_LENGTHS) known.set(count, last);
    return last;
  };
}

function labelsFor(names: readonly string[]): Labels {
  const list = names.map((name, index) => utf8Bytes(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`));
  return { list, byteLength: AROUND_ROW + list.reduce((sum, { byteLength }) => sum + byteLength, 0) };
}
