import type { Step, InputFile, RunContext } from '../../contract/codec.ts';
import { formatOf } from '../../formats/index.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { guards } from './containers.ts';
import type { CoreLoader } from './core.ts';
import { fileInput, type Input } from './input.ts';
import { mountHostFiles } from './host-files.ts';
import { ON_WHITE } from './image-filters.ts';
import type { Probe } from './probe.ts';
import { JOB, Session } from './session.ts';

/** Pixels of the video, and how a frame of other proportions is brought to them. */
type Frame = Required<Pick<Step['options'], 'width' | 'height' | 'fps'>> & Pick<Step['options'], 'fit'>;

/**
 * PNG files as one video of the size and frame rate that the options give. Frames that differ are brought to one size in a
 * lossless video first: filters that count frames begin again where the size changes, as does the palette of a GIF. So are
 * transparent ones put on white for a video: what lays one frame over another forgets how long the last one is shown.
 */
export async function framesInput(
  loader: CoreLoader,
  inputs: readonly Artifact[],
  { to, options }: Step,
  context: RunContext,
): Promise<Input> {
  const frame = options as Frame;
  const files = inputs.map((input) => context.open(input));
  const hasVideo = formatOf(to).family === 'video';
  const appearances = files.map(appearanceOf);
  const isFlattened = hasVideo && appearances.some(({ isTransparent }) => isTransparent);
  const isUniform = new Set(appearances.map(({ layout }) => layout)).size === 1 && !isFlattened;
  const isOpaque = isUniform && !appearances[0]!.isTransparent;
  const fit = [
    ...fitFilters(frame, { hasVideo, isFlattened }),
    ...(to === 'gif' && !isOpaque ? [TRANSPARENT_CORNER] : []),
  ];
  const input: Input = {
    format: 'png',
    size: files.reduce((sum, { size }) => sum + size, 0),
    files: Object.fromEntries(files.map((file, index) => [`picture-${index + 1}.png`, file])),
    plays: 0,
    inputs: () => [...seriesArgs(frame.fps, context), '-i', `${JOB}/picture-%d.png`],
    probe: probeOf(frame, inputs.length, hasVideo),
    graph: `[0:0]${fit.join(',')}[stream0]`,
  };
  return isUniform && to !== 'gif' ? input : await losslessVideo(loader, input, context);
}

/** FFmpeg takes a frame of a GIF away only if something in it is transparent: else the next one would show it. */
const TRANSPARENT_CORNER = 'drawbox=x=iw-1:y=ih-1:w=1:h=1:color=black@0:t=fill:replace=1';

function seriesArgs(fps: number, { limits }: RunContext): string[] {
  return [...guards(limits), '-f', 'image2', '-framerate', String(fps), '-c:v', 'png'];
}

/** What a recipe must know: of animated PNG it keeps the transparency and the size. */
function probeOf({ width, height, fps }: Frame, frames: number, hasVideo: boolean): Probe {
  const stream = {
    index: 0,
    kind: 'video',
    codec: hasVideo ? 'png' : 'apng',
    isDefault: true,
    marks: [],
    tags: {},
    width,
    height,
    rotation: 0,
    framesPerSecond: fps,
    pixelFormat: hasVideo ? 'rgb24' : 'rgba',
    pixelAspect: 1,
    isFloat: false,
  } as const;
  return { duration: frames / fps, tags: {}, chapters: [], streams: [stream] };
}

interface Ground {
  readonly hasVideo: boolean;
  readonly isFlattened: boolean;
}

/** Bars are black in a video and nothing in an animated image. */
function fitFilters({ width, height, fit = 'inside' }: Frame, { hasVideo, isFlattened }: Ground): string[] {
  const size = `${width}:${height}`;
  const pixels = hasVideo ? 'rgb24' : 'rgba';
  const ratio = { inside: 'decrease', cover: 'increase', fill: 'disable' }[fit];
  const bars = { inside: [`pad=${size}:-1:-1:color=black${hasVideo ? '' : '@0'}`], cover: [`crop=${size}`], fill: [] }[
    fit
  ];
  return [
    ...(isFlattened ? [ON_WHITE] : []),
    `format=${pixels}`,
    `scale=${size}:force_original_aspect_ratio=${ratio}:flags=lanczos`,
    ...bars,
    'setsar=1',
    `format=${pixels}`,
  ];
}

/** Where the first chunk is, up to the check sum. */
const HEADER = { start: 8, end: 29 } as const;
/** Length and type of a chunk, and its check sum behind the content. */
const CHUNK_HEAD_BYTES = 8;
const CHECKSUM_BYTES = 4;

/** Kinds of colours with alpha: grey and RGB (PNG, 11.2.1). */
const WITH_ALPHA: readonly number[] = [4, 6];
const COLOUR_TYPE_AT = 25;

interface Appearance {
  /** What FFmpeg sets its filters up for: size, depth and kind of colours. */
  readonly layout: string;
  readonly isTransparent: boolean;
}

function appearanceOf(png: InputFile): Appearance {
  const header = Buffer.alloc(HEADER.end);
  png.read(header, 0);
  const chunk = Buffer.alloc(CHUNK_HEAD_BYTES);
  let isTransparent = WITH_ALPHA.includes(header[COLOUR_TYPE_AT]!);
  for (let at = HEADER.end + CHECKSUM_BYTES; png.read(chunk, at) === CHUNK_HEAD_BYTES;) {
    const type = chunk.toString('latin1', 4);
    isTransparent ||= type === 'tRNS';
    if (type === 'IDAT') break;
    at += CHUNK_HEAD_BYTES + chunk.readUInt32BE(0) + CHECKSUM_BYTES;
  }
  return { layout: `${header.toString('hex', HEADER.start)} ${isTransparent}`, isTransparent };
}

/** The same video in one file, without loss. */
async function losslessVideo(loader: CoreLoader, input: Input, context: RunContext): Promise<Input> {
  const output = context.create('pictures.nut', 'nut');
  using session = await Session.start(loader, input.format, context);
  mountHostFiles(session.core.FS, JOB, { ...input.files, output });
  const graph = ['-filter_complex', input.graph!, '-map', '[stream0]'];
  session.encode([...input.inputs([]), ...graph, '-c:v', 'ffvhuff', '-f', 'nut', `${JOB}/output`]);
  const { probe, plays } = input;
  return { ...fileInput({ format: 'nut' }, context.open(output.finish()), context), probe, plays };
}
