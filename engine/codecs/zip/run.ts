import type { InspectRequest, RunContext, Runner } from '../../codec.ts';
import type { Artifact } from '../../io/artifact.ts';
import { openZip, type ZipArchive } from '../../io/zip.ts';
import type { Facts } from '../../verify/facts.ts';

export default function createRunner(): Runner {
  return { inspect };
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
