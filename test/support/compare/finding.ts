import type { FormatId } from '../../../engine/formats/index.ts';
import type { CodecBench } from '../codec-bench.ts';

/** One figure of a comparison beside what it may be. */
export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  /** What the golden file has, or the bound that its name implies. */
  readonly expected: string;
  readonly found: string;
}

/** A golden file and the file that should be like it. */
export interface Pair {
  readonly format: FormatId;
  readonly golden: Uint8Array;
  readonly found: Uint8Array;
  /** Codec that wrote both: another one must judge, where there is one. */
  readonly writer: string;
}

export type Tolerance = Readonly<Record<string, number>>;

/** Decodes both files with a reader that did not write them, and compares what is in them. */
export type CompareFiles = (pair: Pair, tolerance: Tolerance, bench: CodecBench) => Promise<Finding[]>;

export function same(name: string, expected: string | number, found: string | number): Finding {
  return { name, ok: expected === found, expected: String(expected), found: String(found) };
}

export function atLeast(name: string, least: number, found: number): Finding {
  return { name, ok: found >= least, expected: `≥ ${shown(least)}`, found: shown(found) };
}

export function atMost(name: string, most: number, found: number): Finding {
  return { name, ok: found <= most, expected: `≤ ${shown(most)}`, found: shown(found) };
}

export function near(name: string, expected: number, found: number, tolerance: number): Finding {
  const ok = Math.abs(found - expected) <= tolerance;
  return { name, ok, expected: `${shown(expected)} ± ${shown(tolerance)}`, found: shown(found) };
}

function shown(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(4);
}
