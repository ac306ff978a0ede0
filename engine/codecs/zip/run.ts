import type { Hop, InspectRequest, RunContext, Runner } from '../../codec.ts';
import type { Artifact } from '../../io/artifact.ts';
import { openZip, type ZipArchive } from '../../io/zip.ts';
import { HIDDEN } from '../../models/archive/comic.ts';
import { safeContents } from '../../models/archive/contents.ts';
import { NATURAL_ORDER } from '../../models/archive/entry-names.ts';
import { emptyArchive } from '../../models/archive/errors.ts';
import { archiveFactsOf, factsOf } from '../../models/archive/facts.ts';
import { readZip } from '../../models/archive/zip-reader.ts';
import type { Facts } from '../../verify/facts.ts';

export default function createRunner(): Runner {
  return { inspect, convert: unpack };
}

/** Every file of an archive, in the order of their names, as what it is called; what it is shows its content. */
function unpack([archive]: readonly Artifact[], hop: Hop, context: RunContext): Artifact[] {
  const { entries, read } = openZip(context.bytes(archive!), context.limits);
  const files = entries.filter(
    ({ isDirectory, name, expandedBytes }) => !isDirectory && expandedBytes > 0 && !HIDDEN.test(name),
  );
  if (files.length === 0) throw emptyArchive();
  return files
    .sort((a, b) => NATURAL_ORDER.compare(a.name, b.name))
    .map((entry) => {
      context.signal.throwIfAborted();
      const output = context.create(entry.name.slice(entry.name.lastIndexOf('/') + 1), hop.to);
      output.write(read(entry), 0);
      return output.finish();
    });
}

function inspect(artifact: Artifact, request: InspectRequest, context: RunContext): Facts {
  const bytes = context.bytes(artifact);
  const archive = openZip(bytes, context.limits);
  const isChecked = request.effort !== 'probe' && checkSums(archive, request.budgetMs);
  const silent = { ...context, warn: () => {} }; // who converts it warns
  const archiveFacts = archiveFactsOf(safeContents(readZip(archive), bytes.byteLength, silent), { sums: 'stated' });
  return {
    ...factsOf({
      format: artifact.format,
      sizeBytes: bytes.byteLength,
      reader: 'zip',
      depth: isChecked ? 'content' : 'structure',
      archive: archiveFacts,
    }),
    encrypted: archive.entries.some(({ encrypted }) => encrypted),
  };
}

/** Expands every entry against its CRC-32, as far as the budget reaches; says whether it reached the end. */
function checkSums(archive: ZipArchive, budgetMs: number): boolean {
  const until = performance.now() + budgetMs;
  for (const entry of archive.entries) {
    if (performance.now() > until || entry.encrypted) return false;
    if (!entry.isDirectory) archive.read(entry);
  }
  return true;
}
