import { FEATURES, type FeatureMask } from '../formats/features.ts';
import type { Graph, GraphEdge, Node } from './graph.ts';
import { MAX_STEPS } from './prices.ts';

const WIDTH = FEATURES.length;

/** Steps that can be left after the first one. */
const MAX_STEPS_LEFT = MAX_STEPS - 1;

/** A mask of features by node and feature: what can arrive of that feature at that node. */
type Table = Int32Array;

/**
 * What of each feature at each node can still arrive at a target, as itself or turned into something else, within a
 * number of steps. An upper bound, since every feature is followed alone, and exceptions, missing packages and options
 * are left out: it steers the search and answers "no way" almost at once. Building it takes time that grows with the
 * lists of the edges, not with their pairs; targets that the same edges reach and that carry the same share it.
 */
export class Arrivals {
  /** By steps left − 1, while the one operation that is not a `recode` is still free, and after it is spent. */
  readonly #free: readonly Table[];
  readonly #spent: readonly Table[];

  constructor(graph: Graph, target: Node) {
    const last = lastSteps(graph, target);
    const free = [last.free];
    const spent = [last.spent];
    while (free.length < MAX_STEPS_LEFT) {
      const longer = oneStepMore(graph, free.at(-1)!, spent.at(-1)!);
      free.push(joined(longer.free, last.free));
      spent.push(joined(longer.spent, last.spent));
    }
    this.#free = free;
    this.#spent = spent;
  }

  /** Everything that can arrive of what is kept at a node, within 1 to 3 steps. */
  attainable(node: Node, kept: FeatureMask, stepsLeft: number, isOperationSpent: boolean): FeatureMask {
    const table = (isOperationSpent ? this.#spent : this.#free)[stepsLeft - 1]!;
    return arrivedOf(kept, table, node * WIDTH);
  }
}

function lastSteps(graph: Graph, target: Node): { free: Table; spent: Table } {
  const free = emptyTable(graph);
  const spent = emptyTable(graph);
  const carries = graph.carries[target]!;
  for (const edge of graph.edgesInto(target)) {
    const arrived = edge.becomes.map((mask) => mask & carries);
    add(graph, edge, arrived, free);
    if (!edge.operation) add(graph, edge, arrived, spent);
  }
  return { free, spent };
}

function oneStepMore(graph: Graph, freeBefore: Table, spentBefore: Table): { free: Table; spent: Table } {
  const free = emptyTable(graph);
  const spent = emptyTable(graph);
  for (const edge of graph.edges) {
    if (edge.operation === 'wrap') continue;
    const afterOperation = arrivedThrough(edge, spentBefore);
    if (edge.operation) {
      add(graph, edge, afterOperation, free);
    } else {
      add(graph, edge, afterOperation, spent);
      add(graph, edge, arrivedThrough(edge, freeBefore), free);
    }
  }
  return { free, spent };
}

/** By feature before the edge: what arrives by way of any of the edge's targets. */
function arrivedThrough(edge: GraphEdge, table: Table): FeatureMask[] {
  const through = new Int32Array(WIDTH);
  for (const node of edge.to) for (let bit = 0; bit < WIDTH; bit++) through[bit]! |= table[node * WIDTH + bit]!;
  return edge.becomes.map((mask) => arrivedOf(mask, through, 0));
}

function arrivedOf(mask: FeatureMask, table: Table, start: number): FeatureMask {
  let arrived = 0;
  for (let index = start, rest = mask; rest !== 0; index++, rest >>>= 1) if (rest & 1) arrived |= table[index]!;
  return arrived;
}

/** Only for what the edge's sources carry: else a feature would arrive that was never there. */
function add(graph: Graph, edge: GraphEdge, arrived: readonly FeatureMask[], table: Table): void {
  for (const node of edge.from) {
    const start = node * WIDTH;
    for (let bit = 0, rest = graph.carries[node]!; rest !== 0; bit++, rest >>>= 1)
      if (rest & 1) table[start + bit]! |= arrived[bit]!;
  }
}

function emptyTable(graph: Graph): Table {
  return new Int32Array(graph.usedNodes * WIDTH);
}

function joined(a: Table, b: Table): Table {
  const table = a.slice();
  for (let index = 0; index < table.length; index++) table[index]! |= b[index]!;
  return table;
}
