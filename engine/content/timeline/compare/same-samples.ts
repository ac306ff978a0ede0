import type { Pcm } from '../../../contract/samples.ts';

/** The rounding of two decoders to 16 bits. */
const ROUNDING = 2 / 0x8000;
/** Samples in which a result may begin or end otherwise: the block of a codec. */
const MOST_MISSING = 4_608;

/** Whether both files play the same samples, as those of lossless codecs do; what is beyond full scale is clipped. */
export function hasSameSamples(before: Pcm, after: Pcm): boolean {
  if (before.rate !== after.rate || before.channels.length !== after.channels.length) return false;
  return before.channels.every((expected, channel) => {
    const found = after.channels[channel]!;
    if (expected.length === 0 || Math.abs(expected.length - found.length) > MOST_MISSING) return false;
    const count = Math.min(expected.length, found.length);
    for (let at = 0; at < count; at++) {
      const sample = Math.max(-1, Math.min(1, expected[at]!));
      if (Math.abs(sample - found[at]!) > ROUNDING) return false;
    }
    return true;
  });
}
