import { utf8Bytes } from '../../io/bytes.ts';
import type { Step, InputFile, RunContext } from '../../contract/codec.ts';
import { memoryFile } from '../../io/memory-file.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { sniffDialect, type Dialect } from './csv/dialect.ts';
import { delimitedToJson } from './csv/to-json.ts';
import { createValueBudget } from './errors.ts';
import { writePieces } from './piece-output.ts';
import { textOf } from './read.ts';
import { tellMadeNames } from './table-columns.ts';
import { headOfUtf8, isOneByte, isUtf8Text } from './utf8-file.ts';

/** Tables that go from text to text without values in between; undefined for every other pair. */
export function convertDirectly(input: Artifact, { from, to }: Step, context: RunContext): Artifact[] | undefined {
  const isDirect = (from === 'csv' || from === 'tsv') && (to === 'json' || to === 'ndjson');
  if (!isDirect) return undefined;
  const file = utf8Of(input, context);
  const { text, markBytes } = headOfUtf8(file);
  const { delimiter, skip }: Dialect = from === 'csv' ? sniffDialect(text) : { delimiter: '\t', skip: 0 };
  if (!isOneByte(delimiter)) return undefined;
  const pieces = delimitedToJson(file, {
    delimiter,
    skip: markBytes + skip,
    ndjson: to === 'ndjson',
    budget: createValueBudget(context.limits),
    signal: context.signal,
    onHeader: (header) => tellMadeNames(header, context),
  });
  return [writePieces(pieces, { name: outputNameOf(input.name, to), format: to, context })];
}

/** UTF-8 comes piece by piece; of another encoding everything must be seen before it is known. */
function utf8Of(input: Artifact, context: RunContext): InputFile {
  const file = context.open(input);
  return isUtf8Text(file) ? file : memoryFile(utf8Bytes(textOf(context.bytes(input), context)));
}
