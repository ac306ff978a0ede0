import type { Codec, EdgeSpec } from './codec.ts';
import { reportOf, requireKept } from './conversion.ts';
import { deliver } from './deliver.ts';
import type { ConversionResult, ConvertOptions } from './engine.ts';
import { ConversionError } from './errors.ts';
import type { FormatId } from './formats/index.ts';
import { parseOptions } from './formats/parse-options.ts';
import { requireFormat } from './formats/require-format.ts';
import { identify } from './identify.ts';
import { sizeOf, type PortableArtifact } from './io/artifact.ts';
import { artifactOf, takeInput, type Input } from './io/input.ts';
import { Job, nameWithExtension, type House } from './job.ts';
import type { Plan, PlannedHop } from './planner/plan.ts';
import { evaluateCost, MB } from './planner/cost-model.ts';
import type { Facts } from './verify/facts.ts';
import { checkLimits } from './verify/limits.ts';
import type { PlanPromise } from './verify/report.ts';

/** `fileNames` names the inputs that are not paths, in their order; the first one names the result. */
export interface MergeOptions extends Omit<ConvertOptions, 'from' | 'fileName' | 'pack' | 'allowLoss'> {
  readonly fileNames?: readonly string[];
}

/** Joins several inputs into one file, and verifies it as a conversion is verified. */
export async function mergeInputs(
  house: House,
  inputs: readonly Input[],
  options: MergeOptions,
  signal: AbortSignal,
): Promise<ConversionResult> {
  const started = performance.now();
  await using workspace = house.scratch.workspace();
  const to = requireFormat(options.to, 'target');
  const values = parseOptions(options.options ?? {});
  const sources = await takeAll(house, inputs, options, workspace, signal);
  const edge = to === 'zip' ? undefined : joiningEdge(house, sources, to);
  const hop = edge && hopOf(edge, sources, to);

  using ticket = house.scheduler.admit(options.tenant ?? '', hop?.ms ?? 1);
  const { deadlineMs, verify: effort = 'quick', onProgress } = options;
  const toFiles = options.outDir !== undefined;
  const job = new Job(house, {
    workspace,
    ticket,
    signal,
    values,
    deadlineMs,
    effort,
    toFiles,
    warnings: [],
    onProgress,
  });
  const facts: Facts[] = [];
  for (const source of sources) {
    facts.push(await job.inspect(source));
    checkLimits(facts.at(-1)!, house.limits);
  }
  const joined = joinFacts(facts, to);
  checkLimits(joined, house.limits);
  const outputs = hop
    ? await job.run(sources, [hop])
    : await job.pack(sources, nameWithExtension(sources[0]!.name, to));
  const promise = promiseOf(sources[0]!.format, to, edge?.spec, joined, values);
  const { artifacts, checks, depth } = await job.verify(joined, outputs, promise, hop?.codec);
  requireKept(promise, checks);
  const delivered = options.outDir === undefined ? artifacts : await deliver(artifacts, options.outDir);
  onProgress?.(1);
  return {
    artifacts: delivered,
    sourceFormat: sources[0]!.format,
    targetFormat: to,
    plan: planOf(promise, hop),
    report: reportOf(promise, checks, depth, 0),
    warnings: job.warnings,
    timings: { total: performance.now() - started, ...job.timings },
  };
}

async function takeAll(
  { limits }: House,
  inputs: readonly Input[],
  { fileNames }: MergeOptions,
  workspace: Parameters<typeof takeInput>[1]['workspace'],
  signal: AbortSignal,
): Promise<PortableArtifact[]> {
  if (inputs.length === 0) {
    throw new ConversionError({ code: 'empty_file', message: 'There is nothing to join: give at least one file.' });
  }
  const sources: PortableArtifact[] = [];
  for (const [index, input] of inputs.entries()) {
    const taken = await takeInput(input, {
      fileName: fileNames?.[index],
      maxBytes: limits.inputBytes,
      workspace,
      signal,
    });
    const { format } = await identify(taken, undefined);
    const name = taken.fileName ?? nameWithExtension(`file-${index + 1}`, format);
    sources.push(artifactOf(taken, name, format));
  }
  return sources;
}

