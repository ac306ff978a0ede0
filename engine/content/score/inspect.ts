import type { MediaFacts, ScoreFacts } from '../../contract/facts.ts';
import { heardSeconds, type Score } from './model.ts';

/** What is heard of a score, as the one track of an audio file. */
export function mediaOfScore(score: Score): MediaFacts {
  const durationMs = heardSeconds(score) * 1000;
  const { title, copyright } = score;
  return {
    durationMs,
    tracks: durationMs > 0 ? [{ kind: 'audio', codec: 'midi', durationMs, channels: 2 }] : [],
    tags: { ...(title && { title }), ...(copyright && { copyright }) },
  };
}

/** Controllers by which a channel is louder, and its pedals. */
const CONTROLLERS = { volume: 7, expression: 11, reset: 121 } as const;
const PEDALS: ReadonlySet<number> = new Set([64, 66, 69]);
const USUAL = { volume: 100, expression: 127 } as const;
/** Velocity, volume and expression multiplied, each as a share: a fade-out is inaudible at last. The square is the amplitude. */
const LEAST_LOUDNESS = 0.12;
/** Milliseconds after a note in which another tells nothing more. */
const CHORD_MS = 50;

/** When notes begin that must be heard, and when any may be. */
export function factsOfScore({ events }: Score): ScoreFacts {
  const heardMs: number[] = [];
  const spans: (readonly [startMs: number, endMs: number])[] = [];
  const volumes = new Map<number, number>();
  const expressions = new Map<number, number>();
  const pedals = new Map<string, number>();
  for (const { kind, seconds, channel = 0, number = 0, value = 0, length = 0 } of events) {
    const atMs = seconds * 1000;
    if (kind === 'note') {
      const { volume, expression } = USUAL;
      const gain = (volumes.get(channel) ?? volume) * (expressions.get(channel) ?? expression);
      const isHeard = (value * gain) / 127 ** 3 >= LEAST_LOUDNESS;
      if (isHeard && atMs - (heardMs.at(-1) ?? -Infinity) >= CHORD_MS) heardMs.push(atMs);
      spans.push([atMs, atMs + length * 1000]);
    }
    if (kind !== 'controller') continue;
    if (number === CONTROLLERS.volume) volumes.set(channel, value);
    if (number === CONTROLLERS.expression) expressions.set(channel, value);
    if (number === CONTROLLERS.reset) expressions.delete(channel);
    const pedal = `${channel} ${number}`;
    const downMs = pedals.get(pedal);
    if (!PEDALS.has(number)) continue;
    if (value >= 64 && downMs === undefined) pedals.set(pedal, atMs);
    if (value >= 64 || downMs === undefined) continue;
    spans.push([downMs, atMs]);
    pedals.delete(pedal);
  }
  for (const downMs of pedals.values()) spans.push([downMs, Infinity]);
  return { heardMs: Float64Array.from(heardMs), soundingMs: Float64Array.from(united(spans).flat()) };
}

/** Spans that touch become one. */
function united(spans: readonly (readonly [startMs: number, endMs: number])[]): [number, number][] {
  const all: [number, number][] = [];
  for (const [startMs, endMs] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = all.at(-1);
    if (last && startMs <= last[1]) last[1] = Math.max(last[1], endMs);
    else all.push([startMs, endMs]);
  }
  return all;
}
