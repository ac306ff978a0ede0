import sharp from 'sharp';
import type { FormatId } from '../../../engine/formats/index.ts';
import type { Facts, RasterFacts } from '../../../engine/contract/facts.ts';
import type { CodecBench } from '../codec-bench.ts';
import { atLeast, atMost, same, type CompareFiles, type Finding, type Pair, type Tolerance } from './finding.ts';
import { MediaDecoder } from './media-decoder.ts';
import { meanAlphaDifference, meanColourDifference, onWhite, structuralSimilarity } from './image-distance.ts';
import { isInterlaced, pngChunks, pngHeader, readPng } from './png.ts';

/** Codecs that make a PNG of what another codec wrote, in the order in which they are asked. */
const JUDGES = ['magick', 'vips', 'resvg'] as const;

/**
 * Images: size, structural similarity, colour difference and opacity of the first frame; number of frames, their
 * delays and loops; metadata, profile and bits. Tolerances: `ssim` (at least), `deltaE` and `alpha` (at most).
 */
export const compareImages: CompareFiles = async (pair, tolerance, bench) => {
  const [golden, found] = [await decode(pair, pair.golden, bench), await decode(pair, pair.found, bench)];
  return [...comparePngs(golden, found, tolerance), ...(await compareFrames(pair, tolerance, bench))];
};

/** Half of what is just noticed side by side. */
const DELTA_E = 1.5;

/** Compares two PNG files pixel by pixel. */
export function comparePngs(golden: Uint8Array, found: Uint8Array, tolerance: Tolerance = {}): Finding[] {
  const { ssim = 0.98, deltaE = DELTA_E, alpha = 1 } = tolerance;
  const [before, after] = [readPng(golden), readPng(found)];
  const size = same('size', `${before.width} × ${before.height}`, `${after.width} × ${after.height}`);
  if (!size.ok) return [size];
  const [one, other] = [onWhite(before), onWhite(after)];
  return [
    size,
    atLeast('SSIM', ssim, structuralSimilarity(one, other, before.width, before.height)),
    atMost('mean ΔE', deltaE, meanColourDifference(one, other)),
    atMost('mean alpha difference', alpha, meanAlphaDifference(before, after)),
  ];
}

/** The first frame as PNG, by a codec that did not write the file where there is one. */
async function decode({ format, writer }: Pair, bytes: Uint8Array, bench: CodecBench): Promise<Uint8Array> {
  // The first frame of an APNG is a PNG.
  if (format === 'png' || format === 'apng') return isInterlaced(bytes) ? sharp(bytes).png().toBuffer() : bytes;
  const input = { name: `result.${format}`, format, bytes };
  const { codec, edge } = judgeOf({ format, writer }, bench);
  const { artifacts } = await bench.convert([input], { codec, edge, from: format, to: 'png', options: {} });
  const [first] = artifacts;
  if (!first || !('bytes' in first)) throw new Error(`${codec} made no PNG of ${format}.`);
  return first.bytes;
}

function judgeOf(
  { format, writer }: Pick<Pair, 'format' | 'writer'>,
  { registry }: CodecBench,
): { codec: string; edge: string } {
  const known = registry.codecs.filter(({ id }) => (JUDGES as readonly string[]).includes(id));
  const order = known.sort((a, b) => Number(a.id === writer) - Number(b.id === writer));
  for (const codec of order) {
    const edge = codec.edges.find(({ from, to }) => from.includes(format) && to.includes('png'));
    if (edge) return { codec: codec.id, edge: edge.name };
  }
  throw new Error(`No codec makes a PNG of ${format}.`);
}

async function compareFrames(pair: Pair, { deltaE = DELTA_E }: Tolerance, bench: CodecBench): Promise<Finding[]> {
  const { format, golden, found, writer } = pair;
  const read = async (bytes: Uint8Array): Promise<Facts | undefined> => {
    const artifact = { name: `result.${format}`, format, bytes };
    return (await bench.inspect(artifact, { except: [writer] })) ?? (await bench.inspect(artifact));
  };
  const [before, after] = [await read(golden), await read(found)];
  const frames = format === 'apng' ? await compareApngFrames(golden, found, deltaE) : [];
  if (!before?.raster || !after?.raster) return frames;
  return [
    ...(frames.length > 0 ? frames : compareRasters(before.raster, after.raster, deltaE)),
    ...compareCompany(before, after),
    ...(await compareDeepPixels(pair, before.raster, after.raster)),
  ];
}

