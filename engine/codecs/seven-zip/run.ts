import type { CreateRunner, InspectRequest, RunContext } from '../../codec.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Artifact } from '../../io/artifact.ts';
import { safeContents, type ContentsContext } from '../../models/archive/contents.ts';
import type { RawEntry } from '../../models/archive/entry.ts';
import { archiveFactsOf, factsOf } from '../../models/archive/facts.ts';
import { SevenZipLoader } from '../../models/archive/seven-zip.ts';
import { listWithSevenZip, readWithSevenZip, type SevenZipRequest } from '../../models/archive/seven-zip-reader.ts';
import type { Facts } from '../../verify/facts.ts';

const createRunner: CreateRunner = ({ modules }) => {
  const loader = new SevenZipLoader(modules['sevenZip']!);
  return { inspect: (artifact, request, context) => inspect(loader, artifact, request, context) };
};

export default createRunner;

/** 7-Zip's names of what formats are made of, the outermost first. */
const LAYERS: Partial<Record<FormatId, readonly string[]>> = {
  '7z': ['7z'],
  cb7: ['7z'],
  cbz: ['zip'],
  tar: ['tar'],
  cbt: ['tar'],
  tgz: ['gzip', 'tar'],
  tbz2: ['bzip2', 'tar'],
  txz: ['xz', 'tar'],
  tzst: ['zstd', 'tar'],
  wim: ['wim'],
  cpio: ['cpio'],
  ar: ['ar'],
  gz: ['gzip'],
  bz2: ['bzip2'],
  xz: ['xz'],
  zst: ['zstd'],
};

/** Lists of these have the sums of the contents, which 7-Zip compares when it expands them. */
const LISTED_WITH_SUMS: readonly FormatId[] = ['7z', 'cb7', 'cbz'];

/** Bytes that 7-Zip expands in a millisecond (measured: LZMA2, WebAssembly). */
const BYTES_PER_MS = 40_000;

async function inspect(
  loader: SevenZipLoader,
  artifact: Artifact,
  { effort, budgetMs, password }: InspectRequest,
  { limits: usual, bytes: bytesOf }: RunContext,
): Promise<Facts> {
  // What we wrote may pack as well as it can: it is no bomb.
  const limits = { ...usual, expansionRatio: Infinity };
  const context: ContentsContext = { limits, warn: () => {} };
  const bytes = bytesOf(artifact);
  const [outer, inner] = LAYERS[artifact.format]!;
  const request: SevenZipRequest = { type: outer, extension: artifact.format, password, limits };
  let isExpanded = true;
  let entries: readonly RawEntry[];
  if (LISTED_WITH_SUMS.includes(artifact.format)) {
    const listed = await listWithSevenZip(loader, bytes, request);
    const expandedBytes = listed.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    isExpanded = effort === 'full' || expandedBytes <= budgetMs * BYTES_PER_MS;
    entries = isExpanded ? await readWithSevenZip(loader, bytes, request) : listed.map(asListed);
  } else entries = await readWithSevenZip(loader, bytes, request);
  if (inner) entries = await readWithSevenZip(loader, entries[0]?.content?.() ?? bytes, { ...request, type: inner });
  return factsOf({
    format: artifact.format,
    sizeBytes: bytes.byteLength,
    reader: 'seven-zip',
    depth: isExpanded ? 'content' : 'structure',
    archive: archiveFactsOf(safeContents(entries, bytes.byteLength, context), { isExpanded }),
  });
}

/** The content of a link, and so its size, is where it leads. */
function asListed(entry: RawEntry): RawEntry {
  return entry.kind === 'link' ? { ...entry, sizeBytes: 0 } : entry;
}
