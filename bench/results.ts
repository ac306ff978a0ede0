import type { Machine } from './machine.ts';
import type { Measurement, Percentiles, Ratio } from './measure.ts';

/** Everything that one call of the bench found: what `--json` prints and `--compare` reads. */
export interface BenchResults {
  readonly version: 1;
  readonly machine: Machine;
  /** Start of the run, ISO 8601. */
  readonly date: string;
  /** The state of the project that was measured, e.g. `as of 2026-11-23`, where it is an earlier one. */
  readonly code?: string;
  readonly suites: readonly SuiteResults[];
}

export interface SuiteResults {
  readonly suite: SuiteName;
  readonly seconds: number;
  readonly comparisons: readonly Comparison[];
  readonly figures: readonly Figure[];
  readonly loads: readonly Load[];
  readonly skipped: readonly Skipped[];
}

export const SUITE_NAMES = [
  'start',
  'planner',
  'convert',
  'image',
  'media',
  'document',
  'pdf-docx',
  'archive',
  'data',
  'ebook',
  'font',
  'wanted',
  'scene',
  'throughput',
  'verify',
  'server',
] as const;
export type SuiteName = (typeof SUITE_NAMES)[number];

/**
 * `warm`: our engine runs already and has done this pair before. `cold`: a fresh process of ours. Peers are native
 * programs and start again for every file, as their users start them.
 */
export type Phase = 'warm' | 'cold';

/** The same work done by us and by peers, in turns. */
export interface Comparison {
  /** What was done, e.g. `png → webp`; unique together with the phase within its suite. */
  readonly work: string;
  readonly phase: Phase;
  /** The input in words, e.g. `1200×900 px, 1.6 MB`. */
  readonly input: string;
  readonly ours: Measurement;
  /** The part of our codec alone, without inspection, verification and files. */
  readonly codec?: Measurement;
  readonly quality?: Quality;
  readonly peers: readonly PeerMeasurement[];
}

export interface PeerMeasurement extends Measurement {
  readonly name: string;
  readonly version: string;
  readonly ratio: Ratio;
  /** What we want the ratio of user CPU to be at most. Shown beside it; nothing fails by it. */
  readonly target?: number;
  readonly quality?: Quality;
}

/** What a result is worth: a faster one that is larger or less like its source is not simply better. */
export interface Quality {
  readonly bytes: number;
  /** Of several files: how many became results in which a program of somebody else finds no fault. */
  readonly right?: { readonly of: number; readonly count: number };
  /** Structural similarity to the source, 0 to 1; absent where nothing is lost, or where the size differs. */
  readonly ssim?: number;
}

/** A single number without a peer. */
export interface Figure {
  /** The same in every run. */
  readonly name: string;
  /** What the value is made of, in its unit. */
  readonly parts?: Readonly<Record<string, number>>;
  readonly value: number;
  readonly unit: string;
  /** What we want it to be at most. Shown beside the value; nothing fails by it. */
  readonly target?: number;
}

/** A closed loop: `inFlight` callers, each of whom starts the next conversion when the last one has answered. */
export interface Load {
  readonly work: string;
  readonly task: string;
  /** Worker threads of ours, or processes that a peer runs side by side. */
  readonly workers: number;
  readonly inFlight: number;
  readonly done: number;
  /** Conversions that were turned away because the queue was full. */
  readonly refused: number;
  readonly jobsPerSecond: number;
  /** User CPU milliseconds a conversion; absent where they are not counted. */
  readonly userMsPerJob?: number;
  /** Milliseconds from asking to the answer, of those that were done. */
  readonly latencyMs: Percentiles;
}

/** Something that could not be measured here, and why. */
export interface Skipped {
  readonly work: string;
  readonly reason: string;
}
