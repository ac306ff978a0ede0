import type { Operation } from '../contract/codec.ts';
import type { FeatureMask } from '../formats/features.ts';
import type { GraphEdge, Node } from './graph.ts';

/** A path from the source to one node, as the search carries it. Labels of one path share their beginnings. */
export interface Label {
  readonly node: Node;
  readonly previous: Label | undefined;
  /** The last step; nothing at the source. */
  readonly edge: GraphEdge | undefined;
  readonly steps: number;
  readonly kept: FeatureMask;
  /** The one step that was not a `recode`, if there was one. */
  readonly operation: Operation | undefined;
  readonly generations: number;
  readonly qualityPenalty: number;
  readonly ms: number;
  /** MB that the next step gets. */
  readonly sizeMB: number;
  /** The node holds more than one page, as far as is known. */
  readonly several: boolean;
  /** Pages were left behind by an edge that takes only the first. */
  readonly leftPages: boolean;
  /** Requested options that a step has taken: bit i is the i-th requested. */
  readonly options: number;
  readonly rank: Rank;
  /** A later label at the same node is as good in every respect: this one need not go on. */
  dominated: boolean;
}

/**
 * Where a label is in the order of plans. For a label that has not arrived every part is a lower bound of what
 * it can still become, so that the first label that is taken off the queue at the target is the best plan.
 */
export interface Rank {
  readonly loss: number;
  /** Predicted milliseconds, rounded to a 1-2-5 step. */
  readonly timeStep: number;
  readonly steps: number;
  /** Ranks of the codecs in the order of the steps, as the digits of one number. */
  readonly codecs: number;
}

/** Codecs that one digit of `Rank.codecs` can tell apart: four digits of ten bits fit a double exactly. */
export const CODEC_RADIX = 1024;

/** Negative when `a` comes first: by loss, time, steps, codec ids and, so that no tie is left, edges and formats. */
export function compareLabels(a: Label, b: Label): number {
  return (
    a.rank.loss - b.rank.loss ||
    a.rank.timeStep - b.rank.timeStep ||
    a.rank.steps - b.rank.steps ||
    a.rank.codecs - b.rank.codecs ||
    compareRoutes(a, b)
  );
}

/** By edge names and formats from the first step on; a path comes before those that begin with it. */
function compareRoutes(a: Label, b: Label): number {
  if (a === b) return 0;
  if (a.steps > b.steps) return compareRoutes(a.previous!, b) || 1;
  if (a.steps < b.steps) return compareRoutes(a, b.previous!) || -1;
  return (
    compareRoutes(a.previous!, b.previous!) || compareNames(a.edge!.spec.name, b.edge!.spec.name) || a.node - b.node
  );
}

function compareNames(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** The labels after the source's, in order: one a step. */
export function stepsOf(label: Label): Label[] {
  const steps: Label[] = [];
  for (let at: Label | undefined = label; at?.edge; at = at.previous) steps.unshift(at);
  return steps;
}

export function passes(label: Label, node: Node): boolean {
  for (let at: Label | undefined = label; at; at = at.previous) if (at.node === node) return true;
  return false;
}

/**
 * Whether `a` can do whatever `b` (at the same node, by the same last codec and operation) can, and no worse: then no way
 * on from `b` is needed. `a` must not have passed a format that `b` may still pass.
 */
export function dominates(a: Label, b: Label): boolean {
  return (
    (b.kept & ~a.kept) === 0 &&
    a.generations <= b.generations &&
    a.qualityPenalty <= b.qualityPenalty &&
    a.steps <= b.steps &&
    a.ms <= b.ms &&
    a.sizeMB <= b.sizeMB &&
    (!a.several || b.several) &&
    (!a.leftPages || b.leftPages) &&
    (b.options & ~a.options) === 0 &&
    passesOnlyWhat(a, b) &&
    (a.steps < b.steps ||
      a.rank.codecs < b.rank.codecs ||
      (a.rank.codecs === b.rank.codecs && compareRoutes(a, b) <= 0))
  );
}

function passesOnlyWhat(a: Label, b: Label): boolean {
  for (let at = a.previous; at; at = at.previous) if (!passes(b, at.node)) return false;
  return true;
}
