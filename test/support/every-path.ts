import type { EdgeSpec } from '../../engine/contract/codec.ts';
import { CONTENT, FEATURES, FEATURE_WEIGHTS, type Feature } from '../../engine/formats/features.ts';
import type { Format, FormatId } from '../../engine/formats/index.ts';
import type { OptionId } from '../../engine/formats/options.ts';
import { bucketSize, MB } from '../../engine/planner/cost-model.ts';
import { pairOf, type World } from './planner-worlds.ts';

/** A path with its price: what the planner must find the best of. */
export interface Candidate {
  readonly steps: readonly CandidateStep[];
  readonly loss: number;
  readonly lost: readonly Feature[];
  readonly qualityPenalty: number;
  readonly ms: number;
}

interface CandidateStep {
  readonly codec: string;
  readonly edge: EdgeSpec;
  readonly to: FormatId;
  /** What is kept after it. */
  readonly kept: readonly Feature[];
}

/**
 * Slow and obviously right: every path without a loop, judged and priced whole by the words of the declarations, with
 * nothing of the planner's own.
 */
export function everyPath(world: World): Candidate[] {
  return chainsOf(world)
    .filter((steps) => isAllowed(world, steps))
    .map((steps) => priceOf(world, steps));
}

function chainsOf(world: World): CandidateStep[][] {
  const { from: source, to: target } = world.request;
  const found: CandidateStep[][] = [];
  const walk = (steps: readonly CandidateStep[]): void => {
    for (const step of stepsAfter(world, steps)) {
      const longer = [...steps, step];
      if (step.to === target) found.push(longer);
      else if (longer.length < 4 && source !== target) walk(longer);
    }
  };
  walk([]);
  return found;
}

function stepsAfter(world: World, steps: readonly CandidateStep[]): CandidateStep[] {
  const { formats, codecs, request } = world;
  const at = steps.at(-1)?.to ?? request.from;
  const kept = steps.at(-1)?.kept ?? featuresOfSource(world);
  const visited = [request.from, ...steps.map(({ to }) => to)];
  const next: CandidateStep[] = [];
  for (const codec of codecs) {
    for (const edge of codec.edges) {
      for (const to of edge.from.includes(at) ? edge.to : []) {
        const isSelf = to === at && request.from === request.to && edge.selfEdges;
        if (visited.includes(to) && !isSelf) continue;
        const exception = edge.except?.[pairOf(at, to)];
        if (exception === 'absent') continue;
        const drops = withColours(exception?.drops ?? []);
        const after = keptBy(edge, kept).filter(
          (feature) => carriedBy(formats.get(to)!).includes(feature) && !drops.includes(feature),
        );
        const hasContent = after.some((feature) => CONTENT.includes(feature));
        if (hasContent) next.push({ codec: codec.id, edge, to, kept: after });
      }
    }
  }
  return next;
}

function keptBy({ keeps, derives = [] }: EdgeSpec, before: readonly Feature[]): Feature[] {
  const turned = withColours(derives.filter(({ from }) => before.includes(from)).map(({ to }) => to));
  return FEATURES.filter(
    (feature) => turned.includes(feature) || (before.includes(feature) && withColours(keeps).includes(feature)),
  );
}

/** Declarations name the look alone. */
function withColours(features: readonly Feature[]): readonly Feature[] {
  return features.includes('look') ? [...features, 'colour'] : features;
}

function carriedBy({ carries, tones }: Format): readonly Feature[] {
  return tones === 'grey' ? carries : withColours(carries);
}

function featuresOfSource({ formats, request }: World): readonly Feature[] {
  const carries = carriedBy(formats.get(request.from)!);
  const { features = carries, raster } = request.facts ?? {};
  const seen = raster ? features : withColours(features);
  const found = carries.filter((feature) => seen.includes(feature));
  return found.some((feature) => CONTENT.includes(feature)) ? found : carries;
}

