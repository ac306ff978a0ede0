import type { Operation, Codec, CostModel, EdgeSpec } from '../contract/codec.ts';
import { FEATURES, maskOf, withColour, type Feature, type FeatureMask } from '../formats/features.ts';
import { isWrittenWithLoss, showsColour } from '../formats/format.ts';
import type { Format, FormatId } from '../formats/index.ts';
import { Arrivals } from './arrivals.ts';
import { evaluateCost, MEASURED_COSTS, type MeasuredCosts } from './cost-model.ts';
import { LruCache } from './lru-cache.ts';
import { FALLBACK_PRICE } from './prices.ts';

/** A format's number in one graph: those that some edge uses come first, each part in the order of the catalogue. */
export type Node = number;

/** A declared edge made ready for the search: masks instead of lists. One object for all of its pairs. */
export interface GraphEdge {
  readonly codec: Codec;
  readonly spec: EdgeSpec;
  /** Place of the codec among all, by id; from 1, so that 0 comes before every codec. */
  readonly codecRank: number;
  readonly from: readonly Node[];
  readonly to: readonly Node[];
  readonly keeps: FeatureMask;
  readonly derives: readonly { readonly from: FeatureMask; readonly to: FeatureMask }[];
  /** By feature, in the order of `FEATURES`: what it is after the edge, as itself and turned. */
  readonly becomes: readonly FeatureMask[];
  /** By `pairKey`: what that pair drops, or `ABSENT`. */
  readonly exceptions: ReadonlyMap<number, FeatureMask> | undefined;
  /** Nothing for `recode`. */
  readonly operation: Operation | undefined;
  readonly ms: CostModel;
  readonly qualityPenalty: number;
  /** Size of the result ÷ size of the source, as it is declared: what a search compares paths by. */
  readonly growth: number;
  /** Size of the result by that of the source, as it was measured, for what is predicted of the path that was chosen. */
  readonly sizeMB: CostModel;
}

/** Stands where a mask would: this pair of the edge does not exist. */
export const ABSENT = -1;

/** Kinds of targets whose arrivals are remembered: with 400 formats 170 KB each. */
const CACHED_TARGETS = 100;

/**
 * The codecs' edges by format. Walked lazily: an edge of 60 × 60 formats is one object in 60 lists. Immutable but for
 * the arrivals that it remembers, so planners may share it.
 */
export class Graph {
  /** Formats in the order of their nodes. */
  readonly formats: readonly Format[];
  /** Nodes below this number are those that some edge uses. */
  readonly usedNodes: number;
  readonly codecs: ReadonlyMap<string, Codec>;
  readonly edges: readonly GraphEdge[];
  readonly readable: ReadonlySet<FormatId>;
  readonly writable: ReadonlySet<FormatId>;
  readonly carries: readonly FeatureMask[];
  /** By node: the same number for formats that the same edges read and write and that hold the same. */
  readonly kinds: readonly number[];
  readonly #nodes: ReadonlyMap<FormatId, Node>;
  readonly #out: readonly GraphEdge[][];
  readonly #into: readonly GraphEdge[][];
  /** The same for targets of the same arrivals. */
  readonly #targetKeys: readonly string[];
  readonly #inspections: Readonly<Record<string, CostModel>>;
  /** Predicted milliseconds of a job beside its steps and readings. */
  readonly jobMs: number;
  readonly #arrivals = new LruCache<Arrivals>(CACHED_TARGETS);

