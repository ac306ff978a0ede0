import type { Case } from '../case.ts';
import { SOURCES } from './font.ts';

/** Pixels of the pictures: small, and still every letter of the alphabet. */
const WIDTH = 480;

const SHOWN = ['ttf', 'otf', 'woff', 'woff2', 'eot', 'pfa', 'pfb', 'cff', 'ttx'] as const;

function specimen(from: (typeof SHOWN)[number], to: 'svg' | 'pdf'): Case {
  const comparator = to === 'svg' ? 'image' : 'document';
  return { codec: 'font-specimen', edge: 'sheet', from, source: SOURCES[from], to, comparator };
}

/** A sheet of each kind of font: Latin, italics, Devanagari, and fonts without tables of OpenType. */
export const cases: readonly Case[] = [
  specimen('ttf', 'svg'),
  specimen('woff2', 'svg'),
  ...(['otf', 'woff', 'eot', 'pfa', 'pfb', 'cff', 'ttx'] as const).map((from) => specimen(from, 'pdf')),
  ...SHOWN.map((from): Case => ({
    codec: 'font-specimen',
    edge: 'picture',
    from,
    source: SOURCES[from],
    to: 'png',
    options: { width: WIDTH },
    comparator: 'image',
  })),
];
