import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { same, type CompareFiles, type Finding } from './finding.ts';

/** ZIP files: the list of entries and the hash of each, by another reader than the one that wrote. */
export const compareArchives: CompareFiles = async ({ format, golden, found }) => {
  if (format !== 'zip') throw new Error(`There is no reader of ${format} archives here.`);
  const [before, after] = [hashesOf(golden), hashesOf(found)];
  const names = (hashes: ReadonlyMap<string, string>): string => [...hashes.keys()].join(', ');
  const contents = [...before].map(([name, hash]): Finding => same(name, hash, after.get(name) ?? 'missing'));
  return [same('entries', names(before), names(after)), ...contents];
};

function hashesOf(zip: Uint8Array): Map<string, string> {
  const entries = Object.entries(unzipSync(zip)).sort(([a], [b]) => a.localeCompare(b));
  return new Map(entries.map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex').slice(0, 16)]));
}
