import type { Feature } from './formats/features.ts';
import type { FormatId } from './formats/index.ts';
import type { DocumentFacts, Facts, RasterFacts } from './verify/facts.ts';
import { PAGE_BREAK } from './verify/observe/text.ts';

/** What the joined file must hold: every page of every input, or every input as an entry. */
export function joinFacts(facts: readonly Facts[], to: FormatId): Facts {
  const [first] = facts as readonly [Facts, ...Facts[]];
  const sizeBytes = facts.reduce((sum, one) => sum + one.sizeBytes, 0);
  const { format, reader } = first;
  if (to === 'zip') {
    const archive = { entries: facts.length, expandedBytes: sizeBytes };
    return { format: 'zip', sizeBytes, reader, depth: first.depth, features: ['entries'], archive };
  }
  const several: readonly Feature[] = facts.length > 1 ? ['pages'] : [];
  const features = [...new Set([...facts.flatMap((one) => one.features), ...several])];
  const depth = facts.every((one) => one.depth === 'content') ? 'content' : 'structure';
  return { format, sizeBytes, reader, depth, features, raster: joinRasters(facts), document: joinDocuments(facts) };
}

/** Pages that an input becomes: an animation is the one picture that stands for it. */
function pagesOf({ document, raster }: Facts): number {
  return document?.pages ?? (raster?.sequence === 'pages' ? raster.frames : 1);
}

/** Nothing when one of the inputs has not been seen as a picture. */
function joinRasters(facts: readonly Facts[]): RasterFacts | undefined {
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
        pictureWidth: width,
        pictureHeight: height,
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
function joinDocuments(facts: readonly Facts[]): DocumentFacts | undefined {
  if (facts.every(({ document }) => !document)) return undefined;
  const sum = (count: (document: DocumentFacts) => number | undefined): number =>
    facts.reduce((total, { document }) => total + ((document && count(document)) ?? 0), 0);
  const pages = facts.reduce((total, one) => total + pagesOf(one), 0);
  // A picture is a page without text.
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
