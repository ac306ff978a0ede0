import { ConversionError, type ConversionErrorInit } from '../contract/errors.ts';
import { packsOf } from '../contract/packs.ts';
import { CONTENT_MASK, featuresOf, maskOf } from '../formats/features.ts';
import type { FormatId } from '../formats/index.ts';
import { NEEDS } from '../formats/needs.ts';
import type { OptionId } from '../formats/options.ts';
import type { Consent } from './consent.ts';
import type { Plan } from './plan.ts';
import { describeMissing, needsUnmetBy, packagesOf, unmetMessages } from './explain.ts';
import type { Graph } from './graph.ts';
import { findPath, type Path, type Query } from './search.ts';
import { listNames } from './wording.ts';

/** More targets than this are in the details only. */
const MAX_NAMED_TARGETS = 12;

/** What a refusal may name beyond the query; asked for only when there is a refusal. */
export interface RefusalContext {
  readonly missing: ReadonlySet<string>;
  readonly supportedTargets: () => readonly FormatId[];
  readonly possibleOptions: () => readonly OptionId[];
}

/** Something that is in the way, as the query without it. In the order in which they are named. */
interface Obstacle {
  readonly lift: (query: Query) => Query;
  readonly refuse: (query: Query, path: Path) => ConversionErrorInit;
}

/**
 * Why there is no path: the nearest reason, found by asking again without what may be in the way, one thing at a
 * time and then several together.
 */
export function explainRefusal(graph: Graph, query: Query, context: RefusalContext): ConversionErrorInit {
  const obstacles = obstaclesOf(graph, query, context);
  const without = (lifted: readonly Obstacle[]): Path | undefined =>
    findPath(
      graph,
      lifted.reduce((relaxed, { lift }) => lift(relaxed), query),
    );
  if (obstacles.length > 0 && without(obstacles)) {
    for (const lifted of subsetsOf(obstacles)) {
      const path = without(lifted);
      if (path) return lifted[0]!.refuse(query, path);
    }
  }
  return refuseForGood(graph, query, context);
}

function obstaclesOf(graph: Graph, query: Query, context: RefusalContext): Obstacle[] {
  const obstacles: Obstacle[] = [];
  const { unmet, options, has, from } = query;
  const { missing } = context;
  const carries = graph.carries[from]!;
  if (unmet.size > 0)
    obstacles.push({
      lift: (query) => ({ ...query, unmet: new Set() }),
      refuse: (query, path) => refuseForNeed(query, path, context, adviseOptions(graph, query)),
    });
  if (missing.size > 0)
    obstacles.push({
      lift: (query) => ({ ...query, closed: new Set([...query.closed].filter((id) => !missing.has(id))) }),
      refuse: (query, path) => refuseForPackage(graph, query, path, missing),
    });
  if (options.length > 0)
    obstacles.push({
      lift: (query) => ({ ...query, options: [] }),
      refuse: (query) => refuseForOption(graph, query, context),
    });
  if (has !== carries)
    obstacles.push({
      lift: (query) => ({ ...query, has: carries }),
      refuse: (query) => refuseForContent(graph, query, context),
    });
  return obstacles;
}

/** All that are not empty, the smallest first; of one size in the order of the obstacles. */
function subsetsOf(obstacles: readonly Obstacle[]): Obstacle[][] {
  const subsets: Obstacle[][] = [];
  for (let bits = 1; bits < 2 ** obstacles.length; bits++)
    subsets.push(obstacles.filter((_, index) => bits & (1 << index)));
  return subsets.sort((a, b) => a.length - b.length);
}

/** The refusal for what the file lacks for this path. */
export function refuseForNeed(
  query: Query,
  path: Path,
  { supportedTargets }: RefusalContext,
  advice: readonly string[] = [],
): ConversionErrorInit {
  const need = needsUnmetBy(path, query)[0]!;
  const declaration = NEEDS[need];
  const code = 'code' in declaration ? declaration.code : 'unsupported_conversion';
  return {
    code,
    message: [...unmetMessages(path, query), ...advice].join(' '),
    details: { need, ...(code === 'unsupported_conversion' && { supportedTargets: supportedTargets() }) },
  };
}

