import { expect, it } from 'vitest';
import { checkSounds } from '../../../../../engine/content/timeline/compare/sampled-sound.ts';
import type { Expectation } from '../../../../../engine/contract/report.ts';
import { SOUND_RATE, type Sound } from '../../../../../engine/contract/samples.ts';

const EXPECTATION = { options: {} } as Expectation;

/** A sound of both channels alike, by its amplitude at each second. */
function soundOf(seconds: number, amplitude: (second: number) => number): Sound {
  const left = Float32Array.from({ length: seconds * SOUND_RATE }, (_, at) => amplitude(at / SOUND_RATE));
  return { left, right: left.slice() };
}

function later({ left, right }: Sound, seconds: number): Sound {
  const shift = Math.round(seconds * SOUND_RATE);
  const moved = (channel: Float32Array): Float32Array => channel.map((_, at) => channel[at - shift] ?? 0);
  return { left: moved(left), right: moved(right) };
}

const tone = soundOf(0.5, (second) => 0.2 * Math.sin(second * 2 * Math.PI * 440));
/** A fifth of a second of something that does not repeat, and silence. */
const word = soundOf(0.6, (second) => (second < 0.2 ? 0.1 * Math.sin(3_000 * second ** 2 + 900 * second) : 0));

const ended = (sound: Sound, share: number): Sound => {
  const length = sound.left.length * share;
  return { left: sound.left.subarray(0, length), right: sound.right.subarray(0, length) };
};

it.each([
  ['a steady tone, which is like itself at every period', tone, tone, true],
  ['a steady tone of which a codec has lost the end', tone, ended(tone, 0.9), true],
  ['a short sound before silence', word, word, true],
  ['a short sound that a codec delays', word, later(word, 0.06), true],
  ['a short sound whose beginning a codec swallows', word, later(word, -0.06), true],
  ['a steady tone of which half is missing', tone, ended(tone, 0.5), false],
  ['a short sound that is not there', word, later(word, 0.5), false],
])('%s', (_name, before, after, ok) => {
  const [check] = checkSounds([{ before: { sound: before }, after: { sound: after } }] as never, EXPECTATION);
  expect(check).toMatchObject({ name: 'sound', ok });
});
