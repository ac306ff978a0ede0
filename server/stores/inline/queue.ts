import type { ConversionEngine } from '../../conversion-engine.ts';
import type { Queue } from '../queue.ts';

/** Runs conversions in this process: the engine's own scheduler keeps the order and the fairness. */
export function inlineQueue(engine: ConversionEngine): Queue {
  return {
    run: ({ inputPath, fileName, outDir, to, from, options, allowLoss, tenant }, signal) =>
      engine.convert(inputPath, { to, from, fileName, options, allowLoss, outDir, pack: 'zip', tenant, signal }),
  };
}
