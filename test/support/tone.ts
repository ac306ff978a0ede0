import type { Pcm } from '../../engine/contract/samples.ts';

/** The strength of a frequency in the first channel between two times in seconds (Goertzel). */
export function strengthOf({ rate, channels }: Pcm, hertz: number, from: number, to: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / rate);
  let [one, two] = [0, 0];
  const part = channels[0]!.subarray(from * rate, to * rate);
  for (const sample of part) [one, two] = [sample + turn * one - two, one];
  return Math.sqrt(one * one + two * two - turn * one * two) / part.length;
}
