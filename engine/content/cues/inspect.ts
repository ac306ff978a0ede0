import type { Feature } from '../../formats/features.ts';
import { LOOKS, PLAIN_COLOUR, textOfCue, type CueSheet } from './model.ts';
import type { CueFacts, Facts } from '../../contract/facts.ts';

/** Cues whose times are compared: those of the longest videos. */
const COMPARED_CUES = 10_000;

interface CueTiming {
  readonly resolutionMs: number;
  /** The file says how fast its clock runs. */
  readonly isKnown: boolean;
}

/** Facts of subtitles: how many, when, and what they say. */
export function cueFacts(
  sheet: CueSheet,
  file: Pick<Facts, 'format' | 'sizeBytes' | 'reader'>,
  { resolutionMs, isKnown }: CueTiming,
  { verifiedTextChars }: { readonly verifiedTextChars: number },
): Facts {
  const text = sheet.cues.map(textOfCue).join('\n');
  const compared = sheet.cues.slice(0, COMPARED_CUES);
  const cues: CueFacts = {
    count: sheet.cues.length,
    ...(isKnown && { startsMs: compared.map(({ startMs }) => startMs), endsMs: compared.map(({ endMs }) => endMs) }),
    resolutionMs,
  };
  return {
    ...file,
    depth: 'content',
    features: featuresOf(sheet),
    cues,
    document: {
      text: text.slice(0, verifiedTextChars),
      ...(text.length > verifiedTextChars && { excerpt: true as const }),
      figures: 0,
    },
  };
}

function featuresOf({ cues, styles, metadata }: CueSheet): Feature[] {
  const features: Feature[] = [];
  if (cues.length > 0) features.push('subtitles', 'text');
  const isStyled = cues.some(({ lines }) =>
    lines.some((runs) =>
      runs.some((run) => LOOKS.some((look) => run[look]) || (run.colour ?? PLAIN_COLOUR) !== PLAIN_COLOUR),
    ),
  );
  if (isStyled || styles.length > 0 || cues.some(({ place }) => place)) features.push('look');
  if (Object.keys(metadata).length > 0) features.push('metadata');
  return features;
}
