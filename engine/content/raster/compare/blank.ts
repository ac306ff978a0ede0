import { difference } from '../../../contract/differences.ts';
import type { Diff } from '../../../contract/report.ts';
import type { Facts, Thumbnail } from '../../../contract/facts.ts';
import { splitText } from '../../document/inspect-text.ts';

/** Letters and digits of a page below which it may look empty: a page number alone is as good as nothing. */
const LEAST_CHARACTERS = 12;
/** How far the pixels of an empty page may be apart, of 255: compression leaves some noise. */
const NOISE = 4;

/** Pages that are drawn show something where the document says something. */
export const diffBlank: Diff = function* (source, outputs, { takes }) {
  if (!source.document || source.raster || !outputs.every(isBlank)) return;
  const { pages } = splitText(source.document.text);
  const text = takes === 'all' ? pages.join('') : (pages[0] ?? '');
  const characters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (characters >= LEAST_CHARACTERS) yield difference('result_blank', {}, { feature: 'look' });
};

function isBlank({ raster }: Facts): boolean {
  const thumbnails = raster?.thumbnails ?? [];
  return thumbnails.length > 0 && thumbnails.every(isUniform);
}

/** Nothing can be seen on it. */
export function isUniform({ rgb }: Thumbnail): boolean {
  return rgb.every((value, at) => Math.abs(value - rgb[at % 3]!) <= NOISE);
}
