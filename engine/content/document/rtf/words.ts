import { STYLE_BIT } from '../word/style-bits.ts';

/** Groups without text of the document; those that begin with `\*` and are not listed as shown are skipped too. */
export const SKIPPED: ReadonlySet<string> = new Set([
  'colortbl',
  'info',
  'revtbl',
  'rsidtbl',
  'generator',
  'themedata',
  'datastore',
  'latentstyles',
  'xmlnstbl',
  'objdata',
  'bkmkend',
  // The label of an item as its writer computed it, for programs without lists.
  'listtext',
  'atnid',
  'atnauthor',
  'atnref',
  // The same again for programs without nested tables, images, shapes or formulas.
  'nonesttables',
  'nonshppict',
  'shprslt',
  'mmathPict',
  'falt',
  'panose',
  'tc',
  'xe',
  'mmathPr',
  'filetbl',
]);

/** Marked as new to old readers, and read all the same. */
export const KNOWN_NEW: ReadonlySet<string> = new Set([
  'shppict',
  'shpinst',
  'shptxt',
  'fldinst',
  'do',
  'dptxbxtext',
  'ud',
  'bkmkstart',
  'footnote',
  'annotation',
  'listtable',
  'listoverridetable',
  'pn',
  'nesttableprops',
  'moMath',
  'moMathPara',
]);

/** Whose headers and footers they are: of all pages, left and right ones, and the first one of a section. */
export const MARGINS: Readonly<Record<string, { readonly edge: 'header' | 'footer'; readonly type: string }>> = {
  header: { edge: 'header', type: 'default' },
  headerl: { edge: 'header', type: 'even' },
  headerr: { edge: 'header', type: 'default' },
  headerf: { edge: 'header', type: 'first' },
  footer: { edge: 'footer', type: 'default' },
  footerl: { edge: 'footer', type: 'even' },
  footerr: { edge: 'footer', type: 'default' },
  footerf: { edge: 'footer', type: 'first' },
};

/** What images are, by the endings of their files. */
export const IMAGES: Readonly<Record<string, string>> = {
  pngblip: 'png',
  jpegblip: 'jpg',
  dibitmap: 'bmp',
  wbitmap: 'bmp',
  emfblip: 'emf',
  wmetafile: 'wmf',
  macpict: 'pict',
};

export const CHARACTERS: Readonly<Record<string, string>> = {
  tab: '\t',
  line: '\n',
  page: '\n',
  column: '\n',
  softline: '\n',
  lbr: '\n',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: '\u2003',
  enspace: '\u2002',
  qmspace: '\u2005',
  zwj: '\u200d',
  zwnj: '\u200c',
  ltrmark: '\u200e',
  rtlmark: '\u200f',
};

export const SIGNS: Readonly<Record<string, string>> = {
  '~': '\u00a0',
  _: '-',
  '-': '',
  '\\': '\\',
  '{': '{',
  '}': '}',
};

/** What control words make text look like. */
export const LOOKS: Readonly<Record<string, number>> = {
  b: STYLE_BIT.bold,
  i: STYLE_BIT.italic,
  strike: STYLE_BIT.strike,
  striked: STYLE_BIT.strike,
  ...Object.fromEntries(
    'ul uld uldb ulw ulth ulthd ulthdash ulthdashd ulthdashdd uldash uldashd uldashdd ulldash ulthldash ulwave ululdbwave ulhwave'
      .split(' ')
      .map((word) => [word, STYLE_BIT.underline]),
  ),
  super: STYLE_BIT.super,
  sub: STYLE_BIT.sub,
};