function isAllowed({ request }: World, steps: readonly CandidateStep[]): boolean {
  const operations = steps.map(({ edge }) => edge.operation);
  if (operations.filter((operation) => operation !== 'recode').length > 1) return false;
  if (operations.slice(0, -1).includes('wrap')) return false;
  if (steps.slice(1, -1).some(({ codec }, index) => codec === steps[index]!.codec)) return false;
  if (steps.slice(1).some(({ edge }) => edge.sourceOnly)) return false;
  if (steps.some(({ codec }) => request.exclude!.has(codec))) return false;
  const isSilent = request.facts !== undefined && request.facts.media!.tracks.length === 0;
  if (isSilent && steps[0]!.edge.needs!.includes('audio')) return false;
  const asked = Object.keys(request.options!) as OptionId[];
  return asked.every((id) =>
    (id === 'password' ? steps.slice(0, 1) : steps).some(({ edge }) => edge.options!.includes(id)),
  );
}

function priceOf(world: World, steps: readonly CandidateStep[]): Candidate {
  const { formats, costs, request } = world;
  const target = formats.get(request.to)!;
  const ideal = featuresOfSource(world).filter((feature) => carriedBy(target).includes(feature));
  const lost = new Set(ideal.filter((feature) => !steps.at(-1)!.kept.includes(feature)));
  if (lost.has('look')) lost.delete('colour'); // counts as one with the look
  if (leavesPages(world, steps)) lost.add('pages');
  const generations = steps.filter(({ edge, to }) => edge.lossy ?? formats.get(to)!.lossy).length;
  let ms = 0;
  let qualityPenalty = 0;
  let sizeMB = bucketSize(request.bytes ?? MB) / MB;
  for (const { codec, edge, to } of steps) {
    if (to !== request.to && formats.get(to)!.untyped) qualityPenalty += 1;
    ms += edge.cost.ms.base + edge.cost.ms.perMB * sizeMB;
    sizeMB *= edge.cost.growth ?? 1;
    qualityPenalty += costs.edges[`${codec}/${edge.name}`]!.qualityPenalty;
  }
  let loss = qualityPenalty + 10 * (steps.length - 1) + 40 * Math.max(0, generations - (target.lossy ? 1 : 0));
  for (const feature of lost) loss += FEATURE_WEIGHTS[feature];
  return { steps, loss, qualityPenalty, ms, lost: FEATURES.filter((feature) => lost.has(feature)) };
}

function leavesPages({ formats, request }: World, steps: readonly CandidateStep[]): boolean {
  const holdsPages = ({ many }: Format): boolean => many === 'pages';
  const { raster, document } = request.facts ?? {};
  const known = raster?.frames ?? document?.pages;
  let from = formats.get(request.from)!;
  let several = known === undefined ? holdsPages(from) : known > 1;
  for (const { edge, to } of steps) {
    if (edge.takes === 'first' && several) return true;
    const target = formats.get(to)!;
    const isSetOnPages = from.family !== 'image' && !holdsPages(from);
    several = edge.takes !== 'first' && edge.gives === 'one' && holdsPages(target) && (several || isSetOnPages);
    from = target;
  }
  return false;
}

/** By loss, then time, steps and codec ids; then edges and formats by name. */
export function inOrder(candidates: readonly Candidate[]): Candidate[] {
  return [...candidates].sort(
    (a, b) =>
      a.loss - b.loss ||
      nearestStep(a.ms) - nearestStep(b.ms) ||
      a.steps.length - b.steps.length ||
      (wordsOf(a) < wordsOf(b) ? -1 : 1),
  );
}

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000];

function nearestStep(ms: number): number {
  const distance = (step: number): number => Math.abs(Math.log(step / Math.max(ms, 1)));
  return STEPS.reduce((best, step) => (distance(step) < distance(best) ? step : best));
}

function wordsOf({ steps }: Candidate): string {
  return [...steps.map(({ codec }) => codec), ...steps.map(({ edge, to }) => `${edge.name}${to}`)].join(' ');
}
