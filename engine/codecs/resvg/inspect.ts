import type { InspectRequest } from '../../contract/codec.ts';
import type { Feature } from '../../formats/features.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Limits } from '../../contract/limits.ts';
import type { Size } from '../../content/raster/size.ts';
import { imageOf } from '../../content/drawing/resvg.ts';
import type { Facts } from '../../contract/facts.ts';
import { thumbnailOf } from '../../content/raster/inspect/raster.ts';
import { rasterFacts, withThumbnails } from '../../content/raster/inspect/facts.ts';
import { PLAIN_RASTER } from '../../content/raster/model.ts';
import { draw, openDrawing } from './draw.ts';
import { expandedBytes, textOf } from '../../content/drawing/source.ts';
import { surveyDrawing, type Survey } from '../../content/drawing/survey.ts';

/** Facts of a drawing: `probe` reads it, the other efforts draw it small. */
export function inspectDrawing(
  bytes: Uint8Array,
  format: FormatId,
  { effort }: Pick<InspectRequest, 'effort'>,
  limits: Limits,
): Facts {
  const survey = surveyDrawing(textOf(expandedBytes(bytes, limits)), limits);
  const drawing = openDrawing(survey);
  const facts = factsOf(survey, drawing.size, { format, sizeBytes: bytes.byteLength, reader: 'resvg' });
  if (effort === 'probe') return facts;
  const { width: imageWidth, height: imageHeight } = drawing.size;
  // What takes seconds in the small size takes minutes in its own.
  const limitsOfSmall = { ...limits, filterMs: limits.filterMs * SMALL_SHARE };
  const thumbnail = draw(drawing, { ...smallSize(drawing.size), limits: limitsOfSmall }, (rendering) =>
    thumbnailOf(imageOf(rendering), { frame: 0, imageWidth, imageHeight }),
  );
  const isWhole = Math.max(imageWidth, imageHeight) <= SMALL_SIDE;
  return withThumbnails(facts, [isWhole ? thumbnail : { ...thumbnail, isDrawnSmall: true }]);
}

function factsOf(survey: Survey, { width, height }: Size, file: Pick<Facts, 'format' | 'sizeBytes' | 'reader'>): Facts {
  const { hasMetadata } = survey;
  const facts = rasterFacts({ ...PLAIN_RASTER, width, height, hasAlpha: true, hasMetadata }, file);
  const text = survey.straightText.replaceAll(/\s+/g, ' ').trim();
  const figures = survey.images.length;
  const features: Feature[] = [...facts.features];
  if (survey.hasShapes) features.push('vector');
  if (survey.text.trim() !== '') features.push('text');
  if (figures > 0) features.push('figures');
  return { ...facts, features, document: { text, figures, addresses: survey.links } };
}

/** Of the time that filters may take. */
const SMALL_SHARE = 0.1;
/** Pixels of the short side of the small drawing. */
const SMALL_SIDE = 256;
/** Thin drawings are drawn as large as their short side needs, up to here. */
const MAX_SIDE = 2048;

function smallSize({ width, height }: Size): Size {
  const scale = Math.min(1, SMALL_SIDE / Math.min(width, height));
  const side = (length: number): number => Math.max(1, Math.min(MAX_SIDE, Math.round(length * scale)));
  return { width: side(width), height: side(height) };
}
