/** Bytes of the header of every ICC profile. */
const HEADER_BYTES = 128;
const SPACES: Readonly<Record<string, number>> = { GRAY: 1, 'RGB ': 3, CMYK: 4 };

/** The profile if it is whole and describes colours of so many components: others would make a document unreadable. */
export function usableProfile(profile: Uint8Array | undefined, components: number): Uint8Array | undefined {
  if (!profile || profile.byteLength < HEADER_BYTES) return undefined;
  const header = Buffer.from(profile.subarray(0, HEADER_BYTES));
  const isProfile = header.toString('latin1', 36, 40) === 'acsp' && header.readUInt32BE(0) <= profile.byteLength;
  return isProfile && SPACES[header.toString('latin1', 16, 20)] === components ? profile : undefined;
}
