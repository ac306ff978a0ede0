import type { CostModel } from '../contract/codec.ts';
import measured from './cost-model.json' with { type: 'json' };

/** What `npm run calibrate` measured, by `<codec id>/<edge name>`; it overrides the estimates of the declarations. */
export interface MeasuredCosts {
  /** The machine that was measured and the day (ISO 8601); empty before the first calibration. */
  readonly machine: string;
  readonly date: string;
  readonly edges: Readonly<Record<string, MeasuredEdge>>;
  /** Milliseconds to read a file of a format for comparing, by its format. */
  readonly inspections?: Readonly<Record<string, CostModel>>;
  /** Milliseconds of a job beside its steps and readings. */
  readonly jobMs?: number;
}

export interface MeasuredEdge {
  readonly ms: CostModel;
  /** Of the result, in MB, as `ms` is of the next step: of pixels as many as a photograph of them has as PNG. Routes are compared by what is declared. */
  readonly sizeMB?: CostModel;
  /** 100 · (1 − score of the edge's golden cases), in tens: what the codec breaks of the features that it keeps. */
  readonly qualityPenalty: number;
}

export const MEASURED_COSTS: MeasuredCosts = measured;

/** Bytes in one MB of a cost model. */
export const MB = 1_000_000;

export function evaluateCost(model: CostModel, sizeMB: number): number {
  return model.base + model.perMB * sizeMB;
}

/** The 1-2-5 step that is nearest on a logarithmic scale: predictions are not more exact than that. */
export function roundToStep(ms: number): number {
  if (ms <= 1) return 1;
  const decade = 10 ** Math.floor(Math.log10(ms));
  const mantissa = ms / decade;
  if (mantissa < Math.SQRT2) return decade;
  if (mantissa < Math.sqrt(10)) return 2 * decade;
  if (mantissa < Math.sqrt(50)) return 5 * decade;
  return 10 * decade;
}

/**
 * The size that stands for all of its bucket: plans are cached by it, so they must be made from it too, or the first
 * caller's size would decide for the others. Steps of √2, rounded up: memory is never reserved too low.
 */
export function bucketSize(bytes: number): number {
  const step = Math.ceil(2 * Math.log2(Math.max(bytes, 1024)));
  return 2 ** (step / 2);
}
