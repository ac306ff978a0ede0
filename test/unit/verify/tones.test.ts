import { expect, it } from 'vitest';
import { warningOfTones } from '../../../engine/verify/tones.ts';

it.each([
  ['png', 'gif', 'gif holds at most 256 colours: where the picture has more, the nearest were taken.'],
  ['jpg', 'pbm', 'pbm holds only black and white: shades became patterns of dots.'],
  ['gif', 'pbm', 'pbm holds only black and white: shades became patterns of dots.'],
  ['png', 'pgm', undefined],
  ['gif', 'xpm', undefined],
  ['pgm', 'gif', undefined],
  ['pbm', 'gif', undefined],
  ['gif', 'png', undefined],
] as const)('tells what is left of the shades from %s to %s', (from, to, message) => {
  expect(warningOfTones(from, to)?.message).toBe(message);
});