  /** Throws an Error for declarations that contradict themselves: a mistake in a codec, never in a request. */
  constructor(codecs: readonly Codec[], formats: ReadonlyMap<FormatId, Format>, costs: MeasuredCosts = MEASURED_COSTS) {
    this.#inspections = costs.inspections ?? {};
    this.jobMs = costs.jobMs ?? 0;
    const used = usedFormats(codecs);
    const [inUse, others] = [true, false].map((isUsed) =>
      [...formats.values()].filter(({ id }) => used.has(id) === isUsed),
    );
    this.formats = [...inUse!, ...others!];
    this.usedNodes = inUse!.length;
    this.carries = this.formats.map(carriedBy);
    this.#nodes = new Map(this.formats.map(({ id }, node) => [id, node]));
    const sorted = [...codecs].sort((a, b) => (a.id < b.id ? -1 : 1));
    this.codecs = new Map(sorted.map((codec) => [codec.id, codec]));
    if (this.codecs.size !== codecs.length) throw new Error('Two codecs have the same id.');
    this.edges = sorted.flatMap((codec, index) => this.#compile(codec, index + 1, costs));
    this.#out = this.formats.map(() => []);
    this.#into = this.formats.map(() => []);
    for (const edge of this.edges) {
      for (const node of edge.from) this.#out[node]!.push(edge);
      for (const node of edge.to) this.#into[node]!.push(edge);
    }
    this.kinds = numbered(this.formats.map((_, node) => this.#keyOfKind(node)));
    this.#targetKeys = this.#into.map((edges, node) => keyOfTarget(edges, this.carries[node]!));
    this.readable = new Set(this.formats.filter((_, node) => this.#hasTarget(node)).map(({ id }) => id));
    this.writable = new Set(this.formats.filter((_, node) => this.#hasSource(node)).map(({ id }) => id));
  }

  nodeOf(id: FormatId): Node {
    const node = this.#nodes.get(id);
    if (node === undefined) throw new Error(`The catalogue has no format ${id}.`);
    return node;
  }

  edgesFrom(node: Node): readonly GraphEdge[] {
    return this.#out[node]!;
  }

  /** What the pair drops of the edge's `keeps` and `derives` (usually nothing), or `ABSENT`. */
  dropsOf(edge: GraphEdge, from: Node, to: Node): FeatureMask {
    if (from === to && !edge.spec.selfEdges) return ABSENT;
    return edge.exceptions?.get(this.#pairKey(from, to)) ?? 0;
  }

  /** Predicted milliseconds for reading a file of `sizeMB` to compare it. */
  inspectionMs(node: Node, sizeMB: number): number {
    const model = this.#inspections[this.formats[node]!.id];
    return model ? evaluateCost(model, sizeMB) : 0;
  }

  edgesInto(node: Node): readonly GraphEdge[] {
    return this.#into[node]!;
  }

  arrivalsAt(target: Node): Arrivals {
    const key = this.#targetKeys[target]!;
    let arrivals = this.#arrivals.get(key);
    if (!arrivals) {
      arrivals = new Arrivals(this, target);
      this.#arrivals.set(key, arrivals);
    }
    return arrivals;
  }

  #compile(codec: Codec, codecRank: number, costs: MeasuredCosts): GraphEdge[] {
    const names = new Set<string>();
    // An edge that joins several files is for merging: no plan has several inputs.
    return codec.edges
      .filter(({ merges }) => !merges)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((spec) => {
        if (names.has(spec.name)) throw new Error(`The codec ${codec.id} has two edges named ${spec.name}.`);
        names.add(spec.name);
        const measured = costs.edges[`${codec.id}/${spec.name}`];
        return {
          codec,
          spec,
          codecRank,
          from: [...new Set(spec.from)].map((id) => this.nodeOf(id)),
          to: [...new Set(spec.to)].map((id) => this.nodeOf(id)),
          keeps: withColour(maskOf(spec.keeps)),
          derives: (spec.derives ?? []).map(({ from, to }) => ({ from: maskOf([from]), to: withColour(maskOf([to])) })),
          becomes: FEATURES.map((feature) => becomesBy(spec, feature)),
          exceptions: this.#exceptionsOf(codec, spec),
          operation: spec.operation === 'recode' ? undefined : spec.operation,
          ms: measured?.ms ?? spec.cost.ms,
          qualityPenalty: (measured?.qualityPenalty ?? 0) + (spec.fallbackOnly ? FALLBACK_PRICE : 0),
          growth: spec.cost.growth ?? 1,
          sizeMB: measured?.sizeMB ?? { base: 0, perMB: spec.cost.growth ?? 1 },
        };
      });
  }

  #exceptionsOf(codec: Codec, spec: EdgeSpec): ReadonlyMap<number, FeatureMask> | undefined {
    if (!spec.except) return undefined;
    const exceptions = new Map<number, FeatureMask>();
    for (const [pair, exception] of Object.entries(spec.except)) {
      const [from, to] = pair.split('>') as [FormatId, FormatId];
      if (!spec.from.includes(from) || !spec.to.includes(to))
        throw new Error(`The edge ${codec.id}/${spec.name} excepts ${pair}, which it does not have.`);
      const drops = exception === 'absent' ? ABSENT : withColour(maskOf(exception.drops));
      exceptions.set(this.#pairKey(this.nodeOf(from), this.nodeOf(to)), drops);
    }
    return exceptions;
  }

  /** What of a node can decide a plan. An edge's exceptions tell their formats apart. */
  #keyOfKind(node: Node): string {
    const { id, family, many } = this.formats[node]!;
    const touches = ({ except = {} }: EdgeSpec): boolean =>
      Object.keys(except).some((pair) => pair.startsWith(`${id}>`) || pair.endsWith(`>${id}`));
    const namesOf = (edges: readonly GraphEdge[]): string =>
      edges.map(({ codec, spec }) => `${codec.id}/${spec.name}${touches(spec) ? `/${id}` : ''}`).join(' ');
    const read = namesOf(this.#out[node]!);
    const written = namesOf(this.#into[node]!);
    return [this.carries[node], family, isWrittenWithLoss(this.formats[node]!), many, read, written].join('|');
  }

  #pairKey(from: Node, to: Node): number {
    return from * this.formats.length + to;
  }

  #hasTarget(node: Node): boolean {
    return this.#out[node]!.some((edge) => edge.to.some((to) => this.dropsOf(edge, node, to) !== ABSENT));
  }

  #hasSource(node: Node): boolean {
    return this.#into[node]!.some((edge) => edge.from.some((from) => this.dropsOf(edge, from, node) !== ABSENT));
  }
}

/** The same number for the same text. */
function numbered(texts: readonly string[]): number[] {
  const numbers = new Map<string, number>();
  return texts.map((text) => {
    if (!numbers.has(text)) numbers.set(text, numbers.size);
    return numbers.get(text)!;
  });
}

function usedFormats(codecs: readonly Codec[]): ReadonlySet<FormatId> {
  return new Set(codecs.flatMap(({ edges }) => edges.flatMap(({ from, to }) => [...from, ...to])));
}

function keyOfTarget(edges: readonly GraphEdge[], carries: FeatureMask): string {
  return `${carries} ${edges.map(({ codec, spec }) => `${codec.id}/${spec.name}`).join(' ')}`;
}

function carriedBy(format: Format): FeatureMask {
  const carries = maskOf(format.carries);
  return showsColour(format) ? withColour(carries) : carries;
}

function becomesBy({ keeps, derives = [] }: EdgeSpec, feature: Feature): FeatureMask {
  const self = maskOf([feature]);
  const turned = derives.filter(({ from }) => from === feature).map(({ to }) => to);
  return (withColour(maskOf(keeps)) & self) | withColour(maskOf(turned));
}
