import type { Hop, InspectRequest, RunContext, Runner } from '../../codec.ts';
import { ConversionError } from '../../errors.ts';
import type { Artifact } from '../../io/artifact.ts';
import { openZip, type ZipArchive } from '../../io/zip.ts';
import type { Facts } from '../../verify/facts.ts';

export default function createRunner(): Runner {
  return { inspect, convert: unpack };
}

/** Every file of an archive, in the order of their names, as what it is called; what it is shows its content. */
function unpack([archive]: readonly Artifact[], hop: Hop, context: RunContext): Artifact[] {
  const { entries, read } = openZip(context.bytes(archive!), context.limits);
  const files = entries.filter(
    ({ isDirectory, name, expandedBytes }) => !isDirectory && expandedBytes > 0 && isVisible(name),
  );
  if (files.length === 0) {
    const message = 'The archive holds no files. Send one that holds at least one.';
    throw new ConversionError({ code: 'empty_file', message });
  }
  return files
    .sort((a, b) => BY_NAME.compare(a.name, b.name))
    .map((entry) => {
      context.signal.throwIfAborted();
      const output = context.create(entry.name.slice(entry.name.lastIndexOf('/') + 1), hop.to);
      output.write(read(entry), 0);
      return output.finish();
    });
}

/** Numbers count as numbers: the tenth picture follows the ninth. */
const BY_NAME = new Intl.Collator('en', { numeric: true });

/** What macOS and Windows put beside the files. */
function isVisible(name: string): boolean {
  return !name.startsWith('__MACOSX/') && !/(^|\/)(\.[^/]*|Thumbs\.db|desktop\.ini)$/i.test(name);
}

function inspect(artifact: Artifact, request: InspectRequest, context: RunContext): Facts {
  const bytes = context.bytes(artifact);
  const archive = openZip(bytes, context.limits);
  const files = archive.entries.filter(({ isDirectory }) => !isDirectory);
  const isChecked = request.effort !== 'probe' && checkSums(archive, request.budgetMs);
  return {
    format: 'zip',
    sizeBytes: bytes.byteLength,
    reader: 'zip',
    depth: isChecked ? 'content' : 'structure',
    features: ['entries', 'metadata'],
    encrypted: files.some(({ encrypted }) => encrypted),
    archive: {
      entries: files.length,
      expandedBytes: files.reduce((sum, { expandedBytes }) => sum + expandedBytes, 0),
    },
  };
}

/** Expands every entry against its CRC-32, as far as the budget reaches; says whether it reached the end. */
function checkSums(archive: ZipArchive, budgetMs: number): boolean {
  const until = performance.now() + budgetMs;
  for (const entry of archive.entries) {
    if (performance.now() > until) return false;
    if (!entry.isDirectory && !entry.encrypted) archive.read(entry);
  }
  return true;
}