function compareRasters(before: RasterFacts, after: RasterFacts, deltaE: number): Finding[] {
  const frames = same('frames', before.frames, after.frames);
  if (before.frames === 1 || !frames.ok) return [frames];
  const delays = ({ delaysMs = [] }: RasterFacts): string => delaysMs.join(' ');
  const differences = (before.thumbnails ?? []).map(({ rgb }, index) => {
    const other = after.thumbnails?.[index]?.rgb;
    return other?.length === rgb.length ? meanColourDifference(rgb, other) : Infinity;
  });
  return [
    frames,
    same('delays', delays(before), delays(after)),
    same('loops', before.loops ?? 'none', after.loops ?? 'none'),
    atMost('most ΔE of a frame', deltaE, Math.max(0, ...differences)),
  ];
}

/** What goes along with the pixels. */
function compareCompany(before: Facts, after: Facts): Finding[] {
  const has = (present: boolean | undefined): string => (present ? 'present' : 'absent');
  return [
    same('metadata', has(before.features.includes('metadata')), has(after.features.includes('metadata'))),
    same('profile', has(before.raster!.hasIccProfile), has(after.raster!.hasIccProfile)),
    same('bits of a channel', before.raster!.bitsPerChannel, after.raster!.bitsPerChannel),
  ];
}

/** Formats of which the judge of deep pixels, the native library, reads all bits. */
const DEEP: readonly FormatId[] = ['png', 'tiff'];
/** Of 65,535: a quarter of a step of eight bits. */
const DEEP_DIFFERENCE = 64;
/** Share of the golden file's different values: eight bits that were spread over sixteen have 256 at most. */
const LEAST_LEVELS = 0.9;

/** Eight bits see neither a rounding nor a gradient that has become steps. */
async function compareDeepPixels(
  { format, golden, found }: Pair,
  before: RasterFacts,
  after: RasterFacts,
): Promise<Finding[]> {
  if (!DEEP.includes(format) || before.bitsPerChannel !== 16 || after.bitsPerChannel !== 16) return [];
  const [a, b] = [await deepPixels(golden), await deepPixels(found)];
  if (a.length !== b.length) return [same('deep samples', a.length, b.length)];
  const difference = a.reduce((sum, value, index) => sum + Math.abs(value - b[index]!), 0) / a.length;
  return [
    atMost('mean difference of 16 bits', DEEP_DIFFERENCE, difference),
    atLeast('levels', Math.floor(LEAST_LEVELS * new Set(a).size), new Set(b).size),
  ];
}

async function deepPixels(file: Uint8Array): Promise<Uint16Array> {
  const { data } = await sharp(file)
    .toColourspace('rgb16')
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true });
  return new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2);
}

/** The chunks that make a PNG move, and the frames decoded as those of a film. */
async function compareApngFrames(golden: Uint8Array, found: Uint8Array, deltaE: number): Promise<Finding[]> {
  const [before, after] = [apngTiming(golden), apngTiming(found)];
  const frames = same('frames', before.frames, after.frames);
  if (!frames.ok) return [frames];
  const decoder = await MediaDecoder.start();
  const last = before.frames - 1;
  const [{ width, height }, other] = [pngHeader(golden), pngHeader(found)];
  const size = same('size', `${width} × ${height}`, `${other.width} × ${other.height}`);
  if (!size.ok) return [size];
  const place = { index: last, width, height };
  const [a, b] = [await decoder.frame(golden, 'apng', place), await decoder.frame(found, 'apng', place)];
  return [
    frames,
    same('delays', before.delays, after.delays),
    same('loops', before.loops, after.loops),
    atMost(`mean ΔE of frame ${last}`, deltaE, a.length === b.length ? meanColourDifference(a, b) : Infinity),
  ];
}

interface ApngTiming {
  readonly frames: number;
  readonly loops: number;
  /** Fractions of a second, one a frame. */
  readonly delays: string;
}

/** Reads the chunks `acTL` and `fcTL` (PNG, third edition, 11.3.6). */
function apngTiming(file: Uint8Array): ApngTiming {
  const chunks = pngChunks(file);
  const control = chunks.get('acTL')![0]!;
  const delays = (chunks.get('fcTL') ?? []).map((frame) => `${frame.readUInt16BE(20)}/${frame.readUInt16BE(22)}`);
  return { frames: control.readUInt32BE(0), loops: control.readUInt32BE(4), delays: delays.join(' ') };
}
