import type { MergeKind } from '../contract/codec.ts';
import type { Feature } from '../formats/features.ts';
import { largestOf, type Frames } from './merged-frames.ts';
import type { Size } from '../content/raster/size.ts';
import type {
  DocumentFacts,
  Facts,
  LinkFacts,
  MediaFacts,
  PageFacts,
  PdfFacts,
  RasterFacts,
  Thumbnail,
  TrackFacts,
} from '../contract/facts.ts';
import { PAGE_BREAK } from '../content/document/inspect-text.ts';

/** How inputs are arranged in the merged file. */
interface MergeShape {
  readonly merges: MergeKind;
  readonly frames?: Frames;
}

/** What the merged file must hold: every input as an entry of an archive when there is no shape. */
export function mergeFacts(facts: readonly Facts[], shape: MergeShape | undefined): Facts {
  const [{ format, reader }] = facts as readonly [Facts, ...Facts[]];
  const sizeBytes = facts.reduce((sum, one) => sum + one.sizeBytes, 0);
  const depth = facts.every((one) => one.depth === 'content') ? 'content' : 'structure';
  if (!shape) {
    const archive = { entries: facts.length, expandedBytes: sizeBytes };
    return { format: 'zip', sizeBytes, reader, depth: facts[0]!.depth, features: ['entries'], archive };
  }
  const { merges, frames } = shape;
  const several: readonly Feature[] = merges === 'frames' ? ['animation'] : facts.length > 1 ? ['pages'] : [];
  const features = [...new Set([...facts.flatMap((one) => one.features), ...several])];
  const common = { format, sizeBytes, reader, depth, features } as const;
  if (merges === 'parts') return { ...common, features: facts[0]!.features, media: mergeMedia(facts) };
  const raster = mergeRasters(facts);
  return frames
    ? { ...common, raster: raster && asFrames(raster, frames) }
    : { ...common, raster, document: mergeDocuments(facts), pdf: mergePdfs(facts) };
}

/** Pages that an input becomes: an animation becomes one. */
function pagesOf({ document, raster }: Facts): number {
  return document?.pages ?? (raster?.sequence === 'pages' ? raster.frames : 1);
}

/** Nothing when one of the inputs has not been decoded as an image. */
function mergeRasters(facts: readonly Facts[]): RasterFacts | undefined {
  const [first] = facts as readonly [Facts, ...Facts[]];
  if (!first.raster || facts.some(({ raster }) => !raster)) return undefined;
  let frames = 0;
  const thumbnails = facts.flatMap((one) => {
    const before = frames;
    const pages = pagesOf(one);
    const { width, height, thumbnails: own = [] } = one.raster!;
    frames += pages;
    return own
      .filter(({ frame }) => frame < pages)
      .map((thumbnail) => ({
        imageWidth: width,
        imageHeight: height,
        ...thumbnail,
        frame: before + thumbnail.frame,
      }));
  });
  const coloursAssumed = facts.some(({ raster }) => raster!.coloursAssumed);
  return {
    width: first.raster.width,
    height: first.raster.height,
    frames,
    sequence: 'pages',
    alpha: facts.some(({ raster }) => raster!.alpha),
    bitsPerChannel: Math.min(...facts.map(({ raster }) => raster!.bitsPerChannel)),
    ...(coloursAssumed && { coloursAssumed }),
    thumbnails,
  };
}

/** Nothing when none of the inputs is a document. */
function mergeDocuments(facts: readonly Facts[]): DocumentFacts | undefined {
  if (facts.every(({ document }) => !document)) return undefined;
  const sum = (count: (document: DocumentFacts) => number | undefined): number =>
    facts.reduce((total, { document }) => total + ((document && count(document)) ?? 0), 0);
  const pages = facts.reduce((total, one) => total + pagesOf(one), 0);
  // An image is a page without text.
  const text = facts.map((one) => one.document?.text ?? PAGE_BREAK.repeat(pagesOf(one) - 1)).join(PAGE_BREAK);
  const isExcerpt = facts.some(({ document }) => document?.excerpt);
  return {
    pages,
    text,
    figures: sum(({ figures }) => figures),
    links: sum(({ links }) => links),
    ...(isExcerpt && { excerpt: true }),
  };
}

