import type { FormatId } from '../../engine/index.ts';
import { fontForge, fontTools } from '../peers/font-tools.ts';
import type { NativePeer } from '../peers/peer.ts';

/** Fonts that come with the engine; OTF is made of one of them before anything is measured. */
export const FONT_INPUTS = {
  latin: { description: 'Arimo, Latin, Greek and Cyrillic', package: 'arimo', file: 'Arimo' },
  arabic: { description: 'Noto Sans Arabic', package: 'noto-sans-arabic', file: 'NotoSansArabic' },
} as const;

export interface FontCase {
  readonly work: string;
  readonly input: keyof typeof FONT_INPUTS;
  readonly from: FormatId;
  readonly to: FormatId;
  readonly peer: NativePeer;
  /** The most that ours may take of the peer's user CPU. */
  readonly target: number;
  readonly command: (input: string, output: string) => string[];
}

const PACK =
  'import sys; from fontTools.ttLib import TTFont; f = TTFont(sys.argv[1]); f.flavor = "woff2"; f.save(sys.argv[2])';
const GENERATE = ['-quiet', '-lang=ff', '-c', 'Open($1); Generate($2)'];

/** What people do with fonts, against the programs that they would use instead. */
export const FONT_CASES: readonly FontCase[] = [
  ...(['latin', 'arabic'] as const).flatMap((input): FontCase[] => [
    {
      work: `ttf → woff2, ${input}`,
      input,
      from: 'ttf',
      to: 'woff2',
      peer: fontTools,
      target: 1.1,
      command: (source, output) => ['-I', '-c', PACK, source, output],
    },
    {
      work: `otf → ttf, ${input}`,
      input,
      from: 'otf',
      to: 'ttf',
      peer: fontForge,
      target: 1,
      command: (source, output) => [...GENERATE, source, output],
    },
    {
      work: `ttf → otf, ${input}`,
      input,
      from: 'ttf',
      to: 'otf',
      peer: fontForge,
      target: 1,
      command: (source, output) => [...GENERATE, source, output],
    },
  ]),
];
