import { spawnSync } from 'node:child_process';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { requireTool } from './scenario.ts';

/** The frames or pages of an image one below the other, 4 bytes a pixel, and what else its file says. */
export interface Canvas {
  readonly width: number;
  /** Of one frame. */
  readonly height: number;
  readonly frames: number;
  readonly data: Buffer;
  readonly delaysMs: readonly number[];
  readonly loops: number;
}

export type ImageFormat =
  | 'png'
  | 'jpg'
  | 'webp'
  | 'gif'
  | 'avif'
  | 'tiff'
  | 'bmp'
  | 'tga'
  | 'psd'
  | 'ico'
  | 'jp2'
  | 'apng';

/** Decoded by sharp where it knows the format, or by ImageMagick; nothing where neither can. */
export async function decodeImage(bytes: Uint8Array, format: ImageFormat): Promise<Canvas | undefined> {
  const readable = isOfSharp(format) ? bytes : format === 'apng' ? undefined : viaMagick(bytes, format, 'png');
  if (!readable) return format === 'apng' ? decodeApng(bytes) : undefined;
  const pages = format === 'gif' || format === 'webp' ? -1 : undefined;
  const image = sharp(readable, { pages: pages ?? 1, unlimited: true });
  const { pageHeight, delay = [], loop = 0 }: Metadata = await image.metadata();
  const { data, info } = await image
    .ensureAlpha()
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const height = pages ? (pageHeight ?? info.height) : info.height;
  return { width: info.width, height, frames: info.height / height, data, delaysMs: delay, loops: loop };
}

/** `result` is the file that the canvas was: its metadata and profile stay, where sharp knows the format. */
export async function encodeImage(
  canvas: Canvas,
  format: ImageFormat,
  { quality = 92, result }: { readonly quality?: number; readonly result?: Uint8Array } = {},
): Promise<Uint8Array | undefined> {
  const { width, height, frames, data, delaysMs, loops } = canvas;
  const size = { width, height: height * frames, channels: 4 as const };
  const raw = frames > 1 ? { ...size, pageHeight: height } : size;
  const image = (result && (await inFile(canvas, format, result))) ?? sharp(data, { raw, unlimited: true });
  switch (format) {
    case 'jpg':
      return image.flatten({ background: '#fff' }).jpeg({ quality }).toBuffer();
    case 'webp':
      return image.webp({ quality, ...(frames > 1 && { delay: [...delaysMs], loop: loops }) }).toBuffer();
    case 'gif':
      return image.gif({ ...(frames > 1 && { delay: [...delaysMs], loop: loops }), effort: 3 }).toBuffer();
    case 'avif':
      return image.avif({ quality: 80, effort: 0 }).toBuffer();
    case 'tiff':
      return image.tiff({ compression: 'deflate' }).toBuffer();
    case 'png':
      return image.png({ compressionLevel: 3 }).toBuffer();
    case 'apng':
      return encodeApng(canvas);
    case 'tga':
      return encodeTga(canvas);
    default:
      return viaMagick(await image.png({ compressionLevel: 1 }).toBuffer(), 'png', format);
  }
}

/** The pixels in place of those of a file; nothing of an animation, or where they are of another size. */
async function inFile(
  { width, height, frames, data }: Canvas,
  format: ImageFormat,
  file: Uint8Array,
): Promise<Sharp | undefined> {
  if (!isOfSharp(format) || format === 'gif' || frames > 1) return undefined;
  const { width: before, height: beforeHeight, pages = 1 }: Metadata = await sharp(file).metadata();
  if (before !== width || beforeHeight !== height || pages > 1) return undefined;
  const raw = { width, height, channels: 4 as const };
  return sharp(file, { unlimited: true })
    .composite([{ input: data, raw, blend: 'source' }])
    .keepMetadata();
}

function isOfSharp(format: ImageFormat): boolean {
  return ['png', 'jpg', 'webp', 'gif', 'avif', 'tiff'].includes(format);
}

function viaMagick(bytes: Uint8Array, from: string, to: string): Uint8Array | undefined {
  const frame = from === 'ico' ? 'ico:-[0]' : from === 'psd' ? 'psd:-[0]' : `${from}:-`;
  return run('convert', [frame, `${to === 'png' ? 'png32' : to}:-`], bytes);
}

/**
 * The output of a native tool; nothing where it fails.
 * @throws MissingTool where it is not installed
 */
export function run(command: string, args: readonly string[], input: Uint8Array): Uint8Array | undefined {
  const { status, stdout, error } = spawnSync(command, args, { input, maxBuffer: 2 ** 28, timeout: 60_000 });
  requireTool(command, error);
  return status === 0 && stdout.byteLength > 0 ? stdout : undefined;
}

/** By FFmpeg, through raw pixels: what else it changes shows in the control. */
function decodeApng(bytes: Uint8Array): Canvas | undefined {
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(16);
  const height = new DataView(bytes.buffer, bytes.byteOffset).getUint32(20);
  const args = [
    '-v',
    'error',
    '-f',
    'apng',
    '-i',
    'pipe:0',
    '-vsync',
    'passthrough',
    '-pix_fmt',
    'rgba',
    '-f',
    'rawvideo',
    'pipe:1',
  ];
  const data = run('ffmpeg', args, bytes);
  if (!data) return undefined;
  const frames = data.byteLength / (size * height * 4);
  return {
    width: size,
    height,
    frames,
    data: Buffer.from(data),
    delaysMs: Array.from({ length: frames }, () => 100),
    loops: 0,
  };
}

function encodeApng({ width, height, data, delaysMs, loops }: Canvas): Uint8Array | undefined {
  const rate = String(1000 / (delaysMs[0] ?? 100));
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${width}x${height}`, '-framerate', rate, '-i', 'pipe:0'];
  return run('ffmpeg', ['-v', 'error', ...input, '-plays', String(loops), '-f', 'apng', 'pipe:1'], data);
}

/** 32 bits a pixel from the top left: ImageMagick 6 writes such files upside down. */
function encodeTga({ width, height, data }: Canvas): Uint8Array {
  const header = Buffer.alloc(18);
  header[2] = 2;
  header.writeUInt16LE(width, 12);
  header.writeUInt16LE(height, 14);
  header.set([32, 0x28], 16);
  const pixels = Buffer.from(data);
  for (let at = 0; at < pixels.length; at += 4) pixels.set([data[at + 2]!, data[at + 1]!, data[at]!], at);
  return Buffer.concat([header, pixels]);
}
