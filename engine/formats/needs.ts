import type { EngineErrorCode } from '../contract/errors.ts';
import { IMAGE_SUBTITLES, type Facts } from '../contract/facts.ts';
import { formatOf } from './index.ts';
import type { OptionId } from './options.ts';

interface Need {
  readonly test: (facts: Facts) => boolean;
  readonly message: string;
  /** The refusal when nothing else is in the way; `unsupported_conversion` if absent. */
  readonly code?: EngineErrorCode;
  /** An option of the source (see `ofSource`) that meets the need by itself. */
  readonly metBy?: OptionId;
  /** Said of the source, and asked of an edge wherever on a path it is; else only where it opens the source. */
  readonly everywhere?: true;
}

/** What an edge needs of this very file: one predicate and one message each. Unknown facts count as met. */
export const NEEDS = {
  audio: {
    test: (facts: Facts): boolean => !facts.media || facts.media.tracks.some((track) => track.kind === 'audio'),
    message: 'The file has no audio track.',
  },
  video: {
    test: (facts: Facts): boolean => !facts.media || facts.media.tracks.some((track) => track.kind === 'video'),
    message: 'The file has no video track.',
  },
  subtitles: {
    test: (facts: Facts): boolean => !facts.media || facts.media.tracks.some((track) => track.kind === 'subtitle'),
    message: 'The file has no subtitles.',
  },
  subtitleText: {
    test: ({ media }: Facts): boolean => {
      const subtitles = media?.tracks.filter((track) => track.kind === 'subtitle') ?? [];
      return subtitles.length === 0 || subtitles.some(({ codec }) => !IMAGE_SUBTITLES.has(codec));
    },
    message: 'The subtitles of the file are images, and their text is not recognised.',
  },
  decrypted: {
    test: (facts: Facts): boolean => facts.encrypted !== true,
    message: 'The file is encrypted. Remove its password or send it as the option password.',
    code: 'input_encrypted',
    metBy: 'password',
  },
  officeFormulas: {
    test: ({ format, features }: Facts): boolean =>
      !features.includes('formulas') || ['document', 'sheet'].includes(formatOf(format).family),
    message: 'Its formulas do not come from an office program, which would lay them out wrongly.',
    everywhere: true,
  },
  styledSheets: {
    test: ({ plainSheets }: Facts): boolean => plainSheets !== true,
    message: 'The sheets are large and contain only values. Other codecs convert them row by row.',
  },
  recognition: {
    test: ({ raster, features }: Facts): boolean => raster !== undefined || features.includes('text'),
    message: 'The pages are images. Set the option ocr to recognise their text.',
    metBy: 'ocr',
  },
} as const satisfies Record<string, Need>;

export type NeedId = keyof typeof NEEDS;

export function isAskedEverywhere(id: NeedId): boolean {
  const need: Need = NEEDS[id];
  return need.everywhere === true;
}
