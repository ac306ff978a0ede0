import type { CreateRunner, Hop, InputFile, OutputFile, RunContext, Warning } from '../../codec.ts';
import { ConversionError } from '../../errors.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Artifact } from '../../io/artifact.ts';
import type { Limits } from '../../limits.ts';
import { tooLarge } from '../../models/quality-search.ts';
import { sourceArgs } from './containers.ts';
import { CoreLoader, type Core } from './core.ts';
import { attachmentArgs, pictureTag } from './cover.ts';
import { factsOf, rasterFactsOf } from './facts.ts';
import { failureOf, hasLeftOut, repairsIn } from './failure.ts';
import { mountHostFiles, type Series } from './host-files.ts';
import { playsOf } from './loops.ts';
import { PACKET_ARGS, parseProbe, PROBE_ARGS, type Probe } from './probe.ts';
import { recipeFor, type Preparation, type Recipe } from './recipe.ts';
import { outputNameOf } from '../../models/output-name.ts';

const JOB = '/job';
const INPUT = `${JOB}/input`;
const OUTPUT = `${JOB}/output`;
const SERIES = `${JOB}/picture-%d`;

/** Lines of FFmpeg's log that are kept: the first ones say what went wrong. */
const LOG_LINES = 200;

/** Of nothing, FFmpeg would make an empty file and be content. */
const QUIET = ['-hide_banner', '-nostdin', '-loglevel', 'error', '-abort_on', 'empty_output'] as const;

const createRunner: CreateRunner = ({ modules }) => {
  const loader = new CoreLoader(modules.core!);
  return {
    async inspect(artifact, request, context) {
      const file = context.open(artifact);
      const run = new Run(loader, await loader.start(), { format: artifact.format, file }, context);
      mountHostFiles(run.core.FS, JOB, { input: file });
      const animated = artifact.format === 'apng';
      const probe = run.probe(animated ? PACKET_ARGS : request.effort === 'full' ? ['-count_packets'] : []);
      return animated ? rasterFactsOf(probe, artifact.format, file) : factsOf(probe, artifact.format, file.size);
    },
    async convert([input], hop, context): Promise<Artifact[]> {
      return hop.edge === 'frames'
        ? convertToSeries(loader, input!, hop, context)
        : [await convert(loader, input!, hop, context)];
    },
  };
};

export default createRunner;

async function convert(loader: CoreLoader, input: Artifact, hop: Hop, context: RunContext): Promise<Artifact> {
  const output = context.create(outputNameOf(input.name, hop.to), hop.to);
  const { targetSize } = hop.options;
  let attempt = await transcode(loader, { input, output, hop }, context);
  if (targetSize !== undefined) {
    const most = targetSize * KB;
    for (let share = 1, again = 0; output.size > most; again++) {
      if (again === MOST_RETRIES) throw tooLarge(output.size, targetSize);
      share *= RETRY_SHARE * (most / output.size);
      output.truncate(0);
      attempt = await transcode(loader, { input, output, hop, share }, context);
    }
  }
  for (const warning of attempt.warnings) context.warn(warning);
  return output.finish();
}

/** A file for every picture, numbered from 1. */
async function convertToSeries(
  loader: CoreLoader,
  input: Artifact,
  hop: Hop,
  context: RunContext,
): Promise<Artifact[]> {
  const artifacts: Artifact[] = [];
  const series: Series = {
    open: () => context.create(outputNameOf(input.name, hop.to, artifacts.length + 1), hop.to),
    close: (file) => void artifacts.push(file.finish()),
  };
  const { warnings } = await transcode(loader, { input, output: series, hop }, context);
  if (artifacts.length === 0) throw failureOf(['Empty output'], hop.from, 0);
  for (const warning of warnings) context.warn(warning);
  return artifacts;
}

/** Bytes in the unit of `targetSize`. */
const KB = 1000;
/** Encoders that were given a bit rate take more or less of it: most films fit at once, the others with less. */
const MOST_RETRIES = 2;
/** What an attempt is given of what would have been right in the one before. */
const RETRY_SHARE = 0.92;

interface Transcoding {
  readonly input: Artifact;
  readonly output: OutputFile | Series;
  readonly hop: Hop;
  /** Share of `targetSize` that is given out. */
  readonly share?: number;
}

/** Writes the output in an instance of its own; returns what is to be told about it. */
async function transcode(
  loader: CoreLoader,
  { input, output, hop, share }: Transcoding,
  context: RunContext,
): Promise<{ readonly warnings: readonly Warning[] }> {
  const source = context.open(input);
  const run = new Run(loader, await loader.start(), { format: hop.from, file: source }, context);
  if ('size' in output) mountHostFiles(run.core.FS, JOB, { input: source, output });
  else mountHostFiles(run.core.FS, JOB, { input: source }, output);
  const probe = run.probe();
  requireWithinLimits(probe, context.limits);
  const { limits } = context;
  const recipe = recipeFor(probe, hop, { limits, plays: playsOf(source, hop.from), size: source.size, share });
  run.transcode(recipe);
  if ('size' in output && output.size === 0) throw failureOf(run.log, hop.from, 0);
  return { warnings: [...recipe.warnings, ...run.repairs()] };
}

/** First bytes of a source: they tell the versions of a format apart. */
const HEAD_BYTES = 16;

interface Source {
  readonly format: FormatId;
  readonly file: InputFile;
}

