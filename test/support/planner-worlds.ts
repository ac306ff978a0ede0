import fc from 'fast-check';
import type { Operation, Codec, EdgeSpec } from '../../engine/contract/codec.ts';
import type { Feature } from '../../engine/formats/features.ts';
import type { Format, FormatId } from '../../engine/formats/index.ts';
import type { OptionId, OptionValues } from '../../engine/formats/options.ts';
import type { MeasuredCosts } from '../../engine/planner/cost-model.ts';
import type { PlanRequest } from '../../engine/planner/planner.ts';
import type { Facts, RasterFacts } from '../../engine/contract/facts.ts';
import { codecOf } from './declarations.ts';

/** A small registry with everything that declarations can say, and one request of it. */
export interface World {
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
    untyped: fc.constantFrom(true, undefined),
    many: fc.constantFrom('pages', 'frames', undefined),
    tones: fc.constantFrom('grey', undefined, undefined),
  });
}

function edgeOf(name: string, ids: readonly FormatId[], width: number): fc.Arbitrary<EdgeSpec> {
  const list = fc.subarray([...ids], { minLength: 1, maxLength: Math.min(width, ids.length) });
  const operation = fc.constantFrom<Operation>('recode', 'recode', 'recode', 'recode', 'render', 'infer', 'wrap');
  return fc
    .record({
      from: list,
      to: list,
      keeps: mostFeatures,
      derives: fc.array(
        fc.record({
          from: fc.constantFrom<Feature>('text', 'look', 'video'),
          to: fc.constantFrom<Feature>('look', 'text', 'records'),
        }),
        { maxLength: 1 },
      ),
      exceptFor: fc.option(fc.record({ pick: fc.nat(), how: fc.constantFrom('absent', 'drops') })),
      drops: someFeatures,
      operation,
      selfEdges: fc.constantFrom(true as const, undefined),
      sourceOnly: fc.constantFrom(true as const, undefined, undefined, undefined),
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

/** Worlds of 3 to 6 formats and 12 edges. */
export const world: fc.Arbitrary<World> = shape.chain(({ count, width }) => {
  const ids = Array.from({ length: count }, (_, index) => `f${index}` as FormatId);
  const codec = (id: string): fc.Arbitrary<Codec> =>
    fc
      .tuple(edgeOf('a', ids, width), edgeOf('b', ids, width), edgeOf('c', ids, width), edgeOf('d', ids, width))
      .map((edges) => codecOf(id, edges));
  return fc
    .record({
      formats: fc.tuple(...ids.map(formatOf)),
      codecs: fc.tuple(codec('x'), codec('y'), codec('z')),
      qualityPenalty: fc.array(fc.constantFrom(0, 0, 10, 30), { minLength: 12, maxLength: 12 }),
      isIndirect: fc.boolean(),
      isSelf: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
      options: fc.oneof(
        { weight: 4, arbitrary: fc.constant<OptionId[]>([]) },
        { weight: 1, arbitrary: fc.subarray<OptionId>([...OPTION_IDS]) },
      ),
      exclude: fc.constantFrom([], [], [], ['x']),
      facts: fc.option(
        fc.record({
          features: someFeatures,
          pages: fc.constantFrom(undefined, 1, 2),
          hasAudio: fc.boolean(),
          isGrey: fc.boolean(),
        }),
      ),
      bytes: fc.constantFrom(undefined, 10_000, 3_000_000),
    })
    .map(({ formats, codecs, qualityPenalty, isIndirect, isSelf, options, exclude, facts, bytes }) => ({
      formats: new Map(formats.map((format) => [format.id, format])),
      codecs: isIndirect ? codecs.map((codec) => withGate(codec, ids[1]!, ids.at(-1)!)) : codecs,
      costs: { machine: '', date: '', edges: measuredEdges(codecs, qualityPenalty) },
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

/** The same world with a second format like each, but that the exceptions name only the first. */
export function withTwins(world: World): World {
  const twinOf = (id: FormatId): FormatId => `${id}-twin` as FormatId;
  const both = (ids: readonly FormatId[]): FormatId[] => ids.flatMap((id) => [id, twinOf(id)]);
  const twins = [...world.formats.values()].map((format) => ({ ...format, id: twinOf(format.id) }));
  return {
    ...world,
    formats: new Map([...world.formats.values(), ...twins].map((format) => [format.id, format])),
    codecs: world.codecs.map((codec) => ({
      ...codec,
      edges: codec.edges.map((edge) => ({ ...edge, from: both(edge.from), to: both(edge.to) })),
    })),
  };
}

function measuredEdges(codecs: readonly Codec[], qualityPenalty: readonly number[]): MeasuredCosts['edges'] {
  const edges = codecs.flatMap((codec) => codec.edges.map((edge) => ({ key: `${codec.id}/${edge.name}`, edge })));
  return Object.fromEntries(
    edges.map(({ key, edge }, index) => [key, { ms: edge.cost.ms, qualityPenalty: qualityPenalty[index]! }]),
  );
}

/** Somebody has seen the pixels, so that colours which are not named are not there. */
const GREY_IMAGE: RasterFacts = {
  width: 1,
  height: 1,
  frames: 1,
  sequence: 'single',
  alpha: false,
  bitsPerChannel: 8,
  thumbnails: [],
};

function factsOf(
  format: FormatId,
  {
    features,
    pages,
    hasAudio,
    isGrey,
  }: { features: readonly Feature[]; pages: number | undefined; hasAudio: boolean; isGrey: boolean },
): Facts {
  return {
    format,
    sizeBytes: 1,
    reader: 'test',
    depth: 'content',
    features,
    media: { durationMs: 1, tags: {}, tracks: hasAudio ? [{ kind: 'audio', codec: 'pcm' }] : [] },
    ...(isGrey && { raster: GREY_IMAGE }),
    ...(pages && { document: { pages, text: '', figures: 0 } }),
  };
}

/** Not of two format ids: a union of all pairs is too large for the compiler. */
export function pairOf(from: FormatId, to: string): `${FormatId}>${string}` {
  return `${from}>${to}`;
}
