import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Act, Codec, EdgeSpec } from '../../engine/codec.ts';
import { CONTENT, FEATURES, FEATURE_WEIGHTS, type Feature } from '../../engine/formats/features.ts';
import type { Format, FormatId } from '../../engine/formats/index.ts';
import type { OptionId, OptionValues } from '../../engine/formats/options.ts';
import type { MeasuredCosts } from '../../engine/planner/cost-model.ts';
import { bucketSize } from '../../engine/planner/cost-model.ts';
import { Graph } from '../../engine/planner/graph.ts';
import type { Plan } from '../../engine/planner/plan.ts';
import { Planner, type PlanRequest } from '../../engine/planner/planner.ts';
import type { Facts } from '../../engine/verify/facts.ts';
import { codecOf } from '../support/declarations.ts';
import { ConversionError } from '../../engine/errors.ts';

interface World {
  readonly formats: ReadonlyMap<FormatId, Format>;
  readonly codecs: readonly Codec[];
  readonly costs: MeasuredCosts;
  readonly request: PlanRequest;
}

const OPTION_IDS = ['quality', 'width', 'password'] as const satisfies OptionId[];
const OPTION_VALUES: OptionValues = { quality: 80, width: 100, password: 'secret' };

/** Few features, so that ties, turns and losses meet often in small worlds. */
const FEW: readonly Feature[] = ['text', 'look', 'video', 'pages', 'alpha', 'metadata', 'records'];
const someFeatures = fc.subarray([...FEW]);
const mostFeatures = fc.oneof(fc.subarray([...FEW], { minLength: 4 }), fc.constant([...FEW]));

function formatOf(id: string): fc.Arbitrary<Format> {
  return fc.record({
    id: fc.constant(id as FormatId),
    name: fc.constant(id),
    family: fc.constantFrom('image', 'document'),
    mime: fc.constant(['application/octet-stream'] as const),
    extensions: fc.constant(['bin'] as const),
    carries: mostFeatures,
    lossy: fc.constantFrom(true, undefined),
    many: fc.constantFrom('pages', 'frames', undefined),
  });
}

function edgeOf(name: string, ids: readonly FormatId[], width: number): fc.Arbitrary<EdgeSpec> {
  const list = fc.subarray([...ids], { minLength: 1, maxLength: Math.min(width, ids.length) });
  const act = fc.constantFrom<Act>('recode', 'recode', 'recode', 'recode', 'render', 'infer', 'wrap');
  return fc
    .record({
      from: list,
      to: list,
      keeps: mostFeatures,
      turns: fc.array(
        fc.record({
          from: fc.constantFrom<Feature>('text', 'look', 'video'),
          to: fc.constantFrom<Feature>('look', 'text', 'records'),
        }),
        { maxLength: 1 },
      ),
      exceptFor: fc.option(fc.record({ pick: fc.nat(), how: fc.constantFrom('absent', 'drops') })),
      drops: someFeatures,
      act,
      selfEdges: fc.constantFrom(true as const, undefined),
      takes: fc.constantFrom('one' as const, 'first' as const, 'all' as const),
      gives: fc.constantFrom('one' as const, 'many' as const),
      needs: fc.constantFrom<readonly 'audio'[]>([], [], [], ['audio']),
      options: fc.subarray([...OPTION_IDS]),
      lossy: fc.constantFrom(true, false, undefined),
      base: fc.integer({ min: 0, max: 50 }),
      perMB: fc.integer({ min: 0, max: 50 }),
      growth: fc.constantFrom(0.5, undefined, 2),
    })
    .map(({ exceptFor, drops, base, perMB, growth, ...rest }) => {
      const pairs = rest.from.flatMap((from) => rest.to.map((to) => pairOf(from, to)));
      const pair = exceptFor && pairs[exceptFor.pick % pairs.length]!;
      const exception = exceptFor?.how === 'absent' ? ('absent' as const) : { drops };
      return {
        ...rest,
        name,
        ...(pair && { except: { [pair]: exception } }),
        cost: { ms: { base, perMB }, memoryMB: { base: 1, perMB: 1 }, cpuSlots: 1, growth },
      };
    });
}

const shape = fc.constantFrom({ count: 3, width: 2 }, { count: 5, width: 2 }, { count: 6, width: 4 });

