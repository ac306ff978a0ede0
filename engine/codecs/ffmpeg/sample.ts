import type { RunContext } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { GrowingFile } from '../../io/memory-file.ts';
import { thumbnailOf, THUMBNAIL_SIDE } from '../../content/raster/inspect/raster.ts';
import { readPcm, readWave } from '../../content/timeline/pcm/read.ts';
import {
  FRAME_GRID,
  type Moment,
  type MomentKind,
  type Pcm,
  type Sample,
  type SampleRequest,
} from '../../contract/samples.ts';
import { guardedInput } from './containers.ts';
import type { Core, CoreLoader } from './core.ts';
import { decodable } from './decodable.ts';
import { isTooSmall, repairsIn } from './failure.ts';
import { mountHostFiles } from './host-files.ts';
import { toneFilters } from './image-filters.ts';

const DIRECTORY = '/sampled';
const INPUT = `${DIRECTORY}/input`;

/**
 * Decodes moments of a file in an instance of its own, which knows nothing of the one that wrote it. Uncompressed audio
 * is read without FFmpeg.
 */
export async function sampleFile(
  loader: CoreLoader,
  artifact: Artifact,
  request: SampleRequest,
  context: RunContext,
): Promise<Sample[]> {
  const { format } = artifact;
  const opened = context.open(artifact);
  const { moments, audioTracks, framesPerSecond = FRAME_GRID } = request;
  const plain = readPcm(opened, format, moments);
  if (plain) return plain.map((audio) => ({ audio: [audio] }));
  const file = decodable(format, opened, context.limits);
  const core = await loader.start();
  let log: string[] = [];
  core.setLogger(({ message }) => void (log.length < MOST_LINES && log.push(message)));
  core.setTimeout(context.limits.deadlineMs);
  const decoded = { frames: new GrowingFile(), audio: Array.from({ length: audioTracks }, () => new GrowingFile()) };
  const audioFiles = Object.fromEntries(decoded.audio.map((track, index) => [audioName(index), track]));
  mountHostFiles(core.FS, DIRECTORY, { input: file, [FRAMES]: decoded.frames, ...audioFiles });
  const source = guardedInput(format, file, context.limits);
  const hasVideo = moments.some(({ kinds }) => kinds.includes('video'));
  const tones = hasVideo ? toneFilters({ transfer: transferOf(loader, core, source) }) : [];
  using atEnd = new DisposableStack();
  atEnd.defer(() => loader.release(core));
  const decode = (moment: Moment): Sample => {
    context.signal.throwIfAborted();
    const tracks = moment.kinds.includes('audio') ? Array.from({ length: audioTracks }, (_, track) => track) : [];
    const args = [
      ...inputAt(moment, format, source),
      ...outputArgs(moment, tracks, { format, framesPerSecond, tones }),
    ];
    log = [];
    for (const output of [decoded.frames, ...decoded.audio]) output.truncate(0);
    runQuietly(loader, core, 'exec', args, 'error');
    // Behind a place that was looked for, the first frames may lack those that they are made of.
    const isSeen = moment.kinds.includes('video') && !isTooSmall(log);
    const isDamaged = moment.atMs === 0 && isSeen && repairsIn(log) > 0;
    return {
      ...(isDamaged && { isDamaged }),
      ...(tracks.length > 0 && {
        audio: tracks.map((track) => withoutRest(readWave(decoded.audio[track]!.bytes), moment, format)),
      }),
      ...(isSeen && { frames: framesOf(decoded.frames.bytes) }),
    };
  };
  if (INDEXED.has(format) || moments.length === 1) return moments.map(decode);
  const whole = decode({
    atMs: 0,
    lengthMs: furthest(moments),
    kinds: [...new Set(moments.flatMap(({ kinds }) => kinds))],
  });
  return moments.map((moment) => partOf(whole, moment, framesPerSecond));
}

/** Milliseconds from the beginning that are decoded of a file in which no place can be found. */
const MOST_DECODED_MS = 240_000;

function furthest(moments: readonly Moment[]): number {
  return Math.min(MOST_DECODED_MS, Math.max(...moments.map(({ atMs, lengthMs }) => atMs + lengthMs)));
}

/** A moment of what was decoded from the beginning; nothing of one beyond it. */
function partOf({ audio, frames }: Sample, { atMs, lengthMs, kinds }: Moment, framesPerSecond: number): Sample {
  if (atMs + lengthMs > MOST_DECODED_MS) return {};
  const part = <T extends { slice(start: number, end: number): T }>(all: T, perSecond: number): T => {
    const first = Math.round((atMs / 1000) * perSecond);
    return all.slice(first, first + Math.ceil((lengthMs / 1000) * perSecond));
  };
  return {
    ...(kinds.includes('audio') && {
      audio: audio?.map(({ rate, channels }) => ({ rate, channels: channels.map((channel) => part(channel, rate)) })),
    }),
    ...(kinds.includes('video') && frames && { frames: part([...frames], framesPerSecond) }),
  };
}

/** Files of more bytes are not read only for the checksums of their packets. */
const MOST_SUMMED_BYTES = 64_000_000;

