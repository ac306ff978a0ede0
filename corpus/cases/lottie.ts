import type { Case } from '../case.ts';

const SOURCES = [
  ['lottie', 'square-seen-through.json'],
  ['lottie', 'disc-sixty-frames.json'],
  ['dotlottie', 'image-two-animations.lottie'],
] as const;

export const cases: readonly Case[] = SOURCES.flatMap(([from, source]): readonly Case[] => [
  { codec: 'lottie', edge: 'animation', from, source, to: 'apng', comparator: 'image' },
  { codec: 'lottie', edge: 'frame', from, source, to: 'png', comparator: 'image' },
]);

export const origins = Object.fromEntries(
  SOURCES.map(([format, source]) => [`sources/${format}/${source}`, 'ours: `corpus/make/lottie.ts`']),
);
