import { familyOf, type Judged, type Verdict } from '../judge.ts';
import { bytesFrom, isInstalled, outputOf } from '../native.ts';

type Colour = readonly [number, number, number];

interface Look {
  readonly opaque: boolean;
  /** Whether the first frame is as large as the canvas that it is shown on. */
  readonly coversCanvas: boolean;
  readonly width: number;
  readonly height: number;
  /** Mean colours on white, 0 to 255, one by each program that can decode the picture. */
  readonly colours: readonly Colour[];
}

/** Mean colours may differ by this much: chroma subsampling, palettes, colour profiles. */
const COLOUR_TOLERANCE = 16;

/** Formats that scale or frame what they are given: their size and mean colour say nothing. */
const FREE_SIZE: ReadonlySet<string> = new Set(['ico', 'cur', 'icns', 'pcd', 'otb', 'palm', 'svg']);
const TWO_COLOURS: ReadonlySet<string> = new Set(['pbm', 'xbm', 'otb', 'wbmp', 'mono', 'art', 'g3']);
/** Transparent pictures of these are decoded wrongly by the programs that are asked: their colours say nothing. */
const MISREAD: ReadonlySet<string> = new Set(['avif', 'heic']);
/** Formats whose frames are parts of a canvas: the canvas is what is seen. */
const ON_CANVAS: ReadonlySet<string> = new Set(['gif', 'webp']);

/** Native ImageMagick and FFmpeg: it opens, is as large as the source and has its mean colour. */
export async function judgePicture({ source, output }: Judged): Promise<Verdict | undefined> {
  if (familyOf(output.format) !== 'image' || !(await isInstalled('identify'))) return undefined;
  const found = await look(output).catch((error: unknown) => String(error));
  if (typeof found === 'string') {
    // What this ImageMagick was built without is not the file's fault.
    if (/no decode delegate|delegate failed|not authorized|unable to open/i.test(found)) return undefined;
    return { judge: 'identify', fault: `does not open: ${found.slice(0, 200)}` };
  }
  const before = familyOf(source.format) === 'image' ? await look(source).catch(() => undefined) : undefined;
  const fault = before && difference(before, found, [source.format, output.format]);
  return { judge: 'identify', ...(fault && { fault }) };
}

function difference(before: Look, found: Look, formats: readonly string[]): string | undefined {
  const turned = before.width === found.height && before.height === found.width;
  const sized = before.width === found.width && before.height === found.height;
  if (formats.some((format) => FREE_SIZE.has(format))) return undefined;
  if (!sized && !turned) return `is ${found.width} × ${found.height}, the source ${before.width} × ${before.height}`;
  // GIF has no half transparency, and ImageMagick paints what the first frame of a canvas leaves free: the mean changes.
  if (!before.coversCanvas || (!before.opaque && formats.includes('gif'))) return undefined;
  if (
    formats.some((format) => TWO_COLOURS.has(format) || MISREAD.has(format)) ||
    colourDistance(before, found) <= COLOUR_TOLERANCE
  )
    return undefined;
  const shown = ({ colours }: Look): string => colours.map((colour) => colour.join(',')).join(' or ');
  return `has the mean colour ${shown(found)}, the source ${shown(before)}`;
}

/** The programs disagree about odd files: the picture is right when any two of their opinions meet. */
function colourDistance(before: Look, found: Look): number {
  const distances = before.colours.flatMap((one) =>
    found.colours.map((other) => Math.max(...one.map((value, channel) => Math.abs(value - other[channel]!)))),
  );
  return distances.length === 0 ? 0 : Math.min(...distances);
}

async function look({ path, format }: Judged['source']): Promise<Look> {
  const [sizes] = (await outputOf('identify', '-format', '%w %h %W %H\n', `${path}[0]`)).split('\n');
  const [frameWidth = 0, frameHeight = 0, canvasWidth = 0, canvasHeight = 0] = sizes!.split(' ').map(Number);
  const onCanvas = ON_CANVAS.has(format);
  const [width, height] = onCanvas ? [canvasWidth, canvasHeight] : [frameWidth, frameHeight];
  const coversCanvas = !onCanvas || (frameWidth === canvasWidth && frameHeight === canvasHeight);
  const opaque = /true/i.test(await outputOf('identify', '-format', '%[opaque]', `${path}[0]`));
  // Neither program applies a profile: its colours are right only after that.
  if (/\S/.test(await outputOf('identify', '-format', '%[profile:icc]', `${path}[0]`)))
    return { opaque, coversCanvas, width, height, colours: [] };
  const colours = await Promise.allSettled([colourByImageMagick(path), colourByFfmpeg(path)]);
  return {
    opaque,
    coversCanvas,
    width,
    height,
    colours: colours.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
  };
}

async function colourByImageMagick(path: string): Promise<Colour> {
  const flat = ['-background', 'white', '-flatten', '-colorspace', 'sRGB', '-resize', '1x1!', '-depth', '8'];
  const told = await outputOf('convert', `${path}[0]`, ...flat, 'txt:-');
  const values = /\n0,0: \((\d+)(?:\.\d+)?,(\d+)(?:\.\d+)?,(\d+)/.exec(told)?.slice(1).map(Number);
  if (values) return values as unknown as Colour;
  const grey = Number(/\n0,0: \((\d+)/.exec(told)?.[1]);
  if (!Number.isFinite(grey)) throw new Error(`unexpected: ${told}`);
  return [grey, grey, grey];
}

/** Pictures on white, then averaged to one pixel. */
const MEAN_ON_WHITE =
  'format=rgba,split[a][b];[a]lutrgb=r=255:g=255:b=255:a=255[c];[c][b]overlay=format=auto,format=gbrp,scale=1:1:flags=area';

async function colourByFfmpeg(path: string): Promise<Colour> {
  const mean = ['-v', 'error', '-i', path, '-frames:v', '1', '-filter_complex', MEAN_ON_WHITE, '-pix_fmt', 'rgb24'];
  const [red = 0, green = 0, blue = 0] = await bytesFrom('ffmpeg', ...mean, '-f', 'rawvideo', '-');
  return [red, green, blue];
}