const world: fc.Arbitrary<World> = shape.chain(({ count, width }) => {
  const ids = Array.from({ length: count }, (_, index) => `f${index}` as FormatId);
  const codec = (id: string): fc.Arbitrary<Codec> =>
    fc
      .tuple(edgeOf('a', ids, width), edgeOf('b', ids, width), edgeOf('c', ids, width), edgeOf('d', ids, width))
      .map((edges) => codecOf(id, edges));
  return fc
    .record({
      formats: fc.tuple(...ids.map(formatOf)),
      codecs: fc.tuple(codec('x'), codec('y'), codec('z')),
      wear: fc.array(fc.constantFrom(0, 0, 10, 30), { minLength: 12, maxLength: 12 }),
      isIndirect: fc.boolean(),
      isSelf: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
      options: fc.oneof(
        { weight: 4, arbitrary: fc.constant<OptionId[]>([]) },
        { weight: 1, arbitrary: fc.subarray<OptionId>([...OPTION_IDS]) },
      ),
      exclude: fc.constantFrom([], [], [], ['x']),
      facts: fc.option(
        fc.record({ features: someFeatures, pages: fc.constantFrom(undefined, 1, 2), hasAudio: fc.boolean() }),
      ),
      bytes: fc.constantFrom(undefined, 10_000, 3_000_000),
    })
    .map(({ formats, codecs, wear, isIndirect, isSelf, options, exclude, facts, bytes }) => ({
      formats: new Map(formats.map((format) => [format.id, format])),
      codecs: isIndirect ? codecs.map((codec) => withGate(codec, ids[1]!, ids.at(-1)!)) : codecs,
      costs: { machine: '', date: '', edges: measuredEdges(codecs, wear) },
      request: {
        from: ids[0]!,
        to: isSelf ? ids[0]! : ids[1]!,
        bytes,
        allowLoss: 'any' as const,
        options: Object.fromEntries(options.map((id: OptionId) => [id, OPTION_VALUES[id]])) as OptionValues,
        exclude: new Set(exclude),
        ...(facts && { facts: factsOf(ids[0]!, facts) }),
      },
    }));
});

/** Lets only one format lead to the target, so that many paths meet there and longer ones are the rule. */
function withGate(codec: Codec, target: FormatId, gate: FormatId): Codec {
  const edges = codec.edges.map((edge): EdgeSpec => {
    if (!edge.to.includes(target)) return edge;
    const closed = edge.from.filter((from) => from !== gate).map((from) => [pairOf(from, target), 'absent'] as const);
    return { ...edge, except: { ...edge.except, ...Object.fromEntries(closed) } };
  });
  return { ...codec, edges };
}

function measuredEdges(codecs: readonly Codec[], wear: readonly number[]): MeasuredCosts['edges'] {
  const edges = codecs.flatMap((codec) => codec.edges.map((edge) => ({ key: `${codec.id}/${edge.name}`, edge })));
  return Object.fromEntries(edges.map(({ key, edge }, index) => [key, { ms: edge.cost.ms, wear: wear[index]! }]));
}

function factsOf(
  format: FormatId,
  { features, pages, hasAudio }: { features: readonly Feature[]; pages: number | undefined; hasAudio: boolean },
): Facts {
  return {
    format,
    sizeBytes: 1,
    reader: 'test',
    depth: 'content',
    features,
    media: { durationMs: 1, tags: {}, tracks: hasAudio ? [{ kind: 'audio', codec: 'pcm' }] : [] },
    ...(pages && { document: { pages, text: '', figures: 0 } }),
  };
}

/** Not of two format ids: a union of all pairs is too large for the compiler. */
function pairOf(from: FormatId, to: string): `${FormatId}>${string}` {
  return `${from}>${to}`;
}

interface Candidate {
  readonly hops: readonly { readonly codec: string; readonly edge: EdgeSpec; readonly to: FormatId }[];
  readonly loss: number;
  readonly lost: readonly Feature[];
  readonly ms: number;
}

