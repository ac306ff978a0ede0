import type { Pcm } from '../../../contract/samples.ts';
import { decibels, HEARD_DB, powerOf, secondsOf } from './spectrum.ts';

/** Seconds in which it is looked whether anything is heard. */
const PIECE_SECONDS = 0.01;

/** Seconds of a source that are still heard where its result has ended; 0 if there are none. */
export function lostAtEnd(before: Pcm, after: Pcm): number {
  const end = secondsOf(after);
  const pieces = Math.floor((secondsOf(before) - end) / PIECE_SECONDS);
  for (let piece = pieces - 1; piece >= 0; piece--) {
    const [from, to] = [piece, piece + 1].map((at) => Math.round((end + at * PIECE_SECONDS) * before.rate));
    if (before.channels.some((samples) => decibels(powerOf(samples, from, to)) > HEARD_DB))
      return (piece + 1) * PIECE_SECONDS;
  }
  return 0;
}
