import {
  type ChainPlan,
  type ChainStep,
  ConversionError,
  type Detection,
  type Plan,
  type PlanOptions,
} from '../../engine/index.ts';
import type { ConversionEngine } from '../conversion-engine.ts';
import { serviceErrorOf } from '../errors.ts';
import type { Upload } from './upload.ts';

/** Detects and plans without converting. It does not count against the quota. */
export interface Planning {
  detect(upload: Upload, signal: AbortSignal): Promise<Detection>;
  plan(from: string, to: string, options: PlanOptions): Plan;
  planChain(from: readonly string[], steps: readonly ChainStep[]): ChainPlan;
}

export function createPlanning(engine: ConversionEngine): Planning {
  return {
    async detect({ path, fileName }, signal) {
      try {
        return await engine.detect(path, { fileName, signal });
      } catch (error) {
        throw translated(error);
      }
    },
    plan(from, to, options) {
      try {
        return engine.plan(from, to, options);
      } catch (error) {
        throw translated(error);
      }
    },
    planChain(from, steps) {
      try {
        return engine.planChain(from, steps);
      } catch (error) {
        throw translated(error);
      }
    },
  };
}

function translated(error: unknown): unknown {
  return error instanceof ConversionError ? serviceErrorOf(error) : error;
}
