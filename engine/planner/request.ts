import { CONTENT_MASK, maskOf, withColour, type FeatureMask } from '../formats/features.ts';
import type { Format, FormatId } from '../formats/index.ts';
import { NEEDS, type NeedId } from '../formats/needs.ts';
import { OPTIONS, type OptionId, type OptionValues } from '../formats/options.ts';
import type { Facts } from '../contract/facts.ts';
import type { AllowLoss } from './consent.ts';
import { bucketSize, MB } from './cost-model.ts';
import type { Graph } from './graph.ts';
import { holdsSeveral, type Query } from './search.ts';

/** What is asked of the planner: a pair, and what is known of the file. Everything but the pair may be unknown. */
export interface PlanRequest {
  readonly from: FormatId;
  readonly to: FormatId;
  /** Size of the file; 1 MB if absent. */
  readonly bytes?: number;
  /** What a reader found in this very file. */
  readonly facts?: Facts;
  readonly options?: OptionValues;
  readonly allowLoss?: AllowLoss;
  /** Ids of codecs to do without. */
  readonly exclude?: ReadonlySet<string>;
}

/** What decides of a request, in the terms of the search. `missing` are the ids of codecs without their packages. */
export function queryOf(graph: Graph, request: PlanRequest, missing: ReadonlySet<string>): Query {
  const from = graph.nodeOf(request.from);
  const options = requestedOptions(request.options);
  return {
    from,
    to: graph.nodeOf(request.to),
    has: featuresIn(graph, request),
    several: hasSeveral(request.facts, graph.formats[from]!),
    sizeMB: bucketSize(request.bytes ?? MB) / MB,
    options,
    unmet: request.facts ? unmetNeeds(request.facts, options) : new Set(),
    closed: request.exclude ? new Set([...missing, ...request.exclude]) : missing,
  };
}

/** The same for every request that cannot differ in its plan but for the values of its options. */
export function keyOf(query: Query): string {
  const { from, to, has, several, sizeMB, options, unmet, closed } = query;
  return [from, to, has, Number(several), sizeMB, options, [...unmet], [...closed].sort()].join('|');
}

/** In the order of the table, so that the order of the caller's keys decides nothing. */
function requestedOptions(values: OptionValues = {}): OptionId[] {
  const isAsked = (id: OptionId): boolean => values[id] !== undefined && !(id === 'ocr' && values.ocr === false);
  return (Object.keys(OPTIONS) as OptionId[]).filter(isAsked);
}

/**
 * A file in which a reader found no content (an empty text, a table without rows) counts as one of its format. A workbook
 * without a value is a workbook still.
 */
function featuresIn(graph: Graph, { facts, from, to }: PlanRequest): FeatureMask {
  const [source, target] = [graph.nodeOf(from), graph.nodeOf(to)];
  const carries = graph.carries[source]!;
  if (!facts) return carries;
  const isWorkbook = [source, target].every((node) => graph.formats[node]!.family === 'sheet');
  const found = (seenIn(facts) | (isWorkbook ? maskOf(['records']) : 0)) & carries;
  return (found & CONTENT_MASK) === 0 ? carries : found;
}

/** Only who decodes pixels can tell that they are grey: where nobody did, a look is taken to have colours. */
function seenIn({ features, raster }: Facts): FeatureMask {
  const found = maskOf(features);
  return raster?.thumbnails ? found : withColour(found);
}

function hasSeveral(facts: Facts | undefined, format: Format): boolean {
  if (facts?.raster) return facts.raster.frames > 1 && facts.raster.sequence === 'pages';
  if (facts?.document?.pages !== undefined) return facts.document.pages > 1;
  return holdsSeveral(format);
}

function unmetNeeds(facts: Facts, options: readonly OptionId[]): ReadonlySet<NeedId> {
  const unmet = new Set<NeedId>();
  for (const [id, need] of Object.entries(NEEDS) as [NeedId, (typeof NEEDS)[NeedId]][]) {
    const isMetByOption = 'metBy' in need && options.includes(need.metBy);
    if (!isMetByOption && !need.test(facts)) unmet.add(id);
  }
  return unmet;
}
