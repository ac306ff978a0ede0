import { formatOf } from '../../formats/index.ts';
import type { CueFacts } from '../../contract/facts.ts';
import type { Check, Compare } from '../../contract/report.ts';

/** Compares subtitles: as many, and each at its time, as exactly as both formats can say it. */
export const compareCues: Compare = (source, outputs, { kept, options, from, to }) => {
  const [output, ...others] = outputs;
  if (!kept.includes('subtitles') || !source.cues || !output?.cues || others.length > 0) return [];
  // A rate that the caller gave overrules the one in the file.
  const isRateGiven = options.fps !== undefined && from === 'sub';
  const checks = [check('subtitles', source.cues.count, output.cues.count)];
  if (isRateGiven) return checks;
  checks.push(...checkTimes('starts', source.cues, output.cues));
  if (formatOf(to).cueEnds !== false) checks.push(...checkTimes('ends', source.cues, output.cues));
  return checks;
};

function checkTimes(name: 'starts' | 'ends', source: CueFacts, output: CueFacts): Check[] {
  const [before, after] = [source[`${name}Ms`], output[`${name}Ms`]];
  if (!before || !after || before.length !== after.length || before.length === 0) return [];
  const allowed = Math.ceil(Math.max(source.resolutionMs, output.resolutionMs));
  const off = Math.max(...before.map((time, index) => Math.abs(time - after[index]!)));
  return [{ name, feature: 'subtitles', ok: off <= allowed, expected: `within ${allowed} ms`, found: `${off} ms` }];
}

function check(name: string, expected: number, found: number): Check {
  return { name, feature: 'subtitles', ok: expected === found, expected, found };
}
