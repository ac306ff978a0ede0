import type { Check, Compare } from '../../contract/report.ts';

/** Tells how many cues were compared; what is wrong with them is found one by one (`diff.ts`). */
export const compareCues: Compare = (source, outputs, { kept }) => {
  const [output, ...others] = outputs;
  if (!kept.includes('subtitles') || !source.cues || !output?.cues || others.length > 0) return [];
  const { count: expected } = source.cues;
  const { count: found } = output.cues;
  return [{ name: 'subtitles', feature: 'subtitles', ok: expected === found, expected, found } satisfies Check];
};
