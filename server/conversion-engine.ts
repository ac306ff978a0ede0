import type { Engine } from '../engine/index.ts';

/** The part of the engine that the service uses. Tests replace it by a small fake. */
export type ConversionEngine = Pick<
  Engine,
  | 'formats'
  | 'targets'
  | 'optionsFor'
  | 'detect'
  | 'plan'
  | 'convert'
  | 'merge'
  | 'mergeTargets'
  | 'chain'
  | 'planChain'
  | 'status'
  | 'warm'
>;
