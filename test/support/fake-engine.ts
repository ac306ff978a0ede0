import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ChainOptions,
  type ChainPlan,
  type ChainResult,
  type ChainStep,
  type ChainStepResult,
  ConversionError,
  type ConversionResult,
  type ConvertOptions,
  type EngineStatus,
  type FormatId,
  type FormatInfo,
  formatOf,
  type MergeOptions,
  type MergeTarget,
  type OptionInfo,
  OPTIONS,
  type Plan,
  type Artifact,
  resolveFormat,
} from '../../engine/index.ts';
import { inStep } from '../../engine/run/chain-steps.ts';
import { publicPlan } from '../../engine/planner/plan.ts';
import type { ConversionEngine } from '../../server/conversion-engine.ts';
import { ACCEPTED } from './report.ts';

type Detection = Awaited<ReturnType<ConversionEngine['detect']>>;

/** What the stand-in converts: `many` gives two outputs. */
const TARGETS: Partial<Record<FormatId, readonly { readonly to: FormatId; readonly many?: true }[]>> = {
  pdf: [{ to: 'docx' }, { to: 'png', many: true }, { to: 'html' }],
  png: [{ to: 'webp' }, { to: 'jpg' }],
};

const SIGNATURES: readonly { readonly format: FormatId; readonly bytes: Buffer }[] = [
  { format: 'pdf', bytes: Buffer.from('%PDF') },
  { format: 'png', bytes: Buffer.from('\x89PNG', 'latin1') },
];

const LANE = { lane: 'light', threads: 2, started: true, running: 0, starts: 3, losses: 1 } as const;
const IDLE_STATUS = { lanes: [LANE], admitted: 0, running: 0, waiting: 0, missing: {} };

/**
 * Stands in for the engine where the service and not the conversion is under test: it follows the same contract,
 * answers at once, and can be told to wait or to fail.
 */
export class FakeEngine implements ConversionEngine {
  /** Options of every conversion that was begun. */
  readonly calls: ConvertOptions[] = [];
  /** Thrown by the next conversions. */
  failure: Error | undefined;
  /** Milliseconds of processor time that every conversion is said to have used. */
  usedMs = 1;
  /** Bytes of every result; a short text if absent. */
  output: Uint8Array | undefined;
  #gate: Promise<void> | undefined;
  #begun = Promise.withResolvers<void>();

  async warm(): Promise<void> {}

  /** Conversions wait until the returned function is called, or until they are aborted. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gate = promise;
    this.#begun = Promise.withResolvers<void>();
    return () => {
      this.#gate = undefined;
      resolve();
    };
  }

  /** Settles when a conversion has begun after `hold`. */
  get begun(): Promise<void> {
    return this.#begun.promise;
  }

  formats(): FormatInfo[] {
    const read = Object.keys(TARGETS) as FormatId[];
    const written = Object.values(TARGETS).flatMap((targets) => targets.map(({ to }) => to));
    return [...new Set([...read, ...written])].map((id) => {
      const { name, family, extensions, mime } = formatOf(id);
      return { id, name, family, extensions, mimeTypes: mime, read: read.includes(id), write: written.includes(id) };
    });
  }

  targets(from: string): FormatId[] {
    return (TARGETS[require(from, 'source')] ?? []).map(({ to }) => to);
  }

  optionsFor(_from: string, to: string): OptionInfo[] {
    const id = require(to, 'target') === 'jpg' ? 'quality' : 'pages';
    return [{ id, declaration: OPTIONS[id] }];
  }

  async detect(input: Parameters<ConversionEngine['detect']>[0]): Promise<Detection> {
    await using file = await open(input as string);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    const head = buffer.subarray(0, bytesRead);
    const found = SIGNATURES.find(({ bytes }) => head.subarray(0, bytes.length).equals(bytes));
    if (found) return { format: found.format, confidence: 1, via: 'content', also: [], warnings: [] };
    throw new ConversionError({
      code: 'source_format_undetected',
      message: 'The format of the file cannot be detected. Send sourceFormat.',
    });
  }

  plan(from: string, to: string): Plan {
    const source = require(from, 'source');
    const target = require(to, 'target');
    const pair = TARGETS[source]?.find((candidate) => candidate.to === target);
    if (!pair) {
      throw new ConversionError({
        code: 'unsupported_conversion',
        message: `${source} cannot be converted to ${target}.`,
        details: { supportedTargets: this.targets(source) },
      });
    }
    return planOf(source, target, pair.many === true);
  }

