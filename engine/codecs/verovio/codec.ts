import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

const SCORES = ['musicxml', 'mxl', 'mei', 'abc', 'krn'] as const;

const shared = {
  takes: 'one',
  // A megabyte of MusicXML is five pages.
  cost: { ms: { base: 400, perMB: 3_000 }, memoryMB: { base: 250, perMB: 100 }, cpuSlots: 1, growth: 2 },
} as const satisfies Partial<EdgeSpec>;

/** Engraves scores: Verovio. Whether all notes are there is told by our own readers. */
export default defineCodec({
  id: 'verovio',
  lane: 'document',
  packages: ['verovio'],
  licence: 'LGPL-3.0-or-later',
  inspects: SCORES,
  edges: [
    {
      ...shared,
      name: 'engrave',
      from: SCORES,
      to: ['svg'],
      keeps: ['text', 'vector', 'look'],
      operation: 'recode',
      gives: 'many',
    },
    {
      ...shared,
      name: 'events',
      from: SCORES,
      to: ['mid'],
      keeps: ['audio'],
      operation: 'recode',
      gives: 'one',
    },
    {
      ...shared,
      name: 'encode',
      from: ['musicxml', 'mxl', 'abc', 'krn'],
      to: ['mei'],
      keeps: ['text', 'structure', 'audio', 'vector', 'look', 'metadata'],
      operation: 'recode',
      gives: 'one',
    },
    {
      ...shared,
      name: 'score',
      from: ['abc'],
      to: ['musicxml'],
      keeps: ['text', 'structure', 'audio', 'vector', 'look', 'metadata'],
      operation: 'recode',
      gives: 'one',
    },
  ],
  load: () => import('./run.ts'),
});
