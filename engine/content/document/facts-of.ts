import type { Facts } from '../../contract/facts.ts';

/** What a reader of one format finds; who the reader is and what file it was is added outside. */
export type FactsOf = Omit<Facts, 'format' | 'sizeBytes' | 'reader'>;
