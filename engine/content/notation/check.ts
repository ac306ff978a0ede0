import { ConversionError } from '../../contract/errors.ts';
import type { WrittenMusic } from './model.ts';

/** Notes that were drawn on pages as the library marks them. */
export function drawnNotes(svg: string): number {
  return svg.match(/<g\b[^>]*\bclass="note[ "]/g)?.length ?? 0;
}

/** Throws `output_not_verified` where a drawing has more or fewer notes than the score. */
export function requireDrawn({ notes }: WrittenMusic, drawn: number): void {
  if (drawn !== notes) throw differs('notes on the pages', notes, drawn);
}

/**
 * The same for notes that are played, given by their keys: repeats and tremolos play some more than once, so that there may
 * be more.
 */
export function requirePlayed({ sounded, pitches }: WrittenMusic, played: readonly number[]): void {
  if (played.length < sounded) throw differs('notes that are played', sounded, played.length);
  const counts = new Map<number, number>();
  for (const key of played) counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const [key, count] of pitches ?? [])
    if ((counts.get(key) ?? 0) < count) throw differs(`notes of the key ${key}`, count, counts.get(key) ?? 0);
}

/** The same for a score that was written again. */
export function requireWritten(expected: WrittenMusic, found: WrittenMusic): void {
  if (found.notes !== expected.notes) throw differs('notes', expected.notes, found.notes);
  if (found.staves !== expected.staves) throw differs('staves', expected.staves, found.staves);
  const [sung, written] = [expected, found].map(({ lyrics }) => lyrics.join('').replace(/\s+/g, '').length);
  if (written! < sung!) throw differs('letters of lyrics', sung!, written!);
}

function differs(what: string, expected: number, found: number): ConversionError {
  return new ConversionError({
    code: 'output_not_verified',
    message: `Verification failed: ${found.toLocaleString('en')} of ${expected.toLocaleString('en')} ${what} were found; the result was discarded.`,
    details: { expected, found },
  });
}
