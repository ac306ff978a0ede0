import { latin1Of } from '../../io/bytes.ts';
import type { RawEntry } from './model.ts';
import { corruptArchive, truncatedArchive } from './errors.ts';

const RPM_LEAD_BYTES = 96;
const RPM_HEADER_MAGIC = '\x8e\xad\xe8';

/** The payload of an RPM package: what follows its lead, its signature and its header (LSB 5.0, package format). */
export function payloadOfRpm(bytes: Uint8Array): Uint8Array {
  const signatureEnd = endOfRpmHeader(bytes, RPM_LEAD_BYTES);
  const headerEnd = endOfRpmHeader(bytes, Math.ceil(signatureEnd / 8) * 8);
  if (headerEnd >= bytes.byteLength) throw truncatedArchive();
  return bytes.subarray(headerEnd);
}

function endOfRpmHeader(bytes: Uint8Array, at: number): number {
  if (at + 16 > bytes.byteLength) throw truncatedArchive();
  if (latin1Of(bytes.subarray(at, at + 3)) !== RPM_HEADER_MAGIC) throw corruptArchive('its header is damaged');
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, 16);
  return at + 16 + 16 * view.getUint32(8) + view.getUint32(12);
}

/**
 * The members of a Debian package as `dpkg-deb --raw-extract` lays them out: what is to be installed, and what controls
 * that in the folder `DEBIAN`.
 */
export function debianLayout(
  members: readonly { readonly path: string; readonly entries: readonly RawEntry[] }[],
): RawEntry[] {
  return members.flatMap(({ path, entries }) => {
    if (path.startsWith('data.')) return entries;
    return entries.map((entry) => ({ ...entry, path: `DEBIAN/${entry.path.replace(/^(\.\/?)+/, '')}` }));
  });
}
