import type { RasterFacts } from '../../../contract/facts.ts';
import type { Check, Expectation } from '../../../contract/report.ts';
import type { ExpectedFrame } from './pairs.ts';

/** GIF counts hundredths of a second, so that every delay may be off by this much. */
const ROUNDED_MS = 5;

/** Compares how long an animation plays and how often, where both sides are animations. */
export function compareTiming(
  source: RasterFacts,
  outputs: readonly RasterFacts[],
  frames: readonly ExpectedFrame[],
  expectation: Expectation,
): Check[] {
  const [output] = outputs;
  const isAnimated = source.sequence === 'animation' && output?.sequence === 'animation' && outputs.length === 1;
  if (!isAnimated || !expectation.kept.includes('animation')) return [];
  const { fps } = expectation.options;
  const expected =
    fps === undefined ? frames.map(({ frame }) => source.delaysMs?.[frame] ?? 0) : (source.delaysMs ?? []);
  const found = output.delaysMs ?? [];
  return [checkDelays(expected, found, fps), checkLoops(source.loops, output.loops)];
}

/**
 * Each frame is shown as long, or until the same time: 33 ms are 30 or 40 in hundredths of a second. At a pace that was
 * asked for an animation plays as long, but for half an image at its end.
 */
function checkDelays(expected: readonly number[], found: readonly number[], fps: number | undefined): Check {
  const isNear = (times: readonly number[], others: readonly number[]): boolean =>
    times.every((time, index) => Math.abs(others[index]! - time) <= ROUNDED_MS);
  const total = sum(expected);
  const foundTotal = sum(found);
  // Joined frames leave only the whole to be compared.
  const slack = ROUNDED_MS * Math.max(expected.length, found.length) + (fps === undefined ? 0 : 500 / fps);
  const ok =
    fps === undefined && found.length === expected.length
      ? isNear(expected, found) || isNear(endsOf(expected), endsOf(found))
      : Math.abs(foundTotal - total) <= slack;
  return { name: 'delays', feature: 'animation', ok, expected: `${total} ms`, found: `${foundTotal} ms` };
}

function checkLoops(expected: number | undefined, found: number | undefined): Check {
  const text = (loops: number | undefined): string | number => (loops === 0 ? 'for ever' : (loops ?? 1));
  return {
    name: 'loops',
    feature: 'animation',
    ok: (expected ?? 1) === (found ?? 1),
    expected: text(expected),
    found: text(found),
  };
}

/** When each frame ends, in milliseconds. */
export function endsOf(delaysMs: readonly number[]): readonly number[] {
  let end = 0;
  return delaysMs.map((delay) => (end += delay));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
