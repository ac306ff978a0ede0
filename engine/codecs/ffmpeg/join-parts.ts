import type { Hop, RunContext } from '../../codec.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Artifact } from '../../io/artifact.ts';
import { containerOf, demuxerOf, guards } from './containers.ts';
import type { CoreLoader } from './core.ts';
import { fileFeed, type Feed } from './feed.ts';
import { sequenceOf } from './join-sequence.ts';
import { SETUP_ARGS, type Probe, type Stream } from './probe.ts';
import { JOB } from './session.ts';
import { oneOf, preferred } from './tracks.ts';
import { probeFeed } from './transcode.ts';

/** One of the recordings that follow each other, with the tracks that are taken of it. */
export interface Part {
  readonly format: FormatId;
  readonly feed: Feed;
  readonly probe: Probe;
  readonly video?: Stream;
  readonly audio?: Stream;
}

/** Recordings as one: as a chain of their packets where all are of one kind, so that nothing need be encoded. */
export async function partsFeed(
  loader: CoreLoader,
  inputs: readonly Artifact[],
  { to }: Hop,
  context: RunContext,
): Promise<Feed> {
  const parts: Part[] = [];
  for (const [index, input] of inputs.entries()) {
    const feed = fileFeed(input, context.open(input), context, `input-${index}`);
    const probe = await probeFeed(loader, feed, SETUP_ARGS, context);
    parts.push({ format: input.format, feed, probe, ...tracksOf(probe, to, context) });
  }
  const first = parts[0]!;
  const joined = parts.every((part) => follows(part, first, to)) ? chainOf(parts, context) : sequenceOf(parts);
  return {
    format: first.format,
    size: parts.reduce((sum, { feed }) => sum + feed.size, 0),
    files: Object.assign({}, ...parts.map(({ feed }) => feed.files)) as Feed['files'],
    ...joined,
  };
}

/** The tracks that the target has a place for: one of each kind. */
function tracksOf({ streams }: Probe, to: FormatId, context: RunContext): Pick<Part, 'video' | 'audio'> {
  const container = containerOf(to);
  const sounds = container.audio ? streams.filter(({ kind }) => kind === 'audio') : [];
  const audio = preferred(sounds);
  if (audio && sounds.length > 1) context.warn(oneOf(sounds, audio, 'audio'));
  return { audio, video: container.video && streams.find(({ kind }) => kind === 'video') };
}

/** Containers that say when each of their packets plays: they can follow each other in any other. */
const TIMED: readonly FormatId[] = ['m4a', 'mp4', 'mov', 'mkv', 'webm', 'ts', 'm2ts'];
/** Streams that are nothing but packets: a file of the same kind may have any number of them. */
const ENDLESS: readonly FormatId[] = ['mp3', 'mp2', 'aac', 'ac3', 'eac3'];

/** Whether a decoder that is at work on the one part can go on with the other. */
function follows(part: Part, first: Part, to: FormatId): boolean {
  const { format, video } = part;
  const canFollow = TIMED.includes(format) || (ENDLESS.includes(format) && format === to);
  // A chain has no place for the turn of its parts.
  const isUpright = video === undefined || video.rotation === 0;
  return canFollow && format === first.format && isUpright && KINDS.every((kind) => isSame(part[kind], first[kind]));
}

const KINDS = ['video', 'audio'] as const;

function isSame(one: Stream | undefined, other: Stream | undefined): boolean {
  if (!one || !other) return one === other;
  const fields = ['index', 'codec', 'setup', 'width', 'height', 'pixelFormat', 'pixelAspect', 'channels', 'sampleRate'];
  return (fields as (keyof Stream)[]).every((field) => one[field] === other[field]);
}

const SCRIPT = '/parts.ffconcat';

/** A script of our own names the parts; what is in them can name nothing: only their demuxers are allowed. */
function chainOf(parts: readonly Part[], { limits }: RunContext): Pick<Feed, 'scripts' | 'inputs' | 'probe'> {
  const names = parts.flatMap(({ feed }) => Object.keys(feed.files));
  const demuxers = new Set(['concat', ...parts.map(({ format }) => demuxerOf(format))]);
  const { video, audio } = parts[0]!;
  const duration = durationOf(parts);
  const streams = [video, audio].flatMap((stream) => stream ?? []);
  return {
    scripts: { [SCRIPT]: ['ffconcat version 1.0', ...names.map((name) => `file ${JOB}/${name}`), ''].join('\n') },
    inputs: () => [
      ...guards(limits),
      ...['-format_whitelist', [...demuxers].join(',')],
      ...['-f', 'concat', '-safe', '0', '-i', SCRIPT],
    ],
    probe: { duration, tags: {}, chapters: [], streams: streams.map((stream) => ({ ...stream, duration, tags: {} })) },
  };
}

/** Seconds of all parts; absent when one does not tell. */
export function durationOf(parts: readonly Part[]): number | undefined {
  return parts.reduce<number | undefined>(
    (sum, { probe: { duration } }) => (sum === undefined || duration === undefined ? undefined : sum + duration),
    0,
  );
}
