import type { Step, Partition, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Artifact } from '../../contract/artifact.ts';
import type { CoreLoader } from './core.ts';
import { divide, concatScript, parseFrames, partitionsWorthwhile, type VideoPartition } from './division.ts';
import { fileInput, type Input } from './input.ts';
import { mountHostFiles } from './host-files.ts';
import { frameArgs, type Probe } from './probe.ts';
import { recipeFor } from './recipe.ts';
import { JOB, Session } from './session.ts';
import { OUTPUT, probeInput, probeFor } from './transcode.ts';

/** The container of the parts: every codec goes into it, and no time is rounded. */
const PART_FORMAT = 'nut';

interface VideoJob {
  readonly input: Input;
  readonly step: Step;
}

/** What a source is, and the parts of its video that are worth being encoded at the same time, where there are some. */
export async function dividedVideo(
  loader: CoreLoader,
  { input, step }: VideoJob,
  most: number,
  context: RunContext,
): Promise<{ readonly probe: Probe; readonly parts?: readonly VideoPartition[] }> {
  const probe = await probeFor(loader, { input, step }, context);
  const { video } = recipeFor(probe, step, { limits: context.limits, size: input.size });
  const framesPerSecond = video?.stream.framesPerSecond;
  const count = video ? partitionsWorthwhile(video.pixels, most) : 0;
  if (!video || !framesPerSecond || count < 2) return { probe };
  using session = await Session.start(loader, step.from, context);
  mountHostFiles(session.core.FS, JOB, input.files);
  const list = '/frames.csv';
  session.run('ffprobe', ['-v', 'error', ...input.inputs([]), ...frameArgs(video.stream), '-o', list]);
  const frames = parseFrames(new TextDecoder().decode(session.core.FS.readFile(list)));
  const { start = 0, duration } = step.options;
  return {
    probe,
    parts: frames && divide(frames, { origin: probe.origin ?? 0, start, duration, framesPerSecond, count }),
  };
}

/** Encodes the frames of one part. */
export async function convertPartition(
  loader: CoreLoader,
  { input, step, name }: VideoJob & { readonly name: string },
  part: Partition,
  context: RunContext,
): Promise<Artifact> {
  const { start, duration, frames } = part as VideoPartition;
  const probe = await probeInput(loader, input, [], context);
  const { video } = recipeFor(probe, step, { limits: context.limits, size: input.size });
  const output = context.create(name, PART_FORMAT);
  using session = await Session.start(loader, step.from, context);
  mountHostFiles(session.core.FS, JOB, { ...input.files, output });
  session.reportProgress(duration);
  const source = input.inputs(['-ss', start.toFixed(6), '-t', duration.toFixed(6)]);
  session.encode([...source, ...video!.output, '-fflags', '+bitexact', '-f', PART_FORMAT, OUTPUT]);
  const piece = output.finish();
  await requireWhole(loader, piece, frames, context);
  const [repaired] = session.repairs();
  if (repaired) throw unfit({ repaired: repaired.details });
  return piece;
}

/** Parts fit together only if each has exactly its own frames. */
async function requireWhole(loader: CoreLoader, piece: Artifact, frames: number, context: RunContext): Promise<void> {
  const input = fileInput(piece, context.open(piece), context);
  const { streams } = await probeInput(loader, input, ['-count_packets'], context);
  const found = streams[0]?.packets;
  if (found !== frames) throw unfit({ expected: frames, found });
}

function unfit(details: Readonly<Record<string, unknown>>): ConversionError {
  const message = 'A part of the video could not be encoded as it should. Try again, or convert a shorter part.';
  return new ConversionError({ code: 'conversion_failed', message, details });
}

/** A source whose frames come from its encoded parts, played as one video. */
export function partitionedInput(
  source: Input,
  pieces: readonly Artifact[],
  parts: readonly Partition[],
  context: RunContext,
): Input {
  const all = parts as readonly VideoPartition[];
  const script = '/parts';
  const nameOf = (index: number): string => `part-${index}`;
  return {
    ...source,
    files: {
      ...source.files,
      ...Object.fromEntries(pieces.map((piece, index) => [nameOf(index), context.open(piece)])),
    },
    scripts: { [script]: concatScript(all, (index) => `${JOB}/${nameOf(index)}`) },
    frames: ['-itsoffset', all[0]!.shown.toFixed(6), '-f', 'concat', '-safe', '0', '-i', script],
  };
}
