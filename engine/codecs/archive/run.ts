import type { CreateRunner, Hop, InspectRequest, RunContext } from '../../codec.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Artifact } from '../../io/artifact.ts';
import { boundPages, HIDDEN, inPageOrder, isComic } from '../../models/archive/comic.ts';
import type { ArchiveEntry } from '../../models/archive/entry.ts';
import { emptyArchive } from '../../models/archive/errors.ts';
import { archiveFactsOf, factsOf } from '../../models/archive/facts.ts';
import { listedEntries, readArchive, type ReadRequest } from '../../models/archive/read-archive.ts';
import { SevenZipLoader } from '../../models/archive/seven-zip.ts';
import { isWrittenStream } from '../../models/archive/streams.ts';
import { outputNameOf } from '../../models/output-name.ts';
import type { Facts } from '../../verify/facts.ts';
import { writeArchive, writeStream } from './write.ts';

const createRunner: CreateRunner = ({ modules }) => {
  const loader = new SevenZipLoader(modules['sevenZip']!);
  return {
    inspect: (artifact, request, context) => inspect(loader, artifact, request, context),
    convert: (inputs, hop, context) => convert(loader, inputs, hop, context),
  };
};

export default createRunner;

async function convert(
  loader: SevenZipLoader,
  inputs: readonly Artifact[],
  hop: Hop,
  context: RunContext,
): Promise<Artifact[]> {
  const [input] = inputs as readonly [Artifact, ...Artifact[]];
  if (hop.edge === 'bind' || hop.edge === 'join')
    return [await write(boundPages(inputs, context), input, hop, loader, context)];
  const entries = await readArchive(context.bytes(input), requestFor(loader, input, hop.options.password, context));
  context.progress(READ);
  if (hop.edge === 'unpack') return unpack(entries, hop, context);
  return [await write(isComic(hop.to) ? inPageOrder(entries) : entries, input, hop, loader, context)];
}

/** Share of the work that reading is. */
const READ = 0.3;

async function write(
  entries: readonly ArchiveEntry[],
  input: Artifact,
  { to, options }: Hop,
  loader: SevenZipLoader,
  { create, signal, warn }: RunContext,
): Promise<Artifact> {
  signal.throwIfAborted();
  const output = create(outputNameOf(input.name, to), to);
  const put = (bytes: Uint8Array): void => {
    signal.throwIfAborted();
    output.write(bytes, output.size);
  };
  const target = { to, options, loader, warn, write: put };
  if (isWrittenStream(to)) await writeStream(entries, to, target);
  else await writeArchive(entries, target);
  return output.finish();
}

/** Every file that people see, in the order of the names. */
function unpack(entries: readonly ArchiveEntry[], hop: Hop, { create, signal }: RunContext): Artifact[] {
  const files = inPageOrder(entries).filter(
    ({ kind, sizeBytes, path }) => kind === 'file' && sizeBytes > 0 && !HIDDEN.test(path),
  );
  if (files.length === 0) throw emptyArchive();
  return files.map((file) => {
    signal.throwIfAborted();
    const output = create(file.path.slice(file.path.lastIndexOf('/') + 1), hop.to);
    output.write(file.content(), 0);
    return output.finish();
  });
}

async function inspect(
  loader: SevenZipLoader,
  artifact: Artifact,
  { effort, password }: InspectRequest,
  context: RunContext,
): Promise<Facts> {
  const bytes = context.bytes(artifact);
  const request = requestFor(loader, artifact, password, { ...context, warn: () => {} }); // `convert` warns
  const listed = effort === 'full' ? undefined : await listedEntries(bytes, request);
  const entries: readonly ArchiveEntry[] = listed ?? (await readArchive(bytes, request));
  return factsOf({
    format: artifact.format,
    sizeBytes: bytes.byteLength,
    reader: 'archive',
    depth: listed ? 'structure' : 'content',
    archive: archiveFactsOf(entries, { isExpanded: listed === undefined }),
  });
}

function requestFor(
  loader: SevenZipLoader,
  { name, format }: { readonly name: string; readonly format: FormatId },
  password: string | undefined,
  context: ReadRequest['context'],
): ReadRequest {
  return { name, format, password, loader, context };
}
