import type { Hop, InputFile, RunContext } from '../../codec.ts';
import { memoryFile } from '../../io/memory-file.ts';
import type { Artifact } from '../../io/artifact.ts';
import { KiB } from '../../limits.ts';
import { outputNameOf } from '../output-name.ts';
import { sniffDialect, type Dialect } from './csv-dialect.ts';
import { delimitedToJson } from './csv-to-json.ts';
import { createValueBudget } from './data-errors.ts';
import { writePieces } from './piece-output.ts';
import { textOf } from './read-data.ts';
import { headOf, isUtf8File } from './utf8-file.ts';

const UTF8_MARK = [0xef, 0xbb, 0xbf];
/** More than the sample by which the dialect is told. */
const HEAD_BYTES = 256 * KiB;

/** Of another delimiter than one byte is nothing known here. */
const LAST_OF_ASCII = '\u007f';

/** Tables that go from text to text without values in between; undefined for every other pair. */
export function convertDirectly(input: Artifact, { from, to }: Hop, context: RunContext): Artifact[] | undefined {
  const isDirect = (from === 'csv' || from === 'tsv') && (to === 'json' || to === 'ndjson');
  if (!isDirect) return undefined;
  const file = utf8Of(input, context);
  const head = headOf(file, HEAD_BYTES);
  const mark = UTF8_MARK.every((byte, index) => head[index] === byte) ? UTF8_MARK.length : 0;
  const { delimiter, skip }: Dialect = from === 'csv' ? sniffDialect(textOfHead(head)) : { delimiter: '\t', skip: 0 };
  if (delimiter > LAST_OF_ASCII) return undefined;
  const pieces = delimitedToJson(file, {
    delimiter,
    skip: mark + skip,
    ndjson: to === 'ndjson',
    budget: createValueBudget(context.limits),
    signal: context.signal,
  });
  return [writePieces(pieces, { name: outputNameOf(input.name, to), format: to, context })];
}

/** UTF-8 comes piece by piece; of another encoding everything must be seen before it is known. */
function utf8Of(input: Artifact, context: RunContext): InputFile {
  const file = context.open(input);
  const isText = isUtf8File(file) && textOfHead(headOf(file, HEAD_BYTES)).trim() !== '';
  return isText ? file : memoryFile(Buffer.from(textOf(context.bytes(input), context)));
}

/** A character that is cut off at the end is none of what is looked at. */
function textOfHead(head: Uint8Array): string {
  return new TextDecoder().decode(head);
}
