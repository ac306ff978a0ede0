import type { CreateRunner, Hop, RunContext } from '../../codec.ts';
import { ConversionError } from '../../errors.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Artifact } from '../../io/artifact.ts';
import { decodeText } from '../../io/text-encoding.ts';
import type { DataSource } from '../../models/table.ts';
import { sniffDialect } from './csv-dialect.ts';
import { readDelimited } from './csv-reader.ts';
import { writeDelimited } from './csv-writer.ts';
import { readJson, readNdjson } from './json-reader.ts';
import { writeJson, writeNdjson } from './json-writer.ts';
import { writeText } from './text-output.ts';
import { readYaml } from './yaml-reader.ts';
import { writeYaml } from './yaml-writer.ts';
import { outputNameOf } from '../../models/output-name.ts';

type DataFormat = 'csv' | 'tsv' | 'json' | 'ndjson' | 'yaml';

const READERS: Readonly<Record<DataFormat, (text: string, context: RunContext) => DataSource>> = {
  csv(text, { limits }) {
    const { delimiter, skip } = sniffDialect(text);
    return readDelimited(skip === 0 ? text : text.slice(skip), delimiter, limits);
  },
  tsv: (text, { limits }) => readDelimited(text, '\t', limits),
  json: (text, { limits }) => readJson(text, limits),
  ndjson: (text, { limits }) => readNdjson(text, limits),
  yaml: readYaml,
};

const WRITERS: Readonly<Record<DataFormat, (source: DataSource, hop: Hop, context: RunContext) => Iterable<string>>> = {
  csv: (source, { options }, context) =>
    writeDelimited(source, { delimiter: delimiterOf(options.delimiter), lineEnd: '\r\n' }, context),
  tsv: (source, _hop, context) => writeDelimited(source, { delimiter: '\t', lineEnd: '\n' }, context),
  json: writeJson,
  ndjson: writeNdjson,
  yaml: writeYaml,
};

const createRunner: CreateRunner = () => ({
  convert: ([input], hop, context) => [convert(input!, hop, context)],
});

export default createRunner;

function convert(input: Artifact, hop: Hop, context: RunContext): Artifact {
  const source = READERS[dataFormat(hop.from)](readText(input, context), context);
  const name = outputNameOf(input.name, hop.to);
  return writeText(WRITERS[dataFormat(hop.to)](source, hop, context), { name, format: hop.to, context });
}

function readText(input: Artifact, context: RunContext): string {
  const bytes = context.bytes(input);
  const { text, encoding, assumed } = decodeText(bytes);
  if (text.trim() === '') throw new ConversionError({ code: 'empty_file', message: 'The file is empty.' });
  if (assumed) {
    context.warn({
      code: 'encoding_assumed',
      message: 'The text is not valid UTF-8; it was read as windows-1252.',
      details: { encoding },
    });
  }
  return text;
}

function dataFormat(format: FormatId): DataFormat {
  if (Object.hasOwn(READERS, format)) return format as DataFormat;
  throw new ConversionError({ code: 'internal', message: `The codec data does not know the format ${format}.` });
}

function delimiterOf(option: string | undefined): string {
  return option === 'tab' ? '\t' : (option ?? ',');
}
