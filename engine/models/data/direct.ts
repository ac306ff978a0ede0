import type { Hop, InputFile, RunContext } from '../../codec.ts';
import type { Artifact } from '../../io/artifact.ts';
import { latin1Of } from '../../io/latin1.ts';
import { KiB } from '../../limits.ts';
import { outputNameOf } from '../output-name.ts';
import { sniffDialect, type Dialect } from './csv-dialect.ts';
import type { FurtherText } from './csv-scanner.ts';
import { delimitedToJson } from './csv-to-json.ts';
import { createValueBudget } from './data-errors.ts';
import { writePieces } from './piece-output.ts';
import { textOf } from './read-data.ts';
import { isUtf8File } from './utf8-file.ts';

const UTF8_MARK = '\u00ef\u00bb\u00bf';
/** Bytes that are read at once: more than the sample by which the dialect is told. */
const PIECE_BYTES = 256 * KiB;

/** Text that is walked, and what follows it. */
interface OpenedText {
  readonly text: string;
  readonly further?: FurtherText;
  /** The characters are the bytes of UTF-8: nothing is decoded on the way in, nor encoded on the way out. */
  readonly isBytewise: boolean;
}

/** Tables that go from text to text without values in between; undefined for every other pair. */
export function convertDirectly(input: Artifact, { from, to }: Hop, context: RunContext): Artifact[] | undefined {
  const isDirect = (from === 'csv' || from === 'tsv') && (to === 'json' || to === 'ndjson');
  if (!isDirect) return undefined;
  const { text, further, isBytewise } = openText(input, context);
  const { delimiter, skip }: Dialect = from === 'csv' ? sniffDialect(text) : { delimiter: '\t', skip: 0 };
  const pieces = delimitedToJson(skip === 0 ? text : text.slice(skip), {
    delimiter,
    ndjson: to === 'ndjson',
    budget: createValueBudget(context.limits),
    signal: context.signal,
    further,
  });
  const written = isBytewise ? asBytes(pieces) : pieces;
  return [writePieces(written, { name: outputNameOf(input.name, to), format: to, context })];
}

/** UTF-8 comes piece by piece; of another encoding everything must be seen before it is known. */
function openText(input: Artifact, context: RunContext): OpenedText {
  const file = context.open(input);
  if (isUtf8File(file)) {
    const further = bytewise(file);
    const first = further(0);
    const text = first.startsWith(UTF8_MARK) ? first.slice(UTF8_MARK.length) : first;
    if (text.trim() !== '') return { text, further, isBytewise: true };
  }
  return { text: textOf(context.bytes(input), context), isBytewise: false };
}

/** The bytes of a file, a character for each. */
function bytewise(file: InputFile): FurtherText {
  let position = 0;
  let buffer = new Uint8Array(Math.min(PIECE_BYTES, file.size));
  return (characters) => {
    if (characters > buffer.byteLength) buffer = new Uint8Array(Math.min(characters, file.size));
    const read = position < file.size ? file.read(buffer, position) : 0;
    position += read;
    return latin1Of(buffer.subarray(0, read));
  };
}

function* asBytes(pieces: Iterable<string>): Generator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece, 'latin1');
}
