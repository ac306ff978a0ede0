import type { RunContext } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { thumbnailOf, THUMBNAIL_SIDE } from '../../content/raster/inspect/raster.ts';
import { SOUND_RATE, type Moment, type Sample, type SampleRequest, type Sound } from '../../contract/samples.ts';
import { guardedInput } from './containers.ts';
import type { Core, CoreLoader } from './core.ts';
import { decodable } from './deep-apng.ts';
import { mountHostFiles } from './host-files.ts';
import { toneFilters } from './picture.ts';

const DIRECTORY = '/sampled';
const INPUT = `${DIRECTORY}/input`;

/**
 * Decodes moments of a file in an instance of its own, which knows nothing of the one that wrote it. Gives fewer samples
 * than were asked for when the time is up.
 */
export async function sampleFile(
  loader: CoreLoader,
  artifact: Artifact,
  { moments, budgetMs }: SampleRequest,
  context: RunContext,
): Promise<Sample[]> {
  const until = performance.now() + budgetMs;
  const file = decodable(artifact.format, context.open(artifact), context.limits);
  const core = await loader.start();
  core.setLogger(() => undefined);
  mountHostFiles(core.FS, DIRECTORY, { input: file });
  const source = guardedInput(artifact.format, file, context.limits);
  const isSeen = moments.some(({ kind }) => kind === 'video');
  const tones = isSeen ? toneFilters({ transfer: transferOf(loader, core, source) }) : [];
  const samples: Sample[] = [];
  using atEnd = new DisposableStack();
  atEnd.defer(() => loader.release(core));
  for (const [index, moment] of moments.entries()) {
    context.signal.throwIfAborted();
    const remainingMs = until - performance.now();
    if (remainingMs < 1) break;
    core.setTimeout(Math.ceil(Math.min(remainingMs, context.limits.deadlineMs)));
    const output = `/sample-${index}`;
    runQuietly(loader, core, 'exec', [
      ...inputAt(moment, artifact.format, source),
      ...decodeArgs(moment, tones),
      '-y',
      output,
    ]);
    if (performance.now() >= until) break;
    samples.push(sampleOf(moment, read(core, output)));
  }
  return samples;
}

/** What goes wrong here shows in what is missing. */
function runQuietly(loader: CoreLoader, core: Core, tool: 'exec' | 'ffprobe', args: readonly string[]): void {
  const common = tool === 'exec' ? ['-nostdin'] : [];
  try {
    loader.run(core, tool, ['-hide_banner', ...common, '-loglevel', 'quiet', ...args]);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
  }
}

/** How a video's numbers stand for light: those of a high dynamic range are brought into the range that others have. */
function transferOf(loader: CoreLoader, core: Core, source: readonly string[]): string {
  const result = '/transfer';
  const asked = ['-select_streams', 'V:0', '-show_entries', 'stream=color_transfer', '-of', 'default=nw=1:nk=1'];
  runQuietly(loader, core, 'ffprobe', [...source, ...asked, '-o', result, INPUT]);
  return Buffer.from(read(core, result)).toString().trim();
}

/**
 * Formats in which a place is found by an index or by counting bytes. In others FFmpeg guesses, and may come out behind
 * the place: they are decoded from their beginning.
 */
const INDEXED: ReadonlySet<FormatId> = new Set<FormatId>([
  ...(['mp4', 'mov', 'f4v', '3gp', '3g2', 'm4a', '3ga', 'mkv', 'mka', 'webm', 'weba', 'avi'] as const),
  ...(['wav', 'w64', 'aiff', 'aifc', 'au', 'caf', 'flac'] as const),
]);

/** The arguments that choose the input and a place in it. */
function inputAt({ atMs }: Moment, format: FormatId, source: readonly string[]): string[] {
  const seek = atMs > 0 ? ['-ss', (atMs / 1000).toFixed(6)] : [];
  return INDEXED.has(format) ? [...source, ...seek, '-i', INPUT] : [...source, '-i', INPUT, ...seek];
}

function decodeArgs(moment: Moment, tones: readonly string[]): string[] {
  if (moment.kind === 'audio') {
    const length = String(moment.lengthMs / 1000);
    return ['-map', '0:a:0', '-t', length, '-ac', '2', '-ar', String(SOUND_RATE), '-f', 'f32le'];
  }
  const scale = `scale=${THUMBNAIL_SIDE}:${THUMBNAIL_SIDE}:flags=area`;
  const filters = [...tones, scale, 'format=rgba'].join(',');
  return [
    '-map',
    '0:V:0',
    '-frames:v',
    String(moment.pictures),
    '-vsync',
    'passthrough',
    '-vf',
    filters,
    '-f',
    'rawvideo',
  ];
}

function read({ FS }: Core, path: string): Uint8Array {
  try {
    return FS.readFile(path);
  } catch {
    return new Uint8Array();
  }
}

function sampleOf({ kind }: Moment, bytes: Uint8Array): Sample {
  if (kind === 'audio') return bytes.byteLength === 0 ? {} : { sound: soundOf(bytes) };
  const pictureBytes = 4 * THUMBNAIL_SIDE ** 2;
  const count = Math.floor(bytes.byteLength / pictureBytes);
  const size = { width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE };
  const pictures = Array.from({ length: count }, (_, frame) => {
    const data = bytes.subarray(frame * pictureBytes, (frame + 1) * pictureBytes);
    return thumbnailOf({ ...size, data }, { frame, imageWidth: size.width, imageHeight: size.height });
  });
  return count === 0 ? {} : { pictures };
}

function soundOf(bytes: Uint8Array): Sound {
  const samples = new Float32Array(bytes.slice(0, bytes.byteLength & ~7).buffer);
  const channel = (offset: number): Float32Array =>
    Float32Array.from({ length: samples.length / 2 }, (_, at) => samples[2 * at + offset]!);
  return { left: channel(0), right: channel(1) };
}
