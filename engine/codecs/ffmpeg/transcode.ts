import type { Hop, InputFile, OutputFile, RunContext, Warning } from '../../codec.ts';
import { ConversionError } from '../../errors.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Artifact } from '../../io/artifact.ts';
import type { Limits } from '../../limits.ts';
import { guardedInput } from './containers.ts';
import type { CoreLoader } from './core.ts';
import { attachmentArgs, pictureTag } from './cover.ts';
import { mountHostFiles, type Series } from './host-files.ts';
import { playsOf } from './loops.ts';
import { parseProbe, PROBE_ARGS, type Probe } from './probe.ts';
import { recipeFor, type Preparation, type Recipe } from './recipe.ts';
import { JOB, Session } from './session.ts';

const INPUT = `${JOB}/input`;
const OUTPUT = `${JOB}/output`;
const SERIES = `${JOB}/picture-%d`;

export interface Transcoding {
  readonly input: Artifact;
  readonly output: OutputFile | Series;
  readonly hop: Hop;
  /** Share of `targetSize` that is given out. */
  readonly share?: number;
}

/** Writes the output in an instance of its own; returns what is to be told about it. */
export async function transcode(
  loader: CoreLoader,
  { input, output, hop, share }: Transcoding,
  context: RunContext,
): Promise<{ readonly warnings: readonly Warning[] }> {
  const source = context.open(input);
  const run = await SourceRun.start(loader, { format: hop.from, file: source }, context);
  if ('size' in output) mountHostFiles(run.session.core.FS, JOB, { input: source, output });
  else mountHostFiles(run.session.core.FS, JOB, { input: source }, output);
  const probe = run.probe();
  requireWithinLimits(probe, context.limits);
  const { limits } = context;
  const recipe = recipeFor(probe, hop, { limits, plays: playsOf(source, hop.from), size: source.size, share });
  run.transcode(recipe);
  if ('size' in output && output.size === 0) throw run.session.failure();
  return { warnings: [...recipe.warnings, ...run.session.repairs()] };
}

/** Looks at a file without converting it. */
export async function probeFile(
  loader: CoreLoader,
  source: Source,
  more: readonly string[],
  context: RunContext,
): Promise<Probe> {
  const run = await SourceRun.start(loader, source, context);
  mountHostFiles(run.session.core.FS, JOB, { input: source.file });
  return run.probe(more);
}

export interface Source {
  readonly format: FormatId;
  readonly file: InputFile;
}

/** One instance at work on one input. */
class SourceRun {
  readonly session: Session;
  readonly #inputArgs: readonly string[];

  private constructor(session: Session, inputArgs: readonly string[]) {
    this.session = session;
    this.#inputArgs = inputArgs;
  }

  static async start(loader: CoreLoader, { format, file }: Source, context: RunContext): Promise<SourceRun> {
    const session = await Session.start(loader, format, context);
    return new SourceRun(session, guardedInput(format, file, context.limits));
  }

  probe(more: readonly string[] = []): Probe {
    const result = '/probe.json';
    const { core, log } = this.session;
    // ffprobe's return value is -1 even when all went well: what it wrote decides.
    this.session.run('ffprobe', ['-v', 'error', ...this.#inputArgs, ...PROBE_ARGS, ...more, '-o', result, INPUT]);
    try {
      const probe = parseProbe(new TextDecoder().decode(core.FS.readFile(result)));
      if (probe.streams.length > 0) return probe;
    } catch (cause) {
      log.push(String(cause));
    }
    throw this.session.failure(['Invalid data found']);
  }

  transcode({ input, output, preparation, duration, isSeries }: Recipe): void {
    const prepared = preparation ? this.#prepare(preparation, input) : [];
    this.session.reportProgress(duration);
    const source = [...this.#inputArgs, ...input, '-i', INPUT];
    this.session.encode([...source, ...prepared, ...output, isSeries ? SERIES : OUTPUT]);
  }

  /** Makes what the recipe needs beforehand; returns the arguments that bring it in. */
  #prepare({ makes, output }: Preparation, input: readonly string[]): string[] {
    const file = `/${makes}`;
    this.session.encode([...this.#inputArgs, ...input, '-i', INPUT, ...output, file]);
    if (makes === 'palette') return ['-f', 'png_pipe', '-i', file];
    const picture = this.session.core.FS.readFile(file);
    return makes === 'attachment'
      ? attachmentArgs(file, picture)
      : ['-metadata', `METADATA_BLOCK_PICTURE=${pictureTag(picture)}`];
  }
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
