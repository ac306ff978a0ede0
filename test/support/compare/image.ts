import type { RasterFacts } from '../../../engine/verify/facts.ts';
import type { CodecBench } from '../codec-bench.ts';
import { atLeast, atMost, same, type CompareFiles, type Finding, type Pair, type Tolerance } from './finding.ts';
import { MediaDecoder } from './media-decoder.ts';
import { meanAlphaDifference, meanColourDifference, onWhite, structuralSimilarity } from './picture-distance.ts';
import { readPng } from './png.ts';

/** Codecs that make a PNG of what another codec wrote, in the order in which they are asked. */
const JUDGES = ['magick', 'vips', 'resvg'] as const;

/**
 * Pictures: size, structural similarity, colour difference and opacity of the first frame; number of frames and their
 * delays. Tolerances: `ssim` (at least), `deltaE` and `alpha` (at most).
 */
export const compareImages: CompareFiles = async (pair, tolerance, bench) => {
  const [golden, found] = [await decode(pair, pair.golden, bench), await decode(pair, pair.found, bench)];
  return [...comparePictures(golden, found, tolerance), ...(await compareFrames(pair, tolerance, bench))];
};

/** Half of what is just noticed side by side. */
const DELTA_E = 1.5;

/** Compares two PNG files pixel by pixel. */
export function comparePictures(golden: Uint8Array, found: Uint8Array, tolerance: Tolerance = {}): Finding[] {
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
  if (format === 'png' || format === 'apng') return bytes; // the first frame of an APNG is a PNG
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

async function compareFrames(
  { format, golden, found, writer }: Pair,
  { deltaE = DELTA_E }: Tolerance,
  bench: CodecBench,
): Promise<Finding[]> {
  if (format === 'apng') return compareApngFrames(golden, found, deltaE);
  const read = async (bytes: Uint8Array): Promise<RasterFacts | undefined> => {
    const artifact = { name: `result.${format}`, format, bytes };
    return ((await bench.inspect(artifact, { except: [writer] })) ?? (await bench.inspect(artifact)))?.raster;
  };
  const [before, after] = [await read(golden), await read(found)];
  if (!before || !after) return [];
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
    atMost('most ΔE of a frame', deltaE, Math.max(0, ...differences)),
  ];
}

/** No raster reader here knows APNG: its frames are counted and decoded as those of a film. */
async function compareApngFrames(golden: Uint8Array, found: Uint8Array, deltaE: number): Promise<Finding[]> {
  const count = (file: Uint8Array): number => {
    const buffer = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    return buffer.readUInt32BE(buffer.indexOf('acTL') + 4);
  };
  const frames = same('frames', count(golden), count(found));
  if (!frames.ok) return [frames];
  const decoder = await MediaDecoder.start();
  const last = count(golden) - 1;
  const [a, b] = [await decoder.frame(golden, 'apng', last), await decoder.frame(found, 'apng', last)];
  return [
    frames,
    atMost(`mean ΔE of frame ${last}`, deltaE, a.length === b.length ? meanColourDifference(a, b) : Infinity),
  ];
}
