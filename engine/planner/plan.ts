import type { Operation, Step, Lane } from '../contract/codec.ts';
import type { Feature } from '../formats/features.ts';
import type { FormatId } from '../formats/index.ts';

/** One step with what the planner knows of it. */
export interface PlannedStep extends Step {
  readonly lane: Lane;
  readonly operation: Operation;
  readonly takes: 'one' | 'first' | 'all';
  readonly gives: 'one' | 'many';
  /** Predicted milliseconds of this step. */
  readonly ms: number;
  /** Predicted memory in MB and CPU slots while it runs: the tokens that its job takes. */
  readonly memoryMB: number;
  readonly cpuSlots: number;
}

/** A candidate that was not taken, and why. */
export interface Rejected {
  /** Codec ids and formats passed, e.g. `pdf → (pdf-docx) → docx`. */
  readonly route: string;
  readonly reason: string;
  readonly code: RejectedCode;
}

/** `equal`: no worse, but later by the names of its codecs. */
type RejectedCode =
  | 'more_loss'
  | 'larger'
  | 'slower'
  | 'equal'
  | 'codec_not_installed'
  | 'needs_unmet'
  | 'option_not_taken'
  | 'excluded';

/** The chosen way from a source to a target: what it costs, what survives, and why this one. Plain data. */
export interface Plan {
  readonly from: FormatId;
  readonly to: FormatId;
  readonly steps: readonly PlannedStep[];
  /** What both ends could hold and this path keeps. */
  readonly kept: readonly Feature[];
  /** What both ends could hold and this path drops. */
  readonly lost: readonly Feature[];
  /** The source's content that the target cannot hold: always told, never charged. */
  readonly gone: readonly Feature[];
  /** The operations of the steps other than `recode`. */
  readonly operations: readonly Operation[];
  /** Lossy generations, the unavoidable one of a lossy target included. */
  readonly generations: number;
  /** The price of this path: Σ weight(lost) + Σ quality penalty + steps and generations beyond the first. */
  readonly loss: number;
  readonly qualityPenalty: number;
  /** Predicted milliseconds in all: of the steps, and of reading source and result to verify it. */
  readonly ms: number;
  /** Set when the plan runs only with consent: says what would be given up. */
  readonly consent?: string;
  /** One sentence: why this path. */
  readonly why: string;
  readonly rejected: readonly Rejected[];
}

/** A plan as the public interface returns it: with the names that its fields had before, for one release. */
export interface PublicPlan extends Plan {
  /** @deprecated Use `steps`. */
  readonly hops: Plan['steps'];
  /** @deprecated Use `operations`. */
  readonly acts: Plan['operations'];
  /** @deprecated Use `qualityPenalty`. */
  readonly wear: number;
}

export function publicPlan(plan: Plan): PublicPlan {
  return { ...plan, hops: plan.steps, acts: plan.operations, wear: plan.qualityPenalty };
}
