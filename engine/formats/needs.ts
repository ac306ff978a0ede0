import type { Facts } from '../verify/facts.ts';

/** What an edge needs of this very file: one predicate and one message each. Unknown facts count as met. */
export const NEEDS = {
  audio: {
    test: (facts: Facts): boolean => !facts.media || facts.media.tracks.some((track) => track.kind === 'audio'),
    message: 'The file has no audio track.',
  },
  video: {
    test: (facts: Facts): boolean => !facts.media || facts.media.tracks.some((track) => track.kind === 'video'),
    message: 'The file has no video track.',
  },
  decrypted: {
    test: (facts: Facts): boolean => facts.encrypted !== true,
    message: 'The file is encrypted. Remove its password or send it as the option password.',
  },
} as const satisfies Record<string, { test: (facts: Facts) => boolean; message: string }>;

export type NeedId = keyof typeof NEEDS;
