import { concatBytes, viewOf } from '../../../io/bytes.ts';
import type { RasterFrame } from '../model.ts';
import { pngChunks, pngFile, type NewPngChunk } from './chunks.ts';

/** One frame of an animated PNG: an image of its own, drawn on the canvas. */
export interface ApngFrame extends RasterFrame {
  readonly delayMs: number;
  /** A PNG file of this frame alone. */
  toPng(): Uint8Array<ArrayBuffer>;
}

export interface Apng {
  readonly width: number;
  readonly height: number;
  /** Times the animation plays; 0 is for ever. */
  readonly loops: number;
  readonly bitsPerChannel: number;
  /** Whether anything can be transparent: by the kind of the pixels, or because frames leave gaps. */
  readonly hasAlpha: boolean;
  readonly frames: readonly ApngFrame[];
}

/** More frames than any limit allows: the rest is not looked at. */
const MAX_FRAMES = 10_000;

/**
 * Takes an animated PNG apart. The default image is a frame only if a frame control comes before it. Throws a
 * RangeError where the structure is broken or a frame lies outside of the canvas. PNG third edition, sections 11.3.6
 * and 12.
 */
export function readApng(bytes: Uint8Array): Apng {
  const shared: NewPngChunk[] = [];
  const frames: { readonly control: DataView; readonly data: Uint8Array[] }[] = [];
  let header: DataView | undefined;
  let loops = 0;
  for (const chunk of pngChunks(bytes)) {
    const { type, content: data } = chunk;
    const fields = viewOf(data);
    if (type === 'IHDR') header = fields;
    else if (type === 'acTL') loops = fields.getUint32(4);
    else if (type === 'PLTE' || type === 'tRNS') shared.push(chunk);
    else if (type === 'IDAT') frames.at(-1)?.data.push(data);
    else if (type === 'fdAT') frames.at(-1)?.data.push(data.subarray(SEQUENCE_BYTES));
    else if (type === 'fcTL' && frames.push({ control: fields, data: [] }) > MAX_FRAMES) break;
  }
  if (!header) throw new RangeError('The PNG has no header.');
  const canvas = { width: header.getUint32(0), height: header.getUint32(4) };
  const colourType = header.getUint8(9);
  const parts = { header, shared };
  const shown = frames
    .filter(({ data }) => data.length > 0)
    .map(({ control, data }) => {
      const frame = frameOf(control);
      requireInside(canvas, frame);
      return { ...frame, toPng: () => stillOf(frame, { ...parts, data }) };
    });
  const [first] = shown;
  if (!first) throw new RangeError('The animated PNG has no frames.');
  const hasGaps = first.width < canvas.width || first.height < canvas.height;
  return {
    ...canvas,
    loops,
    bitsPerChannel: header.getUint8(8) > 8 ? 16 : 8,
    hasAlpha:
      (colourType & HAS_ALPHA) !== 0 ||
      shared.some(({ type }) => type === 'tRNS') ||
      hasGaps ||
      shown.some(({ afterwards }) => afterwards === 'clear'),
    frames: shown,
  };
}

function requireInside(canvas: Pick<Apng, 'width' | 'height'>, { x, y, width, height }: RasterFrame): void {
  const isInside = width > 0 && height > 0 && x + width <= canvas.width && y + height <= canvas.height;
  if (!isInside) throw new RangeError('A frame of the animated PNG lies outside of its canvas.');
}

const HAS_ALPHA = 4;
const SEQUENCE_BYTES = 4;
const AFTERWARDS = ['keep', 'clear', 'restore'] as const;

function frameOf(control: DataView): RasterFrame & { readonly delayMs: number } {
  const unitsPerSecond = control.getUint16(22) || 100;
  return {
    width: control.getUint32(4),
    height: control.getUint32(8),
    x: control.getUint32(12),
    y: control.getUint32(16),
    delayMs: Math.round((control.getUint16(20) * 1000) / unitsPerSecond),
    afterwards: AFTERWARDS[control.getUint8(24)] ?? 'keep',
    isBlended: control.getUint8(25) === 1,
  };
}

interface FrameParts {
  readonly header: DataView;
  readonly shared: readonly NewPngChunk[];
  readonly data: readonly Uint8Array[];
}

function stillOf({ width, height }: RasterFrame, { header, shared, data }: FrameParts): Uint8Array<ArrayBuffer> {
  const ownHeader = new Uint8Array(header.byteLength);
  ownHeader.set(new Uint8Array(header.buffer, header.byteOffset, header.byteLength));
  const fields = new DataView(ownHeader.buffer);
  fields.setUint32(0, width);
  fields.setUint32(4, height);
  return pngFile([
    { type: 'IHDR', content: ownHeader },
    ...shared,
    { type: 'IDAT', content: concatBytes(data) },
    { type: 'IEND', content: new Uint8Array() },
  ]);
}

/** A frame to be written: a PNG file, and where and how long it is shown. It takes the place of what is below it. */
export interface WrittenFrame {
  readonly png: Uint8Array;
  readonly x: number;
  readonly y: number;
  readonly delayMs: number;
}

/**
 * Joins PNG files into an animated one. All are of the same kind (depth, colour type, interlace); the first is as large
 * as the canvas, and its chunks (profile, metadata) become those of the file.
 */
export function writeApng(frames: readonly WrittenFrame[], loops: number): Uint8Array<ArrayBuffer> {
  const joined: NewPngChunk[] = [];
  let sequence = 0;
  for (const [index, frame] of frames.entries()) {
    const chunks = [...pngChunks(frame.png)];
    const data = concatBytes(chunks.filter(({ type }) => type === 'IDAT').map(({ content }) => content));
    const control = controlOf(frame, chunks[0]!.content, sequence++);
    if (index === 0) {
      const others = chunks.filter(({ type }) => type !== 'IDAT' && type !== 'IEND');
      joined.push(...others, { type: 'acTL', content: uint32(frames.length, loops) }, control, {
        type: 'IDAT',
        content: data,
      });
    } else {
      joined.push(control, { type: 'fdAT', content: concatBytes([uint32(sequence++), data]) });
    }
  }
  return pngFile([...joined, { type: 'IEND', content: new Uint8Array() }]);
}

const MAX_DELAY_MS = 0xffff;
const MS_PER_SECOND = 1000;

function controlOf({ x, y, delayMs }: WrittenFrame, header: Uint8Array, sequence: number): NewPngChunk {
  const control = new DataView(new ArrayBuffer(26));
  control.setUint32(0, sequence);
  new Uint8Array(control.buffer).set(header.subarray(0, 8), 4); // width and height
  control.setUint32(12, x);
  control.setUint32(16, y);
  // Above a minute there are hundredths of a second, or whole ones.
  const unitsPerSecond =
    [MS_PER_SECOND, 100, 1].find((units) => (delayMs * units) / MS_PER_SECOND <= MAX_DELAY_MS) ?? 1;
  control.setUint16(20, Math.min(MAX_DELAY_MS, Math.round((delayMs * unitsPerSecond) / MS_PER_SECOND)));
  control.setUint16(22, unitsPerSecond);
  return { type: 'fcTL', content: new Uint8Array(control.buffer) };
}

function uint32(...values: readonly number[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(values.length * 4));
  for (const [index, value] of values.entries()) bytes.setUint32(index * 4, value);
  return new Uint8Array(bytes.buffer);
}