interface JoiningEdge {
  readonly codec: Codec;
  readonly spec: EdgeSpec;
}

function joiningEdge({ registry }: House, sources: readonly PortableArtifact[], to: FormatId): JoiningEdge {
  for (const codec of registry.codecs) {
    if (!registry.isInstalled(codec)) continue;
    for (const spec of codec.edges) {
      if (!spec.joins || !spec.to.includes(to)) continue;
      if (sources.every(({ format }) => spec.from.includes(format))) return { codec, spec };
    }
  }
  const formats = [...new Set(sources.map(({ format }) => format.toUpperCase()))].join(', ');
  throw new ConversionError({
    code: 'unsupported_conversion',
    message: `Files of ${formats} cannot be joined into one ${to.toUpperCase()}. Convert each by itself, or join them into a ZIP.`,
    details: { supportedTargets: ['zip'] },
  });
}

function hopOf({ codec, spec }: JoiningEdge, sources: readonly PortableArtifact[], to: FormatId): PlannedHop {
  const sizeMB = sources.reduce((sum, source) => sum + sizeOf(source), 0) / MB;
  return {
    codec: codec.id,
    edge: spec.name,
    from: sources[0]!.format,
    to,
    options: {},
    lane: codec.lane,
    act: spec.act,
    takes: 'all',
    gives: 'one',
    ms: evaluateCost(spec.cost.ms, sizeMB),
    memoryMB: evaluateCost(spec.cost.memoryMB, sizeMB),
    cpuSlots: spec.cost.cpuSlots,
  };
}

/** What the joined file must hold: every frame of every input, or every input as an entry. */
function joinFacts(facts: readonly Facts[], to: FormatId): Facts {
  const [first] = facts as readonly [Facts, ...Facts[]];
  const sizeBytes = facts.reduce((sum, one) => sum + one.sizeBytes, 0);
  if (to === 'zip') {
    const archive = { entries: facts.length, expandedBytes: sizeBytes };
    return {
      ...first,
      format: 'zip',
      sizeBytes,
      features: ['entries'],
      raster: undefined,
      document: undefined,
      media: undefined,
      records: undefined,
      archive,
    };
  }
  const rasters = facts.flatMap(({ raster }) => (raster ? [raster] : []));
  if (rasters.length !== facts.length) return { ...first, sizeBytes };
  const raster = {
    ...rasters[0]!,
    width: Math.max(...rasters.map(({ width }) => width)),
    height: Math.max(...rasters.map(({ height }) => height)),
    frames: rasters.reduce((sum, { frames }) => sum + frames, 0),
    sequence: 'pages' as const,
    thumbnails: undefined, // pages of different sizes have no common picture to compare
  };
  return { ...first, sizeBytes, raster };
}

function promiseOf(
  from: FormatId,
  to: FormatId,
  spec: EdgeSpec | undefined,
  { features }: Facts,
  options: PlanPromise['options'],
): PlanPromise {
  const keeps = spec?.keeps ?? features;
  const kept = features.filter((feature) => keeps.includes(feature));
  return { from, to, kept, lost: [], gone: [], acts: [], takes: 'all', gives: 'one', options };
}

function planOf({ from, to, kept, lost, gone, acts }: PlanPromise, hop: PlannedHop | undefined): Plan {
  return {
    from,
    to,
    hops: hop ? [hop] : [],
    kept,
    lost,
    gone,
    acts,
    generations: 0,
    loss: 0,
    wear: 0,
    ms: hop?.ms ?? 0,
    why: hop ? `${hop.codec} joins the files.` : 'The files are packed as they are.',
    rejected: [],
  };
}
