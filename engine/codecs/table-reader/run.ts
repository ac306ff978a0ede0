import type { CreateRunner, InspectRequest, RunContext } from '../../codec.ts';
import { ConversionError } from '../../errors.ts';
import type { Feature } from '../../formats/features.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Artifact } from '../../io/artifact.ts';
import { readData, textOf } from '../../models/data/read-data.ts';
import { factsOfData } from '../../verify/observe/data-source.ts';
import type { Facts } from '../../verify/facts.ts';
import type { TableContent } from './content.ts';
import { readDelimitedFile } from './delimited.ts';
import { readJsonFile, readNdjsonFile } from './json.ts';
import { readXmlElements } from './xml.ts';
import { readYamlFile } from './yaml.ts';

type Reader = (text: string, request: InspectRequest, context: RunContext) => TableContent | Promise<TableContent>;

const READERS: Partial<Record<FormatId, Reader>> = {
  csv: (text, request, context) => readDelimitedFile(text, request, context),
  tsv: (text, request, context) => readDelimitedFile(text, request, context, '\t'),
  json: readJsonFile,
  ndjson: readNdjsonFile,
  yaml: readYamlFile,
};

const createRunner: CreateRunner = () => ({
  inspect: (artifact, request, context) =>
    READERS[artifact.format] ? inspectTable(artifact, request, context) : inspectData(artifact, request, context),
});

export default createRunner;

/** Formats that have no second reader here are read by the one that there is: nothing that wrote them. */
async function inspectData(artifact: Artifact, request: InspectRequest, context: RunContext): Promise<Facts> {
  const { format } = artifact;
  const bytes = context.bytes(artifact);
  const basics = { format, sizeBytes: bytes.byteLength, reader: 'table-reader' };
  return factsOfData(basics, request, context, () =>
    format === 'xml' ? readXmlElements(textOf(bytes, context), context) : readData(bytes, format, { context }),
  );
}

async function inspectTable(artifact: Artifact, request: InspectRequest, context: RunContext): Promise<Facts> {
  const { format } = artifact;
  const bytes = context.bytes(artifact);
  if (bytes.byteLength === 0) throw new ConversionError({ code: 'empty_file', message: 'The file is empty.' });
  const basics = { format, sizeBytes: bytes.byteLength, reader: 'table-reader' } as const;
  const isTable = format === 'csv' || format === 'tsv';
  const possible: readonly Feature[] = isTable ? ['records'] : ['records', 'structure'];
  if (request.effort === 'probe') return { ...basics, depth: 'signature', features: possible };
  const text = textOf(bytes, context);
  const { records, isNested } = await READERS[format]!(text, request, context);
  const depth = records ? 'content' : 'structure';
  return { ...basics, depth, features: isNested ? possible : ['records'], records };
}
