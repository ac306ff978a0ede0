import type { Feature } from '../../formats/features.ts';
import { STYLE_FLAGS, PLAIN_COLOUR, textOfCue, withoutStyle, type Cue, type CueSheet } from './model.ts';
import type { CueFacts, Facts } from '../../contract/facts.ts';

/** Cues whose times are compared: those of the longest videos. */
const COMPARED_CUES = 10_000;

/** The first cues, as many as a comparison takes, and as have so many characters. */
function comparedCues(cues: readonly Cue[], chars: number): readonly Cue[] {
  let left = chars;
  const end = cues.findIndex((cue) => (left -= textOfCue(cue).length) < 0);
  return cues.slice(0, Math.min(COMPARED_CUES, end < 0 ? cues.length : end));
}

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
  const compared = comparedCues(sheet.cues, verifiedTextChars);
  const cues: CueFacts = {
    count: sheet.cues.length,
    ...(isKnown && { startsMs: compared.map(({ startMs }) => startMs), endsMs: compared.map(({ endMs }) => endMs) }),
    resolutionMs,
    texts: compared.map((cue) => textOfCue(cue).replaceAll(/\s+/g, ' ').trim()),
    runStyles: compared.map((cue) => stylesOf(withoutStyle(sheet, cue))),
    colours: compared.map((cue) => coloursOf(withoutStyle(sheet, cue))),
    speakers: compared.map(({ speaker }) => speaker !== undefined),
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

/** The styles that any of a cue's text has. */
function stylesOf({ lines }: Cue): string {
  return STYLE_FLAGS.filter((runStyle) => lines.some((runs) => runs.some((run) => run[runStyle])))
    .map((runStyle) => runStyle[0])
    .join('');
}

function coloursOf({ lines }: Cue): string[] {
  const colours = lines.flatMap((runs) => runs.map(({ colour = PLAIN_COLOUR }) => colour));
  return [...new Set(colours)].filter((colour) => colour !== PLAIN_COLOUR);
}

function featuresOf({ cues, styles, metadata }: CueSheet): Feature[] {
  const features: Feature[] = [];
  if (cues.length > 0) features.push('subtitles', 'text');
  const isStyled = cues.some(({ lines }) =>
    lines.some((runs) =>
      runs.some(
        (run) => STYLE_FLAGS.some((runStyle) => run[runStyle]) || (run.colour ?? PLAIN_COLOUR) !== PLAIN_COLOUR,
      ),
    ),
  );
  if (isStyled || styles.length > 0 || cues.some(({ place }) => place)) features.push('look');
  if (Object.keys(metadata).length > 0) features.push('metadata');
  return features;
}
