import { latin1Of, viewOf } from '../../../io/bytes.ts';
/** Bytes of the header of every ICC profile. */
const HEADER_BYTES = 128;
const SPACES: Readonly<Record<string, number>> = { GRAY: 1, 'RGB ': 3, CMYK: 4 };

/** The profile if it is whole and describes colours of so many components: others would make a document unreadable. */
export function usableProfile(profile: Uint8Array | undefined, components: number): Uint8Array | undefined {
  if (!profile || profile.byteLength < HEADER_BYTES) return undefined;
  const isProfile = latin1Of(profile, 36, 40) === 'acsp' && viewOf(profile).getUint32(0) <= profile.byteLength;
  return isProfile && SPACES[latin1Of(profile, 16, 20)] === components ? profile : undefined;
}