/** Slow and obviously right: every simple path, priced at its end from the words of the declarations. */
function everyPath({ formats, codecs, costs, request }: World): Candidate[] {
  const found: Candidate[] = [];
  const source = formats.get(request.from)!;
  const target = formats.get(request.to)!;
  const within = (features: readonly Feature[], format: Format): Feature[] =>
    features.filter((feature) => format.carries.includes(feature));
  const has = startFeatures(request.facts, source);
  const hasAudio = request.facts ? request.facts.media!.tracks.length > 0 : true;
  const sizeMB = bucketSize(request.bytes ?? 1_000_000) / 1_000_000;

  const arrive = (hops: Candidate['hops'], kept: readonly Feature[]): void => {
    const acts = hops.filter(({ edge }) => edge.act !== 'recode');
    if (acts.length > 1) return;
    if (hops.slice(0, -1).some(({ edge }) => edge.act === 'wrap')) return;
    if (hops.slice(0, -1).some(({ codec }, index) => index > 0 && codec === hops[index - 1]!.codec)) return;
    const asked = Object.keys(request.options!) as OptionId[];
    const isTaken = (id: OptionId): boolean =>
      hops.some(({ edge }, index) => edge.options!.includes(id) && (id !== 'password' || index === 0));
    if (!asked.every(isTaken)) return;
    const lost = new Set(within(has, target).filter((feature) => !kept.includes(feature)));
    if (leavesPages(hops)) lost.add('pages');
    const generations = hops.filter(({ edge, to }) => edge.lossy ?? formats.get(to)!.lossy).length;
    let ms = 0;
    let wear = 0;
    let size = sizeMB;
    for (const { codec, edge } of hops) {
      ms += edge.cost.ms.base + edge.cost.ms.perMB * size;
      size *= edge.cost.growth ?? 1;
      wear += costs.edges[`${codec}/${edge.name}`]!.wear;
    }
    let loss = wear + 10 * (hops.length - 1) + 40 * Math.max(0, generations - (target.lossy ? 1 : 0));
    for (const feature of lost) loss += FEATURE_WEIGHTS[feature];
    found.push({ hops, loss, ms, lost: FEATURES.filter((feature) => lost.has(feature)) });
  };

  const leavesPages = (hops: Candidate['hops']): boolean => {
    const holdsPages = (id: FormatId): boolean => formats.get(id)!.many === 'pages';
    const known = request.facts?.document?.pages;
    let several = known === undefined ? holdsPages(request.from) : known > 1;
    let from = request.from;
    for (const { edge, to } of hops) {
      if (edge.takes === 'first' && several) return true;
      const isSet = formats.get(from)!.family !== 'image' && !holdsPages(from);
      several = edge.takes !== 'first' && edge.gives === 'one' && holdsPages(to) && (several || isSet);
      from = to;
    }
    return false;
  };

  const walk = (at: FormatId, hops: Candidate['hops'], kept: readonly Feature[]): void => {
    if (hops.length > 0 && at === request.to) return arrive(hops, kept);
    if (hops.length === 4) return;
    for (const codec of codecs) {
      if (request.exclude!.has(codec.id)) continue;
      for (const edge of codec.edges) {
        if (!edge.from.includes(at)) continue;
        if (hops.length === 0 && edge.needs!.includes('audio') && !hasAudio) continue;
        for (const to of edge.to) {
          const isSelf = to === at;
          if (isSelf ? !edge.selfEdges || request.from !== request.to : hops.some((hop) => hop.to === to)) continue;
          if (!isSelf && (to === request.from || request.from === request.to)) continue;
          const exception = edge.except?.[pairOf(at, to)];
          if (exception === 'absent') continue;
          const made = edge.turns!.filter((turn) => kept.includes(turn.from)).map((turn) => turn.to);
          const next = FEATURES.filter(
            (feature) =>
              (made.includes(feature) || (kept.includes(feature) && edge.keeps.includes(feature))) &&
              !exception?.drops.includes(feature) &&
              formats.get(to)!.carries.includes(feature),
          );
          if (!next.some((feature) => CONTENT.includes(feature))) continue;
          walk(to, [...hops, { codec: codec.id, edge, to }], next);
        }
      }
    }
  };
  walk(request.from, [], has);
  return found;
}

function startFeatures(facts: Facts | undefined, source: Format): readonly Feature[] {
  if (!facts) return source.carries;
  const found = facts.features.filter((feature) => source.carries.includes(feature));
  return found.some((feature) => CONTENT.includes(feature)) ? found : source.carries;
}

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
const nearestStep = (ms: number): number =>
  STEPS.reduce((best, step) =>
    Math.abs(Math.log(step / Math.max(ms, 1))) < Math.abs(Math.log(best / Math.max(ms, 1))) ? step : best,
  );

/** Loss, then time, hops and codec ids; then edges and formats by name. */
function inOrder(candidates: readonly Candidate[]): Candidate[] {
  const words = ({ hops }: Candidate): string =>
    [
      ...hops.map(({ codec }) => codec).concat(Array<string>(4 - hops.length).fill('')),
      ...hops.map(({ edge, to }) => `${edge.name}${to}`),
    ].join(' ');
  return [...candidates].sort(
    (a, b) =>
      a.loss - b.loss ||
      nearestStep(a.ms) - nearestStep(b.ms) ||
      a.hops.length - b.hops.length ||
      (words(a) < words(b) ? -1 : 1),
  );
}

const describeCandidate = ({ hops, loss, lost }: Candidate): object => ({
  route: hops.map(({ codec, edge, to }) => `${codec}/${edge.name}>${to}`).join(' '),
  loss,
  lost,
});

