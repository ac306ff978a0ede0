import type { CreateRunner, InspectRequest, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Feature } from '../../formats/features.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { readData, textOf } from '../../content/records/read.ts';
import { factsOfData } from '../../content/records/inspect-source.ts';
import type { Facts } from '../../contract/facts.ts';
import { QUICK_WHOLE_BYTES, type TableContent } from './content.ts';
import { readDelimitedFile } from './delimited.ts';
import { readJsonFile, readNdjsonFile } from './json.ts';
import { detectLargeFile, type LargeFile } from './large-file.ts';
import { readXmlElements } from './xml.ts';
import { readYamlFile } from './yaml.ts';

type Reader = (
  text: string,
  context: RunContext,
  whole?: Omit<LargeFile, 'head'>,
) => TableContent | Promise<TableContent>;

const READERS: Partial<Record<FormatId, Reader>> = {
  csv: (text, context, whole) => readDelimitedFile(text, context, { whole }),
  tsv: (text, context, whole) => readDelimitedFile(text, context, { whole, fixedDelimiter: '\t' }),
  json: (text, context, whole) => readJsonFile(text, context, whole?.totalRows),
  ndjson: (text, context, whole) => readNdjsonFile(text, context, whole?.totalRows),
};

/** What these say beside their values is told by who converts them. */
const TOLD_ONCE: ReadonlySet<FormatId> = new Set(['sav', 'dta', 'sas7bdat', 'xpt', 'rds', 'mdb', 'accdb']);

const createRunner: CreateRunner = () => ({
  inspect: (artifact, request, context) =>
    READERS[artifact.format] || artifact.format === 'yaml'
      ? inspectTable(artifact, request, context)
      : inspectData(artifact, request, context),
});

export default createRunner;

/** Formats that have no second reader here are read by the one that there is: nothing that wrote them. */
async function inspectData(artifact: Artifact, request: InspectRequest, context: RunContext): Promise<Facts> {
  const { format } = artifact;
  const bytes = context.bytes(artifact);
  const basics = { format, sizeBytes: bytes.byteLength, reader: 'table-reader' };
  const quiet = TOLD_ONCE.has(format) ? { ...context, warn: () => undefined } : context;
  return factsOfData(basics, request, context, () =>
    format === 'xml' ? readXmlElements(textOf(bytes, context), context) : readData(bytes, format, { context: quiet }),
  );
}

async function inspectTable(artifact: Artifact, request: InspectRequest, context: RunContext): Promise<Facts> {
  const { format } = artifact;
  const { size } = context.open(artifact);
  if (size === 0) throw new ConversionError({ code: 'empty_file', message: 'The file is empty.' });
  const basics = { format, sizeBytes: size, reader: 'table-reader' } as const;
  const isTable = format === 'csv' || format === 'tsv';
  const possible: readonly Feature[] = isTable ? ['records'] : ['records', 'structure'];
  if (request.effort === 'probe') return { ...basics, depth: 'signature', features: possible };
  const { records, isNested, grid } = await contentOf(artifact, request, context);
  const depth = records ? 'content' : 'structure';
  return { ...basics, depth, features: isNested ? possible : ['records'], records, ...(grid && { grid }) };
}

async function contentOf(artifact: Artifact, request: InspectRequest, context: RunContext): Promise<TableContent> {
  const { format } = artifact;
  const read = READERS[format];
  const file = context.open(artifact);
  const isLarge = request.effort === 'quick' && file.size > QUICK_WHOLE_BYTES;
  const large = read && isLarge ? detectLargeFile(file, format, context) : undefined;
  if (large) return read!(large.head, context, large);
  const text = textOf(context.bytes(artifact), context);
  return read ? read(text, context) : readYamlFile(text, request, context);
}
