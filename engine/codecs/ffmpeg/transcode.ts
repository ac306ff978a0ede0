import type { Step, OutputFile, RunContext, Warning } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Limits } from '../../contract/limits.ts';
import { undecoded } from './containers.ts';
import type { CoreLoader } from './core.ts';
import { attachmentArgs, imageTag } from './cover.ts';
import { outputOf, type Input } from './input.ts';
import { mountHostFiles, type Series } from './host-files.ts';
import { measuringsOf } from './loudness.ts';
import { PACKET_ARGS, parseProbe, PROBE_ARGS, type Probe } from './probe.ts';
import { needsTimes, recipeFor, type Preparation, type Recipe } from './recipe.ts';
import { writeFrameSizes } from './roq-sizes.ts';
import { foundOf, SALVAGE_ARGS } from './salvage.ts';
import { JOB, Session } from './session.ts';
import { animateSingleFrame } from './single-frame.ts';
import { writeTrackLanguages } from './track-languages.ts';
import { cueArgs, cuesWithin, type TrimmedCues } from './trimmed-cues.ts';

export const OUTPUT = `${JOB}/output`;
const SERIES = `${JOB}/picture-%d`;

export interface Transcoding {
  readonly input: Input;
  readonly output: OutputFile | Series;
  readonly step: Step;
  /** Share of `targetSize` that is given out. */
  readonly share?: number;
}

interface Transcoded extends Pick<Recipe, 'counted'> {
  readonly warnings: readonly Warning[];
}

/** Writes the output in an instance of its own; returns what is to be told about it. */
export async function transcode(
  loader: CoreLoader,
  { input, output, step, share }: Transcoding,
  context: RunContext,
): Promise<Transcoded> {
  using run = await InputRun.start(loader, input, context);
  const { FS } = run.session.core;
  if ('size' in output) mountHostFiles(FS, JOB, { ...input.files, output });
  else mountHostFiles(FS, JOB, input.files, output);
  const probe = input.probe ?? run.probeFor(step);
  requireWithinLimits(probe, context.limits);
  const { limits } = context;
  const { plays, size, frames } = input;
  const recipe = recipeFor(probe, step, { limits, plays, size, share, frames });
  run.transcode(recipe);
  if ('size' in output && output.size === 0) throw run.session.failure();
  if ('size' in output && recipe.languages) writeTrackLanguages(output, recipe.languages);
  if ('size' in output && step.to === 'roq') writeFrameSizes(output);
  if ('size' in output && step.to === 'apng') animateSingleFrame(output);
  return { warnings: [...recipe.warnings, ...run.session.repairs()], counted: recipe.counted };
}

/** Looks at a file without converting it. */
export async function probeInput(
  loader: CoreLoader,
  input: Input,
  more: readonly string[],
  context: RunContext,
): Promise<Probe> {
  using run = await InputRun.start(loader, input, context);
  mountHostFiles(run.session.core.FS, JOB, input.files);
  return run.probe(more);
}

/** Looks at a file as far as its conversion needs it. */
export async function probeFor(
  loader: CoreLoader,
  { input, step }: Pick<Transcoding, 'input' | 'step'>,
  context: RunContext,
): Promise<Probe> {
  using run = await InputRun.start(loader, input, context);
  mountHostFiles(run.session.core.FS, JOB, input.files);
  return run.probeFor(step);
}

/** One instance at work on one input. */
class InputRun implements Disposable {
  readonly session: Session;
  readonly #input: Input;

  private constructor(session: Session, input: Input) {
    this.session = session;
    this.#input = input;
  }

  static async start(loader: CoreLoader, input: Input, context: RunContext): Promise<InputRun> {
    const session = await Session.start(loader, input.format, context);
    for (const [name, text] of Object.entries(input.scripts ?? {})) session.core.FS.writeFile(name, Buffer.from(text));
    return new InputRun(session, input);
  }

  [Symbol.dispose](): void {
    this.session[Symbol.dispose]();
  }

  probe(more: readonly string[] = []): Probe {
    const result = '/probe.json';
    const { core, log } = this.session;
    // ffprobe's return value is -1 even when all went well: what it wrote decides.
    const source = this.#input.inputs(undecoded(this.#input.format));
    this.session.run('ffprobe', ['-v', 'error', ...source, ...PROBE_ARGS, ...more, '-o', result]);
    try {
      const probe = parseProbe(new TextDecoder().decode(core.FS.readFile(result)));
      if (probe.streams.length > 0) return probe;
    } catch (cause) {
      log.push(String(cause));
    }
    throw this.session.failure(['Invalid data found']);
  }

  probeFor(step: Step): Probe {
    if (step.options.salvage) return foundOf(this.probe(SALVAGE_ARGS), step.from);
    const probe = this.probe();
    return needsTimes(probe, step) ? this.probe(PACKET_ARGS) : probe;
  }

  transcode(recipe: Recipe): void {
    const { input, preparation, companion = [], cues = [], duration, isSeries } = recipe;
    const subtitles = cues.flatMap((track) => this.#cut(track));
    const prepared = preparation ? this.#prepare(preparation, input) : [];
    const output = this.#measured(outputOf(recipe, this.#input), input);
    this.session.reportProgress(duration);
    this.session.encode([
      ...this.#input.inputs(input),
      ...companion,
      ...subtitles,
      ...prepared,
      ...output,
      isSeries ? SERIES : OUTPUT,
    ]);
  }

  /** The output, with the loudness of each audio that is to be normalised. */
  #measured(output: readonly string[], input: readonly string[]): readonly string[] {
    return measuringsOf(output).reduce(
      (args, { output: measuring, apply }) =>
        apply(args, this.session.listen([...this.#input.inputs(input), ...measuring])),
      output,
    );
  }

  /** Cuts out the cues of a part; returns the arguments that bring them in. There may be none. */
  #cut(track: TrimmedCues): string[] {
    const { FS } = this.session.core;
    const file = `/cues-${track.stream}`;
    const { input, output } = cueArgs(track);
    FS.writeFile(file, new Uint8Array());
    this.session.listen([...this.#input.inputs(input), ...output, file]);
    const subRip = new TextDecoder().decode(FS.readFile(file));
    FS.writeFile(file, new TextEncoder().encode(cuesWithin(subRip, track)));
    return ['-f', 'srt', '-i', file];
  }

  /** Makes what the recipe needs beforehand; returns the arguments that bring it in. */
  #prepare({ makes, output }: Preparation, input: readonly string[]): string[] {
    const file = `/${makes}`;
    this.session.encode([...this.#input.inputs(input), ...output, file]);
    if (makes === 'palette') return ['-f', 'png_pipe', '-i', file];
    const image = this.session.core.FS.readFile(file);
    return makes === 'attachment'
      ? attachmentArgs(file, image)
      : ['-metadata', `METADATA_BLOCK_PICTURE=${imageTag(image)}`];
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
