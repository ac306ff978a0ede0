import { MusicCounter, type WrittenMusic } from '../model.ts';
import type { Tune } from './model.ts';

const SEMITONES: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

/** Counts a tune in ABC as it was read, with the lyrics in the order of the voices. */
export function countTune({ voices, title }: Tune): WrittenMusic {
  const counter = new MusicCounter();
  counter.title = title;
  counter.staves = voices.length;
  counter.measures = Math.max(...voices.map(({ measures }) => measures.length));
  for (const { measures } of voices)
    for (const { events } of measures)
      for (const event of events) {
        if (event.kind !== 'sounding') continue;
        for (const { step, alter, octave, isProlonged } of event.pitches) {
          const pitch = 12 * (octave + 1) + SEMITONES[step]! + alter;
          counter.note({ isProlonged, ...(!event.grace && { pitch }) });
        }
        for (const { text } of event.syllables) counter.lyric(text);
      }
  return counter.finish();
}
