import type { Operation } from './codec.ts';
import type { Feature } from '../formats/features.ts';
import type { FormatId } from '../formats/index.ts';
import type { OptionValues } from '../formats/options.ts';
import type { Difference } from './differences.ts';
import type { Facts } from './facts.ts';

/** One comparison of what was expected with what is there. */
export interface Check {
  /** What was compared, e.g. `size`, `frames`, `duration`, `text`. */
  readonly name: string;
  /** The feature that is or falls with it, where it is one. */
  readonly feature?: Feature;
  readonly ok: boolean;
  readonly expected: string | number;
  readonly found: string | number;
  /** Some of what was not found although enough was; told as a warning and not in the report. */
  readonly missing?: readonly string[];
}

export interface Report {
  /** How far verification went: decoded and compared, opened and counted, or only recognised. */
  readonly verified: 'content' | 'structure' | 'signature';
  /** 0 to 100: 100 · (1 − weight(lost) ÷ weight(ideal)), minus the quality penalty of the path. */
  readonly score: number;
  /** Whether the result is right as far as it was compared: `refused` is returned only where the caller asked for it. */
  readonly verdict: 'accepted' | 'refused';
  readonly checks: readonly Check[];
  /** What differs between source and result beside what the plan announced; at most `MAX_LISTED_DIFFERENCES`. */
  readonly differences: readonly Difference[];
  /** How many more differences there are than are listed. */
  readonly differencesBeyond: number;
  readonly judge: Judge;
  readonly lost: readonly Feature[];
  readonly gone: readonly Feature[];
}

/** Which codecs read and wrote, by id. */
export interface Judge {
  /** Read the source for verification; absent where no codec does. */
  readonly reads?: string;
  /** Wrote the result. */
  readonly writes?: string;
  /** Read the result again; absent where no codec does. */
  readonly judges?: string;
  /** The result was read by another library than the one that wrote it. */
  readonly independent: boolean;
}

/** What verification expects of a result, by its plan. */
export interface Expectation {
  readonly from: FormatId;
  readonly to: FormatId;
  readonly kept: readonly Feature[];
  readonly lost: readonly Feature[];
  readonly gone: readonly Feature[];
  readonly operations: readonly Operation[];
  /** How many of the source's pages or frames the path takes. */
  readonly takes: 'one' | 'first' | 'all';
  readonly gives: 'one' | 'many';
  /** Everything that the caller asked for: a resize, a trim or a page range changes what must be found. */
  readonly options: OptionValues;
}

/** One thing that a comparison found: what was compared, or what differs. */
export type Finding = Check | Difference;

/**
 * Compares one aspect of source and outputs (several when the path gives many). Pure, and bounded in time and memory
 * whatever the files hold. Finds nothing when the aspect does not apply to the pair.
 */
export type Comparison = (source: Facts, outputs: readonly Facts[], expectation: Expectation) => Iterable<Finding>;
/** A comparison by counts alone. */
export type Compare = (...compared: Parameters<Comparison>) => Check[];
/** A comparison that aligns both contents and says what differs, and where. */
export type Diff = (...compared: Parameters<Comparison>) => Iterable<Difference>;
