import { defineCodec } from '../../contract/codec.ts';

/** MIDI files, read by our own code, which shares nothing with the synthesizer that plays them; and what is sung in them. */
export default defineCodec({
  id: 'midi',
  lane: 'light',
  packages: [],
  licence: 'MIT',
  inspects: ['mid'],
  edges: [
    {
      name: 'lyrics',
      from: ['mid'],
      to: ['lrc', 'srt', 'vtt', 'ass', 'ssa', 'sbv', 'ttml'],
      keeps: ['subtitles', 'metadata'],
      operation: 'extract',
      takes: 'one',
      gives: 'one',
      needs: ['subtitles'],
      cost: { ms: { base: 5, perMB: 1000 }, memoryMB: { base: 20, perMB: 100 }, cpuSlots: 1, growth: 0.1 },
    },
  ],
  load: () => import('./run.ts'),
});
