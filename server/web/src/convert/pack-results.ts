import { Zip, ZipPassThrough } from 'fflate';
import type { Finished } from '../../../client/index.ts';
import { sameOrigin, service } from '../shell/service.ts';
import { distinctNames } from './distinct-names.ts';

/** Packs the results into one ZIP, stored, because most of them are already compressed. */
export async function packResults(results: readonly Finished[]): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const zip = new Zip((error, chunk, isLast) => {
    if (error) reject(error);
    parts.push(chunk as Uint8Array<ArrayBuffer>);
    if (isLast) resolve();
  });
  const names = distinctNames(results.map(({ downloadName, fileName }) => downloadName ?? fileName));
  for (const [index, { downloadUrl }] of results.entries()) {
    const entry = new ZipPassThrough(names[index]!);
    zip.add(entry);
    const blob = await service.download({ downloadUrl: sameOrigin(downloadUrl) });
    entry.push(new Uint8Array(await blob.arrayBuffer()), true);
  }
  zip.end();
  await promise;
  return new Blob(parts, { type: 'application/zip' });
}