/** One instance at work on one input. */
class Run {
  readonly core: Core;
  readonly log: string[] = [];
  readonly #started = performance.now();
  readonly #loader: CoreLoader;
  readonly #from: FormatId;
  readonly #sourceArgs: readonly string[];
  readonly #context: RunContext;

  constructor(loader: CoreLoader, core: Core, { format, file }: Source, context: RunContext) {
    this.core = core;
    this.#loader = loader;
    this.#from = format;
    const head = new Uint8Array(HEAD_BYTES);
    this.#sourceArgs = sourceArgs(format, head.subarray(0, file.read(head, 0)));
    this.#context = context;
    // "Aborted()" is how every run ends, a good one too.
    core.setLogger(({ message }) => {
      if (message !== 'Aborted()' && this.log.length < LOG_LINES) this.log.push(message);
    });
    core.setTimeout(context.limits.deadlineMs);
  }

  probe(more: readonly string[] = []): Probe {
    const result = '/probe.json';
    // ffprobe's return value is -1 even when all went well: what it wrote decides.
    this.#run('ffprobe', ['-v', 'error', ...this.#inputArgs(), ...PROBE_ARGS, ...more, '-o', result, INPUT]);
    try {
      const probe = parseProbe(new TextDecoder().decode(this.core.FS.readFile(result)));
      if (probe.streams.length > 0) return probe;
    } catch (cause) {
      this.log.push(String(cause));
    }
    throw failureOf([...this.log, 'Invalid data found'], this.#from, -1);
  }

  transcode(recipe: Recipe): void {
    const prepared = recipe.preparation ? this.#prepare(recipe.preparation, recipe.input) : [];
    this.#reportProgress(recipe.duration);
    const args = [
      ...QUIET,
      '-y',
      ...this.#inputArgs(),
      ...recipe.input,
      '-i',
      INPUT,
      ...prepared,
      ...recipe.output,
      recipe.isSeries ? SERIES : OUTPUT,
    ];
    const exitCode = this.#run('exec', args);
    if (exitCode === 0 && !hasLeftOut(this.log)) return;
    throw this.#hasTimedOut ? timedOut() : failureOf(this.log, this.#from, exitCode);
  }

  /** FFmpeg stops by itself at the time set for it, and says nothing about it. */
  get #hasTimedOut(): boolean {
    return performance.now() - this.#started >= this.#context.limits.deadlineMs;
  }

  /** Tells of the places where FFmpeg went on although something was wrong. */
  repairs(): Warning[] {
    const places = repairsIn(this.log);
    if (places === 0) return [];
    const message = 'Parts of the input are damaged; they were left out or filled in.';
    return [{ code: 'input_repaired', message, details: { places } }];
  }

  /** Never leave the choice of demuxer and protocol to the content: playlists would name other files and hosts. */
  #inputArgs(): string[] {
    const { pixels } = this.#context.limits;
    return ['-protocol_whitelist', 'file,crypto,data', '-max_pixels', String(pixels), ...this.#sourceArgs];
  }

  /** Makes what the recipe needs beforehand; returns the arguments that bring it in. */
  #prepare({ makes, output }: Preparation, input: readonly string[]): string[] {
    const file = `/${makes}`;
    const args = [...QUIET, '-y', ...this.#inputArgs(), ...input, '-i', INPUT, ...output, file];
    const exitCode = this.#run('exec', args);
    if (exitCode !== 0) throw failureOf(this.log, this.#from, exitCode);
    if (makes === 'palette') return ['-f', 'png_pipe', '-i', file];
    const picture = this.core.FS.readFile(file);
    return makes === 'attachment'
      ? attachmentArgs(file, picture)
      : ['-metadata', `METADATA_BLOCK_PICTURE=${pictureTag(picture)}`];
  }

  #run(tool: 'exec' | 'ffprobe', args: readonly string[]): number {
    this.#context.signal.throwIfAborted();
    try {
      return this.#loader.run(this.core, tool, args);
    } catch (cause) {
      if (!(cause instanceof WebAssembly.RuntimeError)) throw cause;
      // A trap: this instance is lost, but every job has its own.
      throw failureOf([...this.log, cause.message], this.#from, -1);
    }
  }

  #reportProgress(duration: number | undefined): void {
    if (duration === undefined) return;
    let last = 0;
    this.core.setProgress(({ time }) => {
      last = Math.max(last, Math.min(1, time / 1e6 / duration));
      this.#context.progress(last);
    });
  }
}

function timedOut(): ConversionError {
  const message =
    'The film takes longer to encode than this engine allows. Ask for a smaller width, a shorter duration, or a target that copies its tracks (MP4, MOV or MKV).';
  return new ConversionError({ code: 'conversion_timeout', message });
}

function requireWithinLimits({ duration, streams }: Probe, { mediaSeconds, tracks }: Limits): void {
  const tooLong = duration !== undefined && duration > mediaSeconds;
  if (!tooLong && streams.length <= tracks) return;
  throw new ConversionError({
    code: 'input_too_complex',
    message: tooLong
      ? `The file plays for ${Math.round(duration)} s, and this engine converts at most ${mediaSeconds} s. Send a part of it.`
      : `The file has ${streams.length} tracks, and this engine converts at most ${tracks}. Send one with fewer.`,
    details: tooLong ? { limit: mediaSeconds, found: duration } : { limit: tracks, found: streams.length },
  });
}
