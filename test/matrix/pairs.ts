import { CODECS } from '../../engine/codecs/index.ts';
import { FORMATS, type Format, type FormatId } from '../../engine/formats/index.ts';
import { Graph } from '../../engine/planner/graph.ts';
import { Planner } from '../../engine/planner/planner.ts';

export interface Offer {
  readonly graph: Graph;
  /** Formats that some codec reads or writes, whether or not its package is installed here. */
  readonly formats: readonly Format[];
  /** Ordered pairs that convert without consent, of formats that are not experimental. */
  readonly pairs: readonly (readonly [FormatId, FormatId])[];
}

let offer: Offer | undefined;

/** What is advertised; planned once, since it takes seconds. */
export function readOffer(): Offer {
  return (offer ??= planOffer());
}

function planOffer(): Offer {
  const graph = new Graph(CODECS, FORMATS);
  const formats = [...FORMATS.values()].filter(({ id }) => graph.readable.has(id) || graph.writable.has(id));
  const counted = new Set(formats.filter(({ experimental }) => !experimental).map(({ id }) => id));
  const pairs = new Planner(graph).pairs().filter(([from, to]) => counted.has(from) && counted.has(to));
  return { graph, formats, pairs };
}