const describePlan = ({ hops, loss, lost }: Plan): object => ({
  route: hops.map(({ codec, edge, to }) => `${codec}/${edge}>${to}`).join(' '),
  loss,
  lost,
});

function plannerOf({ formats, codecs, costs }: World): Planner {
  return new Planner(new Graph(codecs, formats, costs));
}

function planOrNothing(planner: Planner, request: PlanRequest): Plan | undefined {
  try {
    return planner.plan(request);
  } catch (error) {
    if (error instanceof ConversionError) return undefined;
    throw error;
  }
}

describe('planner', () => {
  test('equals a brute force over every path', () => {
    let planned = 0;
    fc.assert(
      fc.property(world, (world) => {
        const plan = planOrNothing(plannerOf(world), world.request);
        const [best] = inOrder(everyPath(world));
        if (plan) planned++;
        expect(plan && describePlan(plan)).toEqual(best && describeCandidate(best));
      }),
      { numRuns: 4000 },
    );
    expect(planned).toBeGreaterThan(400);
  });

  test('gives every option to the last hop that takes it, and a password to the first', () => {
    fc.assert(
      fc.property(world, (world) => {
        const planner = plannerOf(world);
        const plan = planOrNothing(planner, world.request);
        if (!plan) return;
        for (const id of Object.keys(world.request.options!) as OptionId[]) {
          const takers = plan.hops.filter((hop) => planner.edgeOf(hop).options!.includes(id));
          const expected = id === 'password' ? plan.hops[0] : takers.at(-1);
          expect(plan.hops.filter(({ options }) => Object.hasOwn(options, id))).toEqual([expected]);
          expect(expected!.options[id]).toBe(world.request.options![id]);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('never gets worse by a new codec', () => {
    fc.assert(
      fc.property(world, (world) => {
        const fewer = planOrNothing(plannerOf({ ...world, codecs: world.codecs.slice(1) }), world.request);
        if (!fewer) return;
        const all = planOrNothing(plannerOf(world), world.request);
        expect(all!.loss).toBeLessThanOrEqual(fewer.loss);
      }),
      { numRuns: 1000 },
    );
  });

  test('plans a chain from source to target without a loop, of at most four hops', () => {
    fc.assert(
      fc.property(world, (world) => {
        const plan = planOrNothing(plannerOf(world), world.request);
        if (!plan) return;
        expect(plan.hops.length).toBeLessThanOrEqual(4);
        const visited = [world.request.from, ...plan.hops.map(({ to }) => to)];
        expect(plan.hops.map(({ from }) => from)).toEqual(visited.slice(0, -1));
        expect(visited.at(-1)).toBe(world.request.to);
        if (world.request.from !== world.request.to) expect(new Set(visited).size).toBe(visited.length);
      }),
      { numRuns: 1000 },
    );
  });

  test('does not depend on the order of codecs and edges, nor on what was planned before', () => {
    fc.assert(
      fc.property(world, (world) => {
        const planner = plannerOf(world);
        const plan = planOrNothing(planner, world.request);
        const turned = world.codecs.map((codec) => ({ ...codec, edges: codec.edges.toReversed() })).toReversed();
        expect(planOrNothing(plannerOf({ ...world, codecs: turned }), world.request)).toEqual(plan);
        expect(planOrNothing(planner, world.request)).toEqual(plan);
      }),
      { numRuns: 1000 },
    );
  });

  test('falls back only to a path that loses nothing more, by the same acts, with little more wear', () => {
    let stoodIn = 0;
    fc.assert(
      fc.property(world, (world) => {
        const planner = plannerOf(world);
        const plan = planOrNothing(planner, world.request);
        if (!plan) return;
        const failed = new Set([...world.request.exclude!, plan.hops[0]!.codec]);
        const request = { ...world.request, exclude: failed };
        const wearOf = ({ hops }: Candidate): number =>
          hops.reduce((sum, { codec, edge }) => sum + world.costs.edges[`${codec}/${edge.name}`]!.wear, 0);
        const actsOf = ({ hops }: Candidate): Act[] =>
          hops.map(({ edge }) => edge.act).filter((act) => act !== 'recode');
        const [best] = inOrder(
          everyPath({ ...world, request }).filter(
            (candidate) =>
              candidate.lost.every((feature) => plan.lost.includes(feature)) &&
              wearOf(candidate) <= plan.wear + 20 &&
              actsOf(candidate).join() === plan.acts.join(),
          ),
        );
        const fallback = planner.fallbacks(plan, request);
        if (fallback) stoodIn++;
        expect(fallback && describePlan(fallback)).toEqual(best && describeCandidate(best));
      }),
      { numRuns: 3000 },
    );
    expect(stoodIn).toBeGreaterThan(50);
  });
});