/** Pages after pages; nothing when one of the inputs is no PDF. Outlines and tags are those of one document. */
function mergePdfs(facts: readonly Facts[]): PdfFacts | undefined {
  let before = 0;
  const pages: PageFacts[] = [];
  for (const { pdf, document } of facts) {
    if (!pdf || pdf.pages.length !== document?.pages) return undefined;
    const moved = ({ page, ...link }: LinkFacts): LinkFacts =>
      page === undefined ? link : { ...link, page: page + before };
    pages.push(...pdf.pages.map((page) => ({ ...page, links: page.links.map(moved) })));
    before += pdf.pages.length;
  }
  return { hasOutputIntent: false, foreignFonts: [], pages, outline: [] };
}

/** Share by which the proportions of an image may differ from the video's: then it has no bars. */
const SAME_PROPORTIONS = 0.01;

/** The images as one video, of which they all have the size; those that get bars are not compared. */
function asFrames(raster: RasterFacts, { width, height, fps }: Frames): RasterFacts {
  const fills = ({ imageWidth = width, imageHeight = height }: Partial<Thumbnail>): boolean =>
    Math.abs(Math.log(imageWidth / imageHeight / (width / height))) <= SAME_PROPORTIONS;
  const size = { imageWidth: width, imageHeight: height };
  return {
    ...raster,
    width,
    height,
    sequence: 'animation',
    delaysMs: Array.from({ length: raster.frames }, () => 1000 / fps),
    loops: 0,
    thumbnails: raster.thumbnails?.filter(fills).map((thumbnail) => ({ ...thumbnail, ...size })),
  };
}

/** One recording: an audio and a video track, each part as long as the longer of its own. */
function mergeMedia(facts: readonly Facts[]): MediaFacts {
  const parts = facts.flatMap(({ media }) => media ?? []);
  const durationMs = parts.reduce((sum, part) => sum + part.durationMs, 0);
  return { durationMs, tracks: (['video', 'audio'] as const).flatMap((kind) => mergeTracks(kind, parts)), tags: {} };
}

function mergeTracks(kind: 'video' | 'audio', parts: readonly MediaFacts[]): TrackFacts[] {
  const tracks = parts.map((part) => part.tracks.find((track) => track.kind === kind));
  const found = tracks.flatMap((track) => track ?? []);
  const [first] = found;
  if (!first) return [];
  const isInAll = found.length === parts.length;
  const most = (field: 'channels' | 'sampleRate'): number | undefined =>
    found.every((track) => track[field]) ? Math.max(...found.map((track) => track[field]!)) : undefined;
  const packets = isInAll && found.every((track) => track.packets !== undefined);
  const durationMs = mergedMs(parts, tracks);
  const hasOneRate = found.every(({ framesPerSecond }) => framesPerSecond === first.framesPerSecond);
  // Where the audio of a part goes on without video, the merged video has no frames either.
  const shown = found.reduce((sum, track) => sum + (track.durationMs ?? 0), 0) / durationMs || 1;
  const sizes = found.flatMap(({ width, height }): Size[] => (width && height ? [{ width, height }] : []));
  return [
    {
      kind,
      codec: first.codec,
      durationMs,
      ...(packets && { packets: found.reduce((sum, track) => sum + track.packets!, 0) }),
      ...(hasOneRate && first.framesPerSecond && { framesPerSecond: first.framesPerSecond * Math.min(1, shown) }),
      ...(sizes.length > 0 && largestOf(sizes)),
      channels: most('channels'),
      sampleRate: most('sampleRate'),
    },
  ];
}

/** A part begins when the one before has ended whole: only the last one's own track may end before. */
function mergedMs(parts: readonly MediaFacts[], tracks: readonly (TrackFacts | undefined)[]): number {
  const last = parts.at(-1)!.durationMs;
  const total = parts.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return total - last + (tracks.at(-1)?.durationMs ?? last);
}
