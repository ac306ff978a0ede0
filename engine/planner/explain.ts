import type { Codec } from '../contract/codec.ts';
import { installCommand, PACKS, type PackId, packsOf } from '../contract/packs.ts';
import { NEEDS, type NeedId } from '../formats/needs.ts';
import { roundToStep } from './cost-model.ts';
import type { Graph } from './graph.ts';
import type { Rejected } from './plan.ts';
import { endsOf, findPath, takesOption, type Path, type Query } from './search.ts';
import { describeRoute, listNames, nameFeatures } from './wording.ts';

/** More would be read by nobody. */
const MAX_REJECTED = 5;

export interface Explanation {
  /** One sentence: why this path. */
  readonly why: string;
  readonly rejected: readonly Rejected[];
}

/**
 * What else there was: paths that would be better but for a missing package, an unmet need, an option or an excluded
 * codec, then the best paths that do without one of the chosen codecs.
 */
export function explain(
  graph: Graph,
  query: Query,
  best: Path,
  { missing, excluded }: { readonly missing: ReadonlySet<string>; readonly excluded: ReadonlySet<string> },
): Explanation {
  const seen = new Set([routeOf(graph, best)]);
  const rejected: Rejected[] = [];
  const add = (path: Path | undefined, judge: (path: Path) => Omit<Rejected, 'route'>): void => {
    if (!path || seen.has(routeOf(graph, path))) return;
    seen.add(routeOf(graph, path));
    rejected.push({ route: routeOf(graph, path), ...judge(path) });
  };
  if (missing.size > 0)
    add(findPath(graph, { ...query, closed: excluded }), (path) => ({
      code: 'codec_not_installed',
      reason: `It needs ${describeMissing(path, missing)}`,
    }));
  if (query.unmet.size > 0)
    add(findPath(graph, { ...query, unmet: new Set() }), (path) => ({
      code: 'needs_unmet',
      reason: unmetMessages(path, query).join(' '),
    }));
  if (query.options.length > 0)
    add(findPath(graph, { ...query, options: [] }), (path) => ({
      code: 'option_not_taken',
      reason: `It does not take ${listNames(optionsNotTaken(graph, path, query))}.`,
    }));
  if (excluded.size > 0)
    add(findPath(graph, { ...query, closed: missing }), (path) => ({
      code: 'excluded',
      reason: `It uses ${listNames(codecsOf(path).filter((id) => excluded.has(id)))}, which was excluded.`,
    }));
  const others = runnersUp(graph, query, best);
  for (const other of others) add(other, (path) => compare(path, best));
  return { why: giveReason(graph, best, others), rejected: rejected.slice(0, MAX_REJECTED) };
}

/** The best paths without one of the chosen codecs, the best first. */
function runnersUp(graph: Graph, query: Query, best: Path): Path[] {
  return codecsOf(best)
    .map((codec) => findPath(graph, { ...query, closed: new Set([...query.closed, codec]) }))
    .filter((path) => path !== undefined)
    .sort((a, b) => a.loss - b.loss || a.ms - b.ms);
}

function giveReason(graph: Graph, best: Path, [second]: readonly Path[]): string {
  if (!second) return 'There is no other path.';
  const route = routeOf(graph, second);
  const { code, reason } = compare(second, best);
  if (code === 'more_loss') return `It loses least. Next best: ${route}. ${reason}`;
  if (code === 'larger')
    return `It optimises for small files and loses as little as any other. Next best: ${route}. ${reason}`;
  if (code === 'slower') return `It is the fastest of the paths that lose least. Next best: ${route}. ${reason}`;
  return `It is as good as ${route} and comes first by name.`;
}

