import type { Engine } from '../engine/index.ts';

/** What the service needs of the engine: tests put a small stand-in here. */
export type ConversionEngine = Pick<
  Engine,
  'formats' | 'targets' | 'optionsFor' | 'detect' | 'plan' | 'convert' | 'merge' | 'mergeTargets' | 'status' | 'warm'
>;
