import { defineCodec } from '../../contract/codec.ts';

const COST = { ms: { base: 2, perMB: 200 }, memoryMB: { base: 10, perMB: 30 }, cpuSlots: 1 } as const;
/** Formats that say what text looks like beyond bold and italic. */
const STYLED = ['ass', 'ssa', 'ttml'] as const;
const PLAIN = ['srt', 'vtt', 'sbv', 'lrc', 'sub'] as const;

/** Subtitles as text, through one model of cues. */
export default defineCodec({
  id: 'subtitles',
  lane: 'light',
  packages: ['entities'],
  licence: 'BSD-2-Clause AND MIT',
  inspects: [...STYLED, ...PLAIN, 'scc', 'smi'],
  edges: [
    {
      name: 'cues',
      from: [...STYLED, ...PLAIN, 'scc', 'smi'],
      to: [...STYLED, ...PLAIN],
      keeps: ['subtitles', 'text', 'look', 'metadata'],
      operation: 'recode',
      takes: 'one',
      gives: 'one',
      options: ['fps', 'encoding'],
      cost: COST,
    },
    {
      name: 'transcript',
      from: [...STYLED, ...PLAIN, 'scc', 'smi'],
      to: ['txt'],
      keeps: ['text'],
      operation: 'recode',
      takes: 'one',
      gives: 'one',
      options: ['fps', 'encoding'],
      cost: COST,
    },
  ],
  load: () => import('./run.ts'),
});