/** The checksum of every track's packets: a result that has those of its source need not be decoded. */
export async function packetSums(
  loader: CoreLoader,
  artifact: Artifact,
  kinds: readonly MomentKind[],
  context: RunContext,
): Promise<readonly (readonly [MomentKind, string])[]> {
  const file = context.open(artifact);
  if (file.size > MOST_SUMMED_BYTES) return [];
  const core = await loader.start();
  core.setLogger(() => undefined);
  core.setTimeout(context.limits.deadlineMs);
  mountHostFiles(core.FS, DIRECTORY, { input: file });
  const maps = kinds.flatMap((kind) => ['-map', kind === 'video' ? '0:V' : '0:a']);
  const output = ['-c', 'copy', '-f', 'streamhash', '-hash', 'adler32', '-y', SUMS];
  runQuietly(loader, core, 'exec', [
    ...guardedInput(artifact.format, file, context.limits),
    '-i',
    INPUT,
    ...maps,
    ...output,
  ]);
  const lines = new TextDecoder().decode(take(core, SUMS)).split('\n');
  loader.release(core);
  return lines.flatMap((line): (readonly [MomentKind, string])[] => {
    const [, kind, sum] = /^\d+,([av]),(.+)$/.exec(line) ?? [];
    return sum ? [[kind === 'v' ? 'video' : 'audio', sum]] : [];
  });
}

/** Lines of the log that are kept. */
const MOST_LINES = 50;

/** What goes wrong here shows in what is missing. */
function runQuietly(
  loader: CoreLoader,
  core: Core,
  tool: 'exec' | 'ffprobe',
  args: readonly string[],
  level: 'quiet' | 'error' = 'quiet',
): void {
  const common = tool === 'exec' ? ['-nostdin'] : [];
  try {
    loader.run(core, tool, ['-hide_banner', ...common, '-loglevel', level, ...args]);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
  }
}

/** How a video's numbers stand for light: those of a high dynamic range are brought into the range that others have. */
function transferOf(loader: CoreLoader, core: Core, source: readonly string[]): string {
  const result = '/transfer';
  const asked = ['-select_streams', 'V:0', '-show_entries', 'stream=color_transfer', '-of', 'default=nw=1:nk=1'];
  runQuietly(loader, core, 'ffprobe', [...source, ...asked, '-o', result, INPUT]);
  // A stream of a transport stream is listed twice: in its programme, and in the file.
  return new TextDecoder().decode(take(core, result)).trim().split(/\s+/)[0]!;
}

/**
 * Formats in which a place is found by an index, by counting bytes, or by walking over packets. In others FFmpeg guesses, and may come out behind
 * the place: they are decoded from their beginning.
 */
const INDEXED: ReadonlySet<FormatId> = new Set<FormatId>([
  ...(['mp4', 'mov', 'f4v', '3gp', '3g2', 'm4a', '3ga', 'mkv', 'mka', 'webm', 'weba', 'avi'] as const),
  ...(['wav', 'w64', 'aiff', 'aifc', 'au', 'caf', 'flac', 'mp3', 'mp2', 'aac', 'ac3', 'wv'] as const),
]);

/** The arguments that choose the input and a place in it. */
function inputAt({ atMs }: Moment, format: FormatId, source: readonly string[]): string[] {
  const seek = atMs > 0 ? ['-ss', (atMs / 1000).toFixed(6)] : [];
  return INDEXED.has(format) ? [...source, ...seek, '-i', INPUT] : [...source, '-i', INPUT, ...seek];
}

const SUMS = '/sums';
const FRAMES = 'frames';
const audioName = (track: number): string => `audio-${track}`;

/**
 * Formats of Windows Media Audio: its decoder gives nothing for the first two packets and leaves their times as they are,
 * so that FFmpeg ends a length that is asked for two packets early. Milliseconds of these, at most.
 */
const LATE: ReadonlySet<FormatId> = new Set<FormatId>(['wma', 'wmv', 'asf']);
const LATE_MS = 200;

/** The audio of a moment, of which more may have been decoded. */
function withoutRest(audio: Pcm, { lengthMs }: Moment, format: FormatId): Pcm {
  if (!LATE.has(format)) return audio;
  const { rate, channels } = audio;
  const count = Math.ceil((lengthMs / 1000) * rate);
  return { rate, channels: channels.map((channel) => channel.subarray(0, count)) };
}

/** A place before the input counts for all outputs; behind it, for the output that follows only. */
function outputArgs(
  { kinds, lengthMs }: Moment,
  tracks: readonly number[],
  {
    format,
    framesPerSecond,
    tones,
  }: { readonly format: FormatId; readonly framesPerSecond: number; readonly tones: readonly string[] },
): string[] {
  const length = ['-t', String(lengthMs / 1000), '-y'];
  const audioLength = ['-t', String((lengthMs + (LATE.has(format) ? LATE_MS : 0)) / 1000), '-y'];
  const scale = `scale=${THUMBNAIL_SIDE}:${THUMBNAIL_SIDE}:flags=area`;
  const filters = [...tones, `fps=${framesPerSecond}`, scale, 'format=rgba'].join(',');
  const frames = ['-map', '0:V:0', '-vf', filters, '-f', 'rawvideo', ...length, `${DIRECTORY}/${FRAMES}`];
  return [
    ...tracks.flatMap((track) => [
      ...['-map', `0:a:${track}`, '-c:a', 'pcm_s16le', '-f', 'wav', ...audioLength],
      `${DIRECTORY}/${audioName(track)}`,
    ]),
    ...(kinds.includes('video') ? frames : []),
  ];
}

/** What a run has written, which is forgotten with it. */
function take({ FS }: Core, path: string): Uint8Array {
  try {
    const bytes = FS.readFile(path);
    FS.writeFile(path, new Uint8Array());
    return bytes;
  } catch {
    return new Uint8Array();
  }
}

function framesOf(bytes: Uint8Array): Sample['frames'] {
  const frameBytes = 4 * THUMBNAIL_SIDE ** 2;
  const size = { width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE };
  return Array.from({ length: Math.floor(bytes.byteLength / frameBytes) }, (_, frame) => {
    const data = bytes.subarray(frame * frameBytes, (frame + 1) * frameBytes);
    return thumbnailOf({ ...size, data }, { frame, imageWidth: size.width, imageHeight: size.height });
  });
}
