import type { RunContext } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import { demuxerOf, guards } from './containers.ts';
import type { Input } from './input.ts';
import type { Stream } from './probe.ts';
import { durationOf, type Recording } from './recording.ts';
import { JOB } from './session.ts';

/** Containers that say when each of their packets plays: they can follow each other in any other. */
const TIMED: readonly FormatId[] = ['m4a', 'mp4', 'mov', 'mkv', 'webm', 'ts', 'm2ts'];
/** Streams that are nothing but packets: a file of the same kind may have any number of them. */
const ENDLESS: readonly FormatId[] = ['mp3', 'mp2', 'aac', 'ac3', 'eac3'];

/** Whether a decoder that is at work on the one part can go on with the other. */
export function follows(part: Recording, first: Recording, to: FormatId): boolean {
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

/** Their packets as those of one file. A script of our own names them; what is in them is read by their demuxers alone. */
export function chainOf(
  parts: readonly Recording[],
  { limits }: RunContext,
): Pick<Input, 'scripts' | 'inputs' | 'probe'> {
  const names = parts.flatMap(({ input }) => Object.keys(input.files));
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