  async convert(input: Parameters<ConversionEngine['convert']>[0], options: ConvertOptions): Promise<ConversionResult> {
    this.calls.push(options);
    this.#begun.resolve();
    options.meter?.begin('convert');
    await abortable(this.#gate, options.signal).finally(() => options.meter?.end(this.usedMs));
    if (this.failure) throw this.failure;
    const detected = await this.detect(input).catch(() => undefined);
    const source = options.from ? require(options.from, 'source') : detected!.format;
    if (detected && detected.format !== source) {
      throw new ConversionError({
        code: 'source_format_mismatch',
        message: `The file is ${detected.format}, not ${source}.`,
        details: { detected: detected.format },
      });
    }
    const plan = this.plan(source, options.to);
    const many = plan.steps[0]!.gives === 'many';
    const artifact = await this.#write(many ? 'zip' : plan.to, options.outDir!, await readFile(input as string));
    return {
      artifacts: [artifact],
      sourceFormat: plan.from,
      targetFormat: plan.to,
      plan,
      report: ACCEPTED,
      warnings: [],
      timings: { total: 12.4, queued: 0, converted: 10, verified: 2 },
      ...(many && {
        files: [
          { name: 'page-1.png', size: 10 },
          { name: 'page-2.png', size: 12 },
        ],
      }),
    };
  }

  /** Joins into one file of the target format, whatever the inputs are. */
  async merge(
    inputs: Parameters<ConversionEngine['merge']>[0],
    { to, ...options }: MergeOptions,
  ): Promise<ConversionResult> {
    const sources = await Promise.all(inputs.map((input) => readFile(input as string)));
    const joined = join(options.outDir!, 'joined-input');
    await writeFile(joined, Buffer.concat(sources));
    try {
      return await this.convert(joined, { ...options, to });
    } finally {
      await rm(joined);
    }
  }

  /** The steps one after the other, on the first file. */
  async chain(
    [first]: Parameters<ConversionEngine['chain']>[0],
    { steps, ...options }: ChainOptions,
  ): Promise<ChainResult> {
    const results: ChainStepResult[] = [];
    const made: string[] = [];
    let from = options.from ?? (await this.detect(first!)).format;
    for (const step of steps) {
      const result = await this.convert(made.at(-1) ?? first!, { ...options, from, to: step.to! });
      made.push((result.artifacts[0] as { path: string }).path);
      // What is made here is no real file of its format.
      from = step.to!;
      const { sourceFormat, targetFormat, report, warnings, plan } = result;
      const done = { sourceFormat, targetFormat, report, warnings, files: 1, durationMs: 5, route: plan.steps };
      results.push({ do: step.do, ...done });
      if (results.length < steps.length) continue;
      for (const path of made.slice(0, -1)) await rm(path);
      return { ...result, sourceFormat: results[0]!.sourceFormat, steps: results };
    }
    throw new Error('a chain has steps');
  }

  planChain(from: readonly string[], steps: readonly ChainStep[]): ChainPlan {
    let formats = from.map((name) => require(name, 'source'));
    for (const [index, { to }] of steps.entries())
      formats = formats.map((format) => inStep(index, '', () => this.plan(format, to!).to));
    return { to: formats, steps: [], ms: steps.length };
  }

  async mergeTargets(from: readonly string[]): Promise<MergeTarget[]> {
    const formats = new Set(from.map((format) => require(format, 'source')));
    const zip = { id: 'zip', lost: [], gone: [], options: [] } as const;
    const pageSize = { id: 'pageSize', declaration: OPTIONS.pageSize } as const;
    return formats.has('pdf') || formats.has('png')
      ? [{ id: 'docx', lost: ['look'], gone: [], options: [pageSize] }, zip]
      : [zip];
  }

  status(): EngineStatus {
    return { ...IDLE_STATUS, capacity: {} as EngineStatus['capacity'] };
  }

  async #write(format: FormatId, outDir: string, input: Buffer): Promise<Artifact> {
    const name = `result.${formatOf(format).extensions[0]}`;
    const path = join(outDir, name);
    const bytes = this.output ?? Buffer.from(`${format} made of ${input.byteLength} bytes`);
    await writeFile(path, bytes);
    return { name, format, path, size: bytes.byteLength };
  }
}

function require(name: string, role: 'source' | 'target'): FormatId {
  const format = resolveFormat(name);
  if (format) return format;
  throw new ConversionError({
    code: role === 'source' ? 'unknown_source_format' : 'unknown_target_format',
    message: `There is no format ${name}.`,
    details: { nearest: ['docx'] },
  });
}

function planOf(from: FormatId, to: FormatId, many: boolean): Plan {
  const gives = many ? 'many' : 'one';
  const step = {
    codec: 'fake',
    edge: 'fake',
    from,
    to,
    options: {},
    lane: 'light',
    operation: 'recode',
    takes: 'all',
  } as const;
  const steps = [{ ...step, gives, ms: 1, memoryMB: 1, cpuSlots: 1 }] as const;
  const nothing = { lost: [], gone: [], operations: [], rejected: [] };
  return publicPlan({
    from,
    to,
    steps,
    kept: [],
    generations: 0,
    loss: 0,
    qualityPenalty: 0,
    ms: 1,
    why: 'it is the only one',
    ...nothing,
  });
}

async function abortable(gate: Promise<void> | undefined, signal: AbortSignal | undefined): Promise<void> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void =>
    aborted.reject(new ConversionError({ code: 'aborted', message: 'The conversion was aborted.' }));
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([gate, aborted.promise]);
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}
