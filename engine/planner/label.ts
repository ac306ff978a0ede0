import type { Act } from '../contract/codec.ts';
import type { FeatureMask } from '../formats/features.ts';
import type { GraphEdge, Node } from './graph.ts';

/** A path from the source to one node, as the search carries it. Labels of one path share their beginnings. */
export interface Label {
  readonly node: Node;
  readonly previous: Label | undefined;
  /** The last hop; nothing at the source. */
  readonly edge: GraphEdge | undefined;
  readonly hops: number;
  readonly kept: FeatureMask;
  /** The one hop that was not a `recode`, if there was one. */
  readonly act: Act | undefined;
  readonly generations: number;
  readonly wear: number;
  readonly ms: number;
  /** MB that the next hop gets. */
  readonly sizeMB: number;
  /** The node holds more than one page, as far as is known. */
  readonly several: boolean;
  /** Pages were left behind by an edge that takes only the first. */
  readonly leftPages: boolean;
  /** Requested options that a hop has taken: bit i is the i-th requested. */
  readonly options: number;
  readonly rank: Rank;
  /** A later label at the same node is as good in every respect: this one need not go on. */
  dominated: boolean;
}

/**
 * Where a label stands in the order of plans. For a label that has not arrived every part is a lower bound of what
 * it can still become, so that the first label that is taken off the queue at the target is the best plan.
 */
export interface Rank {
  readonly loss: number;
  /** Predicted milliseconds, rounded to a 1-2-5 step. */
  readonly step: number;
  readonly hops: number;
  /** Ranks of the codecs in the order of the hops, as the digits of one number. */
  readonly codecs: number;
}

/** Codecs that one digit of `Rank.codecs` can tell apart: four digits of ten bits fit a double exactly. */
export const CODEC_RADIX = 1024;

/** Negative when `a` comes first: by loss, time, hops, codec ids and, so that no tie is left, edges and formats. */
export function compareLabels(a: Label, b: Label): number {
  return (
    a.rank.loss - b.rank.loss ||
    a.rank.step - b.rank.step ||
    a.rank.hops - b.rank.hops ||
    a.rank.codecs - b.rank.codecs ||
    compareRoutes(a, b)
  );
}

/** By edge names and formats from the first hop on; a path comes before those that begin with it. */
function compareRoutes(a: Label, b: Label): number {
  if (a === b) return 0;
  if (a.hops > b.hops) return compareRoutes(a.previous!, b) || 1;
  if (a.hops < b.hops) return compareRoutes(a, b.previous!) || -1;
  return (
    compareRoutes(a.previous!, b.previous!) || compareNames(a.edge!.spec.name, b.edge!.spec.name) || a.node - b.node
  );
}

function compareNames(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** The labels after the source's, in order: one a hop. */
export function hopsOf(label: Label): Label[] {
  const hops: Label[] = [];
  for (let at: Label | undefined = label; at?.edge; at = at.previous) hops.unshift(at);
  return hops;
}

export function passes(label: Label, node: Node): boolean {
  for (let at: Label | undefined = label; at; at = at.previous) if (at.node === node) return true;
  return false;
}

/**
 * Whether `a` can do whatever `b` (at the same node, by the same last codec and act) can, and no worse: then no way
 * on from `b` is needed. `a` must not have passed a format that `b` may still pass.
 */
export function dominates(a: Label, b: Label): boolean {
  return (
    (b.kept & ~a.kept) === 0 &&
    a.generations <= b.generations &&
    a.wear <= b.wear &&
    a.hops <= b.hops &&
    a.ms <= b.ms &&
    a.sizeMB <= b.sizeMB &&
    (!a.several || b.several) &&
    (!a.leftPages || b.leftPages) &&
    (b.options & ~a.options) === 0 &&
    passesOnlyWhat(a, b) &&
    (a.hops < b.hops || a.rank.codecs < b.rank.codecs || (a.rank.codecs === b.rank.codecs && compareRoutes(a, b) <= 0))
  );
}

function passesOnlyWhat(a: Label, b: Label): boolean {
  for (let at = a.previous; at; at = at.previous) if (!passes(b, at.node)) return false;
  return true;
}