/** Which options to leave out, where the need is in the way only of what takes them. */
function adviseOptions(graph: Graph, query: Query): string[] {
  const { options } = query;
  if (options.length === 0 || !findPath(graph, { ...query, options: [] })) return [];
  const culprit = options.find((id) => findPath(graph, { ...query, options: options.filter((other) => other !== id) }));
  return [`Remove the ${culprit ? `option ${culprit}` : `options ${listNames(options)}`} to convert the file anyway.`];
}

function refuseForPackage(graph: Graph, query: Query, path: Path, missing: ReadonlySet<string>): ConversionErrorInit {
  const [from, to] = endsOf(graph, query);
  const packages = packagesOf(path, missing);
  return {
    code: 'codec_not_installed',
    message: `Converting ${from} to ${to} needs ${describeMissing(path, missing)}`,
    details: { packages, packs: packsOf(packages) },
  };
}

function refuseForOption(graph: Graph, query: Query, { possibleOptions }: RefusalContext): ConversionErrorInit {
  const [from, to] = endsOf(graph, query);
  const { options } = query;
  const option = options.find((id) => !findPath(graph, { ...query, options: [id] }));
  const problem = option
    ? `The option ${option} is not available from ${from} to ${to}.`
    : `The options ${listNames(options)} cannot be combined from ${from} to ${to}.`;
  const possible = possibleOptions();
  const advice = possible.length > 0 ? `Available options: ${listNames(possible)}.` : 'This conversion has no options.';
  return {
    code: 'invalid_options',
    message: `${problem} ${advice}`,
    details: { option: option ?? options.at(-1), possibleOptions: possible },
  };
}

function refuseForContent(graph: Graph, query: Query, { supportedTargets }: RefusalContext): ConversionErrorInit {
  const [from, to] = endsOf(graph, query);
  const lacking = featuresOf(graph.carries[query.from]! & ~query.has & CONTENT_MASK);
  // Where several features are missing together, none of them is the reason alone.
  const needed = lacking.filter((feature) => findPath(graph, { ...query, has: query.has | maskOf([feature]) }));
  const reason = needed.length > 0 ? `: it has no ${listNames(needed, 'or')}` : '';
  return {
    code: 'unsupported_conversion',
    message: `This ${from} file contains nothing that ${to} can hold${reason}.`,
    details: { supportedTargets: supportedTargets() },
  };
}

function refuseForGood(graph: Graph, query: Query, { supportedTargets }: RefusalContext): ConversionErrorInit {
  const [from, to] = endsOf(graph, query);
  const targets = supportedTargets();
  return {
    code: 'unsupported_conversion',
    message: `${reasonOf(graph, from, to)} ${adviseTargets(from, targets)}`,
    details: { supportedTargets: targets },
  };
}

function reasonOf(graph: Graph, from: FormatId, to: FormatId): string {
  if (!graph.readable.has(from)) return `No codec converts from ${from}.`;
  if (!graph.writable.has(to)) return `No codec converts to ${to}.`;
  if (from === to) return `No codec converts ${from} to itself.`;
  return `No path from ${from} to ${to} keeps any of the content.`;
}

function adviseTargets(from: FormatId, targets: readonly FormatId[]): string {
  if (targets.length === 0) return `Send another format than ${from}.`;
  if (targets.length <= MAX_NAMED_TARGETS) return `Possible targets: ${listNames(targets)}.`;
  return `There are ${targets.length} possible targets, such as ${listNames(targets.slice(0, MAX_NAMED_TARGETS))}.`;
}

function endsOf(graph: Graph, { from, to }: Query): [FormatId, FormatId] {
  return [graph.formats[from]!.id, graph.formats[to]!.id];
}

/** The refusal of a plan that the caller did not consent to. */
export function lossNotAllowed({ lost, gone }: Plan, { text, allowLoss }: Consent): ConversionError {
  const wanted = allowLoss === 'any' ? "'any'" : `[${allowLoss.map((feature) => `'${feature}'`).join(', ')}]`;
  return new ConversionError({
    code: 'loss_not_allowed',
    message: `${text} Send allowLoss: ${wanted} to convert anyway.`,
    details: { lost, gone, allowLoss },
  });
}
