import type { CreateRunner, Hop, RunContext } from '../../codec.ts';
import { ConversionError } from '../../errors.ts';
import type { Artifact, BytesArtifact } from '../../io/artifact.ts';
import { outputNameOf } from '../../models/output-name.ts';
import { selectedPages } from '../../models/page-selection.ts';
import { stripMetadata } from './metadata.ts';
import { damaged, openPdf } from './open.ts';
import { rotatePages, selectPages } from './pages.ts';
import { savePdf } from './save.ts';
import { packStreams, shareStreams } from './streams.ts';

const createRunner: CreateRunner = () => ({
  convert: ([input], hop, context) =>
    hop.edge === 'split' ? split(input!, hop, context) : rewrite(input!, hop, context),
});

export default createRunner;

async function rewrite(input: Artifact, { options }: Hop, context: RunContext): Promise<BytesArtifact[]> {
  const source = context.bytes(input);
  const document = await openPdf(source, options.password, context);
  if (options.rotate !== undefined) rotatePages(document, Number(options.rotate));
  selectPages(document, selectedPages(options.pages, document.getPageCount()), context);
  if (options.strip) stripMetadata(document);
  shareStreams(document.context);
  context.progress(0.2);
  packStreams(document.context, context);
  context.progress(0.7);
  const bytes = await saved(() => savePdf(document, options, context));
  return [
    {
      name: outputNameOf(input.name, 'pdf'),
      format: 'pdf',
      bytes: isChanged(options) ? bytes : smaller(bytes, source),
    },
  ];
}

/** A file that only could have become smaller, and did not, stays as it is. */
function smaller(bytes: Uint8Array, source: Uint8Array): Uint8Array {
  return bytes.byteLength < source.byteLength ? bytes : source;
}

function isChanged({ pages, rotate, strip, encrypt, ownerPassword, password }: Hop['options']): boolean {
  return [pages, rotate, strip, encrypt, ownerPassword, password].some((option) => option !== undefined);
}

/** One PDF for each range of the option, or for each page. */
async function split(input: Artifact, { options }: Hop, context: RunContext): Promise<BytesArtifact[]> {
  const source = context.bytes(input);
  const count = (await openPdf(source, options.password, context)).getPageCount();
  const selections = partsOf(options.split ?? EACH_PAGE, count); // all are checked before any is written
  const parts: BytesArtifact[] = [];
  for (const [index, selection] of selections.entries()) {
    context.signal.throwIfAborted();
    const document = await openPdf(source, options.password, context);
    // What leads out of a part is told by nobody: that is what splitting means.
    selectPages(document, selection, { warn: () => undefined });
    if (options.strip) stripMetadata(document);
    const bytes = await saved(() => savePdf(document, options, context));
    parts.push({ name: outputNameOf(input.name, 'pdf', index + 1), format: 'pdf', bytes });
    context.progress((index + 1) / selections.length);
  }
  return parts;
}

const EACH_PAGE = 'each';

function partsOf(split: string, pages: number): number[][] {
  if (split === EACH_PAGE) return selectedPages(undefined, pages).map((page) => [page]);
  const ranges = split.split(',').map((range) => range.trim());
  if (ranges.every((range) => /^\d+(?:-\d+)?$/.test(range))) return ranges.map((range) => selectedPages(range, pages));
  throw new ConversionError({
    code: 'invalid_options',
    message: `Expected ranges of pages such as 1-3,4,5-9, or each, for split, but received ${split.slice(0, 32)}.`,
    details: { option: 'split', pages },
  });
}

async function saved(save: () => Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await save();
  } catch (error) {
    throw damaged(error);
  }
}
