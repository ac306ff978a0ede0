import type { Case } from '../case.ts';

export const SOURCES = {
  ttf: 'hinted-kerned-latin.ttf',
  otf: 'kerned-italic.otf',
  woff: 'postscript-outlines.woff',
  woff2: 'devanagari-shaping.woff2',
  eot: 'hidden-by-xor.eot',
  ttc: 'two-families.ttc',
  dfont: 'one-font.dfont',
  pfa: 'hexadecimal.pfa',
  pfb: 'hinted-accents.pfb',
  cff: 'bare.cff',
  ttx: 'layout-components.ttx',
} as const satisfies Partial<Record<Case['from'], string>>;

const EDGES: Partial<Record<Case['from'], string>> = {
  ttc: 'split',
  dfont: 'split',
  pfa: 'wrap-postscript',
  pfb: 'wrap-postscript',
  cff: 'wrap-postscript',
  ttx: 'compile',
};

type Source = keyof typeof SOURCES;

function font(from: Source, to: Case['to'], rest: Partial<Case> = {}): Case {
  return { codec: 'font', edge: EDGES[from] ?? 'repack', from, source: SOURCES[from], to, comparator: 'font', ...rest };
}

/** Every container is read and written; outlines become those of the other kind in both directions. */
export const cases: readonly Case[] = [
  font('ttf', 'otf'),
  font('ttf', 'woff'),
  font('ttf', 'woff2'),
  font('ttf', 'eot'),
  font('otf', 'ttf'),
  font('otf', 'woff2'),
  font('woff', 'ttf'),
  font('woff', 'otf'),
  font('woff2', 'ttf'),
  font('woff2', 'otf'),
  font('eot', 'ttf'),
  font('ttc', 'ttf'),
  font('ttc', 'otf', { options: { pages: '2' } }),
  font('ttc', 'woff'),
  font('ttc', 'woff2', { options: { pages: '1' } }),
  font('ttc', 'eot'),
  font('dfont', 'ttf'),
  font('pfb', 'otf'),
  font('pfb', 'woff'),
  font('pfb', 'eot'),
  font('pfa', 'ttf'),
  font('cff', 'otf'),
  font('cff', 'woff2'),
  font('ttx', 'ttf'),
  font('ttx', 'ttf', { source: 'variable-weight.ttx' }),
  font('ttx', 'otf', { source: 'postscript-outlines.ttx' }),
  font('ttx', 'woff'),
  font('ttx', 'woff2', { source: 'variable-weight.ttx' }),
  font('ttx', 'eot'),
  ...(['ttf', 'otf', 'woff', 'woff2', 'eot'] as const).map((from) =>
    font(from, 'ttx', { edge: 'dump', options: { subset: 'Office fi' } }),
  ),
  font('ttf', 'ttx', { edge: 'dump', source: 'variable-weight.ttf' }),
  font('pfb', 'ttx', { options: { subset: 'Office' } }),
  font('dfont', 'ttx', { options: { subset: 'Office' } }),
  ...(['ttf', 'otf', 'woff', 'woff2', 'eot', 'pfa', 'pfb', 'cff', 'ttx'] as const).map((from) =>
    font(from, 'svgfont', { edge: 'svg-font' }),
  ),
  font('ttf', 'woff2', { source: 'variable-weight.ttf' }),
  font('ttf', 'otf', { source: 'variable-weight.ttf' }),
  font('ttf', 'woff2', { source: 'devanagari-shaping.ttf', options: { subset: 'U+0915-0919,U+093F,U+094D' } }),
  font('otf', 'otf', { options: { subset: 'Office fi' } }),
  font('ttf', 'ttf', { options: { subset: 'U+0041-005A' } }),
];
