import type { Pcm } from '../../../contract/samples.ts';
import { bytesOf, equalBytes } from '../../../io/bytes.ts';
import { lostAtEnd } from './audio-end.ts';

/** The rounding of two decoders to 16 bits. */
const ROUNDING = 2 / 0x8000;
/** Samples in which a result may end otherwise: the block of a codec. What is missing there must not be heard. */
const MOST_MISSING = 4_608;
const HEARD_SECONDS = 0.04;

/** Whether both files play the same samples, as those of lossless codecs do; what is beyond full scale is clipped. */
export function hasSameSamples({ before, after }: { readonly before: Pcm; readonly after: Pcm }): boolean {
  if (isEqual(before, after)) return true;
  if (before.rate !== after.rate || before.channels.length !== after.channels.length) return false;
  if (lostAtEnd(before, after) > HEARD_SECONDS) return false;
  return before.channels.every((expected, channel) => {
    const found = after.channels[channel]!;
    if (expected.length === 0) return found.length === 0;
    if (Math.abs(expected.length - found.length) > MOST_MISSING) return false;
    const count = Math.min(expected.length, found.length);
    for (let at = 0; at < count; at++) {
      const sample = Math.max(-1, Math.min(1, expected[at]!));
      if (Math.abs(sample - found[at]!) > ROUNDING) return false;
    }
    return true;
  });
}

/** Whether every bit is the same, which is known in a hundredth of the time. */
function isEqual(before: Pcm, after: Pcm): boolean {
  const [expected, found] = [before.interleaved, after.interleaved];
  if (!expected || !found || expected.samples.length === 0) return false;
  return (
    before.rate === after.rate &&
    expected.channels === found.channels &&
    equalBytes(bytesOf(expected.samples), bytesOf(found.samples))
  );
}
