import type { Step, Partition, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Artifact } from '../../contract/artifact.ts';
import type { CoreLoader } from './core.ts';
import { divide, joinScript, parseFrames, partsWorthwhile, type FilmPart } from './division.ts';
import { fileFeed, type Feed } from './feed.ts';
import { mountHostFiles } from './host-files.ts';
import { frameArgs, type Probe } from './probe.ts';
import { recipeFor } from './recipe.ts';
import { JOB, Session } from './session.ts';
import { OUTPUT, probeFeed, probeFor } from './transcode.ts';

/** The container of the parts: every codec goes into it, and no time is rounded. */
const PART_FORMAT = 'nut';

interface FilmJob {
  readonly feed: Feed;
  readonly step: Step;
}

/** What a source is, and the parts of its film that are worth being encoded at the same time, where there are some. */
export async function dividedFilm(
  loader: CoreLoader,
  { feed, step }: FilmJob,
  most: number,
  context: RunContext,
): Promise<{ readonly probe: Probe; readonly parts?: readonly FilmPart[] }> {
  const probe = await probeFor(loader, { feed, step }, context);
  const { film } = recipeFor(probe, step, { limits: context.limits, size: feed.size });
  const framesPerSecond = film?.stream.framesPerSecond;
  const count = film ? partsWorthwhile(film.pixels, most) : 0;
  if (!film || !framesPerSecond || count < 2) return { probe };
  using session = await Session.start(loader, step.from, context);
  mountHostFiles(session.core.FS, JOB, feed.files);
  const list = '/frames.csv';
  session.run('ffprobe', ['-v', 'error', ...feed.inputs([]), ...frameArgs(film.stream), '-o', list]);
  const frames = parseFrames(new TextDecoder().decode(session.core.FS.readFile(list)));
  const { start = 0, duration } = step.options;
  return {
    probe,
    parts: frames && divide(frames, { origin: probe.origin ?? 0, start, duration, framesPerSecond, count }),
  };
}

/** Encodes the pictures of one part. */
export async function convertPart(
  loader: CoreLoader,
  { feed, step, name }: FilmJob & { readonly name: string },
  part: Partition,
  context: RunContext,
): Promise<Artifact> {
  const { start, duration, frames } = part as FilmPart;
  const probe = await probeFeed(loader, feed, [], context);
  const { film } = recipeFor(probe, step, { limits: context.limits, size: feed.size });
  const output = context.create(name, PART_FORMAT);
  using session = await Session.start(loader, step.from, context);
  mountHostFiles(session.core.FS, JOB, { ...feed.files, output });
  session.reportProgress(duration);
  const source = feed.inputs(['-ss', start.toFixed(6), '-t', duration.toFixed(6)]);
  session.encode([...source, ...film!.output, '-fflags', '+bitexact', '-f', PART_FORMAT, OUTPUT]);
  const piece = output.finish();
  await requireWhole(loader, piece, frames, context);
  const [repaired] = session.repairs();
  if (repaired) throw unfit({ repaired: repaired.details });
  return piece;
}

/** Parts fit together only if each has exactly its own pictures. */
async function requireWhole(loader: CoreLoader, piece: Artifact, frames: number, context: RunContext): Promise<void> {
  const feed = fileFeed(piece, context.open(piece), context);
  const { streams } = await probeFeed(loader, feed, ['-count_packets'], context);
  const found = streams[0]?.packets;
  if (found !== frames) throw unfit({ expected: frames, found });
}

function unfit(details: Readonly<Record<string, unknown>>): ConversionError {
  const message = 'A part of the film could not be encoded as it should. Try again, or convert a shorter part.';
  return new ConversionError({ code: 'conversion_failed', message, details });
}

/** A source whose pictures come from its encoded parts, played as one film. */
export function joinedFeed(
  source: Feed,
  pieces: readonly Artifact[],
  parts: readonly Partition[],
  context: RunContext,
): Feed {
  const all = parts as readonly FilmPart[];
  const script = '/parts';
  const nameOf = (index: number): string => `part-${index}`;
  return {
    ...source,
    files: {
      ...source.files,
      ...Object.fromEntries(pieces.map((piece, index) => [nameOf(index), context.open(piece)])),
    },
    scripts: { [script]: joinScript(all, (index) => `${JOB}/${nameOf(index)}`) },
    pictures: ['-itsoffset', all[0]!.shown.toFixed(6), '-f', 'concat', '-safe', '0', '-i', script],
  };
}
