import { familyOf, type File, type Judged, type Verdict } from './verdict.ts';
import { bytesFrom, bytesOnceFrom, isInstalled } from '../native.ts';
import { faultOfImages, faultOfSound, inputOf } from './media-content.ts';

interface Probe {
  readonly seconds: number;
  readonly kinds: readonly string[];
}

/** Seconds by which lengths may differ: delays and paddings of two encoders, and the last frame of an animation. */
const TOLERANCE = 0.3;

/** Animations that ffprobe takes for a single image. */
const MISREAD: ReadonlySet<string> = new Set(['mng', 'jxl', 'webp']);

/** Notes, which FFmpeg does not play. */
const UNREAD: ReadonlySet<string> = new Set(['mid']);

/** Native FFmpeg: it opens, plays as long as the source, with the same kinds of tracks, and sounds and looks like it. */
export async function judgeMedia({ source, output, kept }: Judged): Promise<Verdict | undefined> {
  const family = familyOf(output.format);
  if ((family !== 'audio' && family !== 'video') || UNREAD.has(output.format)) return undefined;
  if (!(await isInstalled('ffprobe'))) return undefined;
  const found = await probe(output, bytesFrom).catch((error: unknown) => String(error));
  const verdict = (fault?: string): Verdict => ({ judge: 'ffprobe', ...(fault && { fault }) });
  if (typeof found === 'string') return verdict(`does not open: ${found.slice(0, 200)}`);
  if (found.kinds.length === 0) return verdict('has no track');
  const before = MISREAD.has(source.format) ? undefined : await probe(source, bytesOnceFrom).catch(() => undefined);
  if (!before) return verdict();
  // Some headers only estimate: what is decoded decides.
  if (isOff(before.seconds, found.seconds)) {
    const [shouldPlay, plays] = [await decodedSeconds(source, bytesOnceFrom), await decodedSeconds(output, bytesFrom)];
    // An animated image does not say it to every version of FFmpeg.
    if (shouldPlay >= 0.01 && isOff(shouldPlay, plays))
      return verdict(`plays ${plays.toFixed(2)} s, the source ${shouldPlay.toFixed(2)} s`);
  }
  const lost = ['audio', 'video'].filter(
    (kind) => kept.includes(kind) && before.kinds.includes(kind) && !found.kinds.includes(kind),
  );
  if (lost.length > 0) return verdict(`has lost its ${lost.join(' and ')}`);
  const [heard, seen] = ['audio', 'video'].map((kind) => before.kinds.includes(kind) && found.kinds.includes(kind));
  const faults = [
    heard ? await faultOfSound(source, output) : undefined,
    seen ? await faultOfImages(source, output, Math.min(before.seconds, found.seconds)) : undefined,
  ];
  return verdict(faults.find((fault) => fault !== undefined));
}

function isOff(expected: number, found: number): boolean {
  return expected > 0 && Math.abs(found - expected) > TOLERANCE + 0.02 * expected;
}

async function probe(file: File, ask: typeof bytesFrom): Promise<Probe> {
  const shown = ['-show_entries', 'stream=codec_type:stream_disposition=attached_pic:format=duration'];
  const { streams = [], format = {} } = JSON.parse(
    (await ask('ffprobe', '-v', 'error', ...shown, '-of', 'json', ...inputOf(file))).toString(),
  ) as {
    streams?: { codec_type?: string; disposition?: { attached_pic?: number } }[];
    format?: { duration?: string };
  };
  const kinds = streams
    .filter(({ disposition }) => disposition?.attached_pic !== 1)
    .map(({ codec_type: kind = '' }) => kind);
  return { seconds: format.duration === undefined ? await decodedSeconds(file, ask) : Number(format.duration), kinds };
}

/** How long a file plays that does not say it: to the end of its last frame, where frames say how long they last. */
async function decodedSeconds(file: File, ask: typeof bytesFrom): Promise<number> {
  const listed = [
    '-v',
    'error',
    '-select_streams',
    'v:0',
    '-show_entries',
    'packet=pts_time,duration_time',
    '-of',
    'csv=p=0',
    ...inputOf(file),
  ];
  const packets = (await ask('ffprobe', ...listed)).toString().trim().split('\n');
  const ends = packets.map((packet) => packet.split(',').reduce((sum, part) => sum + Number(part || NaN), 0));
  const last = Math.max(...ends);
  if (ends.length > 0 && !Number.isNaN(last)) return last;
  const args = ['-v', 'error', '-progress', '-', ...inputOf(file), '-f', 'null', '/dev/null'];
  const progress = (await ask('ffmpeg', ...args)).toString();
  const microseconds = [...progress.matchAll(/^out_time_us=(\d+)/gm)].at(-1)?.[1] ?? '0';
  return Number(microseconds) / 1e6;
}
