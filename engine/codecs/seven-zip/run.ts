import type { CreateRunner, InspectRequest, RunContext } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { memoryFile } from '../../io/memory-file.ts';
import { safeContents } from '../../content/archive/contents.ts';
import { archiveFactsOf, factsOf } from '../../content/archive/facts.ts';
import { expandStream, TAR_STREAMS } from '../../content/archive/streams/streams.ts';
import { SevenZipLoader } from '../../content/archive/seven-zip/seven-zip.ts';
import { listWithSevenZip, readWithSevenZip, type SevenZipRequest } from '../../content/archive/seven-zip/reader.ts';
import type { Facts } from '../../contract/facts.ts';

const createRunner: CreateRunner = ({ modules }) => {
  const loader = new SevenZipLoader(modules['sevenZip']!);
  return { inspect: (artifact, request, context) => inspect(loader, artifact, request, context) };
};

export default createRunner;

/** 7-Zip's names of formats: of a compressed tar, of what is in it. */
const TYPES: Partial<Record<FormatId, string>> = {
  ...({ '7z': '7z', cb7: '7z', cbz: 'zip', wim: 'wim', cpio: 'cpio', ar: 'ar' } as const),
  ...({ tar: 'tar', cbt: 'tar', tgz: 'tar', tbz2: 'tar', txz: 'tar', tzst: 'tar' } as const),
};

async function inspect(
  loader: SevenZipLoader,
  artifact: Artifact,
  { password }: InspectRequest,
  context: RunContext,
): Promise<Facts> {
  // What we wrote may pack as well as it can: it is no bomb.
  const limits = { ...context.limits, expansionRatio: Infinity };
  const { format } = artifact;
  const packed = context.open(artifact);
  const compression = TAR_STREAMS[format];
  const archive = compression
    ? memoryFile(await expandStream(compression, context.bytes(artifact), { loader, limits }))
    : packed;
  const request: SevenZipRequest = { type: TYPES[format]!, extension: format, password, limits };
  const listed = await listWithSevenZip(loader, archive, request);
  // Always everything: to expand costs a tenth of packing it, and how far an inspection goes must not depend on the time.
  const entries = await readWithSevenZip(loader, archive, request, listed);
  const safe = safeContents(entries, packed.size, { limits, warn: () => {} });
  return factsOf({
    format,
    sizeBytes: packed.size,
    reader: 'seven-zip',
    depth: 'content',
    archive: archiveFactsOf(safe, { sums: 'counted', raw: listed }),
  });
}
