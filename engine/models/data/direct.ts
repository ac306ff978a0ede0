import { isUtf8 } from 'node:buffer';
import type { Hop, RunContext } from '../../codec.ts';
import type { Artifact } from '../../io/artifact.ts';
import { latin1Of } from '../../io/latin1.ts';
import { outputNameOf } from '../output-name.ts';
import { sniffDialect, type Dialect } from './csv-dialect.ts';
import { delimitedToJson } from './csv-to-json.ts';
import { createValueBudget } from './data-errors.ts';
import { writePieces } from './piece-output.ts';
import { textOf } from './read-data.ts';

const UTF8_MARK = '\u00ef\u00bb\u00bf';

/** Tables that go from text to text without values in between; undefined for every other pair. */
export function convertDirectly(input: Artifact, { from, to }: Hop, context: RunContext): Artifact[] | undefined {
  const isDirect = (from === 'csv' || from === 'tsv') && (to === 'json' || to === 'ndjson');
  if (!isDirect) return undefined;
  const bytes = context.bytes(input);
  const isPlain = isUtf8(bytes) && !bytes.subarray(0, SAMPLE_BYTES).includes(0);
  const text = isPlain ? bytewise(bytes) : textOf(bytes, context);
  if (text.trim() === '') textOf(bytes, context);
  const { delimiter, skip }: Dialect = from === 'csv' ? sniffDialect(text) : { delimiter: '\t', skip: 0 };
  const pieces = delimitedToJson(skip === 0 ? text : text.slice(skip), {
    delimiter,
    ndjson: to === 'ndjson',
    budget: createValueBudget(context.limits),
    signal: context.signal,
  });
  const written = isPlain ? asBytes(pieces) : pieces;
  return [writePieces(written, { name: outputNameOf(input.name, to), format: to, context })];
}

/** Where UTF-16 would show a zero. */
const SAMPLE_BYTES = 4096;

/** UTF-8 with a character for every byte: nothing is decoded on the way in, nor encoded on the way out. */
function bytewise(bytes: Uint8Array): string {
  const text = latin1Of(bytes);
  return text.startsWith(UTF8_MARK) ? text.slice(UTF8_MARK.length) : text;
}

function* asBytes(pieces: Iterable<string>): Generator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece, 'latin1');
}
