import type { Codec } from '../codec.ts';
import mediabunny from './mediabunny/codec.ts';

/** The explicit list of codecs: one import line and one entry each, in alphabetical order. */
export const CODECS: readonly Codec[] = [mediabunny];
