import type { Limits } from '../../contract/limits.ts';
import { repairParts } from '../../content/document/ooxml/repair-parts.ts';

const LAYOUT = /^ppt\/slideLayouts\/[^/]+\.xml$/;
const ROOT = /<p:sldLayout\b[^<>]*>/;
const TYPE = /\stype="([^"]*)"/;
const PLACEHOLDER = /<p:ph\b[^<>]*>/g;
const TITLES: ReadonlySet<string> = new Set(['title', 'ctrTitle']);
/** Places for what stands on every slide (ECMA-376 19.7.10). */
const REPEATED: ReadonlySet<string> = new Set(['dt', 'ftr', 'hdr', 'sldNum']);
/** Types of layouts that old presentations know as well, of those that have titles. */
const OLD: ReadonlySet<string> = new Set([
  ...['title', 'obj', 'tx', 'tbl', 'chart', 'titleOnly', 'twoObj', 'twoColTx', 'fourObj', 'vertTx'],
  ...['txAndObj', 'objAndTx', 'txAndChart', 'chartAndTx', 'txAndClipArt', 'clipArtAndTx', 'clipArtAndVertTx'],
  ...['objOverTx', 'txOverObj', 'twoObjAndTx', 'txAndTwoObj', 'twoObjOverTx', 'vertTitleAndTx'],
  ...['vertTitleAndTxOverChart'],
]);

/**
 * A presentation whose layouts old presentations know, by the places that they have: on slides of others, such as
 * those of section headers and of captions, LibreOffice writes titles as ordinary shapes.
 */
export function withOldLayouts(presentation: Uint8Array, limits: Limits): Uint8Array {
  return repairParts(presentation, limits, LAYOUT, withOldLayout);
}

function withOldLayout(layout: string): string {
  const root = ROOT.exec(layout)?.[0];
  if (root === undefined || OLD.has(TYPE.exec(root)?.[1] ?? '')) return layout;
  const places = [...layout.matchAll(PLACEHOLDER)].map(([place]) => TYPE.exec(place)?.[1] ?? 'obj');
  if (!places.some((place) => TITLES.has(place))) return layout;
  const contents = places.filter((place) => !TITLES.has(place) && !REPEATED.has(place)).length;
  const type = ['titleOnly', 'obj'][contents] ?? 'twoObj';
  return layout.replace(root, root.replace(TYPE, '').replace(/\s*>$/, ` type="${type}">`));
}
