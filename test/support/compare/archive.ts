import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import type { FormatId } from '../../../engine/formats/index.ts';
import type { CodecBench } from '../codec-bench.ts';
import { same, type CompareFiles, type Finding } from './finding.ts';

/**
 * ZIP files: the list of entries and the hash of each, by another reader than the one that wrote. A WIM says when it was
 * made: only what lies in it is compared. Of what zlib compressed the content alone, since its versions compress
 * differently; everything else byte for byte.
 */
export const compareArchives: CompareFiles = async ({ format, golden, found, writer }, _tolerance, bench) => {
  const read = format === 'wim' ? membersBy(bench, writer) : hashesOf;
  const [before, after] = [await read(golden, format), await read(found, format)];
  const names = (hashes: ReadonlyMap<string, string>): string => [...hashes.keys()].join(', ');
  const contents = [...before].map(([name, hash]): Finding => same(name, hash, after.get(name) ?? 'missing'));
  return [same('entries', names(before), names(after)), ...contents];
};

const EXPANDERS: Partial<Record<FormatId, (bytes: Uint8Array) => Uint8Array>> = {
  gz: gunzipSync,
  tgz: gunzipSync,
  zlib: inflateSync,
  br: brotliDecompressSync,
  zst: zstdDecompressSync,
  tzst: zstdDecompressSync,
};

type ReadArchive = (
  bytes: Uint8Array,
  format: FormatId,
) => ReadonlyMap<string, string> | Promise<ReadonlyMap<string, string>>;

const hashesOf: ReadArchive = (bytes, format) => {
  if (format !== 'zip' && format !== 'cbz') return new Map([['content', hashOf(EXPANDERS[format]?.(bytes) ?? bytes)]]);
  const entries = Object.entries(unzipSync(bytes)).sort(([a], [b]) => a.localeCompare(b));
  return new Map(entries.map(([name, content]) => [name, hashOf(content)]));
};

function membersBy(bench: CodecBench, writer: string): ReadArchive {
  return async (bytes, format) => {
    const facts = await bench.inspect({ name: `file.${format}`, format, bytes }, { except: [writer] });
    const members = facts?.archive?.members ?? [];
    return new Map(members.map(({ path, ...member }) => [path, JSON.stringify(member)]));
  };
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}
