import type { CostModel } from '../../engine/contract/codec.ts';
import { median } from '../measure.ts';

/** One measured conversion: the size of its input in MB (10⁶ bytes), and what came of it: milliseconds, or MB of the result. */
export interface CostPoint {
  readonly sizeMB: number;
  readonly value: number;
}

export interface FittedCost {
  readonly model: CostModel;
  /** The median distance of a point from the model, as a share of the point. */
  readonly error: number;
}

/** Sizes must differ by this factor, and the largest must be so large, before their slope says anything. */
const LEAST_SPREAD = 4;
const LEAST_LARGEST_MB = 0.02;
const SIGNIFICANT_DIGITS = 3;

/**
 * Fits `value = base + perMB × size`, neither below zero. Relative errors count, not absolute ones: a model that is right
 * for the large files only would be wrong for most. Where all sizes are alike, or small, the declared slope stays. Throws
 * without points.
 */
export function fitCost(points: readonly CostPoint[], declared: CostModel): FittedCost {
  if (points.length === 0) throw new RangeError('There is nothing to fit a cost to.');
  const model = roundModel(hasSpread(points) ? fitBoth(points) : fitBase(points, declared.perMB));
  const errors = points.map(({ sizeMB, value }) => Math.abs(model.base + model.perMB * sizeMB - value) / value);
  return { model, error: median(errors) };
}

function hasSpread(points: readonly CostPoint[]): boolean {
  const sizes = points.map(({ sizeMB }) => sizeMB);
  const largest = Math.max(...sizes);
  return largest >= LEAST_LARGEST_MB && largest >= LEAST_SPREAD * Math.min(...sizes);
}

/** Repetitions after which the weights have long settled. */
const ITERATIONS = 30;

/**
 * Least squares of the errors relative to the prediction: each point weighs 1 ÷ predicted², and predictions and weights
 * are found in turns. Relative to the measured times instead, slow points could hardly be missed by more than 100 % and
 * would count for little: a copy and a new encoding on one edge would cost as much as the copy.
 */
function fitBoth(points: readonly CostPoint[]): CostModel {
  let model = weightedFit(points.map((point) => ({ ...point, weight: 1 / point.value ** 2 })));
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const { base, perMB } = model;
    model = weightedFit(points.map((point) => ({ ...point, weight: 1 / (base + perMB * point.sizeMB) ** 2 })));
  }
  return model;
}

function weightedFit(points: readonly (CostPoint & { readonly weight: number })[]): CostModel {
  const sum = { weight: 0, size: 0, value: 0, sizeSize: 0, sizeValue: 0 };
  for (const { sizeMB, value, weight } of points) {
    sum.weight += weight;
    sum.size += weight * sizeMB;
    sum.value += weight * value;
    sum.sizeSize += weight * sizeMB ** 2;
    sum.sizeValue += weight * sizeMB * value;
  }
  const determinant = sum.weight * sum.sizeSize - sum.size ** 2;
  const perMB = (sum.weight * sum.sizeValue - sum.size * sum.value) / determinant;
  const base = (sum.value - perMB * sum.size) / sum.weight;
  if (perMB < 0) return { base: sum.value / sum.weight, perMB: 0 };
  if (base < 0) return { base: 0, perMB: sum.sizeValue / sum.sizeSize };
  return { base, perMB };
}

function fitBase(points: readonly CostPoint[], perMB: number): CostModel {
  const base = median(points.map(({ sizeMB, value }) => value - perMB * sizeMB));
  // A declared slope that explains more than everything is wrong for files of this size.
  if (base <= 0) return { base: 0, perMB: median(points.map(({ sizeMB, value }) => value / sizeMB)) };
  return { base, perMB };
}

function roundModel({ base, perMB }: CostModel): CostModel {
  return { base: roundDigits(base), perMB: roundDigits(perMB) };
}

function roundDigits(value: number): number {
  return Number(value.toPrecision(SIGNIFICANT_DIGITS));
}
