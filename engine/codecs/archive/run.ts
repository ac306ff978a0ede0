import type { CreateRunner, Step, InspectRequest, RunContext } from '../../contract/codec.ts';
import { formatOf, type FormatId } from '../../formats/index.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { boundPages, HIDDEN, inPageOrder, isComic, isPage } from '../../content/archive/comic.ts';
import type { ArchiveEntry } from '../../content/archive/model.ts';
import { emptyArchive } from '../../content/archive/errors.ts';
import { archiveFactsOf, factsOf } from '../../content/archive/facts.ts';
import { listedEntries, readArchive, type ReadRequest } from '../../content/archive/read.ts';
import { SevenZipLoader } from '../../content/archive/seven-zip/seven-zip.ts';
import { isWrittenStream } from '../../content/archive/streams/streams.ts';
import { mergedNameOf } from '../../formats/output-name.ts';
import type { Facts } from '../../contract/facts.ts';
import { writeEpub } from '../../content/document/book/epub-writer.ts';
import { writeHtmlBook } from '../../content/document/book/single-page.ts';
import { readHelp } from '../../content/document/book/help-reader.ts';
import { factsOfHelp } from '../../content/document/book/inspect-help.ts';
import { writeArchive, writeStream } from './write.ts';

const createRunner: CreateRunner = ({ modules }) => {
  const loader = new SevenZipLoader(modules['sevenZip']!);
  return {
    inspect: (artifact, request, context) => inspect(loader, artifact, request, context),
    convert: (inputs, step, context) => convert(inputs, { step, loader, context }),
  };
};

export default createRunner;

/** What one job works with. */
interface Work {
  readonly step: Step;
  readonly loader: SevenZipLoader;
  readonly context: RunContext;
}

/** Share of the work that reading is. */
const READ = 0.3;

async function convert(inputs: readonly Artifact[], work: Work): Promise<Artifact[]> {
  const { step, loader, context } = work;
  const name = resultNameOf(inputs, step);
  if (step.edge === 'bind' || step.edge === 'merge') return [await write(boundPages(inputs, context), name, work)];
  const [input] = inputs as readonly [Artifact];
  const entries = await readArchive(context.bytes(input), requestFor(loader, input, step.options.password, context));
  if (entries.length === 0) throw emptyArchive();
  // What the pages of a help say is read by itself.
  if (!isOfHelp(step)) context.list?.(archiveFactsOf(entries, { sums: 'missing' }));
  context.progress(READ);
  if (step.edge === 'unpack') return unpack(entries, work);
  if (isOfHelp(step)) return [bookOfHelp(entries, name, work)];
  return [await write(isComic(step.to) ? inPageOrder(entries) : entries, name, work)];
}

/** `data.tar.gz` becomes `data.zip`, but `data.tar.xz`. */
function resultNameOf(inputs: readonly Artifact[], { to }: Step): string {
  const name = mergedNameOf(inputs, to);
  return isWrittenStream(to) ? name : name.replace(/\.tar(?=\.[^.]+$)/, '');
}

function isOfHelp({ edge }: Step): boolean {
  return edge === 'help' || edge === 'help-page';
}

function bookOfHelp(entries: readonly ArchiveEntry[], name: string, { step, context }: Work): Artifact {
  const book = readHelp(filesIn(entries), context);
  return { name, format: step.to, bytes: step.to === 'html' ? writeHtmlBook(book) : writeEpub(book) };
}

function filesIn(entries: readonly ArchiveEntry[]): ArchiveEntry[] {
  return entries.filter(({ kind }) => kind === 'file');
}

async function write(
  entries: readonly ArchiveEntry[],
  name: string,
  { step, loader, context }: Work,
): Promise<Artifact> {
  const { signal } = context;
  signal.throwIfAborted();
  const output = context.create(name, step.to);
  const put = (bytes: Uint8Array): void => {
    signal.throwIfAborted();
    output.write(bytes, output.size);
  };
  const target = { ...step, loader, warn: context.warn, write: put };
  if (isWrittenStream(step.to)) await writeStream(entries, step.to, target);
  else await writeArchive(entries, target);
  return output.finish();
}

/** Every file that people see, in the order of the names: of a comic its pages. */
function unpack(entries: readonly ArchiveEntry[], { step, context }: Work): Artifact[] {
  const isMeant = isComic(step.from) ? isPage : ({ path }: ArchiveEntry): boolean => !HIDDEN.test(path);
  const files = inPageOrder(entries).filter((entry) => entry.kind === 'file' && entry.sizeBytes > 0 && isMeant(entry));
  if (files.length === 0) throw emptyArchive();
  return files.map((file) => {
    context.signal.throwIfAborted();
    const output = context.create(file.path.slice(file.path.lastIndexOf('/') + 1), step.to);
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
  const { format } = artifact;
  const basics = { format, sizeBytes: context.open(artifact).size, reader: 'archive' };
  // Pages are counted before a comic is planned for.
  if (effort === 'probe' && !isComic(format))
    return { ...basics, depth: 'signature', features: formatOf(format).carries };
  const bytes = context.bytes(artifact);
  const request = requestFor(loader, artifact, password, { ...context, warn: () => {} }); // `convert` warns
  const listed = effort === 'full' ? undefined : await listedEntries(bytes, request);
  const entries: readonly ArchiveEntry[] = listed ?? (await readArchive(bytes, request));
  const facts = factsOf({
    ...basics,
    depth: listed ? 'structure' : 'content',
    archive: archiveFactsOf(entries, { sums: listed ? 'stated' : 'counted' }),
  });
  return format === 'chm' ? { ...facts, ...factsOfHelp(filesIn(entries), context) } : facts;
}

function requestFor(
  loader: SevenZipLoader,
  { name, format }: { readonly name: string; readonly format: FormatId },
  password: string | undefined,
  context: ReadRequest['context'],
): ReadRequest {
  return { name, format, password, loader, context };
}
