import { zipSync } from 'fflate';
import { openZip, writeZip } from '../../engine/io/zip.ts';
import { DEFAULT_LIMITS } from '../../engine/contract/limits.ts';

/** The same ZIP with one entry changed, or left out where `change` returns undefined. */
export function withEntry(bytes: Uint8Array, name: string, change: (text: string) => string | undefined): Uint8Array {
  const zip = openZip(bytes, DEFAULT_LIMITS);
  const files = zip.entries
    .filter(({ isDirectory }) => !isDirectory)
    .flatMap((entry) => {
      const content = zip.read(entry);
      if (entry.name !== name) return [{ name: entry.name, bytes: content }];
      const changed = change(new TextDecoder().decode(content));
      return changed === undefined ? [] : [{ name, bytes: new TextEncoder().encode(changed) }];
    });
  return writeZip(files);
}

/** The same ZIP packed as tight as it can be, as bombs are: our own writer packs fast. What is stored stays so. */
export function packedTight(bytes: Uint8Array): Uint8Array {
  const zip = openZip(bytes, DEFAULT_LIMITS);
  return zipSync(
    Object.fromEntries(
      zip.entries.map((entry) => {
        const isStored = entry.packedBytes === entry.expandedBytes;
        return [entry.name, [zip.read(entry), { level: isStored ? 0 : 9 }]];
      }),
    ),
  );
}
