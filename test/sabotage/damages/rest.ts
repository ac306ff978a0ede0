import { statSync } from 'node:fs';
import { loadCases, sourcePath } from '../../../corpus/cases.ts';
import type { Case } from '../../../corpus/case.ts';
import type { FormatId } from '../../../engine/index.ts';
import type { Scenario } from '../scenario.ts';
import { BYTE_DAMAGES } from './bytes.ts';

/** Codecs that start in a moment. */
const LIGHT: ReadonlySet<string> = new Set([
  'archive',
  'data',
  'font',
  'mail',
  'magick',
  'subtitles',
  'tex-math',
  'vips',
]);
/** Those that are damaged in `npm test`: of each kind of content, and those that one reader of ours alone judges. */
const SAMPLED: ReadonlySet<FormatId> = new Set<FormatId>([
  ...(['7z', 'wim', 'xz', 'msgpack', 'ndjson', 'bmp', 'hdr', 'pnm', 'vicar', 'eps', 'ps', 'pcl', 'mathml'] as const),
  ...(['woff2', 'svgfont', 'eml'] as const),
]);
const MEANT: ReadonlySet<string> = new Set(['random bytes', 'zeros', 'no bytes', 'second half lost']);

/** One conversion into each format that is written: the smallest source that the corpus has for it. */
function onePerTarget(cases: readonly Case[]): Case[] {
  const byTarget = new Map<FormatId, { readonly one: Case; readonly cost: number }>();
  for (const one of cases) {
    const cost = (LIGHT.has(one.codec) ? 0 : 1e9) + statSync(sourcePath(one)).size;
    if (cost < (byTarget.get(one.to)?.cost ?? Infinity)) byTarget.set(one.to, { one, cost });
  }
  return [...byTarget.values()].map(({ one }) => one);
}

const targets = onePerTarget(await loadCases());

/** Whatever the format: what is no file of it is never returned. */
export const SCENARIOS: readonly Scenario[] = targets.map((one): Scenario => ({
  family: 'rest',
  source: `corpus/sources/${one.from}/${one.source}`,
  to: one.to,
  ...(one.options && { options: one.options }),
  ...(SAMPLED.has(one.to) && { isInSample: true }),
  damages: BYTE_DAMAGES.filter(({ name }) => MEANT.has(name)),
}));