/** Why a path comes after the best: the first term of the order in which they differ. */
function compare(path: Path, best: Path): Omit<Rejected, 'route'> {
  if (path.loss > best.loss) return { code: 'more_loss', reason: describeExtraLoss(path, best) };
  if (shrinks(best) && !shrinks(path)) {
    return { code: 'larger', reason: 'It keeps as much, but does not optimise for small files.' };
  }
  if (roundToStep(path.ms) > roundToStep(best.ms)) {
    const [slow, fast] = [path, best].map(({ ms }) => `${Math.round(ms)} ms`);
    return { code: 'slower', reason: `It keeps as much, but takes ${slow} instead of ${fast}.` };
  }
  return { code: 'equal', reason: 'It is equal in loss and time, and comes later by name.' };
}

function shrinks({ steps }: Path): boolean {
  return steps.some(({ edge }) => edge.spec.shrinks);
}

function describeExtraLoss(path: Path, best: Path): string {
  const terms: string[] = [];
  const dropped = path.dropped & ~best.dropped;
  if (dropped) terms.push(`loses ${nameFeatures(dropped)}`);
  if (path.qualityPenalty > best.qualityPenalty)
    terms.push(`has a quality penalty of ${path.qualityPenalty} instead of ${best.qualityPenalty}`);
  const encodings = path.generations - best.generations;
  if (encodings > 0) terms.push(`encodes with loss ${times(encodings)} more`);
  const steps = path.steps.length - best.steps.length;
  if (steps > 0) terms.push(`takes ${count(steps, 'step')} more`);
  return `It ${listNames(terms)}.`;
}

function routeOf(graph: Graph, { steps }: Path): string {
  return describeRoute(
    steps.map(({ edge, from, to }) => ({
      codec: edge.codec.id,
      from: graph.formats[from]!.id,
      to: graph.formats[to]!.id,
    })),
  );
}

export function codecsOf({ steps }: Path): string[] {
  return [...new Set(steps.map(({ edge }) => edge.codec.id))];
}

function missingCodecsOf({ steps }: Path, missing: ReadonlySet<string>): Codec[] {
  return [...new Set(steps.map(({ edge }) => edge.codec))].filter(({ id }) => missing.has(id));
}

/** The packages of the path's codecs that cannot be used here: one is not installed, or their lane has no room. */
export function packagesOf(path: Path, missing: ReadonlySet<string>): string[] {
  return [...new Set(missingCodecsOf(path, missing).flatMap(({ packages }) => packages))];
}

export function describeMissing(path: Path, missing: ReadonlySet<string>): string {
  const codecs = missingCodecsOf(path, missing).map(({ id, packages }) => {
    const inPacks = packages.filter((name) => packsOf([name]).length > 0);
    const named = inPacks.length > 0 ? inPacks : packages;
    return named.length === 0 ? id : `${id} (${named.join(', ')})`;
  });
  const verb = codecs.length === 1 ? 'is' : 'are';
  return `${listNames(codecs)}, which ${verb} not available here. ${adviseInstalling(packsOf(packagesOf(path, missing)))}`;
}

/** A sentence that names packs, and how large they are. It ends with the command that installs them, to be copied. */
function adviseInstalling(packs: readonly PackId[]): string {
  if (packs.length === 0) return 'Install it.';
  const named = packs.map((id) => `${id} (${PACKS[id].megabytes} MB)`);
  return `Install the ${packs.length === 1 ? 'pack' : 'packs'} ${listNames(named)}: ${installCommand(...packs)}`;
}

export function unmetMessages(path: Path, query: Query): string[] {
  return needsUnmetBy(path, query).map((need) => NEEDS[need].message);
}

export function needsUnmetBy({ steps }: Path, { unmet }: Query): NeedId[] {
  const needs = new Set(steps.flatMap(({ edge }) => edge.spec.needs ?? []));
  return [...needs].filter((need) => unmet.has(need));
}

function optionsNotTaken(graph: Graph, { steps }: Path, { options }: Query): string[] {
  return options.filter(
    (option) => !steps.some(({ edge }, index) => takesOption(edge, option, endsOf(graph, steps, index))),
  );
}

function count(number: number, noun: string): string {
  return number === 1 ? `one ${noun}` : `${number} ${noun}s`;
}

function times(number: number): string {
  return number === 1 ? 'once' : `${number} times`;
}
