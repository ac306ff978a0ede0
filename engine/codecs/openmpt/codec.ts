import { defineCodec } from '../../contract/codec.ts';

const MODULES = ['mod', 's3m', 'xm', 'it'] as const;

/** Plays modules of music trackers: libopenmpt, as the player chiptune3 brings it. */
export default defineCodec({
  id: 'openmpt',
  lane: 'media',
  packages: ['chiptune3'],
  licence: 'MIT AND BSD-3-Clause',
  inspects: MODULES,
  edges: [
    {
      name: 'play',
      from: MODULES,
      to: ['wav'],
      keeps: ['audio', 'metadata'],
      operation: 'render',
      takes: 'one',
      gives: 'one',
      options: ['sampleRate'],
      // A file of 200 KB plays for three minutes.
      cost: { ms: { base: 100, perMB: 7_000 }, memoryMB: { base: 60, perMB: 200 }, cpuSlots: 1, growth: 150 },
    },
  ],
  load: () => import('./run.ts'),
});
