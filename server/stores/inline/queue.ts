import type { ConversionEngine } from '../../conversion-engine.ts';
import type { Queue } from '../queue.ts';

/** Runs conversions in this process. The engine's scheduler takes care of order and fairness. */
export function inlineQueue(engine: ConversionEngine): Queue {
  return {
    run({ inputs, kind, outDir, to, from, detection, options, allowLoss, ...job }, control) {
      const { tenant, priority, verify, onDifference } = job;
      const common = { to, options, outDir, tenant, priority, verify, onDifference, ...control };
      if (kind === 'merge') {
        const fileNames = inputs.map(({ fileName }) => fileName);
        const paths = inputs.map(({ path }) => path);
        return engine.merge(paths, { ...common, fileNames });
      }
      const { path, fileName } = inputs[0]!;
      return engine.convert(path, { ...common, from, detection, fileName, allowLoss, pack: 'zip' });
    },
  };
}
